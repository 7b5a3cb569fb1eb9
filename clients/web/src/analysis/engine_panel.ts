/** Searches the position with a built-in agent and shows its lines. */

import type { Client } from "botwerk/web";
import type { AgentSummary, Analysis } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import { lineOf, valueUnit } from "./engine_lines.js";
import type { EngineLine } from "./engine_lines.js";
import { playExpected } from "./expected_play.js";
import { optionField, optionValues } from "./option_fields.js";
import { readLimits } from "./search_limits.js";
import type { SearchPlace } from "./search_place.js";
import type { Session } from "./session.js";

/** Lines of earlier depths that are kept. */
const MAX_LINES = 12;

/** The time between two updates of the list, in milliseconds. */
const UPDATE_INTERVAL = 150;

/** Settings that the limits of the panel stand for. */
const LIMIT_SETTINGS: ReadonlySet<string> = new Set(["nodes", "time"]);

/** A search that runs, or has run. */
interface Search {
  readonly controller: AbortController;
  /** The position that is searched. */
  readonly text: string;
}

/** The engine's panel. */
export class EnginePanel {
  readonly element: HTMLElement;
  readonly #agent: HTMLSelectElement;
  readonly #settings = h("div", { class: "analysis-options" });
  readonly #nodes = h("input", { value: "1M", size: 8, inputmode: "text", autocomplete: "off" });
  readonly #seconds = h("input", { value: "10", size: 6, inputmode: "decimal", autocomplete: "off" });
  readonly #follow = h("input", { type: "checkbox", checked: true });
  readonly #button: HTMLButtonElement;
  readonly #state = h("p", { class: "soft", role: "status" });
  readonly #blocked = h("p", { class: "analysis-blocked", hidden: true });
  readonly #problem = h("p", { class: "analysis-problem", role: "alert", hidden: true });
  readonly #rows = h("tbody");
  readonly #table: HTMLElement;
  #agents: readonly AgentSummary[] = [];
  #search: Search | undefined;
  #isRunning = false;
  #lines: EngineLine[] = [];
  #latest: Analysis | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly session: Session,
    private readonly place: SearchPlace,
    private readonly run: (change: () => Promise<void>) => Promise<void>,
    private readonly seat: number | undefined,
    signal: AbortSignal,
  ) {
    this.#agent = h("select", { on: { change: () => this.#showSettings() } });
    this.#button = h("button", { type: "button", class: "primary", disabled: true, on: { click: () => this.#toggle() } }, "Analyse");
    this.#table = h("div", { class: "scroll", hidden: true, tabindex: "0", role: "region", "aria-label": "Lines" },
      h("table", { class: "analysis-lines" },
        h("thead", {}, h("tr", {},
          ["Depth", "Value", "Nodes", "Nodes/s", "Time"].map((name) =>
            h("th", { class: name === "Value" ? "" : "number", scope: "col" }, name)))),
        this.#rows));
    this.element = h("section", { class: "card", "aria-label": "Engine" },
      h("h2", {}, "Engine"),
      h("div", { class: "row analysis-filter" },
        h("label", {}, h("span", {}, "Agent"), this.#agent),
        h("label", {}, h("span", {}, "Nodes"), this.#nodes),
        h("label", {}, h("span", {}, "Seconds"), this.#seconds),
        this.#button),
      h("details", {}, h("summary", {}, "Settings of the agent"), this.#settings),
      place.element,
      h("label", { class: "inline" }, this.#follow, h("span", {}, "Search again when the position changes")),
      this.#blocked,
      this.#state,
      this.#problem,
      this.#table,
    );
    signal.addEventListener("abort", () => this.#stop(), { once: true });
  }

  /** Loads the agents of the game. Until then nothing is searched. */
  async loadAgents(players: Promise<Client>): Promise<void> {
    replace(this.#state, "Loading the agents…");
    try {
      const { catalog } = await players;
      this.#agents = (await catalog.listAgents({ game: this.session.setup.game })).agents;
      replace(this.#agent, this.#agents.map(({ name }) => h("option", { value: name }, name)));
      this.#showSettings();
      this.#setButton();
    } catch (error) {
      this.#report(errorText(error));
    }
    replace(this.#state);
  }

  /** Searches the new position if a search is followed, and stops otherwise. */
  update(): void {
    const hadSearch = this.#search !== undefined;
    if (this.#search?.text === this.session.position?.text) return;
    this.#stop();
    if (!hadSearch) return;
    if (this.#follow.checked) void this.#start();
    else replace(this.#state, "The lines are those of another position.");
  }

  /** Ends the search and hides its lines, as long as there is a reason why no position can be searched. */
  block(reason: string | undefined): void {
    if (reason !== undefined) this.#stop();
    this.#blocked.hidden = reason === undefined;
    replace(this.#blocked, reason);
    this.#state.hidden = reason !== undefined;
    this.#report(undefined);
    this.#setButton();
    this.#renderLines();
  }

  /** Starts a running search again, where searches run now. */
  restart(): void {
    if (!this.#isRunning) return;
    this.#stop();
    void this.#start();
  }

  #toggle(): void {
    if (this.#isRunning) this.#stop();
    else void this.#start();
  }

  #stop(): void {
    this.#search?.controller.abort(new DOMException("the search was stopped", "AbortError"));
    this.#setRunning(false);
  }

  async #start(): Promise<void> {
    const { position } = this.session;
    const limits = readLimits(this.#nodes.value, this.#seconds.value);
    if (position === undefined) return;
    if ("problem" in limits) return this.#report(limits.problem);
    const search = { controller: new AbortController(), text: position.text };
    const { signal } = search.controller;
    this.#search = search;
    this.#lines = [];
    this.#latest = undefined;
    this.#report(undefined);
    if (position.kind === "complete" && position.info.turn?.kind.case !== "decision") {
      this.#renderLines();
      replace(this.#state, position.info.turn?.kind.case === "over" ? "The match is over." : "A chance outcome comes first.");
      return;
    }
    this.#setRunning(true);
    replace(this.#state, "Searching…");
    const seat = position.kind === "view" ? position.seat : this.seat;
    const request = {
      setup: this.session.setup,
      position: position.text,
      earlierPositions: this.session.earlierPositions,
      agent: { name: this.#agent.value, settings: optionValues(this.#settings) },
      limits: limits.limits,
      ...(seat === undefined || !this.#canAct(seat) ? {} : { seat }),
    };
    try {
      await this.place.follow(
        "analyze",
        (client) => client.analysis.analyzePosition(request, { signal }),
        ({ analysis }) => this.#receive(analysis, signal),
        signal,
      );
      if (!signal.aborted) this.#finish("Done");
    } catch (error) {
      if (signal.aborted) return;
      this.#finish("");
      this.#report(errorText(error));
    }
  }

  #canAct(seat: number): boolean {
    const { position } = this.session;
    if (position?.kind !== "complete") return true;
    const turn = position.info.turn?.kind;
    return turn?.case === "decision" && turn.value.seats.includes(seat);
  }

  #receive(analysis: Analysis | undefined, signal: AbortSignal): void {
    if (analysis === undefined || signal.aborted) return;
    this.#latest = analysis;
    this.#timer ??= setTimeout(() => this.#showLatest(), UPDATE_INTERVAL);
  }

  #showLatest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#latest === undefined) return;
    const line = lineOf(this.session.setup.game, this.#latest);
    const previous = this.#lines[0];
    const isSame = previous !== undefined && previous.depth === line.depth && textOf(previous) === textOf(line);
    this.#lines = [line, ...(isSame ? this.#lines.slice(1) : this.#lines)].slice(0, MAX_LINES);
    this.#renderLines();
  }

  #finish(state: string): void {
    this.#showLatest();
    this.#setRunning(false);
    const [best] = this.#lines;
    const found = best === undefined ? "" : `: ${best.value}, ${textOf(best) || "no line"}`;
    replace(this.#state, state === "" ? "" : state + found);
  }

  #renderLines(): void {
    this.#table.hidden = this.#lines.length === 0 || !this.#blocked.hidden;
    // A person on a button of a line keeps it.
    const focused = [...this.#rows.querySelectorAll("button")].indexOf(document.activeElement as HTMLButtonElement);
    replace(this.#rows, this.#lines.map((line) => this.#lineRows(line)));
    if (focused >= 0) this.#rows.querySelectorAll("button")[focused]?.focus();
  }

  #lineRows(line: EngineLine): HTMLElement[] {
    const turns = line.turns.map((turn, index) =>
      h("button", {
        type: "button",
        class: "notation",
        title: "Play the line up to this turn",
        on: { click: () => void this.run(() => this.#playLine(line, index + 1)) },
      }, h("span", { class: "soft" }, `${this.session.seatName(turn.seat)} `), turn.text));
    return [
      h("tr", { class: "analysis-line-figures" },
        h("td", { class: "number" }, line.depth === 0 ? "–" : line.depth),
        h("td", { title: valueUnit(this.session.setup.game) }, line.value),
        h("td", { class: "number" }, line.nodes),
        h("td", { class: "number" }, line.rate),
        h("td", { class: "number" }, `${line.seconds} s`)),
      h("tr", { class: "analysis-line-turns" }, h("td", { colspan: 5 }, h("div", { class: "row" }, turns))),
    ];
  }

  async #playLine(line: EngineLine, count: number): Promise<void> {
    const searched = this.#search?.text;
    if (this.session.position?.text !== searched) {
      const index = this.session.steps.findIndex(({ position }) => position.text === searched);
      if (index < 0) throw new Error("the line starts from another position");
      await this.session.goTo(index);
    }
    await playExpected(this.session, line.turns.slice(0, count));
  }

  #setRunning(isRunning: boolean): void {
    if (this.#isRunning && !isRunning) this.#showLatest();
    if (this.#isRunning && !isRunning && this.#search?.controller.signal.aborted) replace(this.#state, "Stopped.");
    this.#isRunning = isRunning;
    replace(this.#button, isRunning ? "Stop" : "Analyse");
  }

  #setButton(): void {
    this.#button.disabled = this.#agents.length === 0 || !this.#blocked.hidden;
  }

  #report(message: string | undefined): void {
    this.#problem.hidden = message === undefined;
    replace(this.#problem, message ?? "");
  }

  #showSettings(): void {
    const agent = this.#agents.find(({ name }) => name === this.#agent.value);
    const settings = agent?.settings.filter(({ name }) => !LIMIT_SETTINGS.has(name)) ?? [];
    replace(this.#settings,
      h("p", { class: "soft" }, sentence(agent?.description ?? "")),
      settings.length === 0 ? h("p", { class: "soft" }, "It has no settings.") : settings.map((spec) => optionField(spec)));
  }
}

function sentence(text: string): string {
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function textOf(line: EngineLine): string {
  return line.turns.map(({ text }) => text).join(" ");
}
