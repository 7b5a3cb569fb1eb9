/** The results of entrants against each other. */

import { halfPoints } from "./match_row.js";
import type { MatchRow } from "./match_row.js";

/** The results of one entrant against another. */
export interface Encounter {
  readonly points: number;
  readonly matches: number;
}

/** What the results of counted pairs say about two entrants, as the API returns it. */
export interface PairCounts {
  readonly entrant: string;
  readonly opponent: string;
  readonly pentanomial: readonly bigint[];
}

/** The results of all entrants against each other. */
export class Crosstable {
  readonly #encounters = new Map<string, Map<string, { points: number; matches: number }>>();

  /** Creates the table of all matches with a result that counts. Those of annulled entrants do not count. */
  static fromMatches(rows: Iterable<MatchRow | undefined>, annulled: ReadonlySet<string>): Crosstable {
    const table = new Crosstable();
    for (const row of rows) {
      if (row?.result === undefined || row.result.isVoided || row.entrants.some((name) => annulled.has(name))) continue;
      const { entrants, result: { places } } = row;
      for (const [seat, entrant] of entrants.entries()) {
        for (const [other, opponent] of entrants.entries()) {
          if (seat === other) continue;
          table.#add(entrant, opponent, halfPoints([places[seat]!, places[other]!], 0) / 2, 1);
        }
      }
    }
    return table;
  }

  /** Creates the table of counted pairs. */
  static fromPairs(pairs: readonly PairCounts[]): Crosstable {
    const table = new Crosstable();
    for (const { entrant, opponent, pentanomial } of pairs) {
      const counts = pentanomial.map(Number);
      const matches = 2 * counts.reduce((sum, number) => sum + number, 0);
      const points = counts.reduce((sum, number, half) => sum + (number * half) / 2, 0);
      table.#add(entrant, opponent, points, matches);
      table.#add(opponent, entrant, matches - points, matches);
    }
    return table;
  }

  /** Returns the results of an entrant against another, or `undefined` before their first match. */
  between(entrant: string, opponent: string): Encounter | undefined {
    return this.#encounters.get(entrant)?.get(opponent);
  }

  #add(entrant: string, opponent: string, points: number, matches: number): void {
    let row = this.#encounters.get(entrant);
    if (row === undefined) this.#encounters.set(entrant, (row = new Map()));
    const encounter = row.get(opponent);
    if (encounter === undefined) {
      row.set(opponent, { points, matches });
    } else {
      encounter.points += points;
      encounter.matches += matches;
    }
  }
}
