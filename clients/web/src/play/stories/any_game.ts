/** The story of a game of which only the server knows the rules. */

import type { GameStory } from "./game_story.js";

/** The longest goal, in characters. */
const MAX_GOAL = 200;

/** Returns a story that says what the rules document of the game says first. */
export function anyGameStory(rules: string): GameStory {
  return {
    goal: () => firstSentence(rules),
    // A side without a name has the number of its seat.
    side: (seatName) => (/^seat \d+$/.test(seatName) ? "" : seatName),
    situation: () => "",
    describe: () => undefined,
    decision: ({ stage }) => stage,
    advice: ({ has }) => ({
      text: "Choose one of your actions in the list, or a lit place of the board: it shows what can be done there.",
      use: has(".place.goal") ? ".place.goal" : ".play-panel .play-buttons button",
    }),
    decisivePlaces: () => [],
    firstMatch: { options: [], text: "against an opponent for beginners" },
  };
}

/** Returns the first sentence of a Markdown document that is neither a heading nor a list, as plain text. */
export function firstSentence(document: string): string {
  const lines = document.split("\n").map((line) => line.trim());
  const start = lines.findIndex((line) => line !== "" && !/^([#>|*+-]|\d+\.|```)/.test(line));
  if (start < 0) return "";
  const length = lines.slice(start).findIndex((line) => line === "");
  const paragraph = lines.slice(start, length < 0 ? undefined : start + length).join(" ");
  const plain = paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*_`]/g, "");
  const sentence = /^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
  return sentence.length > MAX_GOAL ? `${sentence.slice(0, MAX_GOAL - 1)}…` : sentence;
}
