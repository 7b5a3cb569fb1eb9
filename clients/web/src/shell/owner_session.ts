/** The owner as which this browser is signed in. */

import { GuardedStorage } from "./guarded_storage.js";

const KEY = "owner-token";

/** Returns the token in a text that a person has entered, or `undefined` if it cannot be one. */
export function parseToken(text: string): string | undefined {
  const token = text.trim();
  return /^[\x21-\x7e]{1,1024}$/.test(token) ? token : undefined;
}

/** What grants the rights of an owner. */
export interface OwnerCredential {
  readonly token: string;
  /** Whether it was issued for a session, which ends when the owner signs out. */
  readonly isSession: boolean;
}

/** The token of an owner: until the page is closed, or in the storage of the browser if the owner asks for that. */
export class OwnerSession {
  readonly #listeners = new Set<() => void>();
  #token: string | undefined;
  #isSession = false;

  constructor(private readonly storage: GuardedStorage) {
    this.#token = parseToken(storage.get(KEY) ?? "");
  }

  /** The token. Unset if no owner is signed in. */
  get token(): string | undefined {
    return this.#token;
  }

  /** The token with its kind. Unset if no owner is signed in. */
  get credential(): OwnerCredential | undefined {
    return this.#token === undefined ? undefined : { token: this.#token, isSession: this.#isSession };
  }

  /** `isSession` is set for a token that was issued for this session only. */
  signIn(token: string, isKept: boolean, isSession = false): void {
    if (isKept) this.storage.set(KEY, token);
    else this.storage.remove(KEY);
    this.#change(token, isSession);
  }

  signOut(): void {
    this.storage.remove(KEY);
    this.#change(undefined);
  }

  /** Takes over what another tab has kept (`now`) in place of what was kept (`former`), or has removed. */
  receive(key: string | null, former: string | null, now: string | null): void {
    if (key !== KEY && key !== null) return;
    // Another owner who is signed in here without being kept stays.
    if (this.#token === undefined || this.#token === former || key === null) this.#change(parseToken(now ?? ""));
  }

  /** Calls the listener when another owner signs in, or this one out, until the signal aborts. */
  onChange(listener: () => void, signal: AbortSignal): void {
    this.#listeners.add(listener);
    signal.addEventListener("abort", () => this.#listeners.delete(listener), { once: true });
  }

  #change(token: string | undefined, isSession = false): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#isSession = isSession;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The session of this browser. */
export const ownerSession = new OwnerSession(new GuardedStorage(() => localStorage));

addEventListener("storage", ({ key, oldValue, newValue }) => ownerSession.receive(key, oldValue, newValue));
