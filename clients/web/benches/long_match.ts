/**
 * Prints the longest task on the main thread of the page of a player in a match of 300 turns, live and after a reload:
 * `npm run build && BOTWERK=target/release/botwerk node --test dist/benches/long_match.js`.
 */

import { test } from "node:test";
import type { Page } from "playwright-core";
import { Bench, eventually } from "../tests/browser/harness.js";
import type { TestServer } from "../tests/browser/harness.js";

const TURNS = 300;
const TARGET_MILLIS = 50;

interface LongMatch {
  readonly game: string;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  /** Returns an answer from the legal actions. */
  answer(legal: readonly string[]): string;
}

const MATCHES: readonly LongMatch[] = [
  {
    game: "netzwerk",
    options: [{ name: "repetition", value: "0" }, { name: "quiet_turns", value: "0" }],
    // Sideways moves only, so that no side wins.
    answer: (legal) => `${legal.find((text) => /^\w(\d+)-\w\1$/.test(text)) ?? legal[0]} / .`,
  },
  { game: "droids", options: [{ name: "round_cap", value: "30" }], answer: (legal) => legal[legal.length >> 1]! },
];

/** Plays the first seat until the given number of turns are played, or the match is over. Returns their number. */
async function play({ client }: TestServer, name: string, seatToken: string, { answer }: LongMatch): Promise<number> {
  const viewOptions = { includeLegalActions: true };
  let turns = 0;
  for await (const { kind } of client.matches.watchMatch({ matches: [{ match: name }], viewOptions, seatToken })) {
    if (kind.case === "matchOver") return turns;
    if (kind.case === "update") turns++;
    if (kind.case !== "actionRequest") continue;
    if (turns >= TURNS) return turns;
    const { turn, part, legalActions } = kind.value;
    await client.matches.submitActions({ match: name, seatToken, turn, part, text: answer(legalActions.map(({ text }) => text)) });
  }
  return turns;
}

/** Records the tasks of a page that take 50 ms or longer. */
function watchTasks(): void {
  const tasks: number[] = [];
  Object.assign(globalThis, { tasks });
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
}

async function report(page: Page, what: string): Promise<void> {
  const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks.splice(0));
  const longest = tasks.length === 0 ? `below ${TARGET_MILLIS}` : String(Math.round(Math.max(...tasks)));
  console.log(`${what}: longest task ${longest} ms, ${tasks.length} of ${TARGET_MILLIS} ms or longer (target: none)`);
}

test("long match", { timeout: 600_000 }, async () => {
  const bench = new Bench();
  const server = await bench.startServer();
  for (const long of MATCHES) {
    const seats = [{ name: "Ann" }, { agent: { name: "random", settings: [] } }];
    const setup = { game: long.game, options: [...long.options], seats: 2 };
    const { match, seatTokens } = await server.client.matches.createMatch({ setup, seats, seed: "bench", allowHints: true });
    const { token } = seatTokens[0]!;
    const tab = await bench.openTab(server, `/play/${match!.name.slice(8)}#seat=0&token=${token}`, { hasMotion: true });
    await tab.page.addInitScript(watchTasks);
    await tab.page.locator(".play-status").filter({ hasText: "Your turn" }).waitFor();
    await tab.page.evaluate(watchTasks);
    const turns = await play(server, match!.name, token, long);
    await eventually(async () => {
      const entries = await tab.page.locator(".play-turns li").count();
      if (entries === 0) throw new Error("no turns are listed");
    });
    await report(tab.page, `${long.game}, ${turns} updates, live`);
    await tab.page.reload();
    await tab.page.locator(".play-turns li").first().waitFor();
    await tab.page.waitForTimeout(2000);
    await report(tab.page, `${long.game}, ${turns} updates, after a reload`);
    await tab.close();
  }
});
