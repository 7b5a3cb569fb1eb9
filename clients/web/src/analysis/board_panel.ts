/** The board of the analysis, on which a person plays or sets up. */

import type { Viewer } from "botwerk/v1";
import { Board } from "../board/board.js";
import type { PlaceButton } from "../board/board.js";
import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import { placesOf } from "./action_groups.js";
import { placeChoices } from "./board_choices.js";
import type { PlacedAction } from "./board_choices.js";
import { SIDE_LETTERS } from "./editors/droids_editor.js";
import type { Palette } from "./palette.js";
import { turnText } from "./session.js";
import type { Session } from "./session.js";

/** What a click on the board does. */
type Mode = "play" | "edit";

/** Shows the position of a session. */
export class BoardPanel {
  readonly element: HTMLElement;
  readonly #board: Board;
  readonly #status = h("p", { class: "analysis-status", role: "status" });
  readonly #problem = h("p", { class: "analysis-problem", role: "alert", hidden: true });
  readonly #undo = h("button", { type: "button", on: { click: () => void this.#step(-1) } }, "Undo");
  readonly #redo = h("button", { type: "button", on: { click: () => void this.#step(1) } }, "Redo");
  readonly #viewer: HTMLSelectElement;
  #mode: Mode = "play";
  #selected: string | undefined;

  /** `onSelect` receives the place to which the list of actions is limited. */
  constructor(
    private readonly session: Session,
    private readonly palette: Palette | undefined,
    private readonly onSelect: (place: string | undefined) => void,
  ) {
    this.#board = new Board(session.rules, session.setup);
    this.#viewer = this.#viewerSelect();
    const modes = palette === undefined ? undefined : this.#modeSwitch();
    this.element = h(
      "section",
      { class: "card analysis-board", "aria-label": "Board" },
      h("div", { class: "row analysis-tools" }, h("div", { class: "row" }, this.#undo, this.#redo), modes,
        h("label", { class: "inline" }, h("span", {}, "Seen by"), this.#viewer)),
      palette?.element,
      this.#problem,
      this.#board.element,
      this.#status,
    );
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    palette?.onUse((change) => this.run(change));
    palette?.onChange(() => this.#setButtons());
    palette?.show(false);
  }

  /** Returns the actions that start at a place. */
  actionsAt(place: string): readonly string[] {
    return this.#placedActions().filter(({ places }) => places[0] === place).map(({ text }) => text);
  }

  /** Shows the position of the session. */
  async update(): Promise<void> {
    const { position } = this.session;
    if (position === undefined) return;
    this.#select(undefined);
    this.#undo.disabled = this.session.index <= 0;
    this.#redo.disabled = this.session.index >= this.session.steps.length - 1;
    this.#viewer.disabled = position.kind === "view";
    this.palette?.update();
    const viewer = this.#viewerOf();
    const focused = (document.activeElement as HTMLElement | null)?.dataset["place"];
    try {
      await this.#board.show({ position: position.text, ...(viewer === undefined ? {} : { viewer }) });
      replace(this.#status, turnText(this.session));
      this.#setButtons();
      // The picture came with new buttons; the keyboard stays on the board.
      if (focused !== undefined && document.activeElement === document.body) this.#focus(focused);
    } catch (error) {
      this.#report(errorText(error));
    }
  }

  /** Runs a change of the session and shows why it fails. */
  async run(change: () => Promise<void>): Promise<void> {
    this.#report(undefined);
    try {
      await change();
    } catch (error) {
      this.#report(errorText(error));
    }
  }

  #report(message: string | undefined): void {
    this.#problem.hidden = message === undefined;
    replace(this.#problem, message ?? "");
  }

  #step(by: number): Promise<void> {
    return this.run(() => this.session.goTo(this.session.index + by));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.#selected !== undefined) {
      this.#select(undefined);
      this.#setButtons();
      return;
    }
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    void this.#step(event.shiftKey ? 1 : -1);
  }

  #focus(place: string): void {
    const buttons = [...this.#board.element.querySelectorAll<HTMLElement>("button")];
    (buttons.find((button) => button.dataset["place"] === place) ?? buttons[0] ?? this.#undo).focus();
  }

  #select(place: string | undefined): void {
    this.#selected = place;
    this.onSelect(place);
  }

  #setButtons(): void {
    if (this.session.position?.kind !== "complete") return this.#board.setButtons([]);
    this.#board.setButtons(this.#mode === "edit" ? this.#editButtons() : this.#playButtons());
  }

  #editButtons(): PlaceButton[] {
    return this.palette?.buttons([...this.#board.places.keys()]) ?? [];
  }

  #playButtons(): PlaceButton[] {
    return placeChoices(this.#placedActions(), this.#selected).map(({ place, look, label, result }) => ({
      place,
      label,
      look,
      choose: () => {
        if (result.kind === "play") return void this.run(() => this.session.play([{ text: result.text }]));
        this.#select(result.place);
        this.#setButtons();
      },
    }));
  }

  #placedActions(): PlacedAction[] {
    const { choice, setup, description } = this.session;
    const kind = choice.actor?.kind;
    const rules = description.rules?.game;
    const sides = rules?.case === "droids" ? rules.value.sides : [];
    const side = kind?.case === "seat" ? (SIDE_LETTERS[sides[kind.value ?? 0] ?? 0] ?? "") : "";
    const known = [...this.#board.places.keys()];
    return choice.actions.map(({ text }) => ({ text, places: placesOf(setup.game, text, side, known) }));
  }

  #viewerSelect(): HTMLSelectElement {
    const seats = Math.min(this.session.setup.seats, 8);
    const options = Array.from({ length: seats }, (_, seat) => {
      return h("option", { value: seat }, this.session.seatName(seat));
    });
    return h("select", { on: { change: () => void this.update() } },
      h("option", { value: "acting" }, "Seat to act"),
      h("option", { value: "spectator" }, "Spectator"),
      options,
    );
  }

  /** Returns the viewer of the picture, or `undefined` for a spectator. */
  #viewerOf(): Viewer | undefined {
    const { position } = this.session;
    const seatViewer = (seat: number) => ({ kind: { case: "seat", value: seat } }) as Viewer;
    if (position?.kind === "view") return seatViewer(position.seat);
    const { value } = this.#viewer;
    if (value === "spectator") return undefined;
    if (value !== "acting") return seatViewer(Number(value));
    const turn = position?.info.turn?.kind;
    // In a simultaneous decision all seats see the same, except for passes.
    return turn?.case === "decision" && !turn.value.isSimultaneous ? seatViewer(turn.value.seats[0] ?? 0) : undefined;
  }

  #modeSwitch(): HTMLElement {
    const choose = (mode: Mode) => () => {
      this.#mode = mode;
      this.palette?.show(mode === "edit");
      this.#report(undefined);
      this.#select(undefined);
      this.#setButtons();
    };
    const radio = (mode: Mode, text: string) =>
      h("label", { class: "inline" },
        h("input", { type: "radio", name: "board-mode", checked: mode === this.#mode, on: { change: choose(mode) } }),
        h("span", {}, text));
    return h("fieldset", { class: "analysis-modes" }, h("legend", { class: "visually-hidden" }, "A click on the board"),
      radio("play", "Play"), radio("edit", "Set up"));
  }
}
