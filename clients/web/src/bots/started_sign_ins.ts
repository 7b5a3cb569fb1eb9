/** Sign-ins with an OpenID provider that were started in a tab. */

import type { GuardedStorage } from "../shell/guarded_storage.js";
import type { OwnerCredential } from "../shell/owner_session.js";
import { Sha256 } from "./sha256.js";

const KEY = "provider-sign-in";
const BINDING_BYTES = 32;

/** What the page keeps while its reader is at the provider. */
export interface StartedSignIn {
  /** The secret of which the server has the hash. */
  readonly binding: string;
  /** The owner to which the identity is linked. Unset: signs in the owner of the identity. */
  readonly owner?: OwnerCredential | undefined;
}

/** Starts sign-ins, and keeps one at a time in the storage of the tab. */
export class StartedSignIns {
  constructor(private readonly storage: GuardedStorage) {}

  /** Keeps a new secret, and returns the path of the server that leads to the provider. */
  start(owner?: OwnerCredential): string {
    const binding = hex(crypto.getRandomValues(new Uint8Array(BINDING_BYTES)));
    this.storage.set(KEY, JSON.stringify({ binding, owner } satisfies StartedSignIn));
    const hash = new Sha256();
    hash.update(new TextEncoder().encode(binding));
    return `/sign-in?binding=${hash.digest()}`;
  }

  /** Returns what was started in this tab, once. */
  take(): StartedSignIn | undefined {
    const text = this.storage.get(KEY);
    this.storage.remove(KEY);
    return text === undefined ? undefined : (JSON.parse(text) as StartedSignIn);
  }
}

/** Returns bytes as hex digits. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
