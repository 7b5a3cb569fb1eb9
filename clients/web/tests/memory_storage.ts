/** Storages of a browser in memory. */

import { GuardedStorage } from "../src/shell/guarded_storage.js";
import type { TextStorage } from "../src/shell/guarded_storage.js";

/** Returns a storage with entries that a test can read and write. */
export function storageOf(entries: Map<string, string>): TextStorage {
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** Returns a guarded storage with entries. */
export function guardedStorageOf(entries: Map<string, string>): GuardedStorage {
  return new GuardedStorage(() => storageOf(entries));
}
