/** Hints as sentences with marks on the board: which piece, where to, and the whole way. */

import { DroidsArrow } from "botwerk/v1";
import type { Position } from "botwerk/v1";
import { quantity } from "../../shell/quantity.js";
import type { BoardMark } from "../board_marks.js";
import { parseChoice } from "../droids/legal_choices.js";
import { kindName, slotName, stoneName, stoneText } from "../droids/stones.js";
import { frontStone } from "../droids/turn_steps.js";
import { isField, parseMove } from "../netzwerk/lattice.js";
import { drivenRoute } from "../race/driven_route.js";
import type { RouteLeg, RouteRules } from "../race/driven_route.js";
import { spaceName } from "../micro_robots/route.js";
import { ROBOT_LETTERS, cellName } from "../ricochet/slide.js";
import { robotName } from "../ricochet/attempt.js";

/** A hint. */
export interface GradedHint {
  readonly text: string;
  /** The hint in the game's notation. Empty if the text says it all. */
  readonly notation: string;
  readonly marks: readonly BoardMark[];
}

const COLOUR = "#6a1b9a";

const HEADINGS: Readonly<Record<string, string>> = { N: "north", E: "east", S: "south", W: "west" };

/** Returns hints, each of which reveals more than the one before. `texts` are those of the server. */
export function gradedHints(position: Position, seat: number, texts: readonly string[], rules: RouteRules): readonly GradedHint[] {
  const [first] = texts;
  switch (position.game.case) {
    case "microRobots":
    case "ricochet":
      return texts.map((text) => routeHint(position, text, rules));
    case "netzwerk":
      return first === undefined ? [] : netzwerkHints(seat, first);
    case "droids":
      return first === undefined ? [] : droidsHints(position, seat, first);
    default:
      return texts.map(plainHint);
  }
}

function plainHint(text: string): GradedHint {
  return { text: "", notation: text, marks: [] };
}

/** Returns a hint of a route: its length, the robot that moves last, its first move, or all its moves. */
function routeHint(position: Position, hint: string, rules: RouteRules): GradedHint {
  const [, name, list] = /^(next|all): (.+)$/.exec(hint) ?? [];
  if (name !== undefined && list !== undefined) {
    const { legs } = drivenRoute(position, list.split(" "), rules);
    if (name === "all") return { text: "The whole route is on the board.", notation: hint, marks: arrowsOf(legs) };
    const [leg] = legs;
    if (leg === undefined) return plainHint(hint);
    const { places } = leg;
    const ends: BoardMark[] = [
      { kind: "ring", place: places[0]!, colour: COLOUR },
      { kind: "ghost", place: places.at(-1)!, colour: leg.piece.fill },
    ];
    return { text: firstMoveText(position, list, leg), notation: hint, marks: [...ends, ...arrowsOf([leg])] };
  }
  const last = /^(\w+) moves last$/.exec(hint)?.[1];
  if (last !== undefined) return { text: `The ${last} robot moves last, and reaches the target.`, notation: "", marks: lastRobotMarks(position, last) };
  const count = /^(\d+) moves?$/.exec(hint)?.[1];
  if (count === undefined) return plainHint(hint);
  return { text: `There is a route of ${quantity(Number(count), "move")}.`, notation: "", marks: taskMarks(position) };
}

function firstMoveText(position: Position, move: string, { places }: RouteLeg): string {
  const end = places.at(-1)!;
  if (position.game.case === "microRobots") return `First the robot moves to ${end}.`;
  const robot = ROBOT_LETTERS.find((letter) => letter === move[0]);
  return `First the ${robot === undefined ? "" : robotName(robot)} robot slides ${HEADINGS[move[1] ?? ""] ?? ""}, to ${end}.`;
}

function arrowsOf(legs: readonly RouteLeg[]): BoardMark[] {
  const hasNumbers = legs.length > 1;
  return legs.map(({ piece, places }, index) =>
    ({ kind: "arrow", places, colour: piece.arrow, ...(hasNumbers && { number: index + 1 }) }));
}

/** Marks the robot and the target of Micro Robots, or the target of Ricochet Robots. */
function taskMarks({ game }: Position): BoardMark[] {
  if (game.case === "microRobots") {
    const { start, target } = game.value;
    if (start === 0 || target === 0) return [];
    return [{ kind: "ring", place: spaceName(start), colour: COLOUR }, { kind: "ring", place: spaceName(target), colour: COLOUR }];
  }
  if (game.case !== "ricochet" || game.value.target === undefined) return [];
  return [{ kind: "ring", place: cellName(game.value.target.cell), colour: COLOUR }];
}

function lastRobotMarks({ game }: Position, name: string): BoardMark[] {
  if (game.case !== "ricochet" || game.value.target === undefined) return [];
  const robot = game.value.robots.find((placed) => robotName(ROBOT_LETTERS[placed.robot - 1]!) === name);
  const ghost: BoardMark = { kind: "ghost", place: cellName(game.value.target.cell), colour: COLOUR };
  return robot === undefined ? [ghost] : [{ kind: "ring", place: cellName(robot.cell), colour: COLOUR }, ghost];
}

/** Returns the hints of a turn: the first robot, where it goes, and the whole turn. */
function netzwerkHints(seat: number, turn: string): GradedHint[] {
  const moves = turn.split(" ").map(parseMove).filter((move) => move !== undefined);
  const [first] = moves;
  if (first === undefined) return [plainHint(turn)];
  const kind = isField(first.from) ? "battery" : "robot";
  const colour = kind === "battery" ? "#2e9e5b" : seat === 0 ? "#fff" : "#333";
  // The first robot may move on in the same turn.
  let end = first.to;
  for (const { from, to } of moves.slice(1)) if (from === end) end = to;
  const ring: BoardMark = { kind: "ring", place: first.from, colour: COLOUR };
  const ghost: BoardMark = { kind: "ghost", place: end, colour };
  const arrows = moves.map(({ from, to, captures }, index): BoardMark[] => [
    { kind: "arrow", places: [from, to], colour: isField(from) ? "#17683a" : COLOUR, ...(moves.length > 1 && { number: index + 1 }) },
    ...(captures ? [{ kind: "cross" as const, place: to }] : []),
  ]);
  return [
    { text: `Move the ${kind} on ${first.from} first.`, notation: "", marks: [ring] },
    { text: `It goes from ${first.from} to ${end}.`, notation: "", marks: [ring, ghost] },
    { text: "The whole turn is on the board.", notation: turn, marks: [...arrows.flat(), ghost] },
  ];
}

/** Returns the hints of an action: the stone, and where it goes. */
function droidsHints({ game }: Position, seat: number, action: string): GradedHint[] {
  const choice = parseChoice(action);
  if (game.case !== "droids" || choice === undefined) return [plainHint(action)];
  const side = game.value.seats[seat];
  const letter = ["", "S", "W", "N", "E"][side ?? 0] ?? "";
  const ring = (name: string): BoardMark[] => [{ kind: "ring", place: `${letter}${name}`, colour: COLOUR }];
  switch (choice.kind) {
    case "draw":
      return [{ text: `Draw a ${choice.colour} stone.`, notation: "", marks: [] }];
    case "set":
      return [
        { text: `Set a stone “${stoneName(choice.stone)}”.`, notation: "", marks: [] },
        { text: `Set it on ${slotName(choice.slot)}.`, notation: "", marks: ring(choice.slot) },
        { text: `Set ${stoneText(choice.stone, choice.arrow)} on ${slotName(choice.slot)}.`, notation: action, marks: ring(choice.slot) },
      ];
    case "send": {
      const sent = side === undefined ? undefined : frontStone(game.value, side, choice.transmitter);
      if (sent === undefined) return [plainHint(action)];
      return [{ text: `Send ${stoneText(kindName(sent.stone.kind), DroidsArrow[sent.stone.arrow]!)} from transmitter ${choice.transmitter}.`, notation: action, marks: ring(sent.slot) }];
    }
    case "lift":
      return [{ text: `Lift the strip of transmitter ${choice.transmitter}.`, notation: "", marks: ring(String(choice.transmitter)) }];
    case "stop":
      return [{ text: "Stop setting stones.", notation: "", marks: [] }];
    case "drawAll":
      return [plainHint(action)];
  }
}
