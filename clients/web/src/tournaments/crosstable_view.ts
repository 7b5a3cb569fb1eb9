/** The crosstable: points of the row's entrant against the column's. */

import { h, replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import type { Crosstable, Encounter } from "./crosstable.js";
import { nameElement, nameText } from "./entrant_name.js";
import { number, points } from "./number_format.js";
import { replaceKeepingFocus } from "./refocus.js";

/** Maximum number of entrants of a crosstable: it has the square of that many cells. */
const MAX_ENTRANTS = 40;

/** Rows and columns that arrow keys move by. */
const ARROWS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A crosstable whose cells open the matches of two entrants. */
export class CrosstableView {
  readonly element: HTMLElement;
  readonly #table = h("table", { class: "crosstable" });
  readonly #note = h("p", { class: "soft" });
  #signature = "";
  /** The key of the cell that the tab key reaches; arrow keys reach the others. */
  #reached: string | undefined;

  constructor(private readonly openMatches: (entrant: string, opponent: string) => void) {
    const label = "Crosstable; arrow keys move between its cells";
    this.element = h("div", {},
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, this.#table),
      this.#note);
    this.#table.addEventListener("keydown", (event) => this.#move(event));
    this.#table.addEventListener("focusin", ({ target }) => this.#reach(target as HTMLElement));
  }

  /** Shows results. `entrants` are in the order of the standings. */
  update(entrants: readonly string[], table: Crosstable, note: string): void {
    const shown = entrants.slice(0, MAX_ENTRANTS);
    const cells = shown.map((entrant) => shown.map((opponent) => table.between(entrant, opponent)));
    const signature = JSON.stringify([shown, cells, note]);
    if (signature === this.#signature) return;
    this.#signature = signature;
    const head = h("tr", {}, h("th", { scope: "col" }, "Entrant"),
      shown.map((name, index) => h("th", { scope: "col", class: "number", title: nameText(name) },
        h("span", { "aria-hidden": "true" }, index + 1), h("span", { class: "visually-hidden" }, nameText(name)))));
    replaceKeepingFocus(this.#table, h("thead", {}, head), h("tbody", {}, shown.map((entrant, index) =>
      h("tr", {},
        h("th", { scope: "row" },
          h("div", { class: "entrant" }, h("span", { class: "soft" }, index + 1), nameElement(entrant))),
        shown.map((opponent, column) => this.#cell(entrant, opponent, cells[index]![column]))))));
    const buttons = [...this.#table.querySelectorAll<HTMLElement>("button")];
    this.#reach(buttons.find(({ dataset }) => dataset["key"] === this.#reached) ?? buttons[0]);
    const isCut = entrants.length > shown.length;
    replace(this.#note, note, isCut && ` The best ${shown.length} of ${number(entrants.length)} entrants are shown; ` +
      "the list of all matches has the others.");
  }

  #cell(entrant: string, opponent: string, encounter: Encounter | undefined): Content {
    if (entrant === opponent) return h("td", { class: "self" });
    if (encounter === undefined) return h("td", { class: "number soft" }, "–");
    const { points: won, matches } = encounter;
    const share = won / matches;
    // A label contains the text that can be seen.
    const result = `${points(won)}/${number(matches)} points`;
    const label = `${nameText(entrant)} against ${nameText(opponent)}: ${result}; show the matches`;
    return h("td", { class: `number ${share > 0.5 ? "ahead" : share < 0.5 ? "behind" : ""}` },
      h("button", {
        type: "button",
        tabindex: "-1",
        "data-key": `${entrant}\n${opponent}`,
        "aria-label": label,
        title: label,
        on: { click: () => this.openMatches(entrant, opponent) },
      }, h("span", { class: "points" }, points(won)), h("span", { class: "soft" }, `/${number(matches)}`)));
  }

  /** Moves the focus to the next cell with results in the direction of an arrow key. */
  #move(event: KeyboardEvent): void {
    const direction = ARROWS[event.key];
    const cell = (event.target as HTMLElement).closest("td");
    if (direction === undefined || cell === null) return;
    event.preventDefault();
    const rows = [...this.#table.tBodies[0]!.rows];
    let [row, column] = [rows.indexOf(cell.parentElement as HTMLTableRowElement), cell.cellIndex];
    for (;;) {
      [row, column] = [row + direction[0], column + direction[1]];
      const next = rows[row]?.cells[column];
      if (next === undefined) return;
      const button = next.querySelector("button");
      if (button !== null) return button.focus();
    }
  }

  #reach(button: HTMLElement | undefined): void {
    if (!(button instanceof HTMLButtonElement)) return;
    for (const other of this.#table.querySelectorAll("button[tabindex='0']")) other.setAttribute("tabindex", "-1");
    button.setAttribute("tabindex", "0");
    this.#reached = button.dataset["key"];
  }
}
