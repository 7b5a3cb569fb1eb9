/** Calls that present the token of an owner. */

import type { CallOptions } from "@connectrpc/connect";
import { bearer } from "botwerk/web";
import type { Client } from "botwerk/web";
import type { Server } from "../shell/server.js";

/** One call, with the options that carry the token and its end. */
export type OwnerCall<T> = (client: Client, options: CallOptions) => Promise<T>;

/** Calls of an owner, or of a reader without a token. They end with the signal. */
export class OwnerCalls {
  constructor(
    private readonly server: Server,
    private readonly token: string | undefined,
    readonly signal: AbortSignal,
  ) {}

  /** Calls the server once: for what must not happen twice. */
  once<T>(call: OwnerCall<T>): Promise<T> {
    return call(this.server.client, this.#options(this.signal));
  }

  /** Repeats a call while the server is away: for what may happen twice. */
  retry<T>(call: OwnerCall<T>): Promise<T> {
    return this.server.retry((signal) => call(this.server.client, this.#options(signal)), this.signal);
  }

  /** Returns the same calls with another end. */
  until(signal: AbortSignal): OwnerCalls {
    return new OwnerCalls(this.server, this.token, signal);
  }

  #options(signal: AbortSignal): CallOptions {
    return this.token === undefined ? { signal } : { headers: bearer(this.token), signal };
  }
}
