/** How a bot does in its tournaments: its ratings and last matches. */

import { Termination } from "botwerk/v1";
import type { Bot } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import { formatName, resourceId, terminationName } from "../tournaments/description.js";
import { nameElement, nameText } from "../tournaments/entrant_name.js";
import { intervalBar } from "../tournaments/interval_bar.js";
import { intervalScale } from "../tournaments/interval_scale.js";
import { resultText } from "../tournaments/match_row.js";
import type { MatchRow } from "../tournaments/match_row.js";
import { interval, number, points } from "../tournaments/number_format.js";
import { replaceKeepingFocus } from "../tournaments/refocus.js";
import { BotEntries } from "./bot_entries.js";
import type { BotEntry } from "./bot_entries.js";
import { logButton } from "./log_dialog.js";
import type { OwnerCalls } from "./owner_calls.js";
import { Polling } from "./polling.js";

/** Minimum time between two updates, in milliseconds. */
const INTERVAL = 10_000;

/** An update takes at most this share of the time, so that many readers do not slow down a server. */
const MAX_SHARE = 0.05;

/** The tournaments of a bot. They are requested again until the page is left. */
export class EntryList {
  readonly #status = h("p", { class: "soft", role: "status" }, "Loading…");
  readonly #entries = h("div", {});
  readonly element = h("section", { class: "card tournament" }, h("h2", {}, "Ratings and last matches"), this.#status, this.#entries);
  readonly #source: BotEntries;

  /** `isOwn` is set if the reader owns the bot, and so may read its logs. */
  constructor(
    private readonly context: PageContext,
    private readonly calls: OwnerCalls,
    bot: Bot,
    private readonly isOwn: boolean,
  ) {
    this.#source = new BotEntries(calls, bot);
    void new Polling(calls.signal, () => this.#update()).run();
  }

  async #update(): Promise<number> {
    const start = performance.now();
    try {
      const entries = await this.#source.load();
      replace(this.#status, entries.length === 0 && "The bot is in no tournament. Leagues that are open take in a version once it has passed its checks.");
      this.#show(entries.map((entry) => this.#entry(entry)));
    } catch (error) {
      if (!this.calls.signal.aborted) replace(this.#status, errorText(error));
    }
    return Math.max(INTERVAL, (performance.now() - start) / MAX_SHARE);
  }

  /** Replaces sections that have changed only, so that a reader keeps their place. */
  #show(sections: readonly HTMLElement[]): void {
    const { children } = this.#entries;
    if (sections.length === children.length && sections.every((section, index) => section.isEqualNode(children[index]!))) return;
    replaceKeepingFocus(this.#entries, sections);
  }

  #entry({ tournament, entrant, entrants, standing, matches }: BotEntry): HTMLElement {
    const { name, setup } = tournament;
    const title = setup?.name === "" || setup === undefined ? name : setup.name;
    const elo = standing?.elo;
    const facts: Content = standing === undefined || standing.matches === 0n
      ? h("p", { class: "soft" }, "No match with a result yet.")
      : h("dl", { class: "bots-facts" },
        h("dt", {}, "Place"), h("dd", {}, `${number(standing.place)} of ${number(entrants)}`),
        h("dt", {}, "Elo (95 %)"),
        h("dd", { class: "bot-rating" }, elo === undefined ? "not rated yet" : [interval(elo, 0), intervalBar(elo, intervalScale([elo]))]),
        h("dt", {}, "Matches"), h("dd", {}, number(standing.matches)),
        h("dt", {}, "Points"), h("dd", {}, `${points(standing.points)}: ${number(standing.wins)} won, ${number(standing.draws)} drawn, ${number(standing.losses)} lost`));
    return h("section", { class: "bot-entry", "aria-label": nameText(title) },
      h("h3", {}, h("a", { href: this.context.href(`/${name}`), "data-key": name }, nameElement(title)), h("span", { class: "soft" }, ` ${formatName(setup)}`)),
      facts, matches.length > 0 && this.#matches(matches, entrant));
  }

  #matches(matches: readonly MatchRow[], entrant: string): HTMLElement {
    const columns = ["Match", "Against", "Result", ...(this.isOwn ? ["Printed"] : [])];
    return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Last matches" },
      h("table", {},
        h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col" }, column)))),
        h("tbody", {}, matches.map((row) => this.#match(row, row.entrants.indexOf(entrant))))));
  }

  #match(row: MatchRow, seat: number): HTMLElement {
    const { index, match, entrants } = row;
    const text = `#${number(index)}`;
    const read = () => this.calls.retry(({ bots }, options) => bots.getSeatLog({ match, seat }, options));
    const others = entrants.filter((_, other) => other !== seat);
    return h("tr", {},
      h("th", { scope: "row" }, match === "" ? text : h("a", { href: this.context.href(`/matches/${resourceId(match)}`), "data-key": match }, text)),
      h("td", {}, others.map((name, other) => [other > 0 && ", ", nameElement(name)])),
      h("td", {}, ownResult(row, seat)),
      this.isOwn && h("td", {}, match !== "" && logButton(`Match ${text}`, `log-${match}`, this.calls.signal, read)));
  }
}

/** Returns the result of a seat, with why it has left early. */
function ownResult(row: MatchRow, seat: number): Content {
  const { result } = row;
  if (result === undefined || result.isVoided) return resultText(row);
  const own = result.places[seat] ?? 0;
  const best = Math.min(...result.places.filter((_, other) => other !== seat));
  const text = result.places.length !== 2 ? `place ${own} of ${result.places.length}` : own < best ? "won" : own === best ? "drawn" : "lost";
  const termination = result.seats[seat]?.termination ?? Termination.NONE;
  const fault = terminationName(termination);
  return [text, fault !== "" && h("span", { class: "badge bad" }, fault)];
}
