/** What the play page says of a game to a person who has never read its rules. */

import type { Outcome, Position } from "botwerk/v1";
import type { OpenRequest } from "../match_model.js";
import type { EntryActor } from "../turn_entries.js";

/** The texts of one game. Claims about a game agree with its rules document. */
export interface GameStory {
  /** Returns the goal of a match in one line. */
  goal(setup: StorySetup): string;
  /** Returns the name of a seat's side on the board, such as "White"; empty if its pieces have none. */
  side(seatName: string): string;
  /** Returns what a position is about beyond its picture, such as the target of a round. */
  situation(position: Position, names: StoryNames): string;
  /** Returns a line of the list of turns as human-readable text, or `undefined` if it is shown in the notation. */
  describe(entry: StoryEntry, names: StoryNames): string | undefined;
  /** Returns the kind of decision that a request asks for. The coach explains each kind by itself. */
  decision(request: OpenRequest, seat: number): string;
  /** How often the coach explains a kind of decision; twice where none is given. */
  readonly practice?: Readonly<Record<string, number>>;
  /** Returns what the person does next. */
  advice(scene: CoachScene): Advice;
  /** Returns the moves of the solution that expected turns announce and show, in games with races. */
  solution?(turns: readonly string[]): readonly string[] | undefined;
  /** Returns the places of the board that decided a finished match. */
  decisivePlaces(end: MatchEnd): readonly string[];
  /** A first match: a small game against an opponent at level 1. */
  readonly firstMatch: FirstMatch;
}

/** The part of a set-up on which the texts depend. */
export interface StorySetup {
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly seats: number;
}

/** The actions of one actor, in the game's notation. */
export interface StoryEntry {
  readonly actor: EntryActor;
  readonly text: string;
}

/** The names of the seats of a match. */
export interface StoryNames {
  /** The seat of the person. */
  readonly own: number;
  /** Returns the name of a seat, such as "You" or "Opponent". */
  seat(seat: number): string;
  /** The names of the seats in the notation, such as "White" or "S". */
  readonly notation: readonly string[];
}

/** What the coach sees of an open request. */
export interface CoachScene {
  readonly request: OpenRequest;
  readonly seat: number;
  readonly setup: StorySetup;
  /** The actions that the person has prepared, in the notation. */
  readonly moves: readonly string[];
  /** The actions that can follow, in the notation. */
  readonly next: readonly string[];
  /** The moves of a solution, if the person has asked the coach for one. */
  readonly solution: readonly string[] | undefined;
  /** Returns whether the page shows an element that matches a selector and can be used. */
  has(selector: string): boolean;
}

/** What the person does next. */
export interface Advice {
  readonly text: string;
  /** Selects the elements to use next, which the page marks. */
  readonly use?: string;
  /** Whether the coach offers to show a solution. */
  readonly offersSolution?: boolean;
}

/** A finished match. */
export interface MatchEnd {
  readonly outcome: Outcome;
  readonly position: Position;
  readonly setup: StorySetup;
  /** The turns of seats in the notation, latest last. */
  readonly turns: readonly string[];
}

/** The set-up of a first match. */
export interface FirstMatch {
  readonly options: StorySetup["options"];
  /** What makes the match easy, as the end of a sentence. */
  readonly text: string;
}

/** Returns the value of an option, or empty text. */
export function optionOf({ options }: StorySetup, name: string): string {
  return options.find((option) => option.name === name)?.value ?? "";
}

/** Returns a verb in the form for the person or for another seat, such as `announce` or `announces`. */
export function verb(names: StoryNames, actor: EntryActor, own: string, other: string): string {
  return actor === names.own ? own : other;
}

/** Returns the selector of a place of the board. */
export function placeSelector(place: string): string {
  return `[data-place="${place}"]`;
}

/** Returns the selector of a button that can be pressed. */
export function keySelector(key: string): string {
  return `[data-key="${key}"]:not([aria-disabled])`;
}
