/** Why an action or a place cannot be chosen. */

import { ErrorReason, RejectedError } from "botwerk/web";

/** A reason, with the rule that gives it. */
export interface IllegalReason {
  readonly text: string;
  /** The id of the rule, such as `NW-9`. */
  readonly rule?: string;
}

const RULE = /\s*\(([A-Z]{2}-\d+)\)\s*$/;

/** Takes the rule id from the end of a message such as `a jump goes over one own robot (NW-10)`. */
export function parseReason(message: string): IllegalReason {
  const rule = RULE.exec(message)?.[1];
  if (rule === undefined) return { text: message };
  return { text: message.replace(RULE, ""), rule };
}

/** The rejections that need other words than the message of the server. */
const TEXTS: Readonly<Partial<Record<ErrorReason, string>>> = {
  [ErrorReason.NOT_YOUR_TURN]: "It is not your turn.",
  [ErrorReason.WRONG_TURN]: "The match has moved on: this answer came too late.",
  [ErrorReason.ALREADY_SUBMITTED]: "You have already answered this turn.",
  [ErrorReason.FLAGGED]: "Your time is up.",
  [ErrorReason.MATCH_OVER]: "The match is over.",
  [ErrorReason.NO_SHOW]: "This seat did not join in time, so that the match started without it.",
  [ErrorReason.SUSPENDED]: "The match is suspended until all seats have joined again.",
  [ErrorReason.STORE_UNAVAILABLE]: "The server cannot store anything at the moment. The clocks are paused.",
  [ErrorReason.DRAINING]: "The server is shutting down.",
  [ErrorReason.LIMIT_EXCEEDED]: "The server has too much to do at the moment. Try again in a moment.",
  [ErrorReason.HINTS_DISABLED]: "This match was created without hints.",
  [ErrorReason.REPLACED]: "This seat is played in another window.",
  [ErrorReason.BAD_TOKEN]: "The token of this seat is not valid for this match. Use the link with which you were invited.",
  [ErrorReason.NOT_FOUND]: "The server does not know this match.",
};

/** Returns what to show of a rejected call. */
export function rejectionText(error: unknown): IllegalReason {
  if (error instanceof Error && error.name === "AbortError") return { text: "The call was cancelled." };
  const rejected = RejectedError.fromCall(error);
  if (!rejected.hasReason) return { text: rejected.detail };
  const text = TEXTS[rejected.reason];
  return text === undefined ? parseReason(rejected.detail) : { text };
}
