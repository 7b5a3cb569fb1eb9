/** The list of turns. Only the rows that can be seen are in the page, so that 5,000 turns cost no more than 50. */

import { h, replace } from "../shell/elements.js";
import { isolatedText } from "../shell/foreign_text.js";
import type { StepCursor } from "./step_cursor.js";

/** A row, as it is shown. */
export interface TurnRow {
  /** Who acted. */
  readonly actor: string;
  /** Unset for chance, the referee and the start. */
  readonly seat: number | undefined;
  readonly text: string;
  /** Such as "850 ms". Empty if no time is known. */
  readonly time: string;
  /** Whether a player has written about the turn. */
  readonly hasComment: boolean;
  /** What an evaluation says of the turn. */
  readonly mark: TurnMark | undefined;
}

/** What an evaluation says of a turn. */
export interface TurnMark {
  readonly isBlunder: boolean;
  /** By how much less the turn was worth than the best one. */
  readonly loss: bigint;
  /** The best turn. */
  readonly best: string;
}

/** The height of a row in pixels, as in the style sheet. */
const ROW_HEIGHT = 32;
/** Rows above and below those that can be seen. */
const SPARE_ROWS = 6;
/** Rows of a page, for the keys that turn pages. */
const PAGE_ROWS = 8;

/** A list box of turns. */
export class TurnList {
  readonly #space = h("div", { class: "turn-space", role: "presentation" });
  readonly element: HTMLElement;
  readonly #rows = new Map<number, HTMLElement>();
  #isPlanned = false;
  /** Whether the next drawing scrolls to the current row. */
  #isFollowing = false;

  constructor(
    private readonly cursor: StepCursor,
    private readonly rowOf: (index: number) => TurnRow,
  ) {
    this.element = h(
      "div",
      {
        class: "turn-list",
        role: "listbox",
        tabindex: "0",
        "aria-label": "Turns",
        on: { scroll: () => this.#plan(), keydown: (event) => this.#key(event as KeyboardEvent) },
      },
      this.#space,
    );
    this.#space.addEventListener("click", (event) => {
      const row = (event.target as Element).closest<HTMLElement>("[data-index]");
      if (row !== null) cursor.go(Number(row.dataset["index"]));
    });
    cursor.onChange(() => this.#follow());
    new ResizeObserver(() => this.#plan()).observe(this.element);
  }

  /** Shows all rows again, after what they show has changed. */
  refresh(): void {
    // The rows stay until the next drawing, since assistive technology refers to one of them.
    for (const [at, row] of this.#rows) this.#fill(row, at);
    this.#follow();
  }

  #follow(): void {
    this.#isFollowing = true;
    this.#plan();
  }

  /** Scrolls as little as possible to show the current row. */
  #scroll(): void {
    const { index } = this.cursor;
    const [top, height] = [index * ROW_HEIGHT, this.element.clientHeight];
    const scrolled = this.element.scrollTop;
    if (top < scrolled) this.element.scrollTop = top;
    else if (top + ROW_HEIGHT > scrolled + height) this.element.scrollTop = top + ROW_HEIGHT - height;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    requestAnimationFrame(() => {
      this.#isPlanned = false;
      this.#render();
    });
  }

  #render(): void {
    const { index, count } = this.cursor;
    this.#space.style.setProperty("height", `${count * ROW_HEIGHT}px`);
    if (this.#isFollowing) this.#scroll();
    this.#isFollowing = false;
    const first = Math.max(0, Math.floor(this.element.scrollTop / ROW_HEIGHT) - SPARE_ROWS);
    const shown = Math.ceil(this.element.clientHeight / ROW_HEIGHT) + 2 * SPARE_ROWS;
    const last = Math.min(count, first + shown) - 1;
    for (const [at, row] of this.#rows) {
      // The row of the cursor stays, since assistive technology refers to it.
      if ((at >= first && at <= last) || (at === index && at < count)) continue;
      row.remove();
      this.#rows.delete(at);
    }
    for (let at = first; at <= last; at++) this.#show(at);
    if (index < first || index > last) this.#show(index);
    for (const [at, row] of this.#rows) row.setAttribute("aria-selected", String(at === index));
    this.element.setAttribute("aria-activedescendant", rowId(index));
  }

  #show(at: number): void {
    if (this.#rows.has(at)) return;
    const row = h("div", { role: "option", id: rowId(at), "data-index": at, style: { top: `${at * ROW_HEIGHT}px` } });
    this.#fill(row, at);
    this.#rows.set(at, row);
    this.#space.append(row);
  }

  #fill(row: HTMLElement, at: number): void {
    const { actor, seat, text, time, hasComment, mark } = this.rowOf(at);
    row.className = `turn ${seat === undefined ? "no-seat" : `seat-${seat}`} ${mark?.isBlunder ? "blunder" : ""}`;
    row.setAttribute("aria-posinset", String(at + 1));
    row.setAttribute("aria-setsize", String(this.cursor.count));
    const better = mark?.isBlunder ? ` Blunder; better: ${mark.best}` : "";
    row.title = `${isolatedText(actor)}: ${text}${better}`.slice(0, 1000);
    replace(
      row,
      h("span", { class: "turn-number" }, at),
      h("bdi", { class: "turn-actor" }, actor),
      h("bdi", { class: "turn-text notation" }, text),
      mark?.isBlunder && h("span", { class: "turn-mark" }, "??", h("span", { class: "visually-hidden" }, " blunder")),
      mark?.isBlunder && h("bdi", { class: "turn-better notation" }, `better: ${mark.best}`),
      hasComment && h("span", { class: "turn-comment" }, "”", h("span", { class: "visually-hidden" }, " comment")),
      h("span", { class: "turn-time" }, time),
    );
  }

  #key(event: KeyboardEvent): void {
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE_ROWS, PageDown: PAGE_ROWS }[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.cursor.move(steps);
  }
}

function rowId(index: number): string {
  return `turn-${index}`;
}
