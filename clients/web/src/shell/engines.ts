/** The engines of the site: the rules, and the players with everything that searches. */

import { Client } from "botwerk/web";
import { EngineTransport } from "../engine/transport.js";
import { WorkerEngine } from "../engine/worker_engine.js";
import type { EngineWorker } from "../engine/worker_engine.js";

/** The rules and the players in this page. Each is loaded with its first use. */
export class Engines {
  #rules: Promise<Client> | undefined;
  #players: Promise<Client> | undefined;

  /**
   * Returns clients of `RulesService` and `CatalogService`. They answer within milliseconds; `Verify` and searches
   * need the players.
   */
  rules(): Promise<Client> {
    return (this.#rules ??= start("botwerk_rules.wasm").catch((error: unknown) => {
      this.#rules = undefined;
      throw error;
    }));
  }

  /** Returns clients of all stateless services. An aborted call ends its search; calls wait for each other. */
  players(): Promise<Client> {
    return (this.#players ??= start("botwerk_players.wasm").catch((error: unknown) => {
      this.#players = undefined;
      throw error;
    }));
  }

  /** Returns clients as `players` do, with a worker of its own that runs in parallel until the client is closed. */
  startPlayers(): Promise<Client> {
    return start("botwerk_players.wasm");
  }
}

const modules = new Map<string, Promise<WebAssembly.Module>>();

async function start(name: string): Promise<Client> {
  let module = modules.get(name);
  if (module === undefined) modules.set(name, (module = compile(name)));
  // The first worker starts while the module is loaded.
  let first: EngineWorker | undefined = startWorker();
  try {
    const compiled = await module;
    const engine = new WorkerEngine(compiled, () => {
      const worker = first ?? startWorker();
      first = undefined;
      return worker;
    });
    return new Client("this page", new EngineTransport(engine), () => engine.close());
  } catch (error) {
    // The next use tries again.
    modules.delete(name);
    first?.terminate();
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
