/** A storage of the browser that may be missing, full or forbidden, such as in some private windows. */

/** The part of `Storage` that is used. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** A storage that never throws. What cannot be kept in it is kept until the page is closed. */
export class GuardedStorage {
  readonly #memory = new Map<string, string>();

  /** `open` returns the storage, or throws if the browser forbids it. */
  constructor(private readonly open: () => TextStorage) {}

  get keys(): readonly string[] {
    const stored = this.#try((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index)));
    const keys = (stored ?? []).filter((key) => key !== null);
    return [...new Set([...keys, ...this.#memory.keys()])];
  }

  get(key: string): string | undefined {
    return this.#memory.get(key) ?? this.#try((storage) => storage.getItem(key)) ?? undefined;
  }

  set(key: string, value: string): void {
    const isStored = this.#try((storage) => {
      storage.setItem(key, value);
      return true;
    });
    if (isStored === true) this.#memory.delete(key);
    else this.#memory.set(key, value);
  }

  remove(key: string): void {
    this.#memory.delete(key);
    this.#try((storage) => storage.removeItem(key));
  }

  #try<T>(use: (storage: TextStorage) => T): T | undefined {
    try {
      return use(this.open());
    } catch {
      return undefined;
    }
  }
}
