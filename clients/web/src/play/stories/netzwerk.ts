/** The story of Netzwerk. */

import { isField, parseMove, squareName } from "../netzwerk/lattice.js";
import type { LatticeMove } from "../netzwerk/lattice.js";
import { turnText } from "../netzwerk/turn_text.js";
import { keySelector, optionOf, placeSelector, verb } from "./game_story.js";
import type { Advice, CoachScene, GameStory, MatchEnd, ToldEntry, ToldNames } from "./game_story.js";

export const netzwerkStory: GameStory = {
  goal(setup) {
    const robots = Number(optionOf(setup, "width") || 6);
    return `Bring half of your robots, ${Math.ceil(robots / 2)} of ${robots} at the start, to the row on which the opponent starts.`;
  },
  side: (seatName) => seatName,
  situation: () => "",
  tell,
  decision: () => "turn",
  advice,
  decisivePlaces,
  firstMatch: {
    options: [{ name: "width", value: "4" }, { name: "ranks", value: "4" }],
    text: "on a small board, against an opponent that plays at random",
  },
  levels: ["random", "greedy", "minimax:nodes=2000", "minimax:nodes=20000", "minimax:nodes=200000"],
};

function tell({ actor, text }: ToldEntry, names: ToldNames): string | undefined {
  const leaving = /^leave ([wb])$/.exec(text)?.[1];
  if (leaving !== undefined) return `${names.seat(names.notation.indexOf(leaving === "w" ? "White" : "Black"))} left the match`;
  const moves = turnText(text.split(" "));
  return moves === "" ? undefined : `${verb(names, actor, "move", "moves")} ${moves}`;
}

function advice(scene: CoachScene): Advice {
  const { request, moves, next, has, seat } = scene;
  const position = request.view.position.game;
  if (position.case !== "netzwerk") return { text: "" };
  const side = seat === 0 ? "White, and your robots go up the board" : "Black, and your robots go down the board";
  const forward = next.map(parseMove).filter((move) => move !== undefined && isForward(move, seat)) as LatticeMove[];
  const sideways = next.map(parseMove).filter((move) => move !== undefined) as LatticeMove[];
  const isRobotPhase = next.length > 0 && !moves.includes("/");
  if (isRobotPhase && (forward.length > 0 || moves.length === 0)) {
    const useful = forward.length > 0 ? forward : sideways;
    const goals = useful.filter(({ from }) => has(`${placeSelector(from)}.selected`));
    if (goals.length > 0) {
      return {
        text: "Choose the lit square ahead. A step uses up one battery at the corners of the square on which the robot started; " +
          "all batteries are full again after the turn.",
        use: goals.map(({ to }) => `${placeSelector(to)}.goal`).join(", "),
      };
    }
    const more = moves.length === 0 ? `You are ${side}. ` : "Another robot can still go ahead, or send the turn as it is. ";
    return {
      text: `${more}Choose a robot with a ring: it has a charged battery at a corner of its square.`,
      use: [...new Set(useful.map(({ from }) => `${placeSelector(from)}.start`))].join(", "),
    };
  }
  return {
    text: "Your robots have moved. Before you send the turn, you may move batteries along their lines, so that your robots have " +
      "some at their corners in the next turn too.",
    use: keySelector("send"),
  };
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
