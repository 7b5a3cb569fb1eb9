/** How entrants left matches early, how long they think, and how they score on each seat. */

import { Termination } from "botwerk/v1";
import type { Standing, TurnTimes } from "botwerk/v1";
import { h, svg } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import { terminationName } from "./description.js";
import { nameElement } from "./entrant_name.js";
import { strip } from "./interval_bar.js";
import { number, percent, turnTime } from "./number_format.js";
import { replaceKeepingFocus } from "./refocus.js";

/** Maximum number of entrants in the table. */
const MAX_ENTRANTS = 200;
const BAR_WIDTH = 180;
const BAR_HEIGHT = 20;

/** A table with one row per entrant. */
export class EntrantTimes {
  readonly element: HTMLElement;
  readonly #table = h("table", {});
  #signature = "";

  constructor() {
    const label = "Terminations and times by entrant";
    this.element = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, this.#table);
  }

  update(standings: readonly Standing[]): void {
    const shown = standings.slice(0, MAX_ENTRANTS);
    const signature = shown.map(({ entrant, turns, thinkNanos, matches }) =>
      [entrant, turns, thinkNanos, matches].join()).join("\n");
    if (signature === this.#signature) return;
    this.#signature = signature;
    const counts = shown.flatMap(({ terminations }) => terminations);
    const reasons = [...new Set(counts.map(({ termination }) => termination))].sort();
    const seats = Math.max(0, ...shown.map((standing) => standing.seats.length));
    const scale = timeScale(shown);
    const numbers = (head: string, title?: string) => h("th", { scope: "col", class: "number", title }, head);
    const head = h("tr", {}, h("th", { scope: "col" }, "Entrant"),
      numbers("Turns"), numbers("Mean"), numbers("Median"), numbers("90 %"), numbers("99 %"), numbers("Longest"),
      h("th", { scope: "col" }, "Median to 99 %, longest"),
      reasons.map((reason) => numbers(terminationName(reason))),
      numbers("Illegal", "Submissions that were rejected as illegal"),
      Array.from({ length: seats }, (_, seat) => numbers(`Seat ${seat}`, `Score rate on seat ${seat}`)));
    replaceKeepingFocus(this.#table, h("thead", {}, head),
      h("tbody", {}, shown.map((standing) => row(standing, reasons, seats, scale))));
  }
}

type TimeScale = (nanos: number) => number;

/** Returns a logarithmic scale from 0 to 1 that contains all times. */
function timeScale(standings: readonly Standing[]): TimeScale {
  const times = standings.flatMap(({ turnTimes }) =>
    (turnTimes === undefined ? [] : [Number(turnTimes.medianNanos), Number(turnTimes.maxNanos)]));
  const [low, high] = [Math.log(Math.max(1, Math.min(...times))), Math.log(Math.max(2, ...times))];
  return (nanos) => Math.min(1, Math.max(0, (Math.log(Math.max(1, nanos)) - low) / Math.max(1e-9, high - low)));
}

function row(standing: Standing, reasons: readonly Termination[], seats: number, scale: TimeScale): Content {
  const { entrant, turns, thinkNanos, turnTimes, terminations, illegalSubmissions } = standing;
  const cell = (text: string) => h("td", { class: "number" }, text);
  const mean = turns > 0n ? turnTime(Number(thinkNanos) / Number(turns)) : "–";
  const { medianNanos, p90Nanos, p99Nanos, maxNanos } = turnTimes ?? {};
  const times = [medianNanos, p90Nanos, p99Nanos, maxNanos].map((nanos) =>
    (nanos === undefined ? "–" : turnTime(Number(nanos))));
  return h("tr", {}, h("th", { scope: "row" }, h("div", { class: "entrant" }, nameElement(entrant))),
    cell(number(turns)), cell(mean), times.map(cell),
    h("td", {}, turnTimes !== undefined && timeBar(turnTimes, scale)),
    reasons.map((reason) => cell(number(terminations.find(({ termination }) => termination === reason)?.count ?? 0n))),
    cell(number(illegalSubmissions)),
    Array.from({ length: seats }, (_, seat) => {
      const score = standing.seats[seat];
      const isPlayed = score !== undefined && score.opponents > 0n;
      return cell(isPlayed ? percent(score.points / Number(score.opponents)) : "–");
    }));
}

function timeBar({ medianNanos, p99Nanos, maxNanos }: TurnTimes, scale: TimeScale): SVGSVGElement {
  const x = (nanos: bigint) => 3 + scale(Number(nanos)) * (BAR_WIDTH - 6);
  const [median, p99, longest] = [x(medianNanos), x(p99Nanos), x(maxNanos)];
  return strip("interval", BAR_WIDTH, BAR_HEIGHT,
    svg("line", { class: "interval-zero", x1: median, x2: longest, y1: 10, y2: 10 }),
    svg("rect", { class: "interval-range", x: median, y: 7, width: Math.max(2, p99 - median), height: 6, rx: 3 }),
    svg("rect", { class: "interval-value", x: longest - 1.5, y: 4, width: 3, height: 12 }));
}
