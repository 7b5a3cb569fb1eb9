/** The course of a sequential test. */

import { halfPoints } from "./match_row.js";
import type { MatchRow } from "./match_row.js";
import { logLikelihoodRatio } from "./sprt.js";
import type { Hypotheses, Pentanomial } from "./sprt.js";

/** The log-likelihood ratio after a number of pairs. */
export interface LlrPoint {
  readonly pairs: number;
  readonly llr: number;
}

/** Maximum number of points of a curve. */
const MAX_POINTS = 512;

/**
 * Returns the half points of the first entrant in each counted pair, in their order: complete blocks before the first
 * incomplete one, without those with a result that is not rated, and each of those that repeat each other once.
 * `undefined` rows are not known.
 */
export function countedPairs(rows: Iterable<MatchRow | undefined>, first: string): number[] {
  const pairs: number[] = [];
  const distinct = new Set<string>();
  let block = -1;
  let matches: MatchRow[] = [];
  for (const row of rows) {
    if (row?.result === undefined) break;
    if (row.block !== block) [block, matches] = [row.block, []];
    matches.push(row);
    if (matches.length < 2) continue;
    if (!matches.every(({ result }) => result!.isRated && !result!.isVoided)) continue;
    const plays = matches.map(({ entrants, result }) => `${entrants.join()} ${result!.fingerprint}`);
    const isKnown = matches.every(({ result }) => result!.fingerprint !== "");
    const pair = plays.sort().join();
    if (isKnown && distinct.has(pair)) continue;
    distinct.add(pair);
    const points = matches.map(({ entrants, result }) => halfPoints(result!.places, entrants.indexOf(first)));
    pairs.push(points[0]! + points[1]!);
  }
  return pairs;
}

/** Computes curves. Points stay the same while pairs are added, and are computed once. */
export class LlrHistory {
  readonly #computed = new Map<number, number>();

  constructor(private readonly hypotheses: Hypotheses) {}

  /** Returns the curve for the half points of each pair: at most `MAX_POINTS` points, the last pair among them. */
  curve(pairs: readonly number[]): LlrPoint[] {
    const step = 2 ** Math.max(0, Math.ceil(Math.log2(pairs.length / MAX_POINTS)));
    const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
    const points: LlrPoint[] = [{ pairs: 0, llr: 0 }];
    for (const [index, half] of pairs.entries()) {
      counts[half as 0 | 1 | 2 | 3 | 4] += 1;
      const number = index + 1;
      if (number % step !== 0 && number !== pairs.length) continue;
      points.push({ pairs: number, llr: this.#ratio(number, counts) });
    }
    return points;
  }

  #ratio(number: number, counts: Pentanomial): number {
    let ratio = this.#computed.get(number);
    if (ratio === undefined) this.#computed.set(number, (ratio = logLikelihoodRatio(counts, this.hypotheses)));
    return ratio;
  }
}
