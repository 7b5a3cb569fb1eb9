/** The page of an address that no other page has. */

import { h } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";

const PAGES = [
  ["/", "Home"],
  ["/view", "View a record"],
  ["/tournaments", "Tournaments"],
  ["/play", "Play"],
  ["/puzzles", "Puzzles"],
  ["/analysis", "Analysis"],
  ["/rules", "Rules"],
  ["/bots", "Bots"],
] as const;

export function open(context: PageContext, { path }: Route): Page {
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  const links = PAGES.map(([target, text]) => h("li", {}, h("a", { href: context.href(target) }, text)));
  const element = h("section", { class: "card" },
    h("h1", {}, "Page not found"),
    h("p", {}, "There is no page at ", h("code", {}, h("bdi", {}, shown)), "."),
    h("p", {}, "These pages exist:"),
    h("ul", {}, links));
  return { title: "Page not found", element };
}
