/** The chart of the ratings of a bot. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { layOutRatings } from "../src/bots/rating_chart.js";

const rating = (millis: number, value: number, low?: number, high?: number) => ({ millis, elo: { value, low, high } });

suite("ratings over time", () => {
  test("fewer than two ratings have no chart", () => {
    assert.equal(layOutRatings([]), undefined);
    assert.equal(layOutRatings([rating(0, 20, 0, 40)]), undefined);
  });

  test("the line goes by time, within the band of the intervals", () => {
    const shapes = layOutRatings([rating(1000, 20, -20, 60), rating(2000, 60, 20, 100), rating(5000, 40, 10, 80)]);
    assert.deepEqual(shapes, {
      line: "0.0,106.7 150.0,53.3 600.0,80.0",
      band: "0.0,53.3 150.0,0.0 600.0,26.7 600.0,120.0 150.0,106.7 0.0,160.0",
      zero: 133.33333333333334,
      low: -20,
      high: 100,
    });
  });

  test("bounds that are infinite or far away end at the edge, and leave the scale to the ratings", () => {
    const shapes = layOutRatings([rating(0, 700), rating(10, 750, 10, 5000), rating(20, 720, 700, 740)])!;
    assert.deepEqual([shapes.low, shapes.high, shapes.zero], [600, 850, undefined]);
    assert.equal(shapes.band, "0.0,0.0 300.0,0.0 600.0,70.4 600.0,96.0 300.0,160.0 0.0,160.0");
  });

  test("ratings of one instant, and equal ratings without width, have a place", () => {
    const shapes = layOutRatings([rating(7, 5, 5, 5), rating(7, 5, 5, 5), rating(7, 5, 5, 5)])!;
    assert.equal(shapes.line, "0.0,160.0 300.0,160.0 600.0,160.0");
    assert.deepEqual([shapes.low, shapes.high], [5, 6]);
  });
});
