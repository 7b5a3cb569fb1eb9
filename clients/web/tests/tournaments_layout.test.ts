import assert from "node:assert/strict";
import { test } from "node:test";
import { BOX_HEIGHT, BOX_WIDTH, bracketLayout, roundName } from "../src/tournaments/bracket_layout.js";
import type { Matchup } from "../src/tournaments/bracket_layout.js";
import { bar, intervalScale, position, ticks } from "../src/tournaments/interval_scale.js";
import { duration, interval, points, signed, turnTime } from "../src/tournaments/number_format.js";
import { MAX_HEIGHT, rowWindow } from "../src/tournaments/row_window.js";

test("scale contains zero, all values and all bounds", () => {
  const estimates = [{ value: 120, low: 80, high: 160 }, { value: 40, low: -10, high: 90 }];
  const scale = intervalScale(estimates);
  assert.ok(scale.low < -10 && scale.high > 160);
  assert.ok(scale.ticks.includes(0));
  for (const estimate of estimates) {
    const { low, value, high, isOpenLow, isOpenHigh } = bar(estimate, scale);
    assert.ok(0 < low && low < value && value < high && high < 1);
    assert.ok(!isOpenLow && !isOpenHigh);
  }
});

test("infinite and extreme bounds continue beyond the scale", () => {
  const estimates = [{ value: 200, low: 100 }, { value: -200, low: -90_000, high: 10 }, { value: 0, low: -5, high: 5 }];
  const scale = intervalScale(estimates);
  assert.ok(scale.low > -2_000 && scale.high < 2_000, JSON.stringify(scale));
  assert.deepEqual([bar(estimates[0]!, scale).isOpenHigh, bar(estimates[0]!, scale).high], [true, 1]);
  assert.deepEqual([bar(estimates[1]!, scale).isOpenLow, bar(estimates[1]!, scale).low], [true, 0]);
  assert.equal(bar(estimates[2]!, scale).isOpenLow, false);
});

test("scale without results has a width", () => {
  for (const estimates of [[], [{ value: 0, low: 0, high: 0 }]]) {
    const scale = intervalScale(estimates);
    assert.ok(scale.high - scale.low >= 100);
    assert.ok(Math.abs(position(0, scale) - 0.5) < 1e-9);
  }
});

test("ticks are round and within their range", () => {
  assert.deepEqual(ticks(-130, 240, 4), [-100, 0, 100, 200]);
  assert.deepEqual(ticks(-3.2, 3.2, 6), [-2, 0, 2]);
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
});

function matchup(round: number, entrants: readonly string[]): Matchup {
  return { round, entrants, points: entrants.map(() => 0), winner: "" };
}

test("matchup is in the middle of those before it", () => {
  const bracket = [
    matchup(1, ["a"]), matchup(1, ["h", "i"]), matchup(1, ["c", "d"]), matchup(1, ["b"]),
    matchup(2, ["a", ""]), matchup(2, ["", "b"]),
    matchup(3, ["", ""]),
  ];
  const { matchups, connectors, rounds, width, height } = bracketLayout(bracket);
  assert.deepEqual(rounds.map(({ name }) => name), ["Quarter-finals", "Semi-finals", "Final"]);
  const tops = matchups.map(({ top }) => top);
  assert.equal(tops[4], (tops[0]! + tops[1]!) / 2);
  assert.equal(tops[5], (tops[2]! + tops[3]!) / 2);
  assert.equal(tops[6], (tops[4]! + tops[5]!) / 2);
  assert.equal(connectors.length, 6);
  for (const { left, top } of matchups) {
    assert.ok(left + BOX_WIDTH <= width && top + BOX_HEIGHT <= height);
  }
  for (const [index, line] of connectors.slice(0, 4).entries()) {
    assert.equal(line[0]![1], tops[index]! + BOX_HEIGHT / 2);
    assert.equal(line.at(-1)![1], tops[4 + Math.floor(index / 2)]! + BOX_HEIGHT / 2);
    assert.equal(line.at(-1)![0], matchups[4]!.left);
  }
  assert.deepEqual([roundName(1, 5), roundName(5, 5)], ["Round 1", "Final"]);
  assert.deepEqual(bracketLayout([]).matchups, []);
});

test("window contains the rows that can be seen", () => {
  const list = { count: 10_000, rowHeight: 40, viewHeight: 500, overscan: 5 };
  assert.deepEqual(rowWindow({ ...list, scrollTop: 0 }), { first: 0, end: 18, top: 0, height: 400_000 });
  const middle = rowWindow({ ...list, scrollTop: 200_010 });
  assert.deepEqual(middle, { first: 4_995, end: 5_018, top: 199_800, height: 400_000 });
  const end = rowWindow({ ...list, scrollTop: 1e9 });
  assert.equal(end.end, 10_000);
  assert.deepEqual(rowWindow({ ...list, count: 0, scrollTop: 0 }), { first: 0, end: 0, top: 0, height: 0 });
});

test("window of a list beyond the maximum height reaches every row", () => {
  const list = { count: 100_000_000, rowHeight: 40, viewHeight: 500, overscan: 0 };
  const start = rowWindow({ ...list, scrollTop: 0 });
  assert.deepEqual([start.first, start.top, start.height], [0, 0, MAX_HEIGHT]);
  const end = rowWindow({ ...list, scrollTop: MAX_HEIGHT - 500 });
  assert.equal(end.end, 100_000_000);
  const bottom = end.top + (end.end - end.first) * 40;
  assert.ok(Math.abs(bottom - MAX_HEIGHT) < 1, String(bottom));
  const middle = rowWindow({ ...list, scrollTop: MAX_HEIGHT / 2 });
  assert.ok(middle.end - middle.first < 20 && Math.abs(middle.first - 5e7) < 1e4);
});

test("numbers are formatted", () => {
  assert.deepEqual([12, 12.5, 0.5, 0, 10_000].map(points), ["12", "12½", "½", "0", "10,000"]);
  assert.deepEqual([0, -0.04, 12.34, -3.06].map((value) => signed(value)), ["+0.0", "+0.0", "+12.3", "−3.1"]);
  assert.equal(interval({ value: 1, low: -2 }, 0), "+1 [−2, +∞]");
  assert.deepEqual([400, 59_600, 3_700_000, 90_000_000].map(duration), ["0 s", "1 min", "1 h 1 min", "1 day 1 h"]);
  assert.deepEqual([500, 25_000, 3.4e6, 1.5e9].map(turnTime), ["0.5 µs", "25 µs", "3.4 ms", "1.5 s"]);
});
