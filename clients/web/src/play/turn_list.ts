/** The list of turns and announcements. */

import { h } from "../shell/elements.js";
import type { EntryAnnouncement, TurnEntry } from "./turn_entries.js";

/** Shows the turns of a match, latest last. */
export class TurnList {
  readonly element: HTMLElement;
  readonly #list = h("ol", { class: "play-turns", tabindex: "0", "aria-label": "Turns" });
  /** What is new, for people who cannot see the list. */
  readonly #additions = h("div", { class: "visually-hidden", "aria-live": "polite" });
  #shown: readonly TurnEntry[] = [];
  /** Whether the latest turn is in view. Asked for with every scroll, since the question itself costs a layout. */
  #isAtEnd = true;

  constructor(private readonly seatName: (seat: number) => string) {
    this.element = h("section", { class: "card" }, h("h2", {}, "Turns"), this.#list, this.#additions);
    const list = this.#list;
    list.addEventListener("scroll", () => (this.#isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40), { passive: true });
  }

  /** Adds what is new. */
  update(entries: readonly TurnEntry[]): void {
    if (entries === this.#shown) return;
    const known = this.#shown.findIndex((entry, index) => entry !== entries[index]);
    const from = known < 0 ? this.#shown.length : known;
    const isFirst = this.#shown.length === 0;
    while (this.#list.children.length > from) this.#list.lastElementChild?.remove();
    this.#shown = entries;
    const added = entries.slice(from).map((entry) => this.#item(entry));
    this.#list.append(...added);
    if (!isFirst) this.#additions.textContent = added.map(({ textContent }) => textContent).join("; ");
    // Before the next picture, when the layout is computed anyway.
    if (this.#isAtEnd) requestAnimationFrame(() => (this.#list.scrollTop = this.#list.scrollHeight));
  }

  #item({ actor, text, announcements }: TurnEntry): HTMLElement {
    const who = typeof actor === "number" ? h("bdi", { class: `seat-${actor % 4}` }, this.seatName(actor)) : h("span", { class: "soft" }, actor);
    // The winner's announcement is one of those of the race.
    const isAnnounced = announcements.some((announcement) => announcement.isWinner && announcement.text === text);
    return h("li", {},
      announcements.length > 0 && h("div", { class: "play-race" }, announcements.map((announcement) => this.#announcement(announcement))),
      !isAnnounced && [who, " ", h("span", { class: "notation" }, text)]);
  }

  #announcement({ seat, text, millis, isWinner }: EntryAnnouncement): HTMLElement {
    return h("div", { class: isWinner ? "winner" : "soft" },
      h("bdi", {}, this.seatName(seat)), `: ${text} after ${(millis / 1000).toFixed(2)} s${isWinner ? ", first" : ""}`);
  }
}
