/** Forms with which owners sign up and in. */

import { h, replace } from "../shell/elements.js";
import type { FormFault } from "./sign_up_fault.js";

/** The texts of a form. */
export interface OwnerFormTexts {
  readonly title: string;
  /** The text of its button. Default: the title. */
  readonly action?: string;
}

/** Creates a form whose button waits for `submit`, and which shows what is wrong at its field. */
export function ownerForm(
  { title, action = title }: OwnerFormTexts,
  submit: () => Promise<FormFault | undefined>,
  fields: Readonly<Partial<Record<"name" | "code" | "token", HTMLInputElement>>>,
  ...content: HTMLElement[]
): HTMLElement {
  const message = h("p", { class: "bots-fault", role: "alert" });
  const button = h("button", { class: "primary" }, action);
  const run = async () => {
    button.disabled = true;
    replace(message);
    const fault = await submit();
    button.disabled = false;
    for (const field of Object.values(fields)) field.removeAttribute("aria-invalid");
    if (fault === undefined) return;
    replace(message, fault.text);
    const field = fault.field && fields[fault.field];
    field?.setAttribute("aria-invalid", "true");
    field?.focus();
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run();
  };
  return h("form", { class: "card", "aria-label": title, on: { submit: onSubmit } }, h("h2", {}, title), content, message, button);
}

/** Creates the field for the name of a new owner. */
export function nameField(suggested = ""): HTMLInputElement {
  return h("input", { name: "name", value: suggested, required: true, maxlength: 32, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
}

/** Creates the field for a sign-up code. */
export function codeInput(): HTMLInputElement {
  return h("input", { name: "code", maxlength: 256, autocomplete: "off", spellcheck: "false" });
}

/** Returns what names of owners are like. */
export function nameHint(): HTMLElement {
  return h("p", { class: "soft" }, "Lower-case letters, digits and hyphens. Your bots are called NAME/BOT, for all to read.");
}
