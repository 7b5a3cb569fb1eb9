/** How a bot has played its last matches: ratings, results, faults and times. */

import { BotFaultKind, SeatResult, Termination } from "botwerk/v1";
import type { BotFault, BotMatch, BotRating, BotReport } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import { visibleText } from "../shell/foreign_text.js";
import { toMillis } from "../shell/nanos.js";
import type { PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import { terminationName } from "../tournaments/description.js";
import { nameElement, nameText } from "../tournaments/entrant_name.js";
import { intervalBar } from "../tournaments/interval_bar.js";
import { intervalScale } from "../tournaments/interval_scale.js";
import { count, dateTime, interval, number, percent, turnTime } from "../tournaments/number_format.js";
import { replaceKeepingFocus } from "../tournaments/refocus.js";
import { pathOfMatches, resultName } from "../viewer/match_filter.js";
import { BlundersPanel } from "./blunders_panel.js";
import { logButton } from "./log_dialog.js";
import type { OwnerCalls } from "./owner_calls.js";
import { Polling } from "./polling.js";
import { ratingChart } from "./rating_chart.js";

/** Minimum time between two updates, in milliseconds. */
const INTERVAL = 10_000;

/** An update takes at most this share of the time, so that many readers do not slow down a server. */
const MAX_SHARE = 0.05;

/** Number of matches that are shown; the list of matches has the others. */
const MAX_MATCHES = 20;

const FAULTS: Readonly<Partial<Record<BotFaultKind, string>>> = {
  [BotFaultKind.UNPARSABLE]: "unparsable submissions",
  [BotFaultKind.ILLEGAL]: "illegal submissions",
  [BotFaultKind.FLAGGED]: "out of time",
  [BotFaultKind.CRASHED]: "crashed",
  [BotFaultKind.OFFLINE]: "offline",
};

/** The report of a bot. It is requested again until the page is left. */
export class BotReportPanel {
  readonly #status = h("p", { class: "soft", role: "status" }, "Loading…");
  readonly #sections = h("div", {});
  readonly #blunders: BlundersPanel;
  readonly element: HTMLElement;

  /** `isOwn` is set if the reader owns the bot, and so may read its logs. */
  constructor(
    private readonly context: PageContext,
    private readonly calls: OwnerCalls,
    private readonly bot: string,
    private readonly isOwn: boolean,
  ) {
    this.#blunders = new BlundersPanel(context, calls);
    this.element = h("section", { class: "card tournament" },
      h("h2", {}, "Ratings and last matches"), this.#status, this.#sections, this.#blunders.element);
    void new Polling(calls.signal, () => this.#update()).run();
  }

  async #update(): Promise<number> {
    const start = performance.now();
    try {
      const bot = `bots/${this.bot}`;
      const { report } = await this.calls.retry(({ bots }, options) => bots.getBotReport({ bot }, options));
      const { ratings, matches } = report!;
      const isEmpty = ratings.length === 0 && matches.length === 0;
      replace(this.#status, isEmpty && "The bot has played in no tournament. Leagues that are open take in a version once it has passed its checks.");
      this.#show(isEmpty ? [] : this.#content(report!));
      this.#blunders.setMatches(matches);
    } catch (error) {
      if (!this.calls.signal.aborted) replace(this.#status, errorText(error));
    }
    return Math.max(INTERVAL, (performance.now() - start) / MAX_SHARE);
  }

  /** Replaces sections that have changed only, so that a reader keeps their place. */
  #show(sections: readonly HTMLElement[]): void {
    const { children } = this.#sections;
    if (sections.length === children.length && sections.every((section, index) => section.isEqualNode(children[index]!))) return;
    replaceKeepingFocus(this.#sections, sections);
  }

  #content(report: BotReport): HTMLElement[] {
    return [...report.ratings.map((rating) => this.#rating(rating)), this.#play(report), this.#opponents(report), this.#matches(report)];
  }

  #rating({ tournament, displayName, place, matches, elo, history }: BotRating): HTMLElement {
    const title = displayName === "" ? tournament : displayName;
    return section(nameText(title), h("a", { href: this.context.href(`/${tournament}`), "data-key": tournament }, nameElement(title)),
      h("dl", { class: "bots-facts" },
        h("dt", {}, "Place"), h("dd", {}, number(place)),
        h("dt", {}, "Elo (95 %)"),
        h("dd", { class: "bot-rating" }, elo === undefined ? "not rated yet" : [interval(elo, 0), intervalBar(elo, intervalScale([elo]))]),
        h("dt", {}, "Matches"), h("dd", {}, number(matches))),
      ratingChart(history));
  }

  #play({ resultCount, faults, turns, meanThinkNanos, maxThinkNanos }: BotReport): HTMLElement {
    const time = turns === 0n ? "no turn yet" : `${turnTime(Number(meanThinkNanos))} on average, at most ${turnTime(Number(maxThinkNanos))}`;
    return section("Faults and times", "Faults and times",
      h("dl", { class: "bots-facts" },
        h("dt", {}, "Time per turn"), h("dd", {}, time),
        h("dt", {}, "Faults"), h("dd", {}, faults.length === 0 && `none in ${count(resultCount, "match")}`)),
      faults.length > 0 && h("ul", { class: "bot-faults" }, faults.map((fault) => this.#fault(fault, resultCount))));
  }

  #fault({ kind, matches, newestMatch, logLine }: BotFault, results: number): HTMLElement {
    const share = `${number(matches)} of ${count(results, "match")} (${percent(matches / Math.max(results, 1))})`;
    return h("li", {}, h("b", {}, FAULTS[kind] ?? "other faults"), ` in ${share}, last in `, this.#matchLink(newestMatch, "this match"),
      logLine !== "" && [": ", h("code", {}, h("bdi", {}, visibleText(logLine)))]);
  }

  #opponents({ opponents }: BotReport): HTMLElement {
    return section("Opponents", "Opponents", table("Opponents", ["Opponent", "Won", "Drawn", "Lost"], opponents.map(({ name, wins, draws, losses }) =>
      h("tr", {},
        h("th", { scope: "row" }, h("a", { href: this.context.href(pathOfMatches({ player: this.bot, opponent: name })), "data-key": `against-${name}` }, nameElement(name))),
        [[SeatResult.WON, wins], [SeatResult.DRAWN, draws], [SeatResult.LOST, losses]].map(([result, matches]) =>
          h("td", { class: "number" }, matches === 0 ? "0"
            : h("a", { href: this.context.href(pathOfMatches({ player: this.bot, opponent: name, result })), "data-key": `${result}-${name}` }, number(matches!))))))));
  }

  #matches({ matches }: BotReport): HTMLElement {
    const columns = ["Match", "Against", "Result", "Blunders", ...(this.isOwn ? ["Printed"] : [])];
    return section("Last matches", "Last matches",
      table("Last matches", columns, matches.slice(0, MAX_MATCHES).map((match) => this.#match(match))),
      h("p", {}, h("a", { href: this.context.href(pathOfMatches({ player: this.bot })) }, "All matches")));
  }

  #match({ match, seat, opponents, result, termination, createTimeNanos }: BotMatch): HTMLElement {
    const time = dateTime(toMillis(createTimeNanos));
    const read = () => this.calls.retry(({ bots }, options) => bots.getSeatLog({ match, seat }, options));
    const fault = termination === Termination.UNSPECIFIED ? "" : terminationName(termination);
    const isOver = result !== SeatResult.UNSPECIFIED;
    return h("tr", {},
      h("th", { scope: "row" }, this.#matchLink(match, time)),
      h("td", {}, opponents.map((name, other) => [other > 0 && ", ", nameElement(name)])),
      h("td", {}, isOver ? resultName(result) : "no result", fault !== "" && h("span", { class: "badge bad" }, fault)),
      h("td", {}, isOver && h("a", { href: this.context.href(`/${match}?evaluate=1`), "data-key": `evaluate-${match}` }, "Evaluate")),
      this.isOwn && h("td", {}, logButton(`Match of ${time}`, `log-${match}`, this.calls.signal, read)));
  }

  #matchLink(match: string, text: string): HTMLElement {
    return h("a", { href: this.context.href(`/${match}`), "data-key": `${text}-${match}` }, text);
  }
}

function section(label: string, title: Content, ...content: Content[]): HTMLElement {
  return h("section", { class: "bot-entry", "aria-label": label }, h("h3", {}, title), content);
}

function table(label: string, columns: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${label}: table` },
    h("table", {},
      h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col" }, column)))),
      h("tbody", {}, rows)));
}
