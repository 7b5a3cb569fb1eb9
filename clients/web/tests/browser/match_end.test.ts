/** The end of a match: why it has ended, where, and what can follow. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Bench, resign } from "./harness.js";
import type { TestServer } from "./harness.js";

const PHONE = { width: 390, height: 844 };

suite("match end", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  test("a resignation says who has left, and the next level follows", { timeout: 60_000 }, async () => {
    const tab = await bench.openTab(await server(), "/play?game=netzwerk&seat=you&seat=minimax:level=1&width=3&ranks=4", { viewport: PHONE });
    const { page } = tab;
    await page.getByRole("button", { name: "Start the match" }).click();
    await page.locator(".play-status.yours").waitFor();
    await resign(page);
    await page.locator(".play-ending").getByText("White has left: you have lost.").waitFor();
    await page.locator(".play-status").getByText("White has left: you have lost.").waitFor();
    assert.equal(await page.getByText("Ended by").count(), 0);
    assert.equal(await page.getByRole("link", { name: "The rule" }).getAttribute("title"), "NW-30");
    const address = page.url();
    await page.getByRole("button", { name: "Next level: 2" }).click();
    await page.waitForURL((url) => url.href !== address);
    await page.locator(".play-seat", { hasText: "Opponent" }).getByText("Black, built-in minimax, level 2").waitFor();
    await tab.close();
  });

  for (const game of ["netzwerk", "micro-robots", "ricochet", "droids"]) {
    test(`the last turn of a match of ${game} can be analysed`, { timeout: 60_000 }, async () => {
      const tab = await bench.openTab(await server(), `/play?game=${game}&seat=you&seat=random`);
      const { page } = tab;
      await page.getByRole("button", { name: "Start the match" }).click();
      await page.locator(".play-panel h2").first().waitFor();
      await page.locator(".play-status.yours").waitFor();
      await resign(page);
      await page.getByRole("link", { name: "Analyse your last turn" }).click();
      await page.locator(".board-picture svg").waitFor();
      assert.equal(await page.locator("[role=alert]:not(:empty)").count(), 0);
      assert.doesNotMatch(new URL(page.url()).search, /option=/);
      await tab.finish(`analysis_after_${game}`);
    });
  }
});
