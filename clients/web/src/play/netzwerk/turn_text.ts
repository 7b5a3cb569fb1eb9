/** Turns of Netzwerk as human-readable text. */

import { isField, parseMove } from "./lattice.js";

/** Returns the ways of robots and batteries, such as `robot b2 → b4 → b6; battery k3 → g3`. Empty if nothing moves. */
export function turnText(actions: readonly string[]): string {
  const ways: string[][] = [];
  for (const { from, to, captures } of actions.map(parseMove).filter((move) => move !== undefined)) {
    const way = ways.findLast((places) => places.at(-1)?.split(" ")[0] === from);
    const end = captures ? `${to} (captures)` : to;
    // A battery moves once, so that another one may stand where it was.
    if (way !== undefined && !isField(from)) way.push(end);
    else ways.push([from, end]);
  }
  return ways.map((places) => `${isField(places[0]!) ? "battery" : "robot"} ${places.join(" → ")}`).join("; ");
}
