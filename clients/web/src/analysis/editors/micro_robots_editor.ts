/** Sets up Micro Robots: the robot, its targets and the spaces of the board. */

import { clone, create } from "@bufbuild/protobuf";
import { MicroRobotsRaceSchema, PositionSchema } from "botwerk/v1";
import type { DescribeMatchResponse, MicroRobotsPosition, Position } from "botwerk/v1";
import { EditError } from "./editor.js";
import type { Editor, Setting, Tool, ToolUse } from "./editor.js";

const COLOURS = "BYGRPW";

const TOOLS: readonly Tool[] = [
  { id: "start", label: "Robot", hint: "Choose the space on which the robot starts", hasTarget: false },
  { id: "target", label: "Target", hint: "Choose the space that the robot must reach", hasTarget: false },
  { id: "swap", label: "Swap spaces", hint: "Choose two spaces of the board", hasTarget: true },
];

const INTERMEDIATE: Tool = {
  id: "intermediate",
  label: "Intermediate target",
  hint: "Choose the space on which the robot must stop first (MR-29)",
  hasTarget: false,
};

export function createMicroRobotsEditor(description: DescribeMatchResponse): Editor {
  const isExpert = description.setup?.options.some(({ name, value }) => name === "expert" && value === "true") ?? false;
  return { tools: isExpert ? [...TOOLS, INTERMEDIATE] : TOOLS, settings, change, applies, use: place };

  function place(position: Position, use: ToolUse): Position {
    const edited = clone(PositionSchema, position);
    const table = read(edited);
    if (use.tool === "swap") swap(table, spaceOf(use.place), spaceOf(use.target ?? use.place));
    else mark(table, use.tool, spaceOf(use.place));
    openRace(table, isExpert);
    return edited;
  }
}

function settings(): readonly Setting[] {
  return [];
}

function change(position: Position): Position {
  return position;
}

function applies(_position: Position, _tool: string, place: string): boolean {
  return /^[1-6][BYGRPW]$/.test(place);
}

/** Marks a space. What was marked there takes the place of the mark that moves. */
function mark(table: MicroRobotsPosition, tool: string, space: number): void {
  if (tool !== "start" && tool !== "target" && tool !== "intermediate") return;
  const previous = table[tool];
  for (const other of ["start", "target", "intermediate"] as const) {
    if (other !== tool && table[other] === space) table[other] = previous;
  }
  table[tool] = space;
}

function swap(table: MicroRobotsPosition, first: number, second: number): void {
  const swapped = (space: number) => (space === first ? second : space === second ? first : space);
  table.board = table.board.map(swapped);
}

/** Opens the race for the target, or leaves its roll to chance if it is missing. */
function openRace(table: MicroRobotsPosition, isExpert: boolean): void {
  if (table.start === 0) throw new EditError("place the robot first (MR-6)");
  if (table.target === 0) {
    table.intermediate = 0;
    table.phase = { case: "rollPhase", value: true };
    return;
  }
  // The expert variant rolls both targets together (MR-29).
  const isFree = (space: number) => space !== table.start && space !== table.target;
  if (isExpert && table.intermediate === 0) table.intermediate = table.board.find(isFree) ?? 0;
  table.round = Math.max(1, table.round);
  table.phase = { case: "racePhase", value: create(MicroRobotsRaceSchema) };
}

function read(position: Position): MicroRobotsPosition {
  if (position.game.case !== "microRobots") throw new Error("expected a position of Micro Robots");
  return position.game.value;
}

/** Returns the number of a space such as `1P` (MR-1). */
function spaceOf(name: string): number {
  return (Number(name.charAt(0)) - 1) * COLOURS.length + COLOURS.indexOf(name.charAt(1)) + 1;
}
