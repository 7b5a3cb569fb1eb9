/** Records and matches are viewed, checked and followed in a browser. */

import assert from "node:assert/strict";
import { openSync, closeSync, ftruncateSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { Bench, PHONE, eventually } from "./harness.js";
import type { TestServer } from "./harness.js";

/** An agent of a server's match, such as `["minimax", "nodes=300"]`. */
type AgentText = readonly [name: string, ...settings: readonly string[]];

suite("viewer", () => {
  const bench = new Bench();
  let server: TestServer;

  test("a record from a file is verified and stepped through", async () => {
    server = await bench.startServer();
    const record = await bench.record("netzwerk", "minimax:nodes=200", "greedy");
    const tab = await bench.openTab(server, "/view");
    const { page } = tab;
    await tab.screenshot("view-empty");
    await page.getByLabel("Record file").setInputFiles(record);
    await badge(page, "verified").waitFor();
    assert.match(await badge(page, "verified").innerText(), /verified: \d+ events/);
    const count = await stepCount(page);

    await page.keyboard.press("ArrowRight");
    await expectStep(page, 1);
    await page.keyboard.press("End");
    await expectStep(page, count);
    await page.keyboard.press("ArrowLeft");
    await expectStep(page, count - 1);
    await page.keyboard.press("Home");
    await expectStep(page, 0);
    await page.locator(".board").hover();
    await page.mouse.wheel(0, 100);
    await expectStep(page, 1);
    await page.mouse.wheel(0, -100);
    await expectStep(page, 0);
    await page.locator('[role="option"][data-index="3"]').click();
    await expectStep(page, 3);
    await page.getByRole("listbox", { name: "Turns" }).focus();
    await page.keyboard.press("ArrowDown");
    await expectStep(page, 4);
    await page.locator('[role="option"][data-index="4"][aria-selected="true"]').waitFor();
    await eventually(async () => assert.match((await page.locator(".board").getAttribute("aria-label"))!, /step 4\b/));

    await page.getByLabel("Speed", { exact: true }).selectOption("10");
    await page.getByRole("button", { name: "Play the turns" }).click();
    await expectStep(page, count);
    await page.getByRole("button", { name: "Play the turns" }).waitFor();
    await tab.finish("view-record");
  });

  test("the choices of players are checked on a click", async () => {
    const record = await bench.record("netzwerk", "minimax:nodes=100", "greedy");
    const tab = await bench.openTab(server, "/view");
    const { page } = tab;
    await page.getByLabel("Record file").setInputFiles(record);
    await badge(page, "verified").click();
    await page.getByRole("button", { name: "Check the choices" }).click();
    const checked = page.locator('[data-state="choices-checked"]');
    await checked.waitFor();
    assert.match(await checked.innerText(), /[1-9]\d* choices checked/);
    await page.getByText("the origin of the seed").waitFor();
    await tab.finish("view-choices");
  });

  test("a record that was tampered with says where", async () => {
    const original = await bench.record("netzwerk", "minimax:nodes=100", "greedy");
    const lines = readFileSync(original, "utf8").split("\n");
    const altered = lines.map((line, index) => (index === 20 ? line.replace(/"action":"[^"]*"/, '"action":"b2-b6"') : line));
    const path = join(bench.folder, "tampered.bwr");
    writeFileSync(path, altered.join("\n"));
    const tab = await bench.openTab(server, "/view");
    const { page } = tab;
    await page.getByLabel("Record file").setInputFiles(path);
    await badge(page, "differs").waitFor();
    assert.match(await badge(page, "differs").innerText(), /differs at line 21:/);
    assert.ok((await stepCount(page)) >= 1);
    await page.keyboard.press("ArrowRight");
    await expectStep(page, 1);
    await tab.finish("view-tampered");
  });

  test("files that are no records have a clear message, and the page stays alive", async () => {
    const record = await bench.record("micro-robots", "solver", "random");
    const text = readFileSync(record, "utf8");
    const file = (name: string, content: string | Buffer) => {
      writeFileSync(join(bench.folder, name), content);
      return join(bench.folder, name);
    };
    const huge = join(bench.folder, "huge.bwr");
    const handle = openSync(huge, "w");
    writeSync(handle, '{"botwerk":1,"game":"netzwerk"');
    ftruncateSync(handle, 100_000_000);
    closeSync(handle);
    const foreign: readonly (readonly [string, RegExp])[] = [
      [file("picture.png", Buffer.from("\x89PNG\r\n\x1a\n0000", "latin1")), /but a PNG image/],
      [file("other.json", '{"name": "x"}'), /but other JSON/],
      [file("empty.bwr", ""), /is empty/],
      [file("noise.bwr", Buffer.concat([Buffer.from('{"botwerk":1,'), Buffer.from([0xff, 0xfe, 0x80])])), /is damaged/],
      [file("header.bwr", '{"botwerk":1,"game":"chess"}\n'), /first line/],
      [huge, /too large: it has 100 MB/],
    ];
    const tab = await bench.openTab(server, "/view");
    const { page } = tab;
    for (const [path, message] of foreign) {
      await page.getByLabel("Record file").setInputFiles(path);
      await eventually(async () => assert.match(await page.locator('.record-page [role="alert"]').innerText(), message));
    }
    await tab.screenshot("view-foreign");
    // Cut in the middle of a line.
    const cut = text.indexOf("\n", text.length / 2) + 10;
    await page.getByLabel("Record file").setInputFiles(file("cut.bwr", text.slice(0, cut)));
    await badge(page, "differs").waitFor();
    assert.match(await badge(page, "differs").innerText(), /cut off in line \d+; the steps before it are shown/);
    assert.ok((await stepCount(page)) > 1);
    await tab.screenshot("view-cut");
    await page.getByLabel("Record file").setInputFiles(record);
    await badge(page, "verified").waitFor();
    await tab.finish("view-after-foreign");
  });

  test("a file is dropped onto the pages as static files", async () => {
    const site = await bench.startStaticSite();
    const record = readFileSync(await bench.record("ricochet", "solver", "random"), "utf8");
    const tab = await bench.openTab(process.env["BOTWERK_PAGES_URL"] === undefined ? site : server, "/view");
    const { page } = tab;
    await page.getByLabel("Record file").waitFor();
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.bwr"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, record);
    await badge(page, "verified").waitFor();
    await page.keyboard.press("End");
    await tab.finish("view-static");
  });

  test("a finished match of a server is verified, and has links to its positions", async () => {
    const name = await createMatch(server, "netzwerk", [["minimax", "nodes=300"], ["greedy"]]);
    await eventually(async () => assert.ok(await isOver(server, name)), 30_000);
    const tab = await bench.openTab(server, `/${name}?step=2&viewer=1`);
    const { page } = tab;
    await badge(page, "verified").waitFor();
    await expectStep(page, 2);
    assert.equal(await page.getByLabel("Shown view").inputValue(), "1");
    await badge(page, "verified").click();
    await page.getByText("The head is the one that the server has signed.").waitFor();
    await page.keyboard.press("ArrowRight");
    await eventually(() => assert.match(page.url(), /\?step=3&viewer=1$/));
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Copied the link").waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /step=3&viewer=1$/);
    await page.getByRole("button", { name: "Copy position" }).click();
    await page.getByText("Copied the position").waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^[wb] /);
    assert.match(await download(page, "Record (.bwr)"), /^\{"botwerk":1/);
    assert.match(await download(page, "Picture (SVG)"), /^<svg /);
    await tab.finish("match-finished");
  });

  test("a match of hundreds of turns is verified with its first view", async () => {
    const options = [{ name: "chips_to_win", value: "25" }, { name: "round_cap", value: "90" }];
    const name = await createMatch(server, "micro-robots", [["random"], ["random"]], "", options);
    await eventually(async () => assert.ok(await isOver(server, name)), 30_000);
    const tab = await bench.openTab(server, `/${name}`);
    await badge(tab.page, "verified").waitFor();
    assert.ok((await stepCount(tab.page)) >= 300);
    tab.checkProblems();
    await tab.close();
  });

  test("a match is evaluated, with blunders marked and a best line", async () => {
    const record = await bench.record("netzwerk", "minimax:nodes=300", "random");
    const tab = await bench.openTab(server, "/view");
    const { page } = tab;
    await page.getByLabel("Record file").setInputFiles(record);
    await badge(page, "verified").waitFor();
    await page.getByLabel("Effort of the evaluation").selectOption("1000");
    await page.getByRole("button", { name: "Evaluate" }).click();
    await page.locator('.evaluation[data-state="evaluated"]').waitFor({ timeout: 60_000 });
    assert.ok((await page.locator(".graph-line").count()) >= 2);
    assert.ok((await page.locator(".turn.blunder").count()) >= 1);
    await page.locator(".turn.blunder").first().click();
    await page.locator(".evaluated-turn", { hasText: "Better:" }).waitFor();
    await page.getByRole("button", { name: "Search" }).click();
    await page.locator(".best-line li").first().waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.locator(".best-line li").first().waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await tab.finish("view-evaluated");
  });

  test("an animation is a video", async () => {
    const record = await bench.record("netzwerk", "minimax:nodes=100", "greedy");
    const tab = await bench.openTab(server, "/view");
    const { page } = tab;
    await page.getByLabel("Record file").setInputFiles(record);
    await badge(page, "verified").waitFor();
    await page.getByLabel("Speed of the animation").selectOption("10");
    const video = await download(page, "Animation (WebM)");
    assert.equal(video.slice(0, 4), "\x1aE\xdf\xa3");
    await tab.finish("view-animation");
  });

  test("views of Droids hide the hands that a seat did not know", async () => {
    const record = await bench.record("droids", "greedy:programs=5", "random", "--option", "round_cap=2");
    const tab = await bench.openTab(server, "/view");
    const { page } = tab;
    await page.getByLabel("Record file").setInputFiles(record);
    await badge(page, "verified").waitFor();
    // After the draws, before stones are set.
    while (!/: set /.test(await page.locator(".caption").innerText())) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    const stones = async () => (await page.locator(".hands .stone").allInnerTexts()).join(" ");
    const view = page.getByLabel("Shown view");
    await eventually(async () => assert.match(await stones(), /^([A-Z][A-Z0-9]+ ?){10,}$/));
    const everything = await page.locator(".hand").allInnerTexts();
    await tab.screenshot("droids-everything");
    await view.selectOption("spectator");
    await eventually(async () => assert.doesNotMatch(await stones(), /(^| )[A-Z][A-Z0-9]*( |$)/));
    await tab.screenshot("droids-spectator");
    await view.selectOption("0");
    await eventually(async () => {
      const [own, other] = await page.locator(".hand").allInnerTexts();
      assert.equal(own, everything[0]);
      assert.match(other!, /\?/);
    });
    assert.ok((await page.locator('[role="option"]', { hasText: "hidden" }).count()) > 0);
    await tab.finish("droids-seat");
  });

  test("a live match is followed through a restart of the server, and verified after its end", async () => {
    const agents: readonly AgentText[] = [["minimax", "time=1500ms"], ["minimax", "time=1500ms"]];
    const name = await createMatch(server, "netzwerk", agents);
    const tab = await bench.openTab(server, `/${name}`);
    tab.expectProblems(/Failed to load resource|ERR_/);
    const { page } = tab;
    await page.locator('.live-badge[data-state="live"]').waitFor();
    await eventually(async () => assert.ok((await stepCount(page)) >= 3));
    await eventually(async () => assert.ok(await isAtEnd(page)));
    await tab.screenshot("match-live");
    // A user who steps back stays there.
    await page.keyboard.press("Home");
    await server.stop("SIGKILL");
    await page.getByText("The server does not answer").waitFor();
    await tab.screenshot("match-offline");
    const before = await stepCount(page);
    await server.restart();
    await eventually(async () => assert.ok((await stepCount(page)) > before), 30_000);
    await expectStep(page, 0);
    await page.getByText("The server does not answer").waitFor({ state: "hidden" });
    await page.keyboard.press("End");
    await badge(page, "verified").waitFor({ timeout: 120_000 });
    await tab.finish("match-live-ended");
  });

  test("a phone and dark colours show all of it", async () => {
    const record = await bench.record("micro-robots", "solver", "first-found");
    const tab = await bench.openTab(server, "/view", { viewport: PHONE, isDark: true });
    const { page } = tab;
    await page.getByLabel("Record file").setInputFiles(record);
    await badge(page, "verified").waitFor();
    await page.getByRole("button", { name: "Next step" }).click();
    await expectStep(page, 1);
    await tab.screenshot("view-phone-dark-all", { fullPage: true });
    await tab.finish("view-phone-dark");
  });

  test("a server lists its matches, page by page", async () => {
    const strange = `<b>x</b>\u202e${"long ".repeat(20)}`;
    for (let match = 0; match < 55; match++) {
      await createMatch(server, "micro-robots", [["solver"], ["random"]], match === 54 ? strange : "");
    }
    const tab = await bench.openTab(server, "/matches");
    const { page } = tab;
    await page.getByText("Matches 1 to 50").waitFor();
    await page.getByText("<b>x</b>").first().waitFor();
    await tab.screenshot("matches");
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByText("Matches 51 to").waitFor();
    await page.getByRole("button", { name: "Newer" }).click();
    await page.getByText("Matches 1 to 50").waitFor();
    await page.locator("tbody a").first().click();
    await badge(page, "verified").waitFor();
    await page.getByRole("heading", { name: "<b>x</b>" }).waitFor();
    await tab.finish("match-strange-name");
  });

  test("an unknown match has a message", async () => {
    const tab = await bench.openTab(server, "/matches/01a2000000007000a000000000000000");
    tab.expectProblems(/Failed to load resource/);
    await tab.page.getByRole("heading", { name: "There is no such match" }).waitFor();
    await tab.finish("match-unknown");
  });
});

function badge(page: Page, state: string): Locator {
  return page.locator(`.verification-badge[data-state="${state}"]`);
}

async function stepTexts(page: Page): Promise<readonly number[]> {
  return (await page.locator(".step-number").innerText()).split("/").map(Number);
}

async function stepCount(page: Page): Promise<number> {
  return (await stepTexts(page))[1]!;
}

async function isAtEnd(page: Page): Promise<boolean> {
  const [index, last] = await stepTexts(page);
  return index === last;
}

async function expectStep(page: Page, index: number): Promise<void> {
  await eventually(async () => assert.equal((await stepTexts(page))[0], index));
}

/** Presses a button that saves a file, and returns the file's bytes as Latin-1 text. */
async function download(page: Page, button: string): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent("download", { timeout: 60_000 }),
    page.getByRole("button", { name: button }).click(),
  ]);
  return readFileSync(await saved.path(), "latin1");
}

/** Creates a match of agents and returns its resource name. */
async function createMatch(
  server: TestServer,
  game: string,
  agents: readonly AgentText[],
  name = "",
  options: readonly { readonly name: string; readonly value: string }[] = [],
): Promise<string> {
  const seats = agents.map(([agent, ...settings]) => ({
    name,
    agent: { name: agent, settings: settings.map((text) => ({ name: text.split("=")[0]!, value: text.split("=")[1]! })) },
  }));
  const { match } = await server.client.matches.createMatch({
    setup: { game, seats: agents.length, options: [...options] },
    seats,
    usesVirtualTime: game === "micro-robots",
  });
  return match!.name;
}

async function isOver(server: TestServer, name: string): Promise<boolean> {
  return (await server.client.matches.getMatch({ name })).match!.recordHead !== undefined;
}
