/** Estimates with their intervals as pictures. */

import { svg } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import { bar, position } from "./interval_scale.js";
import type { Scale } from "./interval_scale.js";
import type { Interval } from "./number_format.js";
import { signed } from "./number_format.js";

/** The size of a bar, in pixels. */
const WIDTH = 130;
const HEIGHT = 20;
const AXIS_HEIGHT = 22;

/** Creates a picture of a fixed size that only repeats a text next to it. */
export function strip(className: string, width: number, height: number, ...content: Content[]): SVGSVGElement {
  const viewBox = `0 0 ${width} ${height}`;
  return svg("svg", { class: className, width, height, viewBox, "aria-hidden": "true" }, content);
}

/** Draws an estimate: a bar for its interval with arrows where it goes beyond the scale, and a dot for its value. */
export function intervalBar(estimate: Interval, scale: Scale): SVGSVGElement {
  const { value, low, high, isOpenLow, isOpenHigh } = bar(estimate, scale);
  const middle = HEIGHT / 2;
  const [left, right, zero] = [low * WIDTH, high * WIDTH, position(0, scale) * WIDTH];
  const arrow = (x: number, direction: number) => {
    const d = `M${x} ${middle - 5}L${x + 7 * direction} ${middle}L${x} ${middle + 5}Z`;
    return svg("path", { class: "interval-arrow", d });
  };
  return strip("interval", WIDTH, HEIGHT,
    svg("line", { class: "interval-zero", x1: zero, x2: zero, y1: 0, y2: HEIGHT }),
    svg("rect", {
      class: "interval-range", x: left, y: middle - 3, width: Math.max(1, right - left), height: 6, rx: 3,
    }),
    isOpenLow && arrow(8, -1),
    isOpenHigh && arrow(WIDTH - 8, 1),
    svg("circle", { class: "interval-value", cx: value * WIDTH, cy: middle, r: 5 }),
  );
}

/** Draws the axis of a scale. */
export function intervalAxis(scale: Scale): SVGSVGElement {
  const label = (tick: number) => {
    const x = position(tick, scale) * WIDTH;
    // A label at the edge would be cut off.
    const anchor = x < 20 ? "start" : x > WIDTH - 20 ? "end" : "middle";
    return [
      svg("line", { class: "interval-zero", x1: x, x2: x, y1: AXIS_HEIGHT - 5, y2: AXIS_HEIGHT }),
      svg("text", { x, y: 12, "text-anchor": anchor }, tick === 0 ? "0" : signed(tick, 0)),
    ];
  };
  return strip("interval", WIDTH, AXIS_HEIGHT, scale.ticks.map(label));
}
