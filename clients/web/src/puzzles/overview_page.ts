/** The page of all puzzles: those of today, the days in a row, and a way to each difficulty. */

import { h } from "../shell/elements.js";
import { GuardedStorage } from "../shell/guarded_storage.js";
import type { Page, PageContext } from "../shell/page.js";
import { quantity } from "../shell/quantity.js";
import { DailyStreak } from "./daily_streak.js";
import { dayOf } from "./day.js";
import type { PuzzleGame } from "./puzzle.js";
import { PUZZLE_GAMES } from "./puzzle_games.js";

export function openOverviewPage(context: PageContext): Page {
  const today = dayOf(Date.now());
  const streak = new DailyStreak(new GuardedStorage(() => localStorage));
  const solved = streak.solvedOn(today);
  const days = streak.daysInARow(today);
  const element = h("div", { class: "puzzles" },
    h("h1", {}, "Puzzles"),
    h("p", {}, "A position and something to achieve in it. The page finds the position, and checks each answer by the rules."),
    h("section", { class: "card", "aria-labelledby": "puzzles-today" },
      h("h2", { id: "puzzles-today" }, `Today, ${today}`),
      h("p", { class: "puzzle-streak" }, streakText(days, solved.size)),
      h("ul", { class: "puzzle-days" }, PUZZLE_GAMES.map(({ game, title }) =>
        h("li", {}, h("a", { href: context.href(`/puzzles/${game}/daily`) }, title),
          solved.has(game) ? h("span", { class: "badge good" }, "✓ solved") : h("span", { class: "badge" }, "open")))),
      h("p", { class: "soft" }, "All servers of the same release have the same puzzles of a day. The day changes at " +
        "midnight UTC. What you have solved is kept in this browser.")),
    h("ul", { class: "puzzle-games" }, PUZZLE_GAMES.map((game) => gameCard(context, game))));
  return { title: "Puzzles", element };
}

function streakText(days: number, solvedToday: number): string {
  if (days === 0) return "Solve one of them to start counting days in a row.";
  const text = `${quantity(days, "day")} in a row`;
  return solvedToday > 0 ? `${text}.` : `${text}: solve one of them today to continue.`;
}

function gameCard({ href }: PageContext, { game, title, summary, levels }: PuzzleGame): HTMLElement {
  return h("li", { class: "card" },
    h("h2", {}, title),
    h("p", {}, summary),
    h("ul", { class: "puzzle-levels", "aria-label": `Difficulties of ${title}` }, levels.map(({ id, label }) =>
      h("li", {}, h("a", { class: "button", href: href(`/puzzles/${game}?difficulty=${id}`) }, label)))));
}
