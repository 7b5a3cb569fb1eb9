/** An action of Droids step by step: the stone that is sent, and the robots that it moves. */

import { DroidsKind, DroidsPhase } from "botwerk/v1";
import type { DroidsPosition, DroidsSide, DroidsSquare, DroidsStone } from "botwerk/v1";
import type { BoardMark } from "../board_marks.js";
import type { AnimationStep, Piece, PieceMove } from "../events/animation_step.js";
import type { SeenUpdate } from "../match_model.js";
import { parseChoice } from "./legal_choices.js";

/** The letters of the sides, by their numbers. */
const SIDES = ["", "S", "W", "N", "E"] as const;
const FILLS = ["", "#2463b0", "#d9a800", "#c8362b", "#1f8a4c"] as const;
const STONE = "#c2185b";
const TRAIL = "#a35b00";

/** Positions as messages with their texts. */
export interface DroidsChange {
  readonly before: { readonly position: DroidsPosition; readonly text: string };
  readonly after: { readonly position: DroidsPosition; readonly text: string };
  readonly side: DroidsSide;
  /** The action in the notation. */
  readonly action: string;
}

/** Returns the steps of an action. Draws show nothing on the board. */
export function droidsSteps({ before, after, side, action }: DroidsChange): AnimationStep[] {
  const choice = parseChoice(action);
  if (choice?.kind === "set") {
    const ring = { kind: "ring" as const, place: `${SIDES[side]}${choice.slot}`, colour: STONE };
    return [{ position: after.text, moves: [], marks: [ring], trail: [ring] }];
  }
  if (choice?.kind === "lift") {
    const ring = { kind: "ring" as const, place: `${SIDES[side]}${choice.transmitter}`, colour: STONE };
    return [{ position: after.text, moves: [], marks: [ring], trail: [ring] }];
  }
  if (choice?.kind !== "send") return [];
  const sent = frontStone(before.position, side, choice.transmitter);
  const ring: BoardMark[] = sent === undefined ? [] : [{ kind: "ring", place: `${SIDES[side]}${sent.slot}`, colour: STONE }];
  const moves = robotMoves(before.position, after.position);
  const shots = shotMarks(before.position, after.position, side, sent?.stone);
  const arrows = moves.map(({ places }): BoardMark => ({ kind: "arrow", places, colour: TRAIL }));
  const light: AnimationStep = { position: before.text, moves: [], marks: ring, trail: [] };
  return [light, { position: before.text, moves, marks: [...ring, ...shots], trail: [...arrows, ...shots] }];
}

/** Returns whether setting ends with an update: stones that were set are then sent, or gone. */
export function endsSetting({ before, after }: SeenUpdate): boolean {
  const [from, to] = [before?.position.game, after?.position.game];
  return from?.case === "droids" && to?.case === "droids" && from.value.phase === DroidsPhase.SET && to.value.phase !== DroidsPhase.SET;
}

/** Returns the stone that a transmitter sends, with its slot. */
export function frontStone(
  { stones }: DroidsPosition,
  side: DroidsSide,
  transmitter: number,
): { readonly slot: string; readonly stone: DroidsStone } | undefined {
  const own = stones.filter((placed) => placed.side === side && placed.slot?.transmitter === transmitter);
  own.sort((first, second) => first.slot!.slot - second.slot!.slot);
  const [front] = own;
  return front?.stone === undefined ? undefined : { slot: `${transmitter}.${front.slot!.slot}`, stone: front.stone };
}

/** Returns the ways of all robots that stand elsewhere afterwards. */
export function robotMoves(before: DroidsPosition, after: DroidsPosition): PieceMove[] {
  const droids = before.droids.flatMap(({ side, square }): PieceMove[] => {
    const end = after.droids.find((droid) => droid.side === side)?.square;
    return wayOf({ letter: SIDES[side]!, fill: FILLS[side]!, ink: "#fff", arrow: TRAIL }, square, end);
  });
  const mad = wayOf({ letter: "M", fill: "#b0257f", ink: "#fff", arrow: TRAIL }, before.madRobot, after.madRobot);
  return [...droids, ...repairerMoves(before.repairers, after.repairers), ...mad];
}

/** Repair robots have no names: one that left its square is the nearest one that came to another square. */
function repairerMoves(before: readonly DroidsSquare[], after: readonly DroidsSquare[]): PieceMove[] {
  const has = (list: readonly DroidsSquare[], square: DroidsSquare) => list.some(({ x, y }) => x === square.x && y === square.y);
  const left = before.filter((square) => !has(after, square));
  const reached = after.filter((square) => !has(before, square));
  const piece: Piece = { letter: "r", fill: "#5b6570", ink: "#fff", arrow: TRAIL };
  return left.flatMap((from) => {
    const distance = ({ x, y }: DroidsSquare) => Math.abs(x - from.x) + Math.abs(y - from.y);
    const [to] = [...reached].sort((first, second) => distance(first) - distance(second));
    if (to !== undefined) reached.splice(reached.indexOf(to), 1);
    return wayOf(piece, from, to);
  });
}

function wayOf(piece: Piece, from: DroidsSquare | undefined, to: DroidsSquare | undefined): PieceMove[] {
  if (from === undefined || to === undefined || (from.x === to.x && from.y === to.y)) return [];
  return [{ piece, places: [squareName(from), squareName(to)] }];
}

/** Marks transmitters under new strips and, if a shot has caused one, its way. */
function shotMarks(before: DroidsPosition, after: DroidsPosition, side: DroidsSide, stone: DroidsStone | undefined): BoardMark[] {
  return newStrips(before, after).flatMap(({ side: hit, transmitter }): BoardMark[] => {
    const cross: BoardMark = { kind: "cross", place: `${SIDES[hit]}${transmitter}` };
    const squareOf = (wanted: DroidsSide) => before.droids.find((droid) => droid.side === wanted)?.square;
    const [from, to] = [squareOf(side), squareOf(hit)];
    if (stone?.kind !== DroidsKind.FIRE || from === undefined || to === undefined) return [cross];
    return [cross, { kind: "arrow", places: [squareName(from), squareName(to)], colour: "#b3261e" }];
  });
}

/** Returns the damage strips that a change has brought. */
export function newStrips(before: DroidsPosition, after: DroidsPosition): DroidsPosition["strips"] {
  return after.strips.filter(({ side, transmitter }) =>
    !before.strips.some((strip) => strip.side === side && strip.transmitter === transmitter));
}

function squareName({ x, y }: DroidsSquare): string {
  return `${x}${y}`;
}
