/** What players have written about their turns. Any of it may be meant to mislead: it is shown as plain text. */

import type { Comment, ReplayStep } from "botwerk/v1";
import { visibleText } from "../shell/foreign_text.js";
import type { ViewedMatch } from "./viewed_match.js";

/** Maximum length of a comment that is shown, in characters: as long as servers keep them. */
const MAX_LENGTH = 2000;
/** Maximum number of comments that are shown of a match in progress. */
const MAX_NEWEST = 20;

/** A comment, as it is shown. */
export interface ShownComment {
  /** The name of the seat on the board. */
  readonly side: string;
  readonly lines: readonly string[];
}

/** Returns comments as the lines that follow a record. */
export function recordLines(comments: readonly Comment[]): string {
  return comments.map(({ text, seat, turn, part }) => `${JSON.stringify({ comment: text, seat, turn, part })}\n`).join("");
}

/** Returns the comments of the turns that end with a step. */
export function shownComments(match: ViewedMatch, { comments }: ReplayStep): readonly ShownComment[] {
  return comments.map((comment) => shownComment(match, comment));
}

/** Returns the newest comments of a match in progress, the newest first, each with its turn. */
export function newestComments(match: ViewedMatch, comments: readonly Comment[]): readonly ShownComment[] {
  return comments.slice(-MAX_NEWEST).reverse().map((comment) => {
    const { side, lines } = shownComment(match, comment);
    return { side: `${side}, turn ${comment.turn}`, lines };
  });
}

function shownComment(match: ViewedMatch, { text, seat }: Comment): ShownComment {
  return {
    side: match.seats[seat]?.side ?? `Seat ${seat}`,
    lines: text.slice(0, MAX_LENGTH).split(/\r?\n/).map(visibleText),
  };
}
