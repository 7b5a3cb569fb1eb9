/** The matches of a tournament as rows of tables. */

import { MatchState, Termination } from "botwerk/v1";
import type { Pairing } from "botwerk/v1";

/** What one seat did in a match. */
export interface SeatRow {
  readonly termination: Termination;
  readonly illegalSubmissions: number;
  readonly turns: number;
  readonly thinkNanos: number;
  readonly maxThinkNanos: number;
}

/** The result of a match, as the tournament scores it. */
export interface ResultRow {
  /** The place of each seat, 1 is best. */
  readonly places: readonly number[];
  readonly isRated: boolean;
  readonly isVoided: boolean;
  readonly isAdjudicated: boolean;
  /** The same for matches that repeat each other; empty if nothing was played. */
  readonly fingerprint: string;
  /** One entry per seat; empty if the match was not played. */
  readonly seats: readonly SeatRow[];
}

/** A scheduled match. */
export interface MatchRow {
  /** Zero-based index in the tournament. */
  readonly index: number;
  readonly round: number;
  readonly block: number;
  /** The name of the entrant on each seat. */
  readonly entrants: readonly string[];
  /** The match that counts, or else the latest one: "matches/{id}". Empty before the first match. */
  readonly match: string;
  /** The state of that match; unspecified before the first match. */
  readonly state: MatchState;
  readonly attempts: number;
  /** Unset until the match has a result. */
  readonly result?: ResultRow;
}

/** Returns the row of a pairing. `intern` returns one text for all equal ones, so that many rows need little memory. */
export function matchRow(pairing: Pairing, intern: (name: string) => string): MatchRow {
  const played = pairing.attempts.filter(({ match }) => match !== "");
  const shown = played.find(({ isScored }) => isScored) ?? played.at(-1);
  const row = {
    index: Number(pairing.index),
    round: pairing.round,
    block: Number(pairing.block),
    entrants: pairing.entrants.map(intern),
    match: shown?.match ?? "",
    state: shown?.state ?? MatchState.UNSPECIFIED,
    attempts: pairing.attempts.length,
  };
  const { result } = pairing;
  if (result === undefined) return row;
  const seats = result.seatStats.map((seat) => ({
    termination: seat.termination,
    illegalSubmissions: seat.illegalSubmissions,
    turns: Number(seat.turns),
    thinkNanos: Number(seat.thinkNanos),
    maxThinkNanos: Number(seat.maxThinkNanos),
  }));
  const { places, isRated, isVoided, isAdjudicated, fingerprint } = result;
  return { ...row, result: { places, isRated, isVoided, isAdjudicated, fingerprint, seats } };
}

/** Returns true if the match is in progress. */
export function isInProgress({ result, state }: MatchRow): boolean {
  return result === undefined &&
    (state === MatchState.WAITING || state === MatchState.RUNNING || state === MatchState.SUSPENDED);
}

/** Returns true if a seat left early, the match counts for no entrant, or its result is a forfeit. */
export function isIrregular({ result }: MatchRow): boolean {
  if (result === undefined) return false;
  const hasLeft = result.seats.some(({ termination }) => termination !== Termination.NONE);
  return result.isVoided || !result.isRated || hasLeft;
}

/** Returns the points of a seat in half points: two per opponent beaten and one per draw. */
export function halfPoints(places: readonly number[], seat: number): number {
  const own = places[seat]!;
  let sum = 0;
  for (const [other, place] of places.entries()) {
    if (other !== seat) sum += own < place ? 2 : own === place ? 1 : 0;
  }
  return sum;
}

/** Returns the result in a few characters, such as `1–0` or `½–½`, or the places of more seats. */
export function resultText({ result, state }: MatchRow): string {
  if (result === undefined) {
    if (state === MatchState.RUNNING || state === MatchState.WAITING) return "in progress";
    return state === MatchState.SUSPENDED ? "suspended" : "";
  }
  if (result.isVoided) return "voided";
  const [one, other] = result.places;
  if (result.places.length !== 2) return result.places.join(" · ");
  return one! < other! ? "1–0" : one === other ? "½–½" : "0–1";
}
