/**
 * Bots for Botwerk in browsers, over gRPC-Web. The server must allow the origin of the page (`cors_origins`).
 *
 * A browser has no streams in both directions: a seat is watched with `WatchMatch` and answers with `SubmitActions`.
 */

import { create } from "@bufbuild/protobuf";
import type { CallOptions, Interceptor } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import type { Bot } from "./bot.js";
import { Client, bearer } from "./client.js";
import { firstOf } from "./first_transport.js";
import { playInvitations } from "./invitations.js";
import { playMatch } from "./player.js";
import { RejectedError } from "./rejected_error.js";
import type { OpenSeatStream, SeatStream } from "./seat_stream.js";
import { sleep } from "./session.js";
import type { Session } from "./session.js";
import type {
  Join,
  MatchOver,
  PlayResponse,
  Submission,
  WatchMatchResponse,
  WatchTournamentResponse,
} from "./v1.js";
import { PlayResponseSchema } from "./v1.js";
import { watchFrames, watchStandings } from "./watch.js";
import type { Viewer } from "./watch.js";

export type { Bot, Choice } from "./bot.js";
export { Match, View } from "./bot.js";
export { Client, bearer } from "./client.js";
export { RejectedError } from "./rejected_error.js";
export { ErrorReason } from "./v1.js";
export type { MatchOver, WatchMatchResponse, WatchTournamentResponse } from "./v1.js";
export { pages } from "./watch.js";

/** How a page connects. */
export interface ConnectOptions {
  /** The server's admin token, for calls that require it. */
  readonly adminToken?: string;
}

/** How a bot, or a program that watches, is connected. */
export interface SessionOptions extends ConnectOptions {
  /** Receives messages about connections and rejections. Defaults to `console.warn`. */
  readonly log?: (message: string) => void;
  /** Ends the session: its promise or iterator is then rejected with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** How a match is watched. */
export interface WatchOptions extends SessionOptions, Viewer {}

/** How a bot finds its server. */
export interface RunOptions extends SessionOptions {
  /** The address, or several as in `connect`: each match is played at the server that it is on. */
  readonly server: string;
  /** The token of the bot. */
  readonly token: string;
}

/**
 * Plays all matches to which a bot is invited, until its tournament has ended. A connection that fails is opened
 * again, and matches continue where they were.
 *
 * @throws RejectedError if the server rejects the token; what the bot throws.
 */
export async function run(bot: Bot, options: RunOptions): Promise<void> {
  await playInvitations(bot, openSession(options.server, options), options.token);
}

/**
 * Plays one match to its end and returns how it ended. It follows the match to another server.
 *
 * @throws RejectedError if the seat cannot be joined; what the bot throws.
 */
export async function play(
  bot: Bot,
  server: string,
  match: string,
  seatToken: string,
  options: SessionOptions = {},
): Promise<MatchOver> {
  return playMatch(bot, openSession(server, options), match, seatToken);
}

/**
 * Yields the frames of a match up to its end. They continue where they were after a failed connection, with another
 * `joined` frame, and at another server. The session ends with the loop that reads them.
 *
 * ```js
 * for await (const { kind } of watchMatch(server, "matches/1")) {
 *   if (kind.case === "update") console.log(kind.value.view.text);
 * }
 * ```
 *
 * @throws RejectedError if the match cannot be watched.
 */
export async function* watchMatch(
  server: string,
  match: string,
  options: WatchOptions = {},
): AsyncGenerator<WatchMatchResponse, void> {
  yield* watchFrames(openSession(server, options), match, options);
}

/**
 * Yields the state of a tournament and its standings, at first and after changes, up to its end. Each message has what
 * has changed; after a failed connection the first one has everything.
 *
 * @throws RejectedError if the tournament is unknown.
 */
export async function* watchTournament(
  server: string,
  tournament: string,
  options: SessionOptions = {},
): AsyncGenerator<WatchTournamentResponse, void> {
  yield* watchStandings(openSession(server, options), tournament);
}

/**
 * Returns a client for an address such as `http://127.0.0.1:4270` or `https://play.example`. The addresses of servers
 * that share a database can be given together, separated by commas: the client uses the first that answers, also after
 * its connection has failed.
 */
export function connect(server: string, options: ConnectOptions = {}): Client {
  const { adminToken } = options;
  const authorize: Interceptor = (next) => (request) => {
    const isAuthorized = adminToken === undefined || request.header.has("authorization");
    if (!isAuthorized) request.header.set("authorization", bearer(adminToken).authorization);
    return next(request);
  };
  const transports = server.split(",").map((given) => {
    const address = given.trim();
    const baseUrl = address.includes("://") ? address : `http://${address}`;
    return createGrpcWebTransport({ baseUrl, interceptors: [authorize] });
  });
  return new Client(server, firstOf(transports));
}

function openSession(server: string, options: SessionOptions): Session {
  return {
    client: connect(server, options),
    connect: (address) => connect(address, options),
    openSeatStream: openWatchStream,
    log: options.log ?? ((message) => console.warn(`botwerk: ${message}`)),
    signal: options.signal ?? new AbortController().signal,
  };
}

/** Opens a stream that watches a seat, and submits with calls of their own. */
const openWatchStream: OpenSeatStream = (client, join, signal) => {
  const connection = new AbortController();
  const stream = new WatchStream(client, join, connection);
  signal.addEventListener("abort", () => connection.abort(signal.reason), { once: true });
  if (signal.aborted) connection.abort(signal.reason);
  return stream;
};

class WatchStream implements SeatStream {
  /** The answers to submissions, which are frames of a `Play` stream. */
  readonly #answers: PlayResponse[] = [];
  /** Why a submission has not reached the server. */
  #failure: { readonly error: unknown } | undefined;
  #wake = () => {};
  readonly #options: CallOptions;

  constructor(
    private readonly client: Client,
    private readonly join: Join,
    private readonly connection: AbortController,
  ) {
    this.#options = { headers: bearer(join.seatToken), signal: connection.signal };
  }

  get frames(): AsyncIterable<PlayResponse> {
    return this.#frames();
  }

  submit(submission: Submission): void {
    void this.#submit(submission);
  }

  async #submit(submission: Submission): Promise<void> {
    const { match } = this.join;
    try {
      const { accepted } = await this.client.matches.submitActions({ match, submission }, this.#options);
      if (accepted === undefined) return;
      this.#answers.push(create(PlayResponseSchema, { kind: { case: "accepted", value: accepted } }));
    } catch (error) {
      const { reason, detail, code, hasReason, address, retryDelay } = RejectedError.fromCall(error);
      if (!hasReason || address !== undefined) {
        this.#failure = { error };
      } else if (retryDelay !== undefined) {
        await sleep(retryDelay * 1000, this.connection.signal);
        return this.#submit(submission);
      } else {
        const { handle, turn, part } = submission;
        const value = { handle, turn, part, error: { reason, message: detail, code } };
        this.#answers.push(create(PlayResponseSchema, { kind: { case: "rejected", value } }));
      }
    }
    this.#wake();
  }

  async *#frames(): AsyncGenerator<PlayResponse> {
    const { match, resumeAfterSeq, viewOptions } = this.join;
    const watched = this.client.matches.watchMatch(
      { matches: [{ match, resumeAfterSeq }], asSeat: true, ...(viewOptions === undefined ? {} : { viewOptions }) },
      this.#options,
    );
    const frames = watched[Symbol.asyncIterator]();
    const receive = () => {
      const next = frames.next();
      // The loop below reports an error; this keeps one that arrives after its end from being unhandled.
      next.catch(() => {});
      return next;
    };
    let next = receive();
    for (;;) {
      const answered = new Promise<undefined>((resolve) => (this.#wake = () => resolve(undefined)));
      while (this.#answers.length > 0) yield this.#answers.shift()!;
      if (this.#failure !== undefined) throw this.#failure.error;
      const frame = await Promise.race([next, answered]);
      if (frame === undefined) continue;
      if (frame.done) return;
      next = receive();
      // A watched seat receives frames of the same kinds as a played one.
      yield create(PlayResponseSchema, { kind: frame.value.kind });
    }
  }
}
