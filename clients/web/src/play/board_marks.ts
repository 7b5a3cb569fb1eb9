/** Marks in front of the picture of a board: routes, arrows, and what is about to happen on a place. */

import { replace, svg } from "../shell/elements.js";
import type { PlaceRectangle } from "./place_geometry.js";

/** A mark in front of the picture. */
export type BoardMark =
  | { readonly kind: "line"; readonly places: readonly string[]; readonly colour: string }
  /** A way with its direction and, if it is one of several, its number. */
  | { readonly kind: "arrow"; readonly places: readonly string[]; readonly colour: string; readonly number?: number }
  | { readonly kind: "disc"; readonly place: string; readonly colour: string; readonly text: string; readonly ink: string }
  /** A piece where it is going to be. */
  | { readonly kind: "ghost"; readonly place: string; readonly colour: string }
  /** A piece or a stone that is meant. */
  | { readonly kind: "ring"; readonly place: string; readonly colour: string }
  /** A piece that was captured, or a place that was hit. */
  | { readonly kind: "cross"; readonly place: string }
  /** A place that decided the match. */
  | { readonly kind: "decisive"; readonly place: string }
  | { readonly kind: "left"; readonly place: string };

/** The places of a picture by their names. */
export type Places = ReadonlyMap<string, PlaceRectangle>;

/** Who marks the board, from back to front: each replaces its own marks only. */
const LAYERS = ["trail", "recap", "hint", "draft"] as const;
export type MarkLayer = (typeof LAYERS)[number];

/** The marks of a board, in layers. */
export class BoardMarks {
  readonly element = svg("svg", { class: "play-marks", "aria-hidden": "true" });
  readonly #layers = new Map(LAYERS.map((name) =>
    [name, { group: svg("g", { class: name }), numbers: svg("g", { class: name }), marks: [] as readonly BoardMark[] }]));

  constructor(private readonly places: () => Places) {
    const layers = [...this.#layers.values()];
    // Numbers are in front of the marks of all layers.
    this.element.append(...layers.map(({ group }) => group), ...layers.map(({ numbers }) => numbers));
  }

  get(name: MarkLayer): readonly BoardMark[] {
    return this.#layers.get(name)!.marks;
  }

  set(name: MarkLayer, marks: readonly BoardMark[]): void {
    const layer = this.#layers.get(name)!;
    layer.marks = marks;
    const places = this.places();
    replace(layer.group, marks.map((mark) => drawMark(mark, places)));
    replace(layer.numbers, drawNumbers(marks, places));
  }

  /** Draws all marks again, on another picture. */
  redraw(viewBox: string): void {
    this.element.setAttribute("viewBox", viewBox);
    for (const [name, { marks }] of this.#layers) this.set(name, marks);
  }
}

/** Returns the picture of a mark, or `undefined` if it has no place on the board. */
export function drawMark(mark: BoardMark, places: Places): SVGElement | undefined {
  if ("places" in mark) return drawWay(mark, places);
  const centre = centreOf(places, mark.place);
  if (centre === undefined) return undefined;
  const [cx, cy] = centre;
  const { width, height } = places.get(mark.place)!;
  const r = width * 0.38;
  switch (mark.kind) {
    case "left":
      return svg("circle", { class: "left", cx, cy, r: r + 3 });
    case "disc":
      return svg("g", {}, svg("circle", { class: "disc", cx, cy, r, fill: mark.colour }),
        svg("text", { x: cx, y: cy, fill: mark.ink, "font-size": r * 1.15 }, mark.text));
    case "ghost":
      return svg("g", { class: "ghost" }, svg("circle", { class: "halo", cx, cy, r }),
        svg("circle", { class: "body", cx, cy, r, fill: mark.colour }));
    case "ring": {
      const box = { x: cx - width / 2, y: cy - height / 2, width, height, rx: 8 };
      return svg("g", { class: "ring" }, svg("rect", { class: "halo", ...box }), svg("rect", { ...box, stroke: mark.colour }));
    }
    case "decisive": {
      // Light and dark, so that it is seen on every colour.
      const frame = { x: cx - width / 2, y: cy - height / 2, width, height, rx: width * 0.15 };
      return svg("g", { class: "decisive" }, svg("rect", { class: "outer", ...frame }), svg("rect", frame));
    }
    case "cross": {
      const arm = Math.max(r, 11) * 0.8;
      const path = `M${cx - arm} ${cy - arm}l${2 * arm} ${2 * arm}M${cx + arm} ${cy - arm}l${-2 * arm} ${2 * arm}`;
      return svg("g", { class: "cross" }, svg("path", { class: "halo", d: path }), svg("path", { d: path }));
    }
  }
}

type Way = Extract<BoardMark, { readonly places: readonly string[] }>;

function drawWay(mark: Way, places: Places): SVGElement | undefined {
  if (mark.kind === "arrow") {
    const points = arrowPoints(mark.places, places);
    return points.length < 2 ? undefined : drawArrow(points, mark.colour);
  }
  const points = mark.places.map((place) => centreOf(places, place)).filter((point) => point !== undefined);
  if (points.length < 2) return undefined;
  const text = pointsText(points);
  return svg("g", {}, svg("polyline", { class: "halo", points: text }),
    svg("polyline", { class: "route", points: text, stroke: mark.colour }));
}

type Point = readonly [x: number, y: number];

/** Length and half width of the head of an arrow, and the radius of its number, in the units of the picture. */
const [HEAD, HALF_HEAD, NUMBER] = [15, 8, 9] as const;

/** How far arrows keep to the right, so that the way back is next to the way there. */
const LANE = 4;

function drawArrow(points: readonly Point[], colour: string): SVGElement {
  const [from, end] = [points.at(-2)!, points.at(-1)!];
  const length = Math.hypot(end[0] - from[0], end[1] - from[1]) || 1;
  const [dx, dy] = [(end[0] - from[0]) / length, (end[1] - from[1]) / length];
  const neck: Point = [end[0] - dx * HEAD, end[1] - dy * HEAD];
  const side = (sign: number): Point => [neck[0] - sign * dy * HALF_HEAD, neck[1] + sign * dx * HALF_HEAD];
  const shaft = pointsText([...points.slice(0, -1), neck]);
  const head = pointsText([end, side(1), side(-1)]);
  return svg("g", { class: "arrow" },
    svg("polyline", { class: "halo", points: shaft }),
    svg("polygon", { class: "halo", points: head }),
    svg("polyline", { points: shaft, stroke: colour }),
    svg("polygon", { points: head, fill: colour }));
}

/** Where on the longest part of its way a number can be, the best place first. */
const NUMBER_PLACES = [0.5, 0.35, 0.65, 0.2, 0.8] as const;

/** Returns the numbers of arrows, each on its way and, where there is room, not on another number. */
function drawNumbers(marks: readonly BoardMark[], places: Places): SVGElement[] {
  const taken: Point[] = [];
  return marks.flatMap((mark) => {
    const points = mark.kind === "arrow" && mark.number !== undefined ? arrowPoints(mark.places, places) : [];
    if (mark.kind !== "arrow" || points.length < 2) return [];
    const [[fromX, fromY], [toX, toY]] = longestPart(points);
    const candidates = NUMBER_PLACES.map((share): Point => [fromX + share * (toX - fromX), fromY + share * (toY - fromY)]);
    const isFree = ([x, y]: Point) => taken.every(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY) >= 2 * NUMBER);
    const [x, y] = candidates.find(isFree) ?? candidates[0]!;
    taken.push([x, y]);
    return [svg("g", { class: "number" },
      svg("circle", { cx: x, cy: y, r: NUMBER, fill: mark.colour }),
      svg("text", { x, y, fill: "#fff", "font-size": NUMBER * 1.5 }, mark.number))];
  });
}

/** Returns the points of an arrow; a straight one keeps to the right. */
function arrowPoints(names: readonly string[], places: Places): readonly Point[] {
  const points = names.map((name) => centreOf(places, name)).filter((point) => point !== undefined);
  const [from, to] = points;
  if (from === undefined || to === undefined || points.length > 2) return points;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [dx, dy] = [(-LANE * (to[1] - from[1])) / length, (LANE * (to[0] - from[0])) / length];
  return [[from[0] + dx, from[1] + dy], [to[0] + dx, to[1] + dy]];
}

/** Returns the longest part of a way. */
function longestPart(points: readonly Point[]): readonly [Point, Point] {
  const parts = points.slice(1).map((to, index): readonly [Point, Point] => [points[index]!, to]);
  const length = ([[fromX, fromY], [toX, toY]]: readonly [Point, Point]) => Math.hypot(toX - fromX, toY - fromY);
  return parts.reduce((longest, part) => (length(part) > length(longest) ? part : longest));
}

function pointsText(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${y}`).join(" ");
}

/** Returns the centre of a place, or `undefined` if the picture has no such place. */
export function centreOf(places: Places, place: string): Point | undefined {
  const rectangle = places.get(place);
  if (rectangle === undefined) return undefined;
  return [rectangle.left + rectangle.width / 2, rectangle.top + rectangle.height / 2];
}
