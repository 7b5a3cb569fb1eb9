/** The matches that this browser can continue, on the first page and where matches are started. */

import { MatchState } from "botwerk/v1";
import type { Match } from "botwerk/v1";
import { ageText } from "../home/labels.js";
import { h, replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import { gameTitle } from "../shell/game_title.js";
import { toMillis } from "../shell/nanos.js";
import type { PageContext } from "../shell/page.js";
import { questionButton } from "../shell/question_button.js";
import { errorText, sleep } from "../shell/server.js";
import type { Server } from "../shell/server.js";
import { KeptMatchStates, isUnfinished } from "./kept_match_states.js";
import type { MatchStatus } from "./kept_match_states.js";
import { outcomeTitle } from "./outcome_text.js";
import { openSeatTokens } from "./seat_tokens.js";

/** The time between two requests, in milliseconds. */
const POLL_INTERVAL = 3000;

/** Opponents that are named; the rest is counted. */
const NAMED_SEATS = 3;

/** Longer names are cut; the list clips them much earlier. */
const MAX_NAME = 200;

/** The list. It is requested again until the page is left. */
export class MyMatches {
  readonly element: HTMLElement;
  readonly #list = h("ul", { class: "home-list my-matches" });
  readonly #message = h("p", { class: "soft", role: "status" });
  readonly #tokens = openSeatTokens();
  readonly #states: KeptMatchStates;
  readonly #forgetAll: HTMLElement;
  /** The rows by match and seat. */
  #rows = new Map<string, MyMatchRow>();

  constructor(
    private readonly context: PageContext,
    server: Server,
  ) {
    this.#states = new KeptMatchStates(server, context.signal);
    this.#forgetAll = forgetButton("Forget all matches", "Forget all? You can then continue none of them in this browser.", () => {
      this.#tokens.forgetAll();
      this.#show();
    });
    this.element = h("section", { class: "card", "aria-labelledby": "my-matches-title" },
      h("h2", { id: "my-matches-title" }, "My matches"), this.#message, this.#list,
      h("div", { class: "my-matches-foot" },
        h("p", { class: "soft" }, "Your seats are kept in this browser: anyone who uses it can play them."), this.#forgetAll));
    addEventListener("storage", () => this.#show(), { signal: context.signal });
    this.#show();
    void this.#poll();
  }

  async #poll(): Promise<void> {
    const { signal } = this.context;
    while (!signal.aborted) {
      if (!document.hidden) await this.#request();
      await sleep(POLL_INTERVAL, signal);
    }
  }

  async #request(): Promise<void> {
    try {
      const unknown = await this.#states.update(this.#tokens.matches.map(({ match }) => match));
      for (const id of unknown) this.#tokens.forget(id);
      if (this.context.signal.aborted) return;
      replace(this.#message);
      this.#show();
    } catch (error) {
      if (!this.context.signal.aborted) replace(this.#message, errorText(error));
    }
  }

  #show(): void {
    const rows = this.#tokens.matches.flatMap(({ match, own, usedAt }) => {
      const status = this.#states.status(match);
      if (status !== undefined && !isUnfinished(status.match.state)) this.#tokens.end(match);
      return own.map(({ seat }) => ({ match, seat, usedAt, status, isOnly: own.length === 1 }));
    });
    rows.sort((first, second) => rank(first) - rank(second) || second.usedAt - first.usedAt);
    const shown = rows.map((mine) => {
      const key = `${mine.match} ${mine.seat}`;
      const row = this.#rows.get(key) ?? new MyMatchRow(this.context, () => {
        this.#tokens.forget(mine.match);
        this.#show();
      });
      row.update(mine);
      return [key, row] as const;
    });
    this.#rows = new Map(shown);
    const elements = shown.map(([, { element }]) => element);
    // Rows that stay where they are keep the focus.
    if (elements.length !== this.#list.children.length || elements.some((row, index) => row !== this.#list.children[index])) {
      const focused = document.activeElement;
      replace(this.#list, elements);
      if (focused instanceof HTMLElement && this.#list.contains(focused)) focused.focus();
    }
    this.element.hidden = elements.length === 0;
  }
}

/** A seat that this browser can play. */
interface MySeat {
  readonly match: string;
  readonly seat: number;
  readonly usedAt: number;
  readonly status: MatchStatus | undefined;
  /** Whether this browser keeps no other seat of the match. */
  readonly isOnly: boolean;
}

function isMyTurn({ seat, status }: MySeat): boolean {
  return status?.match.state === MatchState.RUNNING && status.toAct.includes(seat);
}

/** The order of the list: my turn, in progress, waiting, over. */
function rank(mine: MySeat): number {
  const state = mine.status?.match.state;
  if (isMyTurn(mine)) return 0;
  if (state === undefined || state === MatchState.RUNNING) return 1;
  return isUnfinished(state) ? 2 : 3;
}

/** A row of the list. */
class MyMatchRow {
  readonly element = h("li");
  readonly #main = h("div", { class: "my-match" });
  #key = "";

  constructor(private readonly context: PageContext, forget: () => void) {
    this.element.append(this.#main, forgetButton("Forget", "Forget it? You can then not continue it in this browser.", forget));
  }

  update(mine: MySeat): void {
    const { match, seat, status, isOnly } = mine;
    const age = status === undefined ? "" : ageText(toMillis(status.match.createTimeNanos), Date.now());
    const state = stateOf(mine);
    const description = status?.match;
    const key = JSON.stringify([state, age, isOnly, description?.setup?.game, description?.seats.map(({ name }) => name)]);
    if (key === this.#key) return;
    this.#key = key;
    const isOver = description !== undefined && !isUnfinished(description.state);
    const path = isOver ? `/matches/${encodeURIComponent(match)}` : `/play/${encodeURIComponent(match)}?seat=${seat}`;
    const hadFocus = this.#main.contains(document.activeElement);
    const link = h("a", { href: this.context.href(path) }, description === undefined ? "Match" : titleOf(description, seat, isOnly));
    replace(this.#main, link,
      h("span", { class: `badge ${state.look}` }, h("bdi", {}, state.text)),
      h("span", { class: "soft" }, age));
    if (hadFocus) link.focus();
  }
}

/** Returns the game and the opponents, each name with a direction of its own. */
function titleOf({ setup, seats }: Match, own: number, isOnly: boolean): Content {
  const others = seats.map(({ name }, seat) => ({ name: nameOf(name, seat), seat })).filter(({ seat }) => seat !== own);
  const named = others.slice(0, NAMED_SEATS);
  const rest = others.length - named.length;
  return [gameTitle(setup?.game ?? ""), !isOnly && ` as player ${own + 1}`, others.length > 0 && " against ",
    named.map(({ name }, index) => [index > 0 && ", ", h("bdi", {}, name)]), rest > 0 && ` and ${rest} more`];
}

function nameOf(name: string, seat: number): string {
  return name === "" || name === `seat ${seat}` ? `player ${seat + 1}` : name.slice(0, MAX_NAME);
}

function stateOf(mine: MySeat): { readonly text: string; readonly look: string } {
  const { status, seat } = mine;
  if (status === undefined) return { text: "Loading…", look: "" };
  const { match, toAct } = status;
  switch (match.state) {
    case MatchState.WAITING:
      return { text: "Waiting for players", look: "warn" };
    case MatchState.SUSPENDED:
      return { text: "Paused", look: "warn" };
    case MatchState.ABORTED:
      return { text: "Ended without a result", look: "" };
    case MatchState.OVER:
    case MatchState.UNSPECIFIED:
      return { text: outcomeTitle(match, seat), look: "" };
    case MatchState.RUNNING:
      break;
  }
  if (isMyTurn(mine)) return { text: "Your turn", look: "good" };
  const [first] = toAct;
  if (first === undefined || toAct.length > 1) return { text: "In progress", look: "" };
  return { text: `Waiting for ${nameOf(match.seats[first]?.name ?? "", first)}`, look: "" };
}

/** Creates a button that asks before it forgets. */
function forgetButton(text: string, question: string, forget: () => void): HTMLElement {
  return questionButton({ text, question, confirmation: "Yes, forget" }, forget);
}
