/**
 * Bots for Botwerk in Node.js.
 *
 * ```js
 * import { run } from "botwerk";
 *
 * await run({ choose: (view, legal) => legal[0] });
 * ```
 */
import type { Bot } from "./bot.js";
import { Client } from "./client.js";
import type { MatchOver } from "./v1.js";
export type { Bot, Choice } from "./bot.js";
export { Match, View } from "./bot.js";
export { Client } from "./client.js";
export { GrpcJsTransport } from "./grpc_js_transport.js";
export { Reason } from "./generated/reason.js";
export { RejectedError } from "./rejected_error.js";
export type { MatchOver } from "./v1.js";
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
/** How a bot runs. */
export interface BotOptions extends ConnectOptions {
    /** Receives messages about connections and rejections. Defaults to `console.error`. */
    readonly log?: (message: string) => void;
    /** Stops the bot: the promise is then rejected with the reason of the signal. */
    readonly signal?: AbortSignal;
}
/** How a bot finds its server. */
export interface RunOptions extends BotOptions {
    /** The address. Defaults to `BOTWERK_SERVER`, which a launched bot has in its environment. */
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
export declare function run(bot: Bot, options?: RunOptions): Promise<void>;
/**
 * Plays one match to its end and returns how it ended.
 *
 * @throws RejectedError if the seat cannot be joined; what the bot throws.
 */
export declare function play(bot: Bot, server: string, match: string, seatToken: string, options?: BotOptions): Promise<MatchOver>;
/**
 * Returns a client for an address such as `127.0.0.1:4270` or `https://play.example`. It connects on the first call.
 *
 * @throws TypeError if the address is not valid.
 */
export declare function connect(server: string, options?: ConnectOptions): Client;
