/** Requests that are repeated while a page can be seen. */

import { sleep } from "../shell/server.js";

/** The time between two looks whether a hidden page is shown, in milliseconds. */
const HIDDEN_INTERVAL = 60_000;

/** Repeats an update until the signal aborts. It returns the time until the next one, in milliseconds. */
export class Polling {
  #wake = new AbortController();

  constructor(
    private readonly signal: AbortSignal,
    private readonly update: () => Promise<number>,
  ) {
    document.addEventListener("visibilitychange", () => document.hidden || this.now(), { signal });
  }

  /** Updates now, or again if an update is in progress. */
  now(): void {
    this.#wake.abort();
  }

  /** @throws the error of an update. */
  async run(): Promise<void> {
    while (!this.signal.aborted) {
      // What is asked for from now on is not answered yet.
      this.#wake = new AbortController();
      const end = AbortSignal.any([this.signal, this.#wake.signal]);
      await sleep(document.hidden ? HIDDEN_INTERVAL : await this.update(), end);
    }
  }
}
