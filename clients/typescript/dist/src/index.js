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
import { Client } from "./client.js";
import { GrpcJsTransport } from "./grpc_js_transport.js";
import { playInvitations } from "./invitations.js";
import { Player } from "./player.js";
import { openPlayStream } from "./seat_stream.js";
export { Match, View } from "./bot.js";
export { Client } from "./client.js";
export { GrpcJsTransport } from "./grpc_js_transport.js";
export { Reason } from "./generated/reason.js";
export { RejectedError } from "./rejected_error.js";
/**
 * Plays all matches to which a bot is invited, until its tournament has ended. A connection that fails is opened
 * again, and matches continue where they were.
 *
 * @throws RejectedError if the server rejects the token; what the bot throws.
 */
export async function run(bot, options = {}) {
    const server = options.server ?? environment("BOTWERK_SERVER", "server");
    const token = options.token ?? environment("BOTWERK_BOT_TOKEN", "token");
    await withSession(server, options, (session) => playInvitations(bot, session, token));
}
/**
 * Plays one match to its end and returns how it ended.
 *
 * @throws RejectedError if the seat cannot be joined; what the bot throws.
 */
export async function play(bot, server, match, seatToken, options = {}) {
    return withSession(server, options, (session) => new Player(bot, session, match, seatToken).play());
}
/**
 * Returns a client for an address such as `127.0.0.1:4270` or `https://play.example`. It connects on the first call.
 *
 * @throws TypeError if the address is not valid.
 */
export function connect(server, options = {}) {
    const [, scheme, address] = /^(?:(https?):\/\/)?([^/]+)\/?$/.exec(server) ?? [];
    if (address === undefined) {
        throw new TypeError(`${server}: expected an address such as 127.0.0.1:4270 or https://play.example`);
    }
    const file = process.env["BOTWERK_CA"];
    const ca = options.ca ?? (file ? readFileSync(file) : undefined);
    const usesTls = scheme === "https" || (scheme === undefined && ca !== undefined);
    const credentials = usesTls
        ? grpc.credentials.createSsl(ca === undefined ? null : Buffer.from(ca))
        : grpc.credentials.createInsecure();
    const headers = new Map();
    if (options.adminToken !== undefined)
        headers.set("authorization", `Bearer ${options.adminToken}`);
    const hasPort = /:\d+$/.test(address);
    const transport = new GrpcJsTransport(hasPort ? address : `${address}:${usesTls ? 443 : 80}`, credentials, headers);
    return new Client(server, transport, () => transport.close());
}
async function withSession(server, options, use) {
    const client = connect(server, options);
    try {
        return await use({
            client,
            openSeatStream: openPlayStream,
            log: options.log ?? ((message) => console.error(`botwerk: ${message}`)),
            signal: options.signal ?? new AbortController().signal,
        });
    }
    finally {
        client.close();
    }
}
function environment(variable, option) {
    const value = process.env[variable];
    if (!value)
        throw new Error(`${variable}: expected a value; set it, or pass ${option}`);
    return value;
}
//# sourceMappingURL=index.js.map