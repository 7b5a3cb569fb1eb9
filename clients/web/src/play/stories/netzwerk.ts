/** The story of Netzwerk. */

import type { NetzwerkPosition } from "botwerk/v1";
import { fieldName, fieldsAround, isField, parseMove, squareName } from "../netzwerk/lattice.js";
import type { LatticeMove } from "../netzwerk/lattice.js";
import { turnText } from "../netzwerk/turn_text.js";
import { keySelector, optionOf, placeSelector, verb } from "./game_story.js";
import type { Advice, CoachScene, GameStory, MatchEnd, StoryEntry, StoryNames } from "./game_story.js";

export const netzwerkStory: GameStory = {
  goal(setup) {
    const robots = Number(optionOf(setup, "width") || 6);
    return `Bring half of your robots, ${Math.ceil(robots / 2)} of ${robots} at the start, to the row on which the opponent starts.`;
  },
  side: (seatName) => seatName,
  situation: () => "",
  describe,
  decision: () => "turn",
  advice,
  decisivePlaces,
  firstMatch: {
    options: [{ name: "width", value: "4" }, { name: "ranks", value: "4" }],
    text: "on a small board, against an opponent for beginners",
  },
};

function describe({ actor, text }: StoryEntry, names: StoryNames): string | undefined {
  const leaving = /^leave ([wb])$/.exec(text)?.[1];
  if (leaving !== undefined) return `${names.seat(names.notation.indexOf(leaving === "w" ? "White" : "Black"))} left the match`;
  const moves = turnText(text.split(" "));
  return moves === "" ? undefined : `${verb(names, actor, "move", "moves")} ${moves}`;
}

function advice(scene: CoachScene): Advice {
  const { request, moves, next, has, seat } = scene;
  const position = request.view.position.game;
  if (position.case !== "netzwerk") return { text: "" };
  const draft = afterMoves(position.value, moves, seat);
  const possible = next.map(parseMove).filter((move) => move !== undefined);
  if (moves.includes("/") || next.length === 0) return adviceToEnd(draft, possible, has);
  const forward = possible.filter((move) => isForward(move, seat));
  const safe = forward.filter(({ to }) => hasBattery(to, draft.batteries));
  // A turn has at least one move, even if its robot has no battery then.
  const useful = [safe, ...(moves.length === 0 ? [forward, possible] : [])].find((list) => list.length > 0);
  if (useful === undefined) return adviceToEnd(draft, [], has);
  const side = seat === 0 ? "White, and your robots go up the board" : "Black, and your robots go down the board";
  const goals = goalsOf(useful, has);
  if (goals !== "") {
    return {
      text: "Choose the marked square. A step uses up one battery at the corners of the square on which the robot started; " +
        "all batteries are full again after the turn.",
      use: goals,
    };
  }
  const more = moves.length === 0 ? `You are ${side}. ` : "Another robot can go ahead, too, or send the turn as it is. ";
  return { text: `${more}Choose a marked robot: it has a charged battery at a corner of its square.`, use: startsOf(useful) };
}

/** Advises on batteries, if some robot would be without one in the next turn, and to send the turn. */
function adviceToEnd({ robots, batteries }: NetzwerkDraft, possible: readonly LatticeMove[], has: CoachScene["has"]): Advice {
  const lacking = (fields: ReadonlySet<string>) => [...robots].filter((robot) => !hasBattery(robot, fields)).length;
  const now = lacking(batteries);
  const helps = possible.filter(({ from, to }) => lacking(new Set([...batteries].filter((field) => field !== from)).add(to)) < now);
  const need = "A robot without a battery at its corners cannot move in your next turn.";
  if (now > 0 && has(keySelector("batteries"))) {
    return { text: `${need} Your robots have moved: move batteries after them, along the lines.`, use: keySelector("batteries") };
  }
  const goals = goalsOf(helps, has);
  if (goals !== "") return { text: "Choose the marked field. A battery moves along a line, over other batteries, to the next free field.", use: goals };
  if (helps.length > 0) return { text: `${need} Choose a marked battery.`, use: startsOf(helps) };
  return { text: "Send the turn. You may also move more batteries before.", use: keySelector("send") };
}

/** The robots of a side and all batteries in the course of a turn. */
interface NetzwerkDraft {
  readonly robots: ReadonlySet<string>;
  readonly batteries: ReadonlySet<string>;
}

function afterMoves(position: NetzwerkPosition, actions: readonly string[], seat: number): NetzwerkDraft {
  const robots = new Set((seat === 0 ? position.white : position.black).map(squareName));
  const batteries = new Set(position.batteries.map(fieldName));
  for (const { from, to } of actions.map(parseMove).filter((move) => move !== undefined)) {
    const pieces = isField(from) ? batteries : robots;
    pieces.delete(from);
    pieces.add(to);
  }
  return { robots, batteries };
}

function hasBattery(square: string, batteries: ReadonlySet<string>): boolean {
  return fieldsAround(square).some((field) => batteries.has(field));
}

/** Selects the ends of the moves whose piece is chosen. Empty if none is. */
function goalsOf(moves: readonly LatticeMove[], has: CoachScene["has"]): string {
  const chosen = moves.filter(({ from }) => has(`${placeSelector(from)}.selected`));
  return chosen.map(({ to }) => `${placeSelector(to)}.goal`).join(", ");
}

/** Selects the pieces of moves. */
function startsOf(moves: readonly LatticeMove[]): string {
  return [...new Set(moves.map(({ from }) => `${placeSelector(from)}.start`))].join(", ");
}

function isForward({ from, to }: LatticeMove, seat: number): boolean {
  const way = Number(to.slice(1)) - Number(from.slice(1));
  return !isField(from) && (seat === 0 ? way > 0 : way < 0);
}

function decisivePlaces({ outcome, position, setup, turns }: MatchEnd): readonly string[] {
  if (position.game.case !== "netzwerk") return [];
  const { white, black } = position.game.value;
  const isWhite = outcome.places[0] === 1;
  const home = 2 * (isWhite ? Number(optionOf(setup, "ranks") || 6) : 1);
  const [winner, loser] = isWhite ? [white, black] : [black, white];
  switch (outcome.rule) {
    case "NW-19":
      return winner.map(squareName).filter((square) => Number(square.slice(1)) === home);
    case "NW-20":
      return turns.at(-1)?.match(/(?<=x)[a-m]\d+/g)?.slice(-1) ?? [];
    case "NW-21":
      return loser.map(squareName);
    default:
      return [];
  }
}
