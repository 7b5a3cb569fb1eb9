/** Signing up and in. */

import { h, replace } from "../shell/elements.js";
import { OwnerCalls } from "./owner_calls.js";
import { ownerSession, parseToken } from "../shell/owner_session.js";
import type { PageContext } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { signInFault, signUpFault } from "./sign_up_fault.js";
import type { FormFault } from "./sign_up_fault.js";
import { tokenPanel } from "./token_panel.js";

/** Creates the forms with which an owner signs up or in. The session reports when that has happened. */
export function signInPanel({ signal }: PageContext, server: Server): HTMLElement {
  const element = h("div", { class: "bots" });
  replace(element,
    h("h1", {}, "Bots"),
    h("p", { class: "bots-lead" },
      "Sign up, upload the program of a bot, and this server builds it, checks it, and plays it in the leagues of its game."),
    h("div", { class: "bots-forms" },
      signUpForm(server, signal, (owner, token) => replace(element, newTokenPanel(owner, token))),
      signInForm(server, signal)));
  return element;
}

function signUpForm(server: Server, signal: AbortSignal, signedUp: (owner: string, token: string) => void): HTMLElement {
  const name = h("input", { name: "name", required: true, maxlength: 32, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const code = h("input", { name: "code", maxlength: 256, autocomplete: "off", spellcheck: "false" });
  const submit = async (): Promise<FormFault | undefined> => {
    const request = { name: name.value.trim(), code: code.value.trim() };
    try {
      const { ownerToken } = await new OwnerCalls(server, undefined, signal).once(({ owners }, options) => owners.signUp(request, options));
      signedUp(request.name, ownerToken);
      return undefined;
    } catch (error) {
      return signUpFault(error, request.code !== "");
    }
  };
  return form("Sign up", submit, { name, code },
    h("label", {}, "Your name", name),
    h("p", { class: "soft" }, "Lower-case letters, digits and hyphens. Your bots are called NAME/BOT, for all to read."),
    h("label", {}, "Invitation code", code));
}

function signInForm(server: Server, signal: AbortSignal): HTMLElement {
  const token = h("input", { name: "token", type: "password", required: true, maxlength: 1024, autocomplete: "off" });
  const keeping = h("input", { type: "checkbox", name: "keep" });
  const submit = async (): Promise<FormFault | undefined> => {
    const given = parseToken(token.value);
    if (given === undefined) return { field: "token", text: "A token has no spaces, and no letters with accents." };
    try {
      await new OwnerCalls(server, given, signal).once(({ owners }, options) => owners.getOwner({}, options));
      ownerSession.signIn(given, keeping.checked);
      return undefined;
    } catch (error) {
      return signInFault(error);
    }
  };
  return form("Sign in", submit, { token }, h("label", {}, "Your token", token), keepLabel(keeping));
}

function newTokenPanel(owner: string, token: string): HTMLElement {
  const keeping = h("input", { type: "checkbox", name: "keep" });
  const proceed = () => ownerSession.signIn(token, keeping.checked);
  return tokenPanel(`Welcome, ${owner}`, token,
    h("p", {}, "This is your token, with which you sign in. It is shown only here: keep it in a safe place, and give it to no one. ",
      "Programs read it from ", h("code", {}, "BOTWERK_OWNER_TOKEN"), "."),
    keepLabel(keeping),
    h("p", {}, h("button", { type: "button", class: "primary", on: { click: proceed } }, "Continue to my bots")));
}

function keepLabel(keeping: HTMLInputElement): HTMLElement {
  return h("p", {}, h("label", { class: "inline" }, keeping, "Keep me signed in: all who use this browser can then act as me"));
}

/** Creates a form whose button waits for `submit`, and which shows what is wrong at its field. */
function form(
  title: string,
  submit: () => Promise<FormFault | undefined>,
  fields: Readonly<Partial<Record<"name" | "code" | "token", HTMLInputElement>>>,
  ...content: HTMLElement[]
): HTMLElement {
  const message = h("p", { class: "bots-fault", role: "alert" });
  const button = h("button", { class: "primary" }, title);
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
