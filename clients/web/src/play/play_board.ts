/** A board to play on: places that can be chosen, reasons for the others, lines, keys and dragging. */

import { create } from "@bufbuild/protobuf";
import type { Client } from "botwerk/web";
import { ViewerSchema } from "botwerk/v1";
import type { GameSetup } from "botwerk/v1";
import { Board } from "../board/board.js";
import type { PlaceButton, ShownPosition } from "../board/board.js";
import type { QuarterTurns } from "../board/board_turn.js";
import { h } from "../shell/elements.js";
import { BoardMarks } from "./board_marks.js";
import type { BoardMark, MarkLayer } from "./board_marks.js";
import { BoardView } from "./board_view.js";
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

/** The seat of the person, and the turns that bring its side of the board to the bottom. */
export interface OwnSide {
  readonly seat: number;
  readonly turns: QuarterTurns;
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
  readonly #view: BoardView;
  #places = new Map<string, PlayPlace>();
  #focused: string | undefined;
  #shown = "";
  #trail: { readonly position: string; readonly marks: readonly BoardMark[] } = { position: "", marks: [] };
  #showing: Promise<void> = Promise.resolve();
  #hasDragged = false;
  /** Whether the focus is given back to a place at the moment, which is no question. */
  #isRestoring = false;
  drag: DragHandler | undefined;
  /** Called when the person has turned the board. */
  onTurned: (() => void) | undefined;
  /** Handles an arrow key. Returns false if the key moves the focus to the next place instead. */
  onHeading: ((heading: Heading) => boolean) | undefined;

  constructor(
    rules: Client["rules"],
    setup: GameSetup,
    private readonly own: OwnSide,
    private readonly reasons: ReasonLine,
    signal: AbortSignal,
  ) {
    this.#board = new Board(rules, setup);
    this.#board.hasCaption = false;
    this.#board.element.append(this.#marks.element);
    this.#board.element.setAttribute("role", "group");
    this.#board.element.setAttribute("aria-label", "Board");
    this.#view = new BoardView({
      element: this.#board.element,
      smallestPlace: () => this.#smallestPlace(),
      turn: () => void this.#turn(),
    }, own.turns, signal);
    this.element = h("div", { class: "play-board" }, reasons.element, this.#view.element);
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

  /** The turns of the board as it is shown. */
  get turns(): QuarterTurns {
    return this.#view.turns;
  }

  /** Scrolls to the board if less than half of it is in view. */
  reveal(): void {
    this.#view.reveal();
  }

  /** Shows what the seat sees of a position; an equal one stays as it is. */
  async show(position: string): Promise<void> {
    if (position === this.#shown) return this.#showing;
    this.#rememberFocus();
    this.#shown = position;
    const isFirst = this.places.size === 0;
    this.#showing = this.#draw(this.#seenBySeat(position));
    await this.#showing;
    if (isFirst) this.#view.reveal();
  }

  #seenBySeat(position: string): ShownPosition {
    const kind = { case: "seat" as const, value: this.own.seat };
    return { position, viewer: create(ViewerSchema, { kind }) };
  }

  /** Draws the same position from the other side. What can be chosen stays. */
  async #turn(): Promise<void> {
    if (this.#shown === "") return;
    const [places, marks] = [[...this.#places.values()], this.#marks.get("draft")];
    const shown = this.#shown;
    this.#showing = this.#draw(this.#seenBySeat(shown));
    await this.#showing;
    if (shown !== this.#shown) return;
    this.setPlaces(places);
    this.setMarks(marks);
    this.onTurned?.();
  }

  #smallestPlace(): number | undefined {
    const box = this.#marks.element.viewBox.baseVal;
    const sides = [...this.places.values()].map(({ width, height }) => Math.min(width, height));
    return sides.length === 0 || box === null || box.width === 0 ? undefined : Math.min(...sides) / box.width;
  }

  async #draw(position: ShownPosition): Promise<void> {
    this.#board.turns = this.#view.turns;
    await this.#board.show(position);
    const drawn = this.#board.element.querySelector<SVGSVGElement>(".board-picture svg");
    const box = drawn?.getAttribute("viewBox");
    const isOther = box != null && box !== this.#marks.element.getAttribute("viewBox");
    this.setPlaces([]);
    this.setMarks([]);
    this.#showTrail();
    if (box != null) this.#marks.redraw(box);
    if (isOther) this.#view.fit();
  }

  /** Puts buttons on places. The focus stays on its place. */
  setPlaces(places: readonly PlayPlace[]): void {
    this.#rememberFocus();
    this.#places = new Map(places.map((place) => [place.place, place]));
    this.#isRestoring = true;
    this.#board.setButtons(places);
    this.#restoreFocus();
    this.#isRestoring = false;
  }

  #restoreFocus(): void {
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
      const button = event.target instanceof Element ? event.target.closest("[data-place]") : null;
      const place = this.#places.get(placeOf(button) ?? "");
      if (button === null || place === undefined || this.#isRestoring) return;
      const reason = place.choose === undefined ? place.explain : undefined;
      if (reason === undefined) this.reasons.leave();
      else if (event instanceof PointerEvent && event.type === "pointerover") this.reasons.point(event, reason, button);
      else void this.reasons.show(reason(), button);
    };
    root.addEventListener("pointerover", explain);
    root.addEventListener("pointerleave", () => this.reasons.leave());
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
