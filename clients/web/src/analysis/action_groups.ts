/** Legal actions in groups, with the places of the board that they name. */

import type { ActionInfo } from "botwerk/v1";

/** Actions under one heading. */
export interface ActionGroup {
  readonly heading: string;
  readonly actions: readonly ActionInfo[];
}

/** Groups actions, in the order of the first one of each group. */
export function groupActions(game: string, actions: readonly ActionInfo[]): ActionGroup[] {
  const groups = new Map<string, ActionInfo[]>();
  for (const action of actions) {
    const heading = headingOf(game, action.text);
    const group = groups.get(heading);
    if (group === undefined) groups.set(heading, [action]);
    else group.push(action);
  }
  return [...groups].map(([heading, grouped]) => ({ heading, actions: grouped }));
}

const ROBOTS: Readonly<Record<string, string>> = {
  r: "Red robot",
  g: "Green robot",
  b: "Blue robot",
  y: "Yellow robot",
  s: "Silver robot",
  t: "Transparent robot",
};

const COMMANDS: Readonly<Record<string, string>> = {
  say: "Announce",
  pass: "Announce",
  to: "Next space",
  end: "End of the show",
  start: "Start",
  roll: "Roll of the target",
  draw: "Draw",
  stone: "Drawn stone",
  die: "Die",
  send: "Send",
  lift: "Lift a strip",
  stop: "Stop setting",
};

function headingOf(game: string, text: string): string {
  if (game === "netzwerk") {
    if (text === "/" || text === ".") return "End of the phase";
    const from = /^([a-m]\d+)[-x]/.exec(text)?.[1];
    if (from !== undefined) return isSquare(from) ? `Robot ${from}` : `Battery ${from}`;
  }
  const [command = "", argument = ""] = text.split(" ");
  if (command === "set") return `Set ${argument}`;
  if (game === "ricochet") {
    if (command === "start") return `Start of the ${(ROBOTS[argument.charAt(0)] ?? "robot").toLowerCase()}`;
    if (command === "draw") return "Next target";
    if (/^[a-z][NESW]/.test(command)) return ROBOTS[command.charAt(0)] ?? "Robot";
  }
  return COMMANDS[command] ?? (command === "leave" ? "Referee" : capitalized(command));
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Squares of Netzwerk have even ranks, energy fields odd ones (NW-2). */
function isSquare(point: string): boolean {
  return Number(point.slice(1)) % 2 === 0;
}

/**
 * Returns the places of the board that an action names, in the order in which a person chooses them. `side` is the
 * letter of the seat that acts, by which Droids names transmitters; `places` are the places of a game without a case here.
 */
export function placesOf(game: string, text: string, side: string, places: Iterable<string>): string[] {
  const [command = "", first = "", , third = ""] = text.split(" ");
  switch (game) {
    case "netzwerk": {
      const move = /^([a-m]\d+)[-x]([a-m]\d+)$/.exec(text);
      return move === null ? [] : [move[1]!, move[2]!];
    }
    case "micro-robots":
      return command === "to" || command === "start" || command === "roll" ? [first] : [];
    case "ricochet":
      return command === "start" || command === "draw" ? [first.slice(2)] : [];
    case "droids":
      if (command === "set") return [`${side}${third}`];
      return command === "send" || command === "lift" ? [`${side}${first}`] : [];
    default:
      return [...places].filter((place) => containsWords(text, place));
  }
}

/** Returns whether a text contains the words of another one after another, such as `drop 3` those of `3`. */
export function containsWords(text: string, words: string): boolean {
  return ` ${text} `.includes(` ${words} `);
}

/** Returns the actions whose text contains every word of a filter, the exact one first. */
export function filterActions(actions: readonly ActionInfo[], filter: string): readonly ActionInfo[] {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return actions;
  const exact = actions.filter(({ text }) => text === filter.trim());
  const found = actions.filter(({ text }) => {
    const lower = text.toLowerCase();
    return text !== filter.trim() && words.every((word) => lower.includes(word));
  });
  return [...exact, ...found];
}
