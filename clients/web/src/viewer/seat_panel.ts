/** The seats with their players, clocks and what they have spent. */

import type { ReplayStep } from "botwerk/v1";
import { pathOfRule } from "../rules/rule_ids.js";
import { h, replace } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import { formatBank, formatCount, formatDuration } from "./durations.js";
import type { MatchResult, SeatUsage, ViewedMatch } from "./viewed_match.js";
import { resultText, seatOf, seatsToAct, terminationText } from "./viewed_match.js";

/** What the panel shows. */
export interface PanelContent {
  readonly match: ViewedMatch;
  readonly step: ReplayStep;
  readonly usage: readonly SeatUsage[];
  /** Unset while the match is in progress, and for records without a result. */
  readonly result: MatchResult | undefined;
  /** Whether the step is the last one. */
  readonly isLast: boolean;
  /** Since when the clocks of those who are to act run, as `performance.now`. Unset: they stand. */
  readonly clocksSince: number | undefined;
}

/** The time between two drawings of a clock that runs, in milliseconds. */
const TICK_MILLIS = 100;

/** A clock that runs. */
interface RunningClock {
  readonly element: HTMLElement;
  readonly bankNanos: number;
  readonly since: number;
}

/** The panel next to the board. */
export class SeatPanel {
  readonly #seats = h("ul", { class: "seats" });
  readonly #result = h("p", { class: "result" });
  readonly element = h("section", { class: "card seat-panel", "aria-label": "Players" }, this.#result, this.#seats);

  #clocks: readonly RunningClock[] = [];

  constructor(private readonly context: Pick<PageContext, "href" | "signal">) {
    const timer = setInterval(() => this.#tick(), TICK_MILLIS);
    context.signal.addEventListener("abort", () => clearInterval(timer));
  }

  show({ match, step, usage, result, isLast, clocksSince }: PanelContent): void {
    this.#result.hidden = result === undefined;
    if (result !== undefined) replace(this.#result, resultText(match, result), " ", this.#ruleLink(result));
    const isOver = step.next?.kind.case === "over" || (isLast && result !== undefined);
    const acting = isOver ? [] : seatsToAct(step.next);
    const stage = step.next?.kind.case === "decision" ? step.next.kind.value.stage : "";
    const clocks: RunningClock[] = [];
    replace(
      this.#seats,
      match.seats.map(({ player, agent, side }, seat) => {
        const bank = step.bankNanos[seat];
        const { nanos, nodes } = usage[seat] ?? { nanos: 0, nodes: 0 };
        // Frames of a match in progress have neither times nor nodes.
        const isMeasured = nanos > 0 || nodes > 0 || step.actor === undefined;
        const last = seatOf(step.actor) === seat ? step : undefined;
        const left = isLast ? terminationText(result?.terminations[seat]) : "";
        const points = result?.outcome?.points[seat];
        const place = result?.outcome?.places[seat];
        const clock = bank === undefined ? undefined : pair("clock", formatBank(bank), "clock");
        if (clock !== undefined && clocksSince !== undefined && acting.includes(seat)) {
          clocks.push({ element: clock.querySelector("dd")!, bankNanos: Number(bank), since: clocksSince });
        }
        return h(
          "li",
          { class: `seat seat-${seat} ${acting.includes(seat) ? "acting" : ""}` },
          h("div", { class: "seat-head" },
            h("span", { class: "seat-dot", "aria-hidden": "true" }),
            h("strong", {}, side),
            h("bdi", { class: "seat-player", title: player }, player),
            acting.includes(seat) && h("span", { class: "badge to-act" }, ["", "turn"].includes(stage) ? "to act" : `to act: ${stage}`),
            left !== "" && h("span", { class: "badge warn" }, left),
            isOver && place !== undefined && h("span", { class: `badge ${place === 1 ? "good" : ""}` }, `place ${place}`,
              points !== undefined && ` · ${points} points`)),
          agent !== "" && agent !== player && h("div", { class: "seat-agent soft notation" }, agent),
          h("dl", { class: "seat-numbers" },
            clock,
            isMeasured && pair("time", formatDuration(nanos)),
            isMeasured && pair("nodes", formatCount(nodes)),
            last?.elapsedNanos !== undefined && pair("this turn", formatDuration(last.elapsedNanos)),
            last !== undefined && last.effort > 0n && pair("its nodes", formatCount(last.effort)),
            last?.score !== undefined && pair("its score", formatCount(last.score))),
        );
      }),
    );
    this.#clocks = clocks;
    this.#tick();
  }

  /** Returns a link to the rule that ended the match. */
  #ruleLink({ outcome }: MatchResult): HTMLElement | undefined {
    const path = pathOfRule(outcome?.rule ?? "");
    return path === undefined ? undefined : h("a", { href: this.context.href(path) }, outcome?.rule);
  }

  #tick(): void {
    for (const { element, bankNanos, since } of this.#clocks) {
      const spent = (performance.now() - since) * 1e6;
      element.textContent = formatBank(Math.max(0, bankNanos - spent));
    }
  }
}

function pair(name: string, value: string, look = ""): HTMLElement {
  return h("div", { class: look }, h("dt", {}, name), h("dd", {}, value));
}
