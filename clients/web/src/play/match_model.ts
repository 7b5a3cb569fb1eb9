/** What a seat knows of its match, from the frames of its stream. */

import { MatchState } from "botwerk/v1";
import type {
  ActionInfo, ActionRequest, Joined, MatchOver, Position, RaceResult, Update, View, VisibleEvent, WatchMatchResponse,
} from "botwerk/v1";
import { remainingMillis } from "./clock.js";
import type { ReceivedClocks } from "./clock.js";
import { racePosition } from "./race/race_position.js";
import { seatsToAct } from "./seats_to_act.js";
import { addEntries, entriesOf } from "./turn_entries.js";
import type { TurnEntry } from "./turn_entries.js";

/** A view as a position and as text. */
export interface SeatView {
  readonly position: Position;
  readonly text: string;
}

/** A request that the seat must answer. */
export interface OpenRequest {
  readonly turn: number;
  readonly part: number;
  readonly stage: string;
  readonly view: SeatView;
  readonly legalActions: readonly ActionInfo[];
}

/** What has happened, with what the seat saw before and afterwards. */
export interface SeenUpdate {
  readonly events: readonly VisibleEvent[];
  /** The race that was decided. */
  readonly race: RaceResult | undefined;
  readonly before: SeatView | undefined;
  readonly after: SeatView | undefined;
  /** The time until the open request expires, in milliseconds. Unset without a limit. */
  readonly remainingMillis: number | undefined;
  /** The time of the page's clock, in milliseconds. */
  readonly receivedAt: number;
  /** Whether it happened while the page was open; otherwise it was sent again. */
  readonly isLive: boolean;
}

/** The state of a match as its seat knows it. */
export class MatchModel {
  joined: Joined | undefined;
  state = MatchState.UNSPECIFIED;
  /** The cause of the latest suspension. */
  stateMessage = "";
  /** The latest view. */
  view: SeatView | undefined;
  request: OpenRequest | undefined;
  clocks: ReceivedClocks | undefined;
  turns: readonly TurnEntry[] = [];
  over: MatchOver | undefined;
  #seq = 0n;
  #updates: SeenUpdate[] = [];
  /** The view after the latest update. */
  #updated: SeatView | undefined;
  /** The latest answered request, which is not shown again if its frame comes late. */
  #answered: readonly [turn: number, part: number] = [0, 0];

  /** The number of the latest frame, after which a stream resumes. */
  get seq(): bigint {
    return this.#seq;
  }

  /** The seats that are to act. */
  get toAct(): readonly number[] {
    return this.state === MatchState.RUNNING ? seatsToAct(this.view?.position) : [];
  }

  /** Applies a frame that was received at a time of the page's clock, in milliseconds. */
  receive({ kind }: WatchMatchResponse, now: number): void {
    switch (kind.case) {
      case "joined":
        return this.#join(kind.value);
      case "actionRequest":
        return this.#ask(kind.value, now);
      case "update": {
        const { seq, events, race, clocks, view } = kind.value;
        this.#record(kind.value, now);
        this.turns = addEntries(this.turns, entriesOf(Number(seq), events, race));
        this.#seq = seq;
        this.#run();
        if (view !== undefined) this.#see(view);
        if (clocks !== undefined) this.clocks = { clocks, receivedAt: now };
        return;
      }
      case "matchStateChanged": {
        const { state, message, clocks } = kind.value;
        [this.state, this.stateMessage] = [state, message];
        if (clocks !== undefined) this.clocks = { clocks, receivedAt: now };
        return;
      }
      case "matchOver":
        this.over = kind.value;
        this.state = kind.value.state;
        this.#seq = kind.value.seq;
        this.request = undefined;
        this.clocks = undefined;
        return;
      case undefined:
    }
  }

  /** Records that the seat follows the match no longer: what it knew is not current until it joins again. */
  leave(): void {
    this.joined = undefined;
    this.state = MatchState.UNSPECIFIED;
    this.request = undefined;
  }

  /** Returns the updates since the last call. */
  takeUpdates(): readonly SeenUpdate[] {
    return this.#updates.splice(0);
  }

  /** Records that the request was answered. */
  answer(turn: number, part: number): void {
    this.#answered = [turn, part];
    if (this.request?.turn === turn && this.request.part === part) this.request = undefined;
  }

  #record({ seq, events, race, clocks, view }: Update, now: number): void {
    const isLive = this.joined !== undefined && seq > this.joined.seq;
    const after = view?.position === undefined ? undefined : { position: view.position, text: view.text };
    const remaining = clocks === undefined ? undefined : remainingMillis({ clocks, receivedAt: now }, now);
    // The view of a stream's start is that after the updates that are sent again.
    const before = isLive ? this.view : this.#updated;
    this.#updated = after;
    this.#updates.push({ events, race, before, after, remainingMillis: remaining, receivedAt: now, isLive });
  }

  #join(joined: Joined): void {
    this.joined = joined;
    this.state = joined.state;
    if (joined.view !== undefined) this.#see(joined.view);
    if (joined.seq < this.#seq) {
      // A power failure has undone frames; their numbers are used again.
      this.turns = this.turns.filter(({ seq }) => seq <= Number(joined.seq));
      this.#seq = joined.seq;
      this.request = undefined;
    }
  }

  #ask({ seq, turn, part, stage, view, legalActions, clocks }: ActionRequest, now: number): void {
    if (seq > this.#seq) this.#seq = seq;
    this.#run();
    if (clocks !== undefined) this.clocks = { clocks, receivedAt: now };
    if (view?.position === undefined) return;
    const seen = { position: view.position, text: view.text };
    this.view = seen;
    if (this.#answered[0] === turn && this.#answered[1] === part) return;
    const isSame = this.request?.turn === turn && this.request.part === part;
    // The same request is sent again after a reconnect; what the seat has prepared stays.
    if (!isSame) this.request = { turn, part, stage, view: seen, legalActions };
  }

  /** Shows a view. A request that another seat or the clock has closed is gone. */
  #see({ position, text }: View): void {
    if (position === undefined) return;
    this.view = { position, text };
    const seat = this.joined?.seat;
    const isOpen = seat === undefined || seatsToAct(position).includes(seat);
    if (!isOpen) this.request = undefined;
    // In a race others announce while the seat is asked.
    else if (this.request !== undefined && racePosition(position)?.stage.kind === "race") {
      this.request = { ...this.request, view: this.view };
    }
  }

  #run(): void {
    if (this.state !== MatchState.SUSPENDED) this.state = MatchState.RUNNING;
  }
}
