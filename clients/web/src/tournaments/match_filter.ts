/** Which matches of a tournament are listed. */

import { isInProgress, isIrregular } from "./match_row.js";
import type { MatchRow } from "./match_row.js";
import type { MatchStore } from "./match_store.js";
import type { MatchSource } from "./match_table.js";

/** The kinds of matches. */
export const MATCH_KINDS = ["all", "finished", "running", "irregular"] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** A selection of matches. Empty names stand for every entrant. */
export interface MatchFilter {
  readonly entrant: string;
  readonly opponent: string;
  readonly kind: MatchKind;
}

export const EVERY_MATCH: MatchFilter = { entrant: "", opponent: "", kind: "all" };

/** Returns true if a match is selected. */
export function isSelected(row: MatchRow, { entrant, opponent, kind }: MatchFilter): boolean {
  if (entrant !== "" && !row.entrants.includes(entrant)) return false;
  if (opponent !== "" && !row.entrants.includes(opponent)) return false;
  switch (kind) {
    case "all":
      return true;
    case "finished":
      return row.result !== undefined;
    case "running":
      return isInProgress(row);
    case "irregular":
      return isIrregular(row);
  }
}

/** All matches of a tournament, in the order of their indexes or the other way round. */
export class AllMatches implements MatchSource {
  constructor(
    private readonly store: MatchStore,
    private readonly isReversed: boolean,
    private readonly ask: (first: number, end: number) => void,
  ) {}

  /** In reverse order those that were not played yet are left out. */
  get count(): number {
    return this.isReversed ? this.store.playedEnd : this.store.count;
  }

  get version(): number {
    return this.store.version;
  }

  row(position: number): MatchRow | undefined {
    return this.store.rows[this.isReversed ? this.count - 1 - position : position];
  }

  want(first: number, end: number): void {
    if (this.isReversed) this.ask(this.count - end, this.count - first);
    else this.ask(first, end);
  }
}

/** The selected matches among those that are loaded. */
export class SelectedMatches implements MatchSource {
  #rows: MatchRow[] = [];
  #version = -1;

  constructor(
    private readonly store: MatchStore,
    readonly filter: MatchFilter,
    private readonly isReversed: boolean,
  ) {}

  get count(): number {
    this.#select();
    return this.#rows.length;
  }

  get version(): number {
    return this.store.version;
  }

  row(position: number): MatchRow | undefined {
    this.#select();
    return this.#rows[position];
  }

  want(): void {
    // The selection needs all matches, which are asked for once.
  }

  #select(): void {
    if (this.#version === this.store.version) return;
    this.#version = this.store.version;
    const rows: MatchRow[] = [];
    for (let index = 0; index < this.store.playedEnd; index++) {
      const row = this.store.rows[index];
      if (row !== undefined && isSelected(row, this.filter)) rows.push(row);
    }
    this.#rows = this.isReversed ? rows.reverse() : rows;
  }
}
