/** The return of an owner from an OpenID provider. */

import type { OwnerCredential } from "../shell/owner_session.js";
import type { StartedSignIn } from "./started_sign_ins.js";

/** What the server has appended to the address of the page: a ticket, or why there is none. */
export type ProviderResult = { readonly ticket: string } | { readonly fault: string };

/** What has come of a sign-in, and the owner who has gone to link an identity, if any. */
export type ProviderReturn = { readonly owner: OwnerCredential | undefined } &
  ({ readonly ticket: string; readonly binding: string } | { readonly fault: string });

/** Returns what the fragment of an address says, if it is about a sign-in. */
export function parseProviderResult(fragment: string): ProviderResult | undefined {
  const [, name, value = ""] = /^#(ticket|sign-in-error)=(.*)$/s.exec(fragment) ?? [];
  if (name === undefined) return undefined;
  return name === "ticket" ? { ticket: decode(value) } : { fault: decode(value) };
}

/** Returns what has come of the sign-in that was started in this tab. A ticket that was not asked for here counts for nothing. */
export function joinProviderReturn(result: ProviderResult, started: StartedSignIn | undefined): ProviderReturn {
  const owner = started?.owner;
  if ("fault" in result) return { fault: result.fault, owner };
  if (started === undefined) return { fault: "This sign-in was not started in this tab, or has ended already. Start it again.", owner };
  return { ticket: result.ticket, binding: started.binding, owner };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
