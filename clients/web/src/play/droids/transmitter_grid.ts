/** The transmitters of a seat as a grid of buttons, which is large enough for fingers. */

import { h } from "../../shell/elements.js";
import type { Content } from "../../shell/elements.js";
import { explainOn } from "../panel.js";
import type { Explain, ReasonLine } from "../reason_line.js";

/** One slot of the grid. */
export interface GridSlot {
  /** The slot in the notation, such as `5.1`. */
  readonly slot: string;
  readonly text: Content;
  readonly label: string;
  /** The colour of the stone on the slot. */
  readonly colour: string | undefined;
  readonly press: (() => void) | undefined;
  readonly explain: Explain | undefined;
}

/** The grid of a seat. */
export interface TransmitterGrid {
  /** Slots by their names. */
  readonly slots: ReadonlyMap<string, GridSlot>;
  /** The transmitters under damage strips. */
  readonly covered: ReadonlySet<number>;
}

const TRANSMITTERS = Array.from({ length: 10 }, (_, index) => index + 1);
const SLOTS = [1, 2, 3];

/** Creates the grid; slot 1 is the first row, next to the field. A slot that cannot be used shows why. */
export function transmitterGrid({ slots, covered }: TransmitterGrid, reasons: ReasonLine): HTMLElement {
  const cell = (slot: GridSlot | undefined) => {
    if (slot === undefined) return h("td");
    const { press, explain, colour, text, label } = slot;
    return h("td", {}, h("button", {
      type: "button",
      class: `slot ${press === undefined ? "" : "goal"} ${colour === undefined ? "" : `stone ${colour}`}`,
      "data-key": `slot-${slot.slot}`,
      "aria-label": label,
      title: label,
      "aria-disabled": press === undefined ? "true" : undefined,
      tabindex: press === undefined ? "-1" : undefined,
      on: press !== undefined ? { click: press } : explain === undefined ? {} : explainOn(explain, reasons),
    }, text));
  };
  const heading = (transmitter: number) =>
    h("th", { scope: "col", class: covered.has(transmitter) ? "covered" : "" }, transmitter,
      covered.has(transmitter) && h("span", { class: "visually-hidden" }, " covered"));
  return h("table", { class: "play-grid" },
    h("caption", {}, "Your transmitters; the first row is next to the field"),
    h("thead", {}, h("tr", {}, TRANSMITTERS.map(heading))),
    h("tbody", {}, SLOTS.map((row) => h("tr", {}, TRANSMITTERS.map((column) => cell(slots.get(`${column}.${row}`)))))));
}
