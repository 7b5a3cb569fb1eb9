/** Calls about games that the modules of this page do not have: the server answers these. */

import { Code, ConnectError, createClient } from "@connectrpc/connect";
import type { Transport } from "@connectrpc/connect";
import { CatalogService } from "botwerk/v1";

/** The games that the modules have, once the first module has said so. */
export class OwnGames {
  #names: ReadonlySet<string> | undefined;
  #loading: Promise<ReadonlySet<string>> | undefined;

  /** Returns whether the server answers for this game, as far as it is known yet. */
  lacks(game: string): boolean {
    return this.#names !== undefined && !this.#names.has(game);
  }

  /** Asks a module until one has answered, then no more. */
  load(engine: Transport): Promise<ReadonlySet<string>> {
    this.#loading ??= createClient(CatalogService, engine).listGames({}).then(
      ({ games }) => (this.#names = new Set(games.map(({ name }) => name))),
      (error: unknown) => {
        // The next call asks again.
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}

/** A transport to a module, and to the server for games that the module does not have. */
export class GamesTransport implements Transport {
  constructor(
    private readonly engine: Transport,
    private readonly server: () => Transport,
    private readonly own: OwnGames,
  ) {}

  readonly unary: Transport["unary"] = async (method, signal, timeoutMs, header, input, contextValues) => {
    const call = (transport: Transport) => transport.unary(method, signal, timeoutMs, header, input, contextValues);
    // The server has all games of the modules. Without its answer, theirs are still there.
    if (method.name === "ListGames") return call(this.server()).catch(() => call(this.engine));
    return call(await this.#transportFor(input));
  };

  readonly stream: Transport["stream"] = async (method, signal, timeoutMs, header, input, contextValues) => {
    const messages = input[Symbol.asyncIterator]();
    const first = await messages.next();
    if (first.done === true) throw new ConnectError("a call needs a request", Code.InvalidArgument);
    async function* all() {
      yield first.value!;
      for (let next = await messages.next(); next.done !== true; next = await messages.next()) yield next.value;
    }
    const transport = await this.#transportFor(first.value);
    return transport.stream(method, signal, timeoutMs, header, all(), contextValues);
  };

  async #transportFor(request: object): Promise<Transport> {
    const game = gameOf(request);
    if (game === undefined) return this.engine;
    return (await this.own.load(this.engine)).has(game) ? this.engine : this.server();
  }
}

/** What requests say of their game. */
interface AboutGame {
  readonly game?: string;
  readonly setup?: { readonly game?: string };
  readonly record?: string;
}

function gameOf({ game, setup, record }: AboutGame): string | undefined {
  return game ?? setup?.game ?? (record === undefined ? undefined : gameOfRecord(record));
}

/** Returns the game that the first line of a record names. */
function gameOfRecord(record: string): string | undefined {
  try {
    const { game } = JSON.parse(record.slice(0, Math.max(0, record.indexOf("\n")))) as { game?: unknown };
    return typeof game === "string" ? game : undefined;
  } catch {
    return undefined;
  }
}
