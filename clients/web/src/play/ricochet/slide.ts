/** Moves of Ricochet Robots: where a robot stops and what that costs (RR-4, RR-5, RR-9 to RR-15). */

import type { RicochetBoard } from "botwerk/v1";
import type { IllegalReason } from "../illegal_reason.js";

/** Number of cells on each side of the board. */
const SIDE = 16;

/** The closed block in the centre. */
const CENTRE = new Set([119, 120, 135, 136]);

/** The walls of a cell that is closed on all sides. */
const ALL_SIDES = 15;

/** Maximum number of choices that the notation of a move can have. */
const MAX_CHOICES = 8;

/** The directions clockwise from north; their indexes are those of the walls' bits. */
export const DIRECTIONS = ["N", "E", "S", "W"] as const;
export type Direction = (typeof DIRECTIONS)[number];

const STEPS: Readonly<Record<Direction, readonly [row: number, column: number]>> = {
  N: [-1, 0],
  E: [0, 1],
  S: [1, 0],
  W: [0, -1],
};

/** The direction after a diagonal that rises from the south-west to the north-east. */
const RISING: Readonly<Record<Direction, Direction>> = { E: "N", N: "E", W: "S", S: "W" };
const FALLING: Readonly<Record<Direction, Direction>> = { E: "S", S: "E", W: "N", N: "W" };

/** Robots by their letters in the notation; `t` is the transparent one. */
export type RobotLetter = "r" | "g" | "b" | "y" | "s" | "t";
export const ROBOT_LETTERS: readonly RobotLetter[] = ["r", "g", "b", "y", "s", "t"];

/** The cells of the robots. */
export type RobotCells = ReadonlyMap<RobotLetter, number>;

/** The walls and diagonals of a board. */
export interface SlideBoard {
  readonly walls: Uint8Array;
  readonly diagonals: ReadonlyMap<number, { readonly isRising: boolean; readonly robot: RobotLetter }>;
  /** Whether the board has no centre block, so that its closed cells are those with walls on all sides. */
  readonly isSized: boolean;
}

/** The options that determine how robots slide. */
export interface SlideRules {
  readonly stopOnDiagonal: boolean;
  /** Whether going through the wall at which a slide starts adds a move. */
  readonly isSurcharge: boolean;
}

/** A move and where it leads. */
export interface Slide {
  /** The move in the notation, such as `rN` or `tE-+`. */
  readonly text: string;
  readonly robot: RobotLetter;
  readonly direction: Direction;
  readonly end: number;
  readonly cost: number;
  /** Whether a diagonal has turned the robot. */
  readonly isTurned: boolean;
  /** The direction in which the robot arrives. */
  readonly arrival: Direction;
  /** The cells at which the way starts, turns and ends. */
  readonly corners: readonly number[];
}

/** Returns the board of a position. */
export function slideBoard({ walls, diagonals, size }: RicochetBoard): SlideBoard {
  const entries = diagonals.map(({ cell, rising, robot }) =>
    [cell, { isRising: rising, robot: ROBOT_LETTERS[robot - 1]! }] as const);
  return { walls, diagonals: new Map(entries), isSized: size !== "" };
}

/** Returns whether no robot ever stands on a cell (RR-1). */
export function isClosed(board: Pick<SlideBoard, "walls" | "isSized">, cell: number): boolean {
  return board.isSized ? board.walls[cell] === ALL_SIDES : CENTRE.has(cell);
}

/** Returns the name of a cell in the notation, such as `c12`. */
export function cellName(cell: number): string {
  return `${String.fromCharCode(97 + (cell % SIDE))}${Math.floor(cell / SIDE) + 1}`;
}

/** Returns the legal moves of a robot in a direction, those with fewer choices first, or why it has no move. */
export function slides(
  board: SlideBoard,
  robots: RobotCells,
  robot: RobotLetter,
  direction: Direction,
  rules: SlideRules,
): readonly Slide[] | IllegalReason {
  const found: Slide[] = [];
  let problem: IllegalReason | undefined;
  const search = (choices: readonly boolean[]) => {
    const walk = new Walk(board, robots, robot, direction, rules, choices);
    const result = walk.run();
    if ("text" in result && "end" in result) found.push(result);
    else problem ??= result;
    for (let index = choices.length; index < Math.min(walk.choiceCount, MAX_CHOICES); index++) {
      search([...choices, ...Array<boolean>(index - choices.length).fill(false), true]);
    }
  };
  search([]);
  return found.length > 0 ? found : problem!;
}

/** Returns whether slides were found. */
export function isFound(result: readonly Slide[] | IllegalReason): result is readonly Slide[] {
  return Array.isArray(result);
}

/** A robot on its way. */
class Walk {
  readonly #start: number;
  readonly #corners: number[];
  readonly #visited = new Set<string>();
  #cell: number;
  #direction: Direction;
  #cost = 1;
  #hasMoved = false;
  #isTurned = false;
  /** Number of choices so far. */
  choiceCount = 0;

  constructor(
    private readonly board: SlideBoard,
    private readonly robots: RobotCells,
    private readonly robot: RobotLetter,
    private readonly first: Direction,
    private readonly rules: SlideRules,
    private readonly choices: readonly boolean[],
  ) {
    this.#start = robots.get(robot)!;
    this.#cell = this.#start;
    this.#corners = [this.#start];
    this.#direction = first;
  }

  run(): Slide | IllegalReason {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      // Until the last `+` another choice can still end the slide.
      if (this.choiceCount >= this.choices.length) {
        const visit = `${this.#cell}${this.#direction}`;
        if (this.#visited.has(visit)) return this.#repeat();
        this.#visited.add(visit);
      }
      this.#enter(next);
    }
    return this.#stop();
  }

  /** Ends a slide that never ends. Every lap has the same choices, so that there is always a further one. */
  #repeat(): IllegalReason {
    if (this.choiceCount > 0) this.choiceCount = MAX_CHOICES;
    return { text: "The slide never ends", rule: "RR-5" };
  }

  /** Returns the cell that the robot enters next, or `undefined` if it stops. */
  #next(): number | undefined {
    const next = neighbour(this.#cell, this.#direction);
    if (next === undefined) return undefined;
    for (const [other, cell] of this.robots) {
      if (cell === next && other !== this.robot) return undefined;
    }
    return this.#hasWall() && !this.#crossesWall(next) ? undefined : next;
  }

  #hasWall(): boolean {
    return ((this.board.walls[this.#cell] ?? 0) & (1 << DIRECTIONS.indexOf(this.#direction))) !== 0;
  }

  #crossesWall(next: number): boolean {
    if (this.robot !== "t" || isClosed(this.board, next) || isClosed(this.board, this.#cell)) return false;
    if (!this.#hasMoved) {
      // A slide of no cells is no move, so that there is no choice.
      if (this.rules.isSurcharge) this.#cost++;
      return true;
    }
    // On a diagonal the robot cannot stop, so that there is no choice (RR-15).
    if (this.#canStop() && !this.#choose()) return false;
    this.#cost++;
    return true;
  }

  #choose(): boolean {
    return this.choices[this.choiceCount++] ?? false;
  }

  #enter(next: number): void {
    this.#cell = next;
    this.#hasMoved = true;
    const diagonal = this.board.diagonals.get(next);
    if (diagonal === undefined || diagonal.robot === this.robot) return;
    if (this.robot === "t" && this.#choose()) {
      this.#cost++;
      return;
    }
    this.#direction = (diagonal.isRising ? RISING : FALLING)[this.#direction];
    this.#isTurned = true;
    this.#corners.push(next);
  }

  #canStop(): boolean {
    return this.rules.stopOnDiagonal || !this.board.diagonals.has(this.#cell);
  }

  #stop(): Slide | IllegalReason {
    const cell = cellName(this.#cell);
    if (!this.#hasMoved) return { text: `The robot cannot leave ${cell} in this direction`, rule: "RR-4" };
    if (!this.#canStop()) return { text: `The slide would end on the diagonal of ${cell}`, rule: "RR-5" };
    const signs = this.choices.map((isPlus) => (isPlus ? "+" : "-")).join("");
    return {
      text: `${this.robot}${this.first}${signs}`,
      robot: this.robot,
      direction: this.first,
      end: this.#cell,
      cost: this.#cost,
      isTurned: this.#isTurned,
      arrival: this.#direction,
      corners: [...this.#corners, this.#cell],
    };
  }
}

function neighbour(cell: number, direction: Direction): number | undefined {
  const [row, column] = [Math.floor(cell / SIDE) + STEPS[direction][0], (cell % SIDE) + STEPS[direction][1]];
  return row < 0 || row >= SIDE || column < 0 || column >= SIDE ? undefined : row * SIDE + column;
}
