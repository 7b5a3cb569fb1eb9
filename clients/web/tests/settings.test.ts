import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Settings } from "../src/shell/settings.js";
import type { SettingStorage } from "../src/shell/settings.js";

class MemoryStorage implements SettingStorage {
  readonly items = new Map<string, string>();

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
}

suite("settings", () => {
  test("stay in the storage, and have defaults", () => {
    const storage = new MemoryStorage();
    const settings = new Settings(storage);
    assert.equal(settings.get("theme"), "auto");
    assert.equal(settings.get("sounds"), "off");
    settings.set("theme", "dark");
    assert.equal(new Settings(storage).get("theme"), "dark");
  });

  test("a stored value that is none of the setting counts as the default", () => {
    const storage = new MemoryStorage();
    storage.setItem("setting-theme", "purple");
    assert.equal(new Settings(storage).get("theme"), "auto");
  });

  test("work without a storage, and with one that is full", () => {
    const full: SettingStorage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    };
    for (const settings of [new Settings(undefined), new Settings(full)]) {
      settings.set("sounds", "on");
      assert.equal(settings.get("sounds"), "on");
    }
  });

  test("changes are published until the signal aborts, also those of another tab", () => {
    const storage = new MemoryStorage();
    const settings = new Settings(storage);
    const heard: string[] = [];
    const left = new AbortController();
    settings.onChange((name) => heard.push(`${name} ${settings.get(name)}`), left.signal);
    settings.set("zoom", "large");
    storage.setItem("setting-zoom", "fit");
    settings.receive("setting-zoom");
    settings.receive("seat-token");
    settings.receive(null);
    left.abort();
    settings.set("theme", "light");
    assert.deepEqual(heard, ["zoom large", "zoom fit"]);
  });
});
