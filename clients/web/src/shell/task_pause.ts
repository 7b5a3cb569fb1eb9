/** Pauses between tasks of the page, so that none of them blocks it. */

/** Ends tasks that last too long: a stream that starts with hundreds of messages does not block the page. */
export class TaskPause {
  /** Maximum time of a task, in milliseconds. */
  static readonly #SLICE = 12;
  #since = performance.now();

  /** Waits for the next task of the page, if this one has lasted long enough. */
  async ifDue(): Promise<void> {
    const now = performance.now();
    if (now - this.#since < TaskPause.#SLICE) return;
    await nextTask();
    this.#since = performance.now();
  }
}

/** Resolves in a task of its own, also in a tab in the background, where timers are slow. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
