/** Buttons, keys and a clock that step through a match. */

import { h, replace } from "../shell/elements.js";
import { icon } from "./icons.js";
import type { IconName } from "./icons.js";
import type { StepCursor } from "./step_cursor.js";

/** Turns a second, as text and number. */
const SPEEDS = [
  ["0.5 turns/s", 0.5],
  ["1 turn/s", 1],
  ["2 turns/s", 2],
  ["4 turns/s", 4],
  ["10 turns/s", 10],
] as const;
const DEFAULT_SPEED = 2;

/** The controls below the board. */
export class StepControls {
  readonly element: HTMLElement;
  readonly #back: readonly HTMLButtonElement[];
  readonly #forth: readonly HTMLButtonElement[];
  readonly #play = h("button", { type: "button", class: "play-button", on: { click: () => this.#toggle() } });
  readonly #speed = h(
    "select",
    { "aria-label": "Speed", on: { change: () => this.#restart() } },
    SPEEDS.map(([text, speed]) => h("option", { value: speed, selected: speed === DEFAULT_SPEED }, text)),
  );
  readonly #slider = h("input", { type: "range", min: 0, "aria-label": "Step", class: "step-slider" });
  readonly #number = h("span", { class: "step-number" });
  #timer: number | undefined;

  constructor(
    private readonly cursor: StepCursor,
    private readonly signal: AbortSignal,
  ) {
    this.#back = [
      stepButton("first", "First step (Home)", () => cursor.go(0)),
      stepButton("previous", "Previous step (left arrow)", () => cursor.move(-1)),
    ];
    this.#forth = [
      stepButton("next", "Next step (right arrow)", () => cursor.move(1)),
      stepButton("last", "Last step (End)", () => cursor.go(cursor.count - 1)),
    ];
    this.#slider.addEventListener("input", () => cursor.go(this.#slider.valueAsNumber));
    this.element = h(
      "div",
      { class: "step-controls", role: "group", "aria-label": "Steps" },
      h("div", { class: "row step-buttons" }, this.#back, this.#play, this.#forth, this.#speed, this.#number),
      this.#slider,
    );
    cursor.onChange(() => this.#update());
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    signal.addEventListener("abort", () => this.#stop());
    this.#update();
  }

  #update(): void {
    const { index, count, isAtEnd } = this.cursor;
    this.#slider.max = String(count - 1);
    this.#slider.value = String(index);
    this.#slider.setAttribute("aria-valuetext", `step ${index} of ${count - 1}`);
    this.#number.textContent = `${index} / ${count - 1}`;
    disable(this.#back, index === 0);
    disable(this.#forth, isAtEnd);
    if (isAtEnd) this.#stop();
    const isPlaying = this.#timer !== undefined;
    const label = isPlaying ? "Pause" : "Play the turns";
    if (this.#play.title === label) return;
    replace(this.#play, icon(isPlaying ? "pause" : "play"));
    this.#play.setAttribute("aria-label", label);
    this.#play.title = label;
  }

  #toggle(): void {
    if (this.#timer !== undefined) this.#stop();
    else {
      if (this.cursor.isAtEnd) this.cursor.go(0);
      this.#start();
    }
    this.#update();
  }

  #restart(): void {
    if (this.#timer === undefined) return;
    this.#stop();
    this.#start();
    this.#update();
  }

  #start(): void {
    if (this.signal.aborted) return;
    this.#timer = window.setInterval(() => this.cursor.move(1), 1000 / Number(this.#speed.value));
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if ((event.target as Element).closest?.("input, select, textarea, [contenteditable]")) return;
    const move = {
      ArrowLeft: () => this.cursor.move(-1),
      ArrowRight: () => this.cursor.move(1),
      Home: () => this.cursor.go(0),
      End: () => this.cursor.go(this.cursor.count - 1),
    }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  }
}

function stepButton(name: IconName, label: string, press: () => void): HTMLButtonElement {
  return h("button", { type: "button", "aria-label": label, title: label, on: { click: press } }, icon(name));
}

function disable(buttons: readonly HTMLButtonElement[], isDisabled: boolean): void {
  // A button with the focus stays enabled, since the focus would be lost.
  for (const button of buttons) button.setAttribute("aria-disabled", String(isDisabled));
}
