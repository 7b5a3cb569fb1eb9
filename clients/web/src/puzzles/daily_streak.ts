/** The daily puzzles that were solved in this browser, and the days in a row on which one was. */

import type { GuardedStorage } from "../shell/guarded_storage.js";
import { dayBefore, isDay } from "./day.js";

const KEY = "puzzles-solved";

/** Number of days that are kept. */
const MAX_DAYS = 1000;

/** Number of games of a day that are kept. */
const MAX_GAMES = 16;

/** The solved puzzles of each day. Other tabs may add to them, so that they are read again each time. */
export class DailyStreak {
  constructor(private readonly storage: GuardedStorage) {}

  /** Records a daily puzzle that was solved on its day. */
  add(day: string, game: string): void {
    const days = this.#read();
    const games = new Set(days.get(day)).add(game);
    days.set(day, [...games].slice(0, MAX_GAMES));
    const latest = [...days].sort(([first], [second]) => (first < second ? 1 : -1)).slice(0, MAX_DAYS);
    this.storage.set(KEY, JSON.stringify(Object.fromEntries(latest)));
  }

  /** Returns the games whose puzzle of a day was solved. */
  solvedOn(day: string): ReadonlySet<string> {
    return new Set(this.#read().get(day));
  }

  /** Returns the number of days in a row with a solved puzzle. Today counts once it has one. */
  daysInARow(today: string): number {
    const days = this.#read();
    let count = 0;
    for (let day = days.has(today) ? today : dayBefore(today); days.has(day); day = dayBefore(day)) count++;
    return count;
  }

  /** Returns what the storage has, without what is not valid. */
  #read(): Map<string, readonly string[]> {
    try {
      const stored: unknown = JSON.parse(this.storage.get(KEY) ?? "{}");
      if (typeof stored !== "object" || stored === null) return new Map();
      const entries = Object.entries(stored).flatMap(([day, games]): [string, readonly string[]][] => {
        if (!isDay(day) || !Array.isArray(games)) return [];
        const names = games.filter((game): game is string => typeof game === "string");
        return names.length === 0 ? [] : [[day, names]];
      });
      return new Map(entries.slice(0, MAX_DAYS));
    } catch {
      return new Map();
    }
  }
}
