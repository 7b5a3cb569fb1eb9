/** The list of a server's matches. */

import { MatchState } from "botwerk/v1";
import type { Match } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { gameTitle } from "../shell/game_title.js";
import { toMillis } from "../shell/nanos.js";
import type { PageContext } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { errorText } from "../shell/server.js";
import { formatCount } from "./durations.js";

const PAGE_SIZE = 50;

const STATES: readonly (readonly [MatchState, string])[] = [
  [MatchState.UNSPECIFIED, "all states"],
  [MatchState.RUNNING, "in progress"],
  [MatchState.WAITING, "waiting"],
  [MatchState.SUSPENDED, "suspended"],
  [MatchState.OVER, "over"],
  [MatchState.ABORTED, "aborted"],
];

/** A table of matches, newest first, one page after another. */
export class MatchList {
  readonly #body = h("tbody", {});
  readonly #status = h("p", { class: "soft", role: "status" });
  readonly #state = h("select", { "aria-label": "State", on: { change: () => void this.#openFirst() } },
    STATES.map(([state, text]) => h("option", { value: state }, text)));
  readonly #newer = h("button", { type: "button", on: { click: () => void this.#turn(-1) } }, "Newer");
  readonly #older = h("button", { type: "button", on: { click: () => void this.#turn(1) } }, "Older");
  readonly element = h("section", { class: "card match-list" },
    h("h1", {}, "Matches"),
    h("div", { class: "row" }, this.#state,
      h("button", { type: "button", on: { click: () => void this.#openFirst() } }, "Refresh"), this.#newer, this.#older),
    this.#status,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Matches" },
      h("table", {},
        h("thead", {}, h("tr", {}, ["Match", "Game", "Players", "State", "Events"].map((name) =>
          h("th", { scope: "col", class: name === "Events" ? "number" : "" }, name)))),
        this.#body)));
  /** The tokens of the pages up to the shown one, and of the next one. */
  #tokens: string[] = [""];
  #page = 0;
  #latest = 0;

  constructor(
    private readonly context: PageContext,
    private readonly server: Server,
  ) {
    void this.#openFirst();
  }

  async #openFirst(): Promise<void> {
    this.#tokens = [""];
    await this.#open(0);
  }

  async #turn(pages: number): Promise<void> {
    await this.#open(this.#page + pages);
  }

  async #open(page: number): Promise<void> {
    const pageToken = this.#tokens[page];
    if (pageToken === undefined) return;
    const number = ++this.#latest;
    const request = { pageSize: PAGE_SIZE, pageToken, state: Number(this.#state.value) };
    const { signal } = this.context;
    try {
      const list = () => this.server.client.matches.listMatches(request, { signal });
      const { matches, nextPageToken } = await this.server.retry(list, signal);
      if (number !== this.#latest) return;
      this.#page = page;
      this.#tokens = [...this.#tokens.slice(0, page + 1), ...(nextPageToken === "" ? [] : [nextPageToken])];
      this.#show(matches);
    } catch (error) {
      if (!signal.aborted) this.#status.textContent = `The matches cannot be listed: ${errorText(error)}`;
    }
  }

  #show(matches: readonly Match[]): void {
    replace(this.#body, matches.map((match) => this.#row(match)));
    this.#newer.disabled = this.#page === 0;
    this.#older.disabled = this.#tokens[this.#page + 1] === undefined;
    const first = this.#page * PAGE_SIZE;
    this.#status.textContent = matches.length === 0
      ? "There are no such matches."
      : `Matches ${first + 1} to ${first + matches.length}, newest first`;
  }

  #row({ name, setup, seats, state, eventCount, createTimeNanos, outcome }: Match): HTMLElement {
    const created = new Date(toMillis(createTimeNanos));
    const text = STATES.find(([other]) => other === state)?.[1] ?? "";
    return h("tr", {},
      h("td", {}, h("a", { href: this.context.href(`/${name}`) }, formatTime(created))),
      h("td", {}, gameTitle(setup?.game ?? "")),
      h("td", { class: "players" }, seats.map(({ name: player }, seat) => [
        seat > 0 && " – ",
        h("bdi", { class: outcome?.places[seat] === 1 ? "winner" : "", title: player.slice(0, 200) }, player.slice(0, 200)),
      ])),
      h("td", {}, text),
      h("td", { class: "number" }, formatCount(eventCount)));
  }
}

function formatTime(time: Date): string {
  const part = (value: number) => String(value).padStart(2, "0");
  const date = [time.getFullYear(), part(time.getMonth() + 1), part(time.getDate())].join("-");
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(part).join(":")}`;
}
