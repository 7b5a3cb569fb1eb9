/** The evaluation of all turns of a record by a built-in agent in the page. */

import type { Client } from "botwerk/web";
import type { ReplayStep, TurnAnalysis } from "botwerk/v1";
import type { GraphedTurn } from "./evaluation_graph.js";
import { seatOf } from "./viewed_match.js";

/** Search nodes before each turn, unless the reader chooses another effort. */
export const DEFAULT_NODES = 5000;

/** A search before each turn of a record. */
export interface RecordSearch {
  readonly record: string;
  /** Search nodes before each turn. */
  readonly nodes: number;
  readonly signal: AbortSignal;
  /** Receives the turns that were searched so far, without what only the end of the search says of them. */
  report(turns: readonly TurnAnalysis[]): void;
}

/** Returns all turns that were searched, with what they were worth. */
export async function evaluateRecord({ analysis }: Client, { record, nodes, signal, report }: RecordSearch): Promise<readonly TurnAnalysis[]> {
  signal.throwIfAborted();
  const found: TurnAnalysis[] = [];
  for await (const { turns, isFinal } of analysis.analyzeRecord({ record, limits: { nodes: BigInt(nodes) } }, { signal })) {
    if (isFinal) return turns;
    found.push(...turns);
    report(found);
  }
  return [];
}

/** Returns the number of turns that an evaluation of these steps searches. */
export function countTurns(steps: readonly ReplayStep[]): number {
  return steps.filter(({ actor }) => seatOf(actor) !== undefined).length;
}

/** Returns true if the player expects anything. It reports no values for some games. */
export function hasValues(turns: readonly TurnAnalysis[]): boolean {
  return turns.some(({ valueBefore }) => valueBefore !== undefined);
}

/** Returns the turns with the indexes of the steps that they lead to. */
export function graphedTurns(turns: readonly TurnAnalysis[], steps: readonly ReplayStep[]): GraphedTurn[] {
  let index = 0;
  return [...turns]
    .sort((a, b) => Number(a.seq - b.seq))
    .flatMap((analysis) => {
      while (index < steps.length && steps[index]!.eventCount < analysis.seq) index += 1;
      return index < steps.length ? [{ index, analysis }] : [];
    });
}
