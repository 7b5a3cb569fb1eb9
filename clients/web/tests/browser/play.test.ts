/** People play whole matches of every game, by clicks and by keys. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { Bench, PHONE, eventually } from "./harness.js";
import type { Tab, TabOptions, TestServer } from "./harness.js";
import { press, startMatch, status } from "./played_page.js";

/** The longest match of this suite, in requests to the person. */
const MAX_REQUESTS = 120;

/** A player that leaves races to the person. */
const SLOW = "human:distribution=fixed,mean=100s,error=0";

const OVER = /The match is over/;

suite("play", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  /** Starts a match with the form, which the query fills in. */
  const start = async (query: string, options: TabOptions = {}): Promise<Tab> => {
    const tab = await bench.openTab(await server(), `/play?${query}`, options);
    await startMatch(tab.page, /Your turn|To act|Wait for/);
    return tab;
  };

  test("the form shows the players and options of every game", async () => {
    const tab = await bench.openTab(await server(), "/play", { viewport: PHONE });
    const { page } = tab;
    await page.locator("select[name=game]").selectOption("droids");
    await page.getByText("Options of the game (17)").click();
    await page.getByLabel("Number of players").fill("4");
    const players = page.locator("select[name=player]");
    assert.equal(await players.count(), 4);
    await players.nth(2).selectOption("You");
    assert.equal(await players.nth(0).inputValue(), "guest");
    await players.nth(1).selectOption("program-search (built-in agent)");
    await page.locator("input[name=settings]").nth(1).fill("nodes");
    await press(page, "Start the match");
    await page.getByText("expected a setting such as `nodes=20000`").waitFor();
    await tab.finish("play_form_phone");
  });

  test("a match of Micro Robots is played by clicks", { timeout: 120_000 }, async () => {
    const tab = await start(`game=micro-robots&seat=you&seat=${SLOW}&round_cap=2`);
    const { page } = tab;
    await tab.screenshot("play_micro_robots");
    await tab.checkAccessibility();
    await playUntilOver(page, async () => {
      if (await isStage(page, /announce/)) {
        for (const space of (await lastHint(page)).split(" ")) await place(page, space).click();
        await page.getByRole("button", { name: /^Announce your route/ }).click();
      } else {
        await press(page, "Show the route");
      }
    });
    assert.match(await result(page), /You have won/);
    await tab.finish("play_micro_robots_over");
  });

  test("a match of Micro Robots is played by keys", { timeout: 120_000 }, async () => {
    const tab = await start(`game=micro-robots&seat=you&seat=${SLOW}&round_cap=2`);
    const { page } = tab;
    await playUntilOver(page, async () => {
      if (await isStage(page, /announce/)) {
        const route = (await lastHint(page, "keys")).split(" ");
        for (const space of route) await pressPlaceByKeys(page, space);
        await page.locator("body").press(String(route.length));
        await page.keyboard.press("Enter");
      } else {
        await pressByKeys(page, '[data-key="show"]');
      }
    });
    assert.match(await result(page), /You have won/);
    await tab.close();
  });

  test("a route is dragged, and a place out of reach names its rule", async () => {
    const tab = await start("game=micro-robots&seat=you&seat=random");
    const { page } = tab;
    const goal = page.locator(".place.goal").first();
    const name = await goal.getAttribute("data-place");
    await drag(page, page.locator(".place.selected"), goal);
    await page.locator(`.play-scratch [title$="-${name}"]`).waitFor();
    await page.locator(".place.quiet").first().hover();
    const rule = page.locator(".play-reason a");
    assert.equal(await rule.textContent(), "MR-9");
    assert.match((await rule.getAttribute("href"))!, /\/rules\/micro-robots\?rule=MR-9/);
    await tab.close();
  });

  test("a match of Ricochet Robots is played by clicks", { timeout: 120_000 }, async () => {
    const tab = await start(`game=ricochet&seat=you&seat=${SLOW}&round_cap=2&overtime=1s`);
    const { page } = tab;
    await tab.screenshot("play_ricochet");
    await tab.checkAccessibility();
    await playUntilOver(page, async () => {
      if (await isStage(page, /announce/)) await announceSolution(page);
      else await press(page, "Show the route");
    });
    assert.match(await result(page), /You have won/);
    await tab.finish("play_ricochet_over");
  });

  test("a match of Netzwerk is played by clicks, and a turn can be undone", { timeout: 120_000 }, async () => {
    const tab = await start("game=netzwerk&seat=you&seat=random&width=3&ranks=4&turn_cap=20");
    const { page } = tab;
    await page.locator(".place.start").first().click();
    await page.locator(".place.goal").first().click();
    const draft = page.locator(".play-draft .notation");
    await eventually(async () => assert.match((await draft.textContent())!, /^\w\d-\w\d$/));
    await tab.screenshot("play_netzwerk");
    await press(page, "Undo");
    await eventually(async () => assert.equal(await draft.textContent(), "nothing yet"));
    await playUntilOver(page, async () => {
      await page.locator(".place.start").first().click();
      await page.locator(".place.goal").first().click();
      await eventually(async () => assert.notEqual(await draft.textContent(), "nothing yet"));
      await press(page, "Send turn");
    });
    await tab.finish("play_netzwerk_over");
  });

  test("an illegal place of Netzwerk shows its rule", async () => {
    const tab = await start("game=netzwerk&seat=you&seat=random");
    const { page } = tab;
    await place(page, "b2").click();
    await place(page, "b12").hover();
    await page.locator(".play-reason a").getByText(/^NW-\d+$/).waitFor();
    await place(page, "b2").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await page.locator(".play-reason").getByText(/batteries move/i).waitFor();
    await tab.close();
  });

  test("a match of Droids is played by clicks on a phone", { timeout: 120_000 }, async () => {
    const tab = await start("game=droids&seat=you&seat=random&round_cap=1", { viewport: PHONE });
    const { page } = tab;
    await playUntilOver(page, async () => {
      if (await isStage(page, /draw/)) await page.getByRole("button", { name: /^violet/ }).click();
      else if (await isStage(page, /set/)) await setStone(page, tab);
      else if (await isStage(page, /lift/)) await page.locator("[data-key^=lift-]").first().click();
      else await sendStone(page);
    });
    await tab.finish("play_droids_over");
  });

  test("a match of Netzwerk is played by keys", { timeout: 120_000 }, async () => {
    const tab = await start("game=netzwerk&seat=you&seat=random&width=2&ranks=3&turn_cap=6");
    const { page } = tab;
    const draft = page.locator(".play-draft .notation");
    await playUntilOver(page, async () => {
      await pressByKeys(page, ".place.start");
      await pressByKeys(page, ".place.goal");
      await eventually(async () => assert.notEqual(await draft.textContent(), "nothing yet"));
      await pressButtonByKeys(page, "Send turn");
    });
    await tab.close();
  });

  test("a match of Ricochet Robots is played by keys", { timeout: 120_000 }, async () => {
    const tab = await start(`game=ricochet&seat=you&seat=${SLOW}&round_cap=1&overtime=1s`);
    const { page } = tab;
    await playUntilOver(page, async () => {
      if (!(await isStage(page, /announce/))) return pressButtonByKeys(page, "Show the route");
      if (await hasAnnounced(page)) return pressButtonByKeys(page, "Pass this round");
      const moves = (await lastHint(page, "keys")).split(" ");
      for (const move of moves) {
        await pressButtonByKeys(page, ROBOTS[move[0]!]!);
        await pressByKeys(page, `[data-key="slide-${move[1]}"]`);
      }
      await pressButtonByKeys(page, "Announce your route");
    });
    assert.match(await result(page), /You have won/);
    await tab.close();
  });

  test("a match of Droids is played by keys", { timeout: 120_000 }, async () => {
    const tab = await start("game=droids&seat=you&seat=random&round_cap=1");
    const { page } = tab;
    let stones = 0;
    await playUntilOver(page, async () => {
      if (await isStage(page, /draw/)) return pressButtonByKeys(page, "violet");
      if (await isStage(page, /lift/)) return pressByKeys(page, "[data-key^=lift-]");
      if (!(await isStage(page, /set/))) return pressByKeys(page, ".play-grid .slot.goal");
      if (stones++ < 3) return pressByKeys(page, ".play-grid .slot.goal");
      await pressButtonByKeys(page, "Stop setting");
    });
    await tab.close();
  });

  test("a match continues after a reload, and a rematch follows a resignation", async () => {
    const tab = await start("game=netzwerk&seat=you&seat=random&width=3&ranks=4");
    const { page } = tab;
    await page.reload();
    await status(page, /Your turn/);
    await page.locator(".place.start").first().click();
    await page.locator(".place.goal").first().click();
    await press(page, "Send turn");
    await page.locator(".play-turns li").nth(1).waitFor();
    await page.reload();
    await page.locator(".play-turns li").nth(1).waitFor();
    await status(page, /Your turn/);
    await press(page, "Resign");
    await press(page, "Cancel");
    await press(page, "Resign");
    await press(page, "Yes, resign");
    await page.getByRole("heading", { name: "You have lost" }).waitFor();
    const address = page.url();
    await press(page, "Rematch");
    await page.waitForURL((url) => url.href !== address);
    await page.locator(".play-seat", { hasText: /You\s*Black/ }).waitFor();
    await tab.close();
  });

  test("another person joins with a link, whose token leaves the address", async () => {
    const bothServers = await server();
    const tab = await bench.openTab(bothServers, "/play?game=netzwerk&seat=you&seat=guest&width=3&ranks=4");
    await tab.page.getByLabel("Your name").fill("Ann <b>");
    await press(tab.page, "Start the match");
    await status(tab.page, /Waiting until all players have joined/);
    const link = await tab.page.getByRole("textbox", { name: "Link for Black" }).inputValue();
    await tab.screenshot("play_invitation");
    const { pathname, hash } = new URL(link);
    assert.match(hash, /^#seat=1&token=.+/);
    const guest = await bench.openTab(bothServers, pathname + hash, { isDark: true });
    await status(guest.page, /To act: Ann <b>/);
    assert.equal(new URL(guest.page.url()).hash, "");
    await status(tab.page, /Your turn/);
    await tab.page.locator(".place.start").first().click();
    await tab.page.locator(".place.goal").first().click();
    await press(tab.page, "Send turn");
    await status(guest.page, /Your turn/);
    await guest.finish("play_guest_dark");
    await tab.close();
  });

  test("a seat that has watched many turns still answers", { timeout: 60_000 }, async () => {
    const first = await bench.openTab(await server(), "/play?game=droids&seat=you&seat=guest");
    await press(first.page, "Start the match");
    const link = new URL(await first.page.getByRole("textbox", { name: "Link for Red" }).inputValue());
    const second = await bench.openTab(await server(), link.pathname + link.hash);
    const drawn = [0, 0];
    await eventually(async () => {
      for (const [index, { page }] of [first, second].entries()) {
        if (!(await isStage(page, /Your turn: draw/))) continue;
        const heading = await page.locator(".play-panel h2").textContent();
        await page.getByRole("button", { name: /^violet/ }).click();
        await eventually(async () => {
          const isDone = !(await isStage(page, /Your turn: draw/));
          assert.ok(isDone || (await page.locator(".play-panel h2").textContent()) !== heading);
        });
        drawn[index]!++;
      }
      assert.deepEqual(drawn, [7, 7]);
    }, 40_000);
    await first.close();
    await second.close();
  });

  test("a server with an admin token asks for it", async () => {
    // A development server passes calls on to one server only.
    if (process.env["BOTWERK_PAGES_URL"] !== undefined) return;
    process.env["BOTWERK_ADMIN_TOKEN"] = "a-token-of-the-operator";
    const guarded = await bench.startServer();
    delete process.env["BOTWERK_ADMIN_TOKEN"];
    const tab = await bench.openTab(guarded, "/play?game=netzwerk&seat=you&seat=random");
    tab.expectProblems(/401|403/);
    await press(tab.page, "Start the match");
    await tab.page.getByLabel("Admin token of the server").fill("a-token-of-the-operator");
    await press(tab.page, "Start the match");
    await status(tab.page, /Your turn/);
    await tab.close();
  });

  test("static pages say how to start a server", async () => {
    if (process.env["BOTWERK_PAGES_URL"] !== undefined) return;
    const tab = await bench.openTab(await bench.startStaticSite(), "/play");
    await tab.page.getByText("botwerk serve").waitFor();
    await tab.finish("play_static");
  });
});

function place(page: Page, name: string): Locator {
  return page.locator(`[data-place="${name}"]`);
}

async function isStage(page: Page, stage: RegExp): Promise<boolean> {
  return stage.test((await page.locator(".play-status").textContent()) ?? "");
}

async function result(page: Page): Promise<string> {
  return (await page.locator(".play-outcome h2").textContent()) ?? "";
}

/** Answers every request until the match is over. */
async function playUntilOver(page: Page, answer: () => Promise<void>): Promise<void> {
  for (let request = 0; request < MAX_REQUESTS; request++) {
    await status(page, /Your turn|The match is over/);
    if (OVER.test((await page.locator(".play-status").textContent())!)) return;
    const before = await page.locator(".play-turns").textContent();
    await answer();
    // An answer is in the list of turns once the server has accepted it.
    await eventually(async () => assert.notEqual(await page.locator(".play-turns").textContent(), before));
  }
  assert.fail("the match does not end");
}

/** Asks for all hints and returns the last one, which is the whole route. */
async function lastHint(page: Page, by: "clicks" | "keys" = "clicks"): Promise<string> {
  const button = page.locator('[data-key="hint"]');
  const hints = page.locator(".play-hints li");
  for (let count = 1; (await button.count()) > 0; count++) {
    if (by === "keys") await pressByKeys(page, '[data-key="hint"]');
    else await button.click();
    await hints.nth(count - 1).waitFor();
  }
  return (await hints.last().textContent())!.replace(/^.*: /, "");
}

/** The names of the robots by the letters of the notation. */
const ROBOTS: Readonly<Record<string, string>> = { r: "red", g: "green", b: "blue", y: "yellow" };

async function hasAnnounced(page: Page): Promise<boolean> {
  return (await page.locator(".play-announced li").filter({ hasText: /^You/ }).count()) > 0;
}

async function announceSolution(page: Page): Promise<void> {
  if (await hasAnnounced(page)) return press(page, "Pass this round");
  for (const move of (await lastHint(page)).split(" ")) {
    await page.getByRole("group", { name: "Robot" }).getByRole("button", { name: ROBOTS[move[0]!]! }).click();
    await page.locator(`[data-key="slide-${move[1]}"]`).click();
  }
  await page.getByRole("button", { name: /^Announce your route/ }).click();
}

async function setStone(page: Page, tab: Tab): Promise<void> {
  // The droid of South starts in the column of transmitter 6 or 5.
  const slot = page.locator(".play-grid .slot.goal").nth(5);
  await tab.screenshot("play_droids_phone");
  await tab.checkWidth();
  await tab.checkAccessibility();
  if ((await slot.count()) > 0) await slot.click();
  else await press(page, "Stop setting");
}

async function sendStone(page: Page): Promise<void> {
  await page.locator(".play-grid .slot.goal").first().click();
  const target = page.locator("[data-key^=target-]").first();
  if ((await target.count()) > 0) await target.click();
}

/** Presses Tab until the element has the focus, and then Enter. */
async function pressByKeys(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < 150; tabs++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) {
      await page.keyboard.press("Enter");
      return;
    }
    await page.keyboard.press("Tab");
  }
  assert.fail(`no key reaches ${selector}`);
}

/** Presses Tab until a button whose text starts with a name has the focus, and then Enter. */
async function pressButtonByKeys(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 150; tabs++) {
    const isFocused = await page.evaluate((wanted) => {
      const focused = document.activeElement;
      return focused instanceof HTMLButtonElement && !focused.disabled && focused.textContent!.trim().startsWith(wanted);
    }, name);
    if (isFocused) {
      await page.keyboard.press("Enter");
      return;
    }
    await page.keyboard.press("Tab");
  }
  assert.fail(`no key reaches the button ${name}`);
}

async function pressPlaceByKeys(page: Page, name: string): Promise<void> {
  await pressByKeys(page, `[data-place="${name}"]`);
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  assert.ok(start !== null && end !== null);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
  await page.mouse.up();
}
