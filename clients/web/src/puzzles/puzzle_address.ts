/**
 * The addresses of puzzles: `/puzzles/GAME?difficulty=6&seed=...`, `/puzzles/GAME/daily` for the one of today, and
 * `/puzzles/GAME?day=2026-11-28` for that of a day.
 */

import { isDay } from "./day.js";
import { PUZZLE_FORMAT } from "./puzzle.js";
import type { PuzzleGame } from "./puzzle.js";
import { PuzzleRandom } from "./puzzle_random.js";

/** The longest seed of an address, in characters. */
const MAX_SEED = 64;

/** What determines a puzzle, together with the modules of the page. */
export interface PuzzleKey {
  readonly level: string;
  readonly seed: string;
  /** The day whose puzzle this is, such as `2026-11-28`. Unset: it belongs to no day. */
  readonly day?: string;
}

/** Returns the puzzle of an address, or `undefined` if the address leaves the seed to the page. */
export function readPuzzleKey(
  game: PuzzleGame,
  parts: readonly string[],
  query: URLSearchParams,
  today: string,
): PuzzleKey | undefined {
  const day = parts[0] === "daily" ? today : query.get("day");
  // The puzzle of a day to come would be known before its day.
  if (day !== null && isDay(day) && day <= today) return dailyKey(game, day);
  const seed = (query.get("seed") ?? "").slice(0, MAX_SEED);
  return seed === "" ? undefined : { level: readLevel(game, query), seed };
}

/** Returns the level of an address, or the first one of the game. */
export function readLevel(game: PuzzleGame, query: URLSearchParams): string {
  const wanted = query.get("difficulty");
  const known = game.levels.find(({ id }) => id === wanted) ?? game.levels[0]!;
  return known.id;
}

/** Returns the puzzle of a day, which is the same on all servers of a release. */
export function dailyKey(game: PuzzleGame, day: string): PuzzleKey {
  const seed = `daily ${day} ${game.game}`;
  return { level: randomOf(game, seed, "level").pick(game.dailyLevels), seed, day };
}

/** Returns the random numbers from which a puzzle is sampled. */
export function puzzleRandom(game: PuzzleGame, { seed, level }: PuzzleKey): PuzzleRandom {
  return randomOf(game, seed, level);
}

function randomOf({ game }: PuzzleGame, seed: string, purpose: string): PuzzleRandom {
  return new PuzzleRandom(`botwerk puzzle ${PUZZLE_FORMAT} ${game} ${purpose} ${seed}`);
}

/** Returns the path of a puzzle. */
export function pathOfPuzzle({ game }: PuzzleGame, { level, seed, day }: PuzzleKey): string {
  const query = day === undefined ? new URLSearchParams({ difficulty: level, seed }) : new URLSearchParams({ day });
  return `/puzzles/${game}?${query}`;
}

/** Returns the path of another puzzle of the same difficulty. */
export function pathOfNextPuzzle(game: PuzzleGame, { level }: PuzzleKey): string {
  return pathOfPuzzle(game, { level, seed: freshSeed() });
}

/** Returns a seed that no person has chosen. */
export function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
