/** A table of any number of matches: only the rows that can be seen are in the page. */

import { MatchState, Termination } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import { resourceId, terminationName } from "./description.js";
import { nameElement, nameText } from "./entrant_name.js";
import { isInProgress, resultText } from "./match_row.js";
import type { MatchRow, ResultRow } from "./match_row.js";
import { number, turnTime } from "./number_format.js";
import { rowWindow } from "./row_window.js";

/** Height of a row in pixels, as in the style sheet. */
const ROW_HEIGHT = 40;
const OVERSCAN = 8;
/** Maximum number of rows on paper. */
const MAX_PRINTED = 5000;
const COLUMNS = ["Match", "Round", "Players", "Result", "Turns", "Time", "Remarks"] as const;

/** Where a table finds its matches. */
export interface MatchSource {
  readonly count: number;
  /** A number that changes whenever a match does. */
  readonly version: number;
  /** Returns a match, or `undefined` while it is not loaded. */
  row(position: number): MatchRow | undefined;
  /** Asks for the matches that are shown. */
  want(first: number, end: number): void;
}

interface ShownRow {
  readonly row: MatchRow | undefined;
  readonly element: HTMLElement;
}

/** The table. It shows its source again with each `update`. */
export class MatchTable {
  readonly element: HTMLElement;
  readonly #box = h("div", { class: "rows", role: "rowgroup", tabindex: "0" });
  readonly #list = h("div", { class: "list", role: "presentation" });
  readonly #empty = h("p", { class: "soft empty" }, "No matches.");
  readonly #shown = new Map<number, ShownRow>();
  #source: MatchSource | undefined;
  #frame = 0;
  #isPrinted = false;

  constructor(label: string, private readonly href: (path: string) => string) {
    this.#box.append(this.#list);
    this.#box.setAttribute("aria-label", label);
    this.#box.addEventListener("scroll", () => this.#schedule(), { passive: true });
    const head = h("div", { role: "rowgroup" }, h("div", { class: "match-row head", role: "row" },
      COLUMNS.map((column) => h("div", { role: "columnheader" }, column))));
    this.element = h("div", { class: "match-table", role: "table", "aria-label": label }, head, this.#box, this.#empty);
  }

  /** Shows the matches of a source, from the first one on if it is another one. */
  update(source: MatchSource): void {
    if (source !== this.#source) {
      this.#source = source;
      this.#box.scrollTop = 0;
    }
    this.#empty.hidden = source.count > 0;
    this.#box.style.setProperty("--list-height", `${source.count * ROW_HEIGHT}px`);
    this.element.setAttribute("aria-rowcount", String(source.count + 1));
    this.#draw();
  }

  /** Shows all rows one below the other for paper, or a box that scrolls again. */
  setPrinted(isPrinted: boolean): void {
    this.#isPrinted = isPrinted;
    this.#draw();
  }

  /** Shows a match in the middle. */
  scrollTo(position: number): void {
    const window = this.#window();
    const share = position / Math.max(1, this.#source?.count ?? 1);
    this.#box.scrollTop = share * window.height - this.#box.clientHeight / 2;
  }

  #schedule(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #window() {
    const count = this.#source?.count ?? 0;
    if (this.#isPrinted) return { first: 0, end: Math.min(count, MAX_PRINTED), top: 0, height: count * ROW_HEIGHT };
    return rowWindow({
      count,
      rowHeight: ROW_HEIGHT,
      scrollTop: this.#box.scrollTop,
      viewHeight: this.#box.clientHeight || 12 * ROW_HEIGHT,
      overscan: OVERSCAN,
    });
  }

  #draw(): void {
    const source = this.#source;
    if (source === undefined) return;
    const { first, end, top, height } = this.#window();
    this.#list.style.setProperty("height", `${height}px`);
    for (const [position, { element }] of this.#shown) {
      if (position >= first && position < end) continue;
      element.remove();
      this.#shown.delete(position);
    }
    let next: Element | null = this.#list.firstElementChild;
    for (let position = first; position < end; position++) {
      const element = this.#row(position, source.row(position));
      // Rows stay in their order, in which the tab key visits them.
      if (element === next) next = element.nextElementSibling;
      else this.#list.insertBefore(element, next);
      element.style.setProperty("transform", `translateY(${top + (position - first) * ROW_HEIGHT}px)`);
    }
    source.want(first, end);
  }

  #row(position: number, row: MatchRow | undefined): HTMLElement {
    const shown = this.#shown.get(position);
    if (shown !== undefined && shown.row === row) return shown.element;
    const element = shown?.element ?? h("div", { class: "match-row", role: "row", "aria-rowindex": position + 2 });
    const hadFocus = element.contains(document.activeElement);
    replace(element, this.#cells(row).map((content) => h("div", { role: "cell" }, content)));
    if (hadFocus) element.querySelector("a")?.focus({ preventScroll: true });
    this.#shown.set(position, { row, element });
    return element;
  }

  #cells(row: MatchRow | undefined): Content[] {
    if (row === undefined) return [h("span", { class: "soft" }, "loading…"), ...COLUMNS.slice(1).map(() => "")];
    const { index, round, entrants, match, result } = row;
    // A label contains the text that can be seen.
    const title = `#${number(index)}: ${entrants.map(nameText).join(" against ")}`;
    const link = match === ""
      ? h("span", { class: "soft" }, `#${number(index)}`)
      : h("a", { href: this.href(`/matches/${resourceId(match)}`), "aria-label": title, title }, `#${number(index)}`);
    const turns = result?.seats.reduce((sum, seat) => sum + seat.turns, 0) ?? 0;
    const nanos = result?.seats.reduce((sum, seat) => sum + seat.thinkNanos, 0);
    return [
      link,
      round,
      h("span", { class: "players" }, entrants.map((name, seat) =>
        [seat > 0 && h("span", { class: "soft" }, "–"), player(name, seat, result)])),
      h("span", { class: isInProgress(row) ? "badge good" : undefined }, resultText(row)),
      turns === 0 ? "" : number(turns),
      turns === 0 || nanos === undefined ? "" : turnTime(nanos),
      h("span", { class: "remarks", title: remarks(row) }, remarks(row)),
    ];
  }
}

function player(name: string, seat: number, result: ResultRow | undefined): Content {
  const winners = result?.places.filter((place) => place === 1).length;
  const isWinner = winners === 1 && result?.places[seat] === 1 && !result.isVoided;
  return nameElement(name, { class: isWinner ? "winner" : undefined });
}

/** Returns what is unusual about a match. */
function remarks({ result, attempts, state }: MatchRow): string {
  const parts: string[] = [];
  if (result !== undefined) {
    if (result.isAdjudicated) parts.push("adjudicated");
    if (!result.isRated && !result.isVoided) parts.push("not rated");
    const left = result.seats.filter(({ termination }) => termination !== Termination.NONE);
    parts.push(...new Set(left.map(({ termination }) => terminationName(termination))));
  } else if (state === MatchState.ABORTED) {
    parts.push("aborted, is played again");
  }
  if (attempts > 1) parts.push(`${attempts} attempts`);
  return parts.join(", ");
}
