/** A match that has not ended, followed as a spectator. */

import type { Client } from "botwerk/web";
import { create } from "@bufbuild/protobuf";
import { DecisionSchema, MatchState, TurnSchema } from "botwerk/v1";
import type { GameSetup, Joined, MatchOver, Update, View, WatchMatchResponse } from "botwerk/v1";
import type { Server } from "../shell/server.js";
import { sleep } from "../shell/server.js";
import { LiveSteps, runsOf } from "./live_steps.js";
import type { ActorRun, KnownPosition } from "./live_steps.js";

/** The time between two questions for the current view, in milliseconds. */
const VIEW_MILLIS = 300;
/** The time after which a stream that has ended without a result is opened again, in milliseconds. */
const REOPEN_MILLIS = 500;

const STATUS_TEXTS: Readonly<Partial<Record<MatchState, string>>> = {
  [MatchState.WAITING]: "waiting for players",
  [MatchState.RUNNING]: "live",
  [MatchState.SUSPENDED]: "suspended",
  [MatchState.OVER]: "over",
  [MatchState.ABORTED]: "aborted",
};

/** The server has fewer frames than were received: a power failure has undone some. */
class FramesUndoneError extends Error {}

/**
 * The steps of a match with the positions that spectators see.
 *
 * Frames of spectators have events only. The positions follow from them by the rules in the page, and are compared with
 * the hashes of the frames. Where that is impossible, as with hidden hands, the server is asked for its current view.
 */
export class LiveMatch {
  #steps: LiveSteps;
  #state = MatchState.UNSPECIFIED;
  /** The last frame that was received, and the last one whose events are in the steps. */
  #received = 0n;
  #processed = 0n;
  /** The position after the processed frames. */
  #position: KnownPosition | undefined;
  /** Views of the server by their frames. */
  readonly #views = new Map<bigint, View>();
  #updates: Update[] = [];
  #processing: Promise<void> | undefined;
  #isAsking = false;
  #over: MatchOver | undefined;
  #updatedAt = performance.now();
  /** Why the positions cannot be computed. */
  #failure: { readonly error: unknown } | undefined;
  /** Ends the stream with the page or with a failure. */
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;

  constructor(
    private readonly server: Server,
    private readonly rules: Client["rules"],
    private readonly setup: GameSetup,
    private readonly name: string,
    private readonly onChange: () => void,
    signal: AbortSignal,
  ) {
    this.#steps = this.#newSteps(undefined);
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
  }

  get steps(): LiveSteps["all"] {
    return this.#steps.all;
  }

  /** Such as "live" or "suspended". */
  get status(): string {
    return STATUS_TEXTS[this.#state] ?? "connecting";
  }

  /** When the last frame arrived, as `performance.now`, if a clock may run since then. */
  get clocksSince(): number | undefined {
    return this.#state === MatchState.RUNNING ? this.#updatedAt : undefined;
  }

  /** Follows the match to its end. Returns undefined if the page was left before. */
  async follow(): Promise<MatchOver | undefined> {
    while (!this.#signal.aborted) {
      try {
        await this.server.follow(() => this.#open(), (frame) => this.#receive(frame), this.#signal);
      } catch (error) {
        if (!(error instanceof FramesUndoneError)) throw error;
        this.#reset();
      }
      await this.#processing;
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#over !== undefined) return this.#over;
      await sleep(REOPEN_MILLIS, this.#signal);
    }
    return undefined;
  }

  #open(signal = this.#signal): AsyncIterable<WatchMatchResponse> {
    const matches = [{ match: this.name, resumeAfterSeq: this.#received }];
    return this.server.client.matches.watchMatch({ matches, viewOptions: { includeText: true } }, { signal });
  }

  #reset(): void {
    this.#received = this.#processed = 0n;
    this.#position = undefined;
    this.#updates = [];
    this.#views.clear();
  }

  #receive({ kind }: WatchMatchResponse): void {
    switch (kind.case) {
      case "joined":
        this.#join(kind.value);
        break;
      case "update":
        this.#received = kind.value.seq;
        this.#updates.push(kind.value);
        this.#updatedAt = performance.now();
        // No frame reports that all seats have joined.
        if (this.#state === MatchState.WAITING) this.#state = MatchState.RUNNING;
        break;
      case "matchOver":
        this.#received = kind.value.seq;
        this.#over = kind.value;
        this.#state = kind.value.state;
        break;
      case "matchStateChanged":
        this.#state = kind.value.state;
        this.onChange();
        return;
      default:
        return;
    }
    this.#processing ??= this.#process().finally(() => (this.#processing = undefined));
  }

  #join({ seq, state, view }: Joined): void {
    if (seq < this.#received) throw new FramesUndoneError();
    this.#state = state;
    if (view !== undefined) this.#views.set(seq, view);
  }

  /** Adds all frames that were received. A failure ends the stream. */
  async #process(): Promise<void> {
    try {
      do await this.#addFrames();
      while (this.#updates.length > 0);
    } catch (error) {
      this.#failure = { error };
      this.#ended.abort();
    }
  }

  async #addFrames(): Promise<void> {
    if (this.#processed === 0n) await this.#start();
    for (let update = this.#updates.shift(); update !== undefined; update = this.#updates.shift()) {
      await this.#apply(update);
      this.#processed = update.seq;
      if (this.#updates.length % 16 === 0) this.onChange();
    }
    this.#useView();
    if (this.#position === undefined) void this.#askForView();
    this.onChange();
  }

  async #start(): Promise<void> {
    const view = this.#views.get(0n);
    if (view !== undefined) {
      this.#position = await this.#positionOf(view);
    } else if (this.setup.game !== "droids") {
      // The start may depend on the seed, which is secret: the hashes tell.
      const { position } = await this.rules.newPosition({ setup: this.setup, seed: "start" });
      this.#position = position && { text: position.text, next: position.turn };
    }
    this.#steps = this.#newSteps(this.#position);
  }

  #newSteps(start: KnownPosition | undefined): LiveSteps {
    return new LiveSteps(start ?? { text: "", next: undefined }, this.setup.game === "netzwerk" ? " " : ", ");
  }

  async #apply(update: Update): Promise<void> {
    const isFirst = this.#processed === 0n;
    const runs = runsOf(update);
    const positions: (KnownPosition | undefined)[] = [];
    for (const run of runs) positions.push((this.#position = await this.#after(this.#position, run)));
    const known = this.#views.get(update.seq);
    if (known !== undefined) {
      this.#position = await this.#positionOf(known);
      positions[positions.length - 1] = this.#position;
    } else if (this.#position !== undefined && !(await this.#agrees(this.#position, update))) {
      this.#position = undefined;
      positions.fill(undefined);
      if (isFirst) this.#steps = this.#newSteps(undefined);
    }
    for (const [index, run] of runs.entries()) this.#steps.add(run, update, positions[index]);
  }

  /** Returns the position after actions by the rules, or undefined if they hide something. */
  async #after(position: KnownPosition | undefined, { actor, events }: ActorRun): Promise<KnownPosition | undefined> {
    if (position === undefined || this.setup.game === "droids") return undefined;
    const actions = events.flatMap(({ action }) => (action === undefined ? [] : [action]));
    try {
      const request = { setup: this.setup, position: position.text, actions, ...(actor && { actor }) };
      const { position: after } = await this.rules.apply(request);
      return after && { text: after.text, next: after.turn };
    } catch {
      return undefined;
    }
  }

  async #agrees({ text }: KnownPosition, { viewHash }: Update): Promise<boolean> {
    try {
      return (await this.rules.view({ setup: this.setup, position: text })).viewHash === viewHash;
    } catch {
      return false;
    }
  }

  /** Returns the position of a view of the server, with who is to act as far as the view tells. */
  async #positionOf({ text, position }: View): Promise<KnownPosition> {
    if (position?.game.case === "droids") {
      const { seats, acting } = position.game.value;
      const seat = seats.indexOf(acting);
      const value = create(DecisionSchema, { seats: [seat] });
      return { text, next: seat < 0 ? undefined : create(TurnSchema, { kind: { case: "decision", value } }) };
    }
    try {
      return { text, next: (await this.rules.parsePosition({ setup: this.setup, text })).position?.turn };
    } catch {
      return { text, next: undefined };
    }
  }

  /** Asks the server for its current view, until the last step has a position. */
  async #askForView(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#position === undefined && !this.#signal.aborted) {
        const asking = new AbortController();
        for await (const { kind } of this.#open(AbortSignal.any([this.#signal, asking.signal]))) {
          if (kind.case !== "joined") continue;
          if (kind.value.view !== undefined) this.#views.set(kind.value.seq, kind.value.view);
          break;
        }
        asking.abort();
        this.#useView();
        await sleep(VIEW_MILLIS, this.#signal);
      }
    } catch {
      // The stream reports a server that is gone, and its next frame asks again.
    } finally {
      this.#isAsking = false;
    }
  }

  /** Uses a view of the server for the last step. */
  #useView(): void {
    const isOver = this.#over !== undefined;
    const view = this.#views.get(isOver ? this.#received : this.#processed) ?? this.#views.get(this.#processed);
    if (view === undefined || this.#position !== undefined) return;
    const processed = this.#processed;
    void this.#positionOf(view).then((position) => {
      if (processed !== this.#processed) return;
      this.#position = position;
      this.#steps.setPosition(position);
      this.onChange();
    });
    for (const seq of this.#views.keys()) if (seq < processed) this.#views.delete(seq);
  }
}
