/** What all matches of a bot share: its connection, its log and how it reconnects. */
import type { Client } from "./client.js";
import type { OpenSeatStream } from "./seat_stream.js";
/** The connection of a bot with its log. */
export interface Session {
    readonly client: Client;
    readonly openSeatStream: OpenSeatStream;
    /** Receives messages about connections and rejections. */
    readonly log: (message: string) => void;
    /** Stops the bot. */
    readonly signal: AbortSignal;
}
/** The delays between attempts to connect, with random parts so that bots do not connect all at once. */
export declare class Reconnects {
    #private;
    private readonly session;
    /** What connects, for messages. */
    private readonly subject;
    constructor(session: Session, 
    /** What connects, for messages. */
    subject: string);
    /** Records that the server has answered. */
    succeed(): void;
    /** Waits before the next attempt. */
    wait(cause: string): Promise<void>;
}
