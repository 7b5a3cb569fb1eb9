/** Signatures of records, which browsers verify by themselves. */

import type { SignedHead } from "botwerk/v1";

/** Whether a signature is valid. Browsers verify it on pages with encryption and on those of the same machine only. */
export type SignatureState = "valid" | "invalid" | "unsupported";

/** Verifies the signature of a record's head with the key that the server names. */
export async function verifySignature({ sha256, signature, key }: SignedHead): Promise<SignatureState> {
  const message = new TextEncoder().encode(`botwerk record ${sha256}`);
  try {
    const algorithm = { name: "Ed25519" };
    const imported = await crypto.subtle.importKey("raw", bytesOf(key), algorithm, false, ["verify"]);
    return (await crypto.subtle.verify(algorithm, imported, bytesOf(signature), message)) ? "valid" : "invalid";
  } catch {
    return "unsupported";
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}
