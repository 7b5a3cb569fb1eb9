/** The line above the board that says what has happened. */

import { h, replace } from "../../shell/elements.js";
import type { Content } from "../../shell/elements.js";
import type { SeatNames } from "../seat_names.js";
import type { EventText, MatchEvent } from "./match_event.js";

/** Returns a sentence with the names of its seats. */
export function eventContent(text: EventText, names: SeatNames): Content {
  return text.map((part, index) => {
    if (typeof part === "string") return part;
    if (part.seat === names.own) return index === 0 ? "You" : "you";
    return h("bdi", {}, names.seat(part.seat));
  });
}

/** Shows the latest events, and a button that skips their animation. */
export class EventBanner {
  readonly element: HTMLElement;
  readonly #text = h("p", { role: "status" });
  readonly #skip: HTMLButtonElement;
  #shown: readonly MatchEvent[] = [];

  constructor(private readonly names: SeatNames, skip: () => void) {
    this.#skip = h("button", { type: "button", hidden: true, on: { click: skip } }, "Skip");
    this.element = h("div", { class: "play-events" }, this.#text, this.#skip);
  }

  get shown(): readonly MatchEvent[] {
    return this.#shown;
  }

  show(events: readonly MatchEvent[]): void {
    if (events === this.#shown) return;
    this.#shown = events;
    const isUrgent = events.some(({ kind }) => kind !== "turn" && kind !== "round");
    this.element.classList.toggle("urgent", isUrgent);
    replace(this.#text, events.map(({ kind, text }) => [h("span", { class: kind }, eventContent(text, this.names)), " "]));
  }

  /** Shows the button while an animation runs. */
  setRunning(isRunning: boolean): void {
    this.#skip.hidden = !isRunning;
  }
}
