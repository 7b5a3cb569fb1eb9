/** Owners of bots sign up, in and out, and manage their bots. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { bearer } from "botwerk/web";
import type { Page } from "playwright-core";
import { invite, signUp, startArena } from "./arena.js";
import { Bench, PHONE, eventually } from "./harness.js";
import type { TestServer } from "./harness.js";

/** Fills in the form to sign up, and sends it. */
async function sendSignUp(page: Page, name: string, code: string): Promise<void> {
  const form = page.getByRole("form", { name: "Sign up" });
  await form.getByLabel("Your name").fill(name);
  await form.getByLabel("Invitation code").fill(code);
  await form.getByRole("button", { name: "Sign up" }).click();
}

async function signIn(page: Page, token: string): Promise<void> {
  const form = page.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Your token").fill(token);
  await form.getByRole("button", { name: "Sign in" }).click();
}

/** Returns all that the browser keeps of a page, and its address. */
function keptText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
}

/** Returns whether a bot with this token can receive invitations. */
async function isOnline(server: TestServer, token: string): Promise<boolean> {
  try {
    for await (const { kind } of server.client.bots.streamInvitations({}, { headers: bearer(token) })) return kind.case === "online";
    return false;
  } catch {
    return false;
  }
}

suite("owners", () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const arena = () => (started ??= startArena(bench));

  test("a student signs up with a code, and sees what is wrong with a name or a code", async () => {
    const server = await arena();
    await signUp(server, "taken");
    const code = await invite(server);
    const tab = await bench.openTab(server, "/bots");
    tab.expectProblems(/Failed to load resource/);
    const { page } = tab;
    const fault = page.getByRole("form", { name: "Sign up" }).getByRole("alert");
    for (const [name, given, text] of [
      ["taken", code, /^This name is taken/],
      ["Ann Lee", code, /^A name has 1 to 32 lower-case letters/],
      ["ann", "", /^This server needs an invitation code/],
      ["ann", "wrong", /^This code is unknown, used up or expired/],
    ] as const) {
      await sendSignUp(page, name, given);
      await fault.getByText(text).waitFor();
    }
    await tab.checkAccessibility();
    await sendSignUp(page, "ann", code);
    const shown = page.getByRole("region", { name: "Welcome, ann" });
    const token = (await shown.locator("code").first().textContent())!;
    await page.getByRole("button", { name: "Continue to my bots" }).click();
    await page.getByText("Signed in as ann").waitFor();
    // The token is shown once, and kept nowhere unless its owner asks for that.
    assert.ok(!(await page.content()).includes(token));
    assert.ok(!(await keptText(page)).includes(token));
    await page.getByRole("button", { name: "New owner token" }).click();
    await page.getByRole("button", { name: "Yes, replace it" }).click();
    const renewed = page.getByRole("region", { name: "New token of ann" });
    assert.notEqual(await renewed.locator("code").first().textContent(), token);
    await page.getByRole("button", { name: "Continue to my bots" }).click();
    await page.getByText("Signed in as ann").waitFor();
    await tab.finish("owners_signed_up");

    const late = await bench.openTab(server, "/bots");
    late.expectProblems(/Failed to load resource/);
    await sendSignUp(late.page, "ben", code);
    await late.page.getByText("This code is unknown, used up or expired").waitFor();
    await late.close();
  });

  test("sign-up that is closed says so", async () => {
    const tab = await bench.openTab(await startArena(bench, "--sign-up", "closed"), "/bots");
    await tab.page.getByText("Sign-up is closed on this server. Ask its operator.").waitFor();
    assert.equal(await tab.page.getByRole("form", { name: "Sign up" }).count(), 0);
    await tab.finish("owners_closed");
  });

  test("a ticket that was not asked for here, and a message of the server, are text and leave the address", async () => {
    const server = await arena();
    for (const [fragment, text] of [
      ["ticket=foreign", "This sign-in was not started in this tab"],
      ["sign-in-error=%3Cb%3Eno%3C%2Fb%3E%20100%25", "<b>no</b> 100%"],
    ] as const) {
      const tab = await bench.openTab(server, `/bots#${fragment}`);
      await tab.page.getByRole("alert").getByText(text).waitFor();
      assert.equal(tab.page.url(), server.pageAddress("/bots"));
      await tab.page.reload();
      await tab.page.getByRole("form", { name: "Sign in" }).waitFor();
      assert.equal(await tab.page.getByText(text).count(), 0);
      await tab.close();
    }
  });

  test("a token signs in until the page is closed, or until its owner signs out if it is kept", async () => {
    const server = await arena();
    const token = await signUp(server, "carl");
    const tab = await bench.openTab(server, "/bots");
    tab.expectProblems(/Failed to load resource/);
    const { page } = tab;
    const fault = page.getByRole("form", { name: "Sign in" }).getByRole("alert");
    await signIn(page, "ünknown token");
    await fault.getByText("A token has no spaces").waitFor();
    await signIn(page, "unknown");
    await fault.getByText("This is not the token of an owner").waitFor();
    await signIn(page, token);
    await page.getByText("Signed in as carl").waitFor();
    await page.reload();
    await page.getByLabel("Keep me signed in").check();
    await signIn(page, ` ${token}\n`);
    await page.getByText("Signed in as carl").waitFor();
    await page.reload();
    await page.getByText("Signed in as carl").waitFor();
    assert.ok(!page.url().includes(token));
    // Signing out ends it in all tabs.
    const other = await tab.openAnother("/bots");
    await other.page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("form", { name: "Sign in" }).waitFor();
    assert.ok(!(await keptText(page)).includes(token));
    await tab.finish("owners_signed_out");
  });

  test("bots are registered within the quota, get new tokens, and are deleted after a question", async () => {
    const server = await arena();
    const token = await signUp(server, "dora");
    const tab = await bench.openTab(server, "/bots", { viewport: PHONE });
    tab.expectProblems(/Failed to load resource/);
    const { page } = tab;
    await signIn(page, token);
    await page.getByText("No bot yet").waitFor();
    await page.getByText("Searches of the day").waitFor();
    const form = page.getByRole("form", { name: "Register a bot" });
    const register = async (name: string) => {
      await form.getByLabel("Name of the bot").fill(name);
      await form.getByRole("button", { name: "Register the bot" }).click();
    };
    await form.getByLabel("Game").selectOption("netzwerk");
    await register("spinner");
    const shownToken = (title: string) => page.getByRole("region", { name: title }).locator("code").first().textContent();
    const first = (await shownToken("Token of spinner"))!;
    const row = page.getByRole("listitem").filter({ hasText: "spinner" });
    await row.getByText("Netzwerk").waitFor();
    await row.getByText("no version").waitFor();
    await page.getByText("1 of 5").waitFor();
    await register("spinner");
    await form.getByRole("alert").getByText("You have a bot of this name").waitFor();
    for (const name of ["b2", "b3", "b4", "b5"]) {
      await register(name);
      await shownToken(`Token of ${name}`);
    }
    await page.getByText("5 of 5").waitFor();
    await register("b6");
    await form.getByRole("alert").getByText("You have as many bots as you may").waitFor();
    await tab.screenshot("owners_bots_phone", { fullPage: true });
    await row.getByRole("button", { name: "New token" }).click();
    await row.getByRole("button", { name: "Yes, replace it" }).click();
    const second = (await shownToken("New token of spinner"))!;
    assert.notEqual(second, first);
    assert.deepEqual([await isOnline(server, second), await isOnline(server, first)], [true, false]);
    await row.getByRole("button", { name: "Delete" }).click();
    await row.getByRole("button", { name: "Cancel" }).click();
    await row.getByRole("button", { name: "Delete" }).click();
    await row.getByRole("button", { name: "Yes, delete it" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByText("4 of 5").waitFor();
    await eventually(async () => {
      const { bots } = await server.client.bots.listBots({ owner: "owners/dora" });
      assert.deepEqual(bots.map(({ name }) => name), ["dora/b2", "dora/b3", "dora/b4", "dora/b5"]);
    });
    await tab.finish("owners_bots_phone_deleted");
  });
});
