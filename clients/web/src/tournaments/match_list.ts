/** The list of all matches, with its filter, and the dialog with the matches of two entrants. */

import { h, replace } from "../shell/elements.js";
import { nameElement, nameText } from "./entrant_name.js";
import type { LiveTournament } from "./live_tournament.js";
import { AllMatches, EVERY_MATCH, MATCH_KINDS, SelectedMatches } from "./match_filter.js";
import type { MatchFilter, MatchKind } from "./match_filter.js";
import { MatchTable } from "./match_table.js";
import type { MatchSource } from "./match_table.js";
import { count, number } from "./number_format.js";

const KIND_NAMES: Readonly<Record<MatchKind, string>> = {
  all: "All matches",
  finished: "With a result",
  running: "In progress",
  irregular: "Ended early or not rated",
};

/** The list of all matches. */
export class MatchList {
  readonly element: HTMLElement;
  readonly #table: MatchTable;
  readonly #status = h("p", { class: "soft", role: "status" });
  readonly #entrant: HTMLSelectElement;
  readonly #opponent: HTMLSelectElement;
  readonly #kind: HTMLSelectElement;
  readonly #order: HTMLSelectElement;
  #entrants = "";
  #source: MatchSource;

  constructor(private readonly live: LiveTournament, href: (path: string) => string) {
    this.#table = new MatchTable("All matches", href);
    const change = () => this.#select();
    const select = (...options: (readonly [value: string, text: string])[]) =>
      h("select", { on: { change } }, options.map(([value, text]) => h("option", { value }, text)));
    this.#entrant = select();
    this.#opponent = select();
    this.#kind = select(...MATCH_KINDS.map((kind) => [kind, KIND_NAMES[kind]] as const));
    this.#order = select(["first", "First to last"], ["last", "Last to first"]);
    this.element = h("div", {},
      h("div", { class: "row filter" },
        h("label", {}, "Entrant", this.#entrant), h("label", {}, "Opponent", this.#opponent),
        h("label", {}, "Show", this.#kind), h("label", {}, "Order", this.#order)),
      this.#table.element, this.#status);
    this.#source = new AllMatches(live.matches, false, (first, end) => live.want(first, end));
  }

  update(): void {
    const names = this.live.tournament?.setup?.entrants.map(({ name }) => name) ?? [];
    const key = names.join("\n");
    if (key !== this.#entrants) {
      this.#entrants = key;
      for (const select of [this.#entrant, this.#opponent]) {
        const { value } = select;
        const options = names.map((name) => h("option", { value: name }, nameText(name)));
        replace(select, h("option", { value: "" }, "Everyone"), options);
        select.value = value;
      }
    }
    this.#table.update(this.#source);
    replace(this.#status, statusText(this.live, this.#source));
  }

  /** Shows all matches for paper, or a box that scrolls again. */
  setPrinted(isPrinted: boolean): void {
    this.#table.setPrinted(isPrinted);
  }

  #select(): void {
    const filter: MatchFilter = {
      entrant: this.#entrant.value,
      opponent: this.#opponent.value,
      kind: MATCH_KINDS.find((kind) => kind === this.#kind.value) ?? "all",
    };
    const isReversed = this.#order.value === "last";
    if (filter.entrant === "" && filter.opponent === "" && filter.kind === "all") {
      this.#source = new AllMatches(this.live.matches, isReversed, (first, end) => this.live.want(first, end));
    } else {
      this.live.wantAll();
      this.#source = new SelectedMatches(this.live.matches, filter, isReversed);
    }
    this.update();
  }
}

/** A dialog with the matches of two entrants. */
export class MatchDialog {
  readonly element: HTMLDialogElement;
  readonly #title = h("h2", { id: "dialog-title", tabindex: "-1" });
  readonly #status = h("p", { class: "soft", role: "status" });
  readonly #table: MatchTable;
  #source: SelectedMatches | undefined;
  #opener: string | undefined;

  constructor(private readonly live: LiveTournament, href: (path: string) => string) {
    this.#table = new MatchTable("Matches of two entrants", href);
    const close = () => this.element.close();
    const on = { close: () => this.#closed() };
    this.element = h("dialog", { class: "matches-dialog", "aria-labelledby": "dialog-title", on },
      h("div", { class: "row" }, this.#title, h("button", { type: "button", on: { click: close } }, "Close")),
      this.#table.element, this.#status);
  }

  open(entrant: string, opponent: string): void {
    this.#opener = (document.activeElement as HTMLElement | null)?.dataset["key"];
    this.live.wantAll();
    this.#source = new SelectedMatches(this.live.matches, { ...EVERY_MATCH, entrant, opponent }, false);
    replace(this.#title, nameElement(entrant), h("span", { class: "soft" }, " against "), nameElement(opponent));
    this.element.showModal();
    this.#title.focus();
    this.update();
  }

  update(): void {
    if (this.#source === undefined || !this.element.open) return;
    this.#table.update(this.#source);
    replace(this.#status, statusText(this.live, this.#source));
  }

  #closed(): void {
    // The cell that was clicked may have been replaced in the meantime.
    for (const cell of document.querySelectorAll<HTMLElement>("[data-key]")) {
      if (cell.dataset["key"] === this.#opener) return cell.focus({ preventScroll: true });
    }
  }
}

function statusText({ matches }: LiveTournament, source: MatchSource): string {
  const isSelection = source instanceof SelectedMatches;
  if (isSelection && !matches.isComplete) {
    const loaded = `${number(matches.loadedCount)} of ${number(matches.playedEnd)}`;
    return `${count(source.count, "match")} among ${loaded} that are loaded…`;
  }
  return count(source.count, "match");
}
