/** The turns of a match as a list, from the events that the server sends. */

import type { RaceResult, VisibleEvent } from "botwerk/v1";
import { toMillis } from "../shell/nanos.js";

/** Who acted: a seat, chance or the referee. */
export type EntryActor = number | "chance" | "referee";

/** An announcement in a race that was decided. */
export interface EntryAnnouncement {
  readonly seat: number;
  readonly text: string;
  readonly millis: number;
  readonly isWinner: boolean;
}

/** One line of the list. */
export interface TurnEntry {
  /** The number of the frame. */
  readonly seq: number;
  readonly actor: EntryActor;
  readonly text: string;
  /** The announcements of the race that was decided here. */
  readonly announcements: readonly EntryAnnouncement[];
}

/** Returns the entries of one frame. Actions of one actor in a row are one entry. */
export function entriesOf(seq: number, events: readonly VisibleEvent[], race: RaceResult | undefined): TurnEntry[] {
  const groups: { readonly actor: EntryActor; readonly texts: string[] }[] = [];
  for (const event of events) {
    const actor = actorOf(event);
    const last = groups.at(-1);
    if (last?.actor === actor) last.texts.push(event.text);
    else groups.push({ actor, texts: [event.text] });
  }
  const announcements = race === undefined ? [] : announcementsOf(race);
  return groups.map(({ actor, texts }, index) => ({
    seq,
    actor,
    text: joinTexts(texts),
    announcements: index === 0 ? announcements : [],
  }));
}

function actorOf({ actor }: VisibleEvent): EntryActor {
  if (actor?.kind.case === "seat") return actor.kind.value;
  return actor?.kind.case === "referee" ? "referee" : "chance";
}

function announcementsOf({ announcements, winner }: RaceResult): EntryAnnouncement[] {
  return announcements.map(({ seat, text, elapsedNanos }) => ({
    seat,
    text,
    millis: toMillis(elapsedNanos),
    isWinner: seat === winner,
  }));
}

/** Joins the actions of a turn; the moves of a Micro Robots route become `to 6P-6W`. */
function joinTexts(texts: readonly string[]): string {
  const isRoute = texts.every((text) => text.startsWith("to ") || text === "end");
  if (!isRoute) return texts.join(texts.some((text) => text.includes(" ")) ? ", " : " ");
  const spaces = texts.filter((text) => text !== "end").map((text) => text.slice(3));
  return spaces.length === 0 ? "end" : `to ${spaces.join("-")}`;
}

/** The longest entry to which further actions are added, in characters. */
const MAX_LENGTH = 120;

/** Adds entries to a list. A turn that arrives action by action is one entry. */
export function addEntries(list: readonly TurnEntry[], added: readonly TurnEntry[]): TurnEntry[] {
  const [first, ...rest] = added;
  const last = list.at(-1);
  if (first === undefined) return [...list];
  if (last === undefined || !isContinued(last, first)) return [...list, ...added];
  const separator = first.text.includes(" ") && last.text.includes(" ") && !last.text.includes("-") ? ", " : " ";
  return [...list.slice(0, -1), { ...last, seq: first.seq, text: last.text + separator + first.text }, ...rest];
}

function isContinued(last: TurnEntry, next: TurnEntry): boolean {
  if (typeof next.actor !== "number" || next.actor !== last.actor) return false;
  const hasRace = last.announcements.length > 0 || next.announcements.length > 0;
  // A Netzwerk turn ends with a full stop.
  return !hasRace && !last.text.endsWith(".") && last.text.length < MAX_LENGTH;
}
