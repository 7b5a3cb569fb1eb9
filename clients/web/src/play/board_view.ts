/** How a board is seen while it is played: its size, and the side at its bottom. */

import type { QuarterTurns } from "../board/board_turn.js";
import { h } from "../shell/elements.js";
import { settings } from "../shell/settings.js";

/** The smallest side of a place that a finger hits, in pixels. */
const TOUCH = 36;

/** The windows in which fingers are expected. */
const FINGERS = "(pointer: coarse), (max-width: 860px)";

/** What the view changes. */
export interface ViewedBoard {
  readonly element: HTMLElement;
  /** The smallest side of the places, relative to the width of the picture. */
  smallestPlace(): number | undefined;
  /** Draws the board again, with the turns of the view. */
  turn(): void;
}

/** The box of the board, with switches for its size and side where they change something. */
export class BoardView {
  readonly element: HTMLElement;
  readonly #box: HTMLElement;
  readonly #zoom: HTMLButtonElement;
  readonly #side: HTMLButtonElement;
  readonly #observer = new ResizeObserver(() => this.#resize());
  #width = 0;

  /** `ownTurns` bring the side of the person to the bottom. */
  constructor(
    private readonly board: ViewedBoard,
    private readonly ownTurns: QuarterTurns,
    signal: AbortSignal,
  ) {
    this.#box = h("div", { class: "play-box" }, board.element);
    this.#zoom = viewSwitch("Large board", () => settings.set("zoom", settings.get("zoom") === "fit" ? "large" : "fit"));
    this.#side = viewSwitch("My side at the bottom", () =>
      settings.set("board", settings.get("board") === "fixed" ? "own-side" : "fixed"));
    this.element = h("div", {}, this.#box, h("div", { class: "play-view" }, this.#zoom, this.#side));
    this.#observer.observe(this.#box);
    signal.addEventListener("abort", () => this.#observer.disconnect());
    settings.onChange((name) => {
      if (name === "board" && ownTurns !== 0) board.turn();
      if (name === "board" || name === "zoom") this.fit();
    }, signal);
    this.fit();
  }

  /** The turns of the board by the setting. */
  get turns(): QuarterTurns {
    return settings.get("board") === "own-side" ? this.ownTurns : 0;
  }

  /** Adapts the size to the picture and the window. */
  fit(): void {
    const { element } = this.board;
    const smallest = this.board.smallestPlace();
    element.classList.remove("large");
    const isSmall = smallest !== undefined && smallest * element.clientWidth < TOUCH && matchMedia(FINGERS).matches;
    const isLarge = isSmall && settings.get("zoom") === "large";
    if (isLarge) element.style.setProperty("--large-width", `${Math.ceil(TOUCH / smallest)}px`);
    element.classList.toggle("large", isLarge);
    this.#zoom.hidden = !isSmall;
    this.#zoom.setAttribute("aria-pressed", String(isLarge));
    this.#side.hidden = this.ownTurns === 0;
    this.#side.setAttribute("aria-pressed", String(this.turns !== 0));
    if (isLarge) this.#showChoices();
  }

  /** Scrolls the page to a board that it does not show whole. */
  reveal(): void {
    const { top, bottom } = this.#box.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) this.#box.scrollIntoView({ block: "nearest" });
  }

  /** Scrolls the box to the middle of what can be chosen. */
  #showChoices(): void {
    const choices = [...this.#box.querySelectorAll<HTMLElement>(".place:is(.start, .goal, .selected)")];
    const middle = (start: "offsetLeft" | "offsetTop") =>
      choices.length === 0 ? 0 : choices.reduce((sum, choice) => sum + choice[start], 0) / choices.length;
    this.#box.scrollTo(middle("offsetLeft") - this.#box.clientWidth / 2, middle("offsetTop") - this.#box.clientHeight / 2);
  }

  #resize(): void {
    const { clientWidth } = this.#box;
    if (clientWidth === this.#width) return;
    this.#width = clientWidth;
    this.fit();
  }
}

/** Returns the turns that bring a side of a game to the bottom of its board. */
export function turnsOfSide(game: string, side: string): QuarterTurns {
  if (game === "netzwerk") return side === "Black" ? 2 : 0;
  if (game !== "droids") return 0;
  return ({ E: 1, N: 2, W: 3 } as const)[side[0] ?? ""] ?? 0;
}

function viewSwitch(text: string, press: () => void): HTMLButtonElement {
  return h("button", { type: "button", hidden: true, on: { click: press } }, text);
}
