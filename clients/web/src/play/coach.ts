/** A coach: what to do now, in the words of the game, at each kind of decision that is new to the person. */

import { h, replace } from "../shell/elements.js";
import type { CoachProgress } from "./coach_progress.js";
import type { PreparedTurn } from "./game_controls.js";
import type { OpenRequest } from "./match_model.js";
import { racePosition } from "./race/race_position.js";
import type { Advice, CoachScene, GameStory, StorySetup } from "./stories/game_story.js";

/** The class of the elements that the coach speaks of. */
const MARK = "coach-use";

/** What to do if no solution was found. */
const NOT_FOUND: Advice = {
  text: "No solution was found in time. Try to find one yourself, or pass this round.",
  use: '[data-key="pass"]',
};

/** What the coach may use. */
export interface CoachContext {
  readonly story: GameStory;
  readonly progress: CoachProgress;
  readonly setup: StorySetup;
  readonly seat: number;
  /** The element with the board and the controls. */
  readonly page: Element;
  readonly signal: AbortSignal;
  /** The open request, once the controls show it. */
  request(): OpenRequest | undefined;
  prepared(): PreparedTurn | undefined;
  /** Returns whether solutions can be asked for. */
  hasHints(): boolean;
  /** Returns the expected turns in the notation, or `undefined` if there are none. */
  findTurns(): Promise<readonly string[] | undefined>;
}

/** The panel of the coach, and its marks on the page. */
export class Coach {
  /** What to do now. Hidden while the person knows it. */
  readonly element = h("section", { class: "coach", "aria-label": "Coach", hidden: true });
  /** Brings the coach back for a decision of which the person knows the kind. */
  readonly again = h("button", { type: "button", class: "coach-again", hidden: true, on: { click: () => this.#repeat() } }, "What do I do now?");
  readonly #switch: HTMLInputElement;
  /** Switches the coach off, and on for everything. */
  readonly control: HTMLElement;
  readonly #text = h("p", { class: "coach-text", "aria-live": "polite" });
  readonly #show = h("button", { type: "button", "data-coach": "show", on: { click: () => void this.#findSolution() } }, "Show me how");
  /** What was found for a round; `undefined` moves if the search has found nothing. */
  #solution: { readonly round: number; readonly moves: readonly string[] | undefined } | undefined;
  /** Selects what is marked. */
  #marked = "";
  #hasMarked = false;
  #isSearching = false;
  #isPending = false;
  /** The request whose answer is on its way to the server. */
  #sent: OpenRequest | undefined;

  constructor(private readonly context: CoachContext) {
    this.#switch = h("input", { type: "checkbox", checked: context.progress.isOn, on: { change: () => this.#change() } });
    this.control = h("label", { class: "play-switch" }, this.#switch, "Coach");
    const known = h("button", { type: "button", "data-coach": "known", on: { click: () => this.#skip() } }, "Got it");
    replace(this.element, this.#text, h("div", { class: "coach-buttons" }, this.#show, known));
  }

  /** Follows what the controls show below an element. */
  follow(element: Element): void {
    const observer = new MutationObserver(() => this.#schedule());
    observer.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ["open", "aria-pressed"] });
    this.context.signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Shows what to do with the open request. */
  update(): void {
    const request = this.context.request();
    // The next request may come before the confirmation of the answer to the one before.
    if (request !== undefined && this.#sent !== undefined && !isSameRequest(request, this.#sent)) this.#complete();
    const isNeeded = request !== undefined && this.context.progress.needs(this.#kindOf(request));
    this.element.hidden = !isNeeded;
    this.again.hidden = request === undefined || isNeeded || !this.context.progress.isOn;
    this.#switch.checked = this.context.progress.isOn;
    // While an answer is on its way, nothing is to be done.
    if (!isNeeded || this.#sent !== undefined) return this.#mark("");
    const advice = this.context.story.advice(this.#scene(request));
    const isInVain = advice.offersSolution === true && this.#solution?.round === roundOf(request);
    this.#render(isInVain ? NOT_FOUND : advice);
  }

  /** Records that the person's answer to a request is sent. */
  send(request: OpenRequest): void {
    this.#sent = request;
    this.update();
  }

  /** Records whether the server has accepted the answer to a request. */
  confirm(request: OpenRequest, isAccepted: boolean): void {
    if (this.#sent === request) {
      if (isAccepted) this.#complete();
      this.#sent = undefined;
    }
    this.update();
  }

  /** Counts the decision of the answer that was sent, once. */
  #complete(): void {
    if (this.#sent !== undefined) this.context.progress.complete(this.#kindOf(this.#sent));
    this.#sent = undefined;
  }

  #kindOf(request: OpenRequest): string {
    return this.context.story.decision(request, this.context.seat);
  }

  #schedule(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    queueMicrotask(() => {
      this.#isPending = false;
      if (!this.context.signal.aborted) this.update();
    });
  }

  #scene(request: OpenRequest): CoachScene {
    const { seat, setup, page } = this.context;
    const { moves = [], next = [] } = this.context.prepared() ?? {};
    const solution = this.#solution?.round === roundOf(request) ? this.#solution.moves : undefined;
    const has = (selector: string) => page.querySelector(selector) !== null;
    return { request, seat, setup, moves, next, solution, has };
  }

  #render({ text, use, offersSolution }: Advice): void {
    if (this.#text.textContent !== text) this.#text.textContent = text;
    const offers = offersSolution === true && this.context.hasHints();
    this.#show.hidden = !offers;
    this.#show.classList.toggle(MARK, offers && !this.#isSearching);
    this.#show.textContent = this.#isSearching ? "Searching…" : "Show me how";
    this.#mark(use ?? "");
  }

  #mark(selector: string): void {
    const marked = new Set(selector === "" ? [] : this.context.page.querySelectorAll(selector));
    for (const element of this.context.page.querySelectorAll(`.${MARK}`)) {
      if (!marked.has(element) && element !== this.#show) element.classList.remove(MARK);
    }
    for (const element of marked) element.classList.add(MARK);
    if (selector === this.#marked) return;
    const isFirst = !this.#hasMarked;
    this.#marked = selector;
    this.#hasMarked ||= selector !== "";
    // A page that opens shows its board.
    if (isFirst) return;
    // On a phone the coach is in front of the lower end of the page.
    const isInFront = getComputedStyle(this.element).position === "fixed";
    bringIntoView([...marked], isInFront ? this.element.getBoundingClientRect().top : innerHeight);
  }

  async #findSolution(): Promise<void> {
    const request = this.context.request();
    if (request === undefined || this.#isSearching) return;
    this.#isSearching = true;
    this.update();
    const turns = await this.context.findTurns();
    this.#isSearching = false;
    if (this.context.signal.aborted) return;
    const moves = this.context.story.solution?.(turns ?? []);
    this.#solution = { round: roundOf(request), moves };
    this.update();
  }

  #skip(): void {
    const request = this.context.request();
    if (request !== undefined) this.context.progress.skip(this.#kindOf(request));
    this.update();
    if (!this.again.hidden) this.again.focus({ preventScroll: true });
  }

  #repeat(): void {
    const request = this.context.request();
    if (request !== undefined) this.context.progress.repeat(this.#kindOf(request));
    this.update();
  }

  #change(): void {
    this.context.progress.switch(this.#switch.checked);
    this.update();
  }
}

function isSameRequest(request: OpenRequest, other: OpenRequest): boolean {
  return request.turn === other.turn && request.part === other.part;
}

function roundOf({ view }: OpenRequest): number {
  return racePosition(view.position)?.round ?? 0;
}

/** Scrolls to the first of some elements if none of them is in view, above a limit in pixels. */
function bringIntoView(elements: readonly Element[], limit: number): void {
  const isSeen = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= limit;
  };
  if (!elements.some(isSeen)) elements[0]?.scrollIntoView({ block: "nearest" });
}
