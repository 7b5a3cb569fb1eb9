/** What all matches of a bot share: its connection, its log and how it reconnects. */

import type { Client } from "./client.js";
import type { OpenSeatStream } from "./seat_stream.js";

/** The connection of a bot with its log. */
export interface Session {
  readonly client: Client;
  /** Connects to the server to which another has redirected. */
  readonly connect: (address: string) => Client;
  readonly openSeatStream: OpenSeatStream;
  /** Receives messages about connections and rejections. */
  readonly log: (message: string) => void;
  /** Names the proxy through which a server is called, for messages; empty without one. */
  readonly proxyText?: (server: string) => string;
  /** Stops the bot. */
  readonly signal: AbortSignal;
}

/** Delay before the first reconnect, in milliseconds. It doubles with every further one. */
const MIN_DELAY_MS = 100;

/** Maximum delay before a reconnect, in milliseconds. */
const MAX_DELAY_MS = 2_000;

/** Number of failures between two messages about the same outage. */
const FAILURES_PER_MESSAGE = 15;

/** The delays between attempts to connect, with random parts so that bots do not connect all at once. */
export class Reconnects {
  #failures = 0;

  constructor(
    private readonly session: Session,
    /** What connects, for messages. */
    private readonly subject: string,
  ) {}

  /** Records that the server has answered. */
  succeed(): void {
    if (this.#failures > 0) this.session.log(`${this.subject}: connected again`);
    this.#failures = 0;
  }

  /** Waits before the next attempt. */
  async wait(cause: string): Promise<void> {
    if (this.#failures % FAILURES_PER_MESSAGE === 0) {
      const { server } = this.session.client;
      const proxy = this.session.proxyText?.(server) ?? "";
      this.session.log(`${this.subject}: connecting again to ${server}: ${cause}${proxy}`);
    }
    const delay = Math.min(MIN_DELAY_MS * 2 ** Math.min(this.#failures, 10), MAX_DELAY_MS);
    this.#failures += 1;
    await sleep(delay * (0.75 + Math.random() / 2), this.session.signal);
  }
}

/** Resolves after a time, or at once when the signal aborts. */
export function sleep(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, millis);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
