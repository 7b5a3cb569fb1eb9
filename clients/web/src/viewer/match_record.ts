/** The record of a match of a server. */

import type { CallOptions } from "@connectrpc/connect";
import type { Client } from "botwerk/web";

/** Reads the lines of a record. */
export async function readMatchRecord(matches: Client["matches"], match: string, options: CallOptions): Promise<string> {
  const lines: string[] = [];
  for await (const chunk of matches.getRecord({ match }, options)) lines.push(chunk.lines);
  return lines.join("");
}
