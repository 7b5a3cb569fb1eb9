/** Puzzles of Ricochet Robots: a solution of a given minimum number of moves. */

import { create } from "@bufbuild/protobuf";
import { GameSetupSchema } from "botwerk/v1";
import type { RicochetPosition } from "botwerk/v1";
import { robotName } from "../play/ricochet/attempt.js";
import { ROBOT_LETTERS, cellName } from "../play/ricochet/slide.js";
import { lastOf, NoPuzzleError } from "./puzzle.js";
import type { Puzzle, PuzzleGame, PuzzleSearch } from "./puzzle.js";
import { judgeRace, moveLevels, sampleRace } from "./race_puzzle.js";

/** The first announcement decides, so that its show follows at once. */
const SETUP = create(GameSetupSchema, { game: "ricochet", seats: 2, options: [{ name: "race", value: "first" }] });

/** Number of races that are sampled for one puzzle. */
const MAX_RACES = 300;

/** Positions that a solver visits at most: nearly all solutions of up to nine moves need fewer. */
const MAX_NODES = 12_000n;

export const RICOCHET_PUZZLES: PuzzleGame = {
  game: "ricochet",
  title: "Ricochet Robots",
  summary: "Bring a robot to its target with the fewest moves.",
  levels: moveLevels([3, 4, 5, 6, 7, 8, 9]),
  dailyLevels: ["5", "6", "7"],
  generate,
  judge: async (puzzle, answer) => judgeRace(puzzle, answer, "RR-20"),
};

async function generate(search: PuzzleSearch, level: string): Promise<Puzzle> {
  const moves = Number(level);
  for (let race = 1; race <= MAX_RACES; race++) {
    search.onTry(race);
    const { text, position } = await sampleRace(search, SETUP);
    if (position?.game.case !== "ricochet") continue;
    const solution = await solve(search, position.game.value);
    if (solution?.case !== "ricochet" || !solution.value.isSolved || solution.value.cost !== moves) continue;
    return {
      setup: SETUP,
      position: text,
      seat: 0,
      goal: `Bring ${targetText(position.game.value)} in ${moves} moves.`,
      explanation:
        "A robot slides until something stops it; any robot may move, and no solution is shorter. " +
        "The robot that arrives must have turned by 90 degrees on its way.",
      solution: [`say ${moves}`, ...solution.value.text.split(" ")],
      best: moves,
    };
  }
  throw new NoPuzzleError(MAX_RACES);
}

async function solve({ client, signal }: PuzzleSearch, { board, robots, target }: RicochetPosition) {
  if (board === undefined || target === undefined) return undefined;
  const value = { board, robots, target, ricochetRule: true, maxNodes: MAX_NODES };
  return (await lastOf(client.analysis.solveInstance({ instance: { case: "ricochet", value } }, { signal })))?.kind;
}

function targetText({ target }: RicochetPosition): string {
  if (target === undefined) return "a robot to its target";
  const robot = target.robot === 0 ? "any robot" : `the ${robotName(ROBOT_LETTERS[target.robot - 1]!)} robot`;
  return `${robot} to ${cellName(target.cell)}`;
}
