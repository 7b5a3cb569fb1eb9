/** Values, counts, limits and moves as they are written and typed. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { ActionInfoSchema, AnalysisSchema } from "botwerk/v1";
import { countText, lineOf, valueText } from "../src/analysis/engine_lines.js";
import { movesOfShow } from "../src/analysis/expected_play.js";
import { choicesOf } from "../src/analysis/option_fields.js";
import { sampleOutcome, seededRandom } from "../src/analysis/sampling.js";
import { readLimits } from "../src/analysis/search_limits.js";

suite("lines of an engine", () => {
  test("have the values of their game", () => {
    assert.equal(valueText("netzwerk", 125n), "+1.25");
    assert.equal(valueText("netzwerk", -5n), "−0.05");
    assert.equal(valueText("netzwerk", 0n), "0.00");
    assert.equal(valueText("netzwerk", 29_997n), "wins in 3");
    assert.equal(valueText("netzwerk", -29_998n), "loses in 2");
    assert.equal(valueText("droids", 5029n), "50.3 %");
    assert.equal(valueText("ricochet", -4n), "4 moves");
    assert.equal(valueText("micro-robots", -1n), "1 move");
  });

  test("have short counts", () => {
    assert.deepEqual([0, 999, 1000, 12_345, 999_400, 2_500_000].map(countText), ["0", "999", "1.00k", "12.3k", "999k", "2.50M"]);
  });

  test("have no rate at the start, and no value if the agent has none", () => {
    const line = lineOf("netzwerk", create(AnalysisSchema, { depth: 2, nodes: 10n, timeNanos: 0n }));
    assert.deepEqual([line.rate, line.value, line.seconds], ["–", "–", "0.00"]);
  });
});

suite("limits of a search", () => {
  test("are numbers with units", () => {
    assert.deepEqual(readLimits("1M", "2.5"), { limits: { nodes: 1_000_000n, timeNanos: 2_500_000_000n } });
    assert.deepEqual(readLimits("20k", ""), { limits: { nodes: 20_000n, timeNanos: 0n } });
  });

  test("end every search", () => {
    assert.deepEqual(readLimits("", ""), { limits: { nodes: 0n, timeNanos: 3_600_000_000_000n } });
  });

  test("name the field that is wrong", () => {
    assert.deepEqual(readLimits("many", "1"), { problem: "nodes: expected a number such as 20000 or 2M, found many" });
    assert.deepEqual(readLimits("1", "99999"), { problem: "seconds: expected a number up to 3600, found 99999" });
  });
});

suite("shows", () => {
  test("are played move by move", () => {
    assert.deepEqual(movesOfShow("micro-robots", "show 1P-6P-6W"), ["to 6P", "to 6W"]);
    assert.deepEqual(movesOfShow("ricochet", "show rN tE-+"), ["rN", "tE-+"]);
  });
});

suite("options", () => {
  test("have choices if their values are listed", () => {
    assert.deepEqual(choicesOf("one of white, black"), ["white", "black"]);
    assert.deepEqual(choicesOf("true or false"), ["true", "false"]);
    assert.equal(choicesOf("a number from 2 to 6"), undefined);
  });
});

suite("sampled outcomes", () => {
  const outcomes = ["die 1", "die 2", "die 3"].map((text) => create(ActionInfoSchema, { text }));

  test("are the same for a seed", () => {
    const draw = () => {
      const random = seededRandom("seed");
      return Array.from({ length: 20 }, () => sampleOutcome(outcomes, undefined, undefined, random).text).join();
    };
    assert.equal(draw(), draw());
  });

  test("are equally frequent where the rules do not weigh them", () => {
    const random = seededRandom("many");
    const counts = new Map<string, number>();
    for (let index = 0; index < 3000; index++) {
      const { text } = sampleOutcome(outcomes, undefined, undefined, random);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    for (const count of counts.values()) assert.ok(count > 900 && count < 1100, String(count));
  });
});
