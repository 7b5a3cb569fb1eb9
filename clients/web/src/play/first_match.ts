/** A first match of a game: a small one against an easy opponent, with the coach. */

import type { AgentSummary } from "botwerk/v1";
import { h } from "../shell/elements.js";
import { GuardedStorage } from "../shell/guarded_storage.js";
import { CoachProgress } from "./coach_progress.js";
import { opponentAtLevel } from "./levels.js";
import type { NewMatch } from "./new_match.js";
import type { GameStory } from "./stories/game_story.js";

/** Returns the first match of a game with two seats, or `undefined` if no built-in agent plays the game. */
export function firstMatch(
  game: string,
  { firstMatch: { options } }: Pick<GameStory, "firstMatch">,
  agents: readonly Pick<AgentSummary, "name" | "settings">[],
): NewMatch | undefined {
  const agent = opponentAtLevel(agents, 1);
  if (agent === undefined) return undefined;
  return { game, options, players: [{ kind: "you" }, { kind: "agent", agent }], timeControl: undefined, allowsHints: true };
}

/** Creates a card that offers a first match. */
export function firstMatchCard(story: GameStory, match: NewMatch, start: (match: NewMatch) => void): HTMLElement {
  const { game, options } = match;
  const goal = story.goal({ options, seats: match.players.length });
  const press = () => {
    new CoachProgress(new GuardedStorage(() => localStorage), game, story.practice).switch(true);
    start(match);
  };
  return h("section", { class: "card play-first", "aria-label": "First match" },
    h("h2", {}, "Your first match"),
    goal !== "" && h("p", {}, goal),
    h("p", { class: "soft" }, `A short match ${story.firstMatch.text}. A coach says what to do, step by step; you need not read the rules.`),
    h("button", { type: "button", "data-key": "first-match", on: { click: press } }, "Start a first match"));
}
