import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, suite, test } from "node:test";
import {
  GetStandingsResponseSchema,
  ListPairingsResponseSchema,
  TournamentSetupSchema,
  TournamentState,
  WatchTournamentResponseSchema,
} from "botwerk/v1";
import type { TournamentSetup } from "botwerk/v1";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { Bench, DESKTOP, PHONE, eventually } from "./harness.js";
import type { Tab, TestServer } from "./harness.js";
import { rewrite } from "./rewritten_responses.js";

/** Number of jumps through a list, each to rows that were not there before. */
const JUMPS = 60;

type Format = NonNullable<SetupInit["format"]>;
type SetupInit = MessageInitShape<typeof TournamentSetupSchema>;

const HOSTILE = '<img src=x onerror=alert(1)> "&amp;" \u202Eright to left \u0645\u0631\u062D\u0628\u0627';

/** Returns a tournament of short races that are played on virtual time, and therefore at once. */
function quick(name: string, format: Format, entrants: readonly string[], rounds = 3): SetupInit {
  const agents = ["first-found", "random", "human"];
  return {
    name,
    setup: { game: "micro-robots", options: [{ name: "round_cap", value: String(rounds) }] },
    format,
    usesVirtualTime: true,
    entrants: entrants.map((entrant, index) => ({
      name: entrant,
      player: { case: "agent" as const, value: { name: agents[index % agents.length]! } },
    })),
  };
}

function roundRobin(cycles: number): Format {
  return { kind: { case: "roundRobin", value: { cycles } } };
}

/** Returns a tournament whose players think, so that its matches take seconds. */
function slow(name: string): SetupInit {
  const player = (agent: string, time: string) => ({
    case: "agent" as const,
    value: { name: agent, settings: [{ name: "time", value: time }] },
  });
  return {
    name,
    setup: { game: "netzwerk", options: [{ name: "turn_cap", value: "60" }] },
    format: roundRobin(200),
    openingTurns: 2,
    entrants: [{ name: "deep", player: player("minimax", "60ms") }, { name: "wide", player: player("minimax", "30ms") }],
  };
}

async function start(server: TestServer, setup: SetupInit, concurrency = 0): Promise<string> {
  const { tournament } = await server.client.organizer.createTournament({
    setup,
    concurrency,
    oversubscribe: concurrency > 0,
    seed: setup.name ?? "",
  });
  return tournament!.name;
}

async function play(server: TestServer, setup: SetupInit): Promise<string> {
  const name = await start(server, setup);
  await eventually(async () => {
    const { tournament } = await server.client.tournaments.getTournament({ name });
    assert.equal(tournament!.state, TournamentState.OVER);
  }, 120_000);
  return name;
}

function progressOf(tab: Tab): Promise<number> {
  return tab.page.locator(".overview progress").evaluate((bar) => (bar as HTMLProgressElement).value);
}

suite("tournaments", () => {
  const bench = new Bench();
  let server: TestServer;
  beforeEach(async () => {
    server = await bench.startServer();
  });
  afterEach(() => server.stop("SIGKILL"));

  test("static files say that a server is needed", async () => {
    const tab = await bench.openTab(await bench.startStaticSite(), "/tournaments");
    await tab.page.getByText("botwerk tournament run FILE").waitFor();
    await tab.finish("tournaments-static");
  });

  test("list has all tournaments, newest first, in pages and by state", async () => {
    const tab = await bench.openTab(server, "/tournaments");
    await tab.page.getByText("There are no such tournaments").waitFor();
    for (let index = 0; index < 27; index++) await play(server, quick(`cup ${index}`, roundRobin(1), ["a", "b"]));
    const rows = tab.page.locator("tbody tr");
    await eventually(async () => {
      assert.equal(await rows.count(), 25);
      assert.match((await rows.first().textContent())!, /^cup 26.*over.*micro-robots.*round robin.*2 of 2 matches/);
    });
    await tab.page.getByRole("button", { name: "Older" }).click();
    await eventually(async () => assert.equal(await rows.count(), 2));
    await tab.page.getByRole("button", { name: "Newer" }).click();
    await eventually(async () => assert.equal(await rows.count(), 25));
    await tab.page.getByRole("combobox", { name: "State" }).selectOption({ label: "running" });
    await tab.page.getByText("There are no such tournaments").waitFor();
    await tab.page.getByRole("combobox", { name: "State" }).selectOption({ label: "All" });
    await rows.first().getByRole("link").click();
    await tab.page.getByRole("heading", { name: "cup 26" }).waitFor();
    await tab.page.goBack();
    await tab.page.getByRole("link", { name: "cup 26" }).waitFor();
    await tab.finish("tournaments-list");
  });

  test("live tournament is followed through a crash of the server", async () => {
    const name = await start(server, slow("a live cup"), 1);
    const tab = await bench.openTab(server, `/${name}`);
    tab.expectProblems(/Failed to load resource|ERR_/);
    await tab.page.getByRole("heading", { name: "a live cup" }).waitFor();
    // Pictures of matches in progress, which move.
    await tab.page.locator(".thumbnails").scrollIntoViewIfNeeded();
    const picture = tab.page.locator(".thumbnail svg").first();
    await picture.waitFor({ timeout: 30_000 });
    const drawing = () => tab.page.locator(".thumbnails").innerHTML();
    const before = await drawing();
    await eventually(async () => assert.notEqual(await drawing(), before));
    await eventually(async () => assert.ok(await progressOf(tab) >= 2), 60_000);
    await tab.screenshot("tournaments-live", { fullPage: true });

    const reached = await progressOf(tab);
    await server.stop("SIGKILL");
    await tab.page.getByText("The server does not answer").waitFor({ timeout: 15_000 });
    // The page tries again and again.
    for (const _ of [1, 2]) await tab.page.waitForEvent("requestfailed", { timeout: 15_000 });
    await server.restart();
    await tab.page.getByText("The server does not answer").waitFor({ state: "hidden", timeout: 30_000 });
    await eventually(async () => assert.ok(await progressOf(tab) > reached), 60_000);
    await tab.page.locator(".thumbnail svg").first().waitFor({ timeout: 30_000 });
    await eventually(async () => {
      const total = await tab.page.locator(".crosstable td.number button").first().textContent();
      assert.ok(Number(total!.split("/")[1]) > 0, total!);
    }, 30_000);
    await server.client.organizer.cancelTournament({ name });
    await tab.page.getByText("The tournament was cancelled").waitFor({ timeout: 30_000 });
    await tab.finish("tournaments-cancelled");
  });

  test("cell of the crosstable opens the matches of its entrants", async () => {
    const name = await play(server, quick("cross", roundRobin(4), ["ann", "bob", "cid"]));
    const tab = await bench.openTab(server, `/${name}`);
    const focused = () => tab.page.evaluate(() => (document.activeElement as HTMLElement).dataset["key"]?.split("\n"));
    const cell = tab.page.getByRole("button", { name: /bob.* against .*cid/ });
    // The tab key reaches one cell, arrow keys the others.
    await tab.page.locator(".crosstable button[tabindex='0']").focus();
    for (const way of ["Up", "Up", "Left", "Left", "Down", "Right"]) await tab.page.keyboard.press(`Arrow${way}`);
    assert.equal((await focused())?.length, 2);
    assert.equal(await tab.page.locator(".crosstable button[tabindex='0']").count(), 1);
    await cell.focus();
    await tab.page.keyboard.press("Enter");
    const dialog = tab.page.getByRole("dialog");
    await dialog.getByText("8 matches").waitFor();
    const links = dialog.getByRole("link");
    assert.equal(await links.count(), 8);
    assert.match((await links.first().getAttribute("href"))!, /^\/matches\/[0-9a-f]{32}$/);
    await tab.checkAccessibility();
    await tab.screenshot("tournaments-cell");
    await tab.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.ok(await cell.evaluate((element) => element === document.activeElement), "the cell has the focus again");
    await tab.finish("tournaments-crosstable");
  });

  test("downloads have all entrants and matches", async () => {
    const name = await play(server, quick("files", roundRobin(300), ["a", HOSTILE, "c"]));
    const tab = await bench.openTab(server, `/${name}`);
    const save = async (button: string) => {
      const started = tab.page.waitForEvent("download");
      await tab.page.getByRole("button", { name: button }).click();
      return readFileSync(await (await started).path(), "utf8");
    };
    const standings = (await save("Standings, CSV")).split("\r\n");
    assert.equal(standings.length, 5);
    assert.ok(standings.some((line) => line.includes('<img src=x onerror=alert(1)> ""&amp;""')));
    assert.equal((await save("Matches, CSV")).split("\r\n").length, 1_802);
    assert.equal((JSON.parse(await save("Matches, JSON")) as unknown[]).length, 1_800);
    const json = JSON.parse(await save("Standings, JSON")) as { standings: unknown[] };
    assert.equal(json.standings.length, 3);
    tab.checkProblems();
    await tab.close();
  });

  test("hostile names of 10,000 characters stay text in their places", async () => {
    await play(server, quick(HOSTILE, roundRobin(3), [HOSTILE, "b", "c"]));
    for (const [isDark, viewport] of [[false, DESKTOP], [true, PHONE]] as const) {
      const tab = await bench.openTab(server, "/tournaments", { isDark, viewport });
      const long = HOSTILE + "W".repeat(10_000 - HOSTILE.length);
      const change = (text: string) => (text === HOSTILE ? long : text);
      const changeSetup = (setup: TournamentSetup | undefined) => {
        setup!.name = change(setup!.name);
        for (const entrant of setup!.entrants) entrant.name = change(entrant.name);
      };
      await rewrite(tab, "WatchTournament", WatchTournamentResponseSchema, ({ tournament, standings }) => {
        changeSetup(tournament!.setup);
        for (const standing of standings) standing.entrant = change(standing.entrant);
      });
      await rewrite(tab, "GetStandings", GetStandingsResponseSchema, ({ tournament, standings, headToHead }) => {
        changeSetup(tournament!.setup);
        for (const standing of standings) standing.entrant = change(standing.entrant);
        for (const pair of headToHead) [pair.entrant, pair.opponent] = [change(pair.entrant), change(pair.opponent)];
      });
      await rewrite(tab, "ListPairings", ListPairingsResponseSchema, ({ pairings }) => {
        for (const pairing of pairings) pairing.entrants = pairing.entrants.map(change);
      });
      await tab.page.getByRole("link", { name: "onerror" }).click();
      await tab.page.locator(".standings tbody tr").nth(2).waitFor();
      await tab.page.locator(".match-table a").first().waitFor();
      assert.equal(await tab.page.locator("main img").count(), 0);
      assert.ok((await tab.page.locator("h1").textContent())!.startsWith("<img"));
      await tab.page.getByRole("button", { name: /onerror.* against .*b/ }).first().click();
      await tab.page.getByRole("dialog").getByText("6 matches").waitFor();
      await tab.screenshot(`tournaments-hostile-dialog${isDark ? "-phone" : ""}`);
      await tab.page.getByRole("button", { name: "Close" }).click();
      await tab.screenshot(`tournaments-hostile-page${isDark ? "-phone" : ""}`, { fullPage: true });
      await tab.finish(`tournaments-hostile${isDark ? "-phone" : ""}`);
    }
  });

  test("10,000 matches scroll with few rows in the page", async () => {
    const name = await play(server, quick("ten thousand", roundRobin(500), ["a", "b", "c", "d", "e"], 1));
    const tab = await bench.openTab(server, `/${name}`);
    const rows = tab.page.getByRole("rowgroup", { name: "All matches" });
    await rows.scrollIntoViewIfNeeded();
    await tab.page.locator(".match-table a").first().waitFor();
    const meter = await tab.context.newCDPSession(tab.page);
    // The time of the processor, since other programs may run at the same time.
    await meter.send("Performance.enable", { timeDomain: "threadTicks" });
    const busy = async () => {
      const { metrics } = await meter.send("Performance.getMetrics");
      return metrics.find((metric) => metric.name === "TaskDuration")!.value;
    };
    const before = await busy();
    const most = await rows.evaluate(async (box, jumps) => {
      let most = 0;
      for (let step = 1; step <= jumps; step++) {
        box.scrollTop = (box.scrollHeight * step) / jumps;
        await new Promise(requestAnimationFrame);
        most = Math.max(most, box.querySelectorAll("[role=row]").length);
      }
      return most;
    }, JUMPS);
    const millis = (1000 * (await busy() - before)) / JUMPS;
    assert.ok(most <= 60, `${most} rows`);
    assert.ok(millis <= 50, `${millis} ms for each jump to other rows`);
    await tab.page.getByRole("link", { name: /^#9,999:/ }).waitFor();
    // The keyboard reaches the rows, and scrolls the box.
    await rows.focus();
    await tab.page.keyboard.press("Home");
    await tab.page.getByRole("link", { name: /^#0:/ }).waitFor();
    await tab.page.getByRole("combobox", { name: "Entrant" }).selectOption({ index: 1 });
    await tab.page.getByRole("combobox", { name: "Opponent" }).selectOption({ index: 2 });
    await tab.page.getByText(/^1,000 matches$/).waitFor();
    await tab.page.getByRole("combobox", { name: "Order" }).selectOption("last");
    await tab.finish("tournaments-ten-thousand");
  });

  test("sequential test shows the curve that leads to the server's ratio", async () => {
    const value = { elo0: 0, elo1: 5, isNormalised: true, alpha: 0.05, beta: 0.05, maxPairs: 200 };
    const entrants = ["one", "two"].map((entrant, index) => {
      const settings = [{ name: "mean", value: `${11 + index}s` }];
      return { name: entrant, player: { case: "agent" as const, value: { name: "human", settings } } };
    });
    const setup = { ...quick("test", { kind: { case: "sprt", value } }, []), entrants } as SetupInit;
    const name = await play(server, setup);
    const { sprt } = await server.client.tournaments.getStandings({ name });
    const tab = await bench.openTab(server, `/${name}`);
    await tab.page.getByText("its end is the server's value").waitFor();
    await tab.page.getByText("The curve as a table").click();
    const last = await tab.page.locator(".narrow tbody tr").last().textContent();
    assert.ok(last!.startsWith(String(sprt!.pairs)), last!);
    assert.ok(await tab.page.locator(".chart polyline").count() === 1);
    await tab.finish("tournaments-sprt");
  });

  test("bracket opens the matches of a matchup", async () => {
    const format = { kind: { case: "knockout" as const, value: { pairs: 1, tiebreakPairs: 1 } } };
    const players = Array.from({ length: 6 }, (_, index) => `player ${index}`);
    const name = await play(server, quick("knockout", format, players));
    const tab = await bench.openTab(server, `/${name}`);
    await tab.page.getByRole("button", { name: /^Final:.* advances/ }).click();
    await tab.page.getByRole("dialog").getByRole("link").first().waitFor();
    await tab.page.keyboard.press("Escape");
    await tab.page.locator(".bracket").scrollIntoViewIfNeeded();
    await tab.finish("tournaments-bracket");
  });

  test("league shows final tables of its seasons", async () => {
    const format = { kind: { case: "league" as const, value: { seasons: 2, seasonMatches: 60 } } };
    const setup = quick("league", format, ["anchor", "b", "c"]);
    const [anchor, ...others] = setup.entrants ?? [];
    const entrants = [{ ...anchor, anchor: 0 }, ...others];
    const name = await play(server, { ...setup, entrants } as SetupInit);
    const tab = await bench.openTab(server, `/${name}`);
    await tab.page.getByRole("combobox", { name: "Table" }).selectOption({ label: "Season 1, final" });
    await tab.page.getByText("final table of season 1").waitFor();
    await tab.page.getByRole("cell", { name: "+0.0 [+0.0, +0.0]" }).waitFor();
    await tab.finish("tournaments-league");
  });

  test("unknown tournament says so", async () => {
    const tab = await bench.openTab(server, "/tournaments/00000000000000000000000000000000");
    tab.expectProblems(/Failed to load resource/);
    await tab.page.getByRole("heading", { name: "This tournament cannot be shown" }).waitFor();
    await tab.finish("tournaments-unknown");
  });

  test("phone and dark colours", async () => {
    const format = { kind: { case: "swiss" as const, value: { rounds: 3, pairs: 1 } } };
    const name = await play(server, quick("pocket", format, ["ann", "bob", "cid", "dot", "eve", "fay"]));
    for (const [isDark, viewport, look] of [[false, PHONE, "phone"], [true, DESKTOP, "dark"]] as const) {
      const tab = await bench.openTab(server, `/${name}`, { isDark, viewport });
      await tab.page.locator(".crosstable button").first().waitFor();
      await tab.page.locator(".match-table a").first().waitFor();
      await tab.screenshot(`tournaments-${look}-page`, { fullPage: true });
      await tab.finish(`tournaments-${look}`);
    }
  });
});
