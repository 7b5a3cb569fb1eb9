/** What happened in a round of a race: who announced what and when, and what was shown. */

import type { Position } from "botwerk/v1";
import { toMillis } from "../../shell/nanos.js";
import type { SeatView, SeenUpdate } from "../match_model.js";
import { racePosition } from "../race/race_position.js";
import { shownMoves } from "../race/driven_route.js";
import { seatTexts } from "./seat_texts.js";

/** A number that a seat announced in a round. */
export interface RoundAnnouncement {
  readonly seat: number;
  readonly number: number;
  /** The time from the start of the race, in milliseconds. */
  readonly millis: number;
}

/** A route that a seat showed. */
export interface RoundShow {
  readonly seat: number;
  readonly number: number;
  readonly moves: readonly string[];
  readonly isCorrect: boolean;
}

/** A round that has ended. */
export interface RoundRecap {
  readonly round: number;
  /** What the seat saw at the start of the race. */
  readonly start: SeatView;
  /** In the order of their times. */
  readonly announcements: readonly RoundAnnouncement[];
  /** In the order in which they were shown. */
  readonly shows: readonly RoundShow[];
}

/** The difference between the times of the server and of the page, in milliseconds. */
const TOLERANCE = 1000;

/** Records the rounds of a match from its updates. */
export class RoundRecorder {
  #start: SeatView | undefined;
  #startedAt = 0;
  #announcements: RoundAnnouncement[] = [];
  #shows: RoundShow[] = [];

  /** Receives an update. Returns the round that it has ended, or `undefined` if none has ended. */
  receive(update: SeenUpdate): RoundRecap | undefined {
    const { before, after, receivedAt } = update;
    const [from, to] = [before, after].map((view) => view && racePosition(view.position));
    this.#announce(update);
    if (before !== undefined && after !== undefined && from?.stage.kind === "show") this.#show(update, before.position, after.position, from.stage);
    const hasEnded = from !== undefined && from.stage.kind !== "between" && to !== undefined && (to.round > from.round || to.stage.kind === "between");
    const recap = hasEnded ? this.#recap(from.round) : undefined;
    if (to?.stage.kind === "race" && (this.#start === undefined || hasEnded || to.round !== from?.round)) {
      this.#start = after;
      this.#startedAt = receivedAt;
      this.#announcements = [];
      this.#shows = [];
    }
    return recap;
  }

  #recap(round: number): RoundRecap | undefined {
    const start = this.#start;
    this.#start = undefined;
    if (start === undefined) return undefined;
    const announcements = [...this.#announcements].sort((first, second) => first.millis - second.millis);
    return { round, start, announcements, shows: this.#shows };
  }

  #announce(update: SeenUpdate): void {
    const now = update.receivedAt - this.#startedAt;
    const times = (update.race?.announcements ?? []).map(({ seat, text, elapsedNanos }) => ({ seat, text, millis: toMillis(elapsedNanos) }));
    // Agents with human times announce ahead: what would have come later was not said.
    const decided = times.filter(({ millis }) => !update.isLive || millis < now + TOLERANCE);
    const acted = seatTexts(update);
    const sent = (acted?.texts ?? []).map((text) => ({ seat: acted!.seat, text, millis: now }));
    // The times of a decided race are the server's.
    for (const { seat, text, millis } of [...decided, ...sent]) {
      const number = Number(/^say (\d+)$/.exec(text)?.[1] ?? NaN);
      const isKnown = this.#announcements.some((known) => known.seat === seat && known.number === number);
      if (!Number.isNaN(number) && !isKnown) this.#announcements.push({ seat, number, millis });
    }
  }

  #show(update: SeenUpdate, before: Position, after: Position, { seat, number }: { readonly seat: number; readonly number: number }): void {
    const acted = seatTexts(update);
    const moves = acted?.seat === seat ? shownMoves(acted.texts) : [];
    const last = this.#shows.at(-1);
    // A show can arrive move by move.
    const isContinued = last?.seat === seat && last.number === number;
    if (isContinued) this.#shows.pop();
    const isCorrect = scoreOf(after, seat) > scoreOf(before, seat);
    this.#shows.push({ seat, number, moves: [...(isContinued ? last.moves : []), ...moves], isCorrect });
  }
}

function scoreOf({ game }: Position, seat: number): number {
  if (game.case === "microRobots") return game.value.chips[seat] ?? 0;
  return game.case === "ricochet" ? (game.value.won[seat] ?? 0) : 0;
}
