/** The players of a match with their clocks, and which of them are to act. */

import { h, replace } from "../shell/elements.js";
import { bankMillis, formatClock, remainingMillis } from "./clock.js";
import type { MatchModel } from "./match_model.js";
import type { SeatNames } from "./seat_names.js";

/** The time between two updates of the clocks, in milliseconds. */
const TICK = 100;

/** Below this time a clock is marked, in milliseconds. */
const URGENT = 10_000;

/** The players and the clocks of a match. */
export class SeatStrip {
  readonly element = h("ul", { class: "play-seats" });
  /** The time until the open request expires. */
  readonly limit = h("p", { class: "play-limit" });
  readonly #timer: ReturnType<typeof setInterval>;
  #ticks: (() => void)[] = [];
  #key = "";
  /** Whether the clocks agree with the server; they continue without it. */
  #isCurrent = true;

  constructor(
    private readonly model: MatchModel,
    private readonly names: SeatNames,
  ) {
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  /** Draws the players; the clocks follow by themselves. */
  update(seats: number): void {
    const { toAct, clocks, over } = this.model;
    const hasBanks = (clocks?.clocks.bankNanos.length ?? 0) > 0;
    const key = JSON.stringify([seats, toAct, hasBanks, over !== undefined, this.#names(seats), this.#scores()]);
    if (key === this.#key) return;
    this.#key = key;
    this.#ticks = [];
    const scores = this.#scores();
    const cards = Array.from({ length: seats }, (_, seat) => this.#card(seat, toAct, scores[seat]));
    replace(this.element, cards);
    this.#tick();
  }

  /** Marks the clocks as current or not. */
  setCurrent(isCurrent: boolean): void {
    this.#isCurrent = isCurrent;
    this.#tick();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #names(seats: number): readonly string[] {
    return Array.from({ length: seats }, (_, seat) => this.names.seat(seat) + this.names.detail(seat));
  }

  #scores(): readonly number[] {
    const game = this.model.view?.position.game;
    if (game?.case === "microRobots") return game.value.chips;
    return game?.case === "ricochet" ? game.value.won : [];
  }

  #card(seat: number, toAct: readonly number[], score: number | undefined): HTMLElement {
    const isToAct = toAct.includes(seat);
    const clock = h("span", { class: "play-clock number" });
    this.#ticks.push(() => this.#tickBank(clock, seat, isToAct));
    const unit = this.model.view?.position.game.case === "microRobots" ? "chip" : "target";
    const name = this.names.seat(seat);
    return h("li", { class: `play-seat seat-${seat % 4}${isToAct ? " to-act" : ""}` },
      h("bdi", { class: "name", title: name }, name),
      h("span", { class: "soft" }, this.names.detail(seat)),
      score !== undefined && h("span", {}, `${score} ${unit}${score === 1 ? "" : "s"}`),
      isToAct && h("span", { class: "visually-hidden" }, "to act"),
      clock);
  }

  #tick(): void {
    for (const tick of this.#ticks) tick();
    this.#tickLimit();
  }

  #tickBank(clock: HTMLElement, seat: number, isRunning: boolean): void {
    const { clocks } = this.model;
    // Races are not counted.
    const runs = isRunning && this.model.toAct.length === 1;
    const millis = clocks === undefined ? undefined : bankMillis(clocks, seat, runs, performance.now());
    this.#setClock(clock, millis, "");
  }

  #tickLimit(): void {
    const { clocks, over } = this.model;
    const millis = clocks === undefined || over !== undefined ? undefined : remainingMillis(clocks, performance.now());
    const isPaused = clocks?.clocks.isPaused === true;
    this.#setClock(this.limit, millis, isPaused ? "Paused with " : "Time left: ");
  }

  #setClock(element: HTMLElement, millis: number | undefined, prefix: string): void {
    const time = millis === undefined ? "" : prefix + formatClock(millis);
    const text = this.#isCurrent || time === "" ? time : `${time} (not current)`;
    if (element.textContent === text) return;
    element.textContent = text;
    element.hidden = millis === undefined;
    element.classList.toggle("urgent", this.#isCurrent && millis !== undefined && millis < URGENT);
    element.classList.toggle("outdated", !this.#isCurrent);
  }
}
