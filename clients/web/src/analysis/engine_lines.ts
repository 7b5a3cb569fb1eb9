/** How values and lines of searches are written. */

import type { Analysis, PvTurn } from "botwerk/v1";
import { toMillis } from "../shell/nanos.js";

/** One line of the list of results. */
export interface EngineLine {
  readonly depth: number;
  readonly value: string;
  readonly nodes: string;
  readonly rate: string;
  readonly seconds: string;
  readonly turns: readonly PvTurn[];
}

/** Values of Netzwerk above this are wins: this many and the turns to the end make 30,000. */
const NETZWERK_WIN = 29_000n;
const NETZWERK_END = 30_000n;

/** Returns the line of a state of a search. */
export function lineOf(game: string, analysis: Analysis): EngineLine {
  const seconds = toMillis(analysis.timeNanos) / 1000;
  return {
    depth: analysis.depth,
    value: analysis.value === undefined ? "–" : valueText(game, analysis.value),
    nodes: countText(Number(analysis.nodes)),
    rate: seconds === 0 ? "–" : countText(Number(analysis.nodes) / seconds),
    seconds: seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(0),
    turns: analysis.principalVariation,
  };
}

/** Returns a value from the point of view of the seat that was searched. */
export function valueText(game: string, value: bigint): string {
  switch (game) {
    case "netzwerk": {
      if (value > NETZWERK_WIN) return `wins in ${NETZWERK_END - value}`;
      if (value < -NETZWERK_WIN) return `loses in ${NETZWERK_END + value}`;
      return `${value > 0n ? "+" : value < 0n ? "−" : ""}${(Math.abs(Number(value)) / 100).toFixed(2)}`;
    }
    case "droids":
      return `${(Number(value) / 100).toFixed(1)} %`;
    case "micro-robots":
    case "ricochet":
      return value === -1n ? "1 move" : `${-value} moves`;
    default:
      return String(value);
  }
}

/** What the values of a game are. */
export function valueUnit(game: string): string {
  switch (game) {
    case "netzwerk":
      return "robots ahead, for the side to move";
    case "droids":
      return "chance of winning, for the seat to act";
    default:
      return "length of the route";
  }
}

/** Returns a number of at most four digits with its unit, such as `12.3k`. */
export function countText(count: number): string {
  if (count < 1000) return String(Math.round(count));
  for (const [unit, size] of [["k", 1e3], ["M", 1e6], ["G", 1e9]] as const) {
    const scaled = count / size;
    if (scaled < 1000 || unit === "G") return `${scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0)}${unit}`;
  }
  return String(count);
}
