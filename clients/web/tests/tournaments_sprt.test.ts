import assert from "node:assert/strict";
import { test } from "node:test";
import { MatchState } from "botwerk/v1";
import { LlrHistory, countedPairs } from "../src/tournaments/llr_history.js";
import type { MatchRow } from "../src/tournaments/match_row.js";
import { logLikelihoodRatio } from "../src/tournaments/sprt.js";
import type { Hypotheses, Pentanomial } from "../src/tournaments/sprt.js";

/** Published tests of official-stockfish/Stockfish with their ratios, rounded to two digits. */
const PUBLISHED: readonly (readonly [boolean, number, number, Pentanomial, number])[] = [
  [false, -0.25, 1.25, [491, 7345, 29693, 7670, 465], 2.96],
  [false, 0.25, 1.25, [53, 2220, 21459, 2445, 47], 2.97],
  [false, -0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94],
  [false, 0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97],
  [true, 0, 2, [371, 10263, 24989, 10642, 379], 2.95],
  [true, 0.5, 2.5, [47, 8181, 25234, 8575, 47], 2.94],
  [true, 0, 2, [831, 31795, 68460, 32448, 834], 2.93],
  [true, 0.5, 2.5, [307, 54901, 140959, 56230, 281], 2.95],
  [true, 0, 2, [2, 1925, 6607, 2176, 2], 2.94],
  [true, 0.5, 2.5, [5, 2968, 10474, 3253, 5], 2.96],
];

/** Ratios of a server, with few pairs and with empty classes. */
const OF_SERVER: readonly (readonly [Hypotheses, Pentanomial, number])[] = [
  [{ elo0: 0, elo1: 5, isNormalised: true }, [3, 1, 250, 7, 39], 1.9969769123722976],
  [{ elo0: 0, elo1: 100, isNormalised: true }, [0, 0, 0, 0, 9], 2.9618498508117828],
  [{ elo0: -10, elo1: 60, isNormalised: false }, [0, 3, 50, 5, 6], 3.7529444905836558],
  [{ elo0: 0, elo1: 20, isNormalised: true }, [4, 0, 48, 0, 8], 0.5043744782413554],
  [{ elo0: 0, elo1: 20, isNormalised: true }, [22, 0, 341, 0, 37], 1.8388426418493566],
];

function assertNear(found: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(found - expected) < tolerance * Math.max(1, Math.abs(expected)), `${found} ${expected}`);
}

test("published tests have the published ratios", () => {
  for (const [isNormalised, elo0, elo1, pairs, expected] of PUBLISHED) {
    const ratio = logLikelihoodRatio(pairs, { elo0, elo1, isNormalised });
    assert.ok(Math.abs(ratio - expected) < 0.0101, `${pairs.join()}: ${ratio}`);
  }
});

test("ratios equal those of a server", () => {
  for (const [hypotheses, pairs, expected] of OF_SERVER) {
    const ratio = logLikelihoodRatio(pairs, hypotheses);
    assertNear(ratio, expected, 1e-9);
  }
});

test("ratio is 0 before the first pair, and opposite for the opponent", () => {
  const [one, other] = [{ elo0: -5, elo1: 100 }, { elo0: -100, elo1: 5 }];
  for (const isNormalised of [false, true]) {
    assert.equal(logLikelihoodRatio([0, 0, 0, 0, 0], { ...one, isNormalised }), 0);
    for (const pairs of [[0, 0, 1, 0, 0], [1, 0, 0, 0, 12], [12, 1, 100_000, 0, 1], [0, 100_000, 0, 0, 0]] as const) {
      const ratio = logLikelihoodRatio(pairs, { ...one, isNormalised });
      const reversed = [...pairs].reverse() as unknown as Pentanomial;
      const opposite = logLikelihoodRatio(reversed, { ...other, isNormalised });
      assertNear(ratio, -opposite, 1e-6);
    }
  }
});

function row(index: number, entrants: readonly string[], places?: readonly number[], isRated = true): MatchRow {
  const [block, match, state] = [Math.floor(index / 2), `matches/${index}`, MatchState.OVER];
  const open = { index, round: 1, block, entrants, match, state, attempts: 1 };
  if (places === undefined) return open;
  return { ...open, result: { places, isRated, isVoided: false, isAdjudicated: false, fingerprint: "", seats: [] } };
}

test("pairs count in their order up to the first incomplete one, if both matches are rated", () => {
  const rows = [
    row(0, ["a", "b"], [1, 2]),
    row(1, ["b", "a"], [2, 1]),
    row(2, ["a", "b"], [2, 1]),
    row(3, ["b", "a"], [1, 1]),
    row(4, ["a", "b"], [1, 2], false),
    row(5, ["b", "a"], [1, 2]),
    row(6, ["a", "b"], [1, 1]),
    row(7, ["b", "a"], [1, 1]),
    row(8, ["a", "b"], [1, 2]),
    row(9, ["b", "a"]),
    row(10, ["a", "b"], [1, 2]),
    row(11, ["b", "a"], [2, 1]),
  ];
  assert.deepEqual(countedPairs(rows, "a"), [4, 1, 2]);
  assert.deepEqual(countedPairs([undefined, ...rows], "a"), []);
});

test("pairs that repeat each other count once", () => {
  const rows = Array.from({ length: 8 }, (_, index) => {
    const played = index % 2 === 0 ? row(index, ["a", "b"], [1, 2]) : row(index, ["b", "a"], [1, 1]);
    // The last pair has another second match.
    return { ...played, result: { ...played.result!, fingerprint: index === 7 ? "c" : "ab"[index % 2]! } };
  });
  assert.deepEqual(countedPairs(rows, "a"), [3, 3]);
});

test("curve ends at the last pair and has few points", () => {
  const hypotheses = { elo0: 0, elo1: 20, isNormalised: true };
  const pairs = Array.from({ length: 5_003 }, (_, index) => (index * 7) % 5);
  const history = new LlrHistory(hypotheses);
  const curve = history.curve(pairs);
  assert.ok(curve.length <= 514, String(curve.length));
  assert.deepEqual(curve[0], { pairs: 0, llr: 0 });
  const counts = [0, 1, 2, 3, 4].map((half) => pairs.filter((pair) => pair === half).length) as unknown as Pentanomial;
  assert.deepEqual(curve.at(-1), { pairs: 5_003, llr: logLikelihoodRatio(counts, hypotheses) });
  assert.deepEqual(history.curve(pairs.slice(0, 3)).map((point) => point.pairs), [0, 1, 2, 3]);
});
