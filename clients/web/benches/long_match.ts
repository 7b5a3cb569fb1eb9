/**
 * Prints the longest task on the main thread of the page of a player in a match of 300 turns, live and after a reload:
 * `npm run build && BOTWERK=target/release/botwerk node --test dist/benches/long_match.js`.
 */

import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Position } from "botwerk/v1";
import { bearer } from "botwerk/web";
import type { Page } from "playwright-core";
import { racePosition } from "../src/play/race/race_position.js";
import { seatsToAct } from "../src/play/seats_to_act.js";
import { Bench, eventually } from "../tests/browser/harness.js";
import type { TestServer } from "../tests/browser/harness.js";

const TURNS = 300;
const TARGET_MILLIS = 50;

/** The time before an answer, in milliseconds: less than any person needs. */
const PAUSE_MILLIS = 80;

interface LongMatch {
  readonly setup: { readonly game: string; readonly seats: number; readonly options: readonly { readonly name: string; readonly value: string }[] };
  readonly opponent: { readonly name: string; readonly settings: { readonly name: string; readonly value: string }[] };
  /** Returns the answer of the first seat in a position, or `undefined` if it is not to act. */
  answer(position: Position, legal: () => Promise<readonly string[]>): Promise<string | undefined>;
}

const MATCHES: readonly LongMatch[] = [
  {
    setup: { game: "netzwerk", seats: 2, options: [{ name: "repetition", value: "0" }, { name: "quiet_turns", value: "0" }] },
    opponent: { name: "random", settings: [] },
    // Robots that move sideways only do not end the match.
    answer: async (position, legal) => {
      if (!seatsToAct(position).includes(0)) return undefined;
      const actions = await legal();
      return `${actions.find((text) => /^\w(\d+)-\w\1$/.test(text)) ?? actions[0]} / .`;
    },
  },
  {
    // Every round is announced, fails, and is followed by its recap.
    setup: { game: "micro-robots", seats: 2, options: [{ name: "round_cap", value: "200" }, { name: "chips_to_win", value: "25" }] },
    opponent: { name: "human", settings: [{ name: "mean", value: "100s" }, { name: "distribution", value: "fixed" }] },
    answer: async (position) => {
      const stage = racePosition(position)?.stage;
      return stage?.kind === "race" ? "say 9" : stage?.kind === "show" ? "end" : undefined;
    },
  },
];

/** Plays the first seat, whose stream the page has, until the given number of updates. Returns their number. */
async function play({ client }: TestServer, name: string, seatToken: string, { setup, answer }: LongMatch): Promise<number> {
  let updates = 0;
  let turn = 0;
  let start = 0n;
  const viewOptions = { includeText: true, includeUpdateViews: true };
  for await (const { kind } of client.matches.watchMatch({ matches: [{ match: name }], viewOptions })) {
    if (kind.case === "joined") start = kind.value.seq;
    // Updates that are sent again have been answered.
    const isNew = kind.case === "update" && kind.value.seq > start;
    const view = kind.case === "joined" || (kind.case === "update" && isNew) ? kind.value.view : undefined;
    if (kind.case === "matchOver" || updates >= TURNS) return updates;
    if (kind.case === "update") updates++;
    if (view?.position === undefined) continue;
    const legal = async () => {
      const { actions } = await client.rules.listLegalActions({ setup: { ...setup, options: [...setup.options] }, position: view.text });
      return actions.map(({ text }) => text);
    };
    const text = await answer(view.position, legal);
    if (text === undefined) continue;
    turn++;
    await sleep(PAUSE_MILLIS);
    await client.matches.submitActions({ match: name, submission: { turn, text } }, { headers: bearer(seatToken) });
  }
  return updates;
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
    const { setup, opponent } = long;
    const seats = [{ name: "Ann" }, { agent: opponent }];
    const created = { setup: { ...setup, options: [...setup.options] }, seats, seed: "bench", allowsHints: true };
    const { match, seatTokens } = await server.client.matches.createMatch(created);
    const { token } = seatTokens[0]!;
    const tab = await bench.openTab(server, `/play/${match!.name.slice(8)}#seat=0&token=${token}`, { hasMotion: true });
    await tab.page.locator(".play-status").filter({ hasText: "Your turn" }).waitFor();
    await tab.page.evaluate(watchTasks);
    await tab.page.addInitScript(watchTasks);
    const turns = await play(server, match!.name, token, long);
    await eventually(async () => {
      const entries = await tab.page.locator(".play-turns li").count();
      if (entries === 0) throw new Error("no turns are listed");
    });
    await report(tab.page, `${setup.game}, ${turns} updates, live`);
    await tab.page.reload();
    await tab.page.locator(".play-turns li").first().waitFor();
    await tab.page.waitForTimeout(2000);
    await report(tab.page, `${setup.game}, ${turns} updates, after a reload`);
    await tab.close();
  }
});
