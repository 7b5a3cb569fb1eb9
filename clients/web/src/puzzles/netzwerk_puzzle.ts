/** Puzzles of Netzwerk: win in this turn, or leave the opponent no turn that wins. */

import { create } from "@bufbuild/protobuf";
import type { Client } from "botwerk/web";
import { GameSetupSchema } from "botwerk/v1";
import type { GameSetup, NetzwerkPosition, PositionInfo } from "botwerk/v1";
import { squareName } from "../play/netzwerk/lattice.js";
import { countOf, NoPuzzleError } from "./puzzle.js";
import type { Puzzle, PuzzleAnswer, PuzzleGame, PuzzleSearch, Verdict } from "./puzzle.js";
import { lastOf } from "./race_puzzle.js";

const SETUP = create(GameSetupSchema, { game: "netzwerk", seats: 2 });

/** Number of matches that are played for one puzzle. */
const MAX_MATCHES = 200;

/** Number of turns after the opening in which a win must come. */
const MAX_TURNS = 24;

/** Turns of an opening: enough to leave the start, too few to decide the match. */
const [MIN_OPENING, MAX_OPENING] = [2, 7] as const;

/** Random turns that are compared with the one that holds, and how many of them must lose. */
const [SAMPLED_TURNS, LOSING_TURNS] = [6, 4] as const;

/** The value of a win in this turn, which agents find before they search. */
const WIN_NOW = 29_999n;

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

/** A turn that an agent has found. */
interface FoundTurn {
  readonly text: string;
  /** Whether the turn wins the match. */
  readonly wins: boolean;
}

/** A position of a match before the turn of a seat. */
interface MatchPosition {
  readonly info: PositionInfo;
  readonly seat: number;
}

async function generate(search: PuzzleSearch, level: string): Promise<Puzzle> {
  for (let match = 1; match <= MAX_MATCHES; match++) {
    search.onTry(match);
    const puzzle = await playUntilWin(search, level);
    if (puzzle !== undefined) return puzzle;
  }
  throw new NoPuzzleError(MAX_MATCHES);
}

/** Plays a match of agents that do not look ahead, until one of them can win. */
async function playUntilWin(search: PuzzleSearch, level: string): Promise<Puzzle | undefined> {
  const { client, random, signal } = search;
  const opening = MIN_OPENING + random.below(MAX_OPENING - MIN_OPENING + 1);
  const setup = create(GameSetupSchema, { game: SETUP.game, seats: SETUP.seats, options: [{ name: "opening_turns", value: String(opening) }] });
  const { position } = await client.rules.newPosition({ setup, seed: random.seed() }, { signal });
  let info = position;
  let before: MatchPosition | undefined;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const seat = seatToAct(info);
    if (info === undefined || seat === undefined) return undefined;
    const found = await searchTurn(client, info.text, seat, { agent: "greedy", seed: random.seed() }, signal);
    if (found.wins) return level === HOLD ? holdPuzzle(search, before) : winPuzzle(search, { info, seat }, found, level);
    before = { info, seat };
    ({ position: info } = await applyTurn(client, info.text, seat, found.text, signal));
  }
  return undefined;
}

async function winPuzzle(
  { client, signal }: PuzzleSearch,
  { info, seat }: MatchPosition,
  found: FoundTurn,
  level: string,
): Promise<Puzzle | undefined> {
  // A win that needs batteries leaves the opponent without moves, which is another kind of puzzle.
  if (found.text.includes("/")) return undefined;
  const actions = await withoutIdleActions(found.text.split(" "), (fewer) => wins(client, info.text, seat, fewer, signal));
  const [min, max] = WINS[level] ?? [1, Infinity];
  if (actions.length < min || actions.length > max) return undefined;
  const { name, enemy, home } = sideOf(seat);
  const game = info.position?.game;
  const robots = game?.case === "netzwerk" ? robotsOf(game.value, seat).length : 0;
  return {
    setup: SETUP,
    position: info.text,
    seat,
    goal: [
      `You are ${name}: win in this turn.`,
      `You win with ${Math.ceil(robots / 2)} of your ${robots} robots on rank ${home}, where the ${enemy} robots started, ` +
      `or when all ${enemy} robots are captured. Each step needs a battery that was next to the robot at the start of the turn.`,
    ],
    solution: actions,
    best: actions.length,
  };
}

async function holdPuzzle(search: PuzzleSearch, before: MatchPosition | undefined): Promise<Puzzle | undefined> {
  if (before === undefined) return undefined;
  const { client, random, signal } = search;
  const { info, seat } = before;
  const limits = { agent: "minimax", depth: 1, nodes: HOLD_NODES, seed: random.seed() };
  const held = await searchTurn(client, info.text, seat, limits, signal);
  if ((await refutation(client, info.text, seat, held.text, signal)) !== undefined) return undefined;
  let losing = 0;
  for (let count = 0; count < SAMPLED_TURNS; count++) {
    const sampled = await sampleTurn(search, info.text, seat);
    if ((await refutation(client, info.text, seat, sampled, signal)) !== undefined) losing++;
  }
  if (losing < LOSING_TURNS) return undefined;
  const solution = await withoutIdleActions(held.text.split(" "), (fewer) => holds(client, info.text, seat, fewer, signal));
  const { name, enemy } = sideOf(seat);
  const opponent = enemy[0]!.toUpperCase() + enemy.slice(1);
  return {
    setup: SETUP,
    position: info.text,
    seat,
    goal: [
      `You are ${name}: do not lose in the next turn.`,
      `${opponent} wins in its next turn unless you prevent it. Capture, stand in the way, or move batteries away from its robots.`,
    ],
    solution,
    best: 0,
  };
}

async function judge(puzzle: Puzzle, answer: PuzzleAnswer, client: Client, signal: AbortSignal): Promise<Verdict> {
  const { turns, after } = answer;
  const { seat } = puzzle;
  const over = after.turn?.kind.case === "over" ? after.turn.kind.value : undefined;
  const place = over?.places[seat];
  if (over !== undefined && place === 1 && over.places.some((other) => other > 1)) {
    return { grade: "best", reason: { text: "You have won", rule: over.rule } };
  }
  if (over !== undefined) return { grade: "wrong", reason: { text: "This turn ends the match without a win", rule: over.rule } };
  if (puzzle.best > 0) return { grade: "wrong", reason: missingText(after, seat) };
  const winning = await refutation(client, puzzle.position, seat, turns[0] ?? "", signal);
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
    text: `The match continues: ${countOf(arrived, "robot")} of the ${needed} that you need on rank ${home}`,
    rule: "NW-19",
  };
}

/** A turn that wins, and the rule by which it does. */
interface WinningTurn {
  readonly turn: string;
  readonly rule: string;
}

/** Returns the opponent's turn that wins after a turn, or `undefined` if there is none. */
async function refutation(
  client: Client,
  position: string,
  seat: number,
  turn: string,
  signal: AbortSignal,
): Promise<WinningTurn | undefined> {
  const { position: after } = await applyTurn(client, position, seat, turn, signal);
  const opponent = 1 - seat;
  if (after === undefined || seatToAct(after) !== opponent) return undefined;
  const answer = await searchTurn(client, after.text, opponent, { agent: "greedy", seed: "refutation" }, signal);
  if (!answer.wins) return undefined;
  const { position: end } = await applyTurn(client, after.text, opponent, answer.text, signal);
  return { turn: answer.text, rule: end?.turn?.kind.case === "over" ? end.turn.kind.value.rule : "" };
}

/** How an agent searches a turn. */
interface TurnSearch {
  readonly agent: string;
  readonly seed: string;
  readonly depth?: number;
  readonly nodes?: bigint;
}

/** Samples a turn without battery moves. After each robot move it ends with a probability of one half. */
async function sampleTurn({ client, random, signal }: PuzzleSearch, start: string, seat: number): Promise<string> {
  const turn: string[] = [];
  let position = start;
  for (;;) {
    const { actions } = await client.rules.legalActions({ setup: SETUP, position }, { signal });
    const moves = actions.map(({ text }) => text).filter((text) => text !== "/");
    const canEnd = moves.length < actions.length;
    if (canEnd && (moves.length === 0 || random.below(2) === 0)) return [...turn, "/", "."].join(" ");
    const move = random.pick(moves);
    turn.push(move);
    const { position: after } = await applyTurn(client, position, seat, move, signal);
    if (after === undefined || seatToAct(after) !== seat) return turn.join(" ");
    position = after.text;
  }
}

/** Searches a turn. Both agents look through all turns for one that wins before anything else. */
async function searchTurn(
  client: Client,
  position: string,
  seat: number,
  { agent, seed, depth = 0, nodes = 0n }: TurnSearch,
  signal: AbortSignal,
): Promise<FoundTurn> {
  const request = { setup: SETUP, position, seat, agent: { name: agent }, seed, limits: { depth, nodes } };
  const last = await lastOf(client.analysis.analyze(request, { signal }));
  const turn = last?.analysis?.principalVariation[0];
  if (turn === undefined) throw new Error("the search has found no turn");
  return { text: turn.text, wins: last?.analysis?.value === WIN_NOW };
}

/** Removes the actions without which a turn still achieves its goal. */
async function withoutIdleActions(
  turn: readonly string[],
  achieves: (actions: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  let actions = turn;
  for (let index = actions.length - 1; index >= 0; index--) {
    const fewer = actions.filter((_, number) => number !== index);
    if (fewer.length > 0 && (await achieves(fewer))) actions = fewer;
  }
  return actions;
}

async function wins(client: Client, position: string, seat: number, actions: readonly string[], signal: AbortSignal): Promise<boolean> {
  const after = await legalTurn(client, position, seat, actions, signal);
  return after?.turn?.kind.case === "over" && after.turn.kind.value.places[seat] === 1;
}

async function holds(client: Client, position: string, seat: number, actions: readonly string[], signal: AbortSignal): Promise<boolean> {
  const after = await legalTurn(client, position, seat, actions, signal);
  if (after === undefined || seatToAct(after) !== 1 - seat) return false;
  return (await refutation(client, position, seat, actions.join(" "), signal)) === undefined;
}

/** Returns the position after a turn, or `undefined` if the rules reject the turn. */
async function legalTurn(client: Client, position: string, seat: number, actions: readonly string[], signal: AbortSignal) {
  try {
    return (await applyTurn(client, position, seat, actions.join(" "), signal)).position;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function applyTurn(client: Client, position: string, seat: number, text: string, signal: AbortSignal) {
  const actor = { kind: { case: "seat", value: seat } } as const;
  return client.rules.apply({ setup: SETUP as GameSetup, position, actor, text }, { signal });
}

function seatToAct(info: PositionInfo | undefined): number | undefined {
  return info?.turn?.kind.case === "decision" ? info.turn.kind.value.seats[0] : undefined;
}

function sideOf(seat: number) {
  return seat === 0 ? { name: "White", enemy: "black", home: 12 } : { name: "Black", enemy: "white", home: 2 };
}

function robotsOf(position: NetzwerkPosition, seat: number): string[] {
  return (seat === 0 ? position.white : position.black).map(squareName);
}
