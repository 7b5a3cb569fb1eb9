/** A puzzle that is played: the board, the controls of its game, the verdict and the solution. */

import type { Client } from "botwerk/web";
import type { DescribeMatchResponse } from "botwerk/v1";
import { turnsOfSide } from "../play/board_view.js";
import { controlsOfGame } from "../play/controls_of_game.js";
import type { GameControls } from "../play/game_controls.js";
import { panelButton, refill } from "../play/panel.js";
import { PlayBoard } from "../play/play_board.js";
import { ReasonLine, sentence } from "../play/reason_line.js";
import { copyText } from "../shell/clipboard.js";
import { h, replace } from "../shell/elements.js";
import { GuardedStorage } from "../shell/guarded_storage.js";
import type { PageContext } from "../shell/page.js";
import { quantity } from "../shell/quantity.js";
import { errorText } from "../shell/server.js";
import { DailyStreak } from "./daily_streak.js";
import { dayOf } from "./day.js";
import type { Puzzle, PuzzleGame, Verdict } from "./puzzle.js";
import { pathOfNextPuzzle, pathOfPuzzle } from "./puzzle_address.js";
import type { PuzzleKey } from "./puzzle_address.js";
import { PuzzleAttempt } from "./puzzle_attempt.js";
import { puzzleHead } from "./puzzle_head.js";
import { SolutionView, solutionMarks } from "./solution_view.js";
import { stepText } from "./step_text.js";

/** What a played puzzle may use. */
export interface PlayedContext extends PageContext {
  readonly game: PuzzleGame;
  readonly key: PuzzleKey;
  /** The players, which judge answers. */
  readonly client: Client;
  readonly rules: Client["rules"];
  readonly description: DescribeMatchResponse;
}

/** A puzzle on the board, with the controls of its game. */
export class PlayedPuzzle {
  readonly element: HTMLElement;
  readonly #reasons: ReasonLine;
  readonly #board: PlayBoard;
  readonly #controls: GameControls;
  readonly #solution: SolutionView;
  readonly #status = h("p", { class: "play-status", role: "status" });
  readonly #verdict = h("section", { class: "card puzzle-verdict", "aria-label": "Result", hidden: true });
  readonly #panel = h("div", { class: "card play-controls" });
  readonly #buttons = h("div", { class: "play-buttons" });
  readonly #note = h("p", { class: "soft", role: "status" });
  readonly #streak = new DailyStreak(new GuardedStorage(() => localStorage));
  #attempt: PuzzleAttempt | undefined;
  #hasSeenSolution = false;

  constructor(
    private readonly context: PlayedContext,
    private readonly puzzle: Puzzle,
  ) {
    const { game, key, rules, description } = context;
    const { setup, seat } = puzzle;
    this.#reasons = new ReasonLine(game.game, (path) => context.href(path), context.signal);
    const turns = turnsOfSide(game.game, description.seatNames[seat] ?? "");
    this.#board = new PlayBoard(rules, setup, { seat, turns }, this.#reasons, context.signal);
    this.#controls = controlsOfGame({
      rules,
      setup: description.setup ?? setup,
      rulesetSha256: "",
      matchRules: description.rules,
      seat,
      board: this.#board,
      reasons: this.#reasons,
      seatName: (other) => (other === seat ? "You" : "Opponent"),
      submit: (text) => this.#submit(text),
    });
    this.#solution = new SolutionView({ rules, board: this.#board, reasons: this.#reasons }, puzzle);
    const sides = game.game === "droids" ? `sides-${description.seatNames.join("")}` : "";
    this.element = h("div", { class: `play puzzle ${game.game} ${sides}` },
      puzzleHead(context, game, key, puzzle.goal),
      h("div", { class: "play-board-column" }, this.#status, this.#verdict, this.#board.element),
      h("div", { class: "play-side" }, h("p", { class: "soft" }, puzzle.explanation), this.#panel,
        h("section", { class: "card", "aria-label": "Puzzle" }, this.#buttons, this.#note,
          h("p", { class: "soft" }, "The rules and the search run in this page. ",
            h("a", { href: context.href(`/rules/${game.game}`) }, `Rules of ${game.title}`)))));
    context.signal.addEventListener("abort", () => this.#close(), { once: true });
  }

  /** Starts an attempt, also after another one. A route that was tried out stays. */
  async start(): Promise<void> {
    this.#solution.stop();
    this.#verdict.hidden = true;
    replace(this.#panel, this.#controls.element);
    this.#renderButtons("open");
    this.#attempt = await PuzzleAttempt.start(this.context.rules, this.puzzle);
    await this.#ask();
  }

  #close(): void {
    this.#solution.stop();
    this.#controls.close();
  }

  async #ask(): Promise<void> {
    const request = await this.#attempt?.request();
    if (request === undefined) return;
    const task = request.stage === "race" ? "find a route, announce its moves, and show it" : this.#controls.task(request);
    this.#setStatus(`Your turn: ${task}.`);
    await this.#controls.ask(request);
  }

  async #submit(text: string) {
    const attempt = this.#attempt;
    if (attempt === undefined) return { text: "This attempt has ended." };
    const rejected = await attempt.submit(text);
    if (rejected !== undefined || attempt !== this.#attempt) return rejected;
    this.#reasons.clear();
    this.#setStatus("Checking…");
    const { game, client, signal } = this.context;
    try {
      const verdict = await game.judge(this.puzzle, attempt.answer, client, signal);
      if (verdict === undefined) void this.#ask();
      else await this.#end(attempt, verdict);
    } catch (error) {
      if (!signal.aborted) this.#setStatus(sentence(errorText(error)));
    }
    return undefined;
  }

  async #end(attempt: PuzzleAttempt, verdict: Verdict): Promise<void> {
    this.#attempt = undefined;
    const { key, game } = this.context;
    const isSolved = verdict.grade === "best" || verdict.grade === "solved";
    const counts = isSolved && key.day === dayOf(Date.now()) && !this.#hasSeenSolution;
    if (counts) this.#streak.add(key.day!, game.game);
    // A race shows the route that was found; elsewhere the board has moved on.
    const { position, text } = await attempt.view();
    const isRace = position.game.case === "microRobots" || position.game.case === "ricochet";
    if (!isRace) await this.#board.show(text);
    this.#board.setPlaces([]);
    if (verdict.refutation !== undefined) this.#board.setMarks(solutionMarks(verdict.refutation.split(" ")));
    replace(this.#panel);
    this.#setStatus("");
    this.#showVerdict(verdict, counts);
    this.#renderButtons(isSolved ? "solved" : "wrong");
  }

  #showVerdict({ grade, reason, refutation }: Verdict, counts: boolean): void {
    const { context } = this;
    const title = h("h2", { tabindex: "-1" }, VERDICTS[grade]);
    const { game } = context.game;
    const href = context.href(`/rules/${game}?rule=${reason.rule}`);
    const rule = reason.rule === undefined ? undefined : [" ", h("a", { href, class: "rule", target: "_blank" }, reason.rule)];
    const refuted = refutation?.split(" ").map((action) => stepText(game, action)).join(", ");
    this.#verdict.className = `card puzzle-verdict ${grade}`;
    replace(this.#verdict, title,
      h("p", {}, sentence(reason.text), rule),
      refuted !== undefined && h("p", {}, refuted),
      counts && h("p", {}, `Solved today: ${quantity(this.#streak.daysInARow(context.key.day!), "day")} in a row.`));
    this.#verdict.hidden = false;
    title.focus({ preventScroll: true });
    this.#verdict.scrollIntoView({ block: "nearest" });
  }

  #renderButtons(state: "open" | "solved" | "wrong" | "shown"): void {
    const { context } = this;
    const reasons = this.#reasons;
    refill(this.#buttons,
      state !== "open" && panelButton({
        key: "again", class: state === "solved" ? "" : "primary", text: state === "solved" ? "Play it again" : "Try again",
        press: () => void this.start(),
      }, reasons),
      state !== "shown" && panelButton({
        key: "solution", text: "Show the solution", press: () => void this.#showSolution(),
      }, reasons),
      h("a", {
        class: state === "solved" ? "button primary" : "button",
        href: context.href(pathOfNextPuzzle(context.game, context.key)),
      }, "Next puzzle"),
      panelButton({ key: "link", text: "Copy link", press: () => void this.#copyLink() }, reasons));
  }

  async #showSolution(): Promise<void> {
    this.#hasSeenSolution = true;
    this.#attempt = undefined;
    this.#verdict.hidden = true;
    this.#reasons.clear();
    this.#setStatus("The board shows a solution.");
    this.#renderButtons("shown");
    replace(this.#panel, this.#solution.element);
    await this.#solution.play();
  }

  async #copyLink(): Promise<void> {
    const { context } = this;
    const link = new URL(context.href(pathOfPuzzle(context.game, context.key)), document.baseURI).href;
    try {
      await copyText(link);
      this.#note.textContent = "Copied the link: it opens this puzzle in every browser.";
    } catch {
      this.#note.textContent = `The browser does not allow to copy. The link is: ${link}`;
    }
  }

  #setStatus(text: string): void {
    if (this.#status.textContent !== text) this.#status.textContent = text;
    this.#status.hidden = text === "";
  }
}

const VERDICTS: Readonly<Record<Verdict["grade"], string>> = {
  best: "Solved",
  solved: "Solved, but not with the fewest stones",
  longer: "A solution, but not the shortest",
  wrong: "Not solved",
};
