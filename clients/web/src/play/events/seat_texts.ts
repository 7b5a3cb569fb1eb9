/** The actions of a seat in an update. */

import type { SeenUpdate } from "../match_model.js";

/** What a seat has done, in the notation. */
export interface SeatTexts {
  readonly seat: number;
  readonly texts: readonly string[];
}

/** Returns what the first seat of an update has done, or `undefined` if none has acted. */
export function seatTexts({ events }: Pick<SeenUpdate, "events">): SeatTexts | undefined {
  const first = events.find(({ actor }) => actor?.kind.case === "seat")?.actor;
  if (first?.kind.case !== "seat") return undefined;
  const seat = first.kind.value;
  const own = events.filter(({ actor }) => actor?.kind.case === "seat" && actor.kind.value === seat);
  return { seat, texts: own.map(({ text }) => text) };
}
