/** The server of the pages. */

import { Code } from "@connectrpc/connect";
import { RejectedError, connect } from "botwerk/web";
import type { Client } from "botwerk/web";
import { GuardedStorage } from "./guarded_storage.js";
import type { Liveness } from "./liveness.js";
import { TaskPause } from "./task_pause.js";

/** The time before the second attempt to follow a stream, in milliseconds; it doubles up to the maximum. */
const FIRST_DELAY = 500;
const MAX_DELAY = 10_000;

/** The time after which the checks of the server are loaded, which a first view does not need, in milliseconds. */
const LOAD_DELAY = 2000;

/** Where the session keeps the admin token. */
const ADMIN_TOKEN = "admin-token";

/** Whether the server answers: it is asked again while it is offline, and no more when it has ended. */
export type ServerState = "online" | "offline" | "ended";

/** A connection to the server of the pages. */
export class Server {
  readonly #session = new GuardedStorage(() => sessionStorage);
  readonly #listeners = new Set<(state: ServerState) => void>();
  #state: ServerState = "online";
  #client: Client;
  /** Unset until it is loaded. */
  #liveness: Liveness | undefined;
  /** Whether this is a server, and nothing that answers in place of one. */
  readonly #isChecked: boolean;
  /** Aborted with the connections that are present when the server is lost. */
  #connections = new AbortController();
  /** The attempts that wait for their next time. */
  readonly #waiting = new Set<AbortController>();
  /** The number of pages that must know within two seconds that the server is lost. */
  #watches = 0;

  /** `client` has the clients of something that answers in place of a server. */
  constructor(readonly address: string, client?: Client) {
    this.#isChecked = client === undefined;
    if (client !== undefined) {
      this.#client = client;
      return;
    }
    const adminToken = this.#session.get(ADMIN_TOKEN);
    this.#client = connect(address, adminToken === undefined ? {} : { adminToken });
    setTimeout(() => void this.#startLiveness(), LOAD_DELAY);
    addEventListener("offline", () => this.#liveness?.wake());
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#retryNow());
  }

  get client(): Client {
    return this.#client;
  }

  /** Presents an admin token with all further calls of this session. */
  setAdminToken(adminToken: string): void {
    this.#session.set(ADMIN_TOKEN, adminToken);
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

  /**
   * Calls the server about once a second while it sends nothing, until the signal aborts, so that the state is right
   * within two seconds also if a connection goes silent. A page that cannot be seen calls nothing.
   */
  watchState(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#watches += 1;
    signal.addEventListener("abort", () => (this.#watches -= 1), { once: true });
    void this.#startLiveness();
  }

  /** Lets the server count as ended until it answers a call. */
  end(): void {
    this.#set("ended");
  }

  /**
   * Follows a stream until it ends by itself or the signal aborts. When the server is gone, the stream is opened again
   * once it is back. `open` starts the stream; it is asked again after a failure and can then resume where it was. Its
   * signal also aborts when the connections to the server are lost.
   *
   * @throws the error of a stream that the server rejects, and would reject again.
   */
  async follow<T>(
    open: (signal: AbortSignal) => AsyncIterable<T>,
    receive: (message: T) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let delay = FIRST_DELAY;
    while (!signal.aborted) {
      const connections = this.#connections.signal;
      const pause = new TaskPause();
      try {
        for await (const message of open(AbortSignal.any([signal, connections]))) {
          this.#set("online");
          this.#liveness?.receive();
          delay = FIRST_DELAY;
          receive(message);
          await pause.ifDue();
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.#assess(error, connections.aborted);
      }
      await this.#pause(delay, signal);
      delay = Math.min(delay * 2, MAX_DELAY);
    }
  }

  /**
   * Repeats a call while the server is away, or would accept it later. The signal of the call also aborts when its
   * connection is lost.
   */
  async retry<T>(call: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let delay = FIRST_DELAY; ; delay = Math.min(delay * 2, MAX_DELAY)) {
      const connections = this.#connections.signal;
      try {
        const result = await call(AbortSignal.any([signal, connections]));
        this.#set("online");
        return result;
      } catch (error) {
        signal.throwIfAborted();
        this.#assess(error, connections.aborted);
      }
      await this.#pause(delay, signal);
      signal.throwIfAborted();
    }
  }

  /** Throws the error of a failed call if another attempt would meet it again. A server that gives a reason is online. */
  #assess(error: unknown, isLost: boolean): void {
    const rejected = RejectedError.fromCall(error);
    const isRepeatable = isLost || canRepeat(rejected);
    if (rejected.hasReason) this.#set("online");
    else if (isRepeatable) this.#set("offline");
    if (!isRepeatable) throw error;
  }

  async #pause(millis: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#waiting.add(woken);
    await sleep(millis, AbortSignal.any([signal, woken.signal]));
    this.#waiting.delete(woken);
  }

  /** Continues what waits for the server, which answers again. */
  #resume(): void {
    if (this.#state === "online") return;
    // The first of them that is answered reports the server as online.
    if (this.#waiting.size === 0) this.#set("online");
    for (const attempt of this.#waiting) attempt.abort();
  }

  async #startLiveness(): Promise<void> {
    if (!this.#isChecked) return;
    const loaded = await import("./liveness.js").catch(() => undefined);
    if (loaded === undefined) return;
    this.#liveness ??= new loaded.Liveness({
      call: (signal) => loaded.callHealth(this.address, signal),
      isNeeded: () => this.#watches > 0 || this.#state === "offline",
      isHidden: () => document.hidden,
      answered: () => this.#resume(),
      late: () => this.#set("offline"),
      lost: () => this.#lose(),
    });
    this.#liveness.start();
  }

  #retryNow(): void {
    for (const attempt of this.#waiting) attempt.abort();
    this.#liveness?.wake();
  }

  #lose(): void {
    this.#set("offline");
    this.#connections.abort();
    this.#connections = new AbortController();
  }

  #set(state: ServerState): void {
    const isKnown = state === this.#state || (state === "offline" && this.#state === "ended");
    if (isKnown) return;
    this.#state = state;
    if (state === "offline") this.#liveness?.start();
    for (const listener of this.#listeners) listener(state);
  }
}

/** Returns true if another attempt may succeed: the server accepts the request later, or does not answer. */
function canRepeat({ code, detail, hasReason, retryDelay }: RejectedError): boolean {
  if (hasReason) return retryDelay !== undefined;
  if (code === Code.Unavailable) return true;
  // A response that was cut off lacks its trailer, or ends within a message.
  const isCutOff = /missing trailer|incomplete envelope|promised \d+ bytes/i.test(detail);
  return isCutOff || (code === Code.Unknown && /fetch|network|load failed/i.test(detail)) ||
    (code === Code.Internal && /stream|protocol error/i.test(detail));
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
  return RejectedError.fromCall(error).detail;
}
