/** The address of the analysis in the history of the browser. */

import type { PageContext } from "../shell/page.js";

/**
 * Keeps the address of what is shown. Back leads to the game, the options or the set-up before the present one; single
 * moves and edits, which Undo takes back, share one entry.
 */
export class AddressHistory {
  #shown: string | undefined;
  #startsEntry = false;

  constructor(private readonly context: Pick<PageContext, "pushAddress" | "replaceAddress">) {}

  /** Lets the next change of the address start an entry. */
  startEntry(): void {
    this.#startsEntry = true;
  }

  /** Shows the address of a change. */
  show(path: string): void {
    const isPushed = this.#startsEntry && this.#shown !== undefined && path !== this.#shown;
    this.#startsEntry = false;
    this.#shown = path;
    if (isPushed) this.context.pushAddress(path);
    else this.context.replaceAddress(path);
  }
}
