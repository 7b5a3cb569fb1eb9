/** People solve puzzles of every game, by a link, on the day of a daily one, and without a server. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Page } from "playwright-core";
import { Bench, DESKTOP, eventually } from "./harness.js";
import type { PageServer, Tab, TabOptions, TestServer } from "./harness.js";
import { press } from "./played_page.js";

const PHONE = { width: 390, height: 844 } as const;

/** A puzzle of each game, and of each kind. */
const PUZZLES = [
  ["micro-robots", "difficulty=6&seed=browser"],
  ["ricochet", "difficulty=4&seed=browser"],
  ["netzwerk", "difficulty=win-3&seed=browser"],
  ["netzwerk", "difficulty=hold&seed=browser"],
  ["droids", "difficulty=4&seed=browser"],
] as const;

suite("puzzles", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  const open = async (pages: PageServer, path: string, options: TabOptions = {}, day?: string): Promise<Tab> => {
    const tab = await bench.openTab(pages, "/rules", options);
    if (day !== undefined) await tab.page.clock.setFixedTime(new Date(`${day}T12:00:00Z`));
    await tab.page.goto(pages.pageAddress(path));
    // Addresses of static files differ in their fragment only.
    await tab.page.reload();
    return tab;
  };

  for (const [game, query] of PUZZLES) {
    const name = `puzzle_${game}_${query.includes("hold") ? "hold" : "best"}`;
    test(`a puzzle of ${game} with ${query} is solved by its solution`, { timeout: 120_000 }, async () => {
      const tab = await open(await server(), `/puzzles/${game}?${query}`, { viewport: PHONE });
      const { page } = tab;
      await untilAsked(page);
      await tab.screenshot(`${name}_phone`);
      await tab.checkWidth();
      await tab.checkAccessibility();
      await page.setViewportSize(DESKTOP);
      const actions = await shownSolution(page);
      await tab.screenshot(`${name}_solution`);
      await press(page, "Try again");
      await untilAsked(page);
      await solve(page, game, actions);
      await page.getByRole("heading", { name: "Solved", exact: true }).waitFor();
      assert.ok(page.url().includes(query), page.url());
      // The next puzzle has the same difficulty and another seed.
      const next = await page.getByRole("link", { name: "Next puzzle" }).getAttribute("href");
      assert.equal(new URL(next!, page.url()).searchParams.get("difficulty"), new URLSearchParams(query).get("difficulty"));
      assert.notEqual(new URL(next!, page.url()).searchParams.get("seed"), "browser");
      await tab.finish(`${name}_solved`);
    });
  }

  test("a longer route of Micro Robots is a solution, and a shorter one is asked for", { timeout: 60_000 }, async () => {
    const tab = await open(await server(), "/puzzles/micro-robots?difficulty=4&seed=longer", { isDark: true });
    const { page } = tab;
    const moves = await shownSolution(page);
    assert.equal(moves.length, 4);
    await press(page, "Try again");
    await untilAsked(page);
    const start = await page.locator(".place.selected").getAttribute("data-place");
    await chooseSpaces(page, [moves[0]!.slice(3), start!, ...moves.map((move) => move.slice(3))]);
    await showRoute(page);
    await page.getByRole("heading", { name: "A solution, but not the shortest" }).waitFor();
    await page.getByText("6 moves, the best is 4: found a solution, try to find a shorter one.").waitFor();
    await tab.finish("puzzle_longer_dark");
  });

  test("a turn of Netzwerk that loses is answered on the board by the turn that wins", { timeout: 120_000 }, async () => {
    const tab = await open(await server(), "/puzzles/netzwerk?difficulty=hold&seed=lost", { viewport: PHONE, isDark: true });
    const { page } = tab;
    const lost = page.getByRole("heading", { name: "Not solved" });
    for (let robot = 0; !(await lost.isVisible()); robot++) {
      await untilAsked(page);
      await page.locator(".place.start").nth(robot).click();
      await page.locator(".place.goal").first().click();
      await eventually(async () => assert.notEqual(await page.locator(".play-draft .notation").textContent(), "nothing yet"));
      await press(page, "Send turn");
      await page.locator(".puzzle-verdict h2").waitFor();
      if (!(await lost.isVisible())) await press(page, "Play it again");
    }
    await page.getByText("The opponent wins with the turn that the board shows.").waitFor();
    assert.ok((await page.locator(".play-marks polyline.route").count()) > 0);
    assert.match((await page.locator(".puzzle-verdict p").last().textContent())!, /→|captures/);
    await tab.finish("puzzle_lost_phone_dark");
  });

  test("a turn of Netzwerk without a win names the rule", { timeout: 120_000 }, async () => {
    const tab = await open(await server(), "/puzzles/netzwerk?difficulty=win-5&seed=wrong");
    const { page } = tab;
    await untilAsked(page);
    await page.locator(".place.start").first().click();
    await page.locator(".place.goal").first().click();
    await eventually(async () => assert.notEqual(await page.locator(".play-draft .notation").textContent(), "nothing yet"));
    await press(page, "Send turn");
    await page.getByRole("heading", { name: "Not solved" }).waitFor();
    await page.getByText(/The match continues: \d robots? of the \d that you need/).waitFor();
    assert.equal(await page.locator(".puzzle-verdict a.rule").textContent(), "NW-19");
    // The verdict is gone with the next attempt.
    await press(page, "Try again");
    await untilAsked(page);
    assert.equal(await page.locator(".puzzle-verdict").isVisible(), false);
    await tab.finish("puzzle_wrong");
  });

  test("a round of Droids without a stone is lost", { timeout: 60_000 }, async () => {
    const tab = await open(await server(), "/puzzles/droids?difficulty=3&seed=wrong", { viewport: PHONE, isDark: true });
    const { page } = tab;
    await untilAsked(page);
    await tab.screenshot("puzzle_droids_phone_dark");
    await press(page, "Stop setting");
    await page.getByRole("heading", { name: "Not solved" }).waitFor();
    assert.equal(await page.locator(".puzzle-verdict a.rule").textContent(), "DR-18");
    await tab.finish("puzzle_droids_wrong_dark");
  });

  test("daily puzzles count days in a row, unless their solution was shown", { timeout: 120_000 }, async () => {
    const pages = await server();
    const solutions = new Map<string, string[]>();
    for (const day of ["2026-11-28", "2026-11-29"]) {
      const other = await open(pages, `/puzzles/micro-robots?day=${day}`, {}, day);
      solutions.set(day, await shownSolution(other.page));
      await other.close();
    }
    const tab = await open(pages, "/puzzles", { viewport: PHONE }, "2026-11-28");
    const { page } = tab;
    await page.getByText("Solve one of them to start counting days in a row.").waitFor();
    await solveDaily(page, solutions.get("2026-11-28")!);
    await page.getByText("Solved today: 1 day in a row.").waitFor();
    await page.getByRole("link", { name: "Puzzles", exact: true }).last().click();
    await page.getByText("1 day in a row.", { exact: true }).waitFor();
    assert.equal(await page.locator(".puzzle-days .badge.good").count(), 1);
    await page.clock.setFixedTime(new Date("2026-11-29T00:00:01Z"));
    await page.reload();
    await page.getByText("1 day in a row: solve one of them today to continue.").waitFor();
    assert.equal(await page.locator(".puzzle-days .badge.good").count(), 0);
    await solveDaily(page, solutions.get("2026-11-29")!);
    await page.getByText("Solved today: 2 days in a row.").waitFor();
    await page.getByRole("link", { name: "Puzzles", exact: true }).last().click();
    // A puzzle whose solution was shown does not count.
    await page.locator(".puzzle-days").getByRole("link", { name: "Netzwerk" }).click();
    const actions = await shownSolution(page);
    await press(page, "Try again");
    await untilAsked(page);
    await solve(page, "netzwerk", actions);
    await page.getByRole("heading", { name: "Solved", exact: true }).waitFor();
    assert.equal(await page.getByText(/in a row/).count(), 0);
    await page.getByRole("link", { name: "Puzzles", exact: true }).last().click();
    await page.getByText("2 days in a row.", { exact: true }).waitFor();
    assert.equal(await page.locator(".puzzle-days .badge.good").count(), 1);
    await tab.finish("puzzles_phone");
  });

  test("the search for a puzzle leaves the page responsive", { timeout: 120_000 }, async () => {
    const tab = await open(await server(), "/puzzles");
    const { page } = tab;
    const browser = page.context().browser()!;
    await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
    await page.getByRole("list", { name: "Difficulties of Droids" }).getByRole("link", { name: "6 stones" }).click();
    await page.locator(".play-status").getByText(/positions? tried/).waitFor();
    await untilAsked(page);
    const tasks = mainThreadTasks(await browser.stopTracing());
    assert.ok(tasks.length > 100, `${tasks.length} tasks`);
    const longest = Math.max(...tasks);
    assert.ok(longest < 50, `a task takes ${longest} ms`);
    await tab.close();
  });

  test("a search can be stopped and started again, and a link is copied", { timeout: 60_000 }, async () => {
    const tab = await open(await server(), "/puzzles/ricochet?difficulty=9&seed=stop");
    const { page } = tab;
    await press(page, "Stop");
    await page.getByText("The search was stopped.").waitFor();
    await press(page, "Look again");
    await page.getByText(/Looking for a position/).waitFor();
    await page.goto((await server()).pageAddress("/puzzles/micro-robots?difficulty=4&seed=link"));
    await untilAsked(page);
    await press(page, "Copy link");
    await page.getByText(/Copied the link/).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\/puzzles\/micro-robots\?difficulty=4&seed=link$/);
    await tab.close();
  });

  test("the list leads to puzzles of each game without a server", { timeout: 60_000 }, async () => {
    const site = await bench.startStaticSite();
    const tab = await open(site, "/puzzles", { isDark: true }, "2026-11-28");
    const { page } = tab;
    await page.getByRole("heading", { name: "Today, 2026-11-28" }).waitFor();
    await tab.screenshot("puzzles_dark");
    await tab.checkAccessibility();
    await page.getByRole("list", { name: "Difficulties of Micro Robots" }).getByRole("link", { name: "5 moves" }).click();
    await untilAsked(page);
    assert.match(page.url(), /#\/puzzles\/micro-robots\?difficulty=5&seed=[0-9a-f]{12}$/);
    const actions = await shownSolution(page);
    await press(page, "Try again");
    await untilAsked(page);
    await solve(page, "micro-robots", actions);
    await page.getByRole("heading", { name: "Solved", exact: true }).waitFor();
    await tab.finish("puzzle_static_dark");
  });
});

/** A part of an event of a trace. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The processor time in microseconds, which other processes do not lengthen. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Returns the processor times of the tasks of main threads, in milliseconds. */
function mainThreadTasks(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const names = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const threads = new Set(names.map(threadOf));
  return traceEvents.flatMap((event) =>
    threads.has(threadOf(event)) && event.name.endsWith("RunTask") && event.tdur !== undefined ? [event.tdur / 1000] : []);
}

/** Waits until a puzzle can be answered. */
async function untilAsked(page: Page): Promise<void> {
  await page.locator(".play-status").getByText(/^Your turn/).waitFor({ timeout: 60_000 });
  await page.locator(".play-controls h2").waitFor();
}

/** Asks for the solution and returns its actions. */
async function shownSolution(page: Page): Promise<string[]> {
  await untilAsked(page);
  await press(page, "Show the solution");
  const steps = page.locator(".puzzle-steps button");
  await steps.first().waitFor();
  return steps.evaluateAll((list) => list.map((step) => step.getAttribute("data-key")!.replace(/^step-\d+ /, "")));
}

/** Gives a solution by the controls of the game. */
async function solve(page: Page, game: string, actions: readonly string[]): Promise<void> {
  switch (game) {
    case "micro-robots":
      await chooseSpaces(page, actions.map((action) => action.slice(3)));
      return showRoute(page);
    case "ricochet":
      for (const move of actions) {
        await page.locator(`[data-key="robot-${move[0]}"]`).click();
        await page.locator(`[data-key="slide-${move[1]}"]`).click();
      }
      return showRoute(page);
    case "netzwerk":
      for (const action of actions) await addAction(page, action);
      return press(page, "Send turn");
    default:
      for (const action of actions) await actInDroids(page, action);
  }
}

async function chooseSpaces(page: Page, spaces: readonly string[]): Promise<void> {
  for (const space of spaces) await page.locator(`[data-place="${space}"]`).click();
}

async function showRoute(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Announce your route/ }).click();
  await press(page, "Show the route");
}

async function addAction(page: Page, action: string): Promise<void> {
  const draft = page.locator(".play-draft .notation");
  if (action === ".") return;
  if (action === "/") {
    await press(page, "Move batteries");
  } else {
    const [from, to] = action.split(/[-x]/);
    // A robot that can move on is chosen already.
    const start = page.locator(`[data-place="${from}"]`);
    if ((await page.locator(`[data-place="${from}"].selected`).count()) === 0) await start.click();
    await page.locator(`[data-place="${to}"].goal`).click();
  }
  await eventually(async () => assert.ok((await draft.textContent())?.endsWith(action)));
}

async function actInDroids(page: Page, action: string): Promise<void> {
  const [kind, first, arrow, slot] = action.split(" ");
  if (kind === "stop") {
    await press(page, "Stop setting");
    await page.getByRole("heading", { name: "Send a stone" }).waitFor();
  } else if (kind === "set") {
    await page.locator(`[data-key="stone-${first}"]`).click();
    await page.locator(`[data-key="arrow-${arrow}"]`).click();
    await page.locator(`.play-grid [data-key="slot-${slot}"].goal`).click();
    await page.locator(`.play-grid [data-key="slot-${slot}"].stone`).waitFor();
  } else {
    const stones = page.locator(".play-grid .slot.stone");
    const before = await stones.count();
    await page.locator(`.play-grid [data-key^="slot-${first}."].goal`).click();
    const verdict = page.locator(".puzzle-verdict");
    await eventually(async () => assert.ok((await stones.count()) < before || (await verdict.isVisible())));
  }
}

/** Opens the daily puzzle of Micro Robots from the list, and solves it. */
async function solveDaily(page: Page, actions: readonly string[]): Promise<void> {
  await page.locator(".puzzle-days").getByRole("link", { name: "Micro Robots" }).click();
  await untilAsked(page);
  await solve(page, "micro-robots", actions);
  await page.getByRole("heading", { name: "Solved", exact: true }).waitFor();
}
