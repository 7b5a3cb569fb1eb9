/** The part of the form with the options of a game. */

import type { OptionSpec } from "botwerk/v1";
import { h } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";

/** Returns the values of an option that can be selected, or none if it is written. */
export function selectableValues({ acceptedValues }: Pick<OptionSpec, "acceptedValues">): readonly string[] {
  if (acceptedValues === "true or false") return ["true", "false"];
  const list = /^one of ([\w, .-]+)$/.exec(acceptedValues)?.[1];
  return list === undefined ? [] : list.split(", ");
}

/** Creates fields for options. `element` is collapsed. */
export class OptionsForm {
  readonly element: HTMLElement;
  readonly #fields: readonly (readonly [spec: OptionSpec, field: HTMLInputElement | HTMLSelectElement])[];

  constructor(
    private readonly context: PageContext,
    game: string,
    specs: readonly OptionSpec[],
    values: URLSearchParams,
  ) {
    this.#fields = specs.map((spec) => [spec, field(spec, values.get(spec.name))]);
    const isChanged = specs.some(({ name }) => values.has(name));
    this.element = h("details", { class: "play-options", open: isChanged },
      h("summary", {}, `Options of the game (${specs.length})`),
      h("div", { class: "play-fields" }, this.#fields.map(([spec, element]) => this.#row(game, spec, element))));
  }

  /** The options that differ from their defaults. */
  get value(): readonly { readonly name: string; readonly value: string }[] {
    return this.#fields
      .map(([{ name, defaultValue }, element]) => ({ name, value: element.value.trim() || defaultValue, defaultValue }))
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map(({ name, value }) => ({ name, value }));
  }

  #row(game: string, spec: OptionSpec, element: HTMLElement): HTMLElement {
    const rule = h("a", { href: this.context.href(`/rules/${game}?rule=${spec.rule}`), target: "_blank" }, spec.rule);
    return h("div", {}, h("label", {}, spec.name, element), h("p", { class: "soft" }, spec.help, " ", rule));
  }
}

function field(spec: OptionSpec, value: string | null): HTMLInputElement | HTMLSelectElement {
  const values = selectableValues(spec);
  if (values.length === 0) {
    return h("input", { name: spec.name, value: value ?? "", placeholder: spec.defaultValue, title: spec.acceptedValues });
  }
  const chosen = value ?? spec.defaultValue;
  return h("select", { name: spec.name }, values.map((text) => h("option", { value: text, selected: text === chosen }, text)));
}
