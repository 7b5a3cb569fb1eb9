/** The form with which a seat announces a number of moves, or passes. */

import { h } from "../../shell/elements.js";
import { panelButton, refill } from "../panel.js";
import type { ReasonLine } from "../reason_line.js";

/** The largest number that has a button of its own. */
const MAX_BUTTON = 12;

/** What can be announced. */
export interface AnnouncementChoice {
  /** The largest number; 0 if none can be announced. */
  readonly max: number;
  readonly canPass: boolean;
  /** The number of moves of the solution that the person has found. */
  readonly solution: number | undefined;
}

/** A form for announcements. Digits on the keyboard go to its field. */
export class AnnouncementForm {
  readonly element: HTMLFormElement;
  readonly #field = h("input", { type: "number", min: "1", max: "99", inputmode: "numeric", required: true, "data-key": "number" });
  readonly #buttons = h("div", { class: "play-bids", role: "group", "aria-label": "Announce at once" });
  readonly #route = h("div", { class: "play-buttons" });
  readonly #end = h("div", { class: "play-buttons" });
  #shown = "";

  constructor(
    private readonly reasons: ReasonLine,
    private readonly announce: (number: number) => void,
    private readonly pass: () => void,
  ) {
    const submit = (event: Event) => {
      event.preventDefault();
      if (!this.#field.reportValidity()) return;
      const number = this.#field.valueAsNumber;
      this.#field.value = "";
      this.announce(number);
    };
    this.element = h("form", { class: "play-announce", on: { submit } },
      this.#route,
      h("div", { class: "play-number" },
        h("label", {}, "Number of moves", this.#field),
        h("button", { type: "submit" }, "Announce")),
      this.#buttons,
      this.#end);
    document.addEventListener("keydown", this.#typeDigit);
  }

  update(choice: AnnouncementChoice): void {
    const key = JSON.stringify(choice);
    if (key === this.#shown) return;
    this.#shown = key;
    const { max, canPass, solution } = choice;
    this.#field.max = String(max);
    const isBeaten = solution !== undefined && solution > max;
    refill(this.#route, solution !== undefined && panelButton({
      key: "route", class: "primary", text: `Announce your route: ${solution}`,
      press: () => this.announce(solution),
      explain: isBeaten ? () => ({ text: `At most ${max} can be announced now` }) : undefined,
    }, this.reasons));
    const numbers = Array.from({ length: Math.min(max, MAX_BUTTON) }, (_, index) => index + 1);
    refill(this.#buttons, numbers.map((number) =>
      panelButton({ key: `bid-${number}`, text: number, label: `Announce ${number}`, press: () => this.announce(number) }, this.reasons)));
    refill(this.#end, canPass && panelButton({ key: "pass", text: "Pass this round", press: this.pass }, this.reasons));
  }

  close(): void {
    document.removeEventListener("keydown", this.#typeDigit);
  }

  readonly #typeDigit = (event: KeyboardEvent) => {
    if (!/^[1-9]$/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!this.element.isConnected || isField(event.target)) return;
    event.preventDefault();
    this.#field.value = event.key;
    this.#field.focus();
  };
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, select, textarea");
}
