/**
 * The way to an OpenID provider and back. The page keeps a secret, the binding, and sends its hash. The ticket with which the
 * browser returns is worth nothing without the binding, so that no one else can use it, and no link of others signs anyone in.
 */

import { h } from "../shell/elements.js";
import { GuardedStorage } from "../shell/guarded_storage.js";
import { ownerSession } from "../shell/owner_session.js";
import type { OwnerCredential } from "../shell/owner_session.js";
import { joinProviderReturn, parseProviderResult } from "./provider_return.js";
import type { ProviderReturn } from "./provider_return.js";
import { StartedSignIns } from "./started_sign_ins.js";

const startedSignIns = new StartedSignIns(new GuardedStorage(() => sessionStorage));

/** Returns what has come of a sign-in, once, and takes it out of the address. An owner who has gone to link an identity is back. */
export function takeProviderReturn(): ProviderReturn | undefined {
  const result = parseProviderResult(location.hash);
  if (result !== undefined) history.replaceState(null, "", location.pathname + location.search);
  // Without a return, the reader has come back by another way: the secret and the token are kept no longer.
  const started = startedSignIns.take();
  if (result === undefined) return undefined;
  const returned = joinProviderReturn(result, started);
  const { owner } = returned;
  if (owner !== undefined && ownerSession.token === undefined) ownerSession.signIn(owner.token, false, owner.isSession);
  return returned;
}

/** Creates the button that leads to the provider, to sign in or to link an identity to an owner. */
export function providerButton(text: string, owner?: OwnerCredential): HTMLElement {
  // The token that follows could be read on its way.
  if (!isSecureContext) return h("p", { class: "soft" }, `${text}: this needs https. Open this page at its address with https.`);
  const go = () => location.assign(startedSignIns.start(owner));
  return h("button", { type: "button", class: owner === undefined ? "primary" : undefined, on: { click: go } }, text);
}
