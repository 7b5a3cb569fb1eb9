/** The turns of a bot that have lost the most. */

import type { BotMatch, ReplayRecordResponse, TurnAnalysis } from "botwerk/v1";
import { graphedTurns } from "../viewer/record_evaluation.js";
import { viewedSeats } from "../viewer/viewed_match.js";

/** Number of turns that are listed. */
const MAX_TURNS = 10;

/** A turn of a match with what it has lost. */
export interface WorstTurn {
  readonly match: string;
  /** The index of the step that the turn leads to. */
  readonly step: number;
  /** The turn as the viewer shows it, such as `12. White: a1-b2`. */
  readonly text: string;
  readonly opponents: readonly string[];
  /** By how much less the turn was worth than the best one, in the player's own unit. */
  readonly loss: bigint;
  readonly isBlunder: boolean;
  /** The turn that the player suggests. */
  readonly best: string;
}

/** Returns the turns of the bot that have lost anything in a match, the worst ones first. */
export function worstTurnsOf({ match, seat, opponents }: BotMatch, { steps, match: replayed }: ReplayRecordResponse, turns: readonly TurnAnalysis[]): WorstTurn[] {
  const side = viewedSeats(replayed?.seats ?? [], replayed?.seatNames ?? [])[seat]?.side ?? `Seat ${seat}`;
  return worstTurns(graphedTurns(turns, steps).flatMap(({ index, analysis }) => {
    const { loss = 0n, isBlunder, best } = analysis;
    if (analysis.seat !== seat || loss <= 0n) return [];
    return [{ match, step: index, text: `${index}. ${side}: ${steps[index]!.text}`, opponents, loss, isBlunder, best }];
  }));
}

/** Returns the worst of some turns: blunders first, since the unit of losses differs from game to game. */
export function worstTurns(turns: readonly WorstTurn[]): WorstTurn[] {
  const order = (one: WorstTurn, other: WorstTurn) => Number(other.isBlunder) - Number(one.isBlunder) || Number(other.loss - one.loss);
  return [...turns].sort(order).slice(0, MAX_TURNS);
}
