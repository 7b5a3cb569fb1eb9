/** The remaining times of a match, which count down between the messages of the server. */

import type { Clocks } from "botwerk/v1";
import { toMillis } from "../shell/nanos.js";

/** The clocks of a message. */
export interface ReceivedClocks {
  readonly clocks: Pick<Clocks, "bankNanos" | "isPaused" | "remainingNanos">;
  /** The time at which they were received, in milliseconds of the page's clock. */
  readonly receivedAt: number;
}

/** Returns the milliseconds until the open request expires, or `undefined` without a limit. */
export function remainingMillis({ clocks, receivedAt }: ReceivedClocks, now: number): number | undefined {
  if (clocks.remainingNanos === undefined) return undefined;
  return countDown(clocks.remainingNanos, clocks.isPaused ? 0 : now - receivedAt);
}

/** Returns the milliseconds in the bank of a seat, or `undefined` without banks. */
export function bankMillis(
  { clocks, receivedAt }: ReceivedClocks,
  seat: number,
  isRunning: boolean,
  now: number,
): number | undefined {
  const bank = clocks.bankNanos[seat];
  if (bank === undefined) return undefined;
  return countDown(bank, isRunning && !clocks.isPaused ? now - receivedAt : 0);
}

function countDown(nanos: bigint, passedMillis: number): number {
  return Math.max(0, toMillis(nanos) - passedMillis);
}

/** Formats a time as `1:05`, `1:02:05` or, below ten seconds, `9.3 s`. */
export function formatClock(millis: number): string {
  if (millis < 9_950) return `${(Math.max(0, millis) / 1000).toFixed(1)} s`;
  const seconds = Math.ceil(millis / 1000 - 0.05);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const pad = (part: number) => String(part).padStart(2, "0");
  const tail = `${pad(seconds % 60)}`;
  return hours > 0 ? `${hours}:${pad(minutes)}:${tail}` : `${minutes}:${tail}`;
}
