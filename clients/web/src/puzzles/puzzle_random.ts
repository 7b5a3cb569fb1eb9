/** The random numbers of a puzzle. A text determines them, the same ones in every browser. */

import { seededRandom } from "../analysis/sampling.js";

/** A sequence of random numbers. */
export class PuzzleRandom {
  readonly #next: () => number;

  constructor(text: string) {
    this.#next = seededRandom(text);
  }

  /** Returns an integer from 0 to the limit, excluding the limit. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  /** Returns one of several things. Needs at least one. */
  pick<T>(things: readonly T[]): T {
    return things[this.below(things.length)]!;
  }

  /** Removes one of several things and returns it. Needs at least one. */
  take<T>(things: T[]): T {
    return things.splice(this.below(things.length), 1)[0]!;
  }

  /** Returns a text for a seed of the rules or an agent. */
  seed(): string {
    return `${this.below(2 ** 32)}-${this.below(2 ** 32)}`;
  }
}
