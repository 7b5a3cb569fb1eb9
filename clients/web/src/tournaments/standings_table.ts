/** The standings of a tournament as a table. */

import { Termination } from "botwerk/v1";
import type { LiveStanding, ResultCounts, Standing, TerminationCount, Tournament } from "botwerk/v1";
import { h, replace, svg } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import { terminationName } from "./description.js";
import { nameElement, nameText } from "./entrant_name.js";
import { intervalAxis, intervalBar, strip } from "./interval_bar.js";
import { intervalScale } from "./interval_scale.js";
import type { Scale } from "./interval_scale.js";
import { count, interval, number, percent, points, signed } from "./number_format.js";

/** Number of entrants that are shown at first: more make the page slow. */
const SHOWN_AT_FIRST = 100;
/** The widths of the picture of pairs and of that of a score rate, in pixels. */
const PAIRS_WIDTH = 100;
const RATE_WIDTH = 130;

/** What a table of standings shows. */
export interface ShownStandings {
  readonly standings: readonly Standing[];
  /** Ahead of the standings while matches are played. */
  readonly live: ReadonlyMap<string, LiveStanding>;
  readonly tournament: Tournament | undefined;
}

/** A column of the table. */
interface Column {
  readonly head: Content;
  readonly isNumber: boolean;
  readonly cell: (row: Row) => Content;
}

interface Row {
  readonly standing: Standing;
  readonly live: LiveStanding | undefined;
  readonly version: string;
}

/** A table that changes only the rows that differ, so that a focus stays where it is. */
export class StandingsTable {
  readonly element: HTMLElement;
  readonly #head = h("tr", { role: "row" });
  readonly #body = h("tbody", { role: "rowgroup" });
  readonly #more = h("p", {});
  readonly #notes = h("ul", { class: "soft notes" });
  readonly #rows = new Map<string, { readonly signature: string; readonly element: HTMLElement }>();
  #shown: ShownStandings | undefined;
  #isComplete = false;
  #isPrinted = false;
  #headSignature = "";

  constructor() {
    this.element = h("div", {},
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Standings" },
        // On a phone rows are cards, which are a table for a screen reader.
        h("table", { class: "standings", role: "table" }, h("thead", { role: "rowgroup" }, this.#head), this.#body)),
      this.#more, this.#notes);
  }

  update(shown: ShownStandings): void {
    this.#shown = shown;
    const { standings, live, tournament } = shown;
    const listed = this.#isComplete || this.#isPrinted ? standings : standings.slice(0, SHOWN_AT_FIRST);
    // More labels than three are wider than the axis.
    const scale = intervalScale(listed.flatMap(({ elo }) => (elo === undefined ? [] : [elo])), 2);
    const isSwiss = tournament?.setup?.format?.kind.case === "swiss";
    const columns = columnsOf(listed, scale, isSwiss);
    const scaleKey = `${scale.low} ${scale.high} ${columns.length}`;
    if (scaleKey !== this.#headSignature) {
      this.#headSignature = scaleKey;
      replace(this.#head, columns.map(({ head, isNumber }) =>
        h("th", { scope: "col", role: "columnheader", class: isNumber ? "number" : undefined }, head)));
    }
    const versions = new Map(tournament?.setup?.entrants.map(({ name, version }) => [name, version]));
    const rows = listed.map((standing) => {
      const { entrant: name } = standing;
      return this.#row({ standing, live: live.get(name), version: versions.get(name) ?? "" }, columns, scaleKey);
    });
    // An element that stays in its place keeps its focus.
    for (const [index, row] of rows.entries()) {
      if (this.#body.children[index] !== row) this.#body.insertBefore(row, this.#body.children[index] ?? null);
    }
    while (this.#body.children.length > rows.length) this.#body.lastChild!.remove();
    const on = { click: () => this.#showAll() };
    replace(this.#more, standings.length > listed.length &&
      h("button", { type: "button", on }, `Show all ${number(standings.length)} entrants`));
  }

  /** Shows notes below the table. */
  setNotes(notes: readonly Content[]): void {
    replace(this.#notes, notes.map((note) => h("li", {}, note)));
  }

  /** Shows all entrants for paper, or those that were shown before. */
  setPrinted(isPrinted: boolean): void {
    this.#isPrinted = isPrinted;
    if (this.#shown !== undefined) this.update(this.#shown);
  }

  #showAll(): void {
    this.#isComplete = true;
    if (this.#shown !== undefined) this.update(this.#shown);
  }

  #row(row: Row, columns: readonly Column[], scaleKey: string): HTMLElement {
    const { entrant } = row.standing;
    const signature = scaleKey + JSON.stringify([row.standing, row.live], (_, value: unknown) =>
      (typeof value === "bigint" ? String(value) : value));
    const known = this.#rows.get(entrant);
    if (known?.signature === signature) return known.element;
    const cells = columns.map(({ head, cell, isNumber }, index) => (index === 1
      ? h("th", { scope: "row", role: "rowheader" }, cell(row))
      : h("td", { role: "cell", class: isNumber ? "number" : "picture", "data-label": labelOf(head) }, cell(row))));
    const element = h("tr", { role: "row", class: row.standing.isWithdrawn ? "withdrawn" : undefined }, cells);
    known?.element.replaceWith(element);
    this.#rows.set(entrant, { signature, element });
    return element;
  }
}

/** The reasons for which entrants leave matches early but by resigning. */
const FORFEITS: ReadonlySet<Termination> = new Set([
  Termination.FLAGGED,
  Termination.ILLEGAL,
  Termination.CRASHED,
  Termination.DISCONNECTED,
  Termination.NO_SHOW,
]);

function columnsOf(standings: readonly Standing[], scale: Scale, isSwiss: boolean): Column[] {
  const isRated = standings.some(({ elo }) => elo !== undefined);
  const hasTies = hasEqualPoints(standings);
  const hasDirect = standings.some(({ tieBreaks }) => tieBreaks?.directEncounter !== undefined);
  const columns: (Column | false)[] = [
    numbers("Place", ({ standing }) => standing.place),
    { head: "Entrant", isNumber: false, cell: entrant },
    numbers("Matches", ({ standing, live }) => number(live?.matches ?? standing.matches)),
    numbers("Points", ({ standing, live }) => points(live?.points ?? standing.points)),
    numbers(h("abbr", { title: "Won, drawn and lost" }, "W / D / L"), wonDrawnLost),
    hasTies && isSwiss && numbers("Buchholz", ({ standing }) => tieBreak(standing.tieBreaks?.buchholz)),
    hasTies && numbers(h("abbr", { title: "Sonneborn-Berger" }, "SB"),
      ({ standing }) => tieBreak(standing.tieBreaks?.sonnebornBerger)),
    hasTies && hasDirect && numbers("Direct", ({ standing }) => tieBreak(standing.tieBreaks?.directEncounter)),
    isRated && numbers("Score", ({ standing }) => ratio(standing.scoreRate)),
    standings.some(isIrregular) && numbers("Regular", ({ standing }) => ratio(standing.regularScoreRate)),
    isRated
      ? picture(["Elo, 95 % interval", intervalAxis(scale)], ({ standing }) => rating(standing, scale))
      : picture("Score rate", ({ standing }) => rateBar(standing.scoreRate)),
    standings.some(({ los }) => los !== undefined) &&
      numbers(h("abbr", { title: "Likelihood of superiority over the opponents met" }, "LOS"),
        ({ standing }) => ratio(standing.los)),
    standings.some(({ pentanomial }) => pentanomial.length > 0) &&
      picture(["Pairs by points", h("br"), h("small", {}, "0 · ½ · 1 · 1½ · 2")],
        ({ standing }) => pairs(standing.pentanomial.map(Number))),
    standings.some(({ terminations }) => terminations.some(isForfeit)) &&
      picture("Left early", ({ standing }) => h("div", { class: "left-early" }, leftEarly(standing))),
  ];
  return columns.filter((column) => column !== false);
}

/** Returns the text of a heading, which is next to each value on a phone. */
function labelOf(head: Content): string {
  if (Array.isArray(head)) return labelOf((head as readonly Content[])[0]);
  return head instanceof Node ? (head.textContent ?? "") : String(head);
}

function numbers(head: Content, cell: (row: Row) => Content): Column {
  return { head, isNumber: true, cell };
}

function picture(head: Content, cell: (row: Row) => Content): Column {
  return { head, isNumber: false, cell };
}

function ratio(value: number | undefined): string {
  return value === undefined ? "–" : percent(value);
}

function entrant({ standing, version }: Row): Content {
  const marks = [
    standing.isAnchor && h("span", { class: "badge", title: "Its rating is fixed" }, "anchor"),
    standing.isWithdrawn && h("span", { class: "badge bad" }, "withdrawn"),
    version !== "" && h("span", { class: "badge", title: "Version of the player" }, h("bdi", {}, `v. ${version}`)),
    standing.isFormerVersion && h("span", { class: "badge warn", title: "A newer version takes part as well" }, "former"),
    standing.byes > 0 && h("span", { class: "badge" }, standing.byes === 1 ? "bye" : `${standing.byes} byes`),
  ];
  return h("div", { class: "entrant" }, nameElement(standing.entrant), marks);
}

function wonDrawnLost({ standing, live }: Row): string {
  const { wins, draws, losses } = live ?? standing;
  return [wins, draws, losses].map(number).join(" / ");
}

function rating({ elo, measuredElo }: Standing, scale: Scale): Content {
  if (elo === undefined) return "–";
  return [
    intervalBar(elo, scale),
    h("div", { class: "interval-text" }, interval(elo)),
    measuredElo !== undefined && h("div", { class: "interval-text" }, `measured ${interval(measuredElo)}`),
  ];
}

function rateBar(rate: number | undefined): Content {
  if (rate === undefined) return "–";
  return [
    strip("interval", RATE_WIDTH, 20,
      svg("rect", { class: "rate-ground", x: 0, y: 7, width: RATE_WIDTH, height: 6, rx: 3 }),
      svg("rect", { class: "interval-range", x: 0, y: 7, width: RATE_WIDTH * rate, height: 6, rx: 3 })),
    h("div", { class: "interval-text" }, percent(rate)),
  ];
}

/** Returns counts of pairs as a row of shares with their numbers. */
function pairs(counts: readonly number[]): Content {
  const total = counts.reduce((sum, value) => sum + value, 0);
  if (total === 0) return "–";
  let left = 0;
  const parts = counts.map((value, points) => {
    const width = (PAIRS_WIDTH * value) / total;
    const part = svg("rect", { class: `pair-${points}`, x: left, y: 0, width, height: 8 });
    left += width;
    return part;
  });
  return [
    strip("pairs", PAIRS_WIDTH, 8, parts),
    h("div", { class: "pairs-text" }, counts.map(number).join(" · ")),
  ];
}

function tieBreak(value: number | undefined): string {
  return value === undefined ? "–" : points(value);
}

/** Returns true if entrants that have played have equal points, so that tie-breaks decide. */
function hasEqualPoints(standings: readonly Standing[]): boolean {
  const played = standings.filter(({ matches, tieBreaks }) => matches > 0n && tieBreaks !== undefined);
  return new Set(played.map(({ points: value }) => value)).size < played.length;
}

/** Returns what results count for: each is in one of the numbers. */
function countedText(counts: ResultCounts): string {
  const parts = (...all: readonly (readonly [bigint, string])[]) =>
    all.filter(([results]) => results > 0n).map(([results, what]) => `${number(results)} ${what}`).join(", ");
  const pointsOnly = parts(
    [counts.repeated, "that repeat others action by action"],
    [counts.unrated, "in blocks with a forfeited, annulled or voided match"],
    [counts.open, "in blocks that are not complete"],
  );
  const nothing = parts(
    [counts.afterVerdict, "after the verdict"], [counts.annulled, "annulled"], [counts.voided, "voided"],
  );
  return `${count(counts.rated, "result")} for points and Elo` +
    (pointsOnly === "" ? "" : `; for points only: ${pointsOnly}`) + (nothing === "" ? "." : `; for nothing: ${nothing}.`);
}

/** Returns true if matches of an entrant were left early for another reason than a resignation. */
function isIrregular({ matches, regularMatches }: Standing): boolean {
  return regularMatches < matches;
}

function isForfeit({ termination }: TerminationCount): boolean {
  return FORFEITS.has(termination);
}

/** Returns the reasons for which an entrant has left matches early, with their numbers. */
function leftEarly({ terminations }: Standing): string {
  const texts = terminations.filter(isForfeit).map(({ termination, count: times }) =>
    `${number(times)} ${terminationName(termination)}`);
  return texts.length === 0 ? "–" : texts.join(", ");
}

/** Returns what is to be said about standings. */
export function standingsNotes(
  standings: readonly Standing[],
  resultCounts: ResultCounts | undefined,
): string[] {
  const notes = resultCounts === undefined ? [] : [countedText(resultCounts)];
  if (standings.some(isIrregular)) {
    notes.push("Regular: the score rate in matches that no seat left early but by resigning.");
  }
  const adjudicated = standings.reduce((sum, row) => sum + row.adjudicated, 0n) / 2n;
  if (adjudicated > 0n) notes.push(`Matches that ended by adjudication: ${number(adjudicated)}.`);
  for (const { entrant: name, elo, measuredElo } of standings) {
    if (elo === undefined || measuredElo === undefined) continue;
    const { low, high } = measuredElo;
    if ((low !== undefined && elo.value < low) || (high !== undefined && elo.value > high)) {
      const found = `${interval(measuredElo)}, not ${signed(elo.value, 0)}`;
      notes.push(`The results of the anchor ${nameText(name)} say ${found}.`);
    }
  }
  return notes;
}
