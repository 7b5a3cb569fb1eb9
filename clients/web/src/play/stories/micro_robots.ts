/** The story of Micro Robots. */

import { routeTask, spaceName } from "../micro_robots/route.js";
import { spaceText } from "../micro_robots/space_text.js";
import { keySelector, optionOf, placeSelector, verb } from "./game_story.js";
import type { Advice, CoachScene, GameStory, StoryEntry, StoryNames } from "./game_story.js";
import { adviceToSend, isOnTheWay, raceActionText, raceDecision, roundText } from "./race.js";

const SPACE = /\d[BYGRPW]/g;

export const microRobotsStory: GameStory = {
  goal(setup) {
    const chips = optionOf(setup, "chips_to_win");
    const number = chips === "1" ? "one chip" : `${chips || "5"} chips`;
    return `Win ${number}: be the first to announce how many moves the robot needs to the target, and show the route.`;
  },
  side: () => "",
  situation: roundText,
  describe,
  decision: raceDecision,
  advice,
  solution: (turns) => turns.find((turn) => turn.startsWith("show "))?.slice(5).split("-").slice(1),
  decisivePlaces({ outcome, position }) {
    // After a correct route the robot is on the target (MR-19).
    if (outcome.rule !== "MR-26" || position.game.case !== "microRobots" || position.game.value.start === 0) return [];
    return [spaceName(position.game.value.start)];
  },
  firstMatch: {
    options: [
      { name: "chips_to_win", value: "2" },
      { name: "race_limit", value: "600s" },
      { name: "show_limit", value: "300s" },
    ],
    text: "for two chips, against an opponent that takes its time for each",
  },
};

function describe(entry: StoryEntry, names: StoryNames): string | undefined {
  const described = entry.text.split(", ").map((part) => actionText(part, entry, names));
  return described.includes(undefined) ? undefined : described.join(". ");
}

function actionText(text: string, entry: StoryEntry, names: StoryNames): string | undefined {
  const spaces = text.match(SPACE)?.map(spaceText) ?? [];
  const [first, via] = spaces;
  if (text.startsWith("start ")) return `The dice say ${first}: the robot starts there`;
  if (text.startsWith("roll ")) return `The dice say ${first}: the target${via === undefined ? "" : `, by way of ${via}`}`;
  if (text.startsWith("to ")) return `${verb(names, entry.actor, "go", "goes")} to ${spaces.join(", ")}`;
  return raceActionText(text, entry, names);
}

function advice(scene: CoachScene): Advice {
  const { request, moves, solution } = scene;
  const position = request.view.position;
  const task = position.game.case === "microRobots" ? routeTask(position.game.value) : undefined;
  const toSend = adviceToSend(scene, "the chip on the target");
  if (toSend !== undefined) return toSend;
  if (task === undefined) return { text: "Wait for the dice." };
  const next = solution?.[moves.length];
  if (next !== undefined && isOnTheWay(scene)) {
    const from = moves.at(-1) ?? task.start;
    const same = next[0] === from[0] ? "number" : "colour";
    return { text: `Go to ${spaceText(next)}: it is in line with ${spaceText(from)} and has the same ${same}.`, use: placeSelector(next) };
  }
  if (solution !== undefined) return { text: "This is another route than the one that was shown. Start over to follow that one.", use: keySelector("reset") };
  const via = task.intermediate === undefined ? "" : ` It must stop on ${spaceText(task.intermediate)} on its way.`;
  return {
    text: `Bring the robot from ${spaceText(task.start)} to ${spaceText(task.target)}. It moves along its row or column to any space ` +
      `of the same number or the same colour; what is in between does not matter.${via} Choose the lit spaces one after another.`,
    offersSolution: true,
  };
}
