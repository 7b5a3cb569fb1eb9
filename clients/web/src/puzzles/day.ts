/** Days in UTC, such as `2026-11-28`, so that a day is the same everywhere. */

const MILLIS_OF_DAY = 86_400_000;

/** Returns the day of a time in milliseconds. */
export function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

/** Returns whether a text is a day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text;
}

/** Returns the day before a day. */
export function dayBefore(day: string): string {
  return dayOf(Date.parse(day) - MILLIS_OF_DAY);
}
