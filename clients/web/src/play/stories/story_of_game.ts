/** The story of each game. One of them is loaded, with the first match of its game. */

import type { GameStory } from "./game_story.js";

/** Loads the story of a game. That of other games is made from their rules document, which `loadRules` returns. */
export async function storyOfGame(game: string, loadRules: () => Promise<string>): Promise<GameStory> {
  switch (game) {
    case "micro-robots":
      return (await import("./micro_robots.js")).microRobotsStory;
    case "ricochet":
      return (await import("./ricochet.js")).ricochetStory;
    case "netzwerk":
      return (await import("./netzwerk.js")).netzwerkStory;
    case "droids":
      return (await import("./droids.js")).droidsStory;
    default:
      return (await import("./any_game.js")).anyGameStory(await loadRules());
  }
}
