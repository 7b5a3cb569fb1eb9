/** The best line from the shown position, by a built-in agent in the page. */

import type { Client } from "botwerk/web";
import type { AnalyzePositionResponse, ReplayStep } from "botwerk/v1";
import { pathOfPosition } from "../analysis/address.js";
import { h, replace } from "../shell/elements.js";
import { toMillis, toNanos } from "../shell/nanos.js";
import type { PageContext } from "../shell/page.js";
import { errorText, sleep } from "../shell/server.js";
import { formatCount } from "./durations.js";
import type { StepCursor } from "./step_cursor.js";
import type { ViewedMatch } from "./viewed_match.js";
import { actorText } from "./viewed_match.js";

/** The maximum duration of a search. */
const SEARCH_MILLIS = 20_000;
/** The time for which a position must be shown before it is searched, in milliseconds. */
const SETTLE_MILLIS = 250;
/** The maximum length of a link. A ruleset of its own can make it longer. */
const MAX_LINK = 4000;
/** Turns of the line that are shown. */
const MAX_TURNS = 12;

/** The positions that can be searched. */
export interface SearchedMatch {
  readonly match: ViewedMatch;
  /** The steps with as much visible as is known. */
  readonly steps: readonly ReplayStep[];
}

/** Searches the shown position as long as it is switched on. */
export class BestLinePanel {
  readonly #button = h("button", { type: "button", "aria-pressed": "false", on: { click: () => this.#toggle() } }, "Search");
  readonly #link = h("a", { class: "analysis-link", hidden: true }, "Open in the analysis");
  readonly #facts = h("p", { class: "row best-facts" });
  readonly #state = h("span", { class: "soft" });
  readonly #line = h("ol", { class: "best-line" });
  readonly element = h("section", { class: "card best-line-panel", "aria-label": "Best line" },
    h("h2", {}, "Best line"), h("div", { class: "row" }, this.#button, h("span", { class: "soft" }, "from the shown position"), this.#link),
    this.#facts, this.#line);
  /** A worker that runs in parallel with evaluations, once a search was started. */
  #players: Promise<Client> | undefined;
  #isOn = false;
  #subject: SearchedMatch | undefined;
  #search: AbortController | undefined;
  #position = "";

  constructor(
    private readonly context: PageContext,
    private readonly cursor: StepCursor,
  ) {
    cursor.onChange(() => {
      this.#updateLink();
      this.#restart();
    });
    context.signal.addEventListener("abort", () => void this.#close());
  }

  setSubject(subject: SearchedMatch): void {
    this.#subject = subject;
    this.#updateLink();
    this.#restart();
  }

  #updateLink(): void {
    const { match, steps } = this.#subject ?? {};
    const position = steps?.[this.cursor.index]?.position ?? "";
    const path = match === undefined || position === "" ? "" : pathOfPosition(match.setup, position);
    this.#link.hidden = path === "" || path.length > MAX_LINK;
    this.#link.href = this.context.href(path);
  }

  #toggle(): void {
    this.#isOn = !this.#isOn;
    this.#button.setAttribute("aria-pressed", String(this.#isOn));
    this.#button.textContent = this.#isOn ? "Stop" : "Search";
    this.#position = "";
    if (this.#isOn) return this.#restart();
    this.#search?.abort();
    this.#state.textContent = "stopped";
  }

  /** Searches the shown position, unless it is being searched. */
  #restart(): void {
    const step = this.#subject?.steps[this.cursor.index];
    if (!this.#isOn || step === undefined || step.position === this.#position || this.context.signal.aborted) return;
    this.#position = step.position;
    this.#search?.abort();
    const current = (this.#search = new AbortController());
    replace(this.#line);
    this.#run(step, current.signal).catch((error: unknown) => {
      if (!current.signal.aborted) this.#note(`This position cannot be searched: ${errorText(error)}`);
    });
  }

  async #run(step: ReplayStep, signal: AbortSignal): Promise<void> {
    if (step.next?.kind.case !== "decision") {
      return this.#note(step.next?.kind.case === "over" ? "The match is over." : "No seat is to act: chance decides.");
    }
    this.#note("…");
    await sleep(SETTLE_MILLIS, signal);
    const { analysis } = await this.#startPlayers();
    signal.throwIfAborted();
    const { match, steps } = this.#subject!;
    // Only Netzwerk counts repetitions.
    const earlier = match.setup.game === "netzwerk" ? steps.slice(0, this.cursor.index) : [];
    const request = {
      setup: match.setup,
      position: step.position,
      earlierPositions: earlier.map(({ position }) => position).filter((position) => position !== ""),
      limits: { timeNanos: toNanos(SEARCH_MILLIS) },
    };
    for await (const response of analysis.analyzePosition(request, { signal })) {
      if (signal.aborted) return;
      this.#show(match, response);
    }
  }

  #show(match: ViewedMatch, { analysis, isFinal }: AnalyzePositionResponse): void {
    if (analysis === undefined) return;
    const { depth, value, nodes, timeNanos, principalVariation } = analysis;
    const speed = timeNanos > 0n ? ` (${formatCount(Math.round((Number(nodes) * 1000) / toMillis(timeNanos)))}/s)` : "";
    replace(this.#facts,
      value !== undefined && h("strong", {}, `value ${formatCount(value)}`),
      depth > 0 && h("span", {}, `depth ${depth}`),
      h("span", {}, `${formatCount(nodes)} nodes${speed}`),
      this.#state);
    this.#state.textContent = isFinal ? "finished" : "searching…";
    replace(this.#line, principalVariation.slice(0, MAX_TURNS).map(({ seat, text }) =>
      h("li", { class: `seat-${seat}` }, h("span", { class: "seat-dot", "aria-hidden": "true" }),
        h("bdi", { class: "line-seat" }, actorText(match, seatActor(seat))), h("bdi", { class: "notation" }, text))));
    this.element.dataset["state"] = isFinal ? "final" : "searching";
  }

  #startPlayers(): Promise<Client> {
    return (this.#players ??= this.context.engines.startPlayers().catch((error: unknown) => {
      this.#players = undefined;
      throw error;
    }));
  }

  async #close(): Promise<void> {
    this.#search?.abort();
    const players = await this.#players?.catch(() => undefined);
    players?.close();
  }

  #note(text: string): void {
    replace(this.#facts, h("span", { class: "soft" }, text));
    replace(this.#line);
  }
}

function seatActor(seat: number): ReplayStep["actor"] {
  return { $typeName: "botwerk.v1.Actor", kind: { case: "seat", value: seat } };
}
