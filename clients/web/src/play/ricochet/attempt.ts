/** Attempts: moves towards a target, one after the other (RR-3, RR-6, RR-20). */

import type { GameSetup, RicochetPosition, RicochetTarget } from "botwerk/v1";
import type { IllegalReason } from "../illegal_reason.js";
import { DIRECTIONS, ROBOT_LETTERS, cellName, isFound, slideBoard, slides } from "./slide.js";
import type { Direction, RobotCells, RobotLetter, Slide, SlideBoard, SlideRules } from "./slide.js";

/** What an attempt has to achieve, and under which rules. */
export interface AttemptTask {
  readonly board: SlideBoard;
  readonly robots: RobotCells;
  readonly target: { readonly cell: number; /** Unset: any robot. */ readonly robot: RobotLetter | undefined };
  readonly rules: SlideRules;
  readonly hasRicochetRule: boolean;
}

/** The SHA-256 of version 1 of the ruleset, under which earlier matches continue. */
const RULESET_1 = "67de1cb9fd8457d5b8482148adb4501dd2ec7d562467fb6ed0a1e8f15182f605";

/** Returns the task of a round of a match under the ruleset with this SHA-256, or `undefined` between rounds. */
export function attemptTask(position: RicochetPosition, setup: GameSetup, rulesetSha256: string): AttemptTask | undefined {
  const { board, robots, target } = position;
  if (board === undefined || target === undefined) return undefined;
  const option = (name: string) => setup.options.find((option) => option.name === name)?.value;
  return {
    board: slideBoard(board),
    robots: new Map(robots.map(({ robot, cell }) => [ROBOT_LETTERS[robot - 1]!, cell])),
    target: { cell: target.cell, robot: targetRobot(target) },
    rules: {
      stopOnDiagonal: option("stop_on_diagonal") === "true",
      isSurcharge: option("crossing_cost") === "surcharge",
      endsAtSecondVisit: rulesetSha256 === RULESET_1,
    },
    hasRicochetRule: option("ricochet_rule") !== "false",
  };
}

function targetRobot({ robot }: RicochetTarget): RobotLetter | undefined {
  return robot === 0 ? undefined : ROBOT_LETTERS[robot - 1];
}

/** How far a robot has turned (RR-6). */
type Turning = "horizontal" | "vertical" | "turned";

/** The robots in the course of an attempt. Attempts do not change. */
export class Attempt {
  private constructor(
    private readonly task: AttemptTask,
    readonly robots: RobotCells,
    readonly moves: readonly Slide[],
    private readonly turnings: ReadonlyMap<RobotLetter, Turning>,
  ) {}

  static start(task: AttemptTask): Attempt {
    return new Attempt(task, task.robots, [], new Map());
  }

  /** The sum of the costs of the moves (RR-17). */
  get cost(): number {
    return this.moves.reduce((sum, { cost }) => sum + cost, 0);
  }

  /** The moves in the notation. */
  get text(): string {
    return this.moves.map(({ text }) => text).join(" ");
  }

  /** Returns the legal moves of a robot in a direction, or why it has no move. */
  slides(robot: RobotLetter, direction: Direction): readonly Slide[] | IllegalReason {
    const last = this.moves.at(-1);
    if (this.task.hasRicochetRule && last?.robot === robot && last.arrival === opposite(direction)) {
      return { text: `The ${robotName(robot)} robot must not go back before another robot has moved`, rule: "RR-6" };
    }
    const found = slides(this.task.board, this.robots, robot, direction, this.task.rules);
    if (!isFound(found)) return found;
    const legal = found.filter((slide) => !this.#isStraightToTarget(slide));
    if (legal.length > 0) return legal;
    return { text: `The ${robotName(robot)} robot must not stop on its target before it has turned`, rule: "RR-6" };
  }

  /** Returns all legal moves of a robot. */
  allSlides(robot: RobotLetter): Slide[] {
    return DIRECTIONS.flatMap((direction) => {
      const found = this.slides(robot, direction);
      return isFound(found) ? found : [];
    });
  }

  /** Returns the attempt after a legal move. */
  after(slide: Slide): Attempt {
    const robots = new Map(this.robots).set(slide.robot, slide.end);
    const turnings = new Map(this.turnings).set(slide.robot, this.#turning(slide));
    return new Attempt(this.task, robots, [...this.moves, slide], turnings);
  }

  /** Returns the attempt without its last move. */
  withoutLast(): Attempt {
    return this.moves.slice(0, -1).reduce((attempt: Attempt, slide) => attempt.after(slide), Attempt.start(this.task));
  }

  /** Returns why the attempt is not a solution of this cost, or of any if none is given. */
  problem(number?: number): IllegalReason | undefined {
    const last = this.moves.at(-1);
    if (last === undefined) return { text: "There are no moves yet", rule: "RR-20" };
    if (number !== undefined && this.cost !== number) {
      return { text: `The solution costs ${this.cost} moves, and ${number} were announced`, rule: "RR-20" };
    }
    if (last.end !== this.task.target.cell || !this.#mayFulfil(last.robot)) {
      const who = this.task.target.robot === undefined ? "a robot" : `the ${robotName(this.task.target.robot)} robot`;
      return { text: `The last move must bring ${who} to ${cellName(this.task.target.cell)}`, rule: "RR-3" };
    }
    if (this.task.hasRicochetRule && this.turnings.get(last.robot) !== "turned") {
      return { text: "The robot must have turned at least once", rule: "RR-6" };
    }
    return undefined;
  }

  #isStraightToTarget(slide: Slide): boolean {
    const { hasRicochetRule, target } = this.task;
    return hasRicochetRule && slide.end === target.cell && this.#mayFulfil(slide.robot) && this.#turning(slide) !== "turned";
  }

  #mayFulfil(robot: RobotLetter): boolean {
    return this.task.target.robot === undefined || this.task.target.robot === robot;
  }

  #turning({ robot, direction, isTurned }: Slide): Turning {
    const axis = direction === "E" || direction === "W" ? "horizontal" : "vertical";
    return isTurned || (this.turnings.get(robot) ?? axis) !== axis ? "turned" : axis;
  }
}

const NAMES: Readonly<Record<RobotLetter, string>> = {
  r: "red",
  g: "green",
  b: "blue",
  y: "yellow",
  s: "silver",
  t: "transparent",
};

export function robotName(robot: RobotLetter): string {
  return NAMES[robot];
}

function opposite(direction: Direction): Direction {
  return DIRECTIONS[(DIRECTIONS.indexOf(direction) + 2) % 4]!;
}
