/** The sequential test of a tournament. */

import type { GetStandingsResponse } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { LlrChart } from "./llr_chart.js";
import { LlrHistory, countedPairs } from "./llr_history.js";
import type { LlrPoint } from "./llr_history.js";
import type { LiveTournament } from "./live_tournament.js";

/** Relative difference up to which the ratio of this page and that of the server are equal. */
const TOLERANCE = 1e-6;
const COMPUTED = "The curve is computed in this page from the results of all pairs; its end is the server's value.";
const SEEN = "The curve shows what the server has reported while this page was open.";

/** The present ratio with its course: computed from all results, or else what was seen while watching. */
export class LlrSection {
  readonly element: HTMLElement;
  readonly #chart: LlrChart;
  readonly #note = h("p", { class: "soft" });
  readonly #seen: LlrPoint[] = [];
  #history: LlrHistory | undefined;

  constructor(signal: AbortSignal) {
    this.#chart = new LlrChart(signal);
    this.element = h("section", { class: "card", "aria-labelledby": "sprt-title" },
      h("h2", { id: "sprt-title" }, "Sequential probability ratio test"), this.#chart.element, this.#note);
  }

  update(response: GetStandingsResponse, live: LiveTournament): void {
    const { sprt, tournament } = response;
    const setup = tournament?.setup;
    if (sprt === undefined || setup?.format?.kind.case !== "sprt") return;
    const present = { pairs: Number(sprt.pairs), llr: sprt.llr };
    if (this.#seen.at(-1)?.pairs !== present.pairs) this.#seen.push(present);
    const { elo0, elo1, isNormalised } = setup.format.kind.value;
    this.#history ??= new LlrHistory({ elo0, elo1, isNormalised });
    const { matches } = live;
    const rows = matches.rows.slice(0, matches.playedEnd);
    // The pairs after the decision do not count.
    const counted = countedPairs(rows, setup.entrants[0]?.name ?? "").slice(0, present.pairs);
    const curve = this.#history.curve(counted);
    const isSame = counted.length === present.pairs && isNear(curve.at(-1)!.llr, present.llr);
    this.#chart.update(sprt, isSame ? curve : this.#seen);
    replace(this.#note, isSame ? COMPUTED : matches.isComplete ? SEEN : "The results are being loaded…");
  }
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other));
}
