/** Solves the position exactly, in games with a solver. */

import { NetzwerkValue } from "botwerk/v1";
import type { MicroRobotsSolution, NetzwerkSolution, RicochetSolution, SolveInstanceResponse } from "botwerk/v1";
import type { Content } from "../shell/elements.js";
import { h, replace } from "../shell/elements.js";
import { quantity } from "../shell/quantity.js";
import { errorText } from "../shell/server.js";
import { countText } from "./engine_lines.js";
import { playExpected, turnsOfSolution } from "./expected_play.js";
import type { ExpectedTurn } from "./expected_play.js";
import type { SearchPlace } from "./search_place.js";
import type { Session } from "./session.js";

/** What the solver of a game finds. */
const SOLVERS: Readonly<Record<string, string>> = {
  "micro-robots": "A shortest route, with the proof that none is shorter.",
  netzwerk: "The value with best play of both sides, on small boards with few robots.",
  ricochet: "A solution of minimum cost, with its proof.",
};

/** Returns `true` if positions of the game can be solved. */
export function hasSolver(game: string): boolean {
  return SOLVERS[game] !== undefined;
}

/** The solver's panel. */
export class SolvePanel {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;
  readonly #result = h("div", { role: "status" });
  readonly #blocked = h("p", { class: "analysis-blocked", hidden: true });
  readonly #problem = h("p", { class: "analysis-problem", role: "alert", hidden: true });
  readonly #origin = h("p", { class: "soft", hidden: true });
  #controller: AbortController | undefined;
  /** The step that the result is of. */
  #solved: { readonly index: number; readonly text: string } | undefined;

  constructor(
    private readonly session: Session,
    private readonly place: SearchPlace,
    private readonly run: (change: () => Promise<void>) => Promise<void>,
    signal: AbortSignal,
  ) {
    this.#button = h("button", { type: "button", on: { click: () => this.#toggle() } }, "Solve this position");
    this.element = h("section", { class: "card", "aria-label": "Solver" },
      h("h2", {}, "Solver"),
      h("p", { class: "soft" }, SOLVERS[session.setup.game]),
      this.#button, this.#blocked, this.#problem, this.#origin, this.#result);
    signal.addEventListener("abort", () => this.#stop(), { once: true });
  }

  /** Ends a search of another position. A result stays as long as its position is one of the steps. */
  update(): void {
    if (this.#controller !== undefined) this.#stop();
    const { steps, position } = this.session;
    const solved = this.#solved;
    if (solved === undefined) return;
    if (steps[solved.index]?.position.text !== solved.text) {
      this.#solved = undefined;
      replace(this.#result);
    }
    this.#origin.hidden = this.#solved === undefined || position?.text === solved.text;
    replace(this.#origin, `This is the solution of step ${solved.index + 1}:`);
  }

  /** Ends the search and hides its result, as long as there is a reason why no position can be solved. */
  block(reason: string | undefined): void {
    if (reason !== undefined) this.#stop();
    this.#button.disabled = reason !== undefined;
    this.#result.hidden = reason !== undefined;
    if (reason !== undefined) this.#origin.hidden = true;
    this.#blocked.hidden = reason === undefined;
    replace(this.#blocked, reason);
    this.#report(undefined);
  }

  #toggle(): void {
    if (this.#controller === undefined) void this.#start();
    else this.#stop();
  }

  #stop(): void {
    this.#controller?.abort(new DOMException("the search was stopped", "AbortError"));
    this.#setController(undefined);
  }

  async #start(): Promise<void> {
    const { position, setup, index } = this.session;
    if (position === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    this.#setController(controller);
    this.#report(undefined);
    this.#solved = { index, text: position.text };
    this.#origin.hidden = true;
    replace(this.#result, h("p", {}, "Searching…"));
    const request = { instance: { case: "position", value: { setup, text: position.text } } } as const;
    try {
      await this.place.follow(
        "solve",
        (client) => client.analysis.solveInstance(request, { signal }),
        (message) => replace(this.#result, this.#describe(message, index)),
        signal,
      );
    } catch (error) {
      if (signal.aborted) return;
      replace(this.#result);
      this.#report(errorText(error));
    }
    if (!signal.aborted) this.#setController(undefined);
  }

  #describe({ kind }: SolveInstanceResponse, index: number): Content {
    switch (kind.case) {
      case "lowerBound":
        return h("p", {}, `At least ${quantity(kind.value, "move")}…`);
      case "microRobots":
        return this.#microRobots(kind.value, index);
      case "ricochet":
        return this.#ricochet(kind.value, index);
      case "netzwerk":
        return this.#netzwerk(kind.value, index);
      case undefined:
        return undefined;
    }
  }

  #microRobots({ isSolved, moves, route, shortestRoutes, nodes }: MicroRobotsSolution, index: number): Content {
    if (!isSolved) return h("p", {}, "No route reaches the target.");
    const count = shortestRoutes === 1n ? "the only shortest route" : `one of ${shortestRoutes} shortest routes`;
    return [
      h("p", {}, h("strong", {}, quantity(moves, "move")), `, ${count}; ${countText(Number(nodes))} spaces expanded.`),
      h("p", { class: "notation" }, route),
      this.#playButton(index, () => turnsOfSolution(this.session, moves, route)),
    ];
  }

  #ricochet({ isSolved, isExhausted, cost, atLeast, text, nodes }: RicochetSolution, index: number): Content {
    if (isExhausted) return h("p", {}, `Not solved within the limits: at least ${quantity(atLeast, "move")}.`);
    if (!isSolved) return h("p", {}, "Proven: no solution exists.");
    return [
      h("p", {}, h("strong", {}, quantity(cost, "move")), `, and none costs less; ${countText(Number(nodes))} positions visited.`),
      h("p", { class: "notation" }, text),
      this.#playButton(index, () => turnsOfSolution(this.session, cost, text)),
    ];
  }

  #netzwerk({ value, turns, positions, principalVariation }: NetzwerkSolution, index: number): Content {
    const line = principalVariation.map(({ side, text }) => ({ seat: side - 1, text }));
    const verdicts = {
      [NetzwerkValue.WIN]: `The side to move wins in ${turns} ${turns === 1 ? "turn" : "turns"}`,
      [NetzwerkValue.LOSS]: `The side to move loses in ${turns} ${turns === 1 ? "turn" : "turns"}`,
      [NetzwerkValue.DRAW]: "A draw with best play",
      [NetzwerkValue.UNSPECIFIED]: "No value",
    };
    return [
      h("p", {}, h("strong", {}, verdicts[value]), `; ${countText(Number(positions))} positions solved.`),
      h("ol", { class: "analysis-solution" }, line.map((turn, number) =>
        h("li", {}, this.#playButton(index, () => line.slice(0, number + 1), turn)))),
    ];
  }

  /** Returns a button that plays turns from the position that was solved. */
  #playButton(index: number, turns: () => readonly ExpectedTurn[], shown?: ExpectedTurn): HTMLElement {
    const play = async () => {
      await this.session.goTo(index);
      await playExpected(this.session, turns());
    };
    const text = shown === undefined ? "Show it on the board" : shown.text;
    const name = shown === undefined ? undefined : h("span", { class: "soft" }, `${this.session.seatName(shown.seat)} `);
    return h("button", { type: "button", class: shown === undefined ? "" : "notation", on: { click: () => void this.run(play) } },
      name, text);
  }

  #setController(controller: AbortController | undefined): void {
    if (controller === undefined && this.#controller?.signal.aborted) replace(this.#result);
    this.#controller = controller;
    replace(this.#button, controller === undefined ? "Solve this position" : "Stop");
  }

  #report(message: string | undefined): void {
    this.#problem.hidden = message === undefined;
    replace(this.#problem, message ?? "");
  }
}
