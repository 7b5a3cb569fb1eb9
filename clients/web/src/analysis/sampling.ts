/** Chance outcomes that the page samples. Those of a match are derived from its secret seed instead. */

import type { ActionInfo, DroidsPosition, MatchRules, Position } from "botwerk/v1";

/** Returns a number from 0 to 1, excluding 1. */
export type Random = () => number;

/** Returns an outcome, with the probability that it has in a match. Needs at least one. */
export function sampleOutcome(
  outcomes: readonly ActionInfo[],
  position: Position | undefined,
  rules: MatchRules | undefined,
  random: Random,
): ActionInfo {
  const weights = outcomes.map((outcome) => weightOf(outcome, position, rules));
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return outcomes[index]!;
  }
  return outcomes.at(-1)!;
}

/** A stone comes from a container as often as the container has stones of its kind; all other outcomes are equal. */
function weightOf(outcome: ActionInfo, position: Position | undefined, rules: MatchRules | undefined): number {
  const droids = outcome.action?.game.case === "droids" ? outcome.action.game.value : undefined;
  if (droids?.kind.case !== "stone" || position?.game.case !== "droids" || rules?.game.case !== "droids") return 1;
  const kind = droids.kind.value;
  const count = rules.game.value.kinds.find((info) => info.kind === kind)?.count ?? 1;
  return Math.max(0, count - stonesInUse(position.game.value, kind));
}

function stonesInUse(position: DroidsPosition, kind: number): number {
  const held = position.hands.flatMap((hand) => hand.kinds).filter((other) => other === kind).length;
  return held + position.stones.filter(({ stone }) => stone?.kind === kind).length;
}

/** Returns numbers that a text determines, so that a seed gives the same start in every page. */
export function seededRandom(text: string): Random {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
