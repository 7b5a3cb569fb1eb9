/** The story of each game. One of them is loaded, with the first match of its game. */

import type { GameStory } from "./game_story.js";

/** Loads the story of a game. Games without their own have one that knows only what the server says of the game. */
export async function storyOfGame(game: string): Promise<GameStory> {
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
      return (await import("./any_game.js")).anyGameStory;
  }
}
