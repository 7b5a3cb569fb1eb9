/** The way back to a match: the list of own matches, further tabs, reloads, and lost connections. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Page } from "playwright-core";
import { Bench, eventually } from "./harness.js";
import type { Tab, TabOptions, TestServer } from "./harness.js";
import { press, startMatch, status } from "./played_page.js";

/** A small match in which the person moves first. */
const NETZWERK = "game=netzwerk&seat=you&seat=random&width=3&ranks=4";

/** The time within which the banner is promised, and the time that a busy machine is given, in milliseconds. */
const [PROMISED, GENEROUS] = [2000, 6000] as const;

/** The size of a phone of the figures. */
const PHONE = { width: 390, height: 844 } as const;

const LOST = /Failed to load resource|ERR_/;

const BANNER = ".offline:not(:empty)";

suite("my matches", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  /** Starts a match with the form, which the query fills in. */
  const start = async (query = NETZWERK, options: TabOptions = {}): Promise<Tab> => {
    const tab = await bench.openTab(await server(), `/play?${query}`, options);
    await startMatch(tab.page, /^(?!Joining)/);
    return tab;
  };

  test("a match continues from the first page after its tab is closed", async () => {
    const tab = await start();
    const home = await tab.openAnother("/");
    await tab.page.close();
    const row = home.page.locator(".my-matches li");
    await row.getByText("Your turn", { exact: true }).waitFor();
    assert.match((await row.locator("a").textContent())!, /^Netzwerk against random$/);
    await home.screenshot("my_matches_home");
    await home.page.setViewportSize(PHONE);
    await home.screenshot("my_matches_home_phone");
    await home.checkWidth();
    await home.page.emulateMedia({ colorScheme: "dark" });
    await home.screenshot("my_matches_home_phone_dark");
    await home.checkAccessibility();
    await row.locator("a").click();
    await status(home.page, /^Your turn/);
    await sendTurn(home.page);
    await home.page.locator(".play-turns li").nth(1).waitFor();
    await home.finish("my_matches_continued");
  });

  test("the match that waits for me is first, and one that is over leads to the viewer", async () => {
    const tab = await start("game=netzwerk&seat=you&seat=random&width=2&ranks=3&turn_cap=6");
    const over = tab.page.url().replace(/.*\/play\/([^?]+).*/, "$1");
    await press(tab.page, "Resign");
    await press(tab.page, "Yes, resign");
    await tab.page.getByRole("heading", { name: "You have lost" }).waitFor();
    await startIn(tab, NETZWERK);
    await status(tab.page, /^Your turn/);
    await startIn(tab, "game=netzwerk&seat=you&seat=guest");
    await status(tab.page, /^Waiting until/);
    await tab.open("/play");
    const rows = tab.page.locator(".my-matches li");
    const badges = async () => rows.locator(".badge").allTextContents();
    await eventually(async () => assert.deepEqual(await badges(), ["Your turn", "Waiting for players", "You have lost"]));
    await tab.screenshot("my_matches_play", { fullPage: true });
    await rows.nth(2).locator("a").click();
    await tab.page.waitForURL(new RegExp(`/matches/${over}`));
    await tab.close();
  });

  test("a second tab continues the match, and the first takes it back only when the person wants", async () => {
    const tab = await start();
    const second = await tab.openAnother(new URL(tab.page.url()).pathname);
    await status(second.page, /^Your turn/);
    await status(tab.page, /^You play this match in another window/);
    await tab.page.getByRole("heading", { name: "Played in another window" }).waitFor();
    assert.equal(await tab.page.locator(".place.start").count(), 0);
    assert.equal(await tab.page.locator(".play-seat.to-act").count(), 0);
    await tab.screenshot("my_matches_replaced");
    await tab.checkAccessibility();
    await tab.page.setViewportSize(PHONE);
    await tab.page.emulateMedia({ colorScheme: "dark" });
    await tab.screenshot("my_matches_replaced_phone_dark");
    const button = await tab.page.getByRole("button", { name: "Continue here" }).boundingBox();
    assert.ok(button !== null && button.y + button.height <= PHONE.height, "the button is in view");
    await tab.checkWidth();
    await tab.checkAccessibility();
    await sendTurn(second.page);
    await second.page.locator(".play-turns li").nth(1).waitFor();
    await status(tab.page, /^You play this match in another window/);
    await press(tab.page, "Continue here");
    await status(tab.page, /^Your turn/);
    await status(second.page, /^You play this match in another window/);
    await tab.page.locator(".play-turns li").nth(1).waitFor();
    await sendTurn(tab.page);
    await tab.page.locator(".play-turns li").nth(3).waitFor();
    await status(second.page, /^You play this match in another window/);
    await tab.page.reload();
    await status(tab.page, /^Your turn/);
    second.checkProblems();
    await tab.finish("my_matches_taken_back");
  });

  test("two people at one computer keep a seat each", async () => {
    const tab = await start("game=netzwerk&seat=you&seat=guest&width=3&ranks=4");
    const link = new URL(await tab.page.getByRole("textbox", { name: /^Link for/ }).inputValue());
    const second = await tab.openAnother(link.pathname + link.hash);
    await status(tab.page, /^Your turn/);
    assert.equal(new URL(second.page.url()).hash, "");
    await Promise.all([tab.page.reload(), second.page.reload()]);
    await status(tab.page, /^Your turn/);
    await status(second.page, /^To act/);
    const home = await tab.openAnother("/");
    await eventually(async () => assert.equal(await home.page.locator(".my-matches li").count(), 2));
    await tab.close();
  });

  test("a forged link takes no seat away", async () => {
    const tab = await start();
    const path = new URL(tab.page.url()).pathname;
    const forged = await tab.openAnother(`${path}#seat=0&token=forged`);
    await status(forged.page, /token of this seat is not valid/);
    assert.ok(!forged.page.url().includes("forged"));
    await tab.page.reload();
    await status(tab.page, /^Your turn/);
    await forged.page.reload();
    await status(forged.page, /^Your turn/);
    await tab.close();
  });

  test("one match or all are forgotten on this device", async () => {
    const tab = await start();
    const path = new URL(tab.page.url()).pathname;
    await startIn(tab, NETZWERK);
    await startIn(tab, NETZWERK);
    await tab.open("/");
    const { page } = tab;
    const rows = page.locator(".my-matches li");
    await eventually(async () => assert.equal(await rows.count(), 3));
    await rows.last().getByRole("button", { name: "Forget" }).click();
    await tab.screenshot("my_matches_forget");
    await page.setViewportSize(PHONE);
    await tab.screenshot("my_matches_forget_phone");
    await tab.checkWidth();
    await press(page, "Cancel");
    await rows.last().getByRole("button", { name: "Forget" }).click();
    await press(page, "Yes, forget");
    await eventually(async () => assert.equal(await rows.count(), 2));
    const other = await tab.openAnother(path);
    await other.page.getByRole("heading", { name: "You have no seat in this match" }).waitFor();
    await press(page, "Forget all matches");
    await press(page, "Yes, forget");
    await page.getByRole("heading", { name: "My matches" }).waitFor({ state: "hidden" });
    assert.deepEqual(await storedTexts(page), []);
    await tab.finish("my_matches_none");
  });

  test("a match that the server does not know leaves the list", async () => {
    const tab = await start();
    tab.expectProblems(LOST);
    await tab.page.evaluate(() => {
      const own = [{ seat: 0, token: "t" }];
      localStorage.setItem("botwerk-seats:0197aaaa-0000-7000-8000-000000000000", JSON.stringify({ own, usedAt: Date.now() }));
      localStorage.setItem("botwerk-seats:no id at all", JSON.stringify({ own, usedAt: Date.now() }));
      localStorage.setItem("botwerk-seats:damaged", "{");
    });
    await tab.open("/");
    await eventually(async () => assert.equal(await tab.page.locator(".my-matches li").count(), 1));
    await tab.page.locator(".my-matches").getByText("Your turn", { exact: true }).waitFor();
    assert.equal((await storedTexts(tab.page)).length, 1);
    await tab.close();
  });

  test("a match is played in a browser that keeps nothing", async () => {
    const tab = await bench.openTab(await server(), "/");
    await forbid(tab, "localStorage");
    await tab.open(`/play?${NETZWERK}`);
    await press(tab.page, "Start the match");
    await status(tab.page, /^Your turn/);
    await sendTurn(tab.page);
    await tab.page.locator(".play-turns li").nth(1).waitFor();
    await forbid(tab, "sessionStorage");
    await tab.open("/");
    await tab.page.getByRole("heading", { name: "Latest matches" }).waitFor();
    await tab.open("/play");
    await tab.page.getByRole("button", { name: "Start the match" }).waitFor();
    await tab.finish("my_matches_no_storage");
  });

  test("a match continues after a reload in the middle of a turn", async () => {
    const tab = await start();
    const { page } = tab;
    await prepareTurn(page);
    await page.reload();
    await status(page, /^Your turn/);
    await sendTurn(page);
    await page.locator(".play-turns li").nth(1).waitFor();
    assert.equal(await page.locator(".play-turns li").filter({ hasText: /You/ }).count(), 1);
    await tab.close();
  });

  test("a turn that is sent without a network is applied once when it is back", { timeout: 60_000 }, async () => {
    const tab = await start(NETZWERK, { viewport: PHONE });
    tab.expectProblems(LOST);
    const { page } = tab;
    await prepareTurn(page);
    const draft = await page.locator(".play-draft .notation").textContent();
    await measureBanner("without a network", page, () => tab.context.setOffline(true));
    await status(page, /^The server does not answer/);
    await press(page, "Send turn");
    await status(page, /^Sending….*your turn is kept/);
    assert.equal(await page.locator(".play-draft .notation").textContent(), draft);
    await page.getByText("Your turn is kept, and sent when the server answers.").waitFor();
    // What was sent cannot be changed any more.
    assert.equal(await page.locator(".play-panel").evaluate((panel) => (panel as HTMLElement).inert), true);
    await tab.screenshot("my_matches_sending_phone");
    await tab.checkWidth();
    await tab.checkAccessibility();
    await tab.context.setOffline(false);
    await page.locator(".play-turns li").nth(1).waitFor();
    await status(page, /^Your turn/);
    await page.locator(BANNER).waitFor({ state: "detached" });
    assert.equal(await ownTurns(page), 1);
    assert.equal(await page.locator("[inert]").count(), 0);
    await tab.finish("my_matches_sent_phone");
  });

  test("a match survives a server that stalls while a turn is sent", { timeout: 90_000 }, async () => {
    const tab = await start(`${NETZWERK}&time=bank`);
    tab.expectProblems(LOST);
    const { page } = tab;
    const stalling = await server();
    await measureBanner("of a silent connection", page, () => stalling.setStalled(true));
    await status(page, /^The server does not answer/);
    await page.locator(".play-clock").filter({ hasText: "not current" }).first().waitFor();
    await sendTurn(page);
    await status(page, /^Sending…/);
    await tab.screenshot("my_matches_stalled");
    await page.emulateMedia({ colorScheme: "dark" });
    await tab.screenshot("my_matches_stalled_dark");
    await tab.checkAccessibility();
    // Long enough for the page to give up its connections.
    await page.waitForEvent("requestfailed", { predicate: (request) => request.url().endsWith("/WatchMatch"), timeout: 20_000 });
    await status(page, /^Sending…/);
    stalling.setStalled(false);
    await page.locator(".play-turns li").nth(1).waitFor();
    await status(page, /^Your turn/);
    assert.equal(await ownTurns(page), 1);
    assert.equal(await page.locator(".play-clock").filter({ hasText: "not current" }).count(), 0);
    await tab.close();
  });

  test("a match survives a restart of the server while a turn is sent", { timeout: 90_000 }, async () => {
    const tab = await start();
    tab.expectProblems(LOST);
    const { page } = tab;
    const restarting = await server();
    await prepareTurn(page);
    await measureBanner("of a server that has ended", page, () => restarting.stop("SIGKILL"));
    await status(page, /^The server does not answer/);
    await press(page, "Send turn");
    await status(page, /^Sending…/);
    await restarting.restart();
    await page.locator(".play-turns li").nth(1).waitFor({ timeout: 20_000 });
    await status(page, /^Your turn/);
    assert.equal(await ownTurns(page), 1);
    await page.locator(BANNER).waitFor({ state: "detached" });
    await tab.close();
  });

  test("a turn whose answer is lost is applied once", { timeout: 60_000 }, async () => {
    const tab = await start();
    tab.expectProblems(LOST);
    const { page } = tab;
    let lost = 0;
    await page.route("**/SubmitActions", async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await sendTurn(page);
    await page.locator(".play-turns li").nth(1).waitFor();
    await status(page, /^Your turn/);
    await eventually(() => assert.ok(lost >= 2, `submitted ${lost} times`));
    assert.equal(await ownTurns(page), 1);
    await tab.close();
  });
});

/** Starts another match in the same tab. */
async function startIn(tab: Tab, query: string): Promise<void> {
  await tab.open(`/play?${query}`);
  await press(tab.page, "Start the match");
  await tab.page.waitForURL(/\/play\/[^?]/);
  await status(tab.page, /^(?!Joining)/);
}

/**
 * Loses the server and measures when the page shows the banner, after which the status asks for no turn. The page records
 * the time itself: on a busy machine a question from outside takes half a second.
 */
async function measureBanner(name: string, page: Page, lose: () => void | Promise<void>): Promise<void> {
  await page.locator(".offline").evaluate((banner) => {
    const observer = new MutationObserver(() => {
      banner.setAttribute("data-shown-at", String(Date.now()));
      observer.disconnect();
    });
    observer.observe(banner, { childList: true });
  });
  const lostAt = Date.now();
  await lose();
  await page.locator(BANNER).waitFor({ timeout: GENEROUS });
  const millis = Number(await page.locator(BANNER).getAttribute("data-shown-at")) - lostAt;
  console.log(`the banner ${name}: after ${millis} ms of ${PROMISED}`);
  assert.ok(millis > 0 && millis < GENEROUS, `${millis} ms`);
  assert.doesNotMatch((await page.locator(".play-status").textContent())!, /Your turn/);
}

/** Lets a storage of the browser throw, as in some private windows. */
async function forbid(tab: Tab, storage: "localStorage" | "sessionStorage"): Promise<void> {
  await tab.page.addInitScript((name) => {
    const get = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    Object.defineProperty(window, name, { get });
  }, storage);
}

async function prepareTurn(page: Page): Promise<void> {
  await page.locator(".place.start").first().click();
  await page.locator(".place.goal").first().click();
  await eventually(async () => assert.notEqual(await page.locator(".play-draft .notation").textContent(), "nothing yet"));
}

async function sendTurn(page: Page): Promise<void> {
  await prepareTurn(page);
  await press(page, "Send turn");
}

async function ownTurns(page: Page): Promise<number> {
  return page.locator(".play-turns li").filter({ hasText: /^You/ }).count();
}

/** Returns what the browser keeps of seats. */
async function storedTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [localStorage, sessionStorage].flatMap((storage) =>
    Object.keys(storage).filter((key) => key.startsWith("botwerk-seats:")).map((key) => storage.getItem(key)!)));
}
