/** Editing a position by hand: what the editors of the games have in common. */

import type { DescribeMatchResponse, Position } from "botwerk/v1";

/** One of several values to choose from, or a text if there are none. */
export interface Setting {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Unset: any text. */
  readonly values?: readonly { readonly value: string; readonly label: string }[];
}

/** What a click on a place does. */
export interface Tool {
  readonly id: string;
  readonly label: string;
  /** How it is used. */
  readonly hint: string;
  /** Whether it needs a second place, such as a move. */
  readonly hasTarget: boolean;
  /** What is put there, such as the kind of a stone. */
  readonly parameters?: readonly Setting[];
}

/** A click, or two, with a tool. */
export interface ToolUse {
  readonly tool: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly place: string;
  /** The second place of a tool with a target. */
  readonly target?: string;
}

/** Edits positions of one game. The engine judges what comes out. Errors are thrown as `EditError`. */
export interface Editor {
  readonly tools: readonly Tool[];
  /** Returns what applies to the whole position, such as the side to move. */
  settings(position: Position): readonly Setting[];
  change(position: Position, setting: string, value: string): Position;
  /** Returns `true` if a tool can start at a place. */
  applies(position: Position, tool: string, place: string): boolean;
  use(position: Position, use: ToolUse): Position;
}

/** Creates the editor of a match. */
export type CreateEditor = (description: DescribeMatchResponse) => Editor;

/** An edit that cannot be made, with the reason for a person. */
export class EditError extends Error {}
