/** The seats that a position waits for. */

import type { DroidsPosition, DroidsSide, Position } from "botwerk/v1";

/** Returns the seats that are to act, as far as a viewer can know: passes in a race are not seen. */
export function seatsToAct(position: Position | undefined): readonly number[] {
  const game = position?.game;
  switch (game?.case) {
    case "microRobots":
      return inRace(game.value.phase, game.value.chips.length, game.value.departed);
    case "ricochet":
      return inRace(game.value.phase, game.value.won.length, game.value.departed);
    case "netzwerk":
      return game.value.side === 0 ? [] : [game.value.side - 1];
    case "droids":
      return inDroids(game.value);
    default:
      return [];
  }
}

/** Returns the number of the seat of a side, or `undefined` if it is not in play. */
export function seatOfSide(position: DroidsPosition, side: DroidsSide): number | undefined {
  const seat = position.seats.indexOf(side);
  return seat < 0 ? undefined : seat;
}

interface RacePhase {
  readonly case: string | undefined;
  readonly value?: unknown;
}

function inRace(phase: RacePhase, seats: number, departed: readonly number[]): readonly number[] {
  if (phase.case === "showPhase") return [(phase.value as { readonly seat: number }).seat];
  if (phase.case !== "racePhase") return [];
  const { passed } = phase.value as { readonly passed: readonly number[] };
  const all = Array.from({ length: seats }, (_, seat) => seat);
  return all.filter((seat) => !departed.includes(seat) && !passed.includes(seat));
}

function inDroids(position: DroidsPosition): readonly number[] {
  const pending = position.pending[0]?.kind;
  const side = pending === undefined ? position.acting : pending.case === "lift" ? pending.value : 0;
  const seat = seatOfSide(position, side);
  return seat === undefined ? [] : [seat];
}
