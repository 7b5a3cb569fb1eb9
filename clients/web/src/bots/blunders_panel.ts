/** The worst turns of a bot in the matches that it has lost last. */

import { SeatResult } from "botwerk/v1";
import type { BotMatch } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { toMillis } from "../shell/nanos.js";
import type { PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import { nameElement } from "../tournaments/entrant_name.js";
import { count, dateTime, number } from "../tournaments/number_format.js";
import { readMatchRecord } from "../viewer/match_record.js";
import { DEFAULT_NODES, countTurns, evaluateRecord, hasValues } from "../viewer/record_evaluation.js";
import { Replays } from "../viewer/replays.js";
import type { OwnerCalls } from "./owner_calls.js";
import { worstTurns, worstTurnsOf } from "./worst_turns.js";
import type { WorstTurn } from "./worst_turns.js";

/** Number of matches that are evaluated. */
const MAX_MATCHES = 5;

/** The worst turns of matches that were evaluated since the site was opened: a reader comes back from each of them. */
const evaluated = new Map<string, readonly WorstTurn[]>();

/** Evaluates the last lost matches in the page, as the viewer evaluates one. */
export class BlundersPanel {
  readonly #button = h("button", { type: "button", on: { click: () => void this.#toggle() } }, "Find blunders");
  readonly #progress = h("progress", { "aria-label": "Progress of the evaluation", hidden: true });
  readonly #status = h("p", { class: "soft", role: "status" });
  readonly #skipped = h("ul", { class: "bot-skipped" });
  readonly #turns = h("ol", { class: "bot-blunders" });
  readonly element = h("section", { class: "bot-entry", "aria-label": "Worst blunders", hidden: true },
    h("h3", {}, "Worst blunders"),
    h("div", { class: "row" }, this.#button, this.#progress), this.#status, this.#skipped, this.#turns);
  #lost: readonly BotMatch[] = [];
  #running: AbortController | undefined;

  constructor(
    private readonly context: PageContext,
    private readonly calls: OwnerCalls,
  ) {}

  /** Offers the evaluation of those of the last matches, the newest first, that were lost. */
  setMatches(matches: readonly BotMatch[]): void {
    this.#lost = matches.filter(({ result }) => result === SeatResult.LOST).slice(0, MAX_MATCHES);
    this.element.hidden = !matches.some(({ result }) => result !== SeatResult.UNSPECIFIED);
    if (this.#running !== undefined || this.#turns.childElementCount > 0) return;
    this.#button.hidden = this.#lost.length === 0;
    if (this.#lost.length === 0) replace(this.#status, "The bot has lost none of its last matches.");
    else if (this.#skipped.childElementCount === 0) replace(this.#status, "In this page, evaluates the last matches that the bot has lost.");
  }

  async #toggle(): Promise<void> {
    if (this.#running !== undefined) return this.#running.abort();
    const current = (this.#running = new AbortController());
    this.#button.textContent = "Stop";
    replace(this.#skipped);
    replace(this.#turns);
    const signal = AbortSignal.any([current.signal, this.calls.signal]);
    const lost = this.#lost;
    this.#progress.max = lost.length;
    this.#progress.value = 0;
    this.#progress.hidden = false;
    const done = await this.#evaluateAll(lost, signal);
    this.#running = undefined;
    this.#progress.hidden = true;
    this.#button.textContent = "Find blunders";
    const note = this.#turns.childElementCount > 0
      ? " Losses are in the unit of the player that evaluates."
      : done > 0 && " The bot has lost nothing by its turns.";
    replace(this.#status, signal.aborted && "Stopped. ", `${count(done, "match")} evaluated.`, note);
  }

  /** Returns how many matches could be evaluated. */
  async #evaluateAll(lost: readonly BotMatch[], signal: AbortSignal): Promise<number> {
    let found: readonly WorstTurn[] = [];
    let done = 0;
    for (const [index, match] of lost.entries()) {
      const title = `match ${index + 1} of ${lost.length}`;
      const report = (searched: number, total: number) => {
        this.#progress.value = index + searched / Math.max(1, total);
        replace(this.#status, `${number(searched)} of ${count(total, "turn")} searched in ${title}`);
      };
      replace(this.#status, `Loading ${title}…`);
      try {
        found = worstTurns([...found, ...(await this.#evaluate(match, signal, report))]);
        done += 1;
        replace(this.#turns, found.map((turn) => this.#turn(turn)));
      } catch (error) {
        if (signal.aborted) return done;
        const when = dateTime(toMillis(match.createTimeNanos));
        this.#skipped.append(h("li", {}, `The match of ${when} was skipped: `, h("bdi", {}, errorText(error))));
      }
      this.#progress.value = index + 1;
    }
    return done;
  }

  async #evaluate(match: BotMatch, signal: AbortSignal, report: (searched: number, total: number) => void): Promise<readonly WorstTurn[]> {
    const key = `${match.match} ${match.seat}`;
    const known = evaluated.get(key);
    if (known !== undefined) return known;
    const { engines } = this.context;
    const record = await this.calls.until(signal).retry(({ matches }, options) => readMatchRecord(matches, match.match, options));
    const { rules } = await engines.rules();
    const replay = await new Replays(record, rules, signal).replay("everything");
    const total = countTurns(replay.steps);
    const turns = await evaluateRecord(await engines.players(), {
      record,
      nodes: DEFAULT_NODES,
      signal,
      report: (searched) => report(searched.length, total),
    });
    if (!hasValues(turns)) throw new Error("the player reports no values for this game");
    const worst = worstTurnsOf(match, replay, turns);
    evaluated.set(key, worst);
    return worst;
  }

  #turn({ match, step, text, opponents, loss, isBlunder, best }: WorstTurn): HTMLElement {
    return h("li", {},
      h("p", { class: "row" },
        isBlunder && h("span", { class: "badge bad" }, "?? blunder"),
        h("span", {}, `loss: ${number(loss)}`),
        h("span", { class: "soft" }, "against ", opponents.map((name, other) => [other > 0 && ", ", nameElement(name)]))),
      h("p", {}, h("a", { href: this.context.href(`/${match}?step=${step}&evaluate=1`) }, h("bdi", { class: "notation" }, text))),
      best !== "" && h("p", {}, "Better: ", h("bdi", { class: "notation" }, best)));
  }
}
