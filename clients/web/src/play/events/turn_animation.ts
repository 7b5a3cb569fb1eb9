/** The animation of a turn in front of the board, which stays as it is below. */

import { create } from "@bufbuild/protobuf";
import type { Client } from "botwerk/web";
import { ViewerSchema } from "botwerk/v1";
import type { GameSetup } from "botwerk/v1";
import { Board } from "../../board/board.js";
import type { QuarterTurns } from "../../board/board_turn.js";
import { h, svg } from "../../shell/elements.js";
import { sleep } from "../../shell/server.js";
import { isAnimated } from "../../shell/settings.js";
import { BoardMarks, centreOf } from "../board_marks.js";
import type { PlayBoard } from "../play_board.js";
import { animationEnd, latestTurns, stepMillis } from "./animation_step.js";
import type { AnimationStep, PieceMove } from "./animation_step.js";

/** Plays steps, one after another. Nothing waits for them: they can be skipped at any time. */
export class TurnAnimation {
  readonly #viewer;
  #running: AbortController | undefined;
  /** The turns whose steps are still to be shown. */
  #turns: (readonly AnimationStep[])[] = [];
  #end = 0;

  constructor(
    private readonly rules: Client["rules"],
    private readonly setup: GameSetup,
    seat: number,
    private readonly board: Pick<PlayBoard, "surface" | "turns">,
    /** Called when an animation starts or has ended. */
    private readonly changed: (isRunning: boolean) => void,
  ) {
    this.#viewer = create(ViewerSchema, { kind: { case: "seat", value: seat } });
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Plays the steps of a turn after those that are still running, unless the person wants no motion. */
  play(steps: readonly AnimationStep[]): void {
    if (steps.length === 0 || !isAnimated()) return;
    const left = latestTurns([...this.#turns, steps]);
    this.#turns = [left];
    this.#end = animationEnd(performance.now());
    if (this.#running === undefined) void this.#run();
  }

  /** Ends the animation: the board below shows what is so now. */
  skip(): void {
    this.#turns = [];
    this.#running?.abort();
    this.#stop();
  }

  #stop(): void {
    if (this.#running === undefined) return;
    this.#running = undefined;
    this.changed(false);
  }

  async #run(): Promise<void> {
    const controller = (this.#running = new AbortController());
    const { signal } = controller;
    const screen = new AnimationScreen(this.rules, this.setup, this.#viewer, this.board.turns);
    signal.addEventListener("abort", () => screen.element.remove());
    this.changed(true);
    try {
      for (let step = this.#next(); step !== undefined; step = this.#next()) {
        await screen.show(step);
        if (signal.aborted) return;
        if (!screen.element.isConnected) this.board.surface.append(screen.element);
        const millis = stepMillis(this.#turns.flat().length + 1, performance.now(), this.#end);
        screen.move(step, millis);
        await sleep(millis, signal);
        if (signal.aborted) return;
      }
    } catch {
      if (signal.aborted) return;
      // A position without a picture is not worth an interruption: the board shows the result.
      this.#turns = [];
    }
    screen.element.remove();
    if (this.#running === controller) this.#stop();
  }

  #next(): AnimationStep | undefined {
    const [step, ...left] = this.#turns.flat();
    this.#turns = left.length === 0 ? [] : [left];
    return step;
  }
}

/** A picture with pieces that move. */
class AnimationScreen {
  readonly element: HTMLElement;
  readonly #board: Board;
  readonly #marks: BoardMarks;
  readonly #pieces = svg("g");
  #shown = "";
  #trail: AnimationStep["trail"] = [];

  constructor(
    rules: Client["rules"],
    setup: GameSetup,
    private readonly viewer: NonNullable<Parameters<Board["show"]>[0]["viewer"]>,
    turns: QuarterTurns,
  ) {
    this.#board = new Board(rules, setup);
    this.#board.hasCaption = false;
    this.#board.turns = turns;
    this.#marks = new BoardMarks(() => this.#board.places);
    this.#marks.element.append(this.#pieces);
    this.element = h("div", { class: "play-animation", "aria-hidden": "true" }, this.#board.element);
    this.#board.element.append(this.#marks.element);
  }

  /** Shows the picture before a step. */
  async show({ position, marks, moves }: AnimationStep): Promise<void> {
    if (position !== this.#shown) {
      this.#shown = position;
      await this.#board.show({ position, viewer: this.viewer });
      const box = this.#board.element.querySelector(".board-picture svg")?.getAttribute("viewBox") ?? "";
      this.#marks.redraw(box);
    }
    this.#pieces.replaceChildren();
    this.#marks.set("trail", this.#trail);
    this.#marks.set("draft", [...moves.map(({ places }) => ({ kind: "left" as const, place: places[0]! })), ...marks]);
  }

  /** Moves the pieces of a step. */
  move({ moves, trail }: AnimationStep, millis: number): void {
    this.#trail = [...this.#trail, ...trail];
    for (const move of moves) this.#movePiece(move, millis);
  }

  #movePiece({ piece, places }: PieceMove, millis: number): void {
    const points = places.map((place) => centreOf(this.#board.places, place)).filter((point) => point !== undefined);
    const rectangle = this.#board.places.get(places[0]!);
    if (points.length < 2 || rectangle === undefined) return;
    const r = Math.min(rectangle.width, rectangle.height) * 0.42;
    const disc = svg("g", {}, svg("circle", { class: "disc", r, fill: piece.fill }),
      svg("text", { fill: piece.ink, "font-size": r }, piece.letter));
    this.#pieces.append(disc);
    const keyframes = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    disc.animate(keyframes, { duration: millis * 0.8, easing: "ease-in-out", fill: "forwards" });
  }
}
