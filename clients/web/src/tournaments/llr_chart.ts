/** The log-likelihood ratio of a sequential test: its present value, its bounds and its course. */

import { SprtVerdict } from "botwerk/v1";
import type { SprtState } from "botwerk/v1";
import { h, replace, svg } from "../shell/elements.js";
import { ticks } from "./interval_scale.js";
import type { LlrPoint } from "./llr_history.js";
import { count, number, signed } from "./number_format.js";

const HEIGHT = 240;
const LEFT = 44;
const RIGHT = 12;
const TOP = 14;
const BOTTOM = 34;
/** Number of points in the table. */
const TABLE_POINTS = 20;

/** A chart as wide as its place, with a table of the same values. */
export class LlrChart {
  readonly element: HTMLElement;
  readonly #summary = h("p", { class: "row" });
  readonly #picture = h("div", { class: "chart" });
  readonly #rows = h("tbody", {});
  #sprt: SprtState | undefined;
  #curve: readonly LlrPoint[] = [];
  #width = 0;

  constructor(signal: AbortSignal) {
    const head = h("tr", {}, ["Pairs", "LLR"].map((column) => h("th", { scope: "col", class: "number" }, column)));
    const table = h("details", {}, h("summary", {}, "The curve as a table"),
      h("table", { class: "narrow" }, h("thead", {}, head), this.#rows));
    this.element = h("div", {}, this.#summary, this.#picture, table);
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry!.contentRect.width);
      if (width === this.#width) return;
      this.#width = width;
      this.#draw();
    });
    observer.observe(this.#picture);
    signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  }

  update(sprt: SprtState, curve: readonly LlrPoint[]): void {
    this.#sprt = sprt;
    this.#curve = curve;
    const { llr, lower, upper, pairs, verdict } = sprt;
    const look = verdict === SprtVerdict.H1 ? "good" : verdict === SprtVerdict.H0 ? "bad" : "";
    const bounds = `between ${signed(lower, 2)} (H0) and ${signed(upper, 2)} (H1)`;
    replace(this.#summary,
      h("span", { class: `badge ${look}` }, verdictText(verdict)),
      h("span", {}, `LLR ${signed(llr, 2)} ${bounds} after ${count(pairs, "pair")}`));
    this.#draw();
    const step = Math.max(1, Math.ceil(curve.length / TABLE_POINTS));
    const rows = curve.filter((_, index) => index % step === 0 || index === curve.length - 1);
    replace(this.#rows, rows.map((point) => h("tr", {},
      h("td", { class: "number" }, number(point.pairs)), h("td", { class: "number" }, signed(point.llr, 3)))));
  }

  #draw(): void {
    if (this.#sprt === undefined || this.#width === 0) return;
    replace(this.#picture, drawChart(this.#sprt, this.#curve, this.#width));
  }
}

function drawChart({ lower, upper, llr }: SprtState, curve: readonly LlrPoint[], width: number): SVGSVGElement {
  const values = [lower, upper, ...curve.map((point) => point.llr)];
  const [low, high] = [Math.min(...values) - 0.3, Math.max(...values) + 0.3];
  const last = Math.max(1, curve.at(-1)?.pairs ?? 1);
  const x = (pairs: number) => LEFT + ((width - LEFT - RIGHT) * pairs) / last;
  const y = (value: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
  const line = (value: number, look: string, text: string) => [
    svg("line", { class: look, x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
    svg("text", { class: look, x: width - RIGHT - 4, y: y(value) - 5, "text-anchor": "end" }, text),
  ];
  return svg("svg", {
    width,
    height: HEIGHT,
    viewBox: `0 0 ${width} ${HEIGHT}`,
    role: "img",
    "aria-label": `LLR by pairs, from ${signed(0, 2)} to ${signed(llr, 2)}`,
  },
    ticks(low, high, 6).map((tick) => [
      svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick) }),
      svg("text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, ratioText(tick)),
    ]),
    ticks(0, last, Math.max(2, Math.floor(width / 120))).filter(Number.isInteger).map((tick) => {
      // A label at the edge would be cut off.
      const anchor = tick === 0 ? "start" : x(tick) > width - 40 ? "end" : "middle";
      const text = tick === 0 ? "0 pairs" : number(tick);
      return svg("text", { x: x(tick), y: HEIGHT - BOTTOM + 18, "text-anchor": anchor }, text);
    }),
    line(upper, "bound accept", "H1 is accepted"),
    line(lower, "bound reject", "H0 is accepted"),
    curve.length > 1 && svg("polyline", {
      class: "curve",
      points: curve.map(({ pairs, llr: value }) => `${x(pairs).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
    }),
    curve.length > 0 && svg("circle", { class: "now", cx: x(last), cy: y(curve.at(-1)!.llr), r: 4 }),
  );
}

function ratioText(ratio: number): string {
  return ratio === 0 ? "0" : signed(ratio, Number.isInteger(ratio) ? 0 : 1);
}

function verdictText(verdict: SprtVerdict): string {
  if (verdict === SprtVerdict.H0) return "H0 is accepted";
  return verdict === SprtVerdict.H1 ? "H1 is accepted" : "undecided";
}
