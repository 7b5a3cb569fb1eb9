/** The tools with which a position is set up by hand. */

import type { PlaceButton } from "../board/board.js";
import { h, replace } from "../shell/elements.js";
import type { Editor, Setting, Tool } from "./editors/editor.js";
import type { Session } from "./session.js";

type Change = () => Promise<void>;

/** Tools and settings of the editor of a game. */
export class Palette {
  readonly element = h("div", { class: "analysis-palette" });
  readonly #tools = h("fieldset", { class: "row" });
  readonly #parameters = h("div", { class: "row" });
  readonly #settings = h("div", { class: "row" });
  readonly #hint = h("p", { class: "soft" });
  readonly #chosen: Record<string, string> = {};
  #tool: Tool;
  #start: string | undefined;
  #use: (change: Change) => Promise<void> = (change) => change();
  #change = () => {};

  constructor(
    private readonly session: Session,
    private readonly editor: Editor,
  ) {
    this.#tool = editor.tools[0]!;
    replace(this.#tools, h("legend", {}, "Tool"), editor.tools.map((tool) => this.#toolButton(tool)));
    this.element.append(this.#tools, this.#parameters, this.#settings, this.#hint);
    this.#chooseTool(this.#tool);
  }

  /** Calls the listener to make a change of the session. */
  onUse(use: (change: Change) => Promise<void>): void {
    this.#use = use;
  }

  /** Calls the listener when other places can be chosen. */
  onChange(change: () => void): void {
    this.#change = change;
  }

  show(isShown: boolean): void {
    this.element.hidden = !isShown;
    this.#start = undefined;
    this.#showHint();
  }

  /** Shows the settings of the position of the session. */
  update(): void {
    const position = this.#position();
    const start = this.#start;
    // What was chosen before an earlier change was shown stays chosen.
    if (start !== undefined && !(position !== undefined && this.editor.applies(position, this.#tool.id, start))) {
      this.#start = undefined;
    }
    this.#showHint();
    const settings = position === undefined ? [] : this.editor.settings(position);
    const focused = this.#settings.contains(document.activeElement) ? document.activeElement?.id : undefined;
    replace(this.#settings, settings.map((setting) => this.#settingField(setting)));
    if (focused !== undefined) document.getElementById(focused)?.focus();
  }

  /** Returns the buttons on those places where the tool can be used. */
  buttons(places: readonly string[]): PlaceButton[] {
    const position = this.#position();
    if (position === undefined) return [];
    const start = this.#start;
    if (start !== undefined) {
      return places.map((place) => ({
        place,
        look: place === start ? "selected" : "quiet",
        label: place === start ? `${place}: selected` : `${start} to ${place}`,
        choose: () => (place === start ? this.#setStart(undefined) : this.#apply(start, place)),
      }));
    }
    const usable = places.filter((place) => this.editor.applies(position, this.#tool.id, place));
    return usable.map((place) => ({
      place,
      look: this.#tool.hasTarget ? "start" : "quiet",
      label: `${this.#tool.label}: ${place}`,
      choose: () => (this.#tool.hasTarget ? this.#setStart(place) : this.#apply(place)),
    }));
  }

  #setStart(place: string | undefined): void {
    this.#start = place;
    this.#showHint();
    this.#change();
  }

  #apply(place: string, target?: string): void {
    const position = this.#position();
    if (position === undefined) return;
    const { id, label } = this.#tool;
    const use = { tool: id, parameters: { ...this.#chosen }, place, ...(target === undefined ? {} : { target }) };
    const name = `${label.toLowerCase()} ${place}${target === undefined ? "" : ` to ${target}`}`;
    this.#start = undefined;
    void this.#use(async () => this.session.edit(() => this.editor.use(this.#position() ?? position, use), name)).then(() => this.#change());
  }

  #position() {
    const { position } = this.session;
    return position?.kind === "complete" ? position.info.position : undefined;
  }

  #toolButton(tool: Tool): HTMLElement {
    const choose = () => {
      this.#chooseTool(tool);
      this.#change();
    };
    const input = h("input", { type: "radio", name: "palette-tool", checked: tool === this.#tool, on: { change: choose } });
    return h("label", { class: "inline" }, input, h("span", {}, tool.label));
  }

  #chooseTool(tool: Tool): void {
    this.#tool = tool;
    this.#start = undefined;
    const parameters = tool.parameters ?? [];
    for (const { id, value } of parameters) this.#chosen[id] ??= value;
    replace(this.#parameters, parameters.map((parameter) => this.#parameterField(parameter)));
    this.#showHint();
  }

  #showHint(): void {
    const start = this.#start;
    replace(this.#hint, start === undefined ? `${this.#tool.hint}.` : `Choose where ${start} goes.`);
  }

  #parameterField({ id, label, values }: Setting): HTMLElement {
    const select = h("select", { on: { change: () => (this.#chosen[id] = select.value) } },
      values?.map((item) => h("option", { value: item.value }, item.label)));
    select.value = this.#chosen[id] ?? "";
    return h("label", {}, h("span", {}, label), select);
  }

  #settingField({ id, label, value, values }: Setting): HTMLElement {
    const key = `palette-${id}`;
    const change = (event: Event) => {
      const position = this.#position();
      const next = (event.target as HTMLInputElement | HTMLSelectElement).value;
      if (position === undefined) return;
      const name = `${label.toLowerCase()}: ${next}`;
      void this.#use(async () => this.session.edit(() => this.editor.change(this.#position() ?? position, id, next), name))
        .then(() => this.update());
    };
    if (values === undefined) {
      const input = h("input", { id: key, value, size: 24, autocomplete: "off", spellcheck: "false", on: { change } });
      return h("label", {}, h("span", {}, label), input);
    }
    const select = h("select", { id: key, on: { change } },
      values.map((item) => h("option", { value: item.value }, item.label)));
    select.value = value;
    return h("label", {}, h("span", {}, label), select);
  }
}
