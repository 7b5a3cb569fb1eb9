/** How owners sign up and in on a server. */

import { Code } from "@connectrpc/connect";
import type { GetSignInOptionsResponse } from "botwerk/v1";
import { RejectedError } from "botwerk/web";
import type { OwnerCalls } from "./owner_calls.js";

/** What the server offers. */
export type SignInOptions = Pick<GetSignInOptionsResponse, "acceptsSignUp" | "needsCode" | "provider" | "providerReplacesCode">;

/** Servers of former versions say only to a sign-up what it lacks. */
const FORMER: SignInOptions = { acceptsSignUp: true, needsCode: true, provider: "", providerReplacesCode: false };

/** Whether a form to sign up has a field for a code, and whether it must have a content. */
export type CodeField = "none" | "optional" | "needed";

/** Asks the server what it offers. */
export async function loadSignInOptions(calls: OwnerCalls): Promise<SignInOptions> {
  try {
    return await calls.retry(({ owners }, options) => owners.getSignInOptions({}, options));
  } catch (error) {
    if (RejectedError.fromCall(error).code === Code.Unimplemented) return FORMER;
    throw error;
  }
}

/** Returns the field for a code of owners who have signed in with the provider (`hasIdentity`), and of others. */
export function codeField({ needsCode, providerReplacesCode }: SignInOptions, hasIdentity: boolean): CodeField {
  if (hasIdentity) return needsCode && !providerReplacesCode ? "needed" : "none";
  return needsCode ? "needed" : "optional";
}
