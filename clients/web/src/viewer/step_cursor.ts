/** The position that is shown, among those of a match. */

/** The index of the shown step. Its listeners are called with every change. */
export class StepCursor {
  readonly #listeners = new Set<() => void>();
  #index = 0;
  #count = 1;

  get index(): number {
    return this.#index;
  }

  /** The number of steps, the start included. */
  get count(): number {
    return this.#count;
  }

  get isAtEnd(): boolean {
    return this.#index === this.#count - 1;
  }

  /** Calls the listener after every change of the index or the number of steps. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Shows the step with an index, or the nearest one. */
  go(index: number): void {
    this.#set(index, this.#count);
  }

  /** Moves by a number of steps. Returns false if there are none in this direction. */
  move(steps: number): boolean {
    const before = this.#index;
    this.go(before + steps);
    return this.#index !== before;
  }

  /** Sets the number of steps, and shows the step with an index. */
  reset(count: number, index: number): void {
    this.#set(index, Math.max(1, count), true);
  }

  /** Sets the number of steps. A cursor at the end stays there. */
  grow(count: number): void {
    this.#set(this.isAtEnd ? count - 1 : this.#index, Math.max(1, count), true);
  }

  #set(index: number, count: number, isForced = false): void {
    const next = Math.min(Math.max(0, Math.trunc(index) || 0), count - 1);
    if (next === this.#index && count === this.#count && !isForced) return;
    this.#index = next;
    this.#count = count;
    for (const listener of this.#listeners) listener();
  }
}
