/** A line that says why something cannot be chosen, with a link to the rule. */

import { h, replace } from "../shell/elements.js";
import type { IllegalReason } from "./illegal_reason.js";

/** Something that computes a reason when it is asked for. */
export type Explain = () => IllegalReason | Promise<IllegalReason>;

/** A line for reasons. */
export class ReasonLine {
  readonly element = h("p", { class: "play-reason", "aria-live": "polite" });
  #latest = 0;

  constructor(
    private readonly game: string,
    private readonly href: (path: string) => string,
  ) {}

  /** Shows a reason. Of several calls the latest one counts. */
  async show(reason: IllegalReason | Promise<IllegalReason>): Promise<void> {
    const number = ++this.#latest;
    const { text, rule } = await reason;
    if (number !== this.#latest) return;
    const link = rule === undefined ? undefined : this.#link(rule);
    replace(this.element, sentence(text), link === undefined ? undefined : [" ", link]);
  }

  clear(): void {
    this.#latest++;
    replace(this.element);
  }

  #link(rule: string): HTMLElement {
    const path = `/rules/${this.game}?rule=${encodeURIComponent(rule)}`;
    // The match stays open while its player reads.
    return h("a", { href: this.href(path), target: "_blank", class: "rule" }, rule);
  }
}

/** Returns a message as a sentence; one that begins with a move stays as it is. */
export function sentence(message: string): string {
  const isWord = /^[a-z]+[ ,]/.test(message);
  const text = isWord ? message[0]!.toUpperCase() + message.slice(1) : message;
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}
