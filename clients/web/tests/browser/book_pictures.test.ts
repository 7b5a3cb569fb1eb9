/**
 * The pictures of pages in the documentation show the pages as they are. `BOTWERK_PICTURES=write` takes them again.
 */

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { Page } from "playwright-core";
import { Bench, REPOSITORY } from "./harness.js";
import type { Tab } from "./harness.js";

const PICTURES = join(REPOSITORY, "docs/pictures");
const WINDOW = { width: 1200, height: 830 };

/** The largest mean difference of brightness, of 255, between a picture and the page: fonts differ by a few. */
const MAX_DIFFERENCE = 4;

const CUP = `name = "evening cup"
game = "netzwerk"
opening_turns = 2
seed = "7"

[format]
kind = "round-robin"
cycles = 10

[[entrant]]
player = "minimax:nodes=1000"

[[entrant]]
player = "minimax:nodes=100"

[[entrant]]
player = "greedy"

[[entrant]]
player = "random"
`;

suite("pictures of the book", () => {
  const bench = new Bench();

  test("tournament.png shows a tournament", { timeout: 240_000 }, async () => {
    writeFileSync(join(bench.folder, "cup.toml"), CUP);
    const run = await bench.startTournament("cup.toml", "--keep");
    const tab = await bench.openTab(run, run.path, { viewport: WINDOW });
    await tab.page.getByText("120 of 120 matches").first().waitFor({ timeout: 200_000 });
    await tab.page.getByText("120 results for points and Elo.").waitFor();
    await expectPicture(tab, "tournament");
  });

  test("play.png shows a first match with its coach", async () => {
    const server = await bench.startServer();
    const tab = await bench.openTab(server, "/play?game=netzwerk&first=yes", { viewport: WINDOW });
    await tab.page.getByRole("button", { name: "Start a first match" }).click();
    await tab.page.getByRole("region", { name: "Coach" }).waitFor();
    await tab.page.locator(".play-status.yours").waitFor();
    await expectPicture(tab, "play");
  });

  test("viewer.png shows a record of Droids", async () => {
    const record = await bench.record("droids", "greedy:programs=5", "random", "--option", "round_cap=2");
    const tab = await bench.openTab(await bench.startStaticSite(), "/view", { viewport: WINDOW });
    const { page } = tab;
    await page.getByLabel("Record file").setInputFiles(record);
    await page.locator(".badge", { hasText: "verified" }).waitFor();
    while (!/: set /.test(await page.locator(".caption").innerText())) await page.keyboard.press("ArrowRight");
    await expectPicture(tab, "viewer");
  });

  test("analysis.png shows an optimal solution of Ricochet Robots", async () => {
    const tab = await bench.openTab(await bench.startStaticSite(), "/analysis?game=ricochet&seed=book", { viewport: WINDOW });
    const { page } = tab;
    await page.getByRole("button", { name: "Solve this position" }).click();
    await page.locator("section[aria-label=Solver]").getByText(/none costs less/).waitFor({ timeout: 60_000 });
    await expectPicture(tab, "analysis");
  });
});

/** Fails unless a picture of the documentation shows the window, and ends with the checks of every page. */
async function expectPicture(tab: Tab, name: string): Promise<void> {
  await tab.page.evaluate(() => scrollTo(0, 0));
  const shown = await tab.page.screenshot();
  const file = join(PICTURES, `${name}.png`);
  if (process.env["BOTWERK_PICTURES"] === "write") writeFileSync(file, shown);
  assert.ok(existsSync(file), `${file} is missing: run this test with BOTWERK_PICTURES=write`);
  const difference = await meanDifference(tab.page, readFileSync(file), shown);
  assert.ok(
    difference <= MAX_DIFFERENCE,
    `${name}.png differs from the page by ${difference.toFixed(1)} of 255: run this test with BOTWERK_PICTURES=write`,
  );
  await tab.finish(`book_${name}`);
}

/** Returns the mean difference of brightness of two pictures, at an eighth of their size. */
async function meanDifference(page: Page, ...pictures: readonly Buffer[]): Promise<number> {
  const encoded = pictures.map((picture) => picture.toString("base64"));
  return page.evaluate(async (sources) => {
    const [width, height] = [150, 104];
    const brightness = async (source: string): Promise<Float64Array> => {
      const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(width, height).getContext("2d")!;
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      return Float64Array.from({ length: width * height }, (_, i) => (data[4 * i]! + data[4 * i + 1]! + data[4 * i + 2]!) / 3);
    };
    const [one, other] = await Promise.all(sources.map(brightness));
    return one!.reduce((sum, value, i) => sum + Math.abs(value - other![i]!), 0) / one!.length;
  }, encoded);
}
