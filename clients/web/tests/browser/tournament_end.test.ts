/** The page of a tournament whose server ends: it keeps what it has, says so, and returns with the server. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { Page } from "playwright-core";
import { Bench, PHONE, eventually } from "./harness.js";
import type { Tab } from "./harness.js";

const MATCHES = 6;

/** Writes a tournament of matches that take a second or more, one after the other. */
function write(bench: Bench, name: string): string {
  const entrant = (evaluator: string) => `[[entrant]]\nname = "${evaluator}"\nplayer = "minimax:time=30ms,evaluator=${evaluator}"\n`;
  writeFileSync(join(bench.folder, `${name}.toml`), `name = "${name}"\ngame = "netzwerk"\n[options]\nturn_cap = "40"\n` +
    `[format]\nkind = "round-robin"\ncycles = ${MATCHES / 2}\n${entrant("net")}${entrant("linear")}`);
  return `${name}.toml`;
}

const standings = (page: Page) => page.locator("section", { has: page.getByRole("heading", { name: "Standings" }) });
const banner = (page: Page) => page.getByText("The server does not answer. Trying again");

/** Fails unless the page shows the whole tournament without a server. */
async function expectKept({ page }: Tab): Promise<void> {
  await page.getByRole("heading", { name: "The server has ended" }).waitFor();
  await page.getByText(/^This page shows the tournament as of \d+ \w+ \d{4}, \d+:\d\d\. Keep it open/).waitFor();
  await page.getByText("botwerk tournament run FILE --keep").waitFor();
  assert.equal(await banner(page).isVisible(), false);
  assert.equal(await standings(page).locator("tbody tr").count(), 2);
  // The last results arrived before the server ended.
  await standings(page).getByText(`${MATCHES} results for points and Elo.`).waitFor();
  assert.equal(await page.locator(".match-row", { hasText: "in progress" }).count(), 0);
  await page.locator(".overview").getByText(new RegExp(`${MATCHES} of ${MATCHES} matches`)).first().waitFor();
}

suite("end of a tournament's server", () => {
  const bench = new Bench();

  test("leaves the page as it was, without further requests", async () => {
    const run = await bench.startTournament(write(bench, "ended"), "--concurrency", "1");
    const tab = await bench.openTab(run, "/");
    tab.expectProblems(/Failed to load resource|ERR_/);
    const { page } = tab;
    await page.clock.install();
    await tab.open(run.path);
    await standings(page).locator("tbody tr").first().waitFor();
    await run.ended;
    await expectKept(tab);
    assert.equal(await page.getByRole("heading", { name: "In progress" }).isVisible(), false);
    await tab.screenshot("tournament-ended", { fullPage: true });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    // A page that still asked would do so within its longest interval.
    await page.clock.runFor(60_000);
    assert.deepEqual(requests, []);
    // A match cannot be opened any more; Back leads to the page that was kept.
    await page.locator(".match-row a").first().click();
    await page.waitForURL(/\/matches\//);
    await page.goBack();
    await expectKept(tab);
    await tab.finish("tournament-ended-back");
  });

  test("is noticed on a phone, and undone by a server that keeps the tournament", async () => {
    const file = write(bench, "kept");
    const run = await bench.startTournament(file, "--concurrency", "1");
    const tab = await bench.openTab(run, run.path, { viewport: PHONE, isDark: true });
    tab.expectProblems(/Failed to load resource|ERR_/);
    const { page } = tab;
    await standings(page).locator("tbody tr").first().waitFor();
    await run.ended;
    await expectKept(tab);
    await tab.screenshot("tournament-ended-phone");
    const again = await bench.startTournament(file, "--keep", "--listen", run.listen);
    assert.equal(again.path, run.path);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "The server has ended" }).waitFor({ state: "hidden" });
    await page.reload();
    await standings(page).locator("tbody tr").first().waitFor();
    await tab.finish("tournament-kept");
    await again.stop();
  });

  test("in the middle says how far it was, and continues with the server", async () => {
    const file = write(bench, "interrupted");
    const run = await bench.startTournament(file, "--concurrency", "1");
    const tab = await bench.openTab(run, run.path);
    tab.expectProblems(/Failed to load resource|ERR_/);
    const { page } = tab;
    await standings(page).locator("tbody tr").first().waitFor();
    await run.stop();
    await page.getByText(new RegExp(`as of .*, after \\d of ${MATCHES} matches\\. It continues when`)).waitFor();
    assert.equal(await banner(page).isVisible(), true);
    await tab.screenshot("tournament-interrupted");
    const resumed = await bench.startTournament(file, "--concurrency", "1", "--listen", run.listen);
    await page.getByRole("heading", { name: "Waiting for the server" }).waitFor({ state: "hidden" });
    await resumed.ended;
    await eventually(() => expectKept(tab), 60_000);
    await tab.close();
  });
});
