/** Owners drop the programs of their bots onto a page, and a host builds, checks and plays them. */

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite, test } from "node:test";
import { MatchState } from "botwerk/v1";
import { bearer } from "botwerk/web";
import type { Page } from "playwright-core";
import { OPERATOR, signUp, startArena, startHost } from "./arena.js";
import { Bench, PHONE, PROGRAM, REPOSITORY, eventually } from "./harness.js";
import type { Tab, TestServer } from "./harness.js";

/** A bot that plays at random, and prints a line that looks like markup. */
const BOT = readFileSync(join(REPOSITORY, "tests/stdio/bot.py"), "utf8")
  .replace("import json", `import sys; print("\\033[31m<b>hello</b>\\033[0m", file=sys.stderr, flush=True)\nimport json`);

/** Drops files or a folder of this machine onto a page, as a person does. */
async function drop({ context, page }: Tab, path: string): Promise<void> {
  const session = await context.newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  await session.detach();
}

/** Creates a league that uploaded bots enter by themselves. */
async function createLeague(server: TestServer): Promise<void> {
  const agent = (name: string) => ({ name, player: { case: "agent" as const, value: { name } } });
  const format = { kind: { case: "league" as const, value: { isOpen: true } } };
  const entrants = [{ ...agent("random"), anchor: 0 }, agent("greedy")];
  await server.client.organizer.createTournament({ setup: { name: "Open <i>league</i>", setup: { game: "netzwerk" }, format, entrants } }, OPERATOR);
}

/** A rating with its interval, such as `+12 [−30, +54]`. */
const RATING = /^[+−]\d+ \[/;

const steps = (page: Page) => page.getByRole("list", { name: "State of the newest version" });
const zone = (page: Page) => page.getByRole("region", { name: "Upload a version" });

suite("uploads", () => {
  const bench = new Bench();
  let server: TestServer;
  let token: string;
  const start = async () => {
    if (token !== undefined) return;
    server = await startArena(bench);
    startHost(bench, server);
    token = await signUp(server, "alice");
  };

  /** Writes the folder of a bot. */
  function write(name: string, files: Readonly<Record<string, string>>): string {
    const folder = join(bench.folder, name);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return folder;
  }

  /** Registers a bot, and opens its page as its owner. */
  async function openBot(name: string, options = {}): Promise<Tab> {
    await start();
    await server.client.bots.registerBot({ name }, { headers: bearer(token) });
    const tab = await bench.openTab(server, "/bots", options);
    await tab.page.getByLabel("Your token").fill(token);
    await tab.page.getByRole("button", { name: "Sign in" }).click();
    await tab.page.getByRole("link", { name }).click();
    await zone(tab.page).waitFor();
    return tab;
  }

  const versions = async (bot: string) => {
    const { versions } = await server.client.uploads.listBotVersions({ bot }, { headers: bearer(token) });
    return versions;
  };

  test("a folder that is chosen is built, checked and played, and its page has its rating, matches and logs", { timeout: 300_000 }, async () => {
    const folder = write("spinner", {
      "botwerk.toml": `game = "netzwerk"\ncommand = "python3 bot.py"\nbuild = "ls -A; echo '<b>built</b>'"\n`,
      "bot.py": BOT,
      "lib/part.py": "x = 1\n",
      ".git/config": "secret",
    });
    const tab = await openBot("spinner");
    const { page } = tab;
    await page.getByText("The bot has played in no tournament.").waitFor();
    await createLeague(server);
    await zone(page).getByLabel("Folder").setInputFiles(folder);
    await steps(page).locator("[aria-current]", { hasText: "playing" }).waitFor({ timeout: 60_000 });
    await page.getByText("online", { exact: true }).waitFor();
    const dialog = page.getByRole("dialog");
    await page.getByRole("row").filter({ hasText: "playing" }).getByRole("button", { name: "Log" }).click();
    await dialog.getByText("<b>built</b>").waitFor();
    const text = (await dialog.locator("pre").textContent())!;
    assert.deepEqual(text.split("\n").slice(0, 4), ["bot.py", "botwerk.toml", "lib", "<b>built</b>"]);
    await dialog.getByRole("button", { name: "Close" }).click();

    const entry = page.getByRole("region", { name: "Open <i>league</i>" });
    await entry.getByText(RATING).waitFor({ timeout: 90_000 });
    await page.getByText(/on average, at most/).waitFor();
    const row = page.getByRole("region", { name: "Last matches: table" }).getByRole("row").filter({ hasText: /won|drawn|lost/ }).first();
    await row.getByRole("button", { name: "Log" }).click();
    await dialog.getByText("<b>hello</b>").first().waitFor();
    assert.doesNotMatch((await dialog.textContent())!, /\[31m/);
    await page.keyboard.press("Escape");

    // The worst turns of the matches that it has lost, with links into the viewer.
    const blunders = page.getByRole("region", { name: "Worst blunders" });
    const find = blunders.getByRole("button", { name: "Find blunders" });
    await find.click({ timeout: 90_000 });
    await blunders.getByRole("button", { name: "Stop" }).click();
    await blunders.getByText("Stopped.").waitFor();
    await find.click();
    await blunders.getByText(/^\d match(es)? evaluated/).waitFor({ timeout: 90_000 });
    const worst = blunders.getByRole("listitem").first();
    await worst.getByText(/^loss: [\d,]+$/).waitFor();
    await tab.screenshot("bot_page", { fullPage: true });
    const turn = (await worst.getByRole("link").textContent())!;
    await worst.getByRole("link").click();
    await page.locator('.evaluation[data-state="evaluated"]').waitFor({ timeout: 60_000 });
    assert.ok((await page.locator(".caption").textContent())!.startsWith(turn));
    await page.locator(".evaluated-turn").getByText(/loss: /).waitFor();
    await page.goBack();
    await entry.getByText(RATING).waitFor();

    // Without the token there are no logs.
    const other = await bench.openTab(server, "/bots/alice/spinner", { viewport: PHONE, isDark: true });
    await other.page.getByText(RATING).waitFor();
    assert.equal(await other.page.getByRole("button", { name: "Log" }).count(), 0);
    await other.page.getByRole("link", { name: "Sign in" }).waitFor();
    const opponents = other.page.getByRole("region", { name: "Opponents: table" });
    await opponents.getByRole("rowheader").getByRole("link").first().click();
    await other.page.getByRole("heading", { name: /^Matches of alice\/spinner against / }).waitFor();
    await other.page.getByText("Matches of page 1, newest first").waitFor();
    await other.page.goBack();
    await other.page.getByText(RATING).waitFor();
    await other.finish("bot_page_of_another_phone");
    await tab.checkAccessibility();
    await row.getByRole("link", { name: "Evaluate" }).click();
    await page.locator(".evaluation").getByText(/turns? searched/).waitFor();
    await page.locator(".board-picture svg").first().waitFor();
    // A log that is open is closed with its page.
    await page.goBack();
    await row.getByRole("button", { name: "Log" }).click();
    await dialog.getByText("<b>hello</b>").first().waitFor();
    await page.goForward();
    await dialog.waitFor({ state: "detached" });
    await tab.finish("bot_page_to_viewer");
  });

  test("a folder that is dropped is uploaded, and says why it is rejected", { timeout: 120_000 }, async () => {
    const folder = write("broken", { "botwerk.toml": 'game = "netzwerk"\ncommand = "python3 bot.py"\nbuild = "exit 3"\n', "bot.py": BOT });
    const tab = await openBot("broken", { viewport: PHONE });
    const { page } = tab;
    await drop(tab, folder);
    await steps(page).locator("[aria-current]", { hasText: "rejected" }).waitFor({ timeout: 60_000 });
    await page.locator(".bots-reason").getByText("exit code 3").waitFor();
    assert.deepEqual((await versions("bots/alice/broken")).map(({ number }) => number), [1]);
    await tab.finish("uploads_rejected_phone");
  });

  test("an archive is uploaded as it is, and what cannot be one is not uploaded", { timeout: 120_000 }, async () => {
    const folder = write("packed", { "botwerk.toml": 'game = "netzwerk"\ncommand = "python3 bot.py"\n', "bot.py": BOT });
    const archive = join(bench.folder, "packed.tar.gz");
    execFileSync("tar", ["-czf", archive, "-C", folder, "."]);
    const tab = await openBot("packed");
    const { page } = tab;
    const fault = zone(page).getByRole("alert");
    await drop(tab, write("empty", { "bot.py": BOT }));
    await fault.getByText("botwerk.toml is missing").waitFor();
    await zone(page).getByLabel("Archive, or files").setInputFiles({ name: "bot.zip", mimeType: "application/zip", buffer: Buffer.from("PK\x03\x04") });
    await fault.getByText("An archive must be a gzipped tar file").waitFor();
    // The server checks what the page cannot.
    tab.expectProblems(/Failed to load resource/);
    await zone(page).getByLabel("Archive, or files").setInputFiles({ name: "b.tar.gz", mimeType: "", buffer: Buffer.from("\x1f\x8bnothing", "latin1") });
    await fault.getByText("the archive cannot be read").waitFor();
    assert.deepEqual(await versions("bots/alice/packed"), []);
    await drop(tab, archive);
    await page.getByRole("rowheader", { name: "1" }).waitFor();
    const [version] = await versions("bots/alice/packed");
    assert.equal(Number(version!.bytes), readFileSync(archive).length);
    await tab.close();
  });

  test("comments of a bot are on the page of its match for its owner, while the match is played", { timeout: 120_000 }, async () => {
    await start();
    // From its third turn on it thinks for longer than the test takes.
    const thinker = BOT.replace('"actions": action}', '"actions": action, "comment": f"<b>turn</b> {message[\'turn\']}"}')
      .replace("        action =", "        if message['turn'] > 2: sys.stdin.read()\n        action =");
    const path = join(write("thinker", { "bot.py": thinker }), "bot.py");
    const { botToken } = await server.client.bots.registerBot({ name: "thinker" }, { headers: bearer(token) });
    const args = ["bot", "run", "--server", server.address, `python3 ${path}`];
    bench.adopt(spawn(PROGRAM, args, { env: { ...process.env, BOTWERK_BOT_TOKEN: botToken }, stdio: "ignore" }));
    const entrants = [
      { name: "alice/thinker", player: { case: "bot" as const, value: "alice/thinker" } },
      { name: "random", player: { case: "agent" as const, value: { name: "random" } } },
    ];
    const format = { kind: { case: "roundRobin" as const, value: { cycles: 1 } } };
    await server.client.organizer.createTournament({ setup: { name: "Slow", setup: { game: "netzwerk" }, format, entrants } }, OPERATOR);
    let name = "";
    await eventually(async () => {
      const { matches } = await server.client.matches.listMatches({ player: "alice/thinker", state: MatchState.RUNNING });
      name = matches[0]!.name;
    }, 30_000);

    const tab = await bench.openTab(server, "/bots");
    const { page } = tab;
    await page.getByLabel("Your token").fill(token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Signed in as alice").waitFor();
    await page.evaluate((address) => history.pushState(null, "", address), `/${name}`);
    await page.goBack();
    await page.goForward();
    const newest = page.getByRole("region", { name: "Comments of the players" }).getByRole("listitem").first();
    await newest.getByText("<b>turn</b> 2").waitFor({ timeout: 30_000 });
    assert.match((await newest.textContent())!, /^(White|Black), turn 2<b>turn<\/b> 2$/);
    await tab.checkAccessibility();
    await tab.finish("comments_of_a_live_match");
    const other = await bench.openTab(server, `/${name}`);
    await other.page.locator(".live-badge", { hasText: "live" }).waitFor();
    await other.page.locator(".turn-text").nth(3).waitFor();
    assert.equal(await other.page.getByText("<b>turn</b>").count(), 0);
    await other.finish("live_match_of_another");
  });

  test("another owner sees neither versions nor logs", async () => {
    await start();
    await server.client.bots.registerBot({ name: "hidden" }, { headers: bearer(token) });
    const tab = await bench.openTab(server, "/bots");
    const { page } = tab;
    await page.getByLabel("Your token").fill(await signUp(server, "mallory"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Signed in as mallory").waitFor();
    await page.evaluate(() => history.pushState(null, "", "/bots/alice/hidden"));
    await page.goBack();
    await page.goForward();
    await page.getByRole("heading", { name: "hidden" }).waitFor();
    await page.getByText("alice", { exact: true }).waitFor();
    assert.equal(await zone(page).count() + await page.getByText("Versions").count() + await page.getByRole("button", { name: "Delete" }).count(), 0);
    await tab.finish("uploads_of_another");
  });
});
