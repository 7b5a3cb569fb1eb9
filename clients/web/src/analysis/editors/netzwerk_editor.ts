/** Sets up Netzwerk: robots, batteries and the side to move. */

import { clone, create } from "@bufbuild/protobuf";
import { NetzwerkField, NetzwerkRobotPhaseSchema, NetzwerkSide, NetzwerkSquare, PositionSchema } from "botwerk/v1";
import type { NetzwerkPosition, Position } from "botwerk/v1";
import { EditError } from "./editor.js";
import type { Editor, Setting, Tool, ToolUse } from "./editor.js";

const TOOLS: readonly Tool[] = [
  { id: "move", label: "Move", hint: "Choose a robot or battery, then where it goes", hasTarget: true },
  { id: "white", label: "White robot", hint: "Choose a square", hasTarget: false },
  { id: "black", label: "Black robot", hint: "Choose a square", hasTarget: false },
  { id: "battery", label: "Battery", hint: "Choose an energy field", hasTarget: false },
  { id: "erase", label: "Erase", hint: "Choose a robot or battery", hasTarget: false },
];

/** A place of the board: squares hold robots, energy fields batteries (NW-2). */
type Point = { readonly kind: "square"; readonly square: number } | { readonly kind: "field"; readonly field: number };

export function createNetzwerkEditor(): Editor {
  return { tools: TOOLS, settings, change, applies, use };
}

function settings(position: Position): readonly Setting[] {
  const value = read(position).side === NetzwerkSide.BLACK ? "black" : "white";
  const values = [
    { value: "white", label: "White" },
    { value: "black", label: "Black" },
  ];
  return [{ id: "side", label: "Side to move", value, values }];
}

function change(position: Position, setting: string, value: string): Position {
  return edit(position, (board) => {
    if (setting === "side") board.side = value === "black" ? NetzwerkSide.BLACK : NetzwerkSide.WHITE;
  });
}

function applies(position: Position, tool: string, place: string): boolean {
  const point = pointOf(place);
  if (tool === "white" || tool === "black") return point?.kind === "square";
  if (tool === "battery") return point?.kind === "field";
  return point !== undefined && pieceAt(read(position), point) !== undefined;
}

function use(position: Position, { tool, place, target }: ToolUse): Position {
  return edit(position, (board) => {
    const point = pointOf(place);
    if (point === undefined) return;
    const piece = pieceAt(board, point);
    if (tool === "move") return move(board, point, pointOf(target ?? place) ?? point);
    remove(board, point);
    // A second click with the same tool takes the piece away again.
    if (tool !== "erase" && tool !== piece) put(board, tool as Piece, point);
  });
}

type Piece = "white" | "black" | "battery";

function pieceAt(board: NetzwerkPosition, point: Point): Piece | undefined {
  if (point.kind === "field") return board.batteries.includes(point.field) ? "battery" : undefined;
  if (board.white.includes(point.square)) return "white";
  return board.black.includes(point.square) ? "black" : undefined;
}

/** Moves a piece. What was on the other point changes places with it. */
function move(board: NetzwerkPosition, from: Point, to: Point): void {
  const [piece, other] = [pieceAt(board, from), pieceAt(board, to)];
  remove(board, from);
  if (piece !== undefined) put(board, piece, to);
  if (other !== undefined) put(board, other, from);
}

function put(board: NetzwerkPosition, piece: Piece, point: Point): void {
  if ((piece === "battery") !== (point.kind === "field")) {
    throw new EditError("robots stand on squares and batteries on energy fields (NW-2)");
  }
  remove(board, point);
  if (point.kind === "field") board.batteries.push(point.field);
  else board[piece === "white" ? "white" : "black"].push(point.square);
}

function remove(board: NetzwerkPosition, point: Point): void {
  if (point.kind === "field") {
    board.batteries = board.batteries.filter((other) => other !== point.field);
  } else {
    board.white = board.white.filter((other) => other !== point.square);
    board.black = board.black.filter((other) => other !== point.square);
  }
}

/** Edits a copy. A position that was set up is at the start of a turn. */
function edit(position: Position, change: (board: NetzwerkPosition) => void): Position {
  const edited = clone(PositionSchema, position);
  const board = read(edited);
  change(board);
  for (const list of [board.white, board.black, board.batteries]) list.sort((a, b) => a - b);
  board.phase = { case: "robotPhase", value: create(NetzwerkRobotPhaseSchema) };
  board.quiet = 0;
  board.departed = NetzwerkSide.UNSPECIFIED;
  return edited;
}

function read(position: Position): NetzwerkPosition {
  if (position.game.case !== "netzwerk") throw new Error("expected a position of Netzwerk");
  return position.game.value;
}

/** Returns the point of a name such as `b2` or `a1`. */
function pointOf(place: string): Point | undefined {
  const name = place.toUpperCase();
  const square = NetzwerkSquare[name as keyof typeof NetzwerkSquare];
  if (square !== undefined) return { kind: "square", square };
  const field = NetzwerkField[name as keyof typeof NetzwerkField];
  return field === undefined ? undefined : { kind: "field", field };
}
