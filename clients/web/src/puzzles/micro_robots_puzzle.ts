/** Puzzles of Micro Robots: a shortest route of a given number of moves. */

import { create } from "@bufbuild/protobuf";
import { GameSetupSchema } from "botwerk/v1";
import { nextSpaces, routeTask } from "../play/micro_robots/route.js";
import { spaceText } from "../play/micro_robots/space_text.js";
import { lastOf, NoPuzzleError } from "./puzzle.js";
import type { Puzzle, PuzzleGame, PuzzleSearch } from "./puzzle.js";
import { judgeRace, moveLevels, sampleRace } from "./race_puzzle.js";

const SETUP = create(GameSetupSchema, { game: "micro-robots", seats: 2 });

/** Number of boards that are sampled for one puzzle. Most boards have routes of each level. */
const MAX_BOARDS = 200;

export const MICRO_ROBOTS_PUZZLES: PuzzleGame = {
  game: "micro-robots",
  title: "Micro Robots",
  summary: "Find a shortest route to the target.",
  levels: moveLevels([4, 5, 6, 7, 8, 9, 10]),
  dailyLevels: ["6", "7", "8", "9"],
  generate,
  judge: async (puzzle, answer) => judgeRace(puzzle, answer, "MR-14"),
};

async function generate(search: PuzzleSearch, level: string): Promise<Puzzle> {
  const { client, random, signal } = search;
  const moves = Number(level);
  for (let board = 1; board <= MAX_BOARDS; board++) {
    search.onTry(board);
    const { text, position } = await sampleRace(search, SETUP);
    const task = position?.game.case === "microRobots" ? routeTask(position.game.value) : undefined;
    if (task === undefined) continue;
    const next = new Map(task.board.map((space) => [space, nextSpaces(task, space)]));
    const pairs = task.board.flatMap((start) => spacesAt(next, start, moves).map((target) => [start, target] as const));
    if (pairs.length === 0) continue;
    const [start, target] = random.pick(pairs);
    const puzzle = withStart(text, start, target);
    const instance = { case: "position", value: { setup: SETUP, text: puzzle } } as const;
    const solution = (await lastOf(client.analysis.solveInstance({ instance }, { signal })))?.kind;
    if (solution?.case !== "microRobots" || !solution.value.isSolved || solution.value.moves !== moves) continue;
    const route = solution.value.route.split("-").slice(1);
    return {
      setup: SETUP,
      position: puzzle,
      seat: 0,
      goal: `Move the robot from ${spaceText(start)} to ${spaceText(target)} in ${moves} moves.`,
      explanation:
        "A move goes along its row or column to a space of the same colour or the same number. No route is shorter.",
      solution: [`say ${moves}`, ...route.map((space) => `to ${space}`)],
      best: moves,
    };
  }
  throw new NoPuzzleError(MAX_BOARDS);
}

/** Returns the spaces whose shortest route from a start has this number of moves. */
function spacesAt(next: ReadonlyMap<string, readonly string[]>, start: string, moves: number): readonly string[] {
  const seen = new Set([start]);
  let layer: readonly string[] = [start];
  for (let distance = 0; distance < moves; distance++) {
    layer = layer.flatMap((space) => next.get(space)!).filter((space) => !seen.has(space) && seen.add(space));
  }
  return layer;
}

/** Returns the position with another start and target: its second and third field. */
function withStart(position: string, start: string, target: string): string {
  const fields = position.split(" ; ");
  return [fields[0], start, target, ...fields.slice(3)].join(" ; ");
}
