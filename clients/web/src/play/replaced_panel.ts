/** What is shown of a seat that another window has taken over. */

import { h } from "../shell/elements.js";

/** The status of the match in this window. */
export const REPLACED_TEXT = "You play this match in another window. What you see here is not current.";

/** Creates the panel. Windows do not take the seat from each other by themselves: the person decides. */
export function replacedPanel(continueHere: () => void): HTMLElement {
  const button = h("button", { type: "button", class: "primary", on: { click: continueHere } }, "Continue here");
  return h("section", { class: "card play-replaced", "aria-label": "Played in another window" },
    h("h2", {}, "Played in another window"),
    h("p", {}, "A seat is played in one window at a time, and this match was opened in another one."),
    h("p", {}, "If that was not you, another person has the link of your seat."),
    h("div", { class: "play-buttons" }, button));
}
