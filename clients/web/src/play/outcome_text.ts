/** How a match has ended, for its players. */

import { Termination } from "botwerk/v1";
import type { MatchOver } from "botwerk/v1";

/** What follows the name of a seat, and the word "You". */
const TERMINATIONS: Readonly<Partial<Record<Termination, readonly [other: string, own: string]>>> = {
  [Termination.RESIGNED]: ["has resigned", "have resigned"],
  [Termination.FLAGGED]: ["has run out of time", "have run out of time"],
  [Termination.ILLEGAL]: ["was removed after illegal submissions", "were removed after illegal submissions"],
  [Termination.DISCONNECTED]: ["was offline for too long", "were offline for too long"],
  [Termination.NO_SHOW]: ["did not join in time", "did not join in time"],
  [Termination.CRASHED]: ["has failed", "have failed"],
  [Termination.INFRA]: ["did not come back after a restart of the server", "did not come back after a restart of the server"],
};

/** Returns the result for one seat, such as `You have won`. */
export function outcomeTitle({ outcome }: Pick<MatchOver, "outcome">, seat: number): string {
  if (outcome === undefined || outcome.places.length === 0) return "The match has ended without a result";
  const { places, points } = outcome;
  if (places.length === 1) return (points[0] ?? 0) > 0 ? "You have won" : "You have lost";
  const first = places.filter((place) => place === 1).length;
  if (first === places.length) return "The match is drawn";
  const place = places[seat];
  if (place === 1) return first === 1 ? "You have won" : "You share the first place";
  return places.length === 2 ? "You have lost" : `You have come in at place ${place}`;
}

/** Returns why a match has ended and its result for one seat; `ending` is empty if it is not known. */
export function endingSentence(ending: string, over: Pick<MatchOver, "outcome">, seat: number): string {
  const title = outcomeTitle(over, seat);
  return ending === "" ? `${title}.` : `${ending}: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`;
}

/** A seat that left before the end. `text` follows its name, or "You" for the own seat. */
export interface TerminationText {
  readonly seat: number;
  readonly text: string;
}

/** Returns why each seat left that did not play to the end. */
export function terminationTexts({ terminations }: Pick<MatchOver, "terminations">, own: number): readonly TerminationText[] {
  return terminations.flatMap((termination, seat) => {
    const texts = TERMINATIONS[termination];
    return texts === undefined ? [] : [{ seat, text: texts[seat === own ? 1 : 0] }];
  });
}
