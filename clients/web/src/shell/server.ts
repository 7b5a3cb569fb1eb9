/** The server of the pages. */

import { Code, ConnectError } from "@connectrpc/connect";
import { connect } from "botwerk/web";
import type { Client } from "botwerk/web";

/** The time before the second attempt to follow a stream, in milliseconds; it doubles up to the maximum. */
const FIRST_DELAY = 500;
const MAX_DELAY = 10_000;

/** Whether the server answers: it is asked again while it is offline, and no more when it has ended. */
export type ServerState = "online" | "offline" | "ended";

/** A connection to the server of the pages. */
export class Server {
  readonly #listeners = new Set<(state: ServerState) => void>();
  #state: ServerState = "online";
  #client: Client;

  /** `client` has the clients of something that answers in place of a server. */
  constructor(readonly address: string, client?: Client) {
    if (client !== undefined) {
      this.#client = client;
      return;
    }
    const adminToken = sessionStorage.getItem("admin-token");
    this.#client = connect(address, adminToken === null ? {} : { adminToken });
  }

  get client(): Client {
    return this.#client;
  }

  /** Presents an admin token with all further calls of this session. */
  setAdminToken(adminToken: string): void {
    sessionStorage.setItem("admin-token", adminToken);
    this.#client = connect(this.address, { adminToken });
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Calls the listener with every change of the state, until the signal aborts. */
  onState(listener: (state: ServerState) => void, signal?: AbortSignal): void {
    this.#listeners.add(listener);
    signal?.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
  }

  /** Lets the server count as ended until it answers a call. */
  end(): void {
    this.#set("ended");
  }

  /**
   * Follows a stream until it ends by itself or the signal aborts. When the server is gone, the stream is opened again
   * once it is back. `open` starts the stream; it is asked again after a failure and can then resume where it was.
   *
   * @throws the error of a stream that the server rejects for another reason than being away.
   */
  async follow<T>(open: () => AsyncIterable<T>, receive: (message: T) => void, signal: AbortSignal): Promise<void> {
    let delay = FIRST_DELAY;
    while (!signal.aborted) {
      try {
        for await (const message of open()) {
          this.#set("online");
          delay = FIRST_DELAY;
          receive(message);
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!isAway(error)) throw error;
        this.#set("offline");
      }
      await sleep(delay, signal);
      delay = Math.min(delay * 2, MAX_DELAY);
    }
  }

  /** Repeats a call while the server is away. */
  async retry<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let delay = FIRST_DELAY; ; delay = Math.min(delay * 2, MAX_DELAY)) {
      try {
        const result = await call();
        this.#set("online");
        return result;
      } catch (error) {
        signal.throwIfAborted();
        if (!isAway(error)) throw error;
        this.#set("offline");
      }
      await sleep(delay, signal);
      signal.throwIfAborted();
    }
  }

  #set(state: ServerState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** Returns true if a call failed since the server does not answer, and not because of its request. */
export function isAway(error: unknown): boolean {
  const { code, rawMessage } = ConnectError.from(error);
  if (code === Code.Unavailable) return true;
  // A response that was cut off lacks its trailer, or ends within a message.
  const isCutOff = /missing trailer|incomplete envelope|promised \d+ bytes/i.test(rawMessage);
  return isCutOff || (code === Code.Unknown && /fetch|network|load failed/i.test(rawMessage)) ||
    (code === Code.Internal && /stream|protocol error/i.test(rawMessage));
}

/** Resolves after a time, or at once when the signal aborts. */
export function sleep(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, millis);
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}

/** Returns what to show of an error. */
export function errorText(error: unknown): string {
  const connectError = error instanceof ConnectError ? error : undefined;
  if (connectError !== undefined) return connectError.rawMessage;
  return error instanceof Error ? error.message : String(error);
}
