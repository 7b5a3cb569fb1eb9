/** The pages of tournaments: the list, and one tournament. */

import { h } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";
import { openList } from "./list_page.js";
import { openTournament } from "./tournament_page.js";

export function open(context: PageContext, route: Route): Page {
  const { results } = context;
  if (results === undefined) return withoutServer();
  const [id] = route.parts;
  return id === undefined ? openList(context, results) : openTournament(context, results, id);
}

function withoutServer(): Page {
  return {
    title: "Tournaments",
    element: h("section", { class: "card" },
      h("h1", {}, "Tournaments"),
      h("p", {}, "These pages are static files without a server, so there are no tournaments to show. ",
        "A server has its own pages:"),
      h("ul", {},
        h("li", {}, h("code", {}, "botwerk tournament run FILE --listen 127.0.0.1:4270"),
          " plays a tournament and shows it live at this address"),
        h("li", {}, h("code", {}, "botwerk serve"), " keeps tournaments and matches and shows all of them")),
      h("p", {}, "Records of matches can be opened here as files: ", h("a", { href: "#/view" }, "View"), "."),
    ),
  };
}
