/** Owners sign up and in with an OpenID provider, as people do: on its page. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { bearer } from "botwerk/web";
import type { Page } from "playwright-core";
import { invite, signUp } from "./arena.js";
import { Bench, PHONE, eventually } from "./harness.js";
import type { Tab, TabOptions, TestServer } from "./harness.js";
import { OTHER_PERSON, PASSWORD, PERSON, PROVIDER_NAME, SKIPPED, startArenaWithProvider } from "./oidc_provider.js";

const signInButton = (page: Page) => page.getByRole("button", { name: `Sign in with ${PROVIDER_NAME}` });
const nameForm = (page: Page) => page.getByRole("form", { name: "Choose a name" });

/** Proves on the page of the provider who a person is. */
async function authenticate(page: Page, person: string): Promise<void> {
  await page.getByLabel("Username").fill(person);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Returns what the browser keeps of the way to the provider. */
function keptText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
}

suite("sign-in with a provider", { skip: SKIPPED }, () => {
  const bench = new Bench();
  let started: Promise<TestServer> | undefined;
  const arena = () => (started ??= startArenaWithProvider(bench, "--sign-up", "identity"));

  async function openBots(server: TestServer, options: TabOptions = {}): Promise<Tab> {
    const tab = await bench.openTab(server, "/bots", options);
    // The provider has pages of its own, and rejected calls are reported in the console as well.
    tab.expectProblems(/^request to another origin: http:\/\/localhost:|Failed to load resource/);
    return tab;
  }

  test("a person chooses a name once, and is signed in until the owner signs out", async () => {
    const server = await arena();
    const tab = await openBots(server);
    const { page } = tab;
    const tokens = new Set<string>();
    page.on("request", (request) => {
      const token = request.headers()["authorization"]?.replace("Bearer ", "");
      if (token !== undefined) tokens.add(token);
    });
    await tab.checkAccessibility();
    await signInButton(page).click();
    await authenticate(page, PERSON);
    const form = nameForm(page);
    await form.waitFor();
    assert.equal(page.url(), server.pageAddress("/bots"));
    assert.ok(!(await keptText(page)).includes("sign-in"));
    assert.equal(await form.getByLabel("Invitation code").count(), 0);
    await form.getByLabel("Your name").fill("Ida Lee");
    await form.getByRole("button", { name: "Sign up" }).click();
    await form.getByRole("alert").getByText("A name has 1 to 32 lower-case letters").waitFor();
    await tab.checkAccessibility();
    await form.getByLabel("Your name").fill("ida");
    await form.getByRole("button", { name: "Sign up" }).click();
    await page.getByText("Signed in as ida").waitFor();
    await page.getByText("1 identity is linked.").waitFor();
    const [token] = [...tokens];
    assert.ok(!(await keptText(page)).includes(token!));
    await server.client.owners.getOwner({}, { headers: bearer(token!) });

    // The server revokes the token with the end of the session.
    await page.getByRole("button", { name: "Sign out" }).click();
    await signInButton(page).waitFor();
    await eventually(() => assert.rejects(server.client.owners.getOwner({}, { headers: bearer(token!) })));
    await signInButton(page).click();
    await authenticate(page, PERSON);
    await page.getByText("Signed in as ida").waitFor();
    await tab.screenshot("sign_in_provider", { fullPage: true });
    await page.reload();
    await signInButton(page).waitFor();
    await tab.finish("sign_in_offered");
  });

  test("an owner with a token links an identity, which then signs in", async () => {
    const server = await arena();
    const token = await signUp(server, "otto");
    const tab = await openBots(server, { viewport: PHONE, isDark: true });
    const { page } = tab;
    await page.getByLabel("Your token").fill(token);
    await page.getByRole("form", { name: "Sign in" }).getByRole("button", { name: "Sign in" }).click();
    await page.getByText("No identity is linked.").waitFor();
    await page.getByRole("button", { name: `Link ${PROVIDER_NAME}` }).click();
    await authenticate(page, OTHER_PERSON);
    await page.getByText("1 identity is linked.").waitFor();
    await page.getByText("Signed in as otto").waitFor();
    assert.equal(page.url(), server.pageAddress("/bots"));
    assert.ok(!(await keptText(page)).includes(token));
    await tab.checkAccessibility();
    await tab.checkWidth();
    await page.getByRole("button", { name: "Sign out" }).click();
    await signInButton(page).click();
    await authenticate(page, OTHER_PERSON);
    await page.getByText("Signed in as otto").waitFor();
    // Signing out of a session leaves the token of the owner valid.
    await server.client.owners.getOwner({}, { headers: bearer(token) });

    // An identity belongs to one owner.
    const other = await openBots(server);
    await other.page.getByLabel("Your token").fill(await signUp(server, "paul"));
    await other.page.getByRole("form", { name: "Sign in" }).getByRole("button", { name: "Sign in" }).click();
    await other.page.getByRole("button", { name: `Link ${PROVIDER_NAME}` }).click();
    await authenticate(other.page, OTHER_PERSON);
    await other.page.getByRole("alert").getByText(/\w/).waitFor();
    await other.page.getByText("Signed in as paul").waitFor();
    await other.page.getByText("No identity is linked.").waitFor();
    await other.close();
    await tab.finish("sign_in_linked_phone");
  });

  test("where an identity replaces no code, a new owner needs both", async () => {
    const server = await startArenaWithProvider(bench, "--sign-up", "code");
    const tab = await openBots(server);
    const { page } = tab;
    await signInButton(page).click();
    await authenticate(page, PERSON);
    const form = nameForm(page);
    await form.getByLabel("Your name").fill("rosa");
    await form.getByLabel("Invitation code").fill("wrong");
    await form.getByRole("button", { name: "Sign up" }).click();
    await form.getByRole("alert").getByText("This code is unknown, used up or expired").waitFor();
    await form.getByLabel("Invitation code").fill(await invite(server));
    await form.getByRole("button", { name: "Sign up" }).click();
    await page.getByText("Signed in as rosa").waitFor();
    await tab.finish("sign_in_with_code");
  });
});
