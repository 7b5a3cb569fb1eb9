/** What follows when an owner returns from the provider with a ticket. */

import type { SignInResponse } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { ownerSession } from "../shell/owner_session.js";
import type { PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import type { Server } from "../shell/server.js";
import { OwnerCalls } from "./owner_calls.js";
import { codeInput, nameField, nameHint, ownerForm } from "./owner_form.js";
import { codeField, loadSignInOptions } from "./sign_in_options.js";
import { signInPanel } from "./sign_in_panel.js";
import { SIGN_UP_CLOSED, ticketFault } from "./sign_up_fault.js";
import type { FormFault } from "./sign_up_fault.js";

/** A ticket with the secret of the tab that has asked for it. */
type BoundTicket = Readonly<Record<"ticket" | "binding", string>>;

/** Signs in with a ticket. An identity without an owner chooses a name for a new one. The session reports when it is signed in. */
export function ticketPanel(context: PageContext, server: Server, ticket: BoundTicket): HTMLElement {
  const element = h("div", {}, h("p", { class: "soft", role: "status" }, "Signing in…"));
  const calls = new OwnerCalls(server, undefined, context.signal);
  const fail = (text: string) => replace(element, signInPanel(context, server, text));
  const enter = async () => {
    const response = await calls.once(({ owners }, options) => owners.signIn(ticket, options));
    if (adopt(response)) return;
    const options = await loadSignInOptions(calls);
    if (!options.acceptsSignUp) return fail(`No owner is linked to your identity. ${SIGN_UP_CLOSED}`);
    const hasCode = codeField(options, true) === "needed";
    replace(element, nameForm(context, calls, ticket, response.suggestedName, hasCode));
    element.querySelector("input")?.focus();
  };
  enter().catch((error: unknown) => {
    if (!context.signal.aborted) fail(errorText(error));
  });
  return element;
}

/** Signs in here, if the server has signed an owner in. */
function adopt({ owner, sessionToken }: SignInResponse): boolean {
  if (owner === undefined) return false;
  ownerSession.signIn(sessionToken, false, true);
  return true;
}

function nameForm(context: PageContext, calls: OwnerCalls, ticket: BoundTicket, suggested: string, hasCode: boolean): HTMLElement {
  const [name, code] = [nameField(suggested), codeInput()];
  const submit = async (): Promise<FormFault | undefined> => {
    const request = { ...ticket, name: name.value.trim(), code: code.value.trim() };
    try {
      adopt(await calls.once(({ owners }, options) => owners.signIn(request, options)));
      return undefined;
    } catch (error) {
      return ticketFault(error, request.code !== "");
    }
  };
  const form = ownerForm({ title: "Choose a name", action: "Sign up" }, submit, hasCode ? { name, code } : { name },
    h("p", {}, "No owner is linked to your identity yet. Do you have one already? ",
      h("a", { href: context.href("/bots") }, "Sign in with its token"), ", and link your identity then."),
    h("label", {}, "Your name", name), nameHint(),
    ...(hasCode ? [h("label", {}, "Invitation code", code)] : []));
  return h("div", { class: "bots" }, h("h1", {}, "Bots"), h("div", { class: "bots-forms" }, form));
}
