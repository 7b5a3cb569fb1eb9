/** The part of the form that asks how time is limited. */

import { h } from "../shell/elements.js";
import { toNanos } from "../shell/nanos.js";
import type { TimeControlChoice } from "./new_match.js";

/** The kinds of time control. */
export const TIME_KINDS = ["none", "turn", "bank", "round"] as const;
export type TimeKind = (typeof TIME_KINDS)[number];

/** Returns the time control of a form; `seconds` is the limit, `increment` what each turn adds to a bank. */
export function timeControl(kind: TimeKind, seconds: number, increment: number): TimeControlChoice | undefined {
  const nanos = (value: number) => toNanos(Math.max(0, (Number.isFinite(value) ? value : 0) * 1000));
  switch (kind) {
    case "none":
      return undefined;
    case "turn":
      return { kind: { case: "turnNanos", value: nanos(seconds) } };
    case "round":
      return { kind: { case: "roundNanos", value: nanos(seconds) } };
    case "bank":
      return {
        kind: {
          case: "bank",
          value: { $typeName: "botwerk.v1.Bank", baseNanos: nanos(seconds), incrementNanos: nanos(increment) },
        },
      };
  }
}

const TEXTS: Readonly<Record<TimeKind, string>> = {
  none: "only the limits of the rules",
  turn: "a limit for each turn",
  bank: "a time for the whole match",
  round: "a limit for each race",
};

/** Fields for the time control. */
export class TimeControlForm {
  readonly element: HTMLElement;
  readonly #kind: HTMLSelectElement;
  readonly #seconds = h("input", { type: "number", min: "1", max: "86400", value: "60", step: "any" });
  readonly #increment = h("input", { type: "number", min: "0", max: "3600", value: "2", step: "any" });
  readonly #limit = h("label", {}, "Seconds", this.#seconds);
  readonly #added = h("label", {}, "Seconds added each turn", this.#increment);

  constructor() {
    const options = TIME_KINDS.map((kind) => h("option", { value: kind }, TEXTS[kind]));
    this.#kind = h("select", { name: "time", on: { change: () => this.#update() } }, options);
    this.element = h("fieldset", {}, h("legend", {}, "Time"),
      h("div", { class: "play-fields" }, h("label", {}, "Time control", this.#kind), this.#limit, this.#added));
    this.#update();
  }

  get value(): TimeControlChoice | undefined {
    const kind = TIME_KINDS.find((kind) => kind === this.#kind.value) ?? "none";
    return timeControl(kind, this.#seconds.valueAsNumber, this.#increment.valueAsNumber);
  }

  /** Sets the time control, as in an address: `turn`, `bank` or `round`. */
  set kind(kind: string) {
    if (TIME_KINDS.some((known) => known === kind)) this.#kind.value = kind;
    this.#update();
  }

  #update(): void {
    this.#limit.hidden = this.#kind.value === "none";
    this.#added.hidden = this.#kind.value !== "bank";
  }
}
