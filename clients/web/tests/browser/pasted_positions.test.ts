/** Pasting into the analysis: any form of a position, Back to the one before, and no answer for another position. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, suite, test } from "node:test";
import type { Page } from "playwright-core";
import { Bench, PHONE, eventually } from "./harness.js";
import type { Tab, TabOptions, TestServer } from "./harness.js";

const SMALL = "/analysis?game=netzwerk&option=width%3D2&option=ranks%3D3&seed=pages";

const field = (page: Page) => page.getByLabel("Position in the notation");
const game = (page: Page) => page.locator("form[aria-label=Match] label", { hasText: "Game" }).locator("select");
const solve = (page: Page) => page.getByRole("button", { name: "Solve this position" });
const analyse = (page: Page) => page.getByRole("button", { name: "Analyse", exact: true });
const steps = (page: Page) => page.locator(".analysis-steps button");

async function openAnalysis(bench: Bench, server: TestServer, path: string, options: TabOptions = {}): Promise<Tab> {
  const tab = await bench.openTab(server, path, options);
  await tab.page.locator(".analysis-status:not(:empty)").waitFor();
  return tab;
}

async function expectText(page: Page, pattern: RegExp): Promise<void> {
  await eventually(async () => assert.match(await field(page).inputValue(), pattern));
}

async function expectGame(page: Page, name: string): Promise<void> {
  await eventually(async () => assert.equal(await game(page).inputValue(), name));
}

/** Pastes into the field, in place of its text. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
}

suite("pasted positions", () => {
  const bench = new Bench();
  let server: TestServer;
  before(async () => {
    server = await bench.startServer();
  });

  test("open what the program prints, whichever game is open", async () => {
    const tab = await openAnalysis(bench, server, "/analysis?game=droids&seats=2&seed=pages");
    const { page } = tab;
    const shown = await bench.run("position", "show", "--game", "netzwerk", "--option", "width=3", "--option", "ranks=4");
    await paste(page, shown);
    await expectText(page, /^w b2,d2,f2 b8,d8,f8 /);
    await expectGame(page, "netzwerk");
    const generate = ["solve", "--generate", "4..6", "--generate-seed", "3"];
    const task = await bench.run(...generate, "--game", "micro-robots");
    await paste(page, task);
    await expectText(page, / ; \d\w ; \d\w ; - ; 0,0 ; 0 ; 1 ; race:$/);
    const moves = /^\d/.exec(task)![0];
    await solve(page).click();
    await page.locator("section[aria-label=Solver]").getByText(new RegExp(`^${moves} moves?$`)).waitFor();
    for (const flags of [[], ["--json"]]) {
      const line = await bench.run(...generate, "--game", "ricochet", ...flags);
      await paste(page, line);
      await expectText(page, flags.length === 0 ? /^\d[A-D]-/ : /^cells:/);
      const least = flags.length === 0 ? /^\d/.exec(line)![0] : String((JSON.parse(line) as { moves: number }).moves);
      await solve(page).click();
      await page.locator("section[aria-label=Solver]").getByText(new RegExp(`^${least} moves?$`)).waitFor();
    }
    // A paste outside of all fields is one for the page.
    await page.locator("h1").click();
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), JSON.stringify({ game: "netzwerk", position: "w b2 b12 a3" }));
    await page.keyboard.press("Control+v");
    await expectText(page, /^w b2 b12 a3$/);
    await tab.finish("analysis-pasted");
  });

  test("open a record at its last position, with its turns to go back to", async () => {
    const record = readFileSync(await bench.record("netzwerk", "greedy", "random", "--option", "width=3", "--option", "ranks=4"), "utf8");
    const tab = await openAnalysis(bench, server, "/analysis?game=micro-robots&seed=pages", { viewport: PHONE, isDark: true });
    const { page } = tab;
    await paste(page, record);
    await page.getByText(/^The position of the record after \d+ events/).waitFor();
    await expectGame(page, "netzwerk");
    await page.locator(".analysis-status", { hasText: "Over by" }).waitFor();
    assert.ok((await steps(page).count()) > 2);
    assert.equal(await steps(page).first().textContent(), "start");
    await steps(page).nth(1).click();
    await page.locator(".analysis-status", { hasText: "to act" }).waitFor();
    // The options of the record are those that differ from their defaults.
    const options = new URL(page.url()).searchParams.getAll("option");
    assert.ok(options.includes("width=3") && options.includes("ranks=4") && !options.includes("quiet_turns=40"), options.join());
    await page.reload();
    await expectGame(page, "netzwerk");
    await tab.finish("analysis-pasted-record");
  });

  test("that are wrong never let the solver or an agent answer for the board", async () => {
    const tab = await openAnalysis(bench, server, "/analysis?game=netzwerk&seed=pages");
    const { page } = tab;
    await eventually(async () => assert.equal(await analyse(page).isEnabled(), true));
    await page.getByLabel("Seconds").fill("60");
    await page.getByLabel("Nodes").fill("1000M");
    await analyse(page).click();
    await page.locator("section[aria-label=Engine]").getByRole("button", { name: "Stop" }).waitFor();
    // Typing ends the search at once.
    await field(page).press("End");
    await field(page).pressSequentially(",zz");
    await analyse(page).waitFor();
    assert.equal(await analyse(page).isDisabled(), true);
    assert.equal(await solve(page).isDisabled(), true);
    const reason = page.locator(".analysis-blocked:visible");
    assert.match(await reason.first().innerText(), /^The text below the board is not set up\./);
    assert.equal(await reason.count(), 2);
    await page.getByRole("button", { name: "Set up this text" }).click();
    await page.locator("#position-problem mark", { hasText: "zz" }).waitFor();
    assert.equal(await solve(page).isDisabled(), true);
    assert.equal(await page.locator("section[aria-label=Engine] table").isVisible(), false);
    await tab.screenshot("analysis-blocked");
    await page.getByRole("button", { name: "Back to the board's position" }).click();
    await expectText(page, /^w b2,d2,f2,h2,j2,l2 b12,/);
    await page.locator("#position-problem").waitFor({ state: "hidden" });
    assert.equal(await reason.count(), 0);
    assert.equal(await solve(page).isEnabled() && (await analyse(page).isEnabled()), true);
    await tab.close();
  });

  test("that are wrong are not shown next to the solution of the board", async () => {
    const tab = await openAnalysis(bench, server, SMALL);
    const { page } = tab;
    await solve(page).click();
    await page.locator("section[aria-label=Solver]").getByText(/The side to move wins/).waitFor();
    await paste(page, "nonsense");
    await page.locator("#position-problem").getByText(/Expected/).waitFor();
    await page.getByText(/The side to move wins/).waitFor({ state: "hidden" });
    await paste(page, "two lines\nof nonsense");
    await page.locator("#position-problem").getByText(/Understood are positions, boards, records/).waitFor();
    assert.equal(await solve(page).isDisabled(), true);
    await paste(page, "w b2,d2 b6 a3");
    await expectText(page, /^w b2,d2 b6 a3$/);
    assert.equal(await solve(page).isEnabled(), true);
    // The result was that of the board before.
    assert.equal(await page.getByText(/The side to move wins/).count(), 0);
    await tab.finish("analysis-rejected");
  });

  test("in an address are not answered for, either", async () => {
    const tab = await openAnalysis(bench, server, "/analysis?game=netzwerk&position=w+b2,zz");
    await tab.page.locator("#position-problem mark", { hasText: "zz" }).waitFor();
    assert.equal(await solve(tab.page).isDisabled(), true);
    assert.equal(await tab.page.locator(".analysis-blocked:visible").count(), 2);
    await tab.close();
  });

  test("and a change of the game are undone by Back, single moves by Undo", async () => {
    const tab = await openAnalysis(bench, server, "/analysis?game=netzwerk&seed=pages");
    const { page } = tab;
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    const filter = page.getByLabel("Filter, or a turn in the notation");
    for (const [turn, pattern] of [["b2-b4 / e3-e5 .", /^b d2,/], ["b12-b10 / e11-e9 .", /^w d2,/]] as const) {
      await filter.fill(turn);
      await filter.press("Enter");
      await expectText(page, pattern);
    }
    await page.getByRole("radio", { name: "Set up" }).check();
    await page.getByLabel("Side to move").selectOption("black");
    await expectText(page, /^b d2,/);
    const edited = await field(page).inputValue();
    assert.equal(await entries(), before);
    await game(page).selectOption("ricochet");
    await expectText(page, /^\d[A-D]-/);
    const ricochet = await field(page).inputValue();
    assert.equal(await entries(), before + 1);
    await paste(page, "w b2 b12 a3");
    await expectText(page, /^w b2 b12 a3$/);
    await paste(page, "w b4 b12 a3");
    await expectText(page, /^w b4 b12 a3$/);
    assert.equal(await entries(), before + 3);
    await paste(page, "nonsense");
    await page.locator("#position-problem").getByText(/Expected/).waitFor();
    assert.equal(await entries(), before + 3);
    const expected = ["w b2 b12 a3", ricochet, edited];
    for (const text of expected) {
      await page.goBack();
      await eventually(async () => assert.equal(await field(page).inputValue(), text));
    }
    await expectGame(page, "netzwerk");
    for (const text of [ricochet, "w b2 b12 a3", "w b4 b12 a3"]) {
      await page.goForward();
      await eventually(async () => assert.equal(await field(page).inputValue(), text));
    }
    // An option that makes the position invalid starts another one, which Back undoes as well.
    await page.getByText("Options").first().click();
    await page.locator("[data-option=ranks]").fill("3");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText(/the previous position is not valid, so this is a new one/).waitFor();
    assert.equal(await solve(page).isEnabled(), true);
    await page.goBack();
    await expectText(page, /^w b4 b12 a3$/);
    await tab.finish("analysis-back");
  });
});
