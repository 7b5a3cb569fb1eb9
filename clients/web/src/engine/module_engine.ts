/** An engine on the thread of its caller, for programs that may wait. */

import type { EngineAnswer, EngineCall } from "./module.js";
import { EngineModule } from "./module.js";
import type { Engine } from "./transport.js";

/** Answers calls at once, each before it returns. A search ends only at its own limits. */
export class ModuleEngine implements Engine {
  readonly #module: EngineModule;

  constructor(module: WebAssembly.Module) {
    this.#module = EngineModule.instantiate(module);
  }

  async answer(
    call: EngineCall,
    report: (message: Uint8Array) => void,
    signal?: AbortSignal,
  ): Promise<EngineAnswer> {
    signal?.throwIfAborted();
    return this.#module.call(call, { report, shouldStop: () => signal?.aborted ?? false });
  }
}
