/** A board to play on: places that can be chosen, reasons for the others, lines, keys and dragging. */

import { create } from "@bufbuild/protobuf";
import type { Client } from "botwerk/web";
import { ViewerSchema } from "botwerk/v1";
import type { GameSetup } from "botwerk/v1";
import { Board } from "../board/board.js";
import type { PlaceButton, ShownPosition } from "../board/board.js";
import { h } from "../shell/elements.js";
import { BoardMarks } from "./board_marks.js";
import type { BoardMark, MarkLayer } from "./board_marks.js";
import { nearestPlace } from "./place_geometry.js";
import type { Heading, PlaceRectangle } from "./place_geometry.js";
import type { Explain, ReasonLine } from "./reason_line.js";

/** A place that can be chosen, or says why not. */
export interface PlayPlace extends PlaceButton {
  /** Why the place cannot be chosen. Asked for under the pointer and with the focus. */
  readonly explain?: Explain;
}

/** What dragging over places does. */
export interface DragHandler {
  /** Returns whether a drag can start on this place. */
  start(place: string): boolean;
  /** The pointer has moved: the place under it, and its way from the start in pixels. */
  move(place: string | undefined, way: readonly [x: number, y: number]): void;
  end(): void;
}

const HEADINGS: Readonly<Record<string, Heading>> = {
  ArrowUp: "N",
  ArrowRight: "E",
  ArrowDown: "S",
  ArrowLeft: "W",
};

/** A way of the pointer that is no click any more, in pixels. */
const DRAG_THRESHOLD = 8;

/** The board of a match that is played. */
export class PlayBoard {
  readonly element: HTMLElement;
  readonly #board: Board;
  readonly #marks = new BoardMarks(() => this.places);
  #places = new Map<string, PlayPlace>();
  #focused: string | undefined;
  #shown = "";
  #trail: { readonly position: string; readonly marks: readonly BoardMark[] } = { position: "", marks: [] };
  #showing: Promise<void> = Promise.resolve();
  #hasDragged = false;
  drag: DragHandler | undefined;
  /** Handles an arrow key. Returns false if the key moves the focus to the next place instead. */
  onHeading: ((heading: Heading) => boolean) | undefined;

  constructor(
    rules: Client["rules"],
    setup: GameSetup,
    private readonly seat: number,
    private readonly reasons: ReasonLine,
  ) {
    this.#board = new Board(rules, setup);
    this.#board.element.append(this.#marks.element);
    this.#board.element.setAttribute("role", "group");
    this.#board.element.setAttribute("aria-label", "Board");
    this.element = h("div", { class: "play-board" }, this.#board.element, reasons.element);
    this.#listen(this.#board.element);
  }

  /** What has the size of the picture, for pictures in front of it. */
  get surface(): HTMLElement {
    return this.#board.element;
  }

  /** The places of the picture by their names. */
  get places(): ReadonlyMap<string, PlaceRectangle> {
    return this.#board.places;
  }

  /** Scrolls to the board if less than half of it is in view, as on a phone. */
  reveal(): void {
    const { top, bottom, height } = this.#board.element.getBoundingClientRect();
    const visible = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (visible < height / 2) this.#board.element.scrollIntoView({ block: "center" });
  }

  /** Shows what the seat sees of a position; an equal one stays as it is. */
  async show(position: string): Promise<void> {
    if (position === this.#shown) return this.#showing;
    this.#rememberFocus();
    this.#shown = position;
    const kind = { case: "seat" as const, value: this.seat };
    this.#showing = this.#draw({ position, viewer: create(ViewerSchema, { kind }) });
    await this.#showing;
  }

  async #draw(position: ShownPosition): Promise<void> {
    await this.#board.show(position);
    const drawn = this.#board.element.querySelector<SVGSVGElement>(".board-picture svg");
    const box = drawn?.getAttribute("viewBox");
    this.setPlaces([]);
    this.setMarks([]);
    this.#showTrail();
    if (box != null) this.#marks.redraw(box);
  }

  /** Puts buttons on places. The focus stays on its place. */
  setPlaces(places: readonly PlayPlace[]): void {
    this.#rememberFocus();
    this.#places = new Map(places.map((place) => [place.place, place]));
    this.#board.setButtons(places);
    const root = this.#board.element;
    for (const button of root.querySelectorAll<HTMLElement>("[data-place][aria-disabled]")) button.tabIndex = -1;
    if (document.activeElement !== document.body || this.#focused === undefined) return;
    const buttons = [...root.querySelectorAll<HTMLElement>("button[data-place]")];
    const same = buttons.find((button) => button.dataset["place"] === this.#focused);
    (same ?? buttons.find((button) => button.tabIndex === 0))?.focus();
  }

  /** Draws marks in front of the picture. Those of a draft are gone when another position is shown. */
  setMarks(marks: readonly BoardMark[], layer: Exclude<MarkLayer, "trail"> = "draft"): void {
    this.#marks.set(layer, marks);
  }

  /** Marks how a position came about, whenever it is shown. */
  setTrail(position: string, marks: readonly BoardMark[]): void {
    this.#trail = { position, marks };
    this.#showTrail();
  }

  #showTrail(): void {
    const { position, marks } = this.#trail;
    this.#marks.set("trail", position === this.#shown ? marks : []);
  }

  /** A board that is drawn again loses the button with the focus; its place gets it back. */
  #rememberFocus(): void {
    const active = document.activeElement as HTMLElement | null;
    if (active === null || active === document.body) return;
    const isInside = this.#board.element.contains(active);
    this.#focused = isInside ? active.dataset["place"] : undefined;
  }

  #listen(root: HTMLElement): void {
    const explain = (event: Event) => {
      const name = placeOf(event.target);
      const place = name === undefined ? undefined : this.#places.get(name);
      if (place === undefined) return;
      if (place.choose === undefined && place.explain !== undefined) void this.reasons.show(place.explain());
      else if (event.type !== "click") this.reasons.clear();
    };
    root.addEventListener("pointerover", explain);
    root.addEventListener("focusin", explain);
    root.addEventListener("click", (event) => {
      // A drag ends with a click, which is ignored.
      if (this.#hasDragged) event.stopPropagation();
      else explain(event);
    }, { capture: true });
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("pointerdown", (event) => this.#startDrag(event));
  }

  #key(event: KeyboardEvent): void {
    const heading = HEADINGS[event.key];
    if (heading === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (this.onHeading?.(heading) === true) return;
    const from = placeOf(event.target);
    const rectangles = new Map([...this.#places.keys()].map((name) => [name, this.#board.places.get(name)]));
    const next = from === undefined ? undefined : nearestPlace(rectangles, from, heading);
    if (next === undefined) return;
    this.#board.element.querySelector<HTMLElement>(`[data-place="${CSS.escape(next)}"]`)?.focus();
  }

  #startDrag(event: PointerEvent): void {
    this.#hasDragged = false;
    const drag = this.drag;
    const place = placeOf(event.target);
    if (drag === undefined || place === undefined || event.button !== 0 || !drag.start(place)) return;
    const start = [event.clientX, event.clientY] as const;
    const move = ({ clientX, clientY }: PointerEvent) => {
      const way = [clientX - start[0], clientY - start[1]] as const;
      if (!this.#hasDragged && Math.hypot(...way) < DRAG_THRESHOLD) return;
      this.#hasDragged = true;
      drag.move(placeOf(document.elementFromPoint(clientX, clientY)), way);
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (this.#hasDragged) drag.end();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}

function placeOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>("[data-place]")?.dataset["place"];
}
