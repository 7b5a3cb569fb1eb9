import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { GuardedStorage } from "../src/shell/guarded_storage.js";
import { Settings } from "../src/shell/settings.js";
import { guardedStorageOf, storageOf } from "./memory_storage.js";

suite("settings", () => {
  test("stay in the storage, and have defaults", () => {
    const storage = new Map<string, string>();
    const settings = new Settings(guardedStorageOf(storage));
    assert.equal(settings.get("theme"), "auto");
    assert.equal(settings.get("sounds"), "off");
    settings.set("theme", "dark");
    assert.equal(new Settings(guardedStorageOf(storage)).get("theme"), "dark");
  });

  test("a stored value that is not valid for the setting counts as the default", () => {
    const storage = new Map<string, string>();
    storage.set("setting-theme", "purple");
    assert.equal(new Settings(guardedStorageOf(storage)).get("theme"), "auto");
  });

  test("work without a storage, and with one that is full", () => {
    const fail = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const full = { ...storageOf(new Map()), length: 0, setItem: fail };
    for (const open of [fail, () => full]) {
      const settings = new Settings(new GuardedStorage(open));
      settings.set("sounds", "on");
      assert.equal(settings.get("sounds"), "on");
    }
  });

  test("changes are published until the signal aborts, also those of another tab", () => {
    const storage = new Map<string, string>();
    const settings = new Settings(guardedStorageOf(storage));
    const heard: string[] = [];
    const left = new AbortController();
    settings.onChange((name) => heard.push(`${name} ${settings.get(name)}`), left.signal);
    settings.set("zoom", "large");
    storage.set("setting-zoom", "fit");
    settings.receive("setting-zoom");
    settings.receive("seat-token");
    settings.receive(null);
    left.abort();
    settings.set("theme", "light");
    assert.deepEqual(heard, ["zoom large", "zoom fit"]);
  });
});
