/** The parts of a position that all games with a race have. */

import type { Position } from "botwerk/v1";

/** A number that a seat has announced. */
export interface Announced {
  readonly seat: number;
  readonly number: number;
}

/** Where a round is. */
export type RaceStage =
  | { readonly kind: "race"; readonly announced: readonly Announced[]; readonly passed: readonly number[] }
  | { readonly kind: "show"; readonly seat: number; readonly number: number }
  | { readonly kind: "between" };

/** A round of a race. */
export interface RacePosition {
  readonly round: number;
  readonly stage: RaceStage;
}

/** Returns the round of a position, or `undefined` if the game has no races. */
export function racePosition({ game }: Position): RacePosition | undefined {
  if (game.case !== "microRobots" && game.case !== "ricochet") return undefined;
  const { round, phase } = game.value;
  switch (phase.case) {
    case "racePhase": {
      const { passed } = phase.value;
      const announced = "announced" in phase.value ? phase.value.announced : [];
      return { round, stage: { kind: "race", announced, passed } };
    }
    case "showPhase":
      return { round, stage: { kind: "show", seat: phase.value.seat, number: phase.value.number } };
    default:
      return { round, stage: { kind: "between" } };
  }
}
