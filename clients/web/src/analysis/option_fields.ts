/** Fields for the options of a game and the settings of an agent. */

import type { OptionSpec } from "botwerk/v1";
import { h } from "../shell/elements.js";

/** A name with its value, as in requests. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Returns the field of an option. Empty, it leaves the option at its default. */
export function optionField(spec: OptionSpec, value = ""): HTMLElement {
  const { name, acceptedValues, defaultValue, help } = spec;
  const choices = choicesOf(acceptedValues);
  const attributes = { "data-option": name, "data-default": defaultValue, title: acceptedValues };
  const field =
    choices === undefined
      ? h("input", { ...attributes, value, placeholder: defaultValue, autocomplete: "off", spellcheck: "false" })
      : h("select", attributes, choices.map((choice) => h("option", { value: choice }, choice)));
  if (choices !== undefined) field.value = value === "" ? defaultValue : value;
  return h("label", { class: "analysis-option" }, h("span", {}, h("code", {}, name)), field, h("span", { class: "soft" }, help));
}

/** Returns the values of the fields within an element that differ from their defaults. */
export function optionValues(element: Element): NamedValue[] {
  const fields = element.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[data-option]");
  return [...fields].flatMap((field) => {
    const { option = "", default: defaultValue } = field.dataset;
    const value = field.value.trim();
    return value === "" || value === defaultValue ? [] : [{ name: option, value }];
  });
}

/** Returns the values of a description such as `one of white, black` or `true or false`. */
export function choicesOf(acceptedValues: string): string[] | undefined {
  if (acceptedValues === "true or false") return ["true", "false"];
  return /^one of (.+)$/.exec(acceptedValues)?.[1]?.split(", ");
}
