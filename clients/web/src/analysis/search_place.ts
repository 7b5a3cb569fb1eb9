/** Where searches run: in workers of the page, or on the server. */

import type { Client } from "botwerk/web";
import { h } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";

type Place = "page" | "server";

/** Runs a stream of one kind of search after another. */
export class SearchPlace {
  readonly element: HTMLElement;
  #place: Place = "page";
  /** Each kind of search has a worker of its own, since calls of one worker wait for each other. */
  readonly #workers = new Map<string, Promise<Client>>();
  #onChange = () => {};

  constructor(private readonly context: PageContext) {
    const radio = (place: Place, text: string) => {
      const change = () => {
        this.#place = place;
        this.#onChange();
      };
      const isMissing = place === "server" && context.server === undefined;
      const title = isMissing ? "These pages are static files without a server" : undefined;
      return h("label", { class: "inline", title },
        h("input", { type: "radio", name: "search-place", checked: place === "page", disabled: isMissing, on: { change } }),
        h("span", {}, text));
    };
    this.element = h("fieldset", { class: "row analysis-modes" }, h("legend", {}, "Searches run"),
      radio("page", "in this page"), radio("server", "on the server"));
    context.signal.addEventListener("abort", () => this.#close(), { once: true });
  }

  /** Calls the listener when another place is chosen. */
  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Follows a stream of the chosen place to its end. A server that is away is asked again. */
  async follow<T>(
    kind: string,
    open: (client: Client) => AsyncIterable<T>,
    receive: (message: T) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { server } = this.context;
    if (this.#place === "server" && server !== undefined) {
      return server.follow(() => open(server.client), receive, signal);
    }
    const client = await this.#worker(kind);
    if (signal.aborted) return;
    for await (const message of open(client)) {
      if (signal.aborted) return;
      receive(message);
    }
  }

  #worker(kind: string): Promise<Client> {
    let worker = this.#workers.get(kind);
    if (worker === undefined) {
      worker = this.context.engines.startPlayers();
      this.#workers.set(kind, worker);
      // The next search tries again.
      worker.catch(() => this.#workers.delete(kind));
    }
    return worker;
  }

  #close(): void {
    for (const worker of this.#workers.values()) void worker.then((client) => client.close(), () => {});
  }
}
