/** What a replay says of a record. */

import type { ReplayRecordResponse } from "botwerk/v1";
import { formatCount } from "./durations.js";
import { findCutOffLine } from "./record_file.js";

/** The state of a badge, with its text. */
export interface Verdict {
  readonly state: "verified" | "differs";
  readonly text: string;
  /** Whether the record has a result by the rules. */
  readonly isComplete: boolean;
}

/** Returns the verdict of a record's replay, which the server or this page has made. */
export function verdictOf(record: string, replay: ReplayRecordResponse, isServers = false): Verdict {
  const { mismatch, eventsReplayed, outcome } = replay;
  const isComplete = outcome !== undefined;
  if (mismatch !== "") return { state: "differs", text: differsText(record, replay), isComplete };
  const events = `verified${isServers ? " by the server" : ""}: ${formatCount(eventsReplayed)} events`;
  return { state: "verified", text: isComplete ? events : `${events}, no result`, isComplete };
}

function differsText(record: string, { mismatch: text, steps }: ReplayRecordResponse): string {
  const mismatch = text.replace(/^record: /, "");
  const line = findCutOffLine(record);
  if (line !== undefined && mismatch.startsWith(`line ${line}:`)) {
    const before = steps.length > 1 ? "; the steps before it are shown" : "";
    return `cut off in line ${line}${before}`;
  }
  const place = /^(event|line) ([\d]+): (.*)$/s.exec(mismatch);
  if (place !== null) return `differs at ${place[1]} ${place[2]}: ${place[3]}`;
  return `differs: ${mismatch}`;
}
