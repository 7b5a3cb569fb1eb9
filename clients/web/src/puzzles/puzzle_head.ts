/** The title of a puzzle, its difficulty, and what must be achieved. */

import { h } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import type { PuzzleGame } from "./puzzle.js";
import { freshSeed, pathOfPuzzle } from "./puzzle_address.js";
import type { PuzzleKey } from "./puzzle_address.js";

/** Returns the title of a puzzle with what must be achieved. */
export function puzzleHead(context: PageContext, game: PuzzleGame, key: PuzzleKey, goal = ""): HTMLElement {
  const change = (event: Event) => {
    const { value } = event.currentTarget as HTMLSelectElement;
    context.navigate(pathOfPuzzle(game, { level: value, seed: freshSeed() }));
  };
  const levels = game.levels.map(({ id, label }) => h("option", { value: id, selected: id === key.level }, label));
  return h("header", { class: "puzzle-head" },
    h("p", { class: "puzzle-way" }, h("a", { href: context.href("/puzzles") }, "Puzzles"),
      h("label", { class: "inline" }, "Difficulty", h("select", { on: { change } }, levels))),
    h("h1", {}, key.day === undefined ? `${game.title} puzzle` : `${game.title}: daily puzzle of ${key.day}`),
    goal !== "" && h("p", { class: "puzzle-goal" }, h("strong", {}, goal)));
}
