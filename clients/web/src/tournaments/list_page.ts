/** The list of tournaments. */

import { TournamentState } from "botwerk/v1";
import type { Tournament } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { toMillis } from "../shell/nanos.js";
import type { Page, PageContext } from "../shell/page.js";
import { errorText, sleep } from "../shell/server.js";
import type { Server } from "../shell/server.js";
import { formatName, resourceId, stateLook, stateName } from "./description.js";
import { nameElement } from "./entrant_name.js";
import { dateTime, number } from "./number_format.js";
import { progressBar, progressText, remainingText } from "./progress_meter.js";
import { replaceKeepingFocus } from "./refocus.js";

const PAGE_SIZE = 25;
const COLUMNS = ["Tournament", "State", "Game", "Format", "Entrants", "Progress", "Created"] as const;
const NONE = "There are no such tournaments. Start one with `botwerk tournament run FILE --server ADDRESS`.";
/** Time between two updates, in milliseconds. */
const INTERVAL = 3000;

/** Opens the list. */
export function openList(context: PageContext, server: Server): Page {
  const list = new TournamentList(context, server);
  void list.run();
  return { title: "Tournaments", element: list.element };
}

class TournamentList {
  readonly element: HTMLElement;
  readonly #rows = h("tbody", {});
  readonly #status = h("p", { class: "soft", role: "status" }, "Loading…");
  readonly #table: HTMLElement;
  readonly #state: HTMLSelectElement;
  readonly #newer: HTMLButtonElement;
  readonly #older: HTMLButtonElement;
  /** The tokens of the shown page and of those before it. */
  #tokens: readonly string[] = [""];
  #next = "";
  #signature = "";

  constructor(private readonly context: PageContext, private readonly server: Server) {
    const turn = (tokens: () => readonly string[]) => () => {
      this.#tokens = tokens();
      void this.#load();
    };
    this.#state = h("select", { on: { change: turn(() => [""]) } },
      h("option", { value: TournamentState.UNSPECIFIED }, "All"),
      [TournamentState.RUNNING, TournamentState.PAUSED, TournamentState.OVER, TournamentState.CANCELLED].map((state) =>
        h("option", { value: state }, stateName(state))));
    const button = (text: string, tokens: () => readonly string[]) =>
      h("button", { type: "button", disabled: true, on: { click: turn(tokens) } }, text);
    this.#newer = button("Newer", () => this.#tokens.slice(0, -1));
    this.#older = button("Older", () => [...this.#tokens, this.#next]);
    const head = h("tr", {}, COLUMNS.map((column) =>
      h("th", { scope: "col", class: column === "Entrants" ? "number" : undefined }, column)));
    const region = { class: "scroll", tabindex: "0", role: "region", "aria-label": "Tournaments", hidden: true };
    this.#table = h("div", region, h("table", { class: "tournament-list" }, h("thead", {}, head), this.#rows));
    this.element = h("div", { class: "tournaments" }, h("section", { class: "card" },
      h("div", { class: "row spread" },
        h("h1", {}, "Tournaments"), h("label", { class: "inline" }, "State", this.#state)),
      this.#status, this.#table,
      h("nav", { class: "row", "aria-label": "Pages of the list" }, this.#newer, this.#older)));
  }

  /** Keeps the list up to date until the page is left. */
  async run(): Promise<void> {
    const { signal } = this.context;
    while (!signal.aborted) {
      if (document.visibilityState === "visible") await this.#load();
      await sleep(INTERVAL, signal);
    }
  }

  async #load(): Promise<void> {
    const { signal } = this.context;
    const token = this.#tokens.at(-1) ?? "";
    const request = { pageSize: PAGE_SIZE, pageToken: token, state: Number(this.#state.value) as TournamentState };
    try {
      const call = () => this.server.client.tournaments.listTournaments(request, { signal });
      const { tournaments, nextPageToken } = await this.server.retry(call, signal);
      // Another page may have been opened in the meantime.
      if (token !== (this.#tokens.at(-1) ?? "") || request.state !== Number(this.#state.value)) return;
      this.#show(tournaments, nextPageToken);
    } catch (error) {
      if (!signal.aborted) replace(this.#status, errorText(error));
    }
  }

  #show(tournaments: readonly Tournament[], next: string): void {
    this.#next = next;
    this.#newer.disabled = this.#tokens.length === 1;
    this.#older.disabled = next === "";
    this.#table.hidden = tournaments.length === 0;
    const page = this.#tokens.length === 1 && next === "" ? "" : `Page ${this.#tokens.length}.`;
    const text = tournaments.length > 0 ? page : NONE;
    if (this.#status.textContent !== text) replace(this.#status, text);
    const signature = JSON.stringify(tournaments.map(({ name, state, resultCount, matchCount, remainingNanos }) =>
      [name, state, resultCount, matchCount, remainingNanos].map(String)));
    if (signature === this.#signature) return;
    this.#signature = signature;
    replaceKeepingFocus(this.#rows, tournaments.map((tournament) => this.#row(tournament)));
  }

  #row(tournament: Tournament): HTMLElement {
    const { name, setup, state, createTimeNanos } = tournament;
    const remaining = remainingText(tournament);
    const href = this.context.href(`/tournaments/${resourceId(name)}`);
    return h("tr", {},
      h("th", { scope: "row" }, h("a", { href, "data-key": name }, nameElement(setup?.name ?? name))),
      h("td", {}, h("span", { class: `badge ${stateLook(state)}` }, stateName(state))),
      h("td", {}, setup?.setup?.game ?? ""),
      h("td", {}, formatName(setup)),
      h("td", { class: "number" }, number(tournament.entrantCount)),
      h("td", {}, progressBar(tournament), h("div", {}, progressText(tournament)),
        remaining !== undefined && h("div", { class: "soft" }, remaining)),
      h("td", {}, dateTime(toMillis(createTimeNanos))));
  }
}
