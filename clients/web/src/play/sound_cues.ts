/** Which changes of a match can be heard. */

import { settings } from "../shell/settings.js";
import { bankMillis, remainingMillis } from "./clock.js";
import type { MatchModel } from "./match_model.js";
import { Sounds } from "./sound.js";
import type { SoundCue } from "./sound.js";

/** The remaining time with which the clock can be heard, in milliseconds. */
export const LITTLE_TIME = 10_000;

/** What the cues depend on. */
export interface HeardState {
  /** The turn that the person is asked for. */
  readonly turn: number | undefined;
  /** The number of turns of others and of chance, and of announcements. */
  readonly events: number;
  readonly isOver: boolean;
}

/** Returns what is to be heard of a change, the most important of what has happened. */
export function cueOf(before: HeardState, after: HeardState): SoundCue | undefined {
  if (after.isOver) return before.isOver ? undefined : "end";
  if (after.turn !== undefined && after.turn !== before.turn) return "turn";
  return after.events > before.events ? "event" : undefined;
}

/** Plays the cues of a match. */
export class SoundCues {
  readonly #sounds = new Sounds();
  #heard: HeardState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #warnedTurn: number | undefined;

  constructor(
    private readonly model: MatchModel,
    private readonly seat: number,
    signal: AbortSignal,
  ) {
    // A person hears what was switched on.
    settings.onChange((name) => {
      if (name === "sounds") this.#sounds.play("turn");
    }, signal);
  }

  /** Plays what has changed since the previous update. What was there at first is not heard, but for the own turn. */
  update(): void {
    if (this.model.joined === undefined) return;
    const state = heardState(this.model, this.seat);
    const cue = cueOf(this.#heard ?? { ...state, turn: undefined }, state);
    this.#heard = state;
    if (cue !== undefined) this.#sounds.play(cue);
    this.#awaitLittleTime();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#sounds.close();
  }

  #awaitLittleTime(): void {
    clearTimeout(this.#timer);
    const turn = this.model.request?.turn;
    const millis = this.#millisLeft();
    if (turn === undefined || turn === this.#warnedTurn || millis === undefined) return;
    this.#timer = setTimeout(() => {
      this.#warnedTurn = turn;
      this.#sounds.play("time");
    }, Math.max(0, millis - LITTLE_TIME));
  }

  #millisLeft(): number | undefined {
    const { clocks, toAct } = this.model;
    if (clocks === undefined || clocks.clocks.isPaused) return undefined;
    const now = performance.now();
    const left = [remainingMillis(clocks, now), toAct.length === 1 ? bankMillis(clocks, this.seat, true, now) : undefined];
    const limits = left.filter((millis) => millis !== undefined);
    return limits.length === 0 ? undefined : Math.min(...limits);
  }
}

function heardState({ request, turns, over }: MatchModel, seat: number): HeardState {
  const events = turns.filter(({ actor, announcements }) => actor !== seat || announcements.some((one) => one.seat !== seat));
  return { turn: request?.turn, events: events.length, isOver: over !== undefined };
}
