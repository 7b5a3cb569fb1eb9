/** What tests do on the page of a match. */

import type { Page } from "playwright-core";

/** Presses the button with this name. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** Waits until the status of the match has this text. */
export async function status(page: Page, text: RegExp): Promise<void> {
  await page.locator(".play-status").filter({ hasText: text }).waitFor({ timeout: 20_000 });
}

/** Starts the match that the form of a page describes, and waits for a status. */
export async function startMatch(page: Page, started: RegExp): Promise<void> {
  await press(page, "Start the match");
  await page.waitForURL(/\/play\/[^?]/);
  await status(page, started);
}
