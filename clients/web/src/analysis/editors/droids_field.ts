/** Robots and objects on the field of Droids, for the editor. */

import { create } from "@bufbuild/protobuf";
import { DroidsObjectSchema, DroidsPlacedObjectSchema, DroidsSquareSchema } from "botwerk/v1";
import type { DroidsPosition, DroidsSquare } from "botwerk/v1";

interface Square {
  readonly x: number;
  readonly y: number;
}

/** Something on a square that can be moved. */
export interface Thing {
  readonly kind: "robot" | "object";
  moveTo(square: DroidsSquare): void;
}

/** Returns the robot of a square, or else its object. */
export function thingAt(table: DroidsPosition, at: Square): Thing | undefined {
  const droid = table.droids.find(({ square }) => isSame(square, at));
  if (droid !== undefined) return { kind: "robot", moveTo: (square) => (droid.square = square) };
  const repairer = table.repairers.findIndex((square) => isSame(square, at));
  if (repairer >= 0) return { kind: "robot", moveTo: (square) => (table.repairers[repairer] = square) };
  if (isSame(table.madRobot, at)) return { kind: "robot", moveTo: (square) => (table.madRobot = square) };
  const object = table.objects.find(({ square }) => isSame(square, at));
  return object === undefined ? undefined : { kind: "object", moveTo: (square) => (object.square = square) };
}

/** Moves what is on a square. What was on the other square changes places with it. */
export function moveThing(table: DroidsPosition, from: Square, to: Square): void {
  const [moved, other] = [thingAt(table, from), thingAt(table, to)];
  if (moved === undefined || isSame(from, to)) return;
  moved.moveTo(squareOf(to));
  other?.moveTo(squareOf(from));
}

/** Places an object. The same object is taken away again, another one is replaced. */
export function placeObject(table: DroidsPosition, at: Square, kind: "obstacle" | "mine"): void {
  const previous = table.objects.find(({ square }) => isSame(square, at));
  removeThing(table, at);
  if (previous?.object?.kind.case === kind) return;
  const object = create(DroidsObjectSchema, { kind: { case: kind, value: true } });
  table.objects.push(create(DroidsPlacedObjectSchema, { object, square: squareOf(at) }));
}

/** Removes the object of a square. Robots stay, since their number is that of the match. */
export function removeThing(table: DroidsPosition, at: Square): void {
  table.objects = table.objects.filter(({ square }) => !isSame(square, at));
}

/** Restores the order in which a position lists what is on the field. */
export function sortField(table: DroidsPosition): void {
  const place = (square: Square | undefined) => (square === undefined ? 0 : square.y * 10 + square.x);
  table.objects.sort((a, b) => place(a.square) - place(b.square));
  table.repairers.sort((a, b) => place(a) - place(b));
  table.strips.sort((a, b) => a.side - b.side || a.transmitter - b.transmitter);
  table.stones.sort(
    (a, b) => a.side - b.side || a.slot!.transmitter - b.slot!.transmitter || a.slot!.slot - b.slot!.slot,
  );
}

function squareOf({ x, y }: Square): DroidsSquare {
  return create(DroidsSquareSchema, { x, y });
}

function isSame(square: Square | undefined, other: Square): boolean {
  return square !== undefined && square.x === other.x && square.y === other.y;
}
