/** Times of the API, which are numbers of nanoseconds. The pages count in milliseconds. */

const NANOS_PER_MILLI = 1_000_000;

/** Returns a time in milliseconds. */
export function toMillis(nanos: bigint | number): number {
  return Number(nanos) / NANOS_PER_MILLI;
}

/** Returns a time in nanoseconds, to the millisecond. */
export function toNanos(millis: number): bigint {
  return BigInt(Math.round(millis) * NANOS_PER_MILLI);
}
