/** The list of turns and announcements. */

import { h } from "../shell/elements.js";
import type { SeatNames } from "./seat_names.js";
import type { GameStory } from "./stories/game_story.js";
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

  constructor(
    private readonly names: SeatNames,
    private readonly describe: GameStory["describe"],
  ) {
    const notation = h("input", { type: "checkbox", on: { change: () => this.#list.classList.toggle("with-notation", notation.checked) } });
    this.element = h("section", { class: "card" },
      h("div", { class: "play-turns-head" }, h("h2", {}, "Turns"), h("label", { class: "play-switch" }, notation, "Notation")),
      this.#list, this.#additions);
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
    if (!isFirst) this.#additions.textContent = added.map(spoken).join("; ");
    // Before the next picture, when the layout is computed anyway.
    if (this.#isAtEnd) requestAnimationFrame(() => (this.#list.scrollTop = this.#list.scrollHeight));
  }

  #item(entry: TurnEntry): HTMLElement {
    const { actor, text, announcements } = entry;
    const described = this.describe(entry, this.names);
    const who = typeof actor === "number" && h("bdi", { class: `seat-${actor % 4}` }, this.names.seat(actor));
    // The winner's announcement is one of those of the race.
    const isAnnounced = announcements.some((announcement) => announcement.isWinner && announcement.text === text);
    return h("li", {},
      announcements.length > 0 && h("div", { class: "play-race" }, announcements.map((announcement) => this.#announcement(announcement))),
      !isAnnounced && [who, " ", described, h("span", { class: described === undefined ? "notation" : "notation addition" }, text)]);
  }

  #announcement({ seat, text, millis, isWinner }: EntryAnnouncement): HTMLElement {
    const described = this.describe({ actor: seat, text }, this.names) ?? text;
    return h("div", { class: isWinner ? "winner" : "soft" },
      h("bdi", {}, this.names.seat(seat)), ` ${described} after ${(millis / 1000).toFixed(2)} s${isWinner ? ", first" : ""}`);
  }
}

/** Returns the text of a line as it is read, without the notation that stands after it. */
function spoken(item: HTMLElement): string {
  const copy = item.cloneNode(true) as HTMLElement;
  for (const addition of copy.querySelectorAll(".addition")) addition.remove();
  return copy.textContent ?? "";
}
