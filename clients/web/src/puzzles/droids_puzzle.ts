/** Puzzles of Droids: bring the container to the pad in this round, with an open hand. */

import { create } from "@bufbuild/protobuf";
import { DroidsPhase, GameSetupSchema } from "botwerk/v1";
import type { DroidsSquare } from "botwerk/v1";
import { quantity } from "../shell/quantity.js";
import { actionsOf, DroidsOrders, northColumn, setPosition } from "./droids_orders.js";
import type { DroidsField } from "./droids_orders.js";
import { isDelivered, shortestProgram } from "./droids_program.js";
import { NoPuzzleError } from "./puzzle.js";
import type { Puzzle, PuzzleAnswer, PuzzleGame, PuzzleLevel, PuzzleSearch, Verdict } from "./puzzle.js";
import type { PuzzleRandom } from "./puzzle_random.js";

const SETUP = create(GameSetupSchema, { game: "droids", seats: 2, options: [{ name: "scenario", value: "6" }] });

/** Number of fields that are tried for one puzzle. */
const MAX_FIELDS = 400;

/** Number of stones in a hand (DR-3). */
const HAND_SIZE = 7;

/** Stones that move the own droid, as often as they are useful; all others are left to the containers. */
const MOVES = ["V1", "V1", "V2", "V2", "VM", "VM", "VD", "VD", "B1", "B1", "BD"] as const;

export const DROIDS_PUZZLES: PuzzleGame = {
  game: "droids",
  title: "Droids",
  summary: "Program your droid so that the container is on your pad in this round.",
  levels: [3, 4, 5, 6].map((count): PuzzleLevel => ({ id: String(count), label: quantity(count, "stone") })),
  dailyLevels: ["4", "5"],
  generate,
  judge: async (puzzle, answer) => judge(puzzle, answer),
};

/** What is fixed on the map. */
interface DroidsMapSquares {
  readonly river: ReadonlySet<string>;
  /** Land without walls and places of the scenario, in the notation. */
  readonly free: readonly string[];
}

async function generate(search: PuzzleSearch, level: string): Promise<Puzzle> {
  const { client, random, signal } = search;
  const stones = Number(level);
  const map = await mapSquares(search);
  for (let count = 1; count <= MAX_FIELDS; count++) {
    search.onTry(count);
    const isCarried = random.below(3) === 0;
    const field = sampleField(random, map, isCarried);
    const hand = sampleHand(random, isCarried ? 1 : 2);
    const orders = new DroidsOrders(client, SETUP, signal);
    const program = await shortestProgram(orders, { field, hand, river: map.river, maxOrders: stones });
    if (program?.length !== stones) continue;
    return {
      setup: SETUP,
      position: setPosition(field, hand),
      seat: 0,
      reply: `send ${northColumn(field)}`,
      goal: "You are South: put your container S on your pad p in this round.",
      explanation:
        `${isCarried ? "Your droid carries it" : "Your droid must take it first"}: TAKE with an arrow takes it from the next ` +
        "square, or puts it there. A stone reaches your droid from the transmitter of its column. Set stones, stop, and send " +
        `them one by one; the only stone of North does nothing. ${quantity(stones, "stone")} are enough.`,
      solution: actionsOf(program),
      best: stones,
    };
  }
  throw new NoPuzzleError(MAX_FIELDS);
}

async function mapSquares({ client, signal }: PuzzleSearch): Promise<DroidsMapSquares> {
  const { rules } = await client.rules.describeMatch({ setup: SETUP }, { signal });
  const map = rules?.game.case === "droids" ? rules.game.value.map : undefined;
  if (map === undefined) throw new Error("the rules describe no map");
  const river = new Set(map.river.map(squareText));
  const taken = new Set([...river, ...map.walls.map(squareText)]);
  for (const { pad, containerSpot } of map.places) {
    for (const square of [pad, containerSpot]) if (square !== undefined) taken.add(squareText(square));
  }
  const all = Array.from({ length: 100 }, (_, index) => `${index % 10}${Math.floor(index / 10)}`);
  return { river, free: all.filter((square) => !taken.has(square)) };
}

/** Places the robots and the containers at random. That of North stays on its spot. */
function sampleField(random: PuzzleRandom, { free }: DroidsMapSquares, isCarried: boolean): DroidsField {
  const squares = [...free];
  const [south, north, container] = [random.take(squares), random.take(squares), random.take(squares)];
  const repairers = [random.take(squares), random.take(squares)].sort(byRow);
  const robots = [`S${south}${isCarried ? "+cS" : ""}`, `N${north}`, ...repairers.map((square) => `r${square}`)];
  const objects = ["cN69", ...(isCarried ? [] : [`cS${container}`])];
  objects.sort((first, second) => byRow(first.slice(2), second.slice(2)));
  return { robots: robots.join(","), objects: objects.join(",") };
}

/** Samples a hand in the order of the kinds. Twelve kinds are enough for every hand (DR-2). */
function sampleHand(random: PuzzleRandom, takes: number): string[] {
  const stock = [...MOVES];
  const moves = Array.from({ length: HAND_SIZE - takes }, () => random.take<string>(stock));
  const order = [...new Set<string>(MOVES)];
  moves.sort((first, second) => order.indexOf(first) - order.indexOf(second));
  return [...moves, ...Array.from({ length: takes }, () => "TAKE")];
}

function judge({ best }: Puzzle, { turns, after }: PuzzleAnswer): Verdict | undefined {
  const game = after.position?.game;
  if (game?.case !== "droids") return undefined;
  const sent = turns.filter((turn) => turn.startsWith("send")).length;
  const [, , , , , , robots = "", objects = ""] = after.text.split(" ");
  if (after.turn?.kind.case === "over" && isDelivered({ robots, objects })) {
    const text = `The container is on your pad after ${quantity(sent, "stone")}`;
    if (sent <= best) return { grade: "best", reason: { text: `${text}: no program is shorter`, rule: "DR-38" } };
    return { grade: "solved", reason: { text: `${text}; ${best} are enough`, rule: "DR-38" } };
  }
  const { phase, round } = game.value;
  const isSameRound = after.turn?.kind.case === "decision" && round === 2 && phase !== DroidsPhase.DRAW;
  if (isSameRound) return undefined;
  const text = "Your round is over, since no stone can be sent to your droid, and the container is not on your pad";
  return { grade: "wrong", reason: { text, rule: "DR-18" } };
}

function squareText({ x, y }: DroidsSquare): string {
  return `${x}${y}`;
}

/** Compares squares of the notation by row, then column. */
function byRow(first: string, second: string): number {
  return Number(first[1]! + first[0]!) - Number(second[1]! + second[0]!);
}
