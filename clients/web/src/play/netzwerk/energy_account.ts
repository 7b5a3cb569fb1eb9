/** What the robots of a turn have of energy, and what they have spent (NW-7, NW-8, NW-13). */

import type { NetzwerkPosition } from "botwerk/v1";
import { fieldName, fieldsAround, squareName } from "./lattice.js";

/** The energy of one robot. */
export interface RobotEnergy {
  /** The square at the start of the turn. */
  readonly start: string;
  readonly now: string;
  /** Number of batteries next to the start. */
  readonly batteries: number;
  readonly spent: number;
  /** What it could still spend, given what the other robots have spent. */
  readonly left: number;
  readonly hasCaptured: boolean;
}

/** Returns the account of the robots of the side to move. `start` is the position before the turn. */
export function energyAccount(start: NetzwerkPosition, now: NetzwerkPosition): RobotEnergy[] {
  const charged = new Set(start.batteries.map(fieldName));
  const phase = now.phase.case === "robotPhase" ? now.phase.value.spenders : [];
  const spenders = new Map(phase.map((spender) => [squareName(spender.start), spender]));
  const robots = (start.side === 1 ? start.white : start.black).map(squareName);
  const around = new Map(robots.map((robot) => [robot, fieldsAround(robot).filter((field) => charged.has(field))]));
  const spent = (robot: string) => spenders.get(robot)?.spent ?? 0;
  return robots.map((robot) => {
    const spender = spenders.get(robot);
    const batteries = around.get(robot)!.length;
    return {
      start: robot,
      now: spender === undefined ? robot : squareName(spender.now),
      batteries,
      spent: spent(robot),
      left: spender?.hasCaptured === true ? 0 : energyLeft(robot, around, spent),
      hasCaptured: spender?.hasCaptured ?? false,
    };
  });
}

/** Returns how much more one robot can spend: batteries are assigned to what all robots spend (NW-13). */
function energyLeft(
  robot: string,
  around: ReadonlyMap<string, readonly string[]>,
  spent: (robot: string) => number,
): number {
  const payers = new Map<string, string>();
  const assign = (who: string, tried: Set<string>): boolean => {
    for (const field of around.get(who) ?? []) {
      if (tried.has(field)) continue;
      tried.add(field);
      const payer = payers.get(field);
      if (payer !== undefined && !assign(payer, tried)) continue;
      payers.set(field, who);
      return true;
    }
    return false;
  };
  for (const other of around.keys()) {
    for (let step = 0; step < spent(other); step++) assign(other, new Set());
  }
  let left = 0;
  while (assign(robot, new Set())) left++;
  return left;
}
