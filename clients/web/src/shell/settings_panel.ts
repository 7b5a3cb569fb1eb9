/** The dialog with the settings. */

import { h } from "./elements.js";
import type { SettingName, SettingValues } from "./settings.js";
import { settings } from "./settings.js";

/** A choice of the dialog with the texts of its values. */
interface SettingChoice<N extends SettingName> {
  readonly name: N;
  readonly text: string;
  readonly values: readonly (readonly [value: SettingValues[N], text: string])[];
}

const CHOICES: readonly SettingChoice<SettingName>[] = [
  { name: "theme", text: "Colours", values: [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]] },
  { name: "animation", text: "Animation", values: [["auto", "As the system"], ["off", "Off"]] },
  { name: "sounds", text: "Sounds of a match", values: [["off", "Off"], ["on", "On"]] },
  { name: "board", text: "Bottom of the board", values: [["fixed", "Always the same side"], ["own-side", "My side"]] },
  { name: "zoom", text: "Size of the board", values: [["fit", "Fits the window"], ["large", "Large enough for fingers"]] },
];

/** Opens the dialog; the focus returns to where it was when it closes. */
export function openSettings(): void {
  const closing = new AbortController();
  const choices = CHOICES.map((choice) => choiceElement(choice, closing.signal));
  const dialog = h("dialog", { class: "settings", "aria-labelledby": "settings-title" },
    h("h2", { id: "settings-title" }, "Settings"),
    choices,
    h("p", { class: "soft" }, "They are kept in this browser."),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")));
  dialog.addEventListener("close", () => {
    closing.abort();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function choiceElement({ name, text, values }: SettingChoice<SettingName>, signal: AbortSignal): HTMLElement {
  const select = h("select", { name }, values.map(([value, label]) => h("option", { value }, label)));
  const show = () => (select.value = settings.get(name));
  show();
  settings.onChange(show, signal);
  select.addEventListener("change", () => settings.set(name, select.value as SettingValues[typeof name]));
  return h("label", {}, text, select);
}
