/** What the puzzles of Micro Robots and Ricochet Robots have in common: a race that the person is alone in. */

import type { GameSetup, PositionInfo } from "botwerk/v1";
import { racePosition } from "../play/race/race_position.js";
import { quantity } from "../shell/quantity.js";
import type { Puzzle, PuzzleAnswer, PuzzleLevel, PuzzleSearch, Verdict } from "./puzzle.js";

/** Returns levels of a game by their numbers of moves. */
export function moveLevels(moves: readonly number[]): PuzzleLevel[] {
  return moves.map((count) => ({ id: String(count), label: quantity(count, "move") }));
}

/** Returns the race with which a sampled match starts. */
export async function sampleRace({ client, random, signal }: PuzzleSearch, setup: GameSetup): Promise<PositionInfo> {
  let { position } = await client.rules.createPosition({ setup, seed: random.seed() }, { signal });
  while (position?.turn?.kind.case === "chance") {
    const { actions } = await client.rules.listLegalActions({ setup, position: position.text }, { signal });
    const { text } = random.pick(actions);
    ({ position } = await client.rules.applyActions({ setup, position: position.text, text }, { signal }));
  }
  if (position === undefined) throw new Error("the rules returned no position");
  return position;
}

/** Judges a show: its seat wins the chip or the target if it is correct. `rule` says when it is. */
export function judgeRace(puzzle: Puzzle, { turns, after }: PuzzleAnswer, rule: string): Verdict | undefined {
  const { position } = after;
  if (position === undefined || racePosition(position)?.stage.kind === "show") return undefined;
  const announced = Number(/^say (\d+)$/.exec(turns[0] ?? "")?.[1]);
  if (!hasWon(position.game)) {
    return { grade: "wrong", reason: { text: `This does not show a solution of ${quantity(announced, "move")}`, rule } };
  }
  if (announced === puzzle.best) {
    return { grade: "best", reason: { text: `${quantity(announced, "move")}: nothing is shorter` } };
  }
  return {
    grade: "longer",
    reason: { text: `${quantity(announced, "move")}, the best is ${puzzle.best}: found a solution, try to find a shorter one` },
  };
}

/** Returns whether seat 0 has won a chip or a target. A puzzle starts without any. */
function hasWon(game: NonNullable<PositionInfo["position"]>["game"]): boolean {
  if (game.case === "microRobots") return (game.value.chips[0] ?? 0) > 0;
  return game.case === "ricochet" && (game.value.won[0] ?? 0) > 0;
}
