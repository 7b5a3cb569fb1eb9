/** Descriptions of tournaments as text. */

import { MatchState, ObstacleKind, Termination, TournamentState } from "botwerk/v1";
import type { League, TimeControl, Tournament, TournamentSetup } from "botwerk/v1";
import { toMillis } from "../shell/nanos.js";
import { count, number, signed } from "./number_format.js";

/** Number of seats of a match if the set-up does not name one. */
const DEFAULT_SEATS = 2;

/** Returns the number of seats of a match. */
export function seatCount(setup: TournamentSetup | undefined): number {
  const seats = setup?.setup?.seats ?? 0;
  return seats > 0 ? seats : DEFAULT_SEATS;
}

/** Returns the state in lower case. */
export function stateName(state: TournamentState): string {
  return (TournamentState[state] ?? "unknown").toLowerCase();
}

/** Returns the class of the badge of a state. */
export function stateLook(state: TournamentState): string {
  if (state === TournamentState.RUNNING) return "good";
  if (state === TournamentState.PAUSED) return "warn";
  return state === TournamentState.CANCELLED ? "bad" : "";
}

/** Returns true if no further matches are played. */
export function hasEnded({ state }: Tournament): boolean {
  return state === TournamentState.OVER || state === TournamentState.CANCELLED;
}

/** Returns the name of the format. */
export function formatName(setup: TournamentSetup | undefined): string {
  switch (setup?.format?.kind.case) {
    case "roundRobin":
      return "round robin";
    case "gauntlet":
      return "gauntlet";
    case "swiss":
      return "Swiss";
    case "knockout":
      return "knockout";
    case "sprt":
      return "SPRT";
    case "league":
      return "league";
    case undefined:
      return "no format";
  }
}

/** Returns the settings of the format, or an empty text if it has none. */
export function formatSettings(setup: TournamentSetup | undefined): string {
  const kind = setup?.format?.kind;
  switch (kind?.case) {
    case "roundRobin":
      return count(kind.value.cycles, "cycle");
    case "gauntlet":
      return `${count(kind.value.challengers, "challenger")}, ${count(kind.value.cycles, "cycle")}`;
    case "swiss":
      return `${count(kind.value.rounds, "round")} of ${count(kind.value.pairs, "pair")}`;
    case "knockout":
      return `${count(kind.value.pairs, "pair")}, up to ${kind.value.tiebreakPairs} more while drawn`;
    case "sprt": {
      const { isNormalised, elo0, elo1, maxPairs } = kind.value;
      const scale = isNormalised ? "normalised Elo" : "Elo";
      return `${scale} ${signed(elo0)} (H0) against ${signed(elo1)} (H1), at most ${count(maxPairs, "pair")}`;
    }
    case "league":
      return leagueLimits(kind.value);
    case undefined:
      return "";
  }
}

function leagueLimits({ seasons, seasonMatches, seasonDays, matchesPerDay }: League): string {
  const season = [
    seasonMatches > 0 ? count(seasonMatches, "match") : "",
    seasonDays > 0 ? count(seasonDays, "day") : "",
  ].filter((limit) => limit !== "");
  const length = season.length === 0
    ? "one season without an end"
    : `${seasons === 0 ? "seasons" : count(seasons, "season")} of at most ${season.join(" and ")}`;
  return matchesPerDay === 0 ? length : `${length}, at most ${count(matchesPerDay, "match")} a day`;
}

/** Returns the game with its options. */
export function gameText(setup: TournamentSetup | undefined): string {
  const options = (setup?.setup?.options ?? []).map(({ name, value }) => `${name}=${value}`);
  const openings = setup?.openingTurns;
  const sampled = openings === undefined ? [] : [`openings of ${count(openings, "turn")}`];
  return [setup?.setup?.game ?? "unknown game", count(seatCount(setup), "seat"), ...sampled, ...options].join(", ");
}

/** Returns the time control, or an empty text without. */
export function timeControlText(control: TimeControl | undefined): string {
  const kind = control?.kind;
  const seconds = (nanos: bigint) => `${toMillis(nanos) / 1000} s`;
  switch (kind?.case) {
    case "turnNanos":
      return `${seconds(kind.value)} a turn`;
    case "roundNanos":
      return `${seconds(kind.value)} a round`;
    case "bank":
      return `${seconds(kind.value.baseNanos)} and ${seconds(kind.value.incrementNanos)} a turn`;
    case "budgetNodes":
      return `${number(kind.value)} search nodes a turn`;
    default:
      return "";
  }
}

/** Returns a termination in lower case, or an empty text for a seat that played to the end. */
export function terminationName(termination: Termination): string {
  if (termination === Termination.NONE) return "";
  return (Termination[termination] ?? "unknown").toLowerCase().replaceAll("_", " ");
}

/** Returns the state of a match in lower case. */
export function matchStateName(state: MatchState): string {
  return (MatchState[state] ?? "unknown").toLowerCase();
}

/** Returns what keeps a tournament from progressing, in a few words. */
export function obstacleName(kind: ObstacleKind): string {
  return (ObstacleKind[kind] ?? "unknown").toLowerCase().replaceAll("_", " ");
}

/** Returns the id of a resource such as `matches/0197...`. */
export function resourceId(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}
