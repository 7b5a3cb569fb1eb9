/** The story of a game of which only the server knows the rules. */

import type { GameStory } from "./game_story.js";

export const anyGameStory: GameStory = {
  goal: () => "",
  // A side without a name has the number of its seat.
  side: (seatName) => (/^seat \d+$/.test(seatName) ? "" : seatName),
  situation: () => "",
  tell: () => undefined,
  decision: ({ stage }) => stage,
  advice: ({ has }) => ({
    text: "Choose one of your actions in the list, or a lit place of the board: it shows what can be done there.",
    use: has(".place.goal") ? ".place.goal" : ".play-panel .play-buttons button",
  }),
  decisivePlaces: () => [],
  firstMatch: { options: [], text: "against an opponent that plays at random" },
  levels: ["random", "greedy"],
};
