/** The modules as files of the web server. */

import type { EngineWorker } from "../engine/worker_engine.js";
import type { LoadedModule } from "./engines.js";

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** Loads a module once, and returns it with workers. */
export async function loadServedModule(name: string): Promise<LoadedModule> {
  let compiled = modules.get(name);
  if (compiled === undefined) modules.set(name, (compiled = compile(name)));
  // The first worker starts while the module is loaded.
  let first: EngineWorker | undefined = startWorker();
  try {
    const module = await compiled;
    return {
      module,
      startWorker() {
        const worker = first ?? startWorker();
        first = undefined;
        return worker;
      },
    };
  } catch (error) {
    // The next use tries again.
    modules.delete(name);
    first.terminate();
    throw error;
  }
}

function startWorker(): EngineWorker {
  return new Worker(new URL("worker.js", document.baseURI), { type: "module" }) as EngineWorker;
}

async function compile(name: string): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(name, document.baseURI));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}; reload the page`);
  if (response.headers.get("content-type") === "application/wasm") {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
