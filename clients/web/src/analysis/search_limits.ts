/** The limits of a search, as a person types them. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { SearchLimitsSchema } from "botwerk/v1";
import { toNanos } from "../shell/nanos.js";

/** The maximum of what is searched at once, so that no page searches for ever. */
const MAX_SECONDS = 3600;

/** Returns the limits of two fields, or what is wrong with them. An empty field is no limit. */
export function readLimits(
  nodes: string,
  seconds: string,
): { readonly limits: MessageInitShape<typeof SearchLimitsSchema> } | { readonly problem: string } {
  const nodeCount = readAmount(nodes);
  if (nodeCount === undefined) return { problem: `nodes: expected a number such as 20000 or 2M, found ${nodes}` };
  const secondCount = readAmount(seconds);
  if (secondCount === undefined || secondCount > MAX_SECONDS) {
    return { problem: `seconds: expected a number up to ${MAX_SECONDS}, found ${seconds}` };
  }
  // A search without any limit ends with the page only; this one ends by itself.
  const millis = secondCount > 0 ? secondCount * 1000 : nodeCount > 0 ? 0 : MAX_SECONDS * 1000;
  return { limits: { nodes: BigInt(Math.round(nodeCount)), timeNanos: toNanos(millis) } };
}

function readAmount(text: string): number | undefined {
  const parts = /^(\d{1,12}(?:\.\d{1,6})?)\s*([kM]?)$/.exec(text.trim());
  if (text.trim() === "") return 0;
  if (parts === null) return undefined;
  return Number(parts[1]) * (parts[2] === "k" ? 1e3 : parts[2] === "M" ? 1e6 : 1);
}
