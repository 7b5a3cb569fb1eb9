/** The list of a server's matches. */

import { MatchState, SeatResult } from "botwerk/v1";
import type { Match } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { gameTitle } from "../shell/game_title.js";
import { toMillis } from "../shell/nanos.js";
import type { PageContext } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { errorText } from "../shell/server.js";
import { formatCount } from "./durations.js";
import { resultName } from "./match_filter.js";
import type { MatchFilter } from "./match_filter.js";

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
  readonly #title = h("h1", {}, "Matches");
  readonly #all = h("p", {});
  readonly #body = h("tbody", {});
  readonly #status = h("p", { class: "soft", role: "status" });
  readonly #state = h("select", { "aria-label": "State", on: { change: () => void this.#openFirst() } },
    STATES.map(([state, text]) => h("option", { value: state }, text)));
  readonly #newer = h("button", { type: "button", on: { click: () => void this.#turn(-1) } }, "Newer");
  readonly #older = h("button", { type: "button", on: { click: () => void this.#turn(1) } }, "Older");
  readonly element = h("section", { class: "card match-list" },
    this.#title, this.#all,
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
    private readonly filter: MatchFilter,
  ) {
    const { player, opponent, result } = filter;
    if (player !== undefined) {
      replace(this.#title, "Matches of ", h("bdi", {}, player), opponent !== undefined && [" against ", h("bdi", {}, opponent)],
        result !== undefined && `: ${resultName(result)}`);
      replace(this.#all, h("a", { href: context.href("/matches") }, "All matches"));
    }
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
    const { player = "", opponent = "", result = SeatResult.UNSPECIFIED } = this.filter;
    const request = { pageSize: PAGE_SIZE, pageToken, state: Number(this.#state.value), player, opponent, result };
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
    // A page of a player's matches may be empty, and an older one not.
    const none = this.#older.disabled ? "There are no such matches." : "There are no such matches among these; older ones may be.";
    // Pages of a player's matches have different lengths.
    const shown = this.filter.player === undefined ? `${this.#page * PAGE_SIZE + 1} to ${this.#page * PAGE_SIZE + matches.length}` : `of page ${this.#page + 1}`;
    this.#status.textContent = matches.length === 0 ? none : `Matches ${shown}, newest first`;
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
