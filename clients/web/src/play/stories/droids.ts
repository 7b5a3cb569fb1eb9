/** The story of Droids. */

import { DroidsPhase, DroidsSide } from "botwerk/v1";
import type { DroidsPosition, DroidsSquare, Position } from "botwerk/v1";
import { parseChoice } from "../droids/legal_choices.js";
import { arrowSign, slotName, stoneName, stoneText } from "../droids/stones.js";
import { keySelector, optionOf, verb } from "./game_story.js";
import type { Advice, CoachScene, GameStory, MatchEnd, StorySetup, StoryEntry, StoryNames } from "./game_story.js";

/** The colours of the sides (DR-4). */
const SIDES: Readonly<Record<string, string>> = { S: "Blue", W: "Yellow", N: "Red", E: "Green" };

/** Separates the actions of a line. */
const ACTIONS = /,? (?=(?:draw|set|stop|send|lift|start|stone|die|leave)\b)/;

const GOALS: Readonly<Record<string, string>> = {
  1: "Be the last player in the match: whose droid executes no order in a whole round is out.",
  2: "Be the last player in the match: whose droid executes no order in a whole round is out.",
  3: "Collect the most mines: take them up with your droid, and do not walk onto them.",
  4: "Close your garden: an obstacle, a wall or the edge on all four sides of its square, and no other robot in it.",
  5: "Enclose the mad repair robot within 15 rounds: an obstacle, a wall or the edge on all four of its sides.",
  6: "Bring the container of your colour home, onto your pad.",
};

export const droidsStory: GameStory = {
  goal: (setup) => GOALS[scenarioOf(setup)] ?? "",
  side: (seatName) => SIDES[seatName] ?? seatName,
  situation,
  describe,
  decision: ({ stage, legalActions }) => decisionKind(legalActions[0]?.text ?? "") ?? stage,
  practice: { draw: 7, set: 4, send: 3 },
  advice,
  decisivePlaces,
  firstMatch: {
    options: [{ name: "scenario", value: "1" }, { name: "round_cap", value: "2" }],
    text: "of two rounds, against an opponent for beginners",
  },
};

function scenarioOf(setup: StorySetup): string {
  const scenario = optionOf(setup, "scenario");
  if (scenario !== "" && scenario !== "auto") return scenario;
  return setup.seats === 1 ? "5" : "1";
}

function decisionKind(action: string): string | undefined {
  const kind = parseChoice(action)?.kind;
  return kind === "stop" ? "set" : kind === "drawAll" ? "draw all" : kind;
}

const PHASES: Readonly<Record<number, string>> = {
  [DroidsPhase.DRAW]: "stones are drawn",
  [DroidsPhase.SET]: "stones are set",
  [DroidsPhase.SEND]: "stones are sent",
};

function situation({ game }: Position, names: StoryNames): string {
  if (game.case !== "droids") return "";
  const { round, phase, hands, out, seats } = game.value;
  const nameOf = (side: DroidsSide) => names.seat(seats.indexOf(side));
  const racks = hands.filter(({ side, colours }) => colours !== undefined && nameOf(side) !== "You").map(({ side, colours }) => {
    const counts = (["violet", "blue", "red", "grey"] as const).filter((colour) => colours![colour] > 0);
    return `${nameOf(side)} holds ${counts.map((colour) => `${colours![colour]} ${colour}`).join(", ")}.`;
  });
  const gone = out.map((side) => (nameOf(side) === "You" ? "You are out." : `${nameOf(side)} is out.`));
  const now = PHASES[phase] === undefined ? "" : `Round ${round}: ${PHASES[phase]}.`;
  return [now, ...racks, ...gone].filter((part) => part !== "").join(" ");
}

function describe(entry: StoryEntry, names: StoryNames): string | undefined {
  if (entry.text === "") return undefined;
  const described = entry.text.split(ACTIONS).map((part) => actionText(part, entry, names));
  return described.includes(undefined) ? undefined : described.join(", ");
}

function actionText(text: string, { actor }: StoryEntry, names: StoryNames): string | undefined {
  const nameOf = (side: string) => names.seat(names.notation.indexOf(side));
  const says = (own: string, other: string) => verb(names, actor, own, other);
  const choice = parseChoice(text);
  switch (choice?.kind) {
    case "draw":
      return `${says("draw", "draws")} a ${choice.colour} stone`;
    case "drawAll":
      return `${says("draw", "draws")} seven stones`;
    case "set":
      return `${says("set", "sets")} ${stoneText(choice.stone, choice.arrow)} on ${slotName(choice.slot)}`;
    case "stop":
      return `${says("set", "sets")} no more stones`;
    case "send": {
      const target = choice.target === undefined ? "" : `, for the droid of ${nameOf(choice.target)}`;
      return `${says("send", "sends")} the front stone of transmitter ${choice.transmitter}${target}`;
    }
    case "lift":
      return `${says("lift", "lifts")} the strip of transmitter ${choice.transmitter}`;
    case undefined:
      return chanceText(text, nameOf);
  }
}

function chanceText(text: string, nameOf: (side: string) => string): string | undefined {
  const [first, value = ""] = text.split(" ");
  switch (first) {
    case "start": {
      const rolls = value.split(",").map((roll) => `${roll.slice(1)} for ${nameOf(roll[0]!).replace(/^You$/, "you")}`);
      return `The dice say ${rolls.join(", ")}: the highest starts`;
    }
    case "stone":
      return `The stone is “${stoneName(value)}”`;
    case "die":
      return `The die says ${value}`;
    case "leave":
      return `${nameOf(value)} left the match`;
    default:
      return undefined;
  }
}

function advice(scene: CoachScene): Advice {
  const { request, seat, has } = scene;
  const { game } = request.view.position;
  const position = game.case === "droids" ? game.value : undefined;
  const side = position?.seats[seat];
  if (position === undefined || side === undefined) return { text: "" };
  switch (decisionKind(request.legalActions[0]?.text ?? "")) {
    case "draw":
      return adviceToDraw(position, side, has);
    case "draw all":
      return { text: "Write how many stones of each colour you want, seven in all, and draw them.", use: ".play-counts button" };
    case "set":
      return adviceToSet(position, side, has);
    case "lift":
      return { text: "Your droid is repaired. Choose the transmitter that you want to use again.", use: '[data-key^="lift-"]' };
    default:
      if (has('[data-key^="target-"]')) {
        return { text: "This stone orders another droid. Choose which one.", use: '[data-key^="target-"]' };
      }
      return {
        text: "Send a stone: the lit ones can be sent, since your droid, or for grey stones a repair robot, stands in their column. " +
          "What cannot be executed is lost.",
        use: ".play-grid .slot.goal",
      };
  }
}

/** Four walks, two actions and a walk in water: enough to see what stones do. */
function adviceToDraw(position: DroidsPosition, side: DroidsSide, has: CoachScene["has"]): Advice {
  const own = position.hands.find((hand) => hand.side === side)?.kinds.length ?? 0;
  const wanted = own < 5 ? "violet" : "red";
  const use = has(keySelector(`draw-${wanted}`)) ? keySelector(`draw-${wanted}`) : '[data-key^="draw-"]:not([aria-disabled])';
  return {
    text: "Choose a container; you draw seven stones, one by one. With violet stones your droid walks on land, with blue ones it moves " +
      `in water. Red ones shoot or take things, grey ones order the repair robots. ${own < 5 ? "Take some violet ones first." : "Now red ones."}`,
    use,
  };
}

const PREFERRED = ["V1", "V2", "VM", "FIRE", "TAKE"];

function adviceToSet(position: DroidsPosition, side: DroidsSide, has: CoachScene["has"]): Advice {
  const droid = position.droids.find((droid) => droid.side === side)?.square;
  const column = droid === undefined ? 1 : columnOf(side, droid);
  const free = [1, 2, 3].map((row) => `[data-key="slot-${column}.${row}"]`).filter((slot) => !has(`${slot}.stone`));
  if (free.length === 0 || !has('[data-key^="stone-"]')) {
    return { text: "You have set stones where your droid stands. Stop setting; the stones left over go back.", use: keySelector("stop") };
  }
  const where = `Your droid stands in the column of your transmitter ${column}.`;
  const stone = PREFERRED.find((kind) => has(`[data-key="stone-${kind}"]`));
  if (stone !== undefined && !has(`[data-key="stone-${stone}"][aria-pressed="true"]`)) {
    return { text: `Choose a stone of your rack. ${where} Only stones in its column can be sent to it.`, use: `[data-key="stone-${stone}"]` };
  }
  const arrow = aheadOf(side);
  if (has(`[data-key="arrow-${arrow}"]`) && !has(`[data-key="arrow-${arrow}"][aria-pressed="true"]`)) {
    return {
      text: `Choose the arrow, which says where the droid goes. With ${arrowSign(arrow)} it stays in this column, so that the next stone reaches it too.`,
      use: `[data-key="arrow-${arrow}"]`,
    };
  }
  const slot = free.find((selector) => has(`${selector}.goal`));
  if (slot === undefined) return { text: "No more stones fit here. Stop setting.", use: keySelector("stop") };
  return { text: `Choose a slot. ${where} The stone nearest the field is sent first.`, use: slot };
}

/** Returns the column of a square as a side counts them (DR-5). */
function columnOf(side: DroidsSide, { x, y }: DroidsSquare): number {
  switch (side) {
    case DroidsSide.SOUTH:
      return x + 1;
    case DroidsSide.NORTH:
      return 10 - x;
    case DroidsSide.WEST:
      return y + 1;
    default:
      return 10 - y;
  }
}

/** Returns the arrow that points from a side onto the field. */
function aheadOf(side: DroidsSide): string {
  return { [DroidsSide.SOUTH]: "N", [DroidsSide.NORTH]: "S", [DroidsSide.WEST]: "E", [DroidsSide.EAST]: "W" }[side as 1 | 2 | 3 | 4];
}

function decisivePlaces({ outcome, position }: MatchEnd): readonly string[] {
  if (position.game.case !== "droids") return [];
  const { droids, madRobot, seats, won } = position.game.value;
  if (outcome.rule === "DR-37") return madRobot === undefined ? [] : [placeOf(madRobot)];
  if (won.length === seats.length) return [];
  const squares = droids.filter(({ side }) => won.includes(side)).map(({ square }) => square);
  return squares.filter((square) => square !== undefined).map(placeOf);
}

function placeOf({ x, y }: DroidsSquare): string {
  return `${x}${y}`;
}
