/** Formatting of numbers, times and sizes. */

/** Formats a whole number with separators, such as `10,000`. */
export function number(value: number | bigint): string {
  return value.toLocaleString("en-GB");
}

/** Formats a count, such as `1 round`, `2 rounds` or `2 matches`. */
export function count(value: number | bigint, noun: string): string {
  if (value === 1 || value === 1n) return `1 ${noun}`;
  return `${number(value)} ${noun}${noun.endsWith("ch") ? "es" : "s"}`;
}

/** Formats points, which are multiples of one half, such as `12½`. */
export function points(value: number): string {
  const whole = Math.floor(value);
  if (value === whole) return number(value);
  return value - whole === 0.5 ? `${whole === 0 ? "" : number(whole)}½` : value.toFixed(2);
}

/** Formats a ratio in per cent. */
export function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`;
}

/** Formats a number with its sign and one decimal, such as `+12.3`. */
export function signed(value: number, decimals = 1): string {
  const text = value.toFixed(decimals);
  // A negative zero has no sign of its own.
  if (Number(text) === 0) return `+${text.replace("-", "")}`;
  return value > 0 ? `+${text}` : text.replace("-", "−");
}

/** An estimate with its 95 % interval. A missing bound is infinite. */
export interface Interval {
  readonly value: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
}

/** Formats an estimate with its interval, such as `+12 [−4, +29]`. */
export function interval({ value, low, high }: Interval, decimals = 1): string {
  const [from, to] = [low, high].map((bound) => (bound === undefined ? undefined : signed(bound, decimals)));
  return `${signed(value, decimals)} [${from ?? "−∞"}, ${to ?? "+∞"}]`;
}

const UNITS = [
  [86_400, "day"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** Formats a duration with its two greatest units, such as `2 h 5 min`. */
export function duration(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1000));
  const first = UNITS.findIndex(([size]) => seconds >= size);
  if (first < 0) return "0 s";
  const [size, unit] = UNITS[first]!;
  const next = UNITS[first + 1];
  const text = unitText(Math.floor(seconds / size), unit);
  const rest = next === undefined ? 0 : Math.floor((seconds % size) / next[0]);
  return rest === 0 ? text : `${text} ${unitText(rest, next![1])}`;
}

function unitText(value: number, unit: string): string {
  return unit === "day" ? count(value, "day") : `${value} ${unit}`;
}

/** Formats the time of a turn, such as `3.4 µs`, `12 ms` or `1.5 s`. */
export function turnTime(nanos: number): string {
  const [value, unit] = nanos < 1e6 ? [nanos / 1e3, "µs"] : nanos < 1e9 ? [nanos / 1e6, "ms"] : [nanos / 1e9, "s"];
  return `${value < 10 ? value.toFixed(1) : number(Math.round(value))} ${unit}`;
}

/** Formats a time in milliseconds since 1970 as a date and time of this place. */
export function dateTime(millis: number): string {
  return new Date(millis).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
