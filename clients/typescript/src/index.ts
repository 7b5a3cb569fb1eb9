/**
 * Bots for Botwerk in Node.js.
 *
 * ```js
 * import { run } from "botwerk";
 *
 * await run({ choose: (view, legal) => legal[0] });
 * ```
 */

import { readFileSync } from "node:fs";
import * as grpc from "@grpc/grpc-js";
import type { Bot } from "./bot.js";
import { Client, bearer } from "./client.js";
import { firstOf } from "./first_transport.js";
import { GrpcJsTransport } from "./grpc_js_transport.js";
import { playInvitations } from "./invitations.js";
import { playMatch } from "./player.js";
import { proxyText } from "./proxy.js";
import { openPlayStream } from "./seat_stream.js";
import type { Session } from "./session.js";
import type { MatchOver, WatchMatchResponse, WatchTournamentResponse } from "./v1.js";
import { watchFrames, watchStandings } from "./watch.js";
import type { Viewer } from "./watch.js";

export type { Bot, Choice } from "./bot.js";
export { Match, View } from "./bot.js";
export { Client, bearer } from "./client.js";
export { GrpcJsTransport } from "./grpc_js_transport.js";
export { RejectedError } from "./rejected_error.js";
export { ErrorReason } from "./v1.js";
export type { MatchOver, WatchMatchResponse, WatchTournamentResponse } from "./v1.js";
export { pages } from "./watch.js";

/** How a client connects. */
export interface ConnectOptions {
  /** The server's admin token, for calls that require it. */
  readonly adminToken?: string;
  /**
   * Certificates of the trusted authorities, in PEM format. Defaults to the file that `BOTWERK_CA` names, or else to
   * the authorities of Node.js. With authorities an address without a scheme means `https`.
   */
  readonly ca?: string | Uint8Array;
}

/** How a bot, or a program that watches, is connected. */
export interface SessionOptions extends ConnectOptions {
  /** Receives messages about connections and rejections. Defaults to `console.error`. */
  readonly log?: (message: string) => void;
  /** Ends the session: its promise or iterator is then rejected with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** How a match is watched. */
export interface WatchOptions extends SessionOptions, Viewer {}

/** How a bot finds its server. */
export interface RunOptions extends SessionOptions {
  /**
   * The address, or several as in `connect`: each match is played at the server that it is on. Defaults to
   * `BOTWERK_SERVER`, which a launched bot has in its environment.
   */
  readonly server?: string;
  /** The token of the bot. Defaults to `BOTWERK_BOT_TOKEN`, which a launched bot has in its environment. */
  readonly token?: string;
}

/**
 * Plays all matches to which a bot is invited, until its tournament has ended. A connection that fails is opened
 * again, and matches continue where they were.
 *
 * @throws RejectedError if the server rejects the token; what the bot throws.
 */
export async function run(bot: Bot, options: RunOptions = {}): Promise<void> {
  const server = options.server ?? environment("BOTWERK_SERVER", "server");
  const token = options.token ?? environment("BOTWERK_BOT_TOKEN", "token");
  await playInvitations(bot, openSession(server, options), token);
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
 * Returns a client for an address such as `127.0.0.1:4270` or `https://play.example`. It connects on the first call.
 * The addresses of servers that share a database can be given together, separated by commas: the client uses the first
 * that answers, also after its connection has failed.
 *
 * @throws TypeError if an address is not valid.
 */
export function connect(server: string, options: ConnectOptions = {}): Client {
  const file = process.env["BOTWERK_CA"];
  const ca = options.ca ?? (file ? readFileSync(file) : undefined);
  const transports = server.split(",").map((address) => openTransport(address.trim(), ca, options.adminToken));
  return new Client(server, firstOf(transports), () => transports.forEach((transport) => transport.close()));
}

function openTransport(
  server: string,
  ca: string | Uint8Array | undefined,
  adminToken: string | undefined,
): GrpcJsTransport {
  const [, scheme, address] = /^(?:(https?):\/\/)?([^/]+)\/?$/.exec(server) ?? [];
  if (address === undefined) {
    throw new TypeError(`${server}: expected an address such as 127.0.0.1:4270 or https://play.example`);
  }
  const usesTls = scheme === "https" || (scheme === undefined && ca !== undefined);
  const credentials = usesTls
    ? grpc.credentials.createSsl(ca === undefined ? null : Buffer.from(ca))
    : grpc.credentials.createInsecure();
  const headers = new Map(Object.entries(adminToken === undefined ? {} : bearer(adminToken)));
  const hasPort = /:\d+$/.test(address);
  return new GrpcJsTransport(hasPort ? address : `${address}:${usesTls ? 443 : 80}`, credentials, headers);
}

function openSession(server: string, options: SessionOptions): Session {
  return {
    client: connect(server, options),
    connect: (address) => connect(address, options),
    openSeatStream: openPlayStream,
    proxyText,
    log: options.log ?? ((message) => console.error(`botwerk: ${message}`)),
    signal: options.signal ?? new AbortController().signal,
  };
}

function environment(variable: string, option: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable}: expected a value; set it, or pass ${option}`);
  return value;
}
