/** The graph of what an agent expects over the turns of a match. */

import type { TurnAnalysis } from "botwerk/v1";
import { svg } from "../shell/elements.js";

/** The height of the drawing in pixels. Its width is that of its place, so that text has the size of text. */
export const GRAPH_HEIGHT = 180;
const MARGIN = { left: 52, right: 10, top: 10, bottom: 18 } as const;

/** A turn with its place in the list of steps. */
export interface GraphedTurn {
  /** The index of the step that the turn leads to. */
  readonly index: number;
  readonly analysis: TurnAnalysis;
}

/** A point of a line, in the units of the view box. */
export interface GraphPoint {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** The lines of the seats, with the scale that they share. */
export interface GraphLayout {
  /** The points of each seat by its number. */
  readonly lines: ReadonlyMap<number, readonly GraphPoint[]>;
  /** The height of 0, if the scale includes it. */
  readonly zero: number | undefined;
  readonly ticks: readonly { readonly y: number; readonly text: string }[];
}

/** The horizontal scale of a drawing. */
export interface GraphScale {
  /** The width of the drawing in pixels. */
  readonly width: number;
  /** The number of steps. */
  readonly steps: number;
}

/** Returns the x of a step. */
export function graphX(index: number, { width, steps }: GraphScale): number {
  const inner = width - MARGIN.left - MARGIN.right;
  return MARGIN.left + (steps <= 1 ? 0 : (inner * index) / (steps - 1));
}

/** Returns the step nearest to an x. */
export function graphStep(x: number, { width, steps }: GraphScale): number {
  const inner = width - MARGIN.left - MARGIN.right;
  return Math.min(steps - 1, Math.max(0, Math.round(((x - MARGIN.left) / inner) * (steps - 1))));
}

/**
 * Lays out the values before each turn, one line for each seat. A few values far beyond all others, as those of a won
 * position, end at the edge.
 */
export function layOutGraph(turns: readonly GraphedTurn[], graphScale: GraphScale): GraphLayout {
  const valued = turns.flatMap(({ index, analysis: { seat, valueBefore } }) =>
    valueBefore === undefined ? [] : [{ index, seat, value: Number(valueBefore) }]);
  const [low, high] = scaleOf(valued.map(({ value }) => value));
  const height = GRAPH_HEIGHT - MARGIN.top - MARGIN.bottom;
  const yOf = (value: number) => MARGIN.top + (height * (high - Math.min(high, Math.max(low, value)))) / (high - low);
  const lines = new Map<number, GraphPoint[]>();
  for (const { index, seat, value } of valued) {
    const line = lines.get(seat) ?? [];
    // The value is that of the position before the turn.
    line.push({ index, x: graphX(index - 1, graphScale), y: yOf(value) });
    lines.set(seat, line);
  }
  const ticks = [...new Set([high, low < 0 && high > 0 ? 0 : (low + high) / 2, low])];
  return {
    lines,
    zero: low <= 0 && high >= 0 ? yOf(0) : undefined,
    ticks: ticks.map((value) => ({ y: yOf(value), text: tickText(value) })),
  };
}

/** Returns the least and the greatest value of the scale. */
function scaleOf(values: readonly number[]): readonly [number, number] {
  if (values.length === 0) return [-1, 1];
  const sizes = values.map(Math.abs).sort((a, b) => a - b);
  // Most values, with some space: what is beyond is as good as decided.
  const usual = Math.max(1, 2 * sizes[Math.floor(0.8 * (sizes.length - 1))]!);
  const limit = Math.min(usual, sizes.at(-1)!) || 1;
  if (values.some((value) => value < 0)) return [-limit, limit];
  return [0, limit];
}

function tickText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(2))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(2))}k`;
  return String(Math.round(value));
}

/** Returns the drawing. The element of the class `graph-cursor` is moved by `moveGraphCursor`. */
export function graphElement(turns: readonly GraphedTurn[], scale: GraphScale, label: string): SVGSVGElement {
  const { lines, zero, ticks } = layOutGraph(turns, scale);
  const bottom = GRAPH_HEIGHT - MARGIN.bottom;
  const right = scale.width - MARGIN.right;
  const points = [...lines].flatMap(([seat, line]) => line.map((point) => ({ seat, ...point })));
  const blunders = new Map(turns.filter(({ analysis }) => analysis.isBlunder).map((turn) => [turn.index, turn.analysis]));
  return svg(
    "svg",
    { viewBox: `0 0 ${scale.width} ${GRAPH_HEIGHT}`, class: "evaluation-graph", role: "img", "aria-label": label },
    svg("rect", { class: "graph-frame", x: MARGIN.left, y: MARGIN.top, width: right - MARGIN.left, height: bottom - MARGIN.top }),
    zero !== undefined && svg("line", { class: "graph-zero", x1: MARGIN.left, x2: right, y1: zero, y2: zero }),
    ticks.map(({ y, text }) => svg("text", { class: "graph-text", x: MARGIN.left - 6, y: y + 4, "text-anchor": "end" }, text)),
    svg("text", { class: "graph-text", x: MARGIN.left, y: GRAPH_HEIGHT - 4 }, "0"),
    svg("text", { class: "graph-text", x: right, y: GRAPH_HEIGHT - 4, "text-anchor": "end" }, scale.steps - 1),
    svg("line", { class: "graph-cursor", y1: MARGIN.top, y2: bottom }),
    [...lines].map(([seat, line]) =>
      svg("polyline", { class: `graph-line seat-${seat}`, points: line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") })),
    points.length <= 120 && points.map(({ seat, x, y }) => svg("circle", { class: `graph-dot seat-${seat}`, cx: x, cy: y, r: 2 })),
    points.filter(({ index }) => blunders.has(index)).map(({ seat, index, x, y }) =>
      svg("circle", { class: `graph-blunder seat-${seat}`, cx: x, cy: y, r: 5 },
        svg("title", {}, `Step ${index}: blunder, loss ${blunders.get(index)!.loss ?? 0}`))),
  );
}

/** Marks a step in the drawing. */
export function moveGraphCursor(graph: SVGSVGElement, index: number, scale: GraphScale): void {
  const line = graph.querySelector(".graph-cursor");
  const x = graphX(index, scale).toFixed(1);
  line?.setAttribute("x1", x);
  line?.setAttribute("x2", x);
}
