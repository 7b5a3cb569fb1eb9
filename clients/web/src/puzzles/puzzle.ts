/** What all puzzles have in common: a position, what to achieve in it, and how an answer is judged. */

import type { Client } from "botwerk/web";
import type { GameSetup, PositionInfo } from "botwerk/v1";
import type { IllegalReason } from "../play/illegal_reason.js";
import type { PuzzleRandom } from "./puzzle_random.js";

/** The version of the way from a seed to its puzzle. Another version finds other puzzles for the same seed. */
export const PUZZLE_FORMAT = 1;

/** A position with something to achieve. */
export interface Puzzle {
  readonly setup: GameSetup;
  /** The position in the game's notation, at a decision of the seat. */
  readonly position: string;
  readonly seat: number;
  /** The action of the other seat once it is to act. Unset: it does not act. */
  readonly reply?: string;
  /** What the person must achieve, in one sentence. */
  readonly goal: string;
  /** What a person needs to know who has not read the rules. */
  readonly explanation: string;
  /** Actions in the game's notation that achieve it, as small as the rules allow. */
  readonly solution: readonly string[];
  /** The fewest moves, robot moves or stones with which it can be achieved; 0 if they are not counted. */
  readonly best: number;
}

/** A difficulty of one game. */
export interface PuzzleLevel {
  /** The name in addresses. */
  readonly id: string;
  readonly label: string;
}

/** An answer of the person, as far as it has been given. */
export interface PuzzleAnswer {
  /** The submitted turns in the game's notation. */
  readonly turns: readonly string[];
  /** The position after them. */
  readonly after: PositionInfo;
}

/** What an answer is worth. */
export interface Verdict {
  /** `best` and `solved` achieve the goal, `longer` does so with more moves than asked for. */
  readonly grade: "best" | "solved" | "longer" | "wrong";
  readonly reason: IllegalReason;
  /** The opponent's turn that refutes the answer, in the game's notation. */
  readonly refutation?: string;
}

/** A search that cannot find a puzzle within its bounds. */
export class NoPuzzleError extends Error {
  constructor(tries: number) {
    super(`no puzzle of this difficulty among ${tries} positions of this seed; take the next puzzle`);
  }
}

/** What the search for a puzzle may use. The random numbers and the modules determine the puzzle. */
export interface PuzzleSearch {
  readonly client: Client;
  readonly random: PuzzleRandom;
  readonly signal: AbortSignal;
  /** Receives the number of positions that were tried. */
  readonly onTry: (tries: number) => void;
}

/** The puzzles of one game. */
export interface PuzzleGame {
  readonly game: string;
  readonly title: string;
  /** What a puzzle of this game asks for, in one sentence. */
  readonly summary: string;
  readonly levels: readonly PuzzleLevel[];
  /** The levels from which the seed of a day chooses. */
  readonly dailyLevels: readonly string[];
  /**
   * Finds a puzzle.
   *
   * @throws NoPuzzleError if none is found within the bounds of the game.
   */
  generate(search: PuzzleSearch, level: string): Promise<Puzzle>;
  /** Judges an answer. Returns `undefined` while the person has more to do. */
  judge(puzzle: Puzzle, answer: PuzzleAnswer, client: Client, signal: AbortSignal): Promise<Verdict | undefined>;
}

/** Returns the last message of a search, or `undefined` if it sends none. */
export async function lastOf<T>(messages: AsyncIterable<T>): Promise<T | undefined> {
  let last: T | undefined;
  for await (const message of messages) last = message;
  return last;
}
