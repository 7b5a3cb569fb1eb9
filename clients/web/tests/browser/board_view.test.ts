/** Boards on phones, with zoom, and seen from the own side. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Page } from "playwright-core";
import { shareMatch } from "./api_seat.js";
import { Bench, eventually } from "./harness.js";
import type { TestServer } from "./harness.js";

const SMALL_PHONE = { width: 390, height: 844 } as const;
/** A window of 1280 by 800 pixels at a zoom of 200 %, which has half as many CSS pixels. */
const ZOOMED = { width: 640, height: 400 } as const;
/** The least size of what a finger hits, in pixels. */
const TOUCH = 36;

suite("view of a board", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  test("after the start the board is in view at a zoom of 200 %", async () => {
    for (const game of ["micro-robots", "netzwerk", "droids", "ricochet"]) {
      const tab = await bench.openTab(await server(), `/play?game=${game}&seat=you&seat=random`, { viewport: ZOOMED });
      await tab.page.getByRole("button", { name: "Start the match" }).click();
      await tab.page.locator(".board-picture svg").waitFor();
      await eventually(async () => {
        const [top, bottom] = await tab.page.locator(".board").evaluate((board) => {
          const box = board.getBoundingClientRect();
          return [box.top, box.bottom] as const;
        });
        assert.ok(top >= 0 && bottom <= ZOOMED.height, `${game}: the board is from ${top} to ${bottom}`);
      });
      await tab.screenshot(`board_view_${game}_zoom`);
      await tab.checkWidth();
      await tab.close();
    }
  });

  test("the navigation is one row on a phone", async () => {
    const tab = await bench.openTab(await server(), "/rules", { viewport: SMALL_PHONE });
    const { page } = tab;
    await page.locator("h1").first().waitFor();
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const { height, tops, right } = await page.locator("header.site").evaluate((header) => {
        const boxes = [...header.querySelectorAll("a, button")].map((element) => element.getBoundingClientRect());
        const middles = boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2));
        return { height: header.clientHeight, tops: middles, right: Math.max(...boxes.map((box) => box.right)) };
      });
      assert.ok(height <= 52, `the header is ${height} px high`);
      assert.ok(Math.max(...tops) - Math.min(...tops) <= 4, `the middles are ${tops}`);
      assert.ok(right <= width, `the last link ends at ${right} of ${width}`);
      await tab.checkWidth();
    }
    await tab.close();
  });

  test("places are large enough for fingers, by a large board if necessary, which stays", async () => {
    const simple = await shareMatch(await server(), { game: "micro-robots" }, ["Ann", "Bob"]);
    const tab = await bench.openTab(await server(), simple.path, { viewport: SMALL_PHONE });
    const { page } = tab;
    await page.locator(".place.goal").first().waitFor();
    assert.ok((await smallestPlace(page)) >= TOUCH);
    const large = page.getByRole("button", { name: "Large board" });
    assert.equal(await large.isVisible(), false);
    for (const game of ["netzwerk", "ricochet"]) {
      const match = await shareMatch(await server(), { game }, ["Ann", "Bob"]);
      await tab.open(match.path);
      await page.locator(".place.start").first().waitFor();
      if (game === "netzwerk") {
        assert.ok((await smallestPlace(page)) < TOUCH);
        await large.click();
      }
      assert.equal(await large.getAttribute("aria-pressed"), "true");
      assert.ok((await smallestPlace(page)) >= TOUCH - 0.5);
      assert.ok(await page.locator(".play-box").evaluate((box) => box.scrollWidth > box.clientWidth));
      await tab.checkWidth();
      await page.locator(".place.start").first().click();
      await page.locator(".place.goal").first().click();
      await tab.screenshot(`board_view_${game}_large`);
    }
    await page.locator('[data-key="undo"]:not([aria-disabled])').waitFor();
    await tab.finish("board_view_large_phone");
  });

  test("a board is turned so that the own side is at the bottom; buttons, keys and marks follow", async () => {
    const match = await shareMatch(await server(), { game: "netzwerk" }, ["Ann", "Bob"], { own: 1 });
    const tab = await bench.openTab(await server(), match.path);
    const { page } = tab;
    await match.others[0]!.answer((legal) => `${legal[0]} / .`);
    await page.locator(".place.start").first().waitFor();
    assert.ok((await middle(page, "b12")).y < (await middle(page, "b2")).y);
    await page.getByRole("button", { name: "My side at the bottom" }).click();
    await eventually(async () => assert.ok((await middle(page, "b12")).y > (await middle(page, "b2")).y));
    // The picture follows: the robots of Black are on its places.
    const letters = page.locator(".board-picture text", { hasText: /^x$/ });
    const robots = await letters.evaluateAll((texts) => texts.map((text) => {
      const box = text.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }));
    const own = await middle(page, "d12");
    assert.ok(robots.some(({ x, y }) => Math.hypot(x - own.x, y - own.y) < 6), `no robot is at ${own.x}, ${own.y}`);
    // The mark of the other side's move starts at its place.
    const mark = await page.locator(".play-marks .trail polyline").first().evaluate((line: SVGPolylineElement) => {
      const { x, y } = line.points.getItem(0).matrixTransform(line.getScreenCTM()!);
      return { x, y };
    });
    const from = await middle(page, "b2");
    assert.ok(Math.hypot(mark.x - from.x, mark.y - from.y) < 10, `the mark is at ${mark.x}, ${mark.y}, not ${from.x}, ${from.y}`);
    // An arrow key goes to the place that is above on the screen.
    await page.locator('[data-place="d12"]').focus();
    const before = await middle(page, "d12");
    await page.keyboard.press("ArrowUp");
    const focused = (await page.evaluate(() => (document.activeElement as HTMLElement).dataset["place"]))!;
    assert.ok((await middle(page, focused)).y < before.y);
    await page.locator('[data-place="d12"]').click();
    await page.locator(".place.goal").first().click();
    await page.locator(".play-draft .notation").getByText(/^d12-/).waitFor();
    await page.reload();
    await page.locator(".place.start").first().waitFor();
    assert.ok((await middle(page, "b12")).y > (await middle(page, "b2")).y, "the side is forgotten");
    await tab.finish("board_view_turned");
  });

  test("a board of Droids is turned with its arrows, whose texts stay upright", async () => {
    const match = await shareMatch(await server(), { game: "droids" }, ["Ann", "Bob", "Carl"], { own: 1 });
    for (const other of match.others) other.isAnswering = true;
    const tab = await bench.openTab(await server(), match.path);
    const { page } = tab;
    await page.getByRole("button", { name: "My side at the bottom" }).click();
    const violet = page.locator('[data-key="draw-violet"]');
    await violet.waitFor();
    for (let stone = 0; stone < 7; stone++) {
      const rack = (await page.locator(".play-rack").textContent())!;
      await violet.click();
      await page.waitForFunction((text) => document.querySelector(".play-rack")?.textContent !== text, rack);
    }
    await page.locator('[data-key^="arrow-"]').first().waitFor();
    await page.locator(".slot.goal").first().click();
    const slot = page.locator(".slot.stone").first();
    await slot.waitFor();
    const arrow = (await slot.textContent())!.at(-1)!;
    const texts = page.locator(".board-picture text", { hasText: arrow });
    await eventually(async () => assert.ok((await texts.count()) > 0, `the picture has no ${arrow}`));
    const [west, south] = await Promise.all(["W", "S"].map((droid) =>
      page.locator(".board-picture text", { hasText: new RegExp(`^${droid}$`) }).boundingBox()));
    assert.ok(west!.y > south!.y, "West is not at the bottom");
    await tab.finish("board_view_droids_west");
  });
});

/** Returns the smallest side of the places, in pixels. */
function smallestPlace(page: Page): Promise<number> {
  return page.locator(".board-buttons .place").evaluateAll((places) => Math.min(...places.map((place) => {
    const { width, height } = place.getBoundingClientRect();
    return Math.min(width, height);
  })));
}

async function middle(page: Page, place: string): Promise<{ readonly x: number; readonly y: number }> {
  const box = (await page.locator(`[data-place="${place}"]`).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
