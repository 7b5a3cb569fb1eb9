/** How many matches of a tournament have a result. */

import { h } from "../shell/elements.js";
import type { Tournament } from "botwerk/v1";
import { toMillis } from "../shell/nanos.js";
import { hasEnded } from "./description.js";
import { duration, number, percent } from "./number_format.js";

/** Returns the number of matches with a result and the number of all matches. */
export function progressOf(tournament: Tournament): { readonly results: number; readonly matches: number } {
  const { resultCount, matchCount, expectedMatchCount } = tournament;
  const expected = hasEnded(tournament) ? 0 : Number(expectedMatchCount);
  const results = Number(resultCount);
  return { results, matches: Math.max(Number(matchCount), expected, results) };
}

/** Returns the progress as text, such as `120 of 480 matches (25.0 %)`. */
export function progressText(tournament: Tournament): string {
  const { results, matches } = progressOf(tournament);
  const share = matches > 0 ? ` (${percent(results / matches)})` : "";
  return `${number(results)} of ${number(matches)} matches${share}`;
}

/** Returns when the tournament is expected to end, or `undefined` if that is not known. */
export function remainingText({ remainingNanos }: Tournament): string | undefined {
  if (remainingNanos === undefined) return undefined;
  const remaining = toMillis(remainingNanos);
  const end = new Date(Date.now() + remaining);
  const isToday = end.toDateString() === new Date().toDateString();
  const style = isToday ? { timeStyle: "short" } as const : { dateStyle: "medium", timeStyle: "short" } as const;
  return `about ${duration(remaining)} left, until ${end.toLocaleString("en-GB", style)}`;
}

/** A bar that fills. */
export function progressBar(tournament: Tournament): HTMLElement {
  const { results, matches } = progressOf(tournament);
  return h("progress", {
    class: "matches-progress",
    max: Math.max(1, matches),
    value: Math.min(results, matches),
    "aria-label": "Matches with a result",
  }, progressText(tournament));
}
