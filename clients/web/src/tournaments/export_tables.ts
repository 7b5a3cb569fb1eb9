/** Standings and matches as files, with the columns of `botwerk tournament export`. */

import { Termination } from "botwerk/v1";
import type { Estimate, Standing } from "botwerk/v1";
import { csv } from "./csv.js";
import type { Cell } from "./csv.js";
import { terminationName } from "./description.js";
import type { MatchRow } from "./match_row.js";

const TERMINATIONS = [
  Termination.RESIGNED,
  Termination.FLAGGED,
  Termination.ILLEGAL,
  Termination.DISCONNECTED,
  Termination.NO_SHOW,
  Termination.CRASHED,
  Termination.INFRA,
] as const;

/** Returns the standings as comma-separated values: one row per entrant. */
export function standingsCsv(standings: readonly Standing[], seats: number): string {
  return csv([standingColumns(seats), ...standings.map((standing) => standingCells(standing, seats))]);
}

function standingColumns(seats: number): string[] {
  const first = "place entrant withdrawn matches points score_rate byes wins draws losses pairs_0 pairs_half pairs_1 " +
    "pairs_1_half pairs_2 elo elo_low elo_high normalised_elo normalised_elo_low normalised_elo_high los";
  const last = "adjudicated illegal_submissions turns think_nanos turn_nanos_median turn_nanos_p90 turn_nanos_p99 " +
    "turn_nanos_max buchholz sonneborn_berger direct_encounter anchor former_version regular_matches regular_score_rate";
  const bySeat = Array.from({ length: seats }, (_, seat) => [`seat_${seat}_points`, `seat_${seat}_opponents`]).flat();
  return [...first.split(" "), ...bySeat, ...TERMINATIONS.map(terminationColumn), ...last.split(" ")];
}

function terminationColumn(termination: Termination): string {
  return terminationName(termination).replaceAll(" ", "_");
}

function standingCells(standing: Standing, seats: number): Cell[] {
  const { turnTimes: times, tieBreaks } = standing;
  const estimate = (value: Estimate | undefined) => [value?.value, value?.low, value?.high];
  const counts = new Map(standing.terminations.map(({ termination, count }) => [termination, count]));
  return [
    standing.place, standing.entrant, standing.isWithdrawn, standing.matches, standing.points, standing.scoreRate,
    standing.byes, standing.wins, standing.draws, standing.losses,
    ...Array.from({ length: 5 }, (_, index) => standing.pentanomial[index]),
    ...estimate(standing.elo), ...estimate(standing.normalisedElo), standing.los,
    ...Array.from({ length: seats }, (_, seat) => standing.seats[seat])
      .flatMap((score) => [score?.points ?? 0, score?.opponents ?? 0]),
    ...TERMINATIONS.map((termination) => counts.get(termination) ?? 0),
    standing.adjudicated, standing.illegalSubmissions, standing.turns, standing.thinkNanos,
    times?.medianNanos, times?.p90Nanos, times?.p99Nanos, times?.maxNanos,
    tieBreaks?.buchholz, tieBreaks?.sonnebornBerger, tieBreaks?.directEncounter,
    standing.isAnchor, standing.isFormerVersion, standing.regularMatches, standing.regularScoreRate,
  ];
}

/** Returns matches as comma-separated values: one row per match. */
export function matchesCsv(rows: readonly MatchRow[], seats: number): string {
  const bySeat = "entrant place termination illegal_submissions turns think_seconds max_think_seconds".split(" ");
  const columns = ["index", "round", "block", "match", "attempts", "rated", "voided", "adjudicated",
    "fingerprint",
    ...Array.from({ length: seats }, (_, seat) => bySeat.map((column) => `${column}_${seat}`)).flat()];
  return csv([columns, ...rows.map((row) => matchCells(row, seats))]);
}

function matchCells({ index, round, block, match, attempts, entrants, result }: MatchRow, seats: number): Cell[] {
  const ofSeat = (seat: number): Cell[] => {
    const stats = result?.seats[seat];
    return [entrants[seat], result?.places[seat], stats && terminationColumn(stats.termination),
      stats?.illegalSubmissions, stats?.turns, stats && stats.thinkNanos / 1e9, stats && stats.maxThinkNanos / 1e9];
  };
  // A match without a result is not one that counts.
  return [index, round, block, result === undefined ? undefined : match, attempts, result?.isRated, result?.isVoided,
    result?.isAdjudicated, result?.fingerprint, ...Array.from({ length: seats }, (_, seat) => ofSeat(seat)).flat()];
}

/** Returns matches as JSON, one object per line of the array. */
export function matchesJson(rows: readonly MatchRow[]): string {
  return `[\n${rows.map((row) => JSON.stringify(matchObject(row))).join(",\n")}\n]\n`;
}

function matchObject({ index, round, block, match, attempts, entrants, result }: MatchRow): object {
  if (result === undefined) return { index, round, block, entrants, attempts };
  const { places, isRated, isVoided, isAdjudicated, fingerprint, seats } = result;
  return {
    index, round, block, entrants, attempts, match, places,
    rated: isRated, voided: isVoided, adjudicated: isAdjudicated, fingerprint,
    seats: seats.map((seat) => ({ ...seat, termination: terminationColumn(seat.termination) })),
  };
}
