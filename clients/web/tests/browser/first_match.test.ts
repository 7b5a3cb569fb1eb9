/** A newcomer plays a first match of every game: a script that does only what the page says. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { hasRawNotation } from "../raw_notation.js";
import { Bench, eventually } from "./harness.js";
import type { Tab, TestServer } from "./harness.js";

/** The longest first match, in steps of the person. */
const MAX_STEPS = 250;

/** What the coach marks, and the button with which it comes back. */
const MARKED = ".play .coach-use";
const AGAIN = ".coach-again:not([hidden])";

/** The time by which answers of a slow server come late. */
const LATE_MILLIS = 500;

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };

const GAMES = [
  ["micro-robots", DESKTOP, false],
  ["ricochet", DESKTOP, true],
  ["netzwerk", PHONE, false],
  ["droids", PHONE, true],
] as const;

suite("first match", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  for (const [game, viewport, isDark] of GAMES) {
    test(`a newcomer completes a first match of ${game}`, { timeout: 240_000 }, async () => {
      const tab = await bench.openTab(await server(), `/play?game=${game}&first=yes`, { viewport, isDark });
      const { page } = tab;
      const start = page.getByRole("button", { name: "Start a first match" });
      await start.waitFor();
      await tab.screenshot(`first_match_${game}_offer`);
      await start.click();
      await page.waitForURL(/\/play\/[^?]/);
      await page.locator(".play-goal").getByRole("link", { name: "Rules" }).waitFor();
      const advices = await followCoach(tab, game);
      assert.ok(advices.size >= 3, `the coach said only ${[...advices].join(" | ")}`);
      await page.locator(".play-outcome h2").waitFor();
      await page.locator(".play-ending").getByText(/: (you|the match) /).waitFor();
      await checkTexts(page);
      const hasWinner = /You have (won|lost)/.test((await page.locator(".play-outcome h2").textContent())!);
      if (hasWinner) await page.locator(".play-marks .decisive").first().waitFor({ state: "attached" });
      await tab.screenshot(`first_match_${game}_over_top`);
      await tab.finish(`first_match_${game}_over`);
    });
  }

  test("the coach leaves with its button, returns with another, and can be switched off", async () => {
    const tab = await bench.openTab(await server(), "/play?game=netzwerk&first=yes");
    const { page } = tab;
    await page.getByRole("button", { name: "Start a first match" }).click();
    const coach = page.getByRole("region", { name: "Coach" });
    await coach.getByRole("button", { name: "Got it" }).click();
    await coach.waitFor({ state: "hidden" });
    assert.equal(await page.locator(MARKED).count(), 0);
    await page.reload();
    await page.locator(AGAIN).click();
    await coach.waitFor();
    await page.locator(MARKED).first().waitFor();
    await page.getByLabel("Coach", { exact: true }).and(page.locator("input")).uncheck();
    await coach.waitFor({ state: "hidden" });
    await page.reload();
    await page.locator(".play-status.yours").waitFor();
    await coach.waitFor({ state: "hidden" });
    assert.equal(await page.locator(AGAIN).count(), 0);
    await page.getByLabel("Coach", { exact: true }).and(page.locator("input")).check();
    await coach.waitFor();
    await tab.close();
  });

  test("the coach leaves after two turns by itself, even if answers come after the next request", { timeout: 120_000 }, async () => {
    const tab = await bench.openTab(await server(), "/play?game=netzwerk&seat=you&seat=random");
    const { page } = tab;
    await page.route("**/SubmitActions", async (route) => {
      const response = await route.fetch();
      await sleep(LATE_MILLIS);
      await route.fulfill({ response });
    });
    await page.getByRole("button", { name: "Start the match" }).click();
    await page.locator(MARKED).first().waitFor();
    const own = page.locator(".play-turns li", { hasText: /^You/ });
    while ((await page.locator(AGAIN).count()) === 0) {
      assert.ok((await own.count()) <= 2, "the coach stays after two turns");
      // What is marked when this begins may be replaced by the button that brings the coach back, which is not to be pressed.
      await doNext(page, MARKED, 5_000);
      await page.locator([MARKED, AGAIN].join(", ")).first().waitFor();
    }
    assert.equal(await own.count(), 2);
    await page.getByRole("region", { name: "Coach" }).waitFor({ state: "hidden" });
    await tab.close();
  });

  test("the rules of a game offer a first match", async () => {
    const tab = await bench.openTab(await server(), "/rules/netzwerk");
    await tab.page.getByRole("link", { name: "First match" }).click();
    await tab.page.getByRole("button", { name: "Start a first match" }).waitFor();
    await eventually(async () => assert.equal(await tab.page.evaluate(() => document.activeElement?.textContent), "Start a first match"));
    await tab.close();
  });
});

/** Does what the coach marks until the match is over. Returns all that it has said. */
async function followCoach(tab: Tab, game: string): Promise<ReadonlySet<string>> {
  const { page } = tab;
  const advices = new Set<string>();
  for (let step = 0; step < MAX_STEPS; step++) {
    await page.locator([`.play-outcome:not([hidden])`, MARKED, AGAIN].join(", ")).first().waitFor({ timeout: 60_000 });
    if (await page.locator(".play-outcome:not([hidden])").isVisible()) return advices;
    const advice = (await page.locator(".coach-text").textContent()) ?? "";
    if (!advices.has(advice) && advices.size < 12) {
      await tab.screenshot(`first_match_${game}_${String(advices.size).padStart(2, "0")}`);
    }
    advices.add(advice);
    await checkTexts(page);
    // What appears below the pointer is no question, and what the coach marks can be used.
    assert.deepEqual(await page.locator(".play-reason").allTextContents(), []);
    if (step % 10 === 0) await tab.checkAccessibility();
    await doNext(page);
  }
  assert.fail(`the match does not end; the coach said ${[...advices].join(" | ")}`);
}

/** Presses the first thing that is to be pressed, and waits for a change. The page may change at the same time by itself. */
async function doNext(page: Page, pressed = [MARKED, AGAIN].join(", "), timeout = 30_000): Promise<void> {
  const before = await state(page);
  await page.locator(pressed).first().click({ timeout }).catch(async (error: unknown) => {
    if ((await state(page)) === before) throw error;
  });
  await eventually(async () => assert.notEqual(await state(page), before), 20_000);
}

/** What changes with every step: the advice, what is marked, the turn that is prepared, and the turns. */
async function state(page: Page): Promise<string> {
  return page.evaluate((marked) => {
    const texts = [".coach", ".play-status", ".play-turns", ".play-draft", ".play-scratch", ".play-panel h2"].map((selector) =>
      document.querySelector(selector)?.textContent ?? "");
    const marks = [...document.querySelectorAll<HTMLElement>(marked)].map(({ dataset }) => dataset["key"] ?? dataset["place"] ?? "");
    return JSON.stringify([texts, marks, document.querySelector(".coach")?.hasAttribute("hidden")]);
  }, MARKED);
}

/** Fails if a text or a label of the page has notation where a name is due. The picture and additions have notation. */
async function checkTexts(page: Page): Promise<void> {
  const texts = await page.evaluate(() => {
    const root = document.querySelector(".play")!;
    const isExempt = (element: Element) => element.closest(".board-picture, .notation, .play-marks, .play-reason .rule") !== null;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement!;
      if (!isExempt(element) && element.checkVisibility()) found.push(node.textContent!.trim());
    }
    for (const element of root.querySelectorAll("[aria-label]")) {
      // A label repeats the short form that is visible.
      const short = element.querySelector(".notation")?.textContent ?? "";
      if (!isExempt(element)) found.push(element.getAttribute("aria-label")!.replace(` ${short}`, ""));
    }
    return [...new Set(found)];
  });
  assert.deepEqual(texts.filter(hasRawNotation), []);
}
