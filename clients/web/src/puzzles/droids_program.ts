/** The shortest program of order stones that reaches the goal of a puzzle. */

import { columnOf, isFull, ordersOf } from "./droids_orders.js";
import type { DroidsField, DroidsOrder, DroidsOrders } from "./droids_orders.js";

/** The pad of South, on which its container must be put (DR-38). */
const PAD = { x: 4, y: 9 } as const;

/** Programs that are compared for one puzzle, so that no search takes long. */
const MAX_PROGRAMS = 60_000;

/** The time without a pause after which the page gets one, in milliseconds. */
const PAUSE_AFTER = 12;

const WAYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0], NE: [1, -1], SE: [1, 1], SW: [-1, 1], NW: [-1, -1],
};

/** The largest number of steps of each move (DR-2). */
const STEPS: Readonly<Record<string, number>> = { V1: 1, V2: 2, VM: 9, VD: 1, B1: 1, BD: 1 };

/** The squares from which the container can be put on the pad. */
const NEXT_TO_PAD: ReadonlySet<string> = new Set([`${PAD.x - 1}${PAD.y}`, `${PAD.x + 1}${PAD.y}`, `${PAD.x}${PAD.y - 1}`]);

/** An order of a program, with the column in which it is sent. */
export type ProgrammedOrder = DroidsOrder & { readonly column: number };

/** Orders that have been sent, and the field after them. */
interface Program {
  readonly field: DroidsField;
  readonly hand: readonly string[];
  readonly orders: readonly ProgrammedOrder[];
}

/** Where and with what a program starts. */
export interface ProgramTask {
  readonly field: DroidsField;
  readonly hand: readonly string[];
  /** Squares of the river in the notation. */
  readonly river: ReadonlySet<string>;
  readonly maxOrders: number;
}

/** Returns whether the container of South is on its pad. */
export function isDelivered({ objects }: DroidsField): boolean {
  return objects.split(",").includes(`cS${PAD.x}${PAD.y}`);
}

/**
 * Finds a program of the fewest orders, breadth first. Returns `undefined` if the maximum number of orders is not
 * enough, or the search ends at its bound.
 */
export async function shortestProgram(
  orders: DroidsOrders,
  task: ProgramTask,
): Promise<readonly ProgrammedOrder[] | undefined> {
  const seen = new Set<string>();
  let layer: Program[] = [{ field: task.field, hand: task.hand, orders: [] }];
  let paused = performance.now();
  for (let length = 1; length <= task.maxOrders; length++) {
    const next: Program[] = [];
    for (const program of layer) {
      if (performance.now() - paused > PAUSE_AFTER) {
        await new Promise((resolve) => setTimeout(resolve));
        paused = performance.now();
      }
      for (const longer of await continuations(orders, program, task)) {
        if (isDelivered(longer.field)) return longer.orders;
        const key = keyOf(longer);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(longer);
      }
      if (seen.size > MAX_PROGRAMS) return undefined;
    }
    layer = next;
  }
  return undefined;
}

async function continuations(orders: DroidsOrders, program: Program, task: ProgramTask): Promise<Program[]> {
  const { field, hand, orders: sent } = program;
  const column = columnOf(field);
  if (isFull(sent.map((order) => order.column), column)) return [];
  const programs: Program[] = [];
  for (const kind of new Set(hand)) {
    const index = hand.indexOf(kind);
    const rest = hand.filter((_, number) => number !== index);
    for (const order of ordersOf(kind)) {
      if (!canHelp(field, order, task.maxOrders - sent.length, task.river)) continue;
      const after = await orders.after(field, order);
      if (after !== undefined) programs.push({ field: after, hand: rest, orders: [...sent, { ...order, column }] });
    }
  }
  return programs;
}

/**
 * Returns whether an order can be part of a program with which the given number of orders, this one included, reaches the
 * goal. The rules decide what the order does.
 */
function canHelp(field: DroidsField, order: DroidsOrder, left: number, river: ReadonlySet<string>): boolean {
  const [, x = "", y = "", cargo] = /^S(\d)(\d)(\+cS)?/.exec(field.robots) ?? [];
  if (order.kind === "TAKE") {
    const [square] = squaresAhead(Number(x), Number(y), order.arrow, 1);
    // A container that is put down elsewhere needs two more stones than the hand has.
    if (cargo !== undefined) return square === `${PAD.x}${PAD.y}`;
    return left >= 2 && field.objects.split(",").includes(`cS${square}`);
  }
  if (river.has(x + y) !== order.kind.startsWith("B")) return false;
  // The container must be taken, and then be put down.
  if (left < (cargo === undefined ? 3 : 2)) return false;
  const isLastMove = cargo !== undefined && left === 2;
  const ahead = squaresAhead(Number(x), Number(y), order.arrow, STEPS[order.kind] ?? 0);
  return !isLastMove || ahead.some((square) => NEXT_TO_PAD.has(square));
}

/** Returns the squares in the direction of an arrow, in the notation. */
function squaresAhead(x: number, y: number, arrow: string, count: number): string[] {
  const [dx, dy] = WAYS[arrow] ?? [0, 0];
  return Array.from({ length: count }, (_, index) => `${x + dx * (index + 1)}${y + dy * (index + 1)}`);
}

/** Programs with the same field, hand and use of transmitters continue alike. */
function keyOf({ field, hand, orders }: Program): string {
  const columns = orders.map(({ column }) => column).sort((first, second) => first - second);
  return `${field.robots} ${field.objects} ${hand.join()} ${columns.join()}`;
}
