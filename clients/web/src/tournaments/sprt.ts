/**
 * The log-likelihood ratio of a sequential probability ratio test, by the definition of the server: the generalised
 * test with the pentanomial counts of pairs (A. Wald, 1945; M. Van den Bergh, 2020).
 */

/** Numbers of pairs in which the first entrant has scored 0, ½, 1, 1½ and 2 points. */
export type Pentanomial = readonly [number, number, number, number, number];

/** The hypotheses of a test. */
export interface Hypotheses {
  /** The Elo differences under H0 and H1. */
  readonly elo0: number;
  readonly elo1: number;
  /** Whether the differences are normalised Elo. */
  readonly isNormalised: boolean;
}

type Classes = readonly number[];

/** Points per match of each class, from 0 to 1. */
const SCORES: Classes = [0, 0.25, 0.5, 0.75, 1];
/** Pseudo-pairs of each class while a class is empty. */
const PSEUDO_PAIRS = 0.5;
/** Normalised Elo of one standard deviation of a match. */
const NORMALISED = 800 / Math.LN10;

/** Maximum number of linear approximations of a condition on normalised Elo, and the change at which they end. */
const MAX_APPROXIMATIONS = 50;
const FACTOR_PRECISION = 1e-10;
/** Maximum number of steps of the search for a multiplier, and the relative change at which it ends. */
const MAX_STEPS = 100;
const MULTIPLIER_PRECISION = 1e-14;

/** Returns the logarithm of the likelihood of the pairs under H1 divided by that under H0; 0 before the first pair. */
export function logLikelihoodRatio(pairs: Pentanomial, { elo0, elo1, isNormalised }: Hypotheses): number {
  if (pairs.every((number) => number === 0)) return 0;
  const pseudoPairs = pairs.includes(0) ? PSEUDO_PAIRS : 0;
  const size = sum(pairs) + 5 * pseudoPairs;
  const shares = pairs.map((number) => (number + pseudoPairs) / size);
  const factors = (elo: number) => isNormalised
    ? tiltToScore(shares, (elo / NORMALISED) * Math.SQRT2)
    : tilt(shares, SCORES.map((score) => score - expectedScore(elo)));
  const [under0, under1] = [factors(elo0), factors(elo1)];
  return size * sum(shares.map((share, index) => share * Math.log(under1[index]! / under0[index]!)));
}

function expectedScore(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}

function sum(values: Classes): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * Returns the factors from the shares to those of the most likely distribution in which the condition has mean 0: the
 * share of a class with the condition *c* is divided by 1 + *x c* (A. B. Owen, Empirical Likelihood, 2001).
 */
function tilt(shares: Classes, condition: Classes): Classes {
  const multiplier = findMultiplier(shares, condition);
  return condition.map((value) => 1 / (1 + multiplier * value));
}

/** Returns the root of the sum of `share * condition / (1 + x * condition)`, or 0 if no condition differs in sign. */
function findMultiplier(shares: Classes, condition: Classes): number {
  const min = Math.min(...condition);
  const max = Math.max(...condition);
  if (min >= 0 || max <= 0) return 0;
  let [low, high] = [-1 / max, -1 / min];
  let x = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    let [value, slope] = [0, 0];
    for (const [index, share] of shares.entries()) {
      const term = condition[index]! / (1 + x * condition[index]!);
      value += share * term;
      slope -= share * term * term;
    }
    if (value > 0) low = x;
    else high = x;
    const newton = x - value / slope;
    // Newton's step, unless it leaves the interval that contains the root.
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= MULTIPLIER_PRECISION * (1 + Math.abs(x))) return next;
    x = next;
  }
  return x;
}

/**
 * Returns the factors to the most likely distribution whose mean is `score` of its own standard deviations above one
 * half. The condition is not linear in the shares: its linear approximation is solved until the factors converge, from
 * the uniform distribution on.
 */
function tiltToScore(shares: Classes, score: number): Classes {
  let factors: Classes = shares.map((share) => 0.2 / share);
  for (let step = 0; step < MAX_APPROXIMATIONS; step++) {
    const last = shares.map((share, index) => share * factors[index]!);
    const mean = sum(last.map((share, index) => share * SCORES[index]!));
    const deviation = Math.sqrt(sum(last.map((share, index) => share * (SCORES[index]! - mean) ** 2)));
    const condition = SCORES.map((value) => {
      const distance = (value - mean) / deviation;
      return value - 0.5 - (score * deviation * (1 + distance * distance)) / 2;
    });
    const next = tilt(shares, condition);
    const change = Math.max(...next.map((factor, index) => Math.abs(factor - factors[index]!)));
    factors = next;
    if (change < FACTOR_PRECISION) break;
  }
  return factors;
}
