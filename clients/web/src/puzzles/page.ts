/** Puzzles: `/puzzles` lists them, `/puzzles/GAME` shows one. */

import { h } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";
import { dayOf } from "./day.js";
import { openOverviewPage } from "./overview_page.js";
import { freshSeed, pathOfPuzzle, readLevel, readPuzzleKey } from "./puzzle_address.js";
import { PUZZLE_GAMES } from "./puzzle_games.js";
import { openPuzzlePage } from "./puzzle_page.js";

export function open(context: PageContext, { parts, query }: Route): Page {
  const [name, ...rest] = parts;
  if (name === undefined) return openOverviewPage(context);
  const game = PUZZLE_GAMES.find((known) => known.game === name);
  if (game === undefined) return withoutPuzzles(context);
  const named = readPuzzleKey(game, rest, query, dayOf(Date.now()));
  const key = named ?? { level: readLevel(game, query), seed: freshSeed() };
  // The address of the open page has everything that determines the puzzle, so that it can be shared.
  context.replaceAddress(pathOfPuzzle(game, key));
  return openPuzzlePage(context, game, key);
}

function withoutPuzzles({ href }: PageContext): Page {
  const element = h("section", { class: "card" }, h("h1", {}, "This game has no puzzles"),
    h("p", {}, h("a", { href: href("/puzzles") }, "All puzzles")));
  return { title: "Puzzles", element };
}
