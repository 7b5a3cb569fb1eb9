/** The recap of a round: who announced what and when, the shown routes, and the best route. */

import type { Client } from "botwerk/web";
import { h, replace } from "../../shell/elements.js";
import type { Content } from "../../shell/elements.js";
import { quantity } from "../../shell/quantity.js";
import { formatClock } from "../clock.js";
import type { PlayBoard } from "../play_board.js";
import { drivenRoute } from "../race/driven_route.js";
import type { RouteRules } from "../race/driven_route.js";
import { moveText } from "../race/move_text.js";
import { roundTask } from "../race/round_task.js";
import type { SeatNames } from "../seat_names.js";
import type { AnimationStep } from "./animation_step.js";
import { eventContent } from "./event_banner.js";
import type { RoundRecap, RoundShow } from "./round_recorder.js";
import { routeSteps } from "./turn_steps.js";

/** The time after which a search for the best route ends, in milliseconds. */
const SEARCH_MILLIS = 15_000;

/** What the panel uses. */
export interface RecapContext {
  readonly board: PlayBoard;
  readonly names: SeatNames;
  readonly route: RouteRules;
  /** Returns the players, whose solver finds the best route. */
  players(): Promise<Client>;
  play(steps: readonly AnimationStep[]): void;
}

/** The best route of a round, as far as the solver knows. */
type BestRoute =
  | { readonly kind: "found"; readonly cost: number; readonly moves: readonly string[] }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

/** Shows the recap of the latest round until it is closed. */
export class RecapPanel {
  readonly element = h("section", { class: "card play-recap", "aria-label": "Recap of the round", hidden: true });
  readonly #best = h("p", { role: "status" });
  #search: AbortController | undefined;

  constructor(private readonly context: RecapContext) {}

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  open(recap: RoundRecap): void {
    this.#search?.abort();
    const task = roundTask(recap.start.position);
    replace(this.element,
      h("div", { class: "play-recap-head" }, h("h2", {}, `Round ${recap.round}`),
        h("button", { type: "button", on: { click: () => this.close() } }, "Close")),
      task !== undefined && h("p", {}, `The task was: ${task}.`),
      recap.announcements.length === 0
        ? h("p", {}, "No player announced a number.")
        : h("ul", {}, recap.announcements.map(({ seat, number, millis }) =>
            h("li", {}, this.#name(seat), ` announced ${quantity(number, "move")} after ${formatClock(millis)}`))),
      recap.shows.map((show) => this.#show(recap, show)),
      this.#best);
    this.element.hidden = false;
    const last = recap.shows.findLast(({ moves }) => moves.length > 0);
    this.context.board.setMarks(last === undefined ? [] : this.#steps(recap, last.moves).flatMap(({ trail }) => trail), "recap");
    void this.#findBest(recap);
  }

  /** Takes the panel and its marks away. */
  close(): void {
    this.#search?.abort();
    this.element.hidden = true;
    this.context.board.setMarks([], "recap");
  }

  #name(seat: number): Content {
    return eventContent([{ seat }], this.context.names);
  }

  #show(recap: RoundRecap, { seat, number, moves, isCorrect }: RoundShow): Content {
    const verdict = isCorrect ? "correct" : moves.length === 0 ? "no route" : "wrong";
    return h("p", {}, this.#name(seat), ` showed ${quantity(number, "move")}: `, h("strong", { class: isCorrect ? "good" : "bad" }, verdict), " ",
      moves.length > 0 && [h("span", { title: moves.join(" ") }, moves.map(moveText).join(", ")), " ", this.#replayButton(recap, moves, "Replay")]);
  }

  #replayButton(recap: RoundRecap, moves: readonly string[], text: string): HTMLElement {
    const replay = () => {
      const steps = this.#steps(recap, moves);
      this.context.board.setMarks(steps.flatMap(({ trail }) => trail), "recap");
      this.context.play(steps);
    };
    return h("button", { type: "button", on: { click: replay } }, text);
  }

  #steps({ start }: RoundRecap, moves: readonly string[]): AnimationStep[] {
    return routeSteps(start.text, drivenRoute(start.position, moves, this.context.route));
  }

  async #findBest(recap: RoundRecap): Promise<void> {
    const search = (this.#search = new AbortController());
    const signal = AbortSignal.any([search.signal, AbortSignal.timeout(SEARCH_MILLIS)]);
    replace(this.#best, "Looking for the best route…");
    let best: BestRoute;
    try {
      best = await solve(await this.context.players(), this.context.route.setup, recap.start.text, signal);
    } catch {
      best = { kind: "unknown" };
    }
    if (search.signal.aborted) return;
    if (best.kind === "none") replace(this.#best, "No route reaches the target.");
    else if (best.kind === "unknown") replace(this.#best, "The best route was not found in time.");
    else {
      replace(this.#best, h("strong", {}, `The best route has ${quantity(best.cost, "move")}. `),
        h("span", { title: best.moves.join(" ") }, best.moves.map(moveText).join(", ")), " ", this.#replayButton(recap, best.moves, "Show the best route"));
    }
  }
}

/** Returns a route of minimum cost from a position of a race. */
async function solve({ analysis }: Client, setup: RouteRules["setup"], text: string, signal: AbortSignal): Promise<BestRoute> {
  const request = { instance: { case: "position", value: { setup, text } } } as const;
  for await (const { kind } of analysis.solveInstance(request, { signal })) {
    if (kind.case === "microRobots") {
      const { isSolved, moves, route } = kind.value;
      return isSolved ? { kind: "found", cost: moves, moves: route.split("-").slice(1) } : { kind: "none" };
    }
    if (kind.case === "ricochet") {
      const { isSolved, isExhausted, cost, text: route } = kind.value;
      if (isSolved) return { kind: "found", cost, moves: route.split(" ") };
      return { kind: isExhausted ? "unknown" : "none" };
    }
  }
  return { kind: "unknown" };
}
