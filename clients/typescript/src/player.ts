/** A bot in one match. */

import { create } from "@bufbuild/protobuf";
import type { Bot, Choice } from "./bot.js";
import { Match, View } from "./bot.js";
import { bearer } from "./client.js";
import { FollowedClient } from "./followed_client.js";
import { RejectedError, isFinal } from "./rejected_error.js";
import type { SeatStream } from "./seat_stream.js";
import { Reconnects } from "./session.js";
import type { Session } from "./session.js";
import type { ActionRequest, Joined, MatchOver, PlayResponse, Rejected, Submission } from "./v1.js";
import { ErrorReason, JoinSchema, SubmissionSchema } from "./v1.js";

/** The reasons after which the request is still open and another choice may be accepted. */
const OPEN_REASONS: ReadonlySet<ErrorReason> = new Set([
  ErrorReason.ILLEGAL_ACTION,
  ErrorReason.BAD_REQUEST,
  ErrorReason.LIMIT_EXCEEDED,
  ErrorReason.TOO_LARGE,
]);

/** The reasons after which the request is closed, so that there is nothing to do. */
const CLOSED_REASONS: ReadonlySet<ErrorReason> = new Set([
  ErrorReason.WRONG_TURN,
  ErrorReason.NOT_YOUR_TURN,
  ErrorReason.ALREADY_SUBMITTED,
  ErrorReason.FLAGGED,
  ErrorReason.MATCH_OVER,
]);

/** Maximum number of rejected choices for one request. The server does not count a text that is no action. */
const MAX_REJECTIONS = 10;

/** Maximum time to leave a match, in milliseconds. */
const LEAVE_TIMEOUT_MS = 5_000;

/** A request that the server has sent, and the bot's answer. */
interface OpenRequest {
  message: ActionRequest;
  readonly closed: AbortController;
  /** What was submitted, to be sent again after a reconnect. */
  submission: Submission | undefined;
  rejections: number;
}

/** Plays one match to its end and closes the session. */
export async function playMatch(bot: Bot, session: Session, match: string, seatToken: string): Promise<MatchOver> {
  try {
    return await new Player(bot, session, match, seatToken).play();
  } finally {
    session.client.close();
  }
}

/** Plays one seat to the end of its match, over as many connections as it takes. */
export class Player {
  readonly #stopped = new AbortController();
  #match: Match | undefined;
  /** The seq of the latest frame. */
  #seq = 0n;
  #request: OpenRequest | undefined;
  #stream: SeatStream | undefined;
  readonly #client: FollowedClient;
  #isChoosing = false;
  /** What the bot has thrown. */
  #failure: { readonly error: unknown } | undefined;

  constructor(
    private readonly bot: Bot,
    private readonly session: Session,
    private readonly name: string,
    private readonly seatToken: string,
  ) {
    this.#client = new FollowedClient(session);
  }

  /**
   * Plays the match to its end and returns it.
   *
   * @throws RejectedError if the seat cannot be joined; what the bot throws; the reason of the session's signal.
   */
  async play(): Promise<MatchOver> {
    const stop = () => this.#stopped.abort(this.session.signal.reason);
    this.session.signal.addEventListener("abort", stop, { once: true });
    const reconnects = new Reconnects(this.session, this.name);
    try {
      for (;;) {
        this.session.signal.throwIfAborted();
        const cause = await this.#playStream(reconnects);
        if (typeof cause !== "string") return cause;
        await reconnects.wait(cause);
      }
    } catch (error) {
      if (this.hasFailed && !this.session.signal.aborted) await this.#leave();
      throw error;
    } finally {
      this.session.signal.removeEventListener("abort", stop);
      this.#close();
      this.#client.follow(undefined);
    }
  }

  /** Whether the bot has thrown, or sends nothing that the server accepts. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Leaves the match because the bot has failed, so that its opponents need not wait. */
  async #leave(): Promise<void> {
    const options = { headers: bearer(this.seatToken), timeoutMs: LEAVE_TIMEOUT_MS };
    try {
      await this.#client.current.matches.resignSeat({ match: this.name, hasCrashed: true }, options);
    } catch (error) {
      this.session.log(`${this.name}: the seat cannot leave: ${RejectedError.fromCall(error).message}`);
    }
  }

  /** Plays over one connection. Returns the end of the match, or why the connection has failed. */
  async #playStream(reconnects: Reconnects): Promise<MatchOver | string> {
    const join = create(JoinSchema, {
      match: this.name,
      seatToken: this.seatToken,
      resumeAfterSeq: this.#seq,
      viewOptions: { includeLegalActions: true, includeText: true },
    });
    const connection = new AbortController();
    const stop = () => connection.abort(this.#stopped.signal.reason);
    this.#stopped.signal.addEventListener("abort", stop, { once: true });
    if (this.#stopped.signal.aborted) stop();
    const stream = this.session.openSeatStream(this.#client.current, join, connection.signal);
    try {
      for await (const frame of stream.frames) {
        if (frame.kind.case === "joined") {
          this.#stream = stream;
          reconnects.succeed();
        }
        const over = this.#handle(frame);
        if (over !== undefined) return over;
        this.#check();
      }
      this.#client.follow(undefined);
      return "the server ended the stream";
    } catch (error) {
      this.#check();
      this.session.signal.throwIfAborted();
      const rejected = RejectedError.fromCall(error);
      if (isFinal(rejected)) throw rejected;
      this.#client.follow(rejected.address);
      return rejected.detail;
    } finally {
      this.#stream = undefined;
      this.#stopped.signal.removeEventListener("abort", stop);
      connection.abort();
    }
  }

  /** Handles a frame, and returns the end of the match if it is that. */
  #handle(frame: PlayResponse): MatchOver | undefined {
    switch (frame.kind.case) {
      case "joined":
        this.#join(frame.kind.value);
        break;
      case "actionRequest":
        this.#see(frame.kind.value.seq);
        this.#open(frame.kind.value);
        break;
      case "update":
        this.#see(frame.kind.value.seq);
        // The race is decided: a seat that has not announced is too late.
        if (frame.kind.value.race !== undefined) this.#close();
        break;
      case "rejected":
        this.#reject(frame.kind.value);
        break;
      case "matchStateChanged":
        this.session.log(`${this.name}: ${frame.kind.value.message}`);
        break;
      case "matchOver": {
        this.#close();
        const over = frame.kind.value;
        if (this.#match !== undefined) this.#guard(() => this.bot.ended?.(this.#match!, over));
        this.#check();
        return over;
      }
    }
    return undefined;
  }

  #join(joined: Joined): void {
    // A server without full durability loses its latest frames in a power failure, and uses their numbers again.
    if (joined.seq < this.#seq) this.#seq = joined.seq;
    const match = new Match(joined);
    this.#match = match;
    this.#guard(() => this.bot.started?.(match));
  }

  #see(seq: bigint): void {
    if (seq > this.#seq) this.#seq = seq;
  }

  /** Answers a request: with the same submission as before if it is sent again. */
  #open(message: ActionRequest): void {
    const before = this.#request;
    if (before !== undefined && isSame(before.message, message)) {
      before.message = message;
      if (before.submission !== undefined) this.#submit(before.submission);
      return;
    }
    this.#close();
    this.#request = { message, closed: new AbortController(), submission: undefined, rejections: 0 };
    void this.#choose();
  }

  /** Closes the open request, which tells the bot that its choice does not matter any more. */
  #close(): void {
    this.#request?.closed.abort(this.session.signal.reason);
    this.#request = undefined;
  }

  /** Lets the bot choose until the open request has a submission. One choice is computed at a time. */
  async #choose(): Promise<void> {
    if (this.#isChoosing) return;
    this.#isChoosing = true;
    try {
      while (this.#request !== undefined && this.#request.submission === undefined) {
        const request = this.#request;
        const view = this.#view(request);
        let choice: Choice;
        try {
          choice = toChoice(await this.bot.choose(view, view.legal));
        } catch (error) {
          // What the bot awaits with the signal of a closed request ends with this error.
          if (isAbort(error, view.signal)) continue;
          throw error;
        }
        if (this.#request !== request) continue;
        request.submission = create(SubmissionSchema, {
          turn: request.message.turn,
          part: request.message.part,
          text: choice.text,
          effort: BigInt(choice.effort ?? 0),
          ...(choice.score === undefined ? {} : { score: choice.score }),
          comment: choice.comment ?? "",
        });
        this.#submit(request.submission);
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isChoosing = false;
    }
  }

  /** Sends a submission, unless the connection has failed: the server then sends the request again. */
  #submit(submission: Submission): void {
    if (this.#stream === undefined || this.#request === undefined) return;
    submission.handle = this.#request.message.handle;
    this.#stream.submit(submission);
  }

  #reject(rejected: Rejected): void {
    const error = RejectedError.fromMessage(rejected.error!);
    const endsStream = rejected.handle === 0 || error.reason === ErrorReason.REPLACED || error.address !== undefined;
    if (this.#match === undefined || endsStream) throw error;
    const request = this.#request;
    const answersOpen =
      request?.submission !== undefined &&
      request.message.turn === rejected.turn &&
      request.message.part === rejected.part;
    if (!answersOpen) return;
    if (OPEN_REASONS.has(error.reason)) {
      request.submission = undefined;
      request.rejections += 1;
      if (request.rejections >= MAX_REJECTIONS) return this.#fail(error);
      const view = this.#view(request);
      if (this.bot.rejected) this.#guard(() => this.bot.rejected?.(view, error));
      else this.session.log(`${this.name}: ${error.message}`);
      void this.#choose();
    } else if (!CLOSED_REASONS.has(error.reason) && error.retryDelay === undefined) {
      // With a delay the server sends the request again.
      this.session.log(`${this.name}: ${error.message}`);
    }
  }

  #view(request: OpenRequest): View {
    if (this.#match === undefined) throw new Error("a request follows a join");
    return new View(this.#match, request.message, request.closed.signal);
  }

  /** Calls a method of the bot. */
  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Ends the match for the bot with what it has thrown. */
  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stopped.abort();
  }

  /** Throws what the bot has thrown. */
  #check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}

/** Returns whether a request is the same as one that was received before, as after a reconnect. */
function isSame(a: ActionRequest, b: ActionRequest): boolean {
  return a.turn === b.turn && a.part === b.part && a.view?.viewHash === b.view?.viewHash;
}

/** Returns whether an error is due to a signal: its reason, or an `AbortError` as functions of Node.js throw it. */
function isAbort(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && (error === signal.reason || (error instanceof Error && error.name === "AbortError"));
}

/** Returns a choice, or throws what its author needs to know. */
function toChoice(chosen: string | Choice): Choice {
  const choice = typeof chosen === "string" ? { text: chosen } : chosen;
  if (typeof choice?.text !== "string") {
    throw new TypeError(`choose: expected a string or an object with text, found ${String(chosen)}`);
  }
  return choice;
}
