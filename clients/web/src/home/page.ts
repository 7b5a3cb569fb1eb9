/** `/`: what the pages are for, and what happens on the server. */

import { myMatchesPlace } from "../play/my_matches_place.js";
import { h } from "../shell/elements.js";
import type { Page, PageContext } from "../shell/page.js";
import { liveLists } from "./live_lists.js";

/** The pages, with what they are for. */
const PAGES = [
  ["/view", "View a match", "Drop a record file (.bwr): every step is checked against the rules while it is shown."],
  ["/tournaments", "Tournaments", "Standings, crosstables, brackets and running matches of this server."],
  ["/play", "Play", "Play any game against a built-in agent or another person."],
  ["/puzzles", "Puzzles", "Find the shortest route or the winning turn, with a new puzzle of each game every day."],
  ["/analysis", "Analysis", "Set up any position, search it with the agents, and solve it."],
  ["/rules", "Rules", "The rules of the four games with diagrams, options and agents."],
  ["/bots", "Bots", "Sign up, upload the program of a bot, and see how it plays."],
] as const;

/** Pages that only a server can fill. */
const NEEDS_SERVER: ReadonlySet<string> = new Set(["/tournaments", "/play", "/bots"]);

const COMMANDS = [
  ["botwerk demo", "play a small tournament of every game, and verify every record"],
  ["botwerk serve", "serve matches and these pages at http://127.0.0.1:4270"],
  ["botwerk tournament run cup.toml --listen 127.0.0.1:4270", "run a tournament that these pages show live"],
  ["botwerk match minimax greedy --game netzwerk --records out", "record matches of two agents"],
  ["botwerk record verify match.bwr", "verify a record: rules, chance outcomes, races and choices"],
] as const;

export function open(context: PageContext): Page {
  const element = h("div", { class: "home" },
    h("h1", {}, "Botwerk"),
    h("p", { class: "home-lead" },
      "Matches and tournaments between bots in four board games about robots: Micro Robots, Netzwerk, Droids and " +
      "Ricochet Robots. The rules and the players run in this page, so that every match that it shows is played again and checked."),
    context.server === undefined ? undefined : myMatchesPlace(context, context.server),
    h("ul", { class: "home-pages" }, PAGES.map(([path, title, text]) => pageCard(context, path, title, text))),
    context.server === undefined ? undefined : liveLists(context, context.server),
    h("section", { class: "card" },
      h("h2", {}, "Quick start"),
      h("dl", { class: "home-commands" },
        COMMANDS.map(([command, text]) => h("div", {}, h("dt", {}, h("code", {}, command)), h("dd", { class: "soft" }, text))))));
  return { title: "", element };
}

function pageCard(context: PageContext, path: string, title: string, text: string): HTMLElement {
  const isMissing = context.server === undefined && NEEDS_SERVER.has(path);
  return h("li", { class: "card" },
    h("h2", {}, h("a", { href: context.href(path) }, title)),
    h("p", {}, text),
    isMissing && h("p", { class: "soft" }, "Needs a server: these pages are static files."));
}
