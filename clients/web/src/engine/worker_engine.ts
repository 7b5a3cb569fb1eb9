/** An engine in a worker. */

import type { EngineAnswer, EngineCall } from "./module.js";
import type { Engine } from "./transport.js";
import type { FromWorker, ToWorker } from "./worker_messages.js";

/** The part of a `Worker` that an engine needs. */
export interface EngineWorker {
  onmessage: ((event: { readonly data: FromWorker }) => void) | null;
  onerror: ((event: { readonly message: string }) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

/** A call that waits for its answer. */
interface OpenCall {
  readonly call: EngineCall;
  readonly report: (message: Uint8Array) => void;
  readonly resolve: (answer: EngineAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Answers one call after another in a worker. An aborted call ends the worker, since nothing else interrupts a search;
 * the next call gets a new one. A fault of the engine fails its call only.
 */
export class WorkerEngine implements Engine {
  /** The first of them is being answered. */
  readonly #calls: OpenCall[] = [];
  #worker: EngineWorker | undefined;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly startWorker: () => EngineWorker,
  ) {}

  answer(call: EngineCall, report: (message: Uint8Array) => void, signal?: AbortSignal): Promise<EngineAnswer> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => this.#abort(open, signal?.reason);
      const ended = () => signal?.removeEventListener("abort", onAbort);
      const open: OpenCall = {
        call,
        report,
        resolve: (answer) => (ended(), resolve(answer)),
        reject: (error) => (ended(), reject(error)),
      };
      signal?.addEventListener("abort", onAbort);
      this.#calls.push(open);
      if (this.#calls.length === 1) this.#sendFirst();
    });
  }

  /** Ends the worker. Open calls fail. */
  close(): void {
    for (const open of this.#calls.splice(0)) open.reject(new Error("the engine was closed"));
    this.#endWorker();
  }

  #sendFirst(): void {
    const first = this.#calls[0];
    if (first === undefined) return;
    try {
      this.#worker ??= this.#newWorker();
      this.#worker.postMessage({ call: first.call });
    } catch (error) {
      this.#end((open) => open.reject(error));
    }
  }

  #newWorker(): EngineWorker {
    const worker = this.startWorker();
    worker.onmessage = ({ data }) => {
      if ("report" in data) this.#calls[0]?.report(data.report);
      else if ("answer" in data) this.#end((open) => open.resolve(data.answer));
      else this.#fail(data.fault);
    };
    worker.onerror = ({ message }) => this.#fail(message);
    worker.postMessage({ module: this.module });
    return worker;
  }

  /** Ends the call that is being answered. */
  #end(settle: (open: OpenCall) => void): void {
    const first = this.#calls.shift();
    if (first !== undefined) settle(first);
    this.#sendFirst();
  }

  #fail(message: string): void {
    this.#endWorker();
    this.#end((open) => open.reject(new Error(`the engine has a fault: ${message}; reload the page`)));
  }

  #abort(open: OpenCall, reason: unknown): void {
    const index = this.#calls.indexOf(open);
    if (index < 0) return;
    if (index === 0) {
      this.#endWorker();
      this.#end((first) => first.reject(reason));
    } else {
      this.#calls.splice(index, 1);
      open.reject(reason);
    }
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
