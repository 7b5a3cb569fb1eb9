/** Names cannot look like other names, or change the text around them, on any page. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Page } from "playwright-core";
import { shareMatch } from "./api_seat.js";
import { Bench, eventually } from "./harness.js";
import type { TestServer } from "./harness.js";

/** A name that claims to have won, and one that looks like "Ann". */
const [DISGUISED, DOUBLE] = ["Bob\u202E !now sah uoY\u2066\u200F", "A\u200Bnn\u2060"];

suite("foreign names", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const server = () => (started ??= bench.startServer());

  test("are isolated and without hidden characters in play, the viewer and the lists", async () => {
    const match = await shareMatch(await server(), { game: "netzwerk" }, [DOUBLE, DISGUISED], { own: 0 });
    const tab = await bench.openTab(await server(), match.path);
    const { page } = tab;
    await page.locator(".place.start").first().waitFor();
    await checkNames(page, ["Bob !now sah uoY"]);
    for (const path of [`/${match.name}`, "/matches", "/"]) {
      await tab.open(path);
      await checkNames(page, ["Ann", "Bob !now sah uoY"]);
    }
    tab.checkProblems();
    await tab.close();
  });

  test("are isolated and without hidden characters in tournaments", async () => {
    const entrants = [DOUBLE, DISGUISED, "Carl"].map((name) => ({
      name, player: { case: "agent" as const, value: { name: "first-found" } },
    }));
    const { tournament } = await (await server()).client.organizer.createTournament({
      setup: {
        name: `Cup ${DISGUISED}`,
        setup: { game: "micro-robots", options: [{ name: "round_cap", value: "1" }] },
        format: { kind: { case: "roundRobin", value: { cycles: 1 } } },
        usesVirtualTime: true,
        entrants,
      },
      seed: "names",
    });
    const tab = await bench.openTab(await server(), "/tournaments");
    await checkNames(tab.page, ["Cup Bob !now sah uoY"]);
    await tab.open(`/${tournament!.name}`);
    await checkNames(tab.page, ["Ann", "Bob !now sah uoY", "Cup Bob !now sah uoY"]);
    await eventually(async () => assert.match(await tab.page.title(), /^\u2068Cup Bob !now sah uoY\u2069/));
    await tab.close();
  });
});

/** Fails if a name is missing, a hidden character is shown, or a name is not isolated. */
async function checkNames(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await page.locator("bdi").getByText(name, { exact: true }).first().waitFor();
  const found = await page.evaluate(() => {
    // Isolates of labels are the page's own.
    const hidden = /[\u202A-\u202E\u2066\u2067\u200B\u200E\u200F\u061C\u2060]/;
    const elements = [...document.querySelectorAll("body *")];
    const texts = [document.title, document.body.textContent ?? "", ...elements.flatMap((element) =>
      ["title", "aria-label"].map((name) => element.getAttribute(name) ?? ""))];
    const names = [...document.querySelectorAll("bdi")].map((name) => getComputedStyle(name).unicodeBidi);
    return { hidden: texts.filter((text) => hidden.test(text)).map((text) => text.slice(0, 200)), isolation: [...new Set(names)] };
  });
  assert.deepEqual(found, { hidden: [], isolation: ["isolate"] });
}
