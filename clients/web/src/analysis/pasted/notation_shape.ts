/** Which game's notation a text looks like, with the options that the text shows. */

import type { NamedValue } from "../option_fields.js";

/** A game with what a text says of its options. */
export interface PositionSetup {
  readonly game: string;
  readonly options: readonly NamedValue[];
  /** 0: the number in the position, or the minimum. */
  readonly seats: number;
}

const SPACE = String.raw`\d[BYGRPW]`;
const ROW = `(?:${SPACE} ){5}${SPACE}`;
const SECTIONS = String.raw`(?:\d[A-D]-){3}\d[A-D]`;
const FREE_BOARD = String.raw`(?:cells|size):\S+`;
const MICRO_ROBOTS = new RegExp(`^(?:${ROW} / ){5}${ROW} ;`);
const RICOCHET = new RegExp(`^(?:${SECTIONS}|${FREE_BOARD}) (\\S+) \\S+ \\S+ `);
const RICOCHET_BOARD = new RegExp(`^(?:${SECTIONS}|${FREE_BOARD})$`);
const NETZWERK = /^[wb] (?:-|[a-m]\d)\S* (?:-|[a-m]\d)/;
const DROIDS = /^([1-6]) ([SWNE]{1,4}) \d+ [SWNE-] /;

/** The option `turn_cap` at its maximum (NW-27). */
const MAX_TURN_CAP = "1000000";

/** Number of rows of a board of Micro Robots. */
const ROWS = 6;

/** Returns the set-ups in which a text may be a position. Empty if it looks like no game's notation. */
export function setupsOf(text: string): PositionSetup[] {
  if (MICRO_ROBOTS.test(text)) return [{ game: "micro-robots", options: [], seats: 0 }];
  if (NETZWERK.test(text)) return [{ game: "netzwerk", options: capOf(text), seats: 2 }];
  const robots = RICOCHET.exec(text)?.[1];
  if (robots !== undefined) {
    const options = [["silver", "s:"], ["transparent", "t:"]].flatMap(([name = "", start = ""]) =>
      robots.split(",").some((robot) => robot.startsWith(start)) ? [{ name, value: "true" }] : []);
    return [{ game: "ricochet", options, seats: 0 }];
  }
  const droids = DROIDS.exec(text);
  return droids === null ? [] : [droidsSetup(droids[1]!, droids[2]!)];
}

/** A position of Netzwerk counts turns only where they are limited; the limit is not part of it. */
function capOf(text: string): NamedValue[] {
  return / t:\d+$/.test(text) ? [{ name: "turn_cap", value: MAX_TURN_CAP }] : [];
}

/** A position of Droids names its scenario and its seats; only the usual scenario needs no option. */
function droidsSetup(scenario: string, sides: string): PositionSetup {
  const usual = sides.length === 1 ? "5" : "1";
  const options = [];
  if (scenario !== usual) options.push({ name: "scenario", value: scenario });
  if (sides === "SW") options.push({ name: "sides", value: "neighbours" });
  return { game: "droids", options, seats: sides.length };
}

/** Returns a board with its game, as the option `board` has it, or `undefined` if a text is not only a board. */
export function boardOf(text: string): { readonly game: string; readonly board: string } | undefined {
  if (RICOCHET_BOARD.test(text)) return { game: "ricochet", board: text };
  // Diagrams mark the robot and its targets, and have lines below the board.
  const rows = text.split(/[\n/]/).slice(0, ROWS);
  const lines = rows.map((line) => line.replace(/[[\]<>*]/g, " ").trim().replace(/ +/g, " "));
  const isBoard = lines.length === ROWS && lines.every((line) => new RegExp(`^${ROW}$`).test(line));
  return isBoard ? { game: "micro-robots", board: lines.join(" / ") } : undefined;
}
