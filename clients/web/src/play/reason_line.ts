/** A line that says why something cannot be chosen, at the place that it is about, with a link to the rule. */

import { h, replace } from "../shell/elements.js";
import type { IllegalReason } from "./illegal_reason.js";
import { hasPointerMoved, trackPointer } from "./pointer_position.js";

/** Something that computes a reason when it is asked for. */
export type Explain = () => IllegalReason | Promise<IllegalReason>;

/** The time for which a pointer rests on something before its reason is shown, in milliseconds. */
const DWELL = 150;

/** The groups of buttons below which a reason stands. */
const GROUPS = ".play-buttons, .play-bids, .play-compass, .play-grid, .play-number, .play-rack, .play-counts";

/** How a reason was asked for: one of an action stays until the next action, one of the pointer until it moves on. */
type Asked = "action" | "pointer";

/**
 * A line for reasons. It stands next to the place of the board, below the group of the button, or in `element`. It is gone
 * with the next action of the person.
 */
export class ReasonLine {
  /** The place for what is about nothing on the page. */
  readonly element = h("div", { class: "play-reasons" });
  readonly #line = h("p", { class: "play-reason" });
  /** The line moves, so that its text is read from here. */
  readonly #announced = h("div", { class: "visually-hidden", "aria-live": "polite" });
  #latest = 0;
  #asked: Asked = "action";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly game: string,
    private readonly href: (path: string) => string,
    signal: AbortSignal,
  ) {
    this.element.append(this.#announced);
    const act = (event: Event) => {
      if (!(event.target instanceof Node && this.#line.contains(event.target))) this.clear();
    };
    document.addEventListener("pointerdown", act, { capture: true, signal });
    document.addEventListener("keydown", act, { capture: true, signal });
    trackPointer();
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Shows a reason, at what it is about. Of several calls the latest one counts. */
  async show(reason: IllegalReason | Promise<IllegalReason>, about?: Element): Promise<void> {
    await this.#show(reason, "action", about);
  }

  /**
   * Shows a reason once the pointer has rested on its element. Elements that are drawn below a pointer that rests are no
   * question.
   */
  point(event: MouseEvent, explain: Explain, about: Element): void {
    clearTimeout(this.#timer);
    if (this.#isPinned || !hasPointerMoved(event)) return;
    this.#timer = setTimeout(() => void this.#show(explain(), "pointer", about), DWELL);
  }

  /** Removes a reason that the pointer has asked for. */
  leave(): void {
    clearTimeout(this.#timer);
    if (!this.#isPinned) this.clear();
  }

  clear(): void {
    this.#latest++;
    clearTimeout(this.#timer);
    this.#line.remove();
    replace(this.#announced);
  }

  get #isPinned(): boolean {
    return this.#line.isConnected && this.#asked === "action";
  }

  async #show(reason: IllegalReason | Promise<IllegalReason>, asked: Asked, about?: Element): Promise<void> {
    clearTimeout(this.#timer);
    const number = ++this.#latest;
    const anchor = anchorOf(about);
    const { text, rule } = await reason;
    if (number !== this.#latest) return;
    const described = sentence(text);
    if (described === "") return this.clear();
    this.#asked = asked;
    replace(this.#line, described, rule === undefined ? undefined : [" ", this.#link(rule)]);
    this.#place(anchor);
    if (this.#announced.textContent !== described) this.#announced.textContent = described;
  }

  #place({ board, style, key }: Anchor): void {
    this.#line.className = "play-reason";
    this.#line.removeAttribute("style");
    if (board?.isConnected === true) {
      this.#line.classList.add("bubble");
      for (const [name, value] of Object.entries(style)) this.#line.style.setProperty(name, value);
      board.append(this.#line);
      return;
    }
    const button = key === undefined ? null : document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const group = button?.closest(GROUPS) ?? button;
    if (group === null) this.element.prepend(this.#line);
    else group.after(this.#line);
  }

  #link(rule: string): HTMLElement {
    const path = `/rules/${this.game}?rule=${encodeURIComponent(rule)}`;
    // The match stays open while its player reads.
    return h("a", { href: this.href(path), target: "_blank", class: "rule" }, rule);
  }
}

/** Where a reason stands. What it is about may be drawn again before the reason is known. */
interface Anchor {
  readonly board?: Element;
  readonly style: Readonly<Record<string, string>>;
  readonly key?: string;
}

function anchorOf(about: Element | undefined): Anchor {
  if (!(about instanceof HTMLElement)) return { style: {} };
  const board = about.closest(".board");
  const { key } = about.dataset;
  if (board === null) return { style: {}, ...(key === undefined ? {} : { key }) };
  const frame = board.getBoundingClientRect();
  const place = about.getBoundingClientRect();
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  const middle = (place.left + place.right) / 2 - frame.left;
  const isLeft = middle < frame.width / 2;
  const isUpper = place.top - frame.top < frame.height / 2;
  return {
    board,
    style: {
      [isLeft ? "left" : "right"]: percent(Math.max(0, isLeft ? place.left - frame.left : frame.right - place.right), frame.width),
      [isUpper ? "top" : "bottom"]: percent(isUpper ? place.bottom - frame.top : frame.bottom - place.top, frame.height),
    },
  };
}

/** Returns a message as a sentence; one that begins with a move stays as it is. */
export function sentence(message: string): string {
  const isWord = /^[a-z]+[ ,]/.test(message);
  const text = isWord ? message[0]!.toUpperCase() + message.slice(1) : message;
  return text === "" || /[.!?]$/.test(text) ? text : `${text}.`;
}
