/** What a person has set for all pages. It stays in this browser. */

import { GuardedStorage } from "./guarded_storage.js";

/** The settings with their values. */
export interface SettingValues {
  /** `auto` follows the system. */
  readonly theme: "auto" | "light" | "dark";
  /** `auto` shows animations unless the system asks for reduced motion. */
  readonly animation: "auto" | "off";
  readonly sounds: "off" | "on";
  /** Which side of a board is at its bottom. */
  readonly board: "fixed" | "own-side";
  /** `large` makes a board as wide as its places need to be touched; it then scrolls in its box. */
  readonly zoom: "fit" | "large";
}

export type SettingName = keyof SettingValues;

/** The values of each setting, the default first. */
const VALUES: { readonly [N in SettingName]: readonly SettingValues[N][] } = {
  theme: ["auto", "light", "dark"],
  animation: ["auto", "off"],
  sounds: ["off", "on"],
  board: ["fixed", "own-side"],
  zoom: ["fit", "large"],
};

const PREFIX = "setting-";

/** Settings that can be read, changed and observed. */
export class Settings {
  readonly #listeners = new Set<(name: SettingName) => void>();

  constructor(private readonly storage: GuardedStorage) {}

  get<N extends SettingName>(name: N): SettingValues[N] {
    const stored = this.storage.get(PREFIX + name);
    return VALUES[name].find((value) => value === stored) ?? VALUES[name][0]!;
  }

  set<N extends SettingName>(name: N, value: SettingValues[N]): void {
    this.storage.set(PREFIX + name, value);
    this.#publish(name);
  }

  /** Calls the listener with the name of each setting that changes, until the signal aborts. */
  onChange(listener: (name: SettingName) => void, signal?: AbortSignal): void {
    this.#listeners.add(listener);
    signal?.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
  }

  /** Takes over what another tab has stored; `key` is the one of the storage. */
  receive(key: string | null): void {
    const name = Object.keys(VALUES).find((known) => PREFIX + known === key) as SettingName | undefined;
    if (name !== undefined) this.#publish(name);
  }

  #publish(name: SettingName): void {
    for (const listener of [...this.#listeners]) listener(name);
  }
}

/** The settings of this browser. */
export const settings = new Settings(new GuardedStorage(() => localStorage));

/** Returns true if changes may be animated. */
export function isAnimated(): boolean {
  return settings.get("animation") === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Applies the settings of colours and animation to the document, now and after each change. */
export function applySettings(): void {
  const apply = () => {
    const { dataset } = document.documentElement;
    dataset["theme"] = settings.get("theme");
    dataset["animation"] = settings.get("animation");
  };
  apply();
  settings.onChange(apply);
  addEventListener("storage", ({ key }) => settings.receive(key));
}
