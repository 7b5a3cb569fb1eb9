/** The pages `/bots`, with the bots of the owner who is signed in, and `/bots/OWNER/NAME`. */

import { h, replace } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { BotList } from "./bot_list.js";
import { shortName } from "./bot_name.js";
import { botPage } from "./bot_page.js";
import { ownerSession } from "../shell/owner_session.js";
import type { ProviderReturn } from "./provider_return.js";
import { takeProviderReturn } from "./provider_sign_in.js";
import { signInPanel } from "./sign_in_panel.js";
import { ticketPanel } from "./ticket_panel.js";

export function open(context: PageContext, { parts }: Route): Page {
  const { server } = context;
  if (server === undefined) return { title: "Bots", element: withoutServer() };
  if (parts.length === 0) {
    // The first owner who is shown is the one who has returned from the provider.
    let returned = takeProviderReturn();
    const open = (session: PageContext) => {
      const first = returned;
      returned = undefined;
      return ownerPage(session, server, first);
    };
    return { title: "My bots", element: forEachSession(context, open) };
  }
  const name = parts.join("/");
  return { title: shortName(name).slice(0, 100), element: forEachSession(context, (session) => botPage(session, server, name)) };
}

/** Shows a page again whenever another owner is signed in. */
function forEachSession(context: PageContext, open: (session: PageContext) => HTMLElement): HTMLElement {
  const element = h("div", {});
  let shown = new AbortController();
  const show = () => {
    shown.abort(new DOMException("another owner is signed in", "AbortError"));
    shown = new AbortController();
    replace(element, open({ ...context, signal: AbortSignal.any([context.signal, shown.signal]) }));
  };
  ownerSession.onChange(show, context.signal);
  show();
  return element;
}

/** The bots of the owner who is signed in, or the forms to sign in. */
function ownerPage(session: PageContext, server: Server, returned: ProviderReturn | undefined): HTMLElement {
  if (returned !== undefined && "ticket" in returned && returned.owner === undefined) return ticketPanel(session, server, returned);
  const { credential } = ownerSession;
  if (credential === undefined) return signInPanel(session, server, returned !== undefined && "fault" in returned ? returned.fault : undefined);
  const isOwn = returned?.owner === undefined || returned.owner.token === credential.token;
  return new BotList(session, server, credential, isOwn ? returned : undefined).element;
}

function withoutServer(): HTMLElement {
  return h("section", { class: "card" },
    h("h1", {}, "Bots"),
    h("p", {}, "These pages are static files without a server, to which bots could be uploaded. ",
      h("code", {}, "botwerk serve"), " starts one with its own pages."));
}
