/** Which decisions of a game the person knows, kept in the storage of the browser. */

import type { GuardedStorage } from "../shell/guarded_storage.js";

/** How often a kind of decision is explained where the story of the game says nothing else. */
const USUAL_PRACTICE = 2;

/** What is stored of a game. */
interface StoredProgress {
  readonly isOff: boolean;
  /** The number of completed decisions by their kind. */
  readonly completed: Readonly<Record<string, number>>;
}

/** The progress of a person in one game. */
export class CoachProgress {
  #stored: StoredProgress;

  constructor(
    private readonly storage: GuardedStorage,
    private readonly game: string,
    private readonly practice: Readonly<Record<string, number>> = {},
  ) {
    this.#stored = parseProgress(storage.get(this.#key));
  }

  /** Whether the coach is switched on. */
  get isOn(): boolean {
    return !this.#stored.isOff;
  }

  /** Returns whether a kind of decision is to be explained. */
  needs(kind: string): boolean {
    return this.isOn && (this.#stored.completed[kind] ?? 0) < this.#practiceOf(kind);
  }

  /** Records that a decision was completed. */
  complete(kind: string): void {
    const { isOff, completed } = this.#stored;
    if (this.needs(kind)) this.#store({ isOff, completed: { ...completed, [kind]: (completed[kind] ?? 0) + 1 } });
  }

  /** Records that the person knows a kind of decision. */
  skip(kind: string): void {
    const { isOff, completed } = this.#stored;
    this.#store({ isOff, completed: { ...completed, [kind]: this.#practiceOf(kind) } });
  }

  /** Explains everything again, or nothing. */
  switch(isOn: boolean): void {
    this.#store({ isOff: !isOn, completed: isOn ? {} : this.#stored.completed });
  }

  /** Explains a kind of decision again. */
  repeat(kind: string): void {
    this.#store({ isOff: false, completed: { ...this.#stored.completed, [kind]: 0 } });
  }

  get #key(): string {
    return `coach:${this.game}`;
  }

  #practiceOf(kind: string): number {
    return this.practice[kind] ?? USUAL_PRACTICE;
  }

  #store(progress: StoredProgress): void {
    this.#stored = progress;
    this.storage.set(this.#key, JSON.stringify(progress));
  }
}

function parseProgress(text: string | undefined): StoredProgress {
  try {
    const { isOff, completed } = JSON.parse(text ?? "{}") as Partial<Record<keyof StoredProgress, unknown>>;
    const entries = Object.entries(completed ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === "number");
    return { isOff: isOff === true, completed: Object.fromEntries(entries) };
  } catch {
    return { isOff: false, completed: {} };
  }
}
