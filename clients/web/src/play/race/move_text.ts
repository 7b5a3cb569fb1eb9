/** The moves of races for people. */

import { arrowSign } from "../droids/stones.js";
import { spaceText } from "../micro_robots/space_text.js";
import { robotName } from "../ricochet/attempt.js";
import type { RobotLetter } from "../ricochet/slide.js";

/** Returns a move for people: `1 pink` for the space `1P`, `yellow ↑` for the slide `yN`. */
export function moveText(move: string): string {
  return /^\d/.test(move) ? spaceText(move) : `${robotName(move[0] as RobotLetter)} ${arrowSign(move[1]!)}`;
}
