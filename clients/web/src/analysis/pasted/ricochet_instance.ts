/** Tasks of Ricochet Robots as the JSON lines of `botwerk solve`. */

import type { NamedValue } from "../option_fields.js";
import { PastedTextError } from "./pasted_text_error.js";

const COLOURS = "rgbys";
const TRANSPARENT = "t";

/** Returns the position of a task, in the first round of a match, with the options of its rules. */
export function positionOfInstance(value: object): { readonly text: string; readonly options: readonly NamedValue[] } {
  const { walls, size, diagonals = [], robots, target, transparent, ...rules } = value as Record<string, unknown>;
  const width = typeof size === "string" ? Number(/^(\d+)x\d+$/.exec(size)?.[1]) : 16;
  const cells = robots;
  const { pos, robot } = (target ?? {}) as { pos?: unknown; robot?: unknown };
  const isKnown = Array.isArray(cells) && Array.isArray(diagonals) && width >= 3 && typeof pos === "number";
  if (!isKnown) throw new PastedTextError("This JSON has walls, but no `robots` and `target` of a task of Ricochet Robots.");
  const letter = (index: number) => (index === transparent ? TRANSPARENT : COLOURS.charAt(index));
  const cell = (index: unknown) => cellName(Number(index), width);
  const aim = `${robot === -1 ? "*" : letter(Number(robot))}:${cell(pos)}`;
  const turned = diagonals.map((entry) => {
    const [at, slope, colour] = entry as [unknown, unknown, unknown];
    return `${cell(at)}${String(slope)}${COLOURS.charAt(Number(colour))}`;
  });
  const start = size === undefined ? "cells" : `size:${String(size)}`;
  const board = `${start}:${String(walls)}:${turned.join(",") || "-"}:${aim}`;
  const placed = cells.map((at, index) => `${letter(index)}:${cell(at)}`).join(",");
  const options = [
    { name: "silver", value: String(cells.some((_, index) => letter(index) === "s")) },
    { name: "transparent", value: String(typeof transparent === "number") },
    { name: "ricochet_rule", value: String(rules["ricochet_rule"] === true) },
    { name: "stop_on_diagonal", value: String(rules["stop_on_diagonal"] === true) },
    { name: "crossing_cost", value: typeof rules["crossing_cost"] === "string" ? rules["crossing_cost"] : "replaces" },
  ];
  const defaults = new Map([["ricochet_rule", "true"], ["crossing_cost", "replaces"]]);
  return {
    text: `${board} ${placed} ${aim} - 0,0 1 race:/`,
    options: options.filter(({ name, value }) => value !== (defaults.get(name) ?? "false")),
  };
}

/** Returns the name of a cell by its number from the north-west, such as `c12`. */
function cellName(index: number, width: number): string {
  const column = index % width;
  const letters = column < 26 ? letterOf(column) : letterOf(Math.floor(column / 26) - 1) + letterOf(column % 26);
  return `${letters}${Math.floor(index / width) + 1}`;
}

function letterOf(index: number): string {
  return String.fromCharCode(97 + index);
}
