/** The picture of a position, as the program draws it, with buttons on its places. */

import type { Client } from "botwerk/web";
import type { GameSetup, PicturePlace, Viewer } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { turnPicture, turnRectangle } from "./board_turn.js";
import type { QuarterTurns } from "./board_turn.js";
import { removeCaption } from "./caption.js";

/** A place of the picture that can be chosen. */
export interface PlaceButton {
  /** The name of the place, as in `Board.places`. */
  readonly place: string;
  /** What choosing it does, for people who cannot see the picture and as the tooltip. */
  readonly label: string;
  /** `goal` is lit as a possible end of an action, `start` as its begin, `quiet` shows only under the pointer. */
  readonly look: "start" | "goal" | "selected" | "quiet";
  /** Unset: the place is shown, but cannot be chosen. */
  readonly choose?: () => void;
}

/** Where a place is in the picture as it is shown. */
export type BoardPlace = Pick<PicturePlace, "name" | "left" | "top" | "width" | "height">;

/** A position to show. */
export interface ShownPosition {
  /** The position in the game's notation, complete or as the viewer sees it. */
  readonly position: string;
  /** Unset: a spectator. */
  readonly viewer?: Viewer;
}

/** A board that shows one position after another. */
export class Board {
  readonly element = h("div", { class: "board" });
  readonly #picture = h("div", { class: "board-picture" });
  readonly #buttons = h("div", { class: "board-buttons" });
  #places = new Map<string, BoardPlace>();
  #source = "";
  #size: readonly [number, number] = [1, 1];
  #latest = 0;
  /** The turns of the board from its next position on. */
  turns: QuarterTurns = 0;
  /** Whether the picture has its caption, in the notation. */
  hasCaption = true;

  constructor(
    private readonly rules: Client["rules"],
    private readonly setup: GameSetup,
  ) {
    // Style sheets know the colours of each game.
    this.element.dataset["game"] = setup.game;
    this.element.append(this.#picture, this.#buttons);
  }

  /** The places of the picture by their names. */
  get places(): ReadonlyMap<string, BoardPlace> {
    return this.#places;
  }

  /** The picture as an SVG document. */
  get source(): string {
    return this.#source;
  }

  /** Shows a position. Of several calls the latest one counts. Buttons are removed. */
  async show({ position, viewer }: ShownPosition): Promise<void> {
    const number = ++this.#latest;
    const request = { setup: this.setup, position, includePicture: true, ...(viewer === undefined ? {} : { viewer }) };
    const { picture, places } = await this.rules.getView(request);
    if (number !== this.#latest) return;
    this.#source = picture;
    const drawn = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement as Element as SVGSVGElement;
    if (!this.hasCaption) removeCaption(drawn);
    const extent = turnPicture(drawn, this.turns);
    this.#places = new Map(places.map((place) =>
      [place.name, { name: place.name, ...turnRectangle(place, this.turns, extent) }]));
    const { width, height } = drawn.viewBox.baseVal;
    this.#size = [width, height];
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    this.element.style.setProperty("--board-ratio", String(width / height));
    this.element.style.setProperty("--board-width", `${width}px`);
    replace(this.#picture, drawn);
    this.setButtons([]);
  }

  /** Puts buttons on places. */
  setButtons(buttons: readonly PlaceButton[]): void {
    const focused = (document.activeElement as HTMLElement | null)?.dataset["place"];
    const hadFocus = this.#buttons.contains(document.activeElement);
    replace(this.#buttons, buttons.map((button) => this.#button(button)));
    if (!hadFocus) return;
    const next = [...this.#buttons.querySelectorAll<HTMLElement>("button:not([disabled])")];
    (next.find((button) => button.dataset["place"] === focused) ?? next[0])?.focus();
  }

  #button({ place, label, look, choose }: PlaceButton): HTMLElement | undefined {
    const rectangle = this.#places.get(place);
    if (rectangle === undefined) return undefined;
    const [width, height] = this.#size;
    const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
    return h("button", {
      type: "button",
      class: `place ${look}`,
      "data-place": place,
      "aria-label": label,
      title: label,
      "aria-disabled": choose === undefined ? "true" : undefined,
      style: {
        left: percent(rectangle.left, width),
        top: percent(rectangle.top, height),
        width: percent(rectangle.width, width),
        height: percent(rectangle.height, height),
      },
      on: { click: () => choose?.() },
    });
  }
}
