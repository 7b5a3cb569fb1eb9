/** A common scale for estimates with their intervals. */

import type { Interval } from "./number_format.js";

/** A linear scale from values to a width of 1. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Round values within the scale. */
  readonly ticks: readonly number[];
}

/** Where an estimate is on a scale, from 0 to 1. */
export interface Bar {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Whether the interval continues beyond the scale. */
  readonly isOpenLow: boolean;
  readonly isOpenHigh: boolean;
}

/** Space on either side of the outermost bounds, as a share of the scale. */
const MARGIN = 0.04;
/** Half the width of a scale without any width. */
const MIN_HALF_WIDTH = 50;
/** How far beyond the values a scale reaches for bounds: this far, or the range of the values times the factor. */
const MIN_BOUND_DISTANCE = 400;
const BOUND_DISTANCE_FACTOR = 1.5;

/** Returns a scale with about the given number of ticks. It contains 0, all values, and bounds that are not extreme. */
export function intervalScale(estimates: readonly Interval[], tickCount = 4): Scale {
  const values = estimates.map(({ value }) => value).filter(Number.isFinite);
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)];
  const reach = Math.max(MIN_BOUND_DISTANCE, BOUND_DISTANCE_FACTOR * (max - min));
  let low = min;
  let high = max;
  for (const estimate of estimates) {
    if (estimate.low !== undefined) low = Math.min(low, Math.max(estimate.low, min - reach));
    if (estimate.high !== undefined) high = Math.max(high, Math.min(estimate.high, max + reach));
  }
  if (high - low < 2 * MIN_HALF_WIDTH) {
    const middle = (low + high) / 2;
    [low, high] = [Math.min(low, middle - MIN_HALF_WIDTH), Math.max(high, middle + MIN_HALF_WIDTH)];
  }
  const margin = (high - low) * MARGIN;
  return { low: low - margin, high: high + margin, ticks: ticks(low, high, tickCount) };
}

/** Returns multiples of a round step (1, 2 or 5 times a power of ten) between two values. */
export function ticks(low: number, high: number, tickCount: number): number[] {
  const rough = (high - low) / tickCount;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // Adding 0 turns a negative zero into a positive one.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)) + 0);
}

/** Returns the position of a value on a scale, from 0 to 1. */
export function position(value: number, { low, high }: Scale): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** Returns where an estimate is on a scale. */
export function bar({ value, low, high }: Interval, scale: Scale): Bar {
  return {
    value: position(value, scale),
    low: low === undefined ? 0 : position(low, scale),
    high: high === undefined ? 1 : position(high, scale),
    isOpenLow: low === undefined || low < scale.low,
    isOpenHigh: high === undefined || high > scale.high,
  };
}
