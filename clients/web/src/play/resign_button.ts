/** Resigning, with a question before it. */

import { h, replace } from "../shell/elements.js";
import type { IllegalReason } from "./illegal_reason.js";
import type { ReasonLine } from "./reason_line.js";

/** Creates the button with its question. */
export function resignButton(resign: () => Promise<IllegalReason | undefined>, reasons: ReasonLine): HTMLElement {
  const element = h("div", { class: "play-resign" });
  const ask = () => {
    const cancel = h("button", { type: "button", on: { click: () => reset(true) } }, "Cancel");
    replace(element, h("span", { role: "alert" }, "Resign this match?"),
      h("button", { type: "button", class: "danger", on: { click: () => void confirm() } }, "Yes, resign"), cancel);
    cancel.focus();
  };
  const confirm = async () => {
    const reason = await resign();
    if (reason !== undefined) void reasons.show(reason);
    reset(false);
  };
  const reset = (hasFocus: boolean) => {
    const button = h("button", { type: "button", on: { click: ask } }, "Resign");
    replace(element, button);
    if (hasFocus) button.focus();
  };
  reset(false);
  return element;
}
