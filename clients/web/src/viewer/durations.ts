/** Times and counts as text. */

import { toMillis } from "../shell/nanos.js";

const MILLIS_PER_MINUTE = 60_000;

/** Returns a measured time, such as `0.3 ms`, `850 ms`, `12.3 s` or `2:05.0`. */
export function formatDuration(nanos: bigint | number): string {
  const millis = toMillis(nanos);
  if (millis === 0) return "0 ms";
  if (millis < 0.01) return "< 0.01 ms";
  if (millis < 10) return `${trimmed(millis, millis < 1 ? 2 : 1)} ms`;
  if (millis < 1000) return `${Math.round(millis)} ms`;
  if (millis < MILLIS_PER_MINUTE) return `${trimmed(millis / 1000, 1)} s`;
  return formatClock(millis);
}

/** Returns the time in the bank of a seat, such as `1:00.0` or `1:02:05.0`. */
export function formatBank(nanos: bigint | number): string {
  return formatClock(toMillis(nanos));
}

/** Returns a number with separators, such as `12,345`. */
export function formatCount(count: bigint | number): string {
  // Loading a locale takes 100 ms.
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Returns the size of a file, such as `1.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${trimmed(bytes / 1000, 1)} KB`;
  return `${trimmed(bytes / 1_000_000, 1)} MB`;
}

function formatClock(millis: number): string {
  // Whole tenths, so that 59.96 s is a minute.
  const tenths = Math.floor(millis / 100);
  const [seconds, minutes] = [Math.floor(tenths / 10), Math.floor(tenths / 600)];
  const rest = `${String(seconds % 60).padStart(2, "0")}.${tenths % 10}`;
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

function trimmed(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.?0+$/, "");
}
