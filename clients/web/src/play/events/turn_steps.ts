/** The steps of what another seat has done, in every game that has them. */

import type { Client } from "botwerk/web";
import type { BoardMark } from "../board_marks.js";
import { droidsSteps } from "../droids/turn_steps.js";
import type { SeenUpdate } from "../match_model.js";
import { netzwerkSteps } from "../netzwerk/turn_steps.js";
import { drivenRoute, shownMoves } from "../race/driven_route.js";
import type { DrivenRoute, RouteRules } from "../race/driven_route.js";
import type { AnimationStep } from "./animation_step.js";
import { seatTexts } from "./seat_texts.js";

/** What computes the positions between actions. */
export interface StepRules extends RouteRules {
  readonly rules: Client["rules"];
}

/** Returns the steps of an update. Empty if the own seat has acted, or nothing is to be seen on the board. */
export async function turnSteps({ rules, ...route }: StepRules, update: SeenUpdate, own: number): Promise<AnimationStep[]> {
  const { before, after } = update;
  const acted = seatTexts(update);
  if (before === undefined || after === undefined || acted === undefined || acted.seat === own) return [];
  const { seat, texts } = acted;
  const { game } = before.position;
  switch (game.case) {
    case "netzwerk":
      return netzwerkSteps(rules, route.setup, seat, before.text, texts);
    case "droids": {
      const side = game.value.seats[seat];
      if (side === undefined || after.position.game.case !== "droids") return [];
      const views = { before: { position: game.value, text: before.text }, after: { position: after.position.game.value, text: after.text } };
      return droidsSteps({ ...views, side, action: texts[0] ?? "" });
    }
    case "microRobots":
    case "ricochet":
      if (game.value.phase.case !== "showPhase") return [];
      return routeSteps(before.text, drivenRoute(before.position, shownMoves(texts), route));
    default:
      return [];
  }
}

/** Returns the steps of a route that starts in a position. */
export function routeSteps(position: string, { legs, brokenAt }: DrivenRoute): AnimationStep[] {
  return legs.map(({ piece, places }, index) => {
    const isLast = index === legs.length - 1;
    const broken: BoardMark[] = isLast && brokenAt !== undefined ? [{ kind: "cross", place: brokenAt }] : [];
    const trail: BoardMark[] = [{ kind: "arrow", places, colour: piece.arrow, number: index + 1 }, ...broken];
    // The picture has all robots at the start of the round.
    const earlier = legs.slice(0, index).filter((leg) => leg.piece === piece);
    const left: BoardMark[] = earlier.length > 0 ? [{ kind: "left", place: earlier[0]!.places[0]! }] : [];
    const standing = lastPlaces(legs.slice(0, index)).filter(([other]) => other !== piece);
    const discs = standing.map(([{ fill, ink, letter }, place]): BoardMark => ({ kind: "disc", place, colour: fill, ink, text: letter }));
    const gone = standing.map(([other]): BoardMark => ({ kind: "left", place: legs.find((leg) => leg.piece === other)!.places[0]! }));
    return { position, moves: [{ piece, places }], marks: [...left, ...gone, ...discs, ...broken], trail };
  });
}

/** Returns where the pieces stand that have moved. */
function lastPlaces(legs: DrivenRoute["legs"]): (readonly [DrivenRoute["legs"][number]["piece"], string])[] {
  return [...new Map(legs.map(({ piece, places }) => [piece, places.at(-1)!]))];
}
