/** The token of an owner, which is shown once. */

import { h } from "../shell/elements.js";
import { ownerSession } from "../shell/owner_session.js";
import { tokenPanel } from "./token_panel.js";

/** Creates the panel of a token that was just issued. The owner is signed in with it from there. */
export function ownerTokenPanel(title: string, token: string): HTMLElement {
  const keeping = h("input", { type: "checkbox", name: "keep" });
  const proceed = () => ownerSession.signIn(token, keeping.checked);
  return tokenPanel(title, token,
    h("p", {}, "This is your token, with which you sign in. It is shown only here: keep it in a safe place, and give it to no one. ",
      "Programs read it from ", h("code", {}, "BOTWERK_OWNER_TOKEN"), "."),
    keepLabel(keeping),
    h("p", {}, h("button", { type: "button", class: "primary", on: { click: proceed } }, "Continue to my bots")));
}

/** Creates the label of a field that keeps an owner signed in. */
export function keepLabel(keeping: HTMLInputElement): HTMLElement {
  return h("p", {}, h("label", { class: "inline" }, keeping, "Keep me signed in: all who use this browser can then act as me"));
}
