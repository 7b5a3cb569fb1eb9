/** How states, progress and ages are written in lists. */

import { MatchState, TournamentState } from "botwerk/v1";

/** A state with the look of its badge. */
export interface StateLabel {
  readonly text: string;
  readonly look: "good" | "bad" | "warn" | "";
}

export function matchStateLabel(state: MatchState): StateLabel {
  switch (state) {
    case MatchState.WAITING:
      return { text: "waiting", look: "warn" };
    case MatchState.RUNNING:
      return { text: "in progress", look: "good" };
    case MatchState.SUSPENDED:
      return { text: "suspended", look: "warn" };
    case MatchState.ABORTED:
      return { text: "aborted", look: "bad" };
    case MatchState.OVER:
    case MatchState.UNSPECIFIED:
      return { text: "over", look: "" };
  }
}

export function tournamentStateLabel(state: TournamentState): StateLabel {
  switch (state) {
    case TournamentState.RUNNING:
      return { text: "running", look: "good" };
    case TournamentState.PAUSED:
      return { text: "paused", look: "warn" };
    case TournamentState.CANCELLED:
      return { text: "cancelled", look: "bad" };
    case TournamentState.OVER:
    case TournamentState.UNSPECIFIED:
      return { text: "over", look: "" };
  }
}

/** Returns the progress of a tournament. `expected` is 0 if it is unknown. */
export function progressText(results: number, expected: number, running: number): string {
  const total = expected > 0 ? `${results} of ${expected} matches` : `${results} matches`;
  return running > 0 ? `${total}, ${running} in progress` : total;
}

/** Returns how long ago a time was, such as `5 min ago`. */
export function ageText(millis: number, nowMillis: number): string {
  const seconds = Math.max(0, (nowMillis - millis) / 1000);
  if (seconds < 60) return "just now";
  for (const [unit, size, next] of [["min", 60, 3600], ["h", 3600, 86_400], ["d", 86_400, Infinity]] as const) {
    if (seconds < next) return `${Math.floor(seconds / size)} ${unit} ago`;
  }
  return "";
}
