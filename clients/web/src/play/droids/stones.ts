/** The names of order stones, arrows and colours (DR-2). */

import { DroidsKind } from "botwerk/v1";

/** The colours of the containers in the notation, with what their stones do. */
export const COLOURS = [
  ["violet", "land moves"],
  ["blue", "water moves"],
  ["red", "actions"],
  ["grey", "repair robots"],
] as const;

const ARROWS: Readonly<Record<string, readonly [sign: string, name: string]>> = {
  N: ["↑", "north"],
  E: ["→", "east"],
  S: ["↓", "south"],
  W: ["←", "west"],
  NE: ["↗", "north-east"],
  SE: ["↘", "south-east"],
  SW: ["↙", "south-west"],
  NW: ["↖", "north-west"],
};

/** What each kind does: its name on a button, and a sentence for the tooltip. */
const KINDS: Readonly<Record<string, readonly [name: string, effect: string]>> = {
  V1: ["walk 1", "your droid walks 1 step"],
  V2: ["walk 2", "your droid walks 2 steps"],
  VM: ["walk on", "your droid walks as far as possible"],
  VD: ["walk diagonally", "your droid walks 1 step diagonally"],
  B1: ["swim 1", "your droid in water moves 1 step"],
  BD: ["swim diagonally", "your droid in water moves 1 step diagonally"],
  FIRE: ["shoot", "your droid shoots in a straight line"],
  TAKE: ["take or put", "your droid takes what is next to it, or puts down what it carries"],
  R1: ["order: walk 1", "another droid walks 1 step"],
  R2: ["order: walk 2", "another droid walks 2 steps"],
  RM: ["order: walk on", "another droid walks as far as possible"],
  RD: ["order: diagonally", "another droid walks 1 step diagonally"],
  G1: ["repair robot: 1", "the repair robot walks 1 step"],
  G2: ["repair robot: 2", "the repair robot walks 2 steps"],
  GM: ["repair robot: on", "the repair robot walks as far as possible"],
  GREP: ["repair", "the repair robot repairs the droid next to it"],
};

export function kindName(kind: DroidsKind): string {
  return DroidsKind[kind]!;
}

/** Returns the name of a kind for people, such as `walk 2` for `V2`. */
export function stoneName(kind: string): string {
  return KINDS[kind]?.[0] ?? kind;
}

/** Returns what a kind of stone does. */
export function kindEffect(kind: string): string {
  return KINDS[kind]?.[1] ?? "order";
}

export function arrowSign(arrow: string): string {
  return ARROWS[arrow]?.[0] ?? arrow;
}

export function arrowName(arrow: string): string {
  return ARROWS[arrow]?.[1] ?? arrow;
}

/** Returns a stone of the notation as human-readable text, such as `“walk 2” ↓ south`. */
export function stoneText(kind: string, arrow: string): string {
  return `“${stoneName(kind)}” ${arrowSign(arrow)} ${arrowName(arrow)}`;
}

/** Returns the colour of a kind by its first letter, for style sheets. */
export function kindColour(kind: string): string {
  if (kind === "FIRE" || kind === "TAKE" || kind.startsWith("R")) return "red";
  return { V: "violet", B: "blue", G: "grey" }[kind[0]!] ?? "grey";
}

/** Returns the name of a slot such as `5.1` for people. */
export function slotName(slot: string): string {
  const [transmitter, row] = slot.split(".");
  return `slot ${row} of transmitter ${transmitter}`;
}
