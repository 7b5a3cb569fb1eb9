/** The WebAssembly module of `clients/web/wasm`: rules, players and verification as one function. */

/** The path and the request of a call. */
export interface EngineCall {
  /** For example `/botwerk.v1.RulesService/ApplyActions`. */
  readonly path: string;
  readonly request: Uint8Array;
}

/** The answer to a call: the last message of the response, or the message `Error` of one that is rejected. */
export interface EngineAnswer {
  readonly isError: boolean;
  readonly message: Uint8Array;
}

/** What a call may ask while it runs. */
export interface EngineObserver {
  /** Receives the messages of a stream before the last one. */
  report(message: Uint8Array): void;
  /** Returns true if a search must end with what it has found. */
  shouldStop(): boolean;
}

/** The functions that the module exports. */
interface EngineExports {
  readonly memory: WebAssembly.Memory;
  /** Of modules with a game of one's own. */
  register_games?(): void;
  request_buffer(length: number): number;
  call(): number;
  response(): number;
}

/** An instance of the module, which answers one call after another. */
export class EngineModule {
  readonly #exports: EngineExports;
  #observer: EngineObserver | undefined;

  private constructor(module: WebAssembly.Module) {
    const host = {
      fill_random: (at: number, length: number) => crypto.getRandomValues(this.#bytes(at, length)),
      now_millis: () => performance.now(),
      should_stop: () => (this.#observer?.shouldStop() ? 1 : 0),
      report: (at: number, length: number) => this.#observer?.report(this.#bytes(at, length).slice()),
    };
    const instance = new WebAssembly.Instance(module, { botwerk: host });
    this.#exports = instance.exports as unknown as EngineExports;
    this.#exports.register_games?.();
  }

  /** Instantiates the module. The same compiled module may have several instances, one in each worker. */
  static instantiate(module: WebAssembly.Module): EngineModule {
    return new EngineModule(module);
  }

  /**
   * Answers a call. It blocks until the answer is there, so that pages call it in a worker.
   *
   * @throws WebAssembly.RuntimeError if the module has a fault; it must not be called again then.
   */
  call({ path, request }: EngineCall, observer?: EngineObserver): EngineAnswer {
    const head = new TextEncoder().encode(`${path}\n`);
    const { request_buffer: requestBuffer, call, response } = this.#exports;
    const at = requestBuffer(head.length + request.length);
    this.#bytes(at, head.length).set(head);
    this.#bytes(at + head.length, request.length).set(request);
    this.#observer = observer;
    const length = call();
    this.#observer = undefined;
    // Errors have their negative length less 1.
    const isError = length < 0;
    return { isError, message: this.#bytes(response(), isError ? -length - 1 : length).slice() };
  }

  #bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    // Memory that grows gets another buffer. Addresses above 2 GiB arrive as negative numbers.
    return new Uint8Array(this.#exports.memory.buffer as ArrayBuffer, at >>> 0, length);
  }
}
