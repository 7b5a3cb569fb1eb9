/** The stream over which one seat is played: what the server sends, and what the bot submits. */
import type { Client } from "./client.js";
import type { Join, PlayResponse, Submission } from "./v1.js";
/** A stream that has joined a seat, or is about to. */
export interface SeatStream {
    /** The frames of the server. Throws if the connection fails. */
    readonly frames: AsyncIterable<PlayResponse>;
    /** Sends a submission. The server answers it with a frame. */
    submit(submission: Submission): void;
}
/** Opens a stream that joins a seat. */
export type OpenSeatStream = (client: Client, join: Join, signal: AbortSignal) => SeatStream;
/** Opens a `Play` stream, which carries both directions. */
export declare const openPlayStream: OpenSeatStream;
