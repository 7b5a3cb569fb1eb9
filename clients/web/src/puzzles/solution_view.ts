/** The solution of a puzzle, step by step on the board. */

import type { Client } from "botwerk/web";
import type { BoardMark } from "../play/board_marks.js";
import { parseMove } from "../play/netzwerk/lattice.js";
import { panelButton, refill } from "../play/panel.js";
import type { PlayBoard } from "../play/play_board.js";
import type { ReasonLine } from "../play/reason_line.js";
import { h } from "../shell/elements.js";
import { sleep } from "../shell/server.js";
import { isAnimated } from "../shell/settings.js";
import type { Puzzle } from "./puzzle.js";
import { PuzzleAttempt } from "./puzzle_attempt.js";
import { stepText } from "./step_text.js";

/** The time for which each step is shown, in milliseconds. */
const STEP_MILLIS = 900;

/** An action of the solution, and the position to which it leads. */
interface SolutionStep {
  readonly text: string;
  readonly position: string;
}

/** What the view needs of the page. */
export interface SolutionContext {
  readonly rules: Client["rules"];
  readonly board: PlayBoard;
  readonly reasons: ReasonLine;
}

/** A list of the actions of a solution. The board shows them one after another. */
export class SolutionView {
  readonly element = h("section", { class: "play-panel", "aria-label": "Solution" });
  #steps: readonly SolutionStep[] = [];
  #playing = new AbortController();

  constructor(
    private readonly context: SolutionContext,
    private readonly puzzle: Puzzle,
  ) {}

  /** Shows the steps in turn, or at once the last one if the person prefers no motion. */
  async play(): Promise<void> {
    const signal = this.#restart();
    this.#steps = await this.#apply();
    for (let index = isAnimated() ? 0 : this.#steps.length - 1; index < this.#steps.length; index++) {
      if (signal.aborted) return;
      await this.#show(index, signal);
      await sleep(STEP_MILLIS, signal);
    }
  }

  /** Ends the sequence of steps. */
  stop(): void {
    this.#playing.abort();
  }

  #restart(): AbortSignal {
    this.stop();
    return (this.#playing = new AbortController()).signal;
  }

  async #apply(): Promise<readonly SolutionStep[]> {
    const attempt = await PuzzleAttempt.start(this.context.rules, this.puzzle);
    const steps: SolutionStep[] = [];
    for (const text of this.puzzle.solution) {
      await attempt.submit(text);
      // An announcement changes nothing on the board.
      if (!text.startsWith("say ")) steps.push({ text, position: attempt.answer.after.text });
    }
    return steps;
  }

  async #show(index: number, signal: AbortSignal): Promise<void> {
    const { board, reasons } = this.context;
    const step = this.#steps[index];
    if (step === undefined) return;
    refill(this.element,
      h("h2", {}, "A solution"),
      h("ol", { class: "puzzle-steps" }, this.#steps.map(({ text }, number) => h("li", {}, panelButton({
        key: `step-${number} ${text}`,
        text: stepText(this.puzzle.setup.game, text),
        pressed: number === index,
        press: () => void this.#show(number, this.#restart()),
      }, reasons)))));
    await board.show(step.position);
    if (signal.aborted) return;
    board.setPlaces([]);
    board.setMarks(solutionMarks(this.#steps.slice(0, index + 1).map(({ text }) => text)));
  }
}

/** Returns lines for the moves between two places. */
export function solutionMarks(actions: readonly string[]): BoardMark[] {
  const moves = actions.map(parseMove).filter((move) => move !== undefined);
  return moves.map(({ from, to }) => ({ kind: "line", places: [from, to], colour: "#a35b00" }));
}

