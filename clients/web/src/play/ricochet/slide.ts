/** Moves of Ricochet Robots: where a robot stops and what that costs (RR-4, RR-5, RR-9 to RR-15). */

import type { RicochetBoard } from "botwerk/v1";
import type { IllegalReason } from "../illegal_reason.js";

/** Number of cells on each side of a board of printed sections, and of the quarters by which cells are numbered. */
const SIDE = 16;

/** Number of cells of a quarter. */
const QUARTER = SIDE * SIDE;

/** Number of letters of the alphabet. */
const LETTERS = 26;

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
  readonly width: number;
  readonly height: number;
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
  /**
   * Whether a slide never ends as soon as it comes to a cell a second time in the same direction, as under version 1 of
   * the ruleset. Otherwise it does so only after its last `+` (RR-5).
   */
  readonly endsAtSecondVisit: boolean;
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
  const entries = diagonals.map(({ cell, isRising, robot }) =>
    [cell, { isRising, robot: ROBOT_LETTERS[robot - 1]! }] as const);
  const [width = SIDE, height = SIDE] = size === "" ? [] : size.split("x").map(Number);
  return { width, height, walls, diagonals: new Map(entries), isSized: size !== "" };
}

/** Returns whether no robot ever stands on a cell (RR-1). */
export function isClosed(board: Pick<SlideBoard, "walls" | "isSized">, cell: number): boolean {
  if (!board.isSized) return CENTRE.has(cell) || cell >= QUARTER;
  return (board.walls[cell] ?? ALL_SIDES) === ALL_SIDES;
}

/** Returns the number of a cell: quarters of 16x16 cells row by row, and the cells of each row by row. */
function cellAt(row: number, column: number): number {
  const quarter = 2 * Math.floor(row / SIDE) + Math.floor(column / SIDE);
  return quarter * QUARTER + (row % SIDE) * SIDE + (column % SIDE);
}

function rowOf(cell: number): number {
  return SIDE * Math.floor(cell / (2 * QUARTER)) + (Math.floor(cell / SIDE) % SIDE);
}

function columnOf(cell: number): number {
  return SIDE * (Math.floor(cell / QUARTER) % 2) + (cell % SIDE);
}

/** Returns the name of a cell in the notation, such as `c12`; columns are lettered as in spreadsheets. */
export function cellName(cell: number): string {
  const column = columnOf(cell);
  const letter = (index: number) => String.fromCharCode(97 + index);
  const letters = column < LETTERS ? letter(column) : letter(Math.floor(column / LETTERS) - 1) + letter(column % LETTERS);
  return `${letters}${rowOf(cell) + 1}`;
}

/** Returns the number of the cell with a name, or `undefined` for another text. */
export function cellNamed(name: string): number | undefined {
  const [, letters, row] = /^([a-z]{1,2})([1-9]\d?)$/.exec(name) ?? [];
  if (letters === undefined || row === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 96, 0) - 1;
  return column < 2 * SIDE && Number(row) <= 2 * SIDE ? cellAt(Number(row) - 1, column) : undefined;
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
      if (this.rules.endsAtSecondVisit || this.choiceCount >= this.choices.length) {
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
    if (this.choiceCount > 0 && !this.rules.endsAtSecondVisit) this.choiceCount = MAX_CHOICES;
    return { text: "The slide never ends", rule: "RR-5" };
  }

  /** Returns the cell that the robot enters next, or `undefined` if it stops. */
  #next(): number | undefined {
    const next = neighbour(this.board, this.#cell, this.#direction);
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

function neighbour({ width, height }: SlideBoard, cell: number, direction: Direction): number | undefined {
  const [row, column] = [rowOf(cell) + STEPS[direction][0], columnOf(cell) + STEPS[direction][1]];
  return row < 0 || row >= height || column < 0 || column >= width ? undefined : cellAt(row, column);
}
