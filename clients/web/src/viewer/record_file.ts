/** Files that are to be records. Their size and first bytes are checked before all of them is read. */

import { formatSize } from "./durations.js";

/** The maximum size of a record. Records of matches of 5,000 turns have less than 2 MB. */
export const MAX_RECORD_BYTES = 32_000_000;

/** The number of bytes that tell what a file is. */
const HEAD_BYTES = 64;
const RECORD_START = '{"botwerk":';

/** What else people drop, by its first bytes. */
const FOREIGN: readonly (readonly [start: string, name: string])[] = [
  ["\x89PNG", "a PNG image"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["GIF8", "a GIF image"],
  ["\x1f\x8b", "a compressed file; uncompress it first"],
  ["\x28\xb5\x2f\xfd", "a compressed file; uncompress it first"],
  ["PK\x03\x04", "a ZIP archive; drop a record out of it"],
  ["SQLite format 3", "a database; `botwerk db export` writes the records in it"],
  ["%PDF", "a PDF document"],
  ["PAR1", "a Parquet file"],
  ["<svg", "an SVG picture"],
  ["<", "a web page or XML"],
];

/** A file that is not a record, with what to do about it. */
export class RecordFileError extends Error {
  override readonly name = "RecordFileError";
}

/**
 * Reads a record.
 *
 * @throws RecordFileError if the file is not a record.
 */
export async function readRecordFile(file: Blob): Promise<string> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const fault = findFault(head, file.size);
  if (fault !== undefined) throw new RecordFileError(fault);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RecordFileError("The file is damaged: it starts like a record, but is not text. Copy it again.");
  }
}

/** Returns why a file with these first bytes and this size is not a record, or `undefined` if it may be one. */
export function findFault(head: Uint8Array, size: number): string | undefined {
  if (size === 0) return "The file is empty. A record has at least one line.";
  const start = String.fromCharCode(...head);
  if (start.startsWith("\xef\xbb\xbf")) return "The file starts with a byte order mark, which no record has. Remove it.";
  if (!start.startsWith(RECORD_START.slice(0, size))) return foreignText(start);
  if (size < RECORD_START.length) return "The file is cut off: it ends within the first line of a record.";
  if (size > MAX_RECORD_BYTES) {
    const [found, limit] = [formatSize(size), formatSize(MAX_RECORD_BYTES)];
    return `The file is too large: it has ${found}, and a record at most ${limit}. It was not read.`;
  }
  return undefined;
}

function foreignText(start: string): string {
  const kind = FOREIGN.find(([first]) => start.trimStart().startsWith(first))?.[1];
  if (kind !== undefined) return `The file is not a record, but ${kind}.`;
  if (/^\s*[[{]/.test(start)) return `The file is not a record, but other JSON: a record starts with ${RECORD_START}1`;
  return `The file is not a record: a record is text that starts with ${RECORD_START}1`;
}

/** Returns the number of the last line of a record, from 1, if it is cut off in the middle. */
export function findCutOffLine(record: string): number | undefined {
  if (record.endsWith("\n")) return undefined;
  const start = record.lastIndexOf("\n") + 1;
  try {
    JSON.parse(record.slice(start));
    return undefined;
  } catch {
    let number = 1;
    for (let at = record.indexOf("\n"); at >= 0; at = record.indexOf("\n", at + 1)) number += 1;
    return number;
  }
}
