/** Checks whether the server answers: a connection that has gone silent reports nothing by itself. */

/** The time without a message after which the server is called, in milliseconds. */
const IDLE = 800;

/** The minimum and maximum time for an answer after which the server is late, in milliseconds. */
const [MIN_PATIENCE, MAX_PATIENCE] = [800, 4000] as const;

/** The time for an answer after which the connections to the server are closed, in milliseconds. */
const LOST = 5000;

/** The maximum time between two calls of a server that does not answer, in milliseconds. */
const MAX_PAUSE = 3000;

/** What is checked, and what is informed of the results. */
export interface LivenessHost {
  /** Calls the server. Any answer of the server resolves the promise. */
  call(signal: AbortSignal): Promise<void>;
  /** Returns whether the server is to be checked again and again. */
  isNeeded(): boolean;
  /** Returns whether the page cannot be seen, so that checks can wait. */
  isHidden(): boolean;
  answered(): void;
  /** The answer is overdue, and may still arrive. */
  late(): void;
  /** The call has failed, or has waited long enough for its connection to be dead. */
  lost(): void;
}

/** Calls the server while it sends nothing. */
export class Liveness {
  #isRunning = false;
  #attempt: AbortController | undefined;
  #isLate = false;
  /** Whether a message has arrived during the call. */
  #hasReceived = false;
  /** Whether the next call is due at once. */
  #isWoken = false;
  #patience: number = MIN_PATIENCE;
  /** Starts the present pause again, and ends it. */
  #pause: { readonly restart: () => void; readonly end: () => void } | undefined;

  constructor(private readonly host: LivenessHost) {}

  /** Checks the server as long as that is needed. */
  start(): void {
    if (!this.#isRunning) void this.#run();
  }

  /** Records that the server has sent something. */
  receive(): void {
    this.#hasReceived = true;
    this.#pause?.restart();
  }

  /** Checks the server now, for example since the network has changed. */
  wake(): void {
    if (this.#attempt !== undefined) {
      // A call over a connection of the previous network would wait in vain.
      this.#isWoken = this.#isLate;
      if (this.#isLate) this.#attempt.abort();
    } else if (this.#isRunning) {
      this.#pause?.end();
    } else {
      void this.#check();
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let pause = IDLE;
    while (this.host.isNeeded()) {
      await this.#quiet(pause);
      if (!this.host.isNeeded() || this.host.isHidden()) continue;
      // Pages that a restarted server has lost do not all call at the same time.
      pause = (await this.#check()) ? IDLE : Math.min(pause * (1.5 + Math.random()), MAX_PAUSE);
    }
    this.#isRunning = false;
  }

  /** Resolves when the server has sent nothing for a time, or at once after `wake`. */
  async #quiet(millis: number): Promise<void> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, millis);
        const restart = () => {
          clearTimeout(timer);
          timer = setTimeout(resolve, millis);
        };
        const end = () => {
          clearTimeout(timer);
          resolve();
        };
        this.#pause = { restart, end };
      });
    }
    this.#pause = undefined;
    this.#isWoken = false;
  }

  /** Returns whether the server has answered. */
  async #check(): Promise<boolean> {
    const attempt = (this.#attempt = new AbortController());
    this.#hasReceived = false;
    const startedAt = performance.now();
    const late = setTimeout(() => this.#reportLate(), this.#patience);
    const lost = setTimeout(() => attempt.abort(), LOST);
    try {
      await this.host.call(attempt.signal);
      // A slow network is not a lost one.
      this.#patience = Math.min(Math.max(3 * (performance.now() - startedAt), MIN_PATIENCE), MAX_PATIENCE);
      this.host.answered();
      return true;
    } catch {
      if (!this.#hasReceived) this.host.lost();
      return this.#hasReceived;
    } finally {
      clearTimeout(late);
      clearTimeout(lost);
      this.#attempt = undefined;
      this.#isLate = false;
    }
  }

  #reportLate(): void {
    if (this.#hasReceived) return;
    this.#isLate = true;
    this.host.late();
  }
}

/**
 * Calls the cheapest procedure of the server, with an empty message.
 *
 * @throws an error unless the server answers, with whatever.
 */
export async function callHealth(address: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${address}/grpc.health.v1.Health/Check`, {
    method: "POST",
    headers: { "content-type": "application/grpc-web+proto" },
    body: new Uint8Array(5),
    signal,
  });
  await response.arrayBuffer();
  // A proxy answers in place of a server that is away.
  if (response.status >= 500) throw new Error(`the server has status ${response.status}`);
}
