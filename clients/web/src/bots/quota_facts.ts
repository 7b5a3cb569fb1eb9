/** What an owner may use, and has used. */

import type { Owner } from "botwerk/v1";
import { toMillis } from "../shell/nanos.js";
import { dateTime, duration, number } from "../tournaments/number_format.js";

const MILLIS_PER_SECOND = 1000;

/** Returns the names of what is limited, with what is used of each. */
export function quotaFacts({ quotas, use }: Owner): readonly (readonly [name: string, text: string])[] {
  if (quotas === undefined || use === undefined) return [];
  const bots = ["Bots", `${use.bots} of ${quotas.bots}`] as const;
  const matches = ["Matches at the same time", `${use.concurrentMatches} of ${quotas.concurrentMatches}`] as const;
  // Servers of former versions count nothing by day.
  if (use.resetTimeNanos === 0n) return [bots, matches];
  return [
    bots,
    matches,
    ["Processor time of the day", `${seconds(use.processorSecs)} of ${seconds(quotas.processorSecsPerDay)}`],
    ["Searches of the day", `${number(use.searches)} of ${number(quotas.searchesPerDay)}`],
    ["The next day starts", dateTime(toMillis(use.resetTimeNanos))],
  ];
}

function seconds(value: number): string {
  return duration(value * MILLIS_PER_SECOND);
}
