/**
 * Every phase of every game is looked at, in four views: by axe-core, by the pixels of texts and marks, and by a person, whose
 * list is `looked_at.md`. The screenshots are `target/screenshots/legible_*.png`.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { Page } from "playwright-core";
import { shareMatch, solutionOf } from "./api_seat.js";
import type { SharedMatch } from "./api_seat.js";
import { Bench } from "./harness.js";
import type { Tab, TestServer } from "./harness.js";
import { IS_SHORT, Legibility, VIEWS } from "./legibility.js";
import { stageRequest } from "./staged_request.js";

/** The phases of each game in which its page looks different. */
const PHASES: Readonly<Record<string, readonly string[]>> = {
  "micro-robots": ["race", "hints", "route", "show", "between", "waiting", "other-shows", "over"],
  ricochet: ["race", "hints", "route", "waiting", "show", "over"],
  netzwerk: ["robots", "hints", "chosen", "moved", "batteries", "complete", "waiting", "answered", "over"],
  droids: ["draw", "set", "waiting", "send", "relay-target", "lift", "over"],
  "connect-four": ["action", "waiting", "over"],
};

/** Races that wait for this suite. */
const SLOW_RACES = ["race_limit", "show_limit"].map((name) => ({ name, value: "3600s" }));

/** The most actions of a turn of Netzwerk that this suite plays. */
const MAX_ACTIONS = 60;

/** The games that are looked at in every night. */
const LONG = { timeout: 900_000, skip: IS_SHORT && "takes minutes: set BOTWERK_ALL_VIEWS" } as const;

suite("legible", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  /** Opens the page of the first seat. */
  const play = async (match: SharedMatch): Promise<Looks> => {
    const tab = await bench.openTab(await server(), match.path);
    // The coach lies in front of the board of a phone; tests of first matches look at it.
    await tab.page.getByRole("checkbox", { name: "Coach" }).uncheck();
    return new Looks(tab);
  };

  test("Micro Robots", LONG, async () => {
    const match = await shareMatch(await server(), { game: "micro-robots", options: SLOW_RACES }, ["Ann", "Bob"]);
    const looks = await play(match);
    const { page } = looks;
    await ready(page, ".place.goal");
    await looks.at("race");
    await openHints(page);
    await looks.at("hints");
    await closeHints(page);
    for (const space of await solutionOf(await server(), match.name)) await page.locator(`[data-place="${space}"]`).click();
    await ready(page, '[data-key="route"]');
    await looks.at("route");
    await press(page, "route");
    await ready(page, '[data-key="show"]:not([aria-disabled])');
    await looks.at("show");
    await press(page, "show");
    await ready(page, '[data-key="pass"]');
    await looks.at("between");
    await press(page, "pass");
    await gone(page, '[data-key="pass"]');
    await looks.at("waiting");
    await match.others[0]!.answer((legal) => legal.findLast((text) => text.startsWith("say"))!);
    await gone(page, ".place");
    await looks.at("other-shows");
    await resign(page);
    await looks.at("over");
    await looks.finish("micro-robots");
  });

  test("Ricochet Robots", LONG, async () => {
    const match = await shareMatch(await server(), { game: "ricochet", options: [...SLOW_RACES, { name: "overtime", value: "3600s" }] }, ["Ann", "Bob"]);
    const looks = await play(match);
    const { page } = looks;
    await ready(page, ".place.goal");
    await looks.at("race");
    await openHints(page);
    await looks.at("hints");
    await closeHints(page);
    for (const move of await solutionOf(await server(), match.name)) {
      await press(page, `robot-${move[0]}`);
      await press(page, `slide-${move[1]}`);
    }
    await ready(page, '[data-key="route"]');
    await looks.at("route");
    await press(page, "route");
    await page.locator(".play-announced li").first().waitFor();
    await press(page, "pass");
    await gone(page, '[data-key="pass"]');
    await looks.at("waiting");
    await match.others[0]!.answer(() => "pass");
    await ready(page, '[data-key="show"]:not([aria-disabled])');
    await looks.at("show");
    await resign(page);
    await looks.at("over");
    await looks.finish("ricochet");
  });

  test("Netzwerk", LONG, async () => {
    const match = await shareMatch(await server(), { game: "netzwerk" }, ["Ann", "Bob"]);
    const looks = await play(match);
    const { page } = looks;
    await ready(page, ".place.start");
    await looks.at("robots");
    await openHints(page);
    await looks.at("hints");
    await closeHints(page);
    await page.locator(".place.start").first().click();
    await ready(page, ".place.goal");
    await looks.at("chosen");
    await page.locator(".place.goal").first().click();
    // A robot that can move on is still chosen.
    await ready(page, '[data-key="undo"]:not([aria-disabled])');
    await ready(page, ".place.selected");
    await looks.at("moved");
    await press(page, "batteries");
    await gone(page, '[data-key="batteries"]');
    await page.locator(".place.start").first().click();
    await ready(page, ".place.goal");
    await looks.at("batteries");
    for (let action = 0; action < MAX_ACTIONS && (await choose(page)); action++);
    assert.equal(await page.locator(".place:is(.start, .goal)").count(), 0, "the turn is not complete");
    await looks.at("complete");
    await press(page, "send");
    await gone(page, '[data-key="send"]');
    await looks.at("waiting");
    await match.others[0]!.answer((legal) => `${legal[0]} / .`);
    await ready(page, ".place.start");
    await looks.at("answered");
    await resign(page);
    await looks.at("over");
    await looks.finish("netzwerk");
  });

  test("Droids", LONG, async () => {
    const match = await shareMatch(await server(), { game: "droids" }, ["Ann", "Bob"]);
    const other = match.others[0]!;
    other.isAnswering = true;
    const looks = await play(match);
    const { page } = looks;
    await ready(page, '[data-key="draw-violet"]');
    await press(page, "draw-violet");
    await ready(page, ".play-rack .stone");
    await looks.at("draw");
    for (const colour of ["blue", "red", "grey", "violet", "violet", "violet"]) {
      const before = (await page.locator(".play-rack").textContent())!;
      await press(page, `draw-${colour}`);
      await changed(page, ".play-rack", before);
    }
    // The droid of South starts in the column of transmitter 6.
    for (const slot of ["6.1", "6.2"]) {
      await page.locator(`[data-key="slot-${slot}"].goal`).click();
      await ready(page, `[data-key="slot-${slot}"].stone`);
    }
    await looks.at("set");
    other.isAnswering = false;
    await page.locator('[data-key="slot-2.1"].goal').click();
    await gone(page, ".slot.goal");
    await looks.at("waiting");
    other.isAnswering = true;
    await press(page, "stop");
    await ready(page, ".slot.stone.goal");
    await looks.at("send");
    await resign(page);
    await looks.at("over");
    await looks.tab.close();

    const staged = async (name: string, position: string) => {
      const shared = await shareMatch(await server(), { game: "droids" }, ["Ann", "Bob", "Carl"]);
      const tab = await bench.openTab(await server(), "/rules");
      await stageRequest(tab, await server(), { setup: { game: "droids", seats: 3 }, position, stage: name });
      await tab.open(shared.path);
      return looks.continueIn(tab);
    };
    const sending = "1 SWN 1 S send S S59,W04,N40,r72,r27 o15,m06";
    const stones = "S3.1:G1N,S6.2:FIREN,W5.1:V2E,W5.2:TAKEE,N6.1:V1S";
    const relay = await staged("send", `${sending} N3 - - - S0,W0,N0 - S3.1:G1N,S6.1:R1N,S6.2:FIREN,W5.1:V2E,W5.2:TAKEE,N6.1:V1S - -`);
    await relay.page.locator('[data-key="slot-6.1"]').click();
    await ready(relay.page, '[data-key^="target-"]');
    await relay.at("relay-target");
    await relay.tab.close();
    const lift = await staged("lift", `${sending} S3,S6 - - - S1,W0,N0 - ${stones} lift:S -`);
    await ready(lift.page, '[data-key^="lift-"]');
    await lift.at("lift");
    await lift.finish("droids");
  });

  test("a game of one's own", { timeout: 900_000 }, async () => {
    // A development server passes calls on to one address.
    await (await server()).stop();
    started = bench.startServerOfExample("connect_four");
    const match = await shareMatch(await server(), { game: "connect-four" }, ["Ann", "Bob"]);
    const looks = await play(match);
    const { page } = looks;
    await ready(page, ".play-panel .play-buttons button");
    await looks.at("action");
    await page.locator(".play-panel .play-buttons button").first().click();
    await gone(page, ".play-panel .play-buttons button");
    await looks.at("waiting");
    await resign(page);
    await looks.at("over");
    await looks.finish("connect-four");
  });

  test("the list of what was seen has each phase in each view", () => {
    const text = readFileSync(join(import.meta.dirname, "../../../tests/browser/looked_at.md"), "utf8");
    const rows = text.split("\n").map((line) => line.split("|").map((cell) => cell.trim())).filter((cells) => cells.length === 8);
    const listed = rows.slice(2).map(([, game, phase, ...seen]) => {
      assert.ok(seen.slice(0, VIEWS.length).every((cell) => cell !== ""), `${game}, ${phase}: a view was not looked at`);
      return `${game} ${phase}`;
    });
    assert.deepEqual(rows[0]!.slice(3, -1), VIEWS.map(({ name }) => name));
    assert.deepEqual(listed, Object.entries(PHASES).flatMap(([game, phases]) => phases.map((phase) => `${game} ${phase}`)));
  });
});

/** The phases of one game that have been looked at. */
class Looks {
  readonly #legibility: Legibility;

  constructor(
    readonly tab: Tab,
    private readonly seen: string[] = [],
    private readonly problems: string[] = [],
  ) {
    this.#legibility = new Legibility(tab);
  }

  get page(): Page {
    return this.tab.page;
  }

  /** Continues in another tab. */
  continueIn(tab: Tab): Looks {
    return new Looks(tab, this.seen, this.problems);
  }

  async at(phase: string): Promise<void> {
    this.seen.push(phase);
    const game = (await this.page.locator(".board").getAttribute("data-game"))!;
    this.problems.push(...(await this.#legibility.check(`${game}_${phase}`)));
  }

  /** Fails if anything could not be read or a phase was left out, and closes the page. */
  async finish(game: string): Promise<void> {
    assert.deepEqual(this.problems, []);
    assert.deepEqual([...this.seen].sort(), [...PHASES[game]!].sort());
    this.tab.checkProblems();
    await this.tab.close();
  }
}

async function ready(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor({ timeout: 20_000 });
}

async function gone(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor({ state: "detached", timeout: 20_000 });
}

async function changed(page: Page, selector: string, before: string): Promise<void> {
  await page.waitForFunction(([query, text]) => document.querySelector(query!)?.textContent !== text, [selector, before]);
}

/** Chooses a goal, or else a start, and waits for what follows. Returns false if nothing can be chosen. */
function choose(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const place = document.querySelector<HTMLElement>(".place.goal") ?? document.querySelector<HTMLElement>(".place.start");
    place?.click();
    for (let frame = 0; place?.isConnected === true && frame < 200; frame++) await new Promise(requestAnimationFrame);
    return place !== null;
  });
}

async function press(page: Page, key: string): Promise<void> {
  await page.locator(`[data-key="${key}"]`).click();
}

/** A page that is loaded again has no hints on its board. */
async function closeHints(page: Page): Promise<void> {
  await page.reload();
  await ready(page, ".place:is(.start, .goal)");
}

/** Asks for all hints. */
async function openHints(page: Page): Promise<void> {
  const button = page.locator('[data-key="hint"]');
  for (let count = 0; count < 5 && (await button.count()) > 0; count++) {
    const before = (await page.locator(".play-hints").textContent())!;
    await button.click();
    await changed(page, ".play-hints", before);
  }
}

async function resign(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Resign", exact: true }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await ready(page, ".play-outcome h2");
}
