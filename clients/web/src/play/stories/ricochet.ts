/** The story of Ricochet Robots. */

import { quantity } from "../../shell/quantity.js";
import { robotName } from "../ricochet/attempt.js";
import { ROBOT_LETTERS, cellName } from "../ricochet/slide.js";
import type { RobotLetter } from "../ricochet/slide.js";
import { keySelector, optionOf, verb } from "./game_story.js";
import type { Advice, CoachScene, GameStory, MatchEnd, StoryEntry, StoryNames } from "./game_story.js";
import { adviceToSend, isOnTheWay, raceActionText, raceDecision, roundText } from "./race.js";

const DIRECTIONS: Readonly<Record<string, string>> = { N: "↑ north", E: "→ east", S: "↓ south", W: "← west" };
const MOVE = /^([rgbyst])([NESW])([+-]*)$/;
const TARGET = /^(?:start|draw) ([rgbyst*]):([a-z]+\d+)$/;

export const ricochetStory: GameStory = {
  goal(setup) {
    const option = optionOf(setup, "targets_to_win");
    const automatic = setup.seats === 2 ? "8" : setup.seats === 3 ? "6" : "5";
    const number = option === "auto" || option === "" ? automatic : option;
    return `Win ${quantity(Number(number), "target")}: find the fewest moves that bring a robot to the target of its colour, and show them.`;
  },
  side: () => "",
  situation: roundText,
  describe,
  decision: raceDecision,
  advice,
  solution: (turns) => turns.find((turn) => turn.startsWith("show "))?.slice(5).split(" "),
  decisivePlaces,
  firstMatch: {
    options: [
      { name: "targets_to_win", value: "1" },
      { name: "sides", value: "A" },
      { name: "race_limit", value: "600s" },
      { name: "overtime", value: "20s" },
      { name: "show_limit", value: "300s" },
    ],
    text: "for one target, against an opponent that takes its time",
  },
};

/** Separates the actions of a line. */
const ACTIONS = /,? (?=[rgbyst][NESW]|(?:end|pass|say|start|draw|late|leave|break|close)\b)/;

function describe(entry: StoryEntry, names: StoryNames): string | undefined {
  const parts = entry.text.split(ACTIONS);
  const placed = parts.map(placedText).filter((described) => described !== undefined);
  const described = parts.map((part) => targetText(part) ?? moveText(part) ?? raceActionText(part, entry, names));
  if (placed.length > 0) return [`The robots are placed: ${placed.join(", ")}`, ...described.filter((part) => part !== undefined)].join(". ");
  if (described.includes(undefined)) return undefined;
  const isShown = moveText(parts[0]!) !== undefined;
  return isShown ? `${verb(names, entry.actor, "show", "shows")} ${described.join(", ")}` : described.join(", ");
}

function placedText(text: string): string | undefined {
  const [, robot, cell] = text.startsWith("start ") ? (TARGET.exec(text) ?? []) : [];
  return robot === undefined ? undefined : `${robotName(robot as RobotLetter)} on ${cell}`;
}

function targetText(text: string): string | undefined {
  const [, robot, cell] = text.startsWith("draw ") ? (TARGET.exec(text) ?? []) : [];
  if (robot === "*") return `The target is the vortex on ${cell}, for any robot`;
  return robot === undefined ? undefined : `The target is drawn: the ${robotName(robot as RobotLetter)} one on ${cell}`;
}

function moveText(text: string): string | undefined {
  const [, robot, direction, signs] = MOVE.exec(text) ?? [];
  if (robot === undefined) return undefined;
  const through = signs?.includes("+") === true ? " with an extra move" : "";
  return `${robotName(robot as RobotLetter)} ${DIRECTIONS[direction!]}${through}`;
}

function advice(scene: CoachScene): Advice {
  const { request, moves, solution, has, setup } = scene;
  const toSend = adviceToSend(scene, "the target");
  if (toSend !== undefined) return toSend;
  const next = solution?.[moves.length];
  if (next !== undefined && isOnTheWay(scene)) return adviceToMove(next, has);
  if (solution !== undefined) {
    return { text: "These are other moves than those that were shown. Start over to follow those.", use: keySelector("reset") };
  }
  const { game } = request.view.position;
  const target = game.case === "ricochet" ? game.value.target : undefined;
  const robot = target === undefined || target.robot === 0 ? undefined : ROBOT_LETTERS[target.robot - 1];
  const which = robot === undefined ? "Any robot may reach the vortex" : `The ${robotName(robot)} robot must reach its target`;
  const where = target === undefined ? "" : ` on ${cellName(target.cell)}`;
  const turn = optionOf(setup, "ricochet_rule") === "false" ? "" : " It must turn at least once on its way.";
  return {
    text: `${which}${where}. A robot slides until something stops it, and every slide of any robot counts one.${turn} ` +
      "Choose a robot, then one of the lit cells to which it slides.",
    offersSolution: true,
  };
}

function adviceToMove(move: string, has: CoachScene["has"]): Advice {
  const [robot, direction] = move;
  const name = robotName(robot as RobotLetter);
  if (!has(`[data-key="robot-${robot}"][aria-pressed="true"]`)) {
    return { text: `Choose the ${name} robot.`, use: keySelector(`robot-${robot}`) };
  }
  if (move.length === 2) {
    const text = `Slide the ${name} robot ${DIRECTIONS[direction!]}. It stops at a wall or in front of another robot.`;
    return { text, use: keySelector(`slide-${direction}`) };
  }
  const text = "Choose the move with an extra step through a wall or a diagonal.";
  return { text, use: has(".play-choices[open]") ? keySelector(`move-${move}`) : ".play-choices summary" };
}

/** The robot that has reached the last target stands on it (RR-3). */
function decisivePlaces({ outcome, position, turns }: MatchEnd): readonly string[] {
  if (outcome.rule !== "RR-8" || position.game.case !== "ricochet") return [];
  const last = turns.findLast((turn) => /[rgbyst][NESW]/.test(turn)) ?? "";
  const letter = last.match(/[rgbyst](?=[NESW])/g)?.at(-1);
  const placed = position.game.value.robots.find(({ robot }) => ROBOT_LETTERS[robot - 1] === letter);
  return placed === undefined ? [] : [cellName(placed.cell)];
}
