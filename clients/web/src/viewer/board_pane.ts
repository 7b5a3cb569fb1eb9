/** The board, and the hands of the players. */

import type { Client } from "botwerk/web";
import type { GameSetup, Position } from "botwerk/v1";
import { create } from "@bufbuild/protobuf";
import { ViewerSchema } from "botwerk/v1";
import { Board } from "../board/board.js";
import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import { handsElement, seatHands } from "./droids_hands.js";
import type { StepCursor } from "./step_cursor.js";
import type { ViewChoice } from "./view_choice.js";
import { viewerOf } from "./view_choice.js";

/** The movement of a wheel that makes a step, in pixels. */
const WHEEL_STEP = 40;
/** Pixels of a line, for wheels that count lines. */
const WHEEL_LINE = 20;

/** What the pane shows. */
export interface PaneContent {
  /** The position in the game's notation. Empty if it is not known. */
  readonly position: string;
  readonly choice: ViewChoice;
  /** What the picture shows, for people who cannot see it. */
  readonly label: string;
}

/** Shows one position after another. While one is drawn, only the latest of the others waits. */
export class BoardPane {
  readonly element: HTMLElement;
  readonly #board: Board;
  /** Empty in games without hands. */
  readonly hands = h("div", { class: "hands-pane" });
  readonly #note = h("p", { class: "board-note soft", role: "status", hidden: true });
  #next: PaneContent | undefined;
  #isDrawing = false;
  #wheel = 0;

  constructor(
    private readonly rules: Client["rules"],
    private readonly setup: GameSetup,
    private readonly cursor: StepCursor,
    private readonly sideOf: (seat: number) => string,
  ) {
    this.#board = new Board(rules, setup);
    this.#board.element.setAttribute("role", "img");
    this.element = h("div", { class: "board-pane" }, this.#note, this.#board.element);
    this.#board.element.addEventListener("wheel", (event) => this.#turn(event), { passive: false });
  }

  /** The picture as an SVG document. Empty before the first one. */
  get source(): string {
    return this.#board.source;
  }

  show(content: PaneContent): void {
    this.#next = content;
    if (!this.#isDrawing) void this.#drawAll();
  }

  async #drawAll(): Promise<void> {
    this.#isDrawing = true;
    while (this.#next !== undefined) {
      const content = this.#next;
      this.#next = undefined;
      try {
        await this.#draw(content);
      } catch (error) {
        this.#setNote(`This position cannot be shown: ${errorText(error)}`);
      }
    }
    this.#isDrawing = false;
  }

  async #draw(content: PaneContent): Promise<void> {
    const { position, choice, label } = content;
    if (position === "") {
      this.#setNote("This position was not followed. It can be shown once the match has ended.");
      return;
    }
    const viewer = viewerOf(choice);
    const shown = this.#board.show({ position, ...(viewer && { viewer: create(ViewerSchema, viewer) }) });
    const hands = this.setup.game === "droids" ? await this.#parse(content) : undefined;
    await shown;
    this.#board.element.setAttribute("aria-label", label);
    this.#setNote("");
    if (hands?.game.case === "droids") replace(this.hands, handsElement(seatHands(hands.game.value), this.sideOf));
  }

  /** Returns the position as a message: everything, or what the viewer may know of it. */
  async #parse({ position, choice }: PaneContent): Promise<Position | undefined> {
    const { setup, rules } = this;
    const viewer = viewerOf(choice);
    if (viewer === undefined) return (await rules.parsePosition({ setup, text: position })).position?.position;
    return (await rules.getView({ setup, position, viewer })).view;
  }

  #setNote(text: string): void {
    this.#note.textContent = text;
    this.#note.hidden = text === "";
    this.#board.element.classList.toggle("outdated", text !== "");
  }

  /** Steps with the wheel. At the first and the last step the wheel scrolls the page. */
  #turn(event: WheelEvent): void {
    if (event.ctrlKey || event.deltaY === 0) return;
    const { cursor } = this;
    const isForward = event.deltaY > 0;
    if (isForward ? cursor.isAtEnd : cursor.index === 0) {
      this.#wheel = 0;
      return;
    }
    event.preventDefault();
    if (Math.sign(this.#wheel) !== Math.sign(event.deltaY)) this.#wheel = 0;
    this.#wheel += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_LINE);
    if (Math.abs(this.#wheel) < WHEEL_STEP) return;
    this.#wheel = 0;
    cursor.move(isForward ? 1 : -1);
  }
}
