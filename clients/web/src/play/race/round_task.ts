/** What a round of a race asks for, as text. */

import type { Position } from "botwerk/v1";
import { spaceName } from "../micro_robots/route.js";
import { spaceText } from "../micro_robots/space_text.js";
import { robotName } from "../ricochet/attempt.js";
import { ROBOT_LETTERS, cellName } from "../ricochet/slide.js";

/** Returns what is to be found in a round, such as `bring the robot from 1 pink to 2 white`, or `undefined` between rounds. */
export function roundTask({ game }: Position): string | undefined {
  if (game.case === "microRobots") {
    const { start, target, intermediate } = game.value;
    if (start === 0 || target === 0) return undefined;
    const [from, to, stop] = [start, target, intermediate].map((space) => spaceText(spaceName(space)));
    return `bring the robot from ${from} to ${to}${intermediate === 0 ? "" : `, by way of ${stop}`}`;
  }
  if (game.case !== "ricochet" || game.value.target === undefined) return undefined;
  const { cell, robot } = game.value.target;
  const which = robot === 0 ? "any robot to the vortex" : `the ${robotName(ROBOT_LETTERS[robot - 1]!)} robot to its target`;
  return `bring ${which} on ${cellName(cell)}`;
}
