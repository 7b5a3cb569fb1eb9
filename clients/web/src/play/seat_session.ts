/** A seat that this page plays: its stream, its submissions, and calls for it. Without any display. */

import type { CallOptions } from "@connectrpc/connect";
import { MatchState } from "botwerk/v1";
import type { Analysis, Match } from "botwerk/v1";
import { ErrorReason, RejectedError, bearer } from "botwerk/web";
import { toNanos } from "../shell/nanos.js";
import type { Server } from "../shell/server.js";
import { sleep } from "../shell/server.js";
import { rejectionText } from "./illegal_reason.js";
import type { IllegalReason } from "./illegal_reason.js";
import { MatchModel } from "./match_model.js";
import type { OpenRequest } from "./match_model.js";

/** The time between two questions whether a match has started, in milliseconds. */
const START_DELAY = 1500;

const VIEW_OPTIONS = { includeText: true, includeLegalActions: true, includeUpdateViews: true };

/** The answer to a request. */
export interface SeatSubmission {
  /** The turn in the game's notation. */
  readonly text: string;
}

/** Plays a seat of a match. */
export class SeatSession {
  readonly model = new MatchModel();
  /** The request to which an answer is sent. */
  #sending: OpenRequest | undefined;

  constructor(
    private readonly server: Server,
    /** The id of the match. */
    readonly matchId: string,
    private readonly token: string,
    /** Called after every change of the model. */
    private readonly changed: () => void,
    private readonly signal: AbortSignal,
  ) {}

  /** The resource name of the match. */
  get match(): string {
    return `matches/${this.matchId}`;
  }

  /** Whether the open request is answered, and the server has not confirmed it yet. */
  get isSending(): boolean {
    return this.#sending !== undefined && this.model.request === this.#sending;
  }

  /** Whether the server answers, so that the model is current. */
  get isOnline(): boolean {
    return this.server.state === "online";
  }

  /**
   * Follows the match to its end.
   *
   * @throws the error of a rejected stream.
   */
  async run(): Promise<void> {
    const open = (signal: AbortSignal) =>
      this.server.client.matches.watchMatch(
        { matches: [{ match: this.match, resumeAfterSeq: this.model.seq }], viewOptions: VIEW_OPTIONS, asSeat: true },
        this.#options(signal),
      );
    const receive = (frame: Parameters<MatchModel["receive"]>[0]) => {
      this.model.receive(frame, performance.now());
      this.changed();
    };
    const ended = new AbortController();
    const following = AbortSignal.any([this.signal, ended.signal]);
    void this.#watchStart(following);
    this.server.watchState(following);
    try {
      await this.server.follow(open, receive, this.signal);
    } finally {
      ended.abort();
    }
  }

  /** The start of a match sends nothing to a seat that is not to act, so that it is asked for. */
  async #watchStart(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (this.model.joined === undefined || this.model.state === MatchState.WAITING)) {
      await sleep(START_DELAY, signal);
      if (signal.aborted || this.model.state !== MatchState.WAITING) continue;
      const { state } = await this.describe().catch(() => ({ state: MatchState.WAITING }));
      if (this.model.state !== MatchState.WAITING || state === MatchState.WAITING) continue;
      this.model.state = state;
      this.changed();
    }
  }

  /** Returns the public description of the match. */
  async describe(): Promise<Match> {
    const { match } = await this.server.retry(
      () => this.server.client.matches.getMatch({ name: this.match }, { signal: this.signal }),
      this.signal,
    );
    if (match === undefined) throw new Error("the server did not describe the match");
    return match;
  }

  /** Answers the open request. Returns the reason if it is rejected, or `undefined` if it is accepted. */
  async submit({ text }: SeatSubmission): Promise<IllegalReason | undefined> {
    const request = this.model.request;
    if (request === undefined) return { text: "It is not your turn." };
    if (this.isSending) return { text: "Your turn is being sent." };
    const { turn, part } = request;
    const message = { match: this.match, submission: { turn, part, text } };
    const call = (signal: AbortSignal) => this.server.client.matches.submitActions(message, this.#options(signal));
    this.#setSending(request);
    try {
      // The server applies a turn once, and answers the same again if the first answer was lost on its way.
      await this.server.retry(call, this.signal);
      this.model.answer(turn, part);
      return undefined;
    } catch (error) {
      const { reason } = RejectedError.fromCall(error);
      if (reason === ErrorReason.WRONG_TURN || reason === ErrorReason.ALREADY_SUBMITTED) this.model.answer(turn, part);
      return rejectionText(error);
    } finally {
      // The next request may be answered before the confirmation of this one.
      if (this.#sending === request) this.#setSending(undefined);
    }
  }

  /** Leaves the match. Returns the reason if that is rejected. */
  async resign(): Promise<IllegalReason | undefined> {
    try {
      await this.server.client.matches.resignSeat({ match: this.match }, this.#options(this.signal));
      return undefined;
    } catch (error) {
      return rejectionText(error);
    }
  }

  /**
   * Asks for a hint and returns the last analysis.
   *
   * @throws the error of a rejected request.
   */
  async hint(millis: number, signal: AbortSignal): Promise<Analysis | undefined> {
    let latest: Analysis | undefined;
    const request = { match: this.match, limits: { timeNanos: toNanos(millis) } };
    const hints = this.server.client.analysis.getHint(request, this.#options(signal));
    for await (const { analysis } of hints) latest = analysis ?? latest;
    return latest;
  }

  /** Returns the options of a call that presents the token of the seat. */
  #options(signal: AbortSignal): CallOptions {
    return { headers: bearer(this.token), signal };
  }

  #setSending(request: OpenRequest | undefined): void {
    this.#sending = request;
    this.changed();
  }
}
