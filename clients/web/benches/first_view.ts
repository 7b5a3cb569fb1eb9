/**
 * Prints how long it takes from a click on the link of a finished match to its badge, in a browser without anything in
 * its cache: `npm run build && BOTWERK=target/release/botwerk node --test dist/benches/first_view.js`.
 */

import { test } from "node:test";
import { Bench } from "../tests/browser/harness.js";
import type { TestServer } from "../tests/browser/harness.js";

const RUNS = 9;
const TARGET_MILLIS = 700;

/** Plays a match with about this number of turns on a server, and returns its name. */
async function finishedMatch({ client }: TestServer): Promise<string> {
  const agent = { name: "random", settings: [] };
  const options = [{ name: "chips_to_win", value: "25" }, { name: "round_cap", value: "90" }];
  const setup = { game: "micro-robots", options };
  const { match } = await client.matches.createMatch({ setup, seats: [{ agent }, { agent }], usesVirtualTime: true, seed: "bench" });
  const name = match!.name;
  for await (const { kind } of client.matches.watchMatch({ matches: [{ match: name }] })) {
    if (kind.case === "matchOver") break;
  }
  let record = "";
  for await (const { lines } of client.matches.getRecord({ match: name })) record += lines;
  const { steps } = await client.rules.replayRecord({ record });
  console.log(`a match of ${steps.length} steps, its record has ${Math.round(record.length / 1024)} KB`);
  return name;
}

test("first view", async () => {
  const bench = new Bench();
  const server = await bench.startServer();
  const match = await finishedMatch(server);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    // A tab has a session of its own, without a cache.
    const tab = await bench.openTab(server, `/${match}`);
    await tab.page.waitForFunction(() => performance.getEntriesByName("verified").length > 0);
    times.push(await tab.page.evaluate(() => performance.getEntriesByName("verified")[0]!.startTime));
    await tab.close();
  }
  times.sort((one, other) => one - other);
  const [fastest, median, slowest] = [times[0]!, times[RUNS >> 1]!, times.at(-1)!].map(Math.round);
  console.log(`verified after ${median} ms (${fastest} to ${slowest} ms in ${RUNS} runs), target ${TARGET_MILLIS} ms`);
});
