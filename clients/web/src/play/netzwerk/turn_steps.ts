/** A turn of Netzwerk step by step: every robot and battery on its way. */

import type { Client } from "botwerk/web";
import type { GameSetup } from "botwerk/v1";
import type { AnimationStep, Piece } from "../events/animation_step.js";
import type { BoardMark } from "../board_marks.js";
import { isField, parseMove } from "./lattice.js";

const WHITE: Piece = { letter: "w", fill: "#fff", ink: "#222", arrow: "#a35b00" };
const BLACK: Piece = { letter: "x", fill: "#333", ink: "#fff", arrow: "#a35b00" };
const BATTERY: Piece = { letter: "", fill: "#2e9e5b", ink: "#fff", arrow: "#17683a" };

/** Returns the steps of a seat's actions from a position. Actions that the rules reject end the list. */
export async function netzwerkSteps(
  rules: Client["rules"],
  setup: GameSetup,
  seat: number,
  start: string,
  actions: readonly string[],
): Promise<AnimationStep[]> {
  const steps: AnimationStep[] = [];
  let position = start;
  for (const action of actions) {
    const move = parseMove(action);
    if (move !== undefined) {
      const piece = isField(move.from) ? BATTERY : seat === 0 ? WHITE : BLACK;
      const places = [move.from, move.to];
      const captured: BoardMark[] = move.captures ? [{ kind: "cross", place: move.to }] : [];
      const trail: BoardMark[] = [{ kind: "arrow", places, colour: piece.arrow }, ...captured];
      steps.push({ position, moves: [{ piece, places }], marks: captured, trail });
    }
    const actor = { kind: { case: "seat" as const, value: seat } };
    const { position: after } = await rules.applyActions({ setup, position, actor, text: action });
    if (after === undefined) break;
    position = after.text;
  }
  return steps;
}
