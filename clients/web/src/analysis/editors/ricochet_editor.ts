/** Sets up Ricochet Robots: the robots and the open target. */

import { clone, create } from "@bufbuild/protobuf";
import { PositionSchema, RicochetPlacedRobotSchema, RicochetRaceSchema, RicochetRobot } from "botwerk/v1";
import type { DescribeMatchResponse, Position, RicochetPosition, RicochetTarget } from "botwerk/v1";
import { cellNamed, isClosed } from "../../play/ricochet/slide.js";
import { EditError } from "./editor.js";
import type { Editor, Setting, Tool, ToolUse } from "./editor.js";

const ROBOTS = [
  [RicochetRobot.RED, "Red robot"],
  [RicochetRobot.GREEN, "Green robot"],
  [RicochetRobot.BLUE, "Blue robot"],
  [RicochetRobot.YELLOW, "Yellow robot"],
  [RicochetRobot.SILVER, "Silver robot"],
  [RicochetRobot.TRANSPARENT, "Transparent robot"],
] as const;

export function createRicochetEditor(description: DescribeMatchResponse): Editor {
  const isOn = (option: string) =>
    description.setup?.options.some(({ name, value }) => name === option && value === "true") ?? false;
  const takesPart = (robot: RicochetRobot) =>
    robot === RicochetRobot.SILVER
      ? isOn("silver")
      : robot === RicochetRobot.TRANSPARENT
        ? isOn("transparent")
        : true;
  const robots = ROBOTS.filter(([robot]) => takesPart(robot));
  const tools: Tool[] = robots.map(([robot, label]) => {
    return { id: String(robot), label, hint: "Choose the cell of this robot", hasTarget: false };
  });
  tools.push({ id: "target", label: "Target", hint: "Choose the cell of a target of the board", hasTarget: false });
  return { tools, settings, change, applies, use: place };

  function place(position: Position, use: ToolUse): Position {
    const edited = clone(PositionSchema, position);
    const table = read(edited);
    for (const [robot] of robots) placeMissing(table, robot);
    const cell = cellNamed(use.place);
    if (cell === undefined) throw new EditError("this place is no cell");
    if (use.tool === "target") openTarget(table, cell);
    else moveRobot(table, Number(use.tool), cell);
    table.phase =
      table.target === undefined
        ? { case: "drawPhase", value: true }
        : { case: "racePhase", value: create(RicochetRaceSchema) };
    return edited;
  }
}

function settings(): readonly Setting[] {
  return [];
}

function change(position: Position): Position {
  return position;
}

function applies(position: Position, tool: string, place: string): boolean {
  const table = read(position);
  const cell = cellNamed(place);
  if (cell === undefined) return false;
  if (tool === "target") return targetOn(table, cell) !== undefined;
  return !isClosedCell(table, cell);
}

/** Returns whether no robot ever stands on a cell: it is in the centre block or outside, or has all four walls. */
function isClosedCell({ board }: RicochetPosition, cell: number): boolean {
  return board !== undefined && isClosed({ walls: board.walls, isSized: board.size !== "" }, cell);
}

/** Moves a robot. A robot that stands there takes its cell. */
function moveRobot(table: RicochetPosition, robot: RicochetRobot, cell: number): void {
  const moved = table.robots.find((placed) => placed.robot === robot);
  if (moved === undefined) return;
  const other = table.robots.find((placed) => placed.cell === cell);
  if (other !== undefined) other.cell = moved.cell;
  moved.cell = cell;
}

/** Puts a robot that has no cell yet on the first one on which it can start (RR-2). */
function placeMissing(table: RicochetPosition, robot: RicochetRobot): void {
  if (table.robots.some((placed) => placed.robot === robot)) return;
  const taken = new Set([
    ...table.robots.map((placed) => placed.cell),
    ...(table.board?.targets ?? []).map((target) => target.cell),
    ...(table.board?.diagonals ?? []).map((diagonal) => diagonal.cell),
  ]);
  let cell = 0;
  while (taken.has(cell) || isClosedCell(table, cell)) cell++;
  table.robots.push(create(RicochetPlacedRobotSchema, { robot, cell }));
}

/**
 * Opens the target of a cell. The target that was open takes its place among those that were never drawn, that are
 * under the others, or that were won, so that all numbers stay as they are.
 */
function openTarget(table: RicochetPosition, cell: number): void {
  const target = targetOn(table, cell);
  if (target === undefined) throw new EditError("this cell has no target (RR-3)");
  const previous = table.target;
  if (previous?.cell === cell) return;
  const replaceIn = (list: RicochetTarget[]) => {
    const rest = list.filter((other) => other.cell !== cell);
    return rest.length < list.length && previous !== undefined ? [...rest, previous] : rest;
  };
  const order = new Map((table.board?.targets ?? []).map((other, index) => [other.cell, index]));
  table.undrawn = replaceIn(table.undrawn).sort((a, b) => order.get(a.cell)! - order.get(b.cell)!);
  table.under = replaceIn(table.under);
  table.target = target;
  if (previous === undefined) table.round = order.size - table.undrawn.length;
}

function targetOn(table: RicochetPosition, cell: number): RicochetTarget | undefined {
  return table.board?.targets.find((target) => target.cell === cell);
}

function read(position: Position): RicochetPosition {
  if (position.game.case !== "ricochet") throw new Error("expected a position of Ricochet Robots");
  return position.game.value;
}
