/** The actions of a solution for people. */

import { isField, parseMove } from "../play/netzwerk/lattice.js";
import { arrowSign } from "../play/droids/stones.js";
import { moveText } from "../play/race/move_text.js";

/** Returns an action as a step of a solution. */
export function stepText(game: string, action: string): string {
  switch (game) {
    case "micro-robots":
      return moveText(action.slice("to ".length));
    case "ricochet":
      return moveText(action);
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
