/** A complete position that agrees with what a seat sees, for questions about the seat's own actions. */

import { clone } from "@bufbuild/protobuf";
import { DroidsPositionSchema } from "botwerk/v1";
import type { DroidsColourCounts, DroidsKind, DroidsKindInfo, DroidsPosition, DroidsSide } from "botwerk/v1";

/** Fills the hands of other seats with any stones of the colours that they hold (DR-3). */
export function completePosition(
  view: DroidsPosition,
  side: DroidsSide,
  kinds: readonly DroidsKindInfo[],
): DroidsPosition {
  const position = clone(DroidsPositionSchema, view);
  const stock = new Map(kinds.map(({ kind, count }) => [kind, count]));
  const take = (kind: DroidsKind) => stock.set(kind, (stock.get(kind) ?? 0) - 1);
  for (const { stone } of position.stones) if (stone !== undefined) take(stone.kind);
  for (const hand of position.hands) if (hand.side === side) hand.kinds.forEach(take);
  for (const hand of position.hands) {
    if (hand.side === side) continue;
    const counts = hand.colours;
    hand.kinds = kinds.flatMap(({ kind, colour }) => {
      const wanted = counts === undefined ? 0 : countOf(counts, colour);
      const taken = Math.min(wanted, Math.max(0, stock.get(kind) ?? 0));
      if (counts !== undefined) setCount(counts, colour, wanted - taken);
      return Array.from({ length: taken }, () => (take(kind), kind));
    });
  }
  for (const hand of position.hands) delete hand.colours;
  return position;
}

const NAMES = ["violet", "blue", "red", "grey"] as const;

function countOf(counts: DroidsColourCounts, colour: number): number {
  const name = NAMES[colour - 1];
  return name === undefined ? 0 : counts[name];
}

function setCount(counts: DroidsColourCounts, colour: number, count: number): void {
  const name = NAMES[colour - 1];
  if (name !== undefined) counts[name] = count;
}
