/** The evaluation of a whole match by a built-in agent in the page. */

import type { ReplayStep, TurnAnalysis } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import { formatCount } from "./durations.js";
import { graphElement, graphStep, moveGraphCursor } from "./evaluation_graph.js";
import type { GraphScale, GraphedTurn } from "./evaluation_graph.js";
import { DEFAULT_NODES, countTurns, evaluateRecord, graphedTurns, hasValues } from "./record_evaluation.js";
import type { StepCursor } from "./step_cursor.js";
import type { TurnMark } from "./turn_list.js";
import type { ViewedMatch } from "./viewed_match.js";

/** Search nodes before each turn. */
const EFFORTS = [
  ["quick", 1000],
  ["normal", 5000],
  ["thorough", 20_000],
  ["deep", 100_000],
] as const;
/** The time between two drawings of a graph that grows, in milliseconds. */
const REDRAW_MILLIS = 250;
const MIN_GRAPH_WIDTH = 240;

/** A record that can be evaluated. */
export interface EvaluatedRecord {
  readonly record: string;
  readonly match: ViewedMatch;
  /** The steps with everything visible. */
  readonly steps: readonly ReplayStep[];
}

/** A graph over the turns, and marks of blunders. */
export class EvaluationPanel {
  readonly #effort = h("select", { "aria-label": "Effort of the evaluation" },
    EFFORTS.map(([name, nodes]) => h("option", { value: nodes, selected: nodes === DEFAULT_NODES },
      `${name}: ${formatCount(nodes)} nodes a turn`)));
  readonly #button = h("button", { type: "button", on: { click: () => void this.#toggle() } }, "Evaluate");
  readonly #status = h("p", { class: "soft", role: "status" });
  readonly #progress = h("progress", { "aria-label": "Progress of the evaluation", hidden: true });
  readonly #graph = h("div", { class: "graph-pane" });
  readonly #turn = h("div", { class: "evaluated-turn" });
  readonly element = h("section", { class: "card evaluation", "aria-label": "Evaluation", hidden: true },
    h("h2", {}, "Evaluation"),
    h("div", { class: "row" }, this.#effort, this.#button),
    this.#progress, this.#status, this.#graph, this.#turn);
  #subject: EvaluatedRecord | undefined;
  #running: AbortController | undefined;
  #turns: readonly GraphedTurn[] = [];
  #drawn: { readonly graph: SVGSVGElement; readonly scale: GraphScale } | undefined;

  constructor(
    private readonly context: PageContext,
    private readonly cursor: StepCursor,
    /** Receives what to mark in the list of turns, by the index of the step. */
    private readonly mark: (marks: ReadonlyMap<number, TurnMark>) => void,
  ) {
    cursor.onChange(() => this.#follow());
    this.#graph.addEventListener("click", (event) => this.#click(event));
  }

  /** Offers the evaluation of a record. */
  setSubject(subject: EvaluatedRecord): void {
    this.#subject = subject;
    this.element.hidden = countTurns(subject.steps) === 0;
  }

  /** Starts the evaluation, unless it runs. */
  start(): void {
    if (this.#running === undefined) void this.#toggle();
  }

  async #toggle(): Promise<void> {
    if (this.#running !== undefined) return this.#running.abort();
    const subject = this.#subject;
    if (subject === undefined) return;
    const current = (this.#running = new AbortController());
    const signal = AbortSignal.any([current.signal, this.context.signal]);
    this.#button.textContent = "Cancel";
    this.#progress.hidden = false;
    try {
      await this.#evaluate(subject, signal);
    } catch (error) {
      this.#status.textContent = current.signal.aborted
        ? `Cancelled after ${formatCount(this.#turns.length)} turns.`
        : `The match cannot be evaluated: ${errorText(error)}`;
    }
    this.#running = undefined;
    this.#progress.hidden = true;
    this.#button.textContent = "Evaluate";
  }

  async #evaluate({ record, steps, match }: EvaluatedRecord, signal: AbortSignal): Promise<void> {
    this.#status.textContent = "The player is being loaded…";
    const players = await this.context.engines.players();
    const total = countTurns(steps);
    this.#progress.max = total;
    this.#progress.value = 0;
    let drawn = performance.now();
    const report = (found: readonly TurnAnalysis[]) => {
      this.#progress.value = found.length;
      this.#status.textContent = `${formatCount(found.length)} of ${formatCount(total)} turns searched`;
      if (performance.now() - drawn > REDRAW_MILLIS) {
        drawn = performance.now();
        this.#show(found, steps, match);
      }
    };
    const turns = await evaluateRecord(players, { record, nodes: Number(this.#effort.value), signal, report });
    this.#show(turns, steps, match);
    const blunders = turns.filter(({ isBlunder }) => isBlunder).length;
    this.#status.textContent =
      `${formatCount(turns.length)} turns searched, ${blunders === 1 ? "1 blunder" : `${formatCount(blunders)} blunders`}`;
    this.element.dataset["state"] = "evaluated";
  }

  #show(turns: readonly TurnAnalysis[], steps: readonly ReplayStep[], match: ViewedMatch): void {
    this.#turns = graphedTurns(turns, steps);
    const losses = this.#turns.filter(({ analysis }) => analysis.loss !== undefined);
    this.mark(new Map(losses.map(({ index, analysis: { isBlunder, loss, best } }) =>
      [index, { isBlunder, loss: loss ?? 0n, best }])));
    const label = `What the player expects before each turn, for ${match.seats.map(({ side }) => side).join(" and ")}`;
    const isValued = hasValues(turns);
    const scale = { width: Math.max(MIN_GRAPH_WIDTH, this.#graph.clientWidth), steps: steps.length };
    this.#drawn = isValued ? { graph: graphElement(this.#turns, scale, label), scale } : undefined;
    const legend = h("ul", { class: "graph-legend" }, match.seats.map(({ side }, seat) => {
      const own = this.#turns.filter(({ analysis }) => analysis.seat === seat);
      const blunders = own.filter(({ analysis }) => analysis.isBlunder).length;
      return h("li", { class: `seat-${seat}` }, h("span", { class: "seat-dot", "aria-hidden": "true" }), h("bdi", {}, side),
        h("span", { class: "soft" }, ` ${formatCount(own.length)} turns, ${blunders === 1 ? "1 blunder" : `${blunders} blunders`}`));
    }));
    const unit = h("p", { class: "soft" }, "Values are in the player's own unit, for the seat of the line; larger is better.");
    replace(this.#graph, this.#drawn?.graph ?? h("p", { class: "soft" }, "The player reports no values for this game."), legend, isValued && unit);
    this.#follow();
  }

  /** Shows what is known of the shown turn. */
  #follow(): void {
    const { index } = this.cursor;
    if (this.#drawn !== undefined) moveGraphCursor(this.#drawn.graph, index, this.#drawn.scale);
    const turn = this.#turns.find((other) => other.index === index)?.analysis;
    if (turn === undefined) return replace(this.#turn);
    const { valueBefore, valueAfter, loss, best, text, isBlunder } = turn;
    const value = (number: bigint | undefined) => (number === undefined ? "—" : formatCount(number));
    replace(this.#turn,
      h("p", { class: "row" },
        isBlunder && h("span", { class: "badge bad" }, "?? blunder"),
        h("span", {}, `value before: ${value(valueBefore)}, after: ${value(valueAfter)}`),
        loss !== undefined && loss > 0n && h("span", {}, `loss: ${formatCount(loss)}`)),
      best !== "" && best !== text && h("p", {}, isBlunder ? "Better: " : "Suggested: ", h("bdi", { class: "notation" }, best)));
  }

  #click(event: MouseEvent): void {
    if (this.#drawn === undefined) return;
    const { graph, scale } = this.#drawn;
    if (!graph.contains(event.target as Node)) return;
    const { left, width } = graph.getBoundingClientRect();
    this.cursor.go(graphStep(((event.clientX - left) / width) * scale.width, scale));
  }
}
