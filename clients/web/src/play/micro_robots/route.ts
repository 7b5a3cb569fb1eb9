/** Routes on a board of Micro Robots (MR-9, MR-14, MR-29). */

import { MicroRobotsSpace } from "botwerk/v1";
import type { MicroRobotsPosition } from "botwerk/v1";
import { quantity } from "../../shell/quantity.js";
import type { IllegalReason } from "../illegal_reason.js";
import { spaceText } from "./space_text.js";

/** Number of spaces in a row. */
const SIDE = 6;

/** Returns the name of a space in the notation, such as `1P`. */
export function spaceName(space: MicroRobotsSpace): string {
  return MicroRobotsSpace[space]!.slice(-2);
}

/** What a route has to do. */
export interface RouteTask {
  /** The spaces, row by row from the north-west. */
  readonly board: readonly string[];
  readonly start: string;
  readonly target: string;
  /** The space on which a move must end first, in the expert variant. */
  readonly intermediate?: string;
}

/** Returns the task of a round, or `undefined` between rounds. */
export function routeTask(position: MicroRobotsPosition): RouteTask | undefined {
  if (position.start === 0 || position.target === 0) return undefined;
  return {
    board: position.board.map(spaceName),
    start: spaceName(position.start),
    target: spaceName(position.target),
    ...(position.intermediate === 0 ? {} : { intermediate: spaceName(position.intermediate) }),
  };
}

/** Returns the spaces to which the robot can move from a space. */
export function nextSpaces({ board }: RouteTask, from: string): string[] {
  const [row, column] = place(board, from);
  return board.filter((space, index) => {
    if (space === from || (space[0] !== from[0] && space[1] !== from[1])) return false;
    return Math.floor(index / SIDE) === row || index % SIDE === column;
  });
}

/** Returns why the robot cannot move to a space. */
export function moveProblem({ board }: RouteTask, from: string, to: string): IllegalReason {
  const [[fromRow, fromColumn], [toRow, toColumn]] = [place(board, from), place(board, to)];
  if (fromRow !== toRow && fromColumn !== toColumn) {
    return { text: `A move goes horizontally or vertically; ${spaceText(to)} is in another row and column than ${spaceText(from)}`, rule: "MR-9" };
  }
  return { text: `${spaceText(to)} has neither the number nor the colour of ${spaceText(from)}`, rule: "MR-9" };
}

/** Returns why a route is not a solution, or `undefined` if it is one. A route begins with the start space. */
export function routeProblem(task: RouteTask, route: readonly string[], number?: number): IllegalReason | undefined {
  const moves = route.length - 1;
  if (moves === 0) return { text: "The route has no moves yet", rule: "MR-14" };
  if (number !== undefined && moves !== number) {
    return { text: `The route has ${quantity(moves, "move")}, and ${number} were announced`, rule: "MR-14" };
  }
  if (route.at(-1) !== task.target) return { text: `The route must end on ${spaceText(task.target)}`, rule: "MR-14" };
  if (task.intermediate !== undefined && !route.slice(1, -1).includes(task.intermediate)) {
    return { text: `A move must end on ${spaceText(task.intermediate)} first`, rule: "MR-29" };
  }
  return undefined;
}

function place(board: readonly string[], space: string): readonly [row: number, column: number] {
  const index = board.indexOf(space);
  return [Math.floor(index / SIDE), index % SIDE];
}
