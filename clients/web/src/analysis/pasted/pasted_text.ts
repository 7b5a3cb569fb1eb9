/** Texts that a person pastes where a position is asked for, and what they are. The rules judge what comes out. */

import { readAddress } from "../address.js";
import type { NamedValue } from "../option_fields.js";
import { boardOf, setupsOf } from "./notation_shape.js";
import type { PositionSetup } from "./notation_shape.js";
import { PastedTextError } from "./pasted_text_error.js";
import { positionOfInstance } from "./ricochet_instance.js";

/** Maximum number of characters of a text that is read. */
export const MAX_PASTED_LENGTH = 8_000_000;

/** What is understood, for people. */
export const UNDERSTOOD =
  "positions, boards, records, links to an analysis, game dumps of DriftingDroids, and what `botwerk position`, " +
  "`botwerk solve --generate` and `botwerk record show` print, as text or as JSON lines";

/** What a text is. */
export type PastedText =
  | {
      readonly kind: "position";
      /** The position in the notation. */
      readonly text: string;
      /** The set-ups in which it may be one, the first one first. Empty: the open match, or any game. */
      readonly setups: readonly PositionSetup[];
      /** Whether the text itself says the set-up, so that that of the open match does not matter. */
      readonly isExact: boolean;
      readonly note: string;
    }
  /** A board, with which a match can start. */
  | { readonly kind: "board"; readonly game: string; readonly board: string }
  /** A task on a board of printed sections, whose other targets the text does not list. */
  | {
      readonly kind: "task";
      readonly setup: PositionSetup;
      readonly board: string;
      readonly robots: string;
      readonly target: string;
    }
  | { readonly kind: "record"; readonly record: string };

/**
 * Returns what a text is, or `undefined` if it has no known form.
 *
 * @throws PastedTextError if it has a known form and no position.
 */
export function recognise(source: string): PastedText | undefined {
  if (source.length > MAX_PASTED_LENGTH) {
    const message = "This text is too long: at most 8 MB are read. Open a record of this size as a file, under View.";
    throw new PastedTextError(message);
  }
  const text = source.replaceAll("\r\n", "\n").trim();
  if (text.startsWith('{"botwerk":')) return { kind: "record", record: `${text}\n` };
  if (/^[[{]/.test(text)) return ofJson(text);
  if (text.startsWith("!DriftingDroids_game!")) return position(text.replace(/\s/g, ""), [setup("ricochet")]);
  return ofLink(text) ?? ofOutput(text) ?? ofNotation(text) ?? ofDiagram(text);
}

function setup(game: string, options: readonly NamedValue[] = [], seats = 0): PositionSetup {
  return { game, options, seats };
}

function position(text: string, setups: readonly PositionSetup[], isExact = false, note = ""): PastedText {
  return { kind: "position", text, setups, isExact, note };
}

/** Reads a position or a board on its own. */
function ofNotation(text: string): PastedText | undefined {
  const board = boardOf(text);
  if (board !== undefined) return { kind: "board", ...board };
  const line = text.replace(/\s+/g, " ");
  const setups = setupsOf(line);
  return setups.length === 0 ? undefined : position(line, setups);
}

/** Reads the address of an analysis. */
function ofLink(text: string): PastedText | undefined {
  const query = /^\S*\/analysis\?(\S+)$/.exec(text)?.[1];
  if (query === undefined) return undefined;
  const { game, options, seats, position: found } = readAddress(new URLSearchParams(query));
  if (found === undefined) throw new PastedTextError("This link to an analysis has no position.");
  return position(found, game === undefined ? setupsOf(found) : [setup(game, options, seats)], game !== undefined);
}

/** Reads what the program prints as text. */
function ofOutput(text: string): PastedText | undefined {
  // The last of several positions, as after every event of a record.
  const shown = [...text.matchAll(/^position: (.+)$/gm)].at(-1)?.[1];
  if (shown !== undefined) return withDiagram(shown, text);
  const tasks = text.split("\n").flatMap((line) => ofTask(line.trim()) ?? []);
  return tasks[0];
}

/** Reads a generated task, such as `4 moves: 3A-2C-4A-1D r:e2,g:f8,b:k10,y:p13 b:g13`. */
function ofTask(line: string): PastedText | undefined {
  const route = /^\d+ moves? from (\S+) to (\S+) on (.+)$/.exec(line);
  if (route !== null) return ofRoute(route[3]!, route[1]!, route[2]!);
  const task = /^\d+ moves?: ((?:\d[A-D]-){3}\d[A-D]) (\S+) (\S+)$/.exec(line);
  if (task === null) return undefined;
  const [, board = "", robots = "", target = ""] = task;
  // Positions are generated without the rule that a robot must turn, unless it is asked for.
  const rule = { name: "ricochet_rule", value: "false" };
  return { kind: "task", setup: setup("ricochet", [rule, ...robotOptions(robots)]), board, robots, target };
}

function robotOptions(robots: string): NamedValue[] {
  return setupsOf(`1A-1B-1C-1D ${robots} - - 0,0 0 start`)[0]?.options.slice() ?? [];
}

/** Returns the race for a target of Micro Robots, in the first round of a match. */
function ofRoute(board: string, start: string, target: string): PastedText {
  return position(`${board} ; ${start} ; ${target} ; - ; 0,0 ; 0 ; 1 ; race:`, [setup("micro-robots")]);
}

/** Returns a position of Netzwerk with the size of the board in its diagram, and any other one as it is. */
function withDiagram(text: string, diagram: string, setups = setupsOf(text)): PastedText {
  const files = /^ +((?:[a-m] )*[a-m])$/m.exec(diagram)?.[1]?.split(" ").length;
  const points = [...diagram.matchAll(/^ ?(\d+)  [+u|]/gm)].map(([, point]) => Number(point));
  if (setups[0]?.game !== "netzwerk" || files === undefined || points.length === 0) return position(text, setups);
  const size = { width: (files - 1) / 2, ranks: (Math.max(...points) - 1) / 2 };
  const changed = Object.entries(size).filter(([, value]) => value !== 6);
  const sizes = changed.map(([name, value]) => ({ name, value: String(value) }));
  return position(text, [setup("netzwerk", [...sizes, ...setups[0].options], 2)], true);
}

/** Says what is missing in a diagram: it does not have everything that a position has. */
function ofDiagram(text: string): undefined {
  if (/^ ?\d+  ?[+|u]/m.test(text)) {
    const message = "A diagram does not say everything about a position. Copy the line that starts with `position:` as well.";
    throw new PastedTextError(message);
  }
}

/** Reads JSON: one value, or one on each line. */
function ofJson(text: string): PastedText {
  const values = parseJson(text);
  const found = values.flatMap((value) => ofValue(value) ?? []);
  if (found.length === 0) throw new PastedTextError(`This JSON has no position. Understood are ${UNDERSTOOD}.`);
  // The events of a match lead to its last position; other lines are independent of each other.
  const isMatch = "seq" in (values[0] as object);
  const index = isMatch ? found.length - 1 : 0;
  const chosen = found[index]!;
  if (chosen.kind !== "position" || found.length === 1) return chosen;
  return { ...chosen, note: `Position ${index + 1} of ${found.length}.` };
}

function parseJson(text: string): object[] {
  const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
  try {
    const whole = JSON.parse(text) as unknown;
    return (Array.isArray(whole) ? whole : [whole]).filter(isObject);
  } catch {
    return text.split("\n").filter((line) => line.trim() !== "").map((line, index) => {
      try {
        return JSON.parse(line) as object;
      } catch {
        throw new PastedTextError(`Line ${index + 1} of this text is not JSON, or it is cut off.`);
      }
    }).filter(isObject);
  }
}

/** What the program and the conformance vectors write of a position. */
interface PositionValue {
  readonly position?: unknown;
  readonly game?: unknown;
  readonly seats?: unknown;
  readonly options?: unknown;
  readonly diagram?: unknown;
  readonly board?: unknown;
  readonly start?: unknown;
  readonly target?: unknown;
  readonly walls?: unknown;
  readonly error?: unknown;
}

function ofValue(value: PositionValue): PastedText | undefined {
  const { position: text, game, board, start, target, diagram } = value;
  if (typeof text === "string") {
    if (typeof game === "string") {
      return position(text, [setup(game, optionsOf(value.options), seatsOf(value.seats))], true);
    }
    return typeof diagram === "string" ? withDiagram(text, diagram) : position(text, setupsOf(text));
  }
  if (typeof value.walls === "string") {
    const { text: found, options } = positionOfInstance(value);
    return position(found, [setup("ricochet", options)], true);
  }
  if (typeof board !== "string") return undefined;
  if (typeof start === "string" && typeof target === "string") return ofRoute(board, start, target);
  const found = boardOf(board);
  return found === undefined ? undefined : { kind: "board", ...found };
}

/** Reads options, as an object or as a list of names with values. */
function optionsOf(options: unknown): NamedValue[] {
  if (typeof options !== "object" || options === null) return [];
  const pairs: readonly unknown[] = Array.isArray(options)
    ? options
    : Object.entries(options).map(([name, value]) => ({ name, value: String(value) }));
  return pairs.filter((pair): pair is NamedValue => {
    const { name, value } = (pair ?? {}) as Partial<NamedValue>;
    return typeof name === "string" && typeof value === "string";
  });
}

function seatsOf(seats: unknown): number {
  return typeof seats === "number" && Number.isInteger(seats) && seats > 0 && seats <= 64 ? seats : 0;
}
