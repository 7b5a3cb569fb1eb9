/** Signing up and in. */

import { h, replace } from "../shell/elements.js";
import { OwnerCalls } from "./owner_calls.js";
import { ownerSession, parseToken } from "../shell/owner_session.js";
import type { PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import type { Server } from "../shell/server.js";
import { codeInput, nameField, nameHint, ownerForm } from "./owner_form.js";
import { keepLabel, ownerTokenPanel } from "./owner_token_panel.js";
import { providerButton } from "./provider_sign_in.js";
import { codeField, loadSignInOptions } from "./sign_in_options.js";
import type { SignInOptions } from "./sign_in_options.js";
import { SIGN_UP_CLOSED, signInFault, signUpFault } from "./sign_up_fault.js";
import type { FormFault } from "./sign_up_fault.js";

/** Creates the forms with which an owner signs up or in. The session reports when that has happened. `fault` is what has failed before. */
export function signInPanel({ signal }: PageContext, server: Server, fault?: string): HTMLElement {
  const element = h("div", { class: "bots" });
  const forms = h("div", { class: "bots-forms" }, h("p", { class: "soft", role: "status" }, "Loading…"));
  const alert = (text: string) => h("p", { class: "bots-fault", role: "alert" }, h("bdi", {}, text));
  const signedUp = (owner: string, token: string) => replace(element, ownerTokenPanel(`Welcome, ${owner}`, token));
  replace(element,
    h("h1", {}, "Bots"),
    fault !== undefined && alert(fault),
    h("p", { class: "bots-lead" },
      "Sign up, upload the program of a bot, and this server builds it, checks it, and plays it in the leagues of its game."),
    forms);
  loadSignInOptions(new OwnerCalls(server, undefined, signal)).then(
    (options) => replace(forms,
      options.provider !== "" && providerCard(options),
      options.acceptsSignUp ? signUpForm(server, signal, options, signedUp) : closedCard(),
      signInForm(server, signal)),
    (error: unknown) => {
      if (!signal.aborted) replace(forms, alert(errorText(error)), signInForm(server, signal));
    },
  );
  return element;
}

function providerCard({ provider, acceptsSignUp }: SignInOptions): HTMLElement {
  return h("section", { class: "card", "aria-label": provider },
    h("h2", {}, provider),
    h("p", {}, `Your bots are those of the owner to which your identity is linked. ${acceptsSignUp ? "If there is none yet, you sign up with it." : ""}`),
    providerButton(`Sign in with ${provider}`));
}

function closedCard(): HTMLElement {
  return h("section", { class: "card", "aria-label": "Sign up" }, h("h2", {}, "Sign up"), h("p", {}, SIGN_UP_CLOSED));
}

function signUpForm(server: Server, signal: AbortSignal, options: SignInOptions, signedUp: (owner: string, token: string) => void): HTMLElement {
  const [name, code] = [nameField(), codeInput()];
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
  const codeLabel = codeField(options, false) === "optional" ? "Invitation code, if you have one" : "Invitation code";
  return ownerForm({ title: "Sign up" }, submit, { name, code },
    h("label", {}, "Your name", name), nameHint(), h("label", {}, codeLabel, code));
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
  return ownerForm({ title: "Sign in" }, submit, { token }, h("label", {}, "Your token", token), keepLabel(keeping));
}
