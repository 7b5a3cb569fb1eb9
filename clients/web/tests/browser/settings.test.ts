/** Settings that stay in the browser: colours, animation and sounds. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Page } from "playwright-core";
import { shareMatch } from "./api_seat.js";
import { Bench, eventually } from "./harness.js";
import type { TestServer } from "./harness.js";

suite("settings", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  test("the colours are chosen, stay, and change in other tabs as well", async () => {
    const tab = await bench.openTab(await server(), "/rules");
    const other = await tab.context.newPage();
    await other.goto((await server()).pageAddress("/play"));
    await other.locator("main h1").first().waitFor();
    assert.equal(await isDark(tab.page), false);
    await tab.page.getByRole("button", { name: "Settings" }).click();
    await tab.page.getByLabel("Colours").selectOption("dark");
    await eventually(async () => assert.deepEqual([await isDark(tab.page), await isDark(other)], [true, true]));
    await tab.screenshot("settings_dark");
    await tab.checkAccessibility();
    await tab.page.keyboard.press("Escape");
    await tab.page.getByRole("dialog").waitFor({ state: "detached" });
    await tab.page.reload();
    await tab.page.locator("main h1").first().waitFor();
    assert.equal(await isDark(tab.page), true);
    await tab.finish("settings_rules_dark");
  });

  test("animations are switched off", async () => {
    const tab = await bench.openTab(await server(), "/rules");
    await tab.page.getByRole("button", { name: "Settings" }).click();
    await tab.page.getByLabel("Animation").selectOption("off");
    await tab.page.getByRole("button", { name: "Close" }).click();
    await tab.page.reload();
    await tab.page.locator('html[data-animation="off"]').waitFor();
    await tab.close();
  });

  test("nothing is heard until sounds are switched on; then turns, events, little time and the end differ", async () => {
    const options = [{ name: "race_limit", value: "14s" }];
    const match = await shareMatch(await server(), { game: "micro-robots", options }, ["Ann", "Bob"]);
    const tab = await bench.openTab(await server(), "/rules");
    const { page } = tab;
    await page.addInitScript(recordTones);
    await tab.open(match.path);
    await page.locator(".place.goal").first().waitFor();
    assert.deepEqual(await tones(page), []);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Sounds of a match").selectOption("on");
    await page.getByRole("button", { name: "Close" }).click();
    // What was switched on is heard.
    await eventually(async () => assert.deepEqual(await tones(page), [660, 880]));
    // Ten seconds are left.
    await eventually(async () => assert.ok((await tones(page)).includes(990)), 15_000);
    await match.others[0]!.answer(() => "say 9");
    await eventually(async () => assert.ok((await tones(page)).includes(330)));
    await match.others[0]!.answer(() => "end");
    // A turn that was not shown starts the next round: two more tones rise.
    await eventually(async () => assert.ok((await tones(page)).filter((tone) => tone === 880).length > 1));
    await page.getByRole("button", { name: "Resign", exact: true }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await eventually(async () => assert.ok((await tones(page)).includes(523)));
    await tab.close();
  });
});

function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor === "rgb(18, 22, 28)");
}

/** Runs in the page: replaces sounds by a list of their frequencies. */
function recordTones(): void {
  const frequencies: number[] = [];
  const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  class SilentAudio {
    readonly currentTime = 0;
    readonly destination = {};

    createOscillator() {
      const frequency = { value: 0 };
      return { type: "", frequency, connect: (next: object) => next, start: () => frequencies.push(frequency.value), stop: () => {} };
    }

    createGain() {
      return { gain, connect: (next: object) => next };
    }

    async close() {}
  }
  Object.assign(globalThis, { AudioContext: SilentAudio, heardTones: frequencies });
}

function tones(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => (globalThis as unknown as { heardTones: readonly number[] }).heardTones);
}
