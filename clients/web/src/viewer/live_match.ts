/** A match that has not ended, followed as a spectator. */

import type { Client } from "botwerk/web";
import { create } from "@bufbuild/protobuf";
import { DecisionSchema, MatchState, TurnSchema } from "botwerk/v1";
import type { GameSetup, Joined, MatchOver, Turn, Update, View, WatchMatchResponse } from "botwerk/v1";
import type { Server } from "../shell/server.js";
import { sleep } from "../shell/server.js";
import { LiveSteps, runsOf } from "./live_steps.js";
import type { KnownPosition } from "./live_steps.js";

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

/** The steps of a match with the positions that spectators see. */
export class LiveMatch {
  #steps: LiveSteps;
  #state = MatchState.UNSPECIFIED;
  /** The last frame that was received. */
  #received = 0n;
  /** Frames whose events are not in the steps. */
  #frames: (Joined | Update)[] = [];
  #processing: Promise<void> | undefined;
  #over: MatchOver | undefined;
  #updatedAt = performance.now();

  constructor(
    private readonly server: Server,
    private readonly rules: Client["rules"],
    private readonly setup: GameSetup,
    private readonly name: string,
    private readonly onChange: () => void,
    private readonly signal: AbortSignal,
  ) {
    this.#steps = this.#newSteps({ text: "", next: undefined });
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
    while (!this.signal.aborted) {
      try {
        await this.server.follow((signal) => this.#open(signal), (frame) => this.#receive(frame), this.signal);
      } catch (error) {
        if (!(error instanceof FramesUndoneError)) throw error;
        this.#received = 0n;
      }
      await this.#processing;
      if (this.#over !== undefined) return this.#over;
      await sleep(REOPEN_MILLIS, this.signal);
    }
    return undefined;
  }

  #open(signal: AbortSignal): AsyncIterable<WatchMatchResponse> {
    const matches = [{ match: this.name, resumeAfterSeq: this.#received }];
    const viewOptions = { includeText: true, includeUpdateViews: true };
    return this.server.client.matches.watchMatch({ matches, viewOptions }, { signal });
  }

  #receive({ kind }: WatchMatchResponse): void {
    switch (kind.case) {
      case "joined":
        if (kind.value.seq < this.#received) throw new FramesUndoneError();
        this.#state = kind.value.state;
        // All frames follow, so that the steps start again.
        if (this.#received === 0n) this.#frames = [kind.value];
        break;
      case "update":
        this.#received = kind.value.seq;
        this.#frames.push(kind.value);
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

  async #process(): Promise<void> {
    for (let frame = this.#frames.shift(); frame !== undefined; frame = this.#frames.shift()) {
      if (frame.$typeName === "botwerk.v1.Joined") await this.#start(frame);
      else await this.#add(frame);
      if (this.#frames.length % 16 === 0) this.onChange();
    }
    this.onChange();
  }

  /** Starts with the position of a match without events. Of another one the record will tell the start. */
  async #start({ seq, view }: Joined): Promise<void> {
    const start = seq === 0n && view !== undefined ? await this.#positionOf(view) : { text: "", next: undefined };
    this.#steps = this.#newSteps(start);
  }

  #newSteps(start: KnownPosition): LiveSteps {
    return new LiveSteps(start, this.setup.game === "netzwerk" ? " " : ", ");
  }

  /** Adds the events of an update. All of them have the position after the last one. */
  async #add(update: Update): Promise<void> {
    const position = update.view && (await this.#positionOf(update.view));
    for (const run of runsOf(update)) this.#steps.add(run, update, position);
  }

  async #positionOf(view: View): Promise<KnownPosition> {
    return { text: view.text, next: await this.#turnOf(view) };
  }

  /** Returns who is to act, as far as a view tells. */
  async #turnOf({ text, position }: View): Promise<Turn | undefined> {
    if (position?.game.case === "droids") {
      const { seats, acting } = position.game.value;
      const seat = seats.indexOf(acting);
      const value = create(DecisionSchema, { seats: [seat] });
      return seat < 0 ? undefined : create(TurnSchema, { kind: { case: "decision", value } });
    }
    try {
      return (await this.rules.parsePosition({ setup: this.setup, text })).position?.turn;
    } catch {
      return undefined;
    }
  }
}
