/** Why an action or a place cannot be chosen. */

import { Reason, RejectedError } from "botwerk/web";

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
const TEXTS: Readonly<Record<string, string>> = {
  [Reason.NotYourTurn]: "It is not your turn.",
  [Reason.WrongTurn]: "The match has moved on: this answer came too late.",
  [Reason.AlreadySubmitted]: "You have already answered this turn.",
  [Reason.Flagged]: "Your time is up.",
  [Reason.MatchOver]: "The match is over.",
  [Reason.NoShow]: "This seat did not join in time, so that the match started without it.",
  [Reason.Suspended]: "The match is suspended until all seats have joined again.",
  [Reason.StoreUnavailable]: "The server cannot store anything at the moment. The clocks are paused.",
  [Reason.Draining]: "The server is shutting down.",
  [Reason.LimitExceeded]: "The server has too much to do at the moment. Try again in a moment.",
  [Reason.HintsDisabled]: "This match was created without hints.",
  [Reason.Replaced]: "This seat is played in another window.",
  [Reason.BadToken]: "The token of this seat is not valid for this match. Use the link with which you were invited.",
  [Reason.NotFound]: "The server does not know this match.",
};

/** Returns what to show of a rejected call. */
export function rejectionText(error: unknown): IllegalReason {
  if (error instanceof Error && error.name === "AbortError") return { text: "The call was cancelled." };
  const rejected = RejectedError.fromCall(error);
  if (!rejected.hasReason) return { text: rejected.detail };
  return TEXTS[rejected.reason] === undefined ? parseReason(rejected.detail) : { text: TEXTS[rejected.reason]! };
}
