/** The games that have puzzles. */

import { DROIDS_PUZZLES } from "./droids_puzzle.js";
import { MICRO_ROBOTS_PUZZLES } from "./micro_robots_puzzle.js";
import { NETZWERK_PUZZLES } from "./netzwerk_puzzle.js";
import type { PuzzleGame } from "./puzzle.js";
import { RICOCHET_PUZZLES } from "./ricochet_puzzle.js";

export const PUZZLE_GAMES: readonly PuzzleGame[] = [
  MICRO_ROBOTS_PUZZLES,
  RICOCHET_PUZZLES,
  NETZWERK_PUZZLES,
  DROIDS_PUZZLES,
];
