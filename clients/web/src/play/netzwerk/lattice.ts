/** Squares, energy fields and moves of Netzwerk by their names (NW-2). */

import { NetzwerkField, NetzwerkSquare } from "botwerk/v1";

/** A move of a robot or a battery. */
export interface LatticeMove {
  readonly from: string;
  readonly to: string;
  readonly captures: boolean;
}

const MOVE = /^([a-m]\d{1,2})([-x])([a-m]\d{1,2})$/;

/** Parses a move such as `b2-b4` or `b2xb4`. Returns `undefined` for `/` and `.`. */
export function parseMove(action: string): LatticeMove | undefined {
  const match = MOVE.exec(action);
  if (match === null) return undefined;
  return { from: match[1]!, to: match[3]!, captures: match[2] === "x" };
}

export function squareName(square: NetzwerkSquare): string {
  return NetzwerkSquare[square]!.toLowerCase();
}

export function fieldName(field: NetzwerkField): string {
  return NetzwerkField[field]!.toLowerCase();
}

/** Returns whether a name is that of an energy field: its file and rank are odd. */
export function isField(name: string): boolean {
  return Number(name.slice(1)) % 2 === 1;
}

/** Returns the names of the energy fields around a square that exist on the board. */
export function fieldsAround(square: string): readonly string[] {
  const file = square.charCodeAt(0);
  const rank = Number(square.slice(1));
  const corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]] as const;
  return corners.map(([x, y]) => `${String.fromCharCode(file + x)}${rank + y}`);
}

/** Returns whether two places are in a line and at most the given number of lattice points apart. */
export function isStraight(from: string, to: string, maximum: number): boolean {
  const files = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));
  const ranks = Math.abs(Number(from.slice(1)) - Number(to.slice(1)));
  return (files === 0) !== (ranks === 0) && files + ranks <= maximum;
}
