/** The rating of a bot over time as a picture: a line with its 95 % interval as a band. */

import type { RatingPoint } from "botwerk/v1";
import { h, svg } from "../shell/elements.js";
import { toMillis } from "../shell/nanos.js";
import type { Interval } from "../tournaments/number_format.js";
import { dateTime, number, signed } from "../tournaments/number_format.js";

/** The size of the picture in its own units. It is stretched to its place; its text is not part of it. */
const [WIDTH, HEIGHT] = [600, 160] as const;

/** How far beyond the ratings the scale reaches for bounds: this far, or as far as the ratings differ. */
const MIN_REACH = 100;

/** A rating at a time, in milliseconds since 1970. */
export interface TimedRating {
  readonly millis: number;
  readonly elo: Interval;
}

/** The shapes of a chart, with the ends of its scale. */
export interface RatingShapes {
  /** The points of the line and of the outline of the band, as attributes of SVG. */
  readonly line: string;
  readonly band: string;
  /** The height of an Elo of 0, if the scale includes it. */
  readonly zero: number | undefined;
  readonly low: number;
  readonly high: number;
}

/** Lays out ratings, the oldest first. Bounds far beyond all ratings, as those of the first matches, end at the edge. */
export function layOutRatings(ratings: readonly TimedRating[]): RatingShapes | undefined {
  const [first, last] = [ratings[0], ratings.at(-1)];
  if (first === undefined || last === undefined || ratings.length < 2) return undefined;
  const values = ratings.map(({ elo }) => elo.value);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const reach = Math.max(MIN_REACH, max - min);
  const bounds = ratings.map(({ elo: { low = -Infinity, high = Infinity } }) =>
    ({ low: Math.max(low, min - reach), high: Math.min(high, max + reach) }));
  const low = Math.floor(Math.min(...bounds.map((bound) => bound.low)));
  const high = Math.max(low + 1, Math.ceil(Math.max(...bounds.map((bound) => bound.high))));
  // Ratings of one instant follow each other at equal distances.
  const span = last.millis - first.millis;
  const x = (index: number) => WIDTH * (span > 0 ? (ratings[index]!.millis - first.millis) / span : index / (ratings.length - 1));
  const y = (elo: number) => (HEIGHT * (high - elo)) / (high - low);
  const points = (elos: readonly number[]) => elos.map((elo, index) => `${x(index).toFixed(1)},${y(elo).toFixed(1)}`);
  const upper = points(bounds.map((bound) => bound.high));
  const lower = points(bounds.map((bound) => bound.low)).reverse();
  return {
    line: points(values).join(" "),
    band: [...upper, ...lower].join(" "),
    zero: low <= 0 && high >= 0 ? y(0) : undefined,
    low,
    high,
  };
}

/** Creates the chart of a history, or returns undefined if it has fewer than two ratings. */
export function ratingChart(history: readonly RatingPoint[]): HTMLElement | undefined {
  const ratings = history.flatMap(({ timeNanos, elo }) => (elo === undefined ? [] : [{ millis: toMillis(timeNanos), elo }]));
  const shapes = layOutRatings(ratings);
  if (shapes === undefined) return undefined;
  const [first, last] = [ratings[0]!, ratings.at(-1)!];
  const [from, to] = [dateTime(first.millis), dateTime(last.millis)];
  const label = `Elo at ${number(ratings.length)} times, from ${signed(first.elo.value, 0)} on ${from} to ${signed(last.elo.value, 0)} on ${to}`;
  const { line, band, zero, low, high } = shapes;
  return h("div", { class: "rating-chart", role: "img", "aria-label": label },
    h("div", { class: "rating-elos" }, h("span", {}, signed(high, 0)), h("span", {}, signed(low, 0))),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none" },
      svg("polygon", { class: "rating-band", points: band }),
      zero !== undefined && svg("line", { class: "rating-zero", x1: 0, x2: WIDTH, y1: zero, y2: zero }),
      svg("polyline", { class: "rating-line", points: line })),
    h("div", { class: "rating-times" }, h("span", {}, from), h("span", {}, to)));
}
