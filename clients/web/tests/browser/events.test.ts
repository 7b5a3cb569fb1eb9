/** What has happened is seen: announcements, routes, captures and rounds; turns are animated; hints mark the board. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { bearer } from "botwerk/web";
import type { Locator, Page } from "playwright-core";
import { Bench, DESKTOP, eventually } from "./harness.js";
import type { Tab, TabOptions, TestServer } from "./harness.js";
import { press, startMatch, status } from "./played_page.js";

/** Sizes and colours at which every phase is looked at. */
const PHONE = { width: 390, height: 844 } as const;

/** The time from a frame to what it changes on the page, in milliseconds. */
const SEEN_WITHIN = 300;

/** The longest animation, with the time that a busy machine may add, in milliseconds. */
const ANIMATED_WITHIN = 3000 + 700;

/** The time from a skip to the end of an animation on a busy machine: less than a turn takes, in milliseconds. */
const SKIPPED_WITHIN = 1000;

/** A player that leaves races to the person. */
const SLOW = "human:distribution=fixed,mean=100s,error=0";
/** A player that announces a shortest route after two seconds. */
const SECOND = "human:distribution=fixed,mean=2s,error=0";

suite("events", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  const start = async (query: string, options: TabOptions = {}): Promise<Tab> => {
    const tab = await bench.openTab(await server(), `/play?${query}`, options);
    await startMatch(tab.page, /Your turn|To act|Wait for/);
    return tab;
  };

  test("an announcement changes the banner and the status at once", async () => {
    const tab = await bench.openTab(await server(), `/play?game=ricochet&seat=you&seat=${SECOND}&overtime=40s`, { viewport: PHONE });
    const { page } = tab;
    await page.addInitScript(watchAnnouncements);
    await page.reload();
    await press(page, "Start the match");
    await banner(page, /announced \d+ moves?: you have (39|40) s to announce fewer/);
    await status(page, /announce fewer than \d+ moves, or pass/);
    const { received, seen } = await page.evaluate(() => (globalThis as unknown as { announced: Announced }).announced);
    assert.ok(received !== undefined && seen !== undefined, "the frame and the banner were observed");
    console.log(`announcement: in the banner ${Math.round(seen - received)} ms after its frame`);
    assert.ok(seen - received < SEEN_WITHIN, `${seen - received} ms`);
    await page.locator(".play-announced li").waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await tab.finish("events_announcement_phone");
  });

  test("a failed route and the next round are said, and the round has a recap with the best route", async () => {
    const tab = await start(`game=micro-robots&seat=you&seat=${SLOW}`, { viewport: DESKTOP });
    const { page } = tab;
    await banner(page, /Round 1: bring the robot from \d \w+ to \d \w+/);
    await press(page, "Announce 9");
    await press(page, "I have no route");
    await banner(page, /You showed a wrong route of 9 moves.*Round 2: bring the robot/);
    const recap = page.locator(".play-recap");
    await recap.getByText("You announced 9 moves").waitFor();
    await recap.getByText("no route").waitFor();
    await recap.getByText(/The best route has \d+ moves?\. \d (blue|yellow|green|red|pink|white)/).waitFor({ timeout: 30_000 });
    await recap.getByRole("button", { name: "Show the best route" }).click();
    await page.locator(".play-marks .recap .arrow").first().waitFor();
    await tab.screenshot("events_recap");
    await tab.checkAccessibility();
    await page.locator(".place.goal").first().click();
    await recap.waitFor({ state: "hidden" });
    assert.equal(await page.locator(".play-marks .arrow").count(), 0);
    await tab.finish("events_recap_closed");
  });

  test("a route of an opponent is driven, and stays marked in the recap", async () => {
    const tab = await start(`game=ricochet&seat=you&seat=${SECOND}&overtime=1s`, { hasMotion: true, isDark: true });
    const { page } = tab;
    await page.locator(".play-announced li").first().waitFor();
    await press(page, "Pass this round");
    const animation = page.locator(".play-animation");
    await animation.waitFor();
    await banner(page, /showed a correct route of \d+ moves? and won the target.*Round 2/);
    await tab.screenshot("events_route_driven_dark");
    await animation.waitFor({ state: "detached" });
    const recap = page.locator(".play-recap");
    await recap.getByText(/announced \d+ moves? after 2\.\d s/).waitFor();
    await page.locator(".play-marks .recap .arrow").first().waitFor();
    await recap.getByText(/The best route has \d+ moves?\. (red|green|blue|yellow|silver|transparent) [↑→↓←]/).waitFor({ timeout: 30_000 });
    await recap.getByRole("button", { name: "Replay" }).click();
    await animation.waitFor();
    await page.keyboard.press("Escape");
    await animation.waitFor({ state: "detached" });
    await tab.finish("events_recap_dark");
  });

  /** Starts a match in which the turn of an opponent of ten actions and more is being animated. */
  const startAnimated = async (): Promise<{ readonly tab: Tab; readonly animation: Locator }> => {
    const tab = await start("game=netzwerk&seat=you&seat=greedy", { hasMotion: true });
    await tab.page.evaluate(watchAnimations);
    await moveOneRobot(tab.page);
    const animation = tab.page.locator(".play-animation");
    await animation.waitFor();
    return { tab, animation };
  };

  test("a turn of Netzwerk is animated while the clock of the person runs", async () => {
    const { tab, animation } = await startAnimated();
    const { page } = tab;
    await status(page, /Your turn/);
    assert.ok(await animation.isVisible(), "the request is open while the animation runs");
    await tab.screenshot("events_netzwerk_animated");
    await animation.waitFor({ state: "detached" });
    await banner(page, /moved .*(robot|batter)/);
    assert.ok((await page.locator(".play-marks .trail .arrow").count()) > 0);
    const [millis] = await page.evaluate(() => (globalThis as unknown as { animations: number[] }).animations);
    console.log(`animation of a turn: ${Math.round(millis!)} ms`);
    assert.ok(millis! < ANIMATED_WITHIN, `${millis} ms`);
    await tab.finish("events_netzwerk_trail");
  });

  test("an animation is skipped by a key, its button, the board, and what the person does", async () => {
    const skips: readonly ((page: Page) => Promise<void>)[] = [
      (page) => page.keyboard.press("Escape"),
      (page) => press(page, "Skip"),
      (page) => page.locator(".play-animation").click(),
      (page) => press(page, "Hint"),
    ];
    for (const skip of skips) {
      const { tab, animation } = await startAnimated();
      await skip(tab.page);
      await animation.waitFor({ state: "detached", timeout: SKIPPED_WITHIN });
      await place(tab.page, "start").click();
      await place(tab.page, "goal").waitFor();
      await tab.close();
    }
  });

  test("nothing moves for a person who wants no motion, and the turn is marked all the same", async () => {
    const tab = await start("game=netzwerk&seat=you&seat=greedy", { viewport: PHONE });
    const { page } = tab;
    await page.evaluate(watchAnimations);
    await moveOneRobot(page);
    await page.locator(".play-marks .trail .arrow").first().waitFor();
    await banner(page, /moved/);
    assert.deepEqual(await page.evaluate(() => (globalThis as unknown as { animations: number[] }).animations), []);
    await tab.finish("events_netzwerk_phone");
  });

  test("a stone of Droids lights up when it is sent, and its droid moves", { timeout: 120_000 }, async () => {
    const tab = await start("game=droids&seat=you&seat=greedy&round_cap=1", { hasMotion: true });
    const { page } = tab;
    const animation = page.locator(".play-animation");
    await eventually(async () => {
      const text = (await page.locator(".play-status").textContent())!;
      if (/draw/.test(text)) await page.getByRole("button", { name: /^violet/ }).click();
      assert.match(text, /stop/);
    }, 60_000);
    await press(page, "Stop setting");
    await banner(page, /sent .* from transmitter \d+/);
    await animation.locator(".ring").first().waitFor();
    await tab.screenshot("events_droids_sent");
    await animation.waitFor({ state: "detached" });
    await tab.finish("events_droids_trail");
  });

  test("a player who leaves is said", async () => {
    const { client } = await server();
    const seats = [{ name: "Ann" }, { name: "Ben <i>" }, { name: "Cid" }];
    const { match, seatTokens } = await client.matches.createMatch({ setup: { game: "micro-robots", seats: 3 }, seats });
    const name = match!.name;
    for (const { token } of seatTokens.slice(1)) void follow(server(), name, token);
    const tab = await bench.openTab(await server(), `/play/${name.slice(8)}#seat=0&token=${seatTokens[0]!.token}`, { isDark: true });
    await status(tab.page, /Your turn/);
    await client.matches.resignSeat({ match: name }, { headers: bearer(seatTokens[1]!.token) });
    await banner(tab.page, /Ben <i> left the match/);
    await tab.finish("events_left_dark");
    await client.matches.resignSeat({ match: name }, { headers: bearer(seatTokens[2]!.token) });
  });

  test("hints mark the board: the target, the first move, and the whole route", async () => {
    const tab = await start(`game=ricochet&seat=you&seat=${SLOW}`, { viewport: PHONE });
    const { page } = tab;
    const marks = page.locator(".play-marks .hint");
    await hint(page, /There is a route of \d+ moves?/);
    assert.equal(await marks.locator(".ring").count(), 1);
    await hint(page, /robot moves last/);
    assert.equal(await marks.locator(".ghost").count(), 1);
    await hint(page, /First the \w+ robot slides/);
    assert.equal(await marks.locator(".arrow").count(), 1);
    const isInView = () => page.locator(".play-marks").evaluate((marks) => {
      const { top, bottom } = marks.getBoundingClientRect();
      return top >= -1 && bottom <= innerHeight + 1;
    });
    await eventually(async () => assert.ok(await isInView()));
    await tab.screenshot("events_hint_first_move");
    if ((await page.locator('[data-key="hint"]').count()) > 0) {
      await hint(page, /The whole route is on the board/);
      const numbers = await marks.locator(".number text").allTextContents();
      assert.deepEqual(numbers, numbers.map((_, index) => String(index + 1)));
    }
    await tab.screenshot("events_hint_route");
    await page.locator("[data-key=hint]").waitFor({ state: "detached" });
    await press(page, "Pass this round");
    await eventually(async () => assert.equal(await marks.locator(".arrow").count(), 0));
    await tab.finish("events_hint_gone");
  });

  test("hints of Netzwerk show the piece, its goal, and the turn", async () => {
    const tab = await start("game=netzwerk&seat=you&seat=random");
    const { page } = tab;
    const marks = page.locator(".play-marks .hint");
    await hint(page, /Move the robot on \w+ first/);
    assert.deepEqual([await marks.locator(".ring").count(), await marks.locator(".ghost").count()], [1, 0]);
    await hint(page, /It goes from \w+ to \w+/);
    assert.equal(await marks.locator(".ghost").count(), 1);
    await tab.screenshot("events_hint_netzwerk_goal");
    await hint(page, /The whole turn is on the board/);
    assert.ok((await marks.locator(".arrow").count()) > 0);
    await tab.finish("events_hint_netzwerk");
  });
});

/** Keeps the match of a seat going until it is over. */
async function follow(server: Promise<TestServer>, match: string, seatToken: string): Promise<void> {
  const { client } = await server;
  const frames = client.matches.watchMatch({ matches: [{ match }], asSeat: true }, { headers: bearer(seatToken) });
  for await (const { kind } of frames) if (kind.case === "matchOver") return;
}

function banner(page: Page, text: RegExp): Promise<void> {
  return page.locator(".play-events").filter({ hasText: text }).waitFor({ timeout: 20_000 });
}

async function hint(page: Page, text: RegExp): Promise<void> {
  await page.locator('[data-key="hint"]').click();
  await page.locator(".play-hints li").filter({ hasText: text }).waitFor({ timeout: 20_000 });
}

function place(page: Page, look: string): Locator {
  return page.locator(`.play-board .place.${look}`).first();
}

/** Plays a turn of one step. */
async function moveOneRobot(page: Page): Promise<void> {
  await status(page, /Your turn/);
  await place(page, "start").click();
  await place(page, "goal").click();
  await press(page, "Send turn");
}

/** When an announcement was received and seen, in milliseconds of the page's clock. */
interface Announced {
  received?: number;
  seen?: number;
}

/** Runs in the page: records when the frame of an announcement arrives and when the banner says it. */
function watchAnnouncements(): void {
  const announced: Announced = {};
  Object.assign(globalThis, { announced });
  const original = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await original(...request);
    const url = request[0] instanceof Request ? request[0].url : String(request[0]);
    if (!url.includes("WatchMatch") || response.body === null) return response;
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const text = new TextDecoder("latin1").decode(chunk);
        if (/say \d+/.test(text) && /race:\d+:\d+/.test(text)) announced.received ??= performance.now();
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(watch), response);
  };
  new MutationObserver(() => {
    if (/announced/.test(document.querySelector(".play-events")?.textContent ?? "")) announced.seen ??= performance.now();
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page: records how long animations are in front of the board, in milliseconds. */
function watchAnimations(): void {
  const animations: number[] = [];
  Object.assign(globalThis, { animations });
  let since: number | undefined;
  new MutationObserver(() => {
    const isShown = document.querySelector(".play-animation") !== null;
    if (isShown) since ??= performance.now();
    else if (since !== undefined) {
      animations.push(performance.now() - since);
      since = undefined;
    }
  }).observe(document.querySelector(".play-board")!, { subtree: true, childList: true });
}
