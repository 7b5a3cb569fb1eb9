/** The pages `/bots`, with the bots of the owner who is signed in, and `/bots/OWNER/NAME`. */

import { h, replace } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { BotList } from "./bot_list.js";
import { ownerSession } from "./owner_session.js";
import { signInPanel } from "./sign_in_panel.js";

export function open(context: PageContext, _route: Route): Page {
  const { server } = context;
  if (server === undefined) return { title: "Bots", element: withoutServer() };
  return { title: "Bots", element: ownerPage(context, server) };
}

/** The bots of the owner who is signed in, or the forms to sign in. */
function ownerPage(context: PageContext, server: Server): HTMLElement {
  const element = h("div", {});
  let shown = new AbortController();
  const show = () => {
    shown.abort(new DOMException("another owner", "AbortError"));
    shown = new AbortController();
    const signal = AbortSignal.any([context.signal, shown.signal]);
    const { token } = ownerSession;
    replace(element, token === undefined
      ? signInPanel({ ...context, signal }, server)
      : new BotList({ ...context, signal }, server, token).element);
  };
  ownerSession.onChange(show, context.signal);
  show();
  return element;
}

function withoutServer(): HTMLElement {
  return h("section", { class: "card" },
    h("h1", {}, "Bots"),
    h("p", {}, "These pages are static files without a server, to which bots could be uploaded. ",
      h("code", {}, "botwerk serve"), " starts one with its own pages."));
}
