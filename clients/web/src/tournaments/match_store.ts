/** The matches of a tournament as far as they are loaded. */

import { isInProgress } from "./match_row.js";
import type { MatchRow } from "./match_row.js";

/** Loads matches from an index on; fewer than asked for at the end of the tournament. */
export type LoadMatches = (from: number, size: number) => Promise<readonly MatchRow[]>;

/** Number of matches that are loaded at once: the API's maximum. */
const PAGE_SIZE = 500;
/** Number of matches that are loaded at once to find those whose results are new. */
const REFRESH_SIZE = 64;
/** Maximum number of such calls of one refresh. */
const MAX_REFRESH_CALLS = 8;
/** Number of matches up to which all played ones are loaded without being asked for. */
const MAX_UNASKED = 50_000;

/** A sparse list of the matches in the order of their indexes. */
export class MatchStore {
  #rows: (MatchRow | undefined)[] = [];
  #count = 0;
  /** The first match for which no attempt was found: those after it are not played yet. */
  #playedEnd = 0;
  /** No match before this one is open, as far as they are loaded. */
  #firstOpen = 0;
  /** All matches before this one are loaded. */
  #filledEnd = 0;
  #loadedCount = 0;
  #refreshFrom: number | undefined;
  /** Whether a refresh has found which matches were played. */
  #isKnown = false;
  #wanted: readonly [first: number, end: number] = [0, 0];
  #wantsAll = false;
  #version = 0;

  constructor(private readonly loadMatches: LoadMatches) {}

  /** Number of scheduled matches. */
  get count(): number {
    return this.#count;
  }

  /** Number of matches of which some were played. */
  get playedEnd(): number {
    return Math.min(this.#playedEnd, this.#count);
  }

  /** A number that changes with every change. */
  get version(): number {
    return this.#version;
  }

  get rows(): readonly (MatchRow | undefined)[] {
    return this.#rows;
  }

  /** Number of loaded matches. */
  get loadedCount(): number {
    return this.#loadedCount;
  }

  /** Whether all matches that were played are loaded. */
  get isComplete(): boolean {
    return this.#isKnown && this.#filledEnd >= this.playedEnd && this.#refreshFrom === undefined;
  }

  /** Whether the latest refresh has loaded everything that may have changed. */
  get isRefreshed(): boolean {
    return this.#refreshFrom === undefined;
  }

  /** The loaded matches that are in progress. */
  get inProgress(): MatchRow[] {
    const rows: MatchRow[] = [];
    for (let index = this.#firstOpen; index < this.playedEnd; index++) {
      const row = this.#rows[index];
      if (row !== undefined && isInProgress(row)) rows.push(row);
    }
    return rows;
  }

  setCount(count: number): void {
    if (count === this.#count) return;
    this.#count = count;
    this.#rows.length = count;
    this.#version += 1;
  }

  /** Asks for the matches that are shown. */
  want(first: number, end: number): void {
    this.#wanted = [first, Math.min(end, this.#count)];
  }

  /** Asks for all matches that were played. */
  wantAll(): void {
    this.#wantsAll = true;
  }

  /** Forgets all matches, since results may have been taken back. */
  clear(): void {
    this.#rows = [];
    this.#rows.length = this.#count;
    [this.#firstOpen, this.#playedEnd, this.#filledEnd, this.#loadedCount] = [0, 0, 0, 0];
    this.#refreshFrom = undefined;
    this.#isKnown = false;
    this.#version += 1;
  }

  /**
   * Loads the next page that is asked for, or else one that fills a gap among the matches that were played. Returns
   * false without one.
   */
  async loadNext(): Promise<boolean> {
    let missing = this.#firstMissing(...this.#wanted);
    const fillsGaps = this.#wantsAll || this.#count <= MAX_UNASKED;
    if (missing === undefined && fillsGaps && this.#filledEnd < this.playedEnd) missing = this.#filledEnd;
    if (missing === undefined) return false;
    const from = missing - (missing % PAGE_SIZE);
    return (await this.#load(from, PAGE_SIZE)).length > 0;
  }

  /**
   * Loads the matches that may have changed. All before `settled` have a result. A refresh of many matches continues
   * where the one before it stopped.
   */
  async refresh(settled: number): Promise<void> {
    this.#advance(settled);
    let from = this.#refreshFrom ?? this.#firstOpen;
    if (from < this.#firstOpen) from = this.#firstOpen;
    for (let call = 0; call < MAX_REFRESH_CALLS; call++) {
      const rows = await this.#load(from, REFRESH_SIZE);
      from += rows.length;
      if (rows.length < REFRESH_SIZE || rows.every(({ attempts }) => attempts === 0)) {
        this.#refreshFrom = undefined;
        this.#isKnown = true;
        this.#advance(settled);
        return;
      }
    }
    this.#refreshFrom = from;
    this.#advance(settled);
  }

  async #load(from: number, size: number): Promise<readonly MatchRow[]> {
    const rows = await this.loadMatches(from, size);
    for (const row of rows) {
      if (this.#rows[row.index] === undefined) this.#loadedCount += 1;
      this.#rows[row.index] = row;
      if (row.attempts > 0) this.#playedEnd = Math.max(this.#playedEnd, row.index + 1);
    }
    while (this.#rows[this.#filledEnd] !== undefined) this.#filledEnd += 1;
    this.#count = Math.max(this.#count, from + rows.length);
    this.#version += 1;
    return rows;
  }

  #advance(settled: number): void {
    const end = Math.min(settled, this.#count);
    this.#playedEnd = Math.max(this.#playedEnd, end);
    // Open matches that have a result by now are loaded again.
    for (let index = this.#firstOpen; index < end; index++) this.#forgetOpen(index);
    this.#firstOpen = Math.max(this.#firstOpen, end);
    while (this.#rows[this.#firstOpen]?.result !== undefined) this.#firstOpen += 1;
  }

  #forgetOpen(index: number): void {
    const row = this.#rows[index];
    if (row === undefined || row.result !== undefined) return;
    this.#rows[index] = undefined;
    this.#loadedCount -= 1;
    this.#filledEnd = Math.min(this.#filledEnd, index);
  }

  #firstMissing(first: number, end: number): number | undefined {
    for (let index = first; index < end; index++) if (this.#rows[index] === undefined) return index;
    return undefined;
  }
}
