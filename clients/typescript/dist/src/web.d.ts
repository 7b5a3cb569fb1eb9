/**
 * Bots for Botwerk in browsers, over gRPC-Web. The server must allow the origin of the page (`cors_origins`).
 *
 * A browser has no streams in both directions: a seat is watched with `WatchMatch` and answers with `SubmitActions`.
 */
import type { Bot } from "./bot.js";
import { Client } from "./client.js";
import type { MatchOver } from "./v1.js";
export type { Bot, Choice } from "./bot.js";
export { Match, View } from "./bot.js";
export { Client } from "./client.js";
export { Reason } from "./generated/reason.js";
export { RejectedError } from "./rejected_error.js";
export type { MatchOver } from "./v1.js";
/** How a page connects. */
export interface ConnectOptions {
    /** The server's admin token, for calls that require it. */
    readonly adminToken?: string;
}
/** How a bot runs. */
export interface BotOptions extends ConnectOptions {
    /** Receives messages about connections and rejections. Defaults to `console.warn`. */
    readonly log?: (message: string) => void;
    /** Stops the bot: the promise is then rejected with the reason of the signal. */
    readonly signal?: AbortSignal;
}
/** How a bot finds its server. */
export interface RunOptions extends BotOptions {
    /** The address. */
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
export declare function run(bot: Bot, options: RunOptions): Promise<void>;
/**
 * Plays one match to its end and returns how it ended.
 *
 * @throws RejectedError if the seat cannot be joined; what the bot throws.
 */
export declare function play(bot: Bot, server: string, match: string, seatToken: string, options?: BotOptions): Promise<MatchOver>;
/** Returns a client for an address such as `http://127.0.0.1:4270` or `https://play.example`. */
export declare function connect(server: string, options?: ConnectOptions): Client;
