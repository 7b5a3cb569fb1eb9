import assert from "node:assert/strict";
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Bench, PHONE, eventually } from "./harness.js";
import type { PageServer, Tab } from "./harness.js";

/** The width of a sheet of A4 in landscape without its margins, in pixels. */
const SHEET_WIDTH = Math.floor(((297 - 20) / 25.4) * 96);

/** A folder that a browser opens without a server. */
class Folder implements PageServer {
  constructor(readonly path: string) {}

  pageAddress(path: string): string {
    return pathToFileURL(join(this.path, "index.html")).href + (path === "/" ? "" : `#${path}`);
  }
}

/** An entrant of the standings, as the program prints them. */
interface PrintedStanding {
  readonly place: number;
  readonly entrant: string;
  readonly matches: number;
  readonly points: number;
  readonly elo: { readonly value: number } | null;
}

/** Plays a tournament of agents that need no time, and exports it. `more` are fields of the last entrant. */
async function exported(
  bench: Bench,
  name: string,
  format: string,
  names: readonly string[],
  more = "",
): Promise<Folder> {
  const agents = ["first-found", "random", "human"];
  const entrants = names.map((entrant, index) =>
    `[[entrant]]\nname = ${JSON.stringify(entrant)}\nplayer = "${agents[index % agents.length]!}"\n`);
  const text = `name = "${name}"\ngame = "micro-robots"\nvirtual_time = true\n[options]\nround_cap = 2\n` +
    `[format]\n${format}\n${entrants.join("")}${more}\n`;
  writeFileSync(join(bench.folder, `${name}.toml`), text);
  await bench.run("tournament", "run", `${name}.toml`);
  await bench.run("tournament", "export", "--db", `${name}.db`, "--html", name);
  return new Folder(join(bench.folder, name));
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `entrant number ${index}`);
}

/** Returns the cells of the standings. */
async function shownStandings(tab: Tab): Promise<string[][]> {
  await tab.page.getByRole("heading", { name: "Standings" }).waitFor();
  const rows = tab.page.locator("section", { has: tab.page.getByRole("heading", { name: "Standings" }) }).locator("tbody tr");
  await rows.first().waitFor();
  return rows.evaluateAll((list) => list.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)));
}

async function assertStandings(bench: Bench, tab: Tab, name: string): Promise<void> {
  const printed = await bench.run("tournament", "show", "--db", `${name}.db`, "--format", "json");
  // The first line is the tournament.
  const standings = printed.trim().split("\n").slice(1).map((line) => JSON.parse(line) as PrintedStanding);
  const shown = await shownStandings(tab);
  assert.equal(shown.length, standings.length);
  for (const [index, { place, entrant, matches, points, elo }] of standings.entries()) {
    const cells = shown[index]!;
    assert.deepEqual(cells.slice(0, 3).map((cell) => cell.split("\n")[0]!.trim()), [String(place), entrant, String(matches)]);
    assert.equal(Number(cells[3]!.replace("½", ".5")), points);
    if (elo !== null) assert.ok(cells.join(" ").includes(`${Math.abs(elo.value).toFixed(1)} [`), cells.join(" "));
  }
}

suite("exported tournament", () => {
  const bench = new Bench();

  test("opens from a folder with the standings of the program and its records", async () => {
    const folder = await exported(bench, "cup", 'kind = "round-robin"\ncycles = 2', numbered(3));
    const tab = await bench.openTab(folder, "/");
    await tab.page.getByRole("heading", { name: "cup" }).waitFor();
    await assertStandings(bench, tab, "cup");
    assert.match(await tab.page.locator("header.site").innerText(), /Exported on/);
    // The results of two entrants open their matches, and these their records.
    await tab.page.getByRole("button", { name: /entrant number 0.* against .*entrant number 1/ }).click();
    const links = tab.page.locator("dialog .match-row a");
    await links.nth(3).waitFor();
    assert.equal(await links.count(), 4);
    await links.first().click();
    await tab.page.getByText(/^verified: \d+ events$/).first().waitFor();
    await tab.page.locator(".board svg").first().waitFor();
    // The players search in a worker.
    await tab.page.getByRole("button", { name: "Evaluate" }).click();
    await tab.page.locator("[data-state=evaluated]").waitFor({ timeout: 120_000 });
    const address = tab.page.url();
    assert.match(address, /index\.html#\/matches\//);
    await tab.page.reload();
    await tab.page.locator(".board svg").first().waitFor();
    await tab.page.goBack();
    await tab.page.getByRole("heading", { name: "Standings" }).waitFor();
    await tab.page.getByRole("link", { name: "Analysis" }).click();
    await tab.page.getByRole("heading", { name: "Analysis" }).first().waitFor();
    await tab.page.getByRole("link", { name: "Tournament", exact: true }).click();
    await tab.page.getByRole("heading", { name: "Crosstable" }).waitFor();
    await tab.screenshot("exported");
    await tab.checkWidth();
    tab.checkProblems();
    // The check itself reads style sheets, which a page that is a file must not.
    await tab.checkAccessibility();
    await tab.close();
  });

  test("is shown by any web server, and on a phone", async () => {
    const folder = await exported(bench, "hosted", 'kind = "knockout"\npairs = 1', numbered(5));
    const site = await bench.startStaticSite(folder.path);
    const tab = await bench.openTab(site, "/", { viewport: PHONE });
    await assertStandings(bench, tab, "hosted");
    await tab.page.getByRole("heading", { name: "Bracket" }).waitFor();
    assert.ok((await tab.page.locator(".bracket .matchup").count()) >= 4);
    await tab.finish("exported-phone");
    const record = await bench.openTab(site, `/matches/${readdirSync(join(folder.path, "data/records"))[0]!.slice(0, -3)}`);
    await record.page.getByText(/^verified: \d+ events$/).first().waitFor();
    record.checkProblems();
    await record.close();
  });

  test("has the addresses of a server, with and without a `#`", async () => {
    const folder = await exported(bench, "addresses", 'kind = "round-robin"', numbered(2));
    const site = await bench.startStaticSite(folder.path);
    const origin = new URL(site.pageAddress("/")).origin;
    const [tournament] = readdirSync(join(folder.path, "tournaments")).filter((name) => name !== "index.html");
    const [match] = readdirSync(join(folder.path, "matches"));
    const tab = await bench.openTab({ pageAddress: (path) => origin + path }, `/tournaments/${tournament}`);
    const { page } = tab;
    await page.getByRole("heading", { name: "addresses" }).waitFor();
    assert.equal(page.url(), `${origin}/index.html#/tournaments/${tournament}`);
    await tab.open(`/matches/${match}?step=1`);
    await page.getByText(/^verified: \d+ events$/).first().waitFor();
    assert.match(page.url(), /index\.html#\/matches\/[^/]+\?step=1$/);
    const titles = { "/tournaments": "Tournaments", "/rules/netzwerk": "Netzwerk", "/analysis?game=netzwerk": "Analysis", "/view": "View a record" };
    for (const [path, title] of Object.entries(titles)) {
      await tab.open(path);
      await page.getByRole("heading", { name: title }).first().waitFor();
    }
    tab.checkProblems();
    await tab.close();
    // Files of a disk have no server that adds the slash.
    const file = await bench.openTab(folder, "/");
    await file.page.goto(pathToFileURL(join(folder.path, "matches", match!, "index.html")).href);
    await file.page.getByText(/^verified: \d+ events$/).first().waitFor();
    file.checkProblems();
    await file.close();
    // A server opens an address with a `#` as well.
    const server = await bench.startServer();
    const served = await bench.openTab(server, "/#/rules/droids");
    await served.page.getByRole("heading", { name: "Droids" }).first().waitFor();
    assert.match(served.page.url(), /\/rules\/droids$/);
    await served.close();
    await server.stop();
  });

  test("is printed without controls and without cut tables", async () => {
    const folder = await exported(bench, "paper", 'kind = "round-robin"\ncycles = 3', numbered(16));
    const tab = await bench.openTab(folder, "/", { viewport: { width: SHEET_WIDTH, height: 700 }, isDark: true });
    await shownStandings(tab);
    await tab.page.locator(".match-row a").first().waitFor();
    await tab.page.emulateMedia({ media: "print" });
    const rows = tab.page.locator(".match-table .list .match-row");
    await rows.getByText("#719").waitFor();
    assert.equal(await rows.count(), 720);
    assert.equal(await rows.getByText("loading…").count(), 0);
    await tab.page.screenshot({ path: join(bench.folder, "paper.png"), fullPage: true });
    const problems = await tab.page.evaluate((width) => {
      const found: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>("body *")) {
        if (!element.checkVisibility()) continue;
        const box = element.getBoundingClientRect();
        const what = `${element.tagName} ${element.className}`;
        const isControl = element.matches("select, input, label, textarea, nav a, button:not(table *, .bracket *)");
        if (isControl) found.push(`control: ${what}`);
        if (element.closest("svg, .visually-hidden") !== null) continue;
        if (box.right > width + 1) found.push(`beyond the sheet: ${what} ${box.right}`);
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut = (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) ||
          (overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1);
        if (isCut && element.clientWidth > 0) found.push(`cut: ${what}`);
      }
      const ground = getComputedStyle(document.body).backgroundColor;
      if (ground !== "rgb(255, 255, 255)") found.push(`ground: ${ground}`);
      return found;
    }, SHEET_WIDTH);
    assert.deepEqual(problems.slice(0, 20), []);
    await tab.page.emulateMedia({ media: "screen" });
    await tab.page.waitForFunction(() => document.querySelectorAll(".match-table .list .match-row").length < 60);
    tab.checkProblems();
    await tab.close();
  });

  test("has the final tables of a league, and names of any kind", async () => {
    const hostile = "</script><img src=x onerror=alert(1)>";
    const format = 'kind = "league"\nseason_matches = 10\nseasons = 2';
    const folder = await exported(bench, "league", format, [hostile, "b", "c"], "anchor = true");
    const tab = await bench.openTab(folder, "/");
    await tab.page.getByText("The league has ended in season 2.").waitFor();
    assert.ok((await shownStandings(tab)).some((cells) => cells[1]!.startsWith(hostile)));
    await tab.page.getByRole("combobox", { name: /^Table/ }).selectOption({ label: "Season 1, final" });
    await tab.page.getByText("The standings show the final table of season 1.").waitFor();
    const printed = await bench.run(
      "tournament", "show", "--db", "league.db", "--season", "1", "--format", "json");
    const standings = printed.trim().split("\n").slice(1).map((line) => JSON.parse(line) as PrintedStanding);
    const shown = await shownStandings(tab);
    assert.deepEqual(shown.map((cells) => Number(cells[2])), standings.map(({ matches }) => matches));
    tab.checkProblems();
    await tab.close();
  });

  test("is shown as it was while it was played", async () => {
    const server = await bench.startServer();
    const agent = (time: string) =>
      ({ case: "agent" as const, value: { name: "minimax", settings: [{ name: "time", value: time }] } });
    const { tournament } = await server.client.organizer.createTournament({
      setup: {
        name: "unfinished",
        setup: { game: "netzwerk", options: [{ name: "turn_cap", value: "60" }] },
        format: { kind: { case: "roundRobin", value: { cycles: 200 } } },
        entrants: [{ name: "one", player: agent("50ms") }, { name: "two", player: agent("60ms") }],
      },
    });
    await eventually(async () => {
      const { pairings } = await server.client.tournaments.listPairings({ tournament: tournament!.name });
      assert.ok(pairings.some(({ attempts }) => attempts.some(({ match }) => match !== "")));
    });
    await bench.run("tournament", "export", "--server", server.address, "--html", "unfinished");
    await server.stop("SIGKILL");
    const tab = await bench.openTab(new Folder(join(bench.folder, "unfinished")), "/");
    await tab.page.getByText("running", { exact: true }).first().waitFor();
    await shownStandings(tab);
    tab.checkProblems();
    await tab.page.locator(".match-row", { hasText: "in progress" }).first().locator("a").click();
    await tab.page.getByRole("alert").getByText("the export has no record of this match").waitFor();
    await tab.close();
  });

  test("says what is missing", async () => {
    const folder = await exported(bench, "damaged", 'kind = "round-robin"', numbered(2));
    const records = join(folder.path, "data", "records");
    const [record] = readdirSync(records);
    rmSync(join(records, record!));
    const tab = await bench.openTab(folder, `/matches/${record!.replace(/\.js$/, "")}`);
    tab.expectProblems(/ERR_FILE_NOT_FOUND/);
    await tab.page.getByRole("alert").getByText("the export has no record of this match").waitFor();
    await tab.open("/matches");
    await tab.page.reload();
    await tab.page.getByText("there is no server whose matches could be listed").waitFor();
    renameSync(join(folder.path, "data", "tournament.js"), join(folder.path, "data", "other.js"));
    await tab.page.reload();
    await tab.page.getByText("data/tournament.js: this file of the export is missing").waitFor();
    tab.checkProblems();
    await tab.close();
  });
});
