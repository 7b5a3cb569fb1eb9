/** The steps of which the animation of a turn consists. */

import type { BoardMark } from "../board_marks.js";

/** A piece that moves over the board. */
export interface Piece {
  readonly letter: string;
  readonly fill: string;
  /** The colour of the letter. */
  readonly ink: string;
  /** The colour of arrows that show its way. */
  readonly arrow: string;
}

/** The way of a piece. */
export interface PieceMove {
  readonly piece: Piece;
  /** The places at which the way starts, turns and ends. */
  readonly places: readonly string[];
}

/** One step: a picture, and what happens on it. */
export interface AnimationStep {
  /** The position whose picture is shown, as the seat sees it. */
  readonly position: string;
  readonly moves: readonly PieceMove[];
  /** What is marked during the step. */
  readonly marks: readonly BoardMark[];
  /** What stays marked after it. */
  readonly trail: readonly BoardMark[];
}

/** The time of a step, and the limit for all steps of a turn, in milliseconds. */
const [STEP_MILLIS, LIMIT_MILLIS] = [450, 3000] as const;

/** Maximum number of steps that can be followed within the limit. */
const MAX_STEPS = 24;

/** Returns the time at which an animation must have ended. */
export function animationEnd(now: number): number {
  return now + LIMIT_MILLIS;
}

/** Returns the time of the next step, in milliseconds: those that are left share the time to the end. */
export function stepMillis(stepsLeft: number, now: number, end: number): number {
  return Math.max(0, Math.min(STEP_MILLIS, (end - now) / Math.max(1, stepsLeft)));
}

/** Returns the steps to show of several turns: the earliest turns are left out if there are too many steps. */
export function latestTurns(turns: readonly (readonly AnimationStep[])[]): AnimationStep[] {
  let kept = turns.slice(-1);
  for (const turn of turns.slice(0, -1).reverse()) {
    if (kept.flat().length + turn.length > MAX_STEPS) break;
    kept = [turn, ...kept];
  }
  return kept.flat();
}
