/** The stream over which one seat is played: what the server sends, and what the bot submits. */

import { create } from "@bufbuild/protobuf";
import type { Client } from "./client.js";
import type { Join, PlayRequest, PlayResponse, Submission } from "./v1.js";
import { PlayRequestSchema } from "./v1.js";

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
export const openPlayStream: OpenSeatStream = (client, join, signal) => {
  const requests = new Outbox();
  requests.push(create(PlayRequestSchema, { kind: { case: "join", value: join } }));
  signal.addEventListener("abort", () => requests.end(), { once: true });
  return {
    frames: client.matches.play(requests, { signal }),
    submit: (submission) =>
      requests.push(create(PlayRequestSchema, { kind: { case: "submission", value: submission } })),
  };
};

/** The requests of a stream in the order in which they are sent. */
class Outbox implements AsyncIterable<PlayRequest> {
  readonly #requests: PlayRequest[] = [];
  #hasEnded = false;
  #wake = () => {};

  push(request: PlayRequest): void {
    this.#requests.push(request);
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PlayRequest> {
    while (!this.#hasEnded) {
      const request = this.#requests.shift();
      if (request !== undefined) yield request;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
