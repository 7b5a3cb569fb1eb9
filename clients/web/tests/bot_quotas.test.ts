/** What the page of an owner says of its quotas. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { OwnerSchema } from "botwerk/v1";
import { quotaFacts } from "../src/bots/quota_facts.js";
import { dateTime } from "../src/tournaments/number_format.js";

test("quotas have what is used of them, and when the next day starts", () => {
  const owner = create(OwnerSchema, {
    quotas: { bots: 5, concurrentMatches: 8, processorSecsPerDay: 7200, searchesPerDay: 2000 },
    use: { bots: 2, concurrentMatches: 1, processorSecs: 75.4, searches: 1234, resetTimeNanos: 1_780_272_000_000_000_000n },
  });
  assert.deepEqual(quotaFacts(owner), [
    ["Bots", "2 of 5"],
    ["Matches at the same time", "1 of 8"],
    ["Processor time of the day", "1 min 15 s of 2 h"],
    ["Searches of the day", "1,234 of 2,000"],
    ["The next day starts", dateTime(1_780_272_000_000)],
  ]);
});

test("quotas of a server that counts nothing by day are those of bots and matches", () => {
  const owner = create(OwnerSchema, { quotas: { bots: 5, concurrentMatches: 8 }, use: { bots: 2 } });
  assert.deepEqual(quotaFacts(owner), [["Bots", "2 of 5"], ["Matches at the same time", "0 of 8"]]);
  assert.deepEqual(quotaFacts(create(OwnerSchema)), []);
});
