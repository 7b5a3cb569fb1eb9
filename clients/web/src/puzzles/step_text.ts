/** The actions of a solution for people. */

import { isField, parseMove } from "../play/netzwerk/lattice.js";
import { robotName } from "../play/ricochet/attempt.js";
import type { RobotLetter } from "../play/ricochet/slide.js";
import { arrowSign } from "../play/droids/stones.js";

const SPACE_COLOURS: Readonly<Record<string, string>> = { B: "blue", Y: "yellow", G: "green", R: "red", P: "pink", W: "white" };

/** Returns the name of a space of Micro Robots, such as `1 pink` for `1P`. */
export function spaceText(space: string): string {
  return `${space[0]} ${SPACE_COLOURS[space[1]!]}`;
}

/** Returns an action as a step of a solution. */
export function stepText(game: string, action: string): string {
  switch (game) {
    case "micro-robots":
      return spaceText(action.slice("to ".length));
    case "ricochet":
      return `${robotName(action[0] as RobotLetter)} ${arrowSign(action[1]!)}`;
    case "netzwerk":
      return netzwerkText(action);
    default:
      return droidsText(action);
  }
}

function netzwerkText(action: string): string {
  const move = parseMove(action);
  if (move === undefined) return action === "/" ? "then batteries" : "end of the turn";
  const way = `${move.from} ${move.captures ? "captures" : "→"} ${move.to}`;
  return isField(move.from) ? `battery ${way}` : way;
}

function droidsText(action: string): string {
  const [kind, first = "", arrow = "", slot = ""] = action.split(" ");
  if (kind === "set") return `${first} ${arrowSign(arrow)} on ${slot.split(".")[0]}`;
  return kind === "send" ? `send from ${first}` : "stop setting";
}
