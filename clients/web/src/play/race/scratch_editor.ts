/** What the controls of a race and the scratch route of a game know of each other. */

import type { IllegalReason } from "../illegal_reason.js";
import type { SeatView } from "../match_model.js";

/** A private route that the person tries out on the board, in a race and for its show. */
export interface ScratchEditor {
  /** The route with its buttons. */
  readonly element: HTMLElement;
  /** Starts with an empty route in a new round, and keeps the route otherwise. */
  start(view: SeatView): void;
  /** Puts the route and the places that can be chosen on the board. */
  showOnBoard(): void;
  /** Takes the route from the board. */
  stop(): void;
  /** The number of moves so far. */
  readonly moves: number;
  /** The moves so far, in the game's notation. */
  readonly moveTexts: readonly string[];
  /** Returns why the route is not a solution with this number of moves, or with any if none is given. */
  problem(number?: number): IllegalReason | undefined;
  /** The turn that shows the route, in the game's notation. */
  readonly showText: string;
}

/** Creates an editor; `changed` is called after every change of the route. */
export type CreateScratchEditor = (changed: () => void) => ScratchEditor;
