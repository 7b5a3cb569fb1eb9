/** Stones on transmitters and in hands of Droids, for the editor. */

import { create } from "@bufbuild/protobuf";
import { DroidsHandSchema, DroidsKind, DroidsNumberSchema, DroidsPhase, DroidsPlacedStoneSchema, DroidsSlotSchema } from "botwerk/v1";
import type { DroidsArrow, DroidsPlacedStone, DroidsPosition, DroidsRules, DroidsSide, DroidsStone } from "botwerk/v1";
import { EditError } from "./editor.js";

/** A slot of a transmitter. */
export interface SlotPlace {
  readonly side: DroidsSide;
  readonly transmitter: number;
  readonly slot: number;
}

/** The kinds with which hands are filled up, most useful first. */
const FILLING = [
  DroidsKind.V1,
  DroidsKind.V2,
  DroidsKind.VM,
  DroidsKind.VD,
  DroidsKind.B1,
  DroidsKind.FIRE,
  DroidsKind.TAKE,
] as const;

export function stoneAt(table: DroidsPosition, place: SlotPlace): DroidsStone | undefined {
  return table.stones.find((placed) => isAt(placed, place))?.stone;
}

/** Removes and returns the stone of a slot. */
export function removeStone(table: DroidsPosition, place: SlotPlace): DroidsStone | undefined {
  const stone = stoneAt(table, place);
  table.stones = table.stones.filter((placed) => !isAt(placed, place));
  return stone;
}

/** Moves a stone to another slot, in place of the stone there. */
export function moveStone(table: DroidsPosition, from: SlotPlace, to: SlotPlace): void {
  const moved = table.stones.find((placed) => isAt(placed, from));
  if (moved === undefined || isAt(moved, to)) return;
  removeStone(table, to);
  moved.slot = create(DroidsSlotSchema, { transmitter: to.transmitter, slot: to.slot });
}

/** Sets a stone. In the set phase it comes from the hand. */
export function putStone(
  table: DroidsPosition,
  rules: DroidsRules,
  place: SlotPlace,
  kind: DroidsKind,
  arrow: DroidsArrow,
): void {
  const arrows = rules.kinds.find((info) => info.kind === kind)?.arrows ?? [];
  if (!arrows.includes(arrow)) throw new EditError(`${DroidsKind[kind]} has no such arrow (DR-12)`);
  removeStone(table, place);
  const { side, transmitter, slot } = place;
  table.stones.push(create(DroidsPlacedStoneSchema, { side, slot: { transmitter, slot }, stone: { kind, arrow } }));
  const hand = table.hands.find((other) => other.side === side)?.kinds;
  const index = hand?.indexOf(kind) ?? -1;
  if (index >= 0) hand!.splice(index, 1);
}

/** Gives every seat the stones that it has in the present phase. */
export function completeHands(table: DroidsPosition, rules: DroidsRules): void {
  const active = rules.sides.filter((side) => !table.out.includes(side));
  const numbers = () => active.map((side) => create(DroidsNumberSchema, { side, number: 0 }));
  table.sent = table.phase === DroidsPhase.SEND ? numbers() : [];
  if (table.phase === DroidsPhase.DRAW) table.stones = table.stones.filter(({ side }) => !rules.sides.includes(side));
  if (table.phase !== DroidsPhase.SET) {
    table.hands = [];
    return;
  }
  for (const side of active) fillHand(table, rules, side);
  const order = (side: DroidsSide) => table.seats.indexOf(side);
  table.hands = table.hands.filter(({ kinds }) => kinds.length > 0).sort((a, b) => order(a.side) - order(b.side));
}

/** Fills up or shortens a hand so that the seat has all its stones in hand or on transmitters. */
function fillHand(table: DroidsPosition, rules: DroidsRules, side: DroidsSide): void {
  let hand = table.hands.find((other) => other.side === side);
  if (hand === undefined) table.hands.push((hand = create(DroidsHandSchema, { side })));
  const size = rules.handSize - table.stones.filter((placed) => placed.side === side).length;
  if (size < 0) throw new EditError(`a seat has ${rules.handSize} stones in a round (DR-3)`);
  // Only kinds are set up; their colours follow.
  delete hand.colours;
  hand.kinds.splice(size);
  for (let index = 0; hand.kinds.length < size && index < 100; index++) {
    const kind = FILLING[index % FILLING.length]!;
    if (remaining(table, rules, kind) > 0) hand.kinds.push(kind);
  }
  hand.kinds.sort((a, b) => a - b);
}

/** Returns the number of stones of a kind that no seat has. */
function remaining(table: DroidsPosition, rules: DroidsRules, kind: DroidsKind): number {
  const count = rules.kinds.find((info) => info.kind === kind)?.count ?? 0;
  const held = table.hands.flatMap(({ kinds }) => kinds).filter((other) => other === kind).length;
  return count - held - table.stones.filter(({ stone }) => stone?.kind === kind).length;
}

/** Returns a hand as text, such as `V1,V1,FIRE`. */
export function handText(table: DroidsPosition, side: DroidsSide): string {
  const kinds = table.hands.find((hand) => hand.side === side)?.kinds ?? [];
  return kinds.map((kind) => DroidsKind[kind]).join(",");
}

/** Sets a hand from its text. */
export function parseHand(table: DroidsPosition, rules: DroidsRules, side: DroidsSide, text: string): void {
  const names = text.toUpperCase().split(/[\s,]+/).filter((name) => name !== "");
  const kinds = names.map((name) => {
    const kind = DroidsKind[name as keyof typeof DroidsKind];
    if (!rules.kinds.some((info) => info.kind === kind)) throw new EditError(`${name} is not a kind of stone`);
    return kind;
  });
  table.hands = table.hands.filter((hand) => hand.side !== side);
  table.hands.push(create(DroidsHandSchema, { side, kinds }));
}

function isAt({ side, slot }: DroidsPlacedStone, place: SlotPlace): boolean {
  return side === place.side && slot?.transmitter === place.transmitter && slot.slot === place.slot;
}
