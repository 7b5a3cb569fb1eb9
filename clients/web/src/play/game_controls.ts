/** What the page of a match and the controls of a game know of each other. */

import type { Client } from "botwerk/web";
import type { GameSetup, MatchRules } from "botwerk/v1";
import type { IllegalReason } from "./illegal_reason.js";
import type { OpenRequest, SeatView } from "./match_model.js";
import type { PlayBoard } from "./play_board.js";
import type { ReasonLine } from "./reason_line.js";

/** What the controls of a game may use. */
export interface ControlsContext {
  readonly rules: Client["rules"];
  readonly setup: GameSetup;
  /** The SHA-256 of the ruleset of the match. */
  readonly rulesetSha256: string;
  /** What never changes during the match, in games with such data. */
  readonly matchRules: MatchRules | undefined;
  readonly seat: number;
  readonly board: PlayBoard;
  readonly reasons: ReasonLine;
  /** Returns the display name of a seat. */
  seatName(seat: number): string;
  /** Answers the open request with a turn in the game's notation. */
  submit(text: string): Promise<IllegalReason | undefined>;
}

/** What the person has prepared of a turn, in the game's notation. */
export interface PreparedTurn {
  readonly moves: readonly string[];
  /** The actions that can follow, where the controls know them. */
  readonly next: readonly string[];
}

/** The controls with which a seat of one game is played. */
export interface GameControls {
  /** The panel next to the board. */
  readonly element: HTMLElement;
  /** Unset: the controls send each action at once. */
  readonly draft?: PreparedTurn;
  /** Lets the person answer a request. The same request is not asked twice. */
  ask(request: OpenRequest): Promise<void>;
  /** Shows a position in which the seat need not act. */
  wait(view: SeatView): Promise<void>;
  /** Returns what the person must do, in one sentence. */
  task(request: OpenRequest): string;
  /** Ends timers and listeners outside of the element. */
  close(): void;
}
