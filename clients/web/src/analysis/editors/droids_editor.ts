/** Sets up Droids: robots, objects, strips, stones, hands, and whose turn it is in which phase. */

import { clone } from "@bufbuild/protobuf";
import { DroidsArrow, DroidsKind, DroidsPhase, DroidsSide, PositionSchema } from "botwerk/v1";
import type { DescribeMatchResponse, DroidsPosition, DroidsRules, Position } from "botwerk/v1";
import { moveThing, placeObject, removeThing, sortField, thingAt } from "./droids_field.js";
import { completeHands, handText, moveStone, parseHand, putStone, removeStone, stoneAt } from "./droids_stones.js";
import { EditError } from "./editor.js";
import type { Editor, Setting, Tool, ToolUse } from "./editor.js";

export const SIDE_LETTERS = ["", "S", "W", "N", "E"] as const;
const SIDE_NAMES = ["", "South", "West", "North", "East"] as const;

const PHASES = [
  { value: "draw", label: "Draw", phase: DroidsPhase.DRAW },
  { value: "set", label: "Set", phase: DroidsPhase.SET },
  { value: "send", label: "Send", phase: DroidsPhase.SEND },
] as const;

/** A place of the picture. */
export type DroidsPlace =
  | { readonly kind: "square"; readonly x: number; readonly y: number }
  | { readonly kind: "slot"; readonly side: DroidsSide; readonly transmitter: number; readonly slot: number }
  | { readonly kind: "transmitter"; readonly side: DroidsSide; readonly transmitter: number };

/** Returns the place of a name: a square `59`, a slot `S5.1` or a transmitter `S5`. */
export function placeOf(name: string): DroidsPlace | undefined {
  const square = /^(\d)(\d)$/.exec(name);
  if (square !== null) return { kind: "square", x: Number(square[1]), y: Number(square[2]) };
  const parts = /^([SWNE])(\d+)(?:\.(\d))?$/.exec(name);
  if (parts === null) return undefined;
  const [side, transmitter] = [SIDE_LETTERS.indexOf(parts[1] as "S"), Number(parts[2])];
  if (parts[3] === undefined) return { kind: "transmitter", side, transmitter };
  return { kind: "slot", side, transmitter, slot: Number(parts[3]) };
}

export function createDroidsEditor(description: DescribeMatchResponse): Editor {
  const rules = description.rules?.game.case === "droids" ? description.rules.game.value : undefined;
  if (rules === undefined) throw new Error("expected the rules of a match of Droids");
  return {
    tools: toolsOf(rules),
    settings: (position) => settingsOf(read(position), rules),
    change: (position, setting, value) => edit(position, rules, (table) => change(table, rules, setting, value)),
    applies: (position, tool, place) => applies(read(position), rules, tool, place),
    use: (position, use) => edit(position, rules, (table) => apply(table, rules, use)),
  };
}

function toolsOf(rules: DroidsRules): readonly Tool[] {
  const kinds = rules.kinds.filter(({ count }) => count > 0).map(({ kind }) => {
    return { value: DroidsKind[kind]!, label: DroidsKind[kind]! };
  });
  const arrows = Object.values(DroidsArrow)
    .filter((arrow) => typeof arrow === "string" && arrow !== "UNSPECIFIED")
    .map((arrow) => ({ value: String(arrow), label: String(arrow) }));
  const parameters = [
    { id: "kind", label: "Kind", value: kinds[0]?.value ?? "", values: kinds },
    { id: "arrow", label: "Arrow", value: "N", values: arrows },
  ];
  return [
    { id: "move", label: "Move", hint: "Choose a robot, object or stone, then where it goes", hasTarget: true },
    { id: "obstacle", label: "Obstacle", hint: "Choose a square", hasTarget: false },
    { id: "mine", label: "Mine", hint: "Choose a square", hasTarget: false },
    { id: "stone", label: "Stone", hint: "Choose a slot of a transmitter", hasTarget: false, parameters },
    { id: "strip", label: "Damage strip", hint: "Choose the number of a transmitter", hasTarget: false },
    { id: "erase", label: "Erase", hint: "Choose an object or stone", hasTarget: false },
  ];
}

function settingsOf(table: DroidsPosition, rules: DroidsRules): readonly Setting[] {
  const sides = rules.sides.map((side) => ({ value: SIDE_LETTERS[side]!, label: SIDE_NAMES[side]! }));
  const phase = PHASES.find((other) => other.phase === table.phase)?.value ?? "draw";
  const settings: Setting[] = [
    { id: "phase", label: "Phase", value: phase, values: PHASES.map(({ value, label }) => ({ value, label })) },
    { id: "acting", label: "Seat to act", value: SIDE_LETTERS[table.acting] ?? "", values: sides },
  ];
  if (table.phase !== DroidsPhase.SET) return settings;
  const hands = rules.sides.map((side) => {
    return { id: `hand:${side}`, label: `Hand of ${SIDE_NAMES[side]}`, value: handText(table, side) };
  });
  return [...settings, ...hands];
}

function change(table: DroidsPosition, rules: DroidsRules, setting: string, value: string): void {
  if (setting === "phase") {
    table.phase = PHASES.find((other) => other.value === value)?.phase ?? table.phase;
  } else if (setting === "acting") {
    table.acting = SIDE_LETTERS.indexOf(value as "S");
    table.starter = table.acting;
  } else if (setting.startsWith("hand:")) {
    parseHand(table, rules, Number(setting.slice("hand:".length)), value);
  }
}

function applies(table: DroidsPosition, rules: DroidsRules, tool: string, name: string): boolean {
  const place = placeOf(name);
  if (place === undefined) return false;
  if (tool === "strip") return place.kind === "transmitter" && rules.sides.includes(place.side);
  if (tool === "stone") return place.kind === "slot" && rules.sides.includes(place.side);
  if (place.kind === "transmitter") return false;
  if (tool === "obstacle" || tool === "mine") return place.kind === "square";
  if (place.kind === "slot") return rules.sides.includes(place.side) && stoneAt(table, place) !== undefined;
  const thing = thingAt(table, place);
  return thing !== undefined && (tool === "move" || thing.kind === "object");
}

function apply(table: DroidsPosition, rules: DroidsRules, use: ToolUse): void {
  const place = placeOf(use.place);
  if (place === undefined) return;
  if (use.tool === "move") {
    const target = placeOf(use.target ?? use.place);
    if (place.kind === "square" && target?.kind === "square") return moveThing(table, place, target);
    if (place.kind === "slot" && target?.kind === "slot" && target.side === place.side) {
      return moveStone(table, place, target);
    }
    throw new EditError("robots and objects move to squares, stones to slots of the same side");
  }
  if (place.kind === "transmitter") return toggleStrip(table, place.side, place.transmitter);
  if (place.kind === "square") {
    return use.tool === "erase" ? removeThing(table, place) : placeObject(table, place, use.tool as "obstacle" | "mine");
  }
  if (use.tool === "erase") return void removeStone(table, place);
  if (table.phase === DroidsPhase.DRAW) table.phase = DroidsPhase.SET;
  const kind = DroidsKind[use.parameters["kind"] as keyof typeof DroidsKind];
  const arrow = DroidsArrow[use.parameters["arrow"] as keyof typeof DroidsArrow];
  putStone(table, rules, place, kind, arrow);
}

function toggleStrip(table: DroidsPosition, side: DroidsSide, transmitter: number): void {
  const rest = table.strips.filter((strip) => strip.side !== side || strip.transmitter !== transmitter);
  if (rest.length === table.strips.length) rest.push({ $typeName: "botwerk.v1.DroidsStrip", side, transmitter });
  table.strips = rest;
}

/** Edits a copy, in which nothing is pending and no seat has finished the phase. */
function edit(position: Position, rules: DroidsRules, change: (table: DroidsPosition) => void): Position {
  const edited = clone(PositionSchema, position);
  const table = read(edited);
  const first = rules.sides.find((side) => !table.out.includes(side)) ?? DroidsSide.SOUTH;
  if (table.acting === DroidsSide.UNSPECIFIED) table.acting = first;
  if (table.starter === DroidsSide.UNSPECIFIED) table.starter = table.acting;
  if (table.phase === DroidsPhase.OVER) table.phase = DroidsPhase.DRAW;
  table.won = [];
  // The die of the solo scenario comes first in a round, so that it stays pending.
  table.pending = table.pending.filter(({ kind }) => kind.case === "soloDie");
  change(table);
  table.done = [];
  completeHands(table, rules);
  sortField(table);
  return edited;
}

function read(position: Position): DroidsPosition {
  if (position.game.case !== "droids") throw new Error("expected a position of Droids");
  return position.game.value;
}
