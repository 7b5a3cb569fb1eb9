/** A game that the modules of the pages do not have: the server answers for it. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Bench, eventually } from "./harness.js";
import type { TestServer } from "./harness.js";

suite("a game of one's own", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServerOfExample("connect_four"));

  test("is played by places and by the list, and its record is verified by the server", { timeout: 120_000 }, async () => {
    const tab = await bench.openTab(await server(), "/play?game=connect-four&seat=you&seat=random");
    const { page } = tab;
    await page.getByRole("button", { name: "Start the match" }).click();
    const status = page.locator(".play-status");
    await status.getByText("Your turn: choose an action").waitFor();
    await tab.screenshot("play_connect_four");
    await tab.checkAccessibility();
    // A place is a column, which has one action.
    await page.locator('[data-place="drop 3"]').click();
    for (let turn = 0; turn < 21; turn++) {
      await status.getByText(/Your turn|The match is over/).waitFor();
      if (/over/.test((await status.textContent())!)) break;
      await page.locator(".play-panel .play-buttons button").first().click();
      await page.waitForTimeout(50);
    }
    await status.getByText("The match is over").waitFor();
    await page.getByRole("link", { name: "Watch in the viewer" }).click();
    const badge = page.locator('.verification-badge[data-state="verified"]');
    await badge.waitFor();
    assert.match((await badge.textContent())!, /verified by the server: \d+ events/);
    await badge.click();
    await page.getByText("Re-executed by the server, since this page does not have the rules of the game.").waitFor();
    await tab.finish("watch_connect_four");
  });

  test("is analysed, and its rules are shown", async () => {
    const tab = await bench.openTab(await server(), "/analysis?game=connect-four");
    const { page } = tab;
    await page.locator(".analysis-actions").getByRole("button", { name: "drop 6" }).click();
    await page.locator('[data-place="drop 6"]').click();
    const board = page.locator(".board-picture");
    await eventually(async () => assert.match((await board.textContent()) ?? "", /o/));
    await tab.finish("analysis_connect_four");
    const rules = await bench.openTab(await server(), "/rules/connect-four");
    await rules.page.getByText("Four stones in a row, a column or a diagonal win").waitFor();
    await rules.finish("rules_connect_four");
  });
});
