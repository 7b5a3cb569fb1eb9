/** Orders of one droid, and the field to which each of them leads by the rules. */

import type { Client } from "botwerk/web";
import type { GameSetup } from "botwerk/v1";

/** Robots and objects of a field, as in the notation. */
export interface DroidsField {
  readonly robots: string;
  readonly objects: string;
}

/** An order stone with its arrow. */
export interface DroidsOrder {
  readonly kind: string;
  readonly arrow: string;
}

/** Number of slots of a transmitter (DR-11). */
const SLOTS = 3;

const STRAIGHT = ["N", "E", "S", "W"] as const;
const DIAGONAL = ["NE", "SE", "SW", "NW"] as const;

/** Returns the orders that a kind of stone allows. */
export function ordersOf(kind: string): DroidsOrder[] {
  const arrows = kind === "VD" || kind === "BD" ? DIAGONAL : STRAIGHT;
  return arrows.map((arrow) => ({ kind, arrow }));
}

/** Returns the transmitter whose column the droid of South is in (DR-5). */
export function columnOf({ robots }: DroidsField): number {
  return Number(/^S(\d)/.exec(robots)?.[1]) + 1;
}

/**
 * Returns the position at the set phase of South. North has set one stone and has stopped: an order for water that is lost
 * on land, with which North stays in the match (DR-17, DR-19).
 */
export function setPosition({ robots, objects }: DroidsField, hand: readonly string[]): string {
  const north = Array.from({ length: hand.length - 1 }, () => "FIRE").join(",");
  const stone = `N${northColumn({ robots })}.1:B1N`;
  return `6 SN 2 N set S ${robots} ${objects} - - - N - S:${hand.join(",")};N:${north} ${stone} - -`;
}

/** Returns the transmitter whose column the droid of North is in (DR-5). */
export function northColumn({ robots }: Pick<DroidsField, "robots">): number {
  return 10 - Number(/,N(\d)/.exec(robots)?.[1]);
}

/** The orders of one puzzle. Each field and order is asked for once. */
export class DroidsOrders {
  readonly #after = new Map<string, DroidsField | undefined>();

  constructor(
    private readonly client: Client,
    private readonly setup: GameSetup,
    private readonly signal: AbortSignal,
  ) {}

  /** Returns the field after an order, or `undefined` if it changes nothing. */
  async after(field: DroidsField, order: DroidsOrder): Promise<DroidsField | undefined> {
    const key = `${field.robots} ${field.objects} ${order.kind} ${order.arrow}`;
    const known = this.#after.get(key);
    if (known !== undefined || this.#after.has(key)) return known;
    const after = await this.#send(field, order);
    this.#after.set(key, after);
    return after;
  }

  async #send(field: DroidsField, { kind, arrow }: DroidsOrder): Promise<DroidsField | undefined> {
    const column = columnOf(field);
    const position = `6 SN 2 N send S ${field.robots} ${field.objects} - - - N S0,N0 - S${column}.1:${kind}${arrow} - -`;
    const request = { setup: this.setup, position, text: `send ${column}` };
    const { position: info } = await this.client.rules.applyActions(request, { signal: this.signal });
    const fields = info?.text.split(" ") ?? [];
    const [robots, objects] = [fields[6], fields[7]];
    if (robots === undefined || objects === undefined) throw new Error("the rules returned no position");
    return robots === field.robots && objects === field.objects ? undefined : { robots, objects };
  }
}

/** Returns the actions that set orders, stop, and send them one after another. */
export function actionsOf(orders: readonly (DroidsOrder & { readonly column: number })[]): string[] {
  const used = new Map<number, number>();
  const sets = orders.map(({ kind, arrow, column }) => {
    const slot = (used.get(column) ?? 0) + 1;
    used.set(column, slot);
    return `set ${kind} ${arrow} ${column}.${slot}`;
  });
  return [...sets, "stop", ...orders.map(({ column }) => `send ${column}`)];
}

/** Returns whether a transmitter has no slot for another order. */
export function isFull(columns: readonly number[], column: number): boolean {
  return columns.filter((other) => other === column).length >= SLOTS;
}
