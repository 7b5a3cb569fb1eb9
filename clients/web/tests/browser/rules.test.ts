/** The rules, the start page and the page of addresses that do not exist. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Page } from "playwright-core";
import { Bench, PHONE, eventually } from "./harness.js";
import type { TestServer } from "./harness.js";

/** Waits until a rule is marked and within the window. */
async function expectMarked(page: Page, rule: string): Promise<void> {
  const marked = page.locator(".rules-marked");
  await marked.getByText(rule, { exact: true }).first().waitFor();
  await eventually(async () => {
    const box = await marked.boundingBox();
    const height = page.viewportSize()!.height;
    assert.ok(box !== null && box.y >= 0 && box.y < height, `${rule} is at ${box?.y}`);
  });
}

suite("rules", () => {
  const bench = new Bench();
  let server: TestServer;

  test("lists the games with their pictures", async () => {
    server = await bench.startServer();
    const tab = await bench.openTab(server, "/rules");
    for (const title of ["Micro Robots", "Netzwerk", "Droids", "Ricochet Robots"]) {
      await tab.page.getByRole("heading", { name: title }).waitFor();
    }
    await eventually(async () => assert.equal(await tab.page.locator("figure svg").count(), 4));
    await tab.finish("rules");
  });

  test("shows the rules of every game with figures, options, notation and agents", async () => {
    for (const [game, agent] of [["micro-robots", "solver"], ["netzwerk", "minimax"], ["droids", "program-search"], ["ricochet", "anytime"]]) {
      const tab = await bench.openTab(server, `/rules/${game}`);
      const { page } = tab;
      await page.getByRole("heading", { name: agent! }).waitFor();
      await page.getByRole("heading", { name: "Options of a match" }).waitFor();
      await eventually(async () => assert.ok((await page.locator("figure svg").count()) >= 2));
      assert.match((await page.locator(".rules-hash").textContent()) ?? "", /^[0-9a-f]{64}$/);
      await tab.finish(`rules-${game}`);
    }
  });

  test("marks the rule of the address, and follows mentions of rules", async () => {
    const tab = await bench.openTab(server, "/rules/netzwerk?rule=NW-23");
    const { page } = tab;
    await expectMarked(page, "NW-23");
    await page.locator(".rules-marked").getByRole("link", { name: "NW-19" }).click();
    await expectMarked(page, "NW-19");
    assert.match(page.url(), /\?rule=NW-19$/);
    await page.goBack();
    await expectMarked(page, "NW-23");
    await page.getByRole("group", { name: "Rules by number" }).getByRole("link", { name: "32" }).click();
    await expectMarked(page, "NW-32");
    await tab.finish("rules-marked");
  });

  test("leads from a figure to its analysis", async () => {
    const tab = await bench.openTab(server, "/rules/netzwerk");
    await tab.page.locator("figure").nth(1).getByRole("link", { name: "Analyse" }).click();
    await tab.page.getByLabel("Position in the notation").waitFor();
    assert.match(await tab.page.getByLabel("Position in the notation").inputValue(), / r:b2>b6:2$/);
    await tab.close();
  });

  test("fits a phone in dark colours", async () => {
    const tab = await bench.openTab(server, "/rules/droids?rule=DR-25", { viewport: PHONE, isDark: true });
    await expectMarked(tab.page, "DR-25");
    await tab.page.getByRole("heading", { name: "program-search" }).waitFor();
    await tab.finish("rules-phone");
  });

  test("work without a server", async () => {
    const site = await bench.startStaticSite();
    const tab = await bench.openTab(site, "/rules/ricochet?rule=RR-6");
    await expectMarked(tab.page, "RR-6");
    await tab.page.locator(".rules-marked").getByRole("link", { name: "RR-20" }).click();
    await expectMarked(tab.page, "RR-20");
    assert.match(tab.page.url(), /#\/rules\/ricochet\?rule=RR-20$/);
    await tab.finish("rules-static");
  });
});

suite("start page", () => {
  const bench = new Bench();
  let server: TestServer;

  test("shows the matches of the server, whatever their players are called", async () => {
    server = await bench.startServer();
    const name = `<img src=x onerror=alert(1)> \u202egnp.exe ${"long".repeat(18)}`;
    const seats = [{ name }, { name: "other" }].map((seat) => ({ ...seat, agent: { name: "random" } }));
    await server.client.matches.createMatch({ setup: { game: "netzwerk" }, seats });
    const tab = await bench.openTab(server, "/");
    await tab.page.getByRole("link", { name: /onerror/ }).waitFor();
    await tab.page.getByText("No tournament yet.").waitFor();
    await tab.finish("home");
  });

  test("leads to the pages without a server", async () => {
    const site = await bench.startStaticSite();
    const tab = await bench.openTab(site, "/", { viewport: PHONE });
    await tab.page.getByRole("link", { name: "View a match" }).waitFor();
    assert.equal(await tab.page.getByText("Latest matches").count(), 0);
    await tab.screenshot("home-static");
    await tab.checkWidth();
    await tab.page.getByRole("link", { name: "Analysis" }).first().click();
    await tab.page.getByRole("heading", { name: "Analysis" }).waitFor();
    tab.checkProblems();
    await tab.close();
  });

  test("says which address does not exist", async () => {
    const tab = await bench.openTab(server, "/no/such/page");
    tab.expectProblems(/404 \(Not Found\)/);
    await tab.page.getByRole("heading", { name: "Page not found" }).waitFor();
    await tab.page.getByText("/no/such/page").waitFor();
    await tab.finish("not-found");
  });
});
