/** The standings of a tournament fit the window, with all columns that standings can have. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { GetStandingsResponseSchema, Termination, TerminationCountSchema, TournamentState } from "botwerk/v1";
import type { Standing } from "botwerk/v1";
import { Bench, eventually } from "./harness.js";
import { rewrite } from "./rewritten_responses.js";

const REASONS = [Termination.FLAGGED, Termination.ILLEGAL, Termination.CRASHED, Termination.DISCONNECTED, Termination.NO_SHOW];

suite("width of standings", () => {
  const bench = new Bench();

  test("all columns fit a window of 1,280 pixels, and rows are cards on a phone", { timeout: 240_000 }, async () => {
    const server = await bench.startServer();
    const agents = ["first-found", "human", "random", "first-found", "human"];
    const entrants = agents.map((name, index) => ({
      name: ["Ann of the northern league", "Bob", "Carl", "Dora of a club with a long name", "Eve"][index]!,
      player: { case: "agent" as const, value: { name } },
    }));
    const { tournament } = await server.client.organizer.createTournament({
      setup: {
        name: "league",
        setup: { game: "micro-robots", options: [{ name: "round_cap", value: "2" }] },
        format: { kind: { case: "roundRobin", value: { cycles: 4 } } },
        usesVirtualTime: true,
        entrants,
      },
      seed: "league",
    });
    const { name } = tournament!;
    await eventually(async () => {
      const found = await server.client.tournaments.getTournament({ name });
      assert.equal(found.tournament!.state, TournamentState.OVER);
    }, 120_000);
    const tab = await bench.openTab(server, "/rules", { viewport: { width: 1280, height: 800 } });
    const addForfeits = (standings: readonly Standing[]) => {
      for (const standing of standings) {
        standing.terminations = REASONS.map((termination) => create(TerminationCountSchema, { termination, count: 12n }));
        standing.regularMatches = standing.matches - 1n;
      }
    };
    await rewrite(tab, "GetStandings", GetStandingsResponseSchema, ({ standings }) => addForfeits(standings));
    await tab.open(`/${name}`);
    const { page } = tab;
    await page.getByRole("columnheader", { name: "Left early" }).waitFor();
    const table = page.locator(".scroll[aria-label=Standings]");
    for (const [width, height] of [[1280, 800], [640, 400], [390, 844], [360, 800]] as const) {
      await page.setViewportSize({ width, height });
      await eventually(async () => {
        const [content, box] = await table.evaluate((element) => [element.scrollWidth, element.clientWidth] as const);
        assert.ok(content <= box, `the standings are ${content} px wide in a window of ${width} px, of which they have ${box}`);
      });
      await tab.screenshot(`standings_${width}`, { fullPage: true });
      await tab.checkWidth();
    }
    assert.equal(await table.getByRole("rowheader").count(), agents.length);
    await tab.finish("standings_phone");
  });
});
