/** Puzzles of Netzwerk: win in this turn, or leave the opponent no turn that wins. */

import { create } from "@bufbuild/protobuf";
import type { Client } from "botwerk/web";
import { GameSetupSchema } from "botwerk/v1";
import type { NetzwerkPosition, PositionInfo } from "botwerk/v1";
import { squareName } from "../play/netzwerk/lattice.js";
import { quantity } from "../shell/quantity.js";
import { NETZWERK_SETUP, NetzwerkTurns, seatToAct, withoutIdleActions } from "./netzwerk_turns.js";
import type { FoundTurn, TurnStart } from "./netzwerk_turns.js";
import { NoPuzzleError } from "./puzzle.js";
import type { Puzzle, PuzzleAnswer, PuzzleGame, PuzzleSearch, Verdict } from "./puzzle.js";

/** Number of matches that are played for one puzzle. */
const MAX_MATCHES = 200;

/** Number of turns after the opening in which a win must come. */
const MAX_TURNS = 24;

/** Turns of an opening: enough to leave the start, too few to decide the match. */
const [MIN_OPENING, MAX_OPENING] = [2, 7] as const;

/** Random turns that are compared with the one that holds, and how many of them must lose. */
const [SAMPLED_TURNS, LOSING_TURNS] = [6, 4] as const;

/** Nodes of the search for a turn that holds. */
const HOLD_NODES = 60_000n;

/** The numbers of robot moves of the levels that win. */
const WINS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  "win-3": [1, 3],
  "win-5": [4, 5],
  "win-6": [6, Infinity],
};

const HOLD = "hold";

export const NETZWERK_PUZZLES: PuzzleGame = {
  game: "netzwerk",
  title: "Netzwerk",
  summary: "Win in this turn, or do not lose in the next one.",
  levels: [
    { id: "win-3", label: "Win in this turn, up to 3 robot moves" },
    { id: "win-5", label: "Win in this turn, 4 or 5 robot moves" },
    { id: "win-6", label: "Win in this turn, 6 robot moves or more" },
    { id: HOLD, label: "Do not lose in the next turn" },
  ],
  dailyLevels: ["win-5", HOLD],
  generate,
  judge,
};

async function generate(search: PuzzleSearch, level: string): Promise<Puzzle> {
  const turns = new NetzwerkTurns(search.client, search.signal);
  for (let match = 1; match <= MAX_MATCHES; match++) {
    search.onTry(match);
    const puzzle = await playUntilWin(search, turns, level);
    if (puzzle !== undefined) return puzzle;
  }
  throw new NoPuzzleError(MAX_MATCHES);
}

/** Plays a match of agents that do not look ahead, until one of them can win. */
async function playUntilWin(search: PuzzleSearch, turns: NetzwerkTurns, level: string): Promise<Puzzle | undefined> {
  const { client, random, signal } = search;
  const opening = MIN_OPENING + random.below(MAX_OPENING - MIN_OPENING + 1);
  const options = [{ name: "opening_turns", value: String(opening) }];
  const setup = create(GameSetupSchema, { game: NETZWERK_SETUP.game, seats: NETZWERK_SETUP.seats, options });
  let { position: info } = await client.rules.createPosition({ setup, seed: random.seed() }, { signal });
  let before: TurnStart | undefined;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const seat = seatToAct(info);
    if (info === undefined || seat === undefined) return undefined;
    const start = { position: info.text, seat };
    const found = await turns.search(start, { agent: "greedy", seed: random.seed() });
    if (found.wins) return level === HOLD ? holdPuzzle(search, turns, before) : winPuzzle(turns, info, seat, found, level);
    before = start;
    info = await turns.apply(start, found.text);
  }
  return undefined;
}

async function winPuzzle(
  turns: NetzwerkTurns,
  { text, position }: PositionInfo,
  seat: number,
  found: FoundTurn,
  level: string,
): Promise<Puzzle | undefined> {
  // A win that needs batteries leaves the opponent without moves, which is another kind of puzzle.
  if (found.text.includes("/") || position?.game.case !== "netzwerk") return undefined;
  const start = { position: text, seat };
  const solution = await withoutIdleActions(found.text.split(" "), (fewer) => turns.wins(start, fewer));
  const [min, max] = WINS[level] ?? [1, Infinity];
  if (solution.length < min || solution.length > max) return undefined;
  const { name, enemy, home } = sideOf(seat);
  const robots = robotsOf(position.game.value, seat).length;
  return {
    setup: NETZWERK_SETUP,
    position: text,
    seat,
    goal: `You are ${name}: win in this turn.`,
    explanation:
      `You win with ${Math.ceil(robots / 2)} of your ${robots} robots on rank ${home}, where the ${enemy} robots started, ` +
      `or when all ${enemy} robots are captured. Each step needs a battery that was next to the robot at the start of the turn.`,
    solution,
    best: solution.length,
  };
}

async function holdPuzzle({ random }: PuzzleSearch, turns: NetzwerkTurns, start?: TurnStart): Promise<Puzzle | undefined> {
  if (start === undefined) return undefined;
  const held = await turns.search(start, { agent: "minimax", depth: 1, nodes: HOLD_NODES, seed: random.seed() });
  const turn = held.text.split(" ");
  if (!(await turns.holds(start, turn))) return undefined;
  let losing = 0;
  for (let count = 0; count < SAMPLED_TURNS; count++) {
    const sampled = await turns.sample(start, random);
    if ((await turns.refutation(start, sampled)) !== undefined) losing++;
  }
  if (losing < LOSING_TURNS) return undefined;
  const { name, enemy } = sideOf(start.seat);
  const opponent = enemy[0]!.toUpperCase() + enemy.slice(1);
  return {
    setup: NETZWERK_SETUP,
    position: start.position,
    seat: start.seat,
    goal: `You are ${name}: do not lose in the next turn.`,
    explanation:
      `${opponent} wins in its next turn unless you prevent it. Capture, stand in the way, or move batteries away from ` +
      "its robots.",
    solution: await withoutIdleActions(turn, (fewer) => turns.holds(start, fewer)),
    best: 0,
  };
}

async function judge(puzzle: Puzzle, answer: PuzzleAnswer, client: Client, signal: AbortSignal): Promise<Verdict> {
  const { after } = answer;
  const { seat, position } = puzzle;
  const over = after.turn?.kind.case === "over" ? after.turn.kind.value : undefined;
  if (over !== undefined && over.places[seat] === 1 && over.places.some((place) => place > 1)) {
    return { grade: "best", reason: { text: "You have won", rule: over.rule } };
  }
  if (over !== undefined) return { grade: "wrong", reason: { text: "This turn ends the match without a win", rule: over.rule } };
  if (puzzle.best > 0) return { grade: "wrong", reason: missingText(after, seat) };
  const winning = await new NetzwerkTurns(client, signal).refutation({ position, seat }, answer.turns[0] ?? "");
  if (winning === undefined) {
    return { grade: "best", reason: { text: "The opponent has no turn that wins: all of its turns were tried" } };
  }
  return {
    grade: "wrong",
    reason: { text: "The opponent wins with the turn that the board shows", rule: winning.rule },
    refutation: winning.turn,
  };
}

/** Returns what is missing to a win. */
function missingText({ position }: PositionInfo, seat: number): Verdict["reason"] {
  const game = position?.game;
  if (game?.case !== "netzwerk") return { text: "The match continues" };
  const { home } = sideOf(seat);
  const robots = robotsOf(game.value, seat);
  const arrived = robots.filter((robot) => robot.slice(1) === String(home)).length;
  const needed = Math.ceil(robots.length / 2);
  return {
    text: `The match continues: ${quantity(arrived, "robot")} of the ${needed} that you need on rank ${home}`,
    rule: "NW-19",
  };
}

function sideOf(seat: number) {
  return seat === 0 ? { name: "White", enemy: "black", home: 12 } : { name: "Black", enemy: "white", home: 2 };
}

function robotsOf(position: NetzwerkPosition, seat: number): string[] {
  return (seat === 0 ? position.white : position.black).map(squareName);
}
