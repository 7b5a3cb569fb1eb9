/** The pages on which people play: `/play` starts a match, `/play/MATCH_ID` plays it. */

import { h } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";
import { openMatchPage } from "./match_page.js";
import { trackPointer } from "./pointer_position.js";
import { openSetupPage } from "./setup_page.js";

export function open(context: PageContext, { parts, query }: Route): Page | Promise<Page> {
  const { server } = context;
  if (server === undefined) return withoutServer(context);
  trackPointer();
  const [matchId] = parts;
  if (matchId === undefined) return openSetupPage(context, server, query);
  const seat = query.get("seat");
  return openMatchPage(context, server, matchId, seat === null ? undefined : Number(seat));
}

function withoutServer(context: PageContext): Page {
  const element = h("section", { class: "card" },
    h("h1", {}, "Play needs a server"),
    h("p", {}, "These pages are static files. A match needs a server that keeps its clocks, its hidden hands and its chance outcomes."),
    h("p", {}, "Start one with ", h("code", {}, "botwerk serve"), " and open the address that it prints, such as ",
      h("code", {}, "http://127.0.0.1:4270/play"), "."),
    h("p", {}, "Here you can ", h("a", { href: context.href("/view") }, "view records"), " and ",
      h("a", { href: context.href("/analysis") }, "analyse positions"), "."));
  return { title: "Play", element };
}
