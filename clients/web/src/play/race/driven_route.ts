/** A route as it is driven on the board: which piece moves over which places. */

import type { GameSetup, Position } from "botwerk/v1";
import type { Piece } from "../events/animation_step.js";
import { nextSpaces, routeTask, spaceName } from "../micro_robots/route.js";
import { Attempt, attemptTask } from "../ricochet/attempt.js";
import { cellName } from "../ricochet/slide.js";
import type { RobotLetter } from "../ricochet/slide.js";

/** A move of a route. */
export interface RouteLeg {
  readonly piece: Piece;
  /** The places at which the way starts, turns and ends. */
  readonly places: readonly string[];
}

/** A route up to its first illegal move. */
export interface DrivenRoute {
  readonly legs: readonly RouteLeg[];
  /** The place of the robot whose move is illegal. */
  readonly brokenAt: string | undefined;
}

/** What determines how robots move, in addition to the position. */
export interface RouteRules {
  readonly setup: GameSetup;
  /** The SHA-256 of the ruleset of the match. */
  readonly rulesetSha256: string;
}

/** The pieces of Ricochet Robots; the colour of an arrow must be legible on the board. */
const ROBOTS: Readonly<Record<RobotLetter, Piece>> = {
  r: { letter: "R", fill: "#c8362b", ink: "#fff", arrow: "#b3261e" },
  g: { letter: "G", fill: "#1f8a4c", ink: "#fff", arrow: "#17683a" },
  b: { letter: "B", fill: "#2463b0", ink: "#fff", arrow: "#1f5aa6" },
  y: { letter: "Y", fill: "#e0b400", ink: "#000", arrow: "#7a5f00" },
  s: { letter: "S", fill: "#8d99a6", ink: "#000", arrow: "#56616e" },
  t: { letter: "T", fill: "#fff", ink: "#000", arrow: "#333" },
};

const ROBOT: Piece = { letter: "", fill: "#333", ink: "#fff", arrow: "#6a1b9a" };

/** Returns the route that these moves drive from a position of a round. Moves are spaces, or slides such as `rN`. */
export function drivenRoute({ game }: Position, moves: readonly string[], { setup, rulesetSha256 }: RouteRules): DrivenRoute {
  if (game.case === "microRobots") {
    const task = routeTask(game.value);
    if (task === undefined) return { legs: [], brokenAt: undefined };
    // A show that arrives move by move continues where the robot is.
    const shown = game.value.phase.case === "showPhase" ? game.value.phase.value.route.at(-1) : undefined;
    let from = shown === undefined ? task.start : spaceName(shown);
    const legs: RouteLeg[] = [];
    for (const to of moves) {
      legs.push({ piece: ROBOT, places: [from, to] });
      if (!nextSpaces(task, from).includes(to)) return { legs, brokenAt: to };
      from = to;
    }
    return { legs, brokenAt: undefined };
  }
  if (game.case !== "ricochet") return { legs: [], brokenAt: undefined };
  const task = attemptTask(game.value, setup, rulesetSha256);
  if (task === undefined) return { legs: [], brokenAt: undefined };
  let attempt = Attempt.start(task);
  for (const move of moves) {
    const robot = move[0] as RobotLetter;
    const slide = attempt.allSlides(robot).find(({ text }) => text === move);
    if (slide === undefined) {
      const cell = attempt.robots.get(robot);
      return { legs: legsOf(attempt), brokenAt: cell === undefined ? undefined : cellName(cell) };
    }
    attempt = attempt.after(slide);
  }
  return { legs: legsOf(attempt), brokenAt: undefined };
}

function legsOf({ moves }: Attempt): RouteLeg[] {
  return moves.map(({ robot, corners }) => ({ piece: ROBOTS[robot], places: corners.map(cellName) }));
}

/** Returns the moves that a seat has shown, from the texts of the events. */
export function shownMoves(texts: readonly string[]): string[] {
  return texts.filter((text) => text !== "end").map((text) => text.replace(/^to /, ""));
}
