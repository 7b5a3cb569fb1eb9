/** Buttons that ask before they act. */

import { h, replace } from "./elements.js";

/** The texts of a button. */
export interface Question {
  /** The text of the button. */
  readonly text: string;
  /** What is asked when it is pressed. */
  readonly question: string;
  /** The text of the button that confirms it, such as "Yes, delete". */
  readonly confirmation: string;
}

/** Creates a button that asks before it acts. It keeps its question until the act has ended. */
export function questionButton(texts: Question, act: () => void | Promise<void>): HTMLElement {
  const element = h("div", { class: "question" });
  const ask = () => {
    element.classList.add("asking");
    const cancel = h("button", { type: "button", on: { click: () => reset(true) } }, "Cancel");
    const confirm = async () => {
      yes.disabled = cancel.disabled = true;
      try {
        await act();
      } finally {
        reset(false);
      }
    };
    const yes = h("button", { type: "button", class: "danger", on: { click: () => void confirm() } }, texts.confirmation);
    replace(element, h("span", { role: "alert" }, texts.question), yes, cancel);
    cancel.focus();
  };
  const reset = (hasFocus: boolean) => {
    const button = h("button", { type: "button", on: { click: ask } }, texts.text);
    element.classList.remove("asking");
    replace(element, button);
    if (hasFocus) button.focus();
  };
  reset(false);
  return element;
}
