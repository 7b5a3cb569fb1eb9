/** The engines of the site: the rules, and the players with everything that searches. */

import { Client } from "botwerk/web";
import { GamesTransport, OwnGames } from "../engine/games_transport.js";
import { EngineTransport } from "../engine/transport.js";
import { WorkerEngine } from "../engine/worker_engine.js";
import type { EngineWorker } from "../engine/worker_engine.js";
import type { Server } from "./server.js";

/** A module with workers that can run it. */
export interface LoadedModule {
  readonly module: WebAssembly.Module;
  startWorker(): EngineWorker;
}

/** Loads the module of this name, such as `botwerk_rules.wasm`. */
export type LoadModule = (name: string) => Promise<LoadedModule>;

/**
 * The rules and the players in this page. Each is loaded with its first use. The server answers for games that they do not
 * have.
 */
export class Engines {
  readonly #own = new OwnGames();
  #rules: Promise<Client> | undefined;
  #players: Promise<Client> | undefined;

  /** `server` is unset for pages without one: they have the games of their modules only. */
  constructor(
    private readonly load: LoadModule,
    private readonly server?: Server,
  ) {}

  /** Returns whether the server answers for a game in place of this page. */
  isAnsweredByServer(game: string): boolean {
    return this.server !== undefined && this.#own.lacks(game);
  }

  /**
   * Returns clients of `RulesService` and `CatalogService`. They answer within milliseconds; `Verify` and searches
   * need the players.
   */
  rules(): Promise<Client> {
    return (this.#rules ??= this.#start("botwerk_rules.wasm").catch((error: unknown) => {
      this.#rules = undefined;
      throw error;
    }));
  }

  /** Returns clients of all stateless services. An aborted call ends its search; calls wait for each other. */
  players(): Promise<Client> {
    return (this.#players ??= this.#start("botwerk_players.wasm").catch((error: unknown) => {
      this.#players = undefined;
      throw error;
    }));
  }

  /** Returns clients as `players` do, with a worker of its own that runs in parallel until the client is closed. */
  startPlayers(): Promise<Client> {
    return this.#start("botwerk_players.wasm");
  }

  async #start(name: string): Promise<Client> {
    const { module, startWorker } = await this.load(name);
    const engine = new WorkerEngine(module, startWorker);
    const own = new EngineTransport(engine);
    const { server } = this;
    const transport = server === undefined ? own : new GamesTransport(own, () => server.client.transport, this.#own);
    return new Client("this page", transport, () => engine.close());
  }
}
