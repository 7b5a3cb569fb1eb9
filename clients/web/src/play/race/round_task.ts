/** What a round of a race asks for, as text. */

import type { Position } from "botwerk/v1";
import { spaceName } from "../micro_robots/route.js";
import { robotName } from "../ricochet/attempt.js";
import { ROBOT_LETTERS, cellName } from "../ricochet/slide.js";

/** Returns what is to be found in a round, such as `bring the robot from 1P to 2W`, or `undefined` between rounds. */
export function roundTask({ game }: Position): string | undefined {
  if (game.case === "microRobots") {
    const { start, target, intermediate } = game.value;
    if (start === 0 || target === 0) return undefined;
    const via = intermediate === 0 ? "" : ` by way of ${spaceName(intermediate)}`;
    return `bring the robot from ${spaceName(start)} to ${spaceName(target)}${via}`;
  }
  if (game.case !== "ricochet" || game.value.target === undefined) return undefined;
  const { cell, robot } = game.value.target;
  return `bring ${robot === 0 ? "any robot" : `the ${robotName(ROBOT_LETTERS[robot - 1]!)} robot`} to ${cellName(cell)}`;
}
