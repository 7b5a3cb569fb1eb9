/** Reasons stand at what they are about, are legible, and go with the next action. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { bearer } from "botwerk/web";
import type { Locator, Page } from "playwright-core";
import { Bench, eventually } from "./harness.js";
import type { Tab, TabOptions, TestServer } from "./harness.js";

const REASON = ".play-reason";

const PHONE = { width: 390, height: 844 };

suite("reasons", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  const start = async (query: string, options: TabOptions = {}): Promise<Tab> => {
    const tab = await bench.openTab(await server(), `/play?${query}`, options);
    await tab.page.getByRole("button", { name: "Start the match" }).click();
    await yours(tab.page);
    return tab;
  };

  test("a reason about a button is gone with the next turns and at the end", { timeout: 60_000 }, async () => {
    const tab = await start("game=netzwerk&seat=you&seat=random&width=2&ranks=3&turn_cap=6");
    const { page } = tab;
    const send = page.getByRole("button", { name: "Send turn" });
    await send.hover();
    await page.locator(`.play-buttons + ${REASON}`).getByText(/at least one robot must move/i).waitFor();
    await checkLegible(page);
    await tab.screenshot("reason_button");
    for (let turn = 0; turn < 8; turn++) {
      await page.locator(".play-status").getByText(/Your turn|The match is over/).waitFor();
      if ((await page.locator(".play-outcome:not([hidden])").count()) > 0) break;
      await page.locator(".place.start").first().click();
      assert.equal(await page.locator(REASON).count(), 0);
      await page.locator(".place.goal").first().click();
      await eventually(async () => assert.equal(await send.getAttribute("aria-disabled"), null));
      const turns = await page.locator(".play-turns").textContent();
      // The pointer stays on the button, which is drawn again below it for the next turn.
      await send.click();
      await eventually(async () => assert.notEqual(await page.locator(".play-turns").textContent(), turns));
      await page.locator(".play-status").getByText(/Your turn|The match is over/).waitFor();
      await settled(page);
      assert.equal(await page.locator(REASON).count(), 0);
    }
    await page.locator(".play-outcome h2").waitFor();
    await settled(page);
    assert.equal(await page.locator(REASON).count(), 0);
    await tab.close();
  });

  test("a reason that is shown when a match ends is gone", { timeout: 60_000 }, async () => {
    const { matches } = (await server()).client;
    const setup = { game: "netzwerk", seats: 2 };
    const created = await matches.createMatch({ setup, seats: [{ name: "Ann" }, { agent: { name: "random" } }] });
    const { name } = created.match!;
    const tab = await bench.openTab(await server(), `/play/${name.split("/")[1]}#seat=0&token=${created.seatTokens[0]!.token}`);
    const { page } = tab;
    await yours(page);
    await page.getByRole("button", { name: "Send turn" }).click({ force: true });
    await page.locator(REASON).waitFor();
    await matches.abortMatch({ match: name }, { headers: bearer(created.ownerToken) });
    await page.locator(".play-outcome h2").waitFor();
    await eventually(async () => assert.equal(await page.locator(REASON).count(), 0));
    await tab.close();
  });

  for (const isDark of [false, true]) {
    test(`a reason about a place stands next to it${isDark ? " on a dark phone" : ""}`, async () => {
      const tab = await start("game=micro-robots&seat=you&seat=random", isDark ? { isDark, viewport: PHONE } : {});
      const { page } = tab;
      for (const place of [page.locator(".place.quiet").first(), page.locator(".place.quiet").last()]) {
        // A forced click does not wait until the board has its size.
        await place.waitFor();
        await place.click({ force: true });
        await page.locator(".board").locator(REASON).waitFor();
        await checkNextTo(page.locator(REASON), place);
        await checkLegible(page);
        await tab.checkAccessibility();
      }
      await tab.screenshot(`reason_place${isDark ? "_dark_phone" : ""}`);
      await page.locator("body").press("Escape");
      assert.equal(await page.locator(REASON).count(), 0);
      await tab.close();
    });
  }
});

async function yours(page: Page): Promise<void> {
  await page.locator(".play-status.yours").waitFor();
}

/** Waits until the page has handled the events of what was drawn last. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 250)))));
}

/** Fails if the text is smaller than the page's, or has too little contrast. */
async function checkLegible(page: Page): Promise<void> {
  const [size, contrast] = await page.locator(REASON).evaluate((element) => {
    const style = getComputedStyle(element);
    const canvas = document.createElement("canvas").getContext("2d")!;
    const luminance = (colour: string) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const [ink, ground] = [luminance(style.color), luminance(style.backgroundColor)];
    return [parseFloat(style.fontSize), (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)];
  });
  assert.ok(size! >= 16, `${size} px`);
  assert.ok(contrast! >= 4.5, `contrast ${contrast}`);
}

/** Fails unless the reason touches its place, without being in front of it, and is within the window. */
async function checkNextTo(reason: Locator, place: Locator): Promise<void> {
  const [bubble, target] = [await reason.boundingBox(), await place.boundingBox()];
  assert.ok(bubble !== null && target !== null);
  const isBelow = bubble.y >= target.y + target.height - 1 && bubble.y < target.y + target.height + 12;
  const isAbove = bubble.y + bubble.height <= target.y + 1 && bubble.y + bubble.height > target.y - 12;
  assert.ok(isBelow || isAbove, JSON.stringify([bubble, target]));
  assert.ok(bubble.x >= 0 && bubble.x < target.x + target.width && bubble.x + bubble.width > target.x);
}
