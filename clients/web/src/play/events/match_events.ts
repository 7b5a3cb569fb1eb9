/** What has just happened in a match that is played: the banner, the animation on the board, and the recap of a round. */

import type { Client } from "botwerk/web";
import { h } from "../../shell/elements.js";
import type { PageContext } from "../../shell/page.js";
import { endsSetting } from "../droids/turn_steps.js";
import type { MatchModel, SeenUpdate } from "../match_model.js";
import type { PlayBoard } from "../play_board.js";
import type { SeatNames } from "../seat_names.js";
import { racePosition } from "../race/race_position.js";
import type { AnimationStep } from "./animation_step.js";
import { EventBanner } from "./event_banner.js";
import { currentEvents } from "./match_event.js";
import type { RecapPanel } from "./recap_panel.js";
import { RoundRecorder } from "./round_recorder.js";
import type { RoundRecap } from "./round_recorder.js";
import { seatTexts } from "./seat_texts.js";
import { TurnAnimation } from "./turn_animation.js";
import { turnSteps } from "./turn_steps.js";
import type { StepRules } from "./turn_steps.js";

/** What the events need of the page. */
export interface EventsContext {
  readonly page: PageContext;
  readonly rules: Client["rules"];
  readonly setup: StepRules["setup"];
  readonly model: MatchModel;
  readonly board: PlayBoard;
  /** The panel with which the seat is played. */
  readonly controls: HTMLElement;
  readonly names: SeatNames;
}

/** Keys that do nothing on the page by themselves. */
const QUIET_KEYS = ["Tab", "Shift", "Control", "Alt", "Meta"];

/** The time after a skip in which the rest of a turn that arrives action by action is not animated, in milliseconds. */
const SKIP_MILLIS = 500;

/** Maximum number of updates whose ways are marked on the board. */
const MAX_MARKED = 12;

/** Follows what happens in a match. */
export class MatchEvents {
  readonly banner: EventBanner;
  /** The place of the recap of a round. */
  readonly recapPlace = h("div");
  readonly #animation: TurnAnimation;
  readonly #recorder = new RoundRecorder();
  #recap: RecapPanel | undefined;
  /** What other seats have done since the own seat acted. */
  #unanswered: readonly SeenUpdate[] = [];
  #skippedAt = -Infinity;
  readonly #steps = new WeakMap<SeenUpdate, Promise<readonly AnimationStep[]>>();
  #marking: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly context: EventsContext) {
    const { rules, setup, board, names, page } = context;
    this.banner = new EventBanner(names, () => this.skip());
    this.#animation = new TurnAnimation(rules, setup, names.own, board, (isRunning) => this.banner.setRunning(isRunning));
    const press = ({ key }: KeyboardEvent) => {
      if (!QUIET_KEYS.includes(key)) this.skip();
    };
    document.addEventListener("keydown", press, { capture: true, signal: page.signal });
    document.addEventListener("click", ({ target }) => this.#click(target as Node), { capture: true, signal: page.signal });
  }

  /** Shows what has arrived since the last call. */
  update(): void {
    const { model, names } = this.context;
    const updates = model.takeUpdates();
    if (updates.length === 0) return;
    let events = this.banner.shown;
    for (const update of updates) {
      events = currentEvents(events, update, names.own);
      const isOwn = seatTexts(update)?.seat === names.own;
      if (isOwn) this.#skippedAt = -Infinity;
      this.#unanswered = isOwn || endsSetting(update) ? [] : [...this.#unanswered, update].slice(-MAX_MARKED);
      const recap = this.#recorder.receive(update);
      if (recap !== undefined && update.isLive) void this.#openRecap(recap);
      if (update.isLive && update.receivedAt > this.#skippedAt + SKIP_MILLIS) void this.#animate(update);
    }
    this.banner.show(events);
    clearTimeout(this.#marking);
    this.#marking = setTimeout(() => void this.#mark(this.#unanswered), 0);
  }

  /** Ends an animation. */
  skip(): void {
    if (this.#animation.isRunning) this.#skippedAt = performance.now();
    this.#animation.skip();
  }

  /** What the person does ends an animation; on the board or with the controls, it also closes the recap. */
  #click(target: Node): void {
    if (this.#animation.isRunning) return this.skip();
    const { board, controls } = this.context;
    if (board.surface.contains(target) || controls.contains(target)) this.#recap?.close();
  }

  close(): void {
    clearTimeout(this.#marking);
    this.#animation.skip();
    this.#recap?.close();
  }

  get #stepRules(): StepRules {
    const { rules, setup, model } = this.context;
    return { rules, setup, rulesetSha256: model.joined?.rulesetSha256 ?? "" };
  }

  async #animate(update: SeenUpdate): Promise<void> {
    this.#animation.play(await this.#stepsOf(update));
  }

  /** An update whose positions the rules do not reach has no steps: the board shows its result all the same. */
  #stepsOf(update: SeenUpdate): Promise<readonly AnimationStep[]> {
    const known = this.#steps.get(update);
    if (known !== undefined) return known;
    const steps = turnSteps(this.#stepRules, update, this.context.names.own).catch(() => []);
    this.#steps.set(update, steps);
    return steps;
  }

  /** Marks on the board what was done since the own seat acted. The route of a round is marked by its recap. */
  async #mark(updates: readonly SeenUpdate[]): Promise<void> {
    const last = updates.at(-1)?.after;
    if (last === undefined || racePosition(last.position) !== undefined) return;
    const steps = await Promise.all(updates.map((update) => this.#stepsOf(update)));
    if (updates === this.#unanswered) this.context.board.setTrail(last.text, steps.flat().flatMap(({ trail }) => trail));
  }

  async #openRecap(recap: RoundRecap): Promise<void> {
    const { RecapPanel } = await import("./recap_panel.js");
    const { page, board, names } = this.context;
    this.#recap ??= new RecapPanel({
      board,
      names,
      route: this.#stepRules,
      players: () => page.engines.players(),
      play: (steps) => this.#animation.play(steps),
    });
    if (this.#recap.element.parentElement === null) this.recapPlace.append(this.#recap.element);
    this.#recap.open(recap);
  }
}
