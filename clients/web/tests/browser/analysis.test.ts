/** The analysis page: positions by text, by hand and by playing; engine lines and solutions; with and without a server. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Page } from "playwright-core";
import { Bench, PHONE, eventually } from "./harness.js";
import type { Tab, TestServer } from "./harness.js";

const SMALL = "/analysis?game=netzwerk&option=width%3D2&option=ranks%3D3&seed=pages";

/** Opens an analysis and waits for its board. */
async function openAnalysis(bench: Bench, server: TestServer, path: string, options = {}): Promise<Tab> {
  const tab = await bench.openTab(server, path, options);
  await tab.page.locator(".analysis-status:not(:empty)").waitFor();
  return tab;
}

const place = (page: Page, name: string) => page.locator(`.board-buttons [data-place="${name}"]`);
const textOf = (page: Page) => page.getByLabel("Position in the notation").inputValue();
const lines = (page: Page) => page.locator("section[aria-label=Engine] tbody");
const solution = (page: Page) => page.locator("section[aria-label=Solver]");

async function expectText(page: Page, pattern: RegExp): Promise<void> {
  await eventually(async () => assert.match(await textOf(page), pattern));
}

/** Starts to set up by hand. */
async function startSettingUp(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Set up" }).check();
}

async function useTool(page: Page, tool: string, ...places: readonly string[]): Promise<void> {
  await page.locator(".analysis-palette").getByRole("radio", { name: tool, exact: true }).check();
  for (const name of places) await place(page, name).click();
}

async function analyse(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Analyse", exact: true });
  await eventually(async () => assert.equal(await button.isEnabled(), true));
  await button.click();
}

suite("analysis", () => {
  const bench = new Bench();
  let server: TestServer;

  test("plays on the board, goes back, and keeps the position in the address", async () => {
    server = await bench.startServer();
    const tab = await openAnalysis(bench, server, "/analysis?game=netzwerk&seed=pages");
    const { page } = tab;
    await place(page, "b2").click();
    await place(page, "b4").click();
    await expectText(page, /^w d2,f2,h2,j2,l2,b4 .* r:b2>b4:1$/);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectText(page, /^w b2,d2,f2,h2,j2,l2 /);
    const filter = page.getByLabel("Filter, or a turn in the notation");
    await filter.fill("Move: D2\u2013D4/e3-e5 .");
    await filter.press("Enter");
    await expectText(page, /^b b2,f2,h2,j2,l2,d4 /);
    assert.match((await page.locator(".analysis-steps [aria-current]").textContent()) ?? "", /d2-d4 \/ e3-e5 \./);
    await page.reload();
    await page.locator(".analysis-status:not(:empty)").waitFor();
    await expectText(page, /^b b2,f2,h2,j2,l2,d4 /);
    await tab.finish("analysis-netzwerk");
  });

  test("plays by keys alone", async () => {
    const tab = await openAnalysis(bench, server, "/analysis?game=netzwerk&seed=pages");
    const { page } = tab;
    await page.getByLabel("Filter, or a turn in the notation").focus();
    await page.keyboard.type("b2");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expectText(page, / r:b2>b4:1$/);
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    await eventually(async () => assert.match(await focused(), /^[a-m]\d+-[a-m]\d+$/));
    await page.keyboard.press("ArrowRight");
    const second = await focused();
    await page.keyboard.press("Enter");
    await eventually(async () => {
      assert.match((await page.locator(".analysis-steps [aria-current]").textContent()) ?? "", new RegExp(second));
    });
    // The board keeps the keyboard, too.
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await place(page, "d2").press("Enter");
    await page.keyboard.press("Escape");
    await place(page, "d2").press("Enter");
    await place(page, "d4").press("Enter");
    await expectText(page, / r:b2>b4:1,d2>d4:1$/);
    await eventually(async () => {
      assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("place")), true);
    });
    await tab.close();
  });

  test("sets up Netzwerk by hand", async () => {
    const tab = await openAnalysis(bench, server, SMALL);
    const { page } = tab;
    await expectText(page, /^w b2,d2 b6,d6 /);
    await startSettingUp(page);
    await useTool(page, "Erase", "b2", "a3");
    await useTool(page, "White robot", "b4");
    await useTool(page, "Move", "c3", "c1");
    await page.getByLabel("Side to move").selectOption("black");
    await expectText(page, /^b d2,b4 b6,d6 c1,e3,a5,c5,e5$/);
    await useTool(page, "Black robot", "d4");
    await page.getByText("expected at most 2 robots of a side").waitFor();
    await expectText(page, /^b d2,b4 b6,d6 c1,e3,a5,c5,e5$/);
    await tab.finish("analysis-set-up-netzwerk");
  });

  test("sets up Micro Robots by hand, and solves it", async () => {
    const tab = await openAnalysis(bench, server, "/analysis?game=micro-robots&seed=pages");
    const { page } = tab;
    await startSettingUp(page);
    await useTool(page, "Robot", "1P");
    await useTool(page, "Target", "2W");
    await useTool(page, "Swap spaces", "1B", "6W");
    await expectText(page, / ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:$/);
    await page.getByRole("button", { name: "Solve this position" }).click();
    await solution(page).getByText(/shortest route/).last().waitFor();
    await page.getByRole("button", { name: "Show it on the board" }).click();
    await page.getByText("A chance outcome is due").waitFor();
    await tab.finish("analysis-set-up-micro-robots");
  });

  test("sets up Ricochet Robots by hand, and solves it", async () => {
    const tab = await openAnalysis(bench, server, "/analysis?game=ricochet&option=board%3D4B-3C-1A-2A&seed=pages");
    const { page } = tab;
    await startSettingUp(page);
    await useTool(page, "Red robot", "c12");
    await useTool(page, "Blue robot", "h3");
    await useTool(page, "Target", "e10");
    await expectText(page, /^4B-3C-1A-2A r:c12,g:\w+,b:h3,y:\w+ y:e10 /);
    await page.getByRole("button", { name: "Solve this position" }).click();
    await solution(page).getByText(/none costs less/).waitFor();
    await tab.finish("analysis-set-up-ricochet");
  });

  test("sets up Droids by hand, with stones, strips and hands", async () => {
    const tab = await openAnalysis(bench, server, "/analysis?game=droids&seats=2&seed=pages");
    const { page } = tab;
    await startSettingUp(page);
    await useTool(page, "Move", "59", "45");
    await useTool(page, "Mine", "60");
    await useTool(page, "Stone");
    await page.getByLabel("Kind").selectOption("FIRE");
    await page.getByLabel("Arrow").selectOption("E");
    await place(page, "S5.1").click();
    await useTool(page, "Damage strip", "N3");
    await page.getByLabel("Seat to act").last().selectOption("S");
    await expectText(page, /^1 SN 1 S set S S45,N40,r72,r27 m60 N3 .* S5.1:FIREE - -$/);
    await page.getByLabel("Phase").selectOption("send");
    await expectText(page, /^1 SN 1 S send S /);
    await useTool(page, "Mine", "00");
    await page.getByText("expected no object in the river (DR-29)").waitFor();
    await tab.finish("analysis-set-up-droids");
  });

  test("shows where a text is wrong", async () => {
    const tab = await openAnalysis(bench, server, "/analysis?game=netzwerk&position=w+b2,zz");
    const { page } = tab;
    const problem = page.locator("#position-problem");
    await problem.getByText("Expected a square").waitFor();
    assert.equal(await problem.locator("mark").textContent(), "zz");
    assert.equal(await textOf(page), "w b2,zz");
    await tab.finish("analysis-wrong-text");
  });

  test("searches in the page, and again when the position changes", async () => {
    const tab = await openAnalysis(bench, server, SMALL);
    const { page } = tab;
    await analyse(page);
    await lines(page).getByText(/wins in|[+−]\d/).first().waitFor();
    const depth = await lines(page).locator("td").first().textContent();
    assert.ok(Number(depth) >= 1, `depth ${depth}`);
    await lines(page).getByRole("button").first().click();
    await page.locator(".analysis-status").getByText(/Over by|Black/).waitFor();
    await eventually(async () => {
      const state = await page.locator("section[aria-label=Engine] [role=status]").textContent();
      assert.match(state ?? "", /over|Searching|Done/);
    });
    await tab.finish("analysis-engine");
  });

  test("searches a view of a seat on the server", async () => {
    const position =
      "1 SN 1 S set S S45,N40,r72,r27 - N3 - - - - S:V1,V2,VM,VD,B1,FIRE;N:v4,b1,r2 S5.1:FIREE - -";
    const query = new URLSearchParams({ game: "droids", seat: "0", position });
    const tab = await openAnalysis(bench, server, `/analysis?${query}`);
    const { page } = tab;
    await page.getByText("A view can be searched, not continued.").waitFor();
    await page.getByRole("radio", { name: "on the server" }).check();
    await page.getByLabel("Nodes").fill("20k");
    await analyse(page);
    await lines(page).getByRole("button").first().waitFor();
    await tab.finish("analysis-view");
  });

  test("fits a phone in dark colours", async () => {
    const tab = await openAnalysis(bench, server, "/analysis?game=droids&seats=4&seed=pages", { viewport: PHONE, isDark: true });
    await analyse(tab.page);
    await lines(tab.page).getByRole("button").first().waitFor();
    await startSettingUp(tab.page);
    await tab.screenshot("analysis-phone-page", { fullPage: true });
    await tab.finish("analysis-phone");
  });

  test("works without a server", async () => {
    const site = await bench.startStaticSite();
    const tab = await bench.openTab(site, "/analysis?game=ricochet&seed=pages");
    const { page } = tab;
    await page.locator(".analysis-status:not(:empty)").waitFor();
    assert.equal(await page.getByRole("radio", { name: "on the server" }).isDisabled(), true);
    await page.getByRole("button", { name: "Solve this position" }).click();
    await solution(page).getByText(/none costs less/).waitFor();
    assert.match(page.url(), /#\/analysis\?game=ricochet&/);
    await tab.finish("analysis-static");
  });
});
