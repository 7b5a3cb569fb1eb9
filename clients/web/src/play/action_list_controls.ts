/** Playing any game: the list of the legal actions, which choosing a place of the board shortens. */

import { containsWords, filterActions } from "../analysis/action_groups.js";
import { h } from "../shell/elements.js";
import type { ControlsContext, GameControls } from "./game_controls.js";
import type { OpenRequest, SeatView } from "./match_model.js";
import { panelButton, refill } from "./panel.js";
import type { PlayPlace } from "./play_board.js";

/** Maximum number of actions that are shown: the filter finds the others. */
const MAX_SHOWN = 200;

/** Maximum number of actions of a list without a filter. */
const SHORT_LIST = 12;

/** Controls of a seat of a game without controls of its own. */
export class ActionListControls implements GameControls {
  readonly element = h("section", { class: "play-panel", "aria-label": "Your turn" });
  readonly #filter = h("input", {
    type: "search",
    class: "notation",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": "Filter of the actions",
    on: { input: () => this.#render() },
  });
  #request: OpenRequest | undefined;
  /** The place whose actions are listed, or `undefined` for all. */
  #place: string | undefined;
  #isSending = false;

  constructor(private readonly context: ControlsContext) {}

  task(): string {
    return "choose an action";
  }

  async ask(request: OpenRequest): Promise<void> {
    this.#request = request;
    this.#place = undefined;
    this.#isSending = false;
    this.#filter.value = "";
    await this.context.board.show(request.view.text);
    this.#render();
  }

  async wait({ text }: SeatView): Promise<void> {
    this.#request = undefined;
    refill(this.element);
    await this.context.board.show(text);
    this.context.board.setPlaces([]);
  }

  close(): void {}

  #actionsAt(place: string) {
    const actions = this.#request?.legalActions ?? [];
    return actions.filter(({ text }) => containsWords(text, place));
  }

  #render(): void {
    const { board, reasons } = this.context;
    const place = this.#place;
    board.setPlaces([...board.places.keys()].map((name) => this.#placeButton(name)));
    const all = this.#request?.legalActions ?? [];
    const listed = place === undefined ? all : this.#actionsAt(place);
    const shown = filterActions(listed, this.#filter.value);
    const buttons = shown.slice(0, MAX_SHOWN).map(({ text }) =>
      panelButton({ key: text, class: "notation", text, press: () => void this.#send(text) }, reasons));
    refill(this.element,
      h("h2", {}, place === undefined ? "Your actions" : `Your actions at ${place}`),
      place !== undefined &&
        panelButton({ key: "all places", text: "Show all", press: () => this.#choose(undefined) }, reasons),
      all.length > SHORT_LIST && h("label", {}, "Filter ", this.#filter),
      h("div", { class: "play-buttons" }, buttons),
      shown.length > MAX_SHOWN && h("p", { class: "soft" }, `${shown.length - MAX_SHOWN} more: use the filter.`),
      shown.length === 0 && h("p", { class: "soft" }, "No action has these words."));
  }

  #placeButton(place: string): PlayPlace {
    const actions = this.#actionsAt(place);
    const [first] = actions;
    if (first === undefined) {
      return { place, label: place, look: "quiet", explain: () => ({ text: "No action is possible here." }) };
    }
    if (actions.length === 1) {
      return { place, label: first.text, look: "goal", choose: () => void this.#send(first.text) };
    }
    const look = place === this.#place ? "selected" : "start";
    const choose = () => this.#choose(place === this.#place ? undefined : place);
    return { place, label: `${place}: ${actions.length} actions`, look, choose };
  }

  #choose(place: string | undefined): void {
    this.#place = place;
    this.#render();
  }

  async #send(text: string): Promise<void> {
    if (this.#isSending || this.#request === undefined) return;
    this.#isSending = true;
    const reason = await this.context.submit(text);
    this.#isSending = false;
    if (reason !== undefined) void this.context.reasons.show(reason);
  }
}
