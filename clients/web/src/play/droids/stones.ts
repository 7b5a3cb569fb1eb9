/** The names of order stones, arrows and colours (DR-2). */

import { DroidsArrow, DroidsKind } from "botwerk/v1";

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

const EFFECTS: Readonly<Record<string, string>> = {
  V1: "droid walks 1",
  V2: "droid walks 2",
  VM: "droid walks as far as possible",
  VD: "droid walks 1 diagonally",
  B1: "droid in water moves 1",
  BD: "droid in water moves 1 diagonally",
  FIRE: "shot",
  TAKE: "takes or puts down",
  R1: "another droid walks 1",
  R2: "another droid walks 2",
  RM: "another droid walks as far as possible",
  RD: "another droid walks 1 diagonally",
  G1: "repair robot walks 1",
  G2: "repair robot walks 2",
  GM: "repair robot walks as far as possible",
  GREP: "repair robot repairs",
};

export function kindName(kind: DroidsKind): string {
  return DroidsKind[kind]!;
}

/** Returns what a kind of stone does. */
export function kindEffect(kind: string): string {
  return EFFECTS[kind] ?? "order";
}

export function arrowSign(arrow: string): string {
  return ARROWS[arrow]?.[0] ?? arrow;
}

export function arrowName(arrow: string): string {
  return ARROWS[arrow]?.[1] ?? arrow;
}

/** Returns a stone as text, such as `V2 ↓`. */
export function stoneText(kind: DroidsKind, arrow: DroidsArrow): string {
  return `${kindName(kind)} ${arrowSign(DroidsArrow[arrow]!)}`;
}

/** Returns the colour of a kind by its first letter, for style sheets. */
export function kindColour(kind: string): string {
  if (kind === "FIRE" || kind === "TAKE" || kind.startsWith("R")) return "red";
  return { V: "violet", B: "blue", G: "grey" }[kind[0]!] ?? "grey";
}
