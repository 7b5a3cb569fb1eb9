/** Where a text in a game's notation is wrong, as the engine's messages say it. */

/** A text with the part at which it is wrong. */
export interface LocatedError {
  readonly before: string;
  /** The characters that were found instead of the expected ones. Empty at the end of the text. */
  readonly wrong: string;
  readonly after: string;
  readonly expected: string;
}

/**
 * Returns the place of an error such as ``position: at byte 20: expected `,`, found `%b12` ``, or `undefined` if the
 * message names no place.
 */
export function locateError(text: string, message: string): LocatedError | undefined {
  const parts = /at byte (\d+): expected (.*?), found (?:the end of the text|`([^]*)`)$/s.exec(message);
  if (parts === null) return undefined;
  const [, byte, expected = "", found = ""] = parts;
  const offset = indexOfByte(text, Number(byte));
  const end = text.startsWith(found, offset) ? offset + markedLength(found) : offset;
  return { before: text.slice(0, offset), wrong: text.slice(offset, end), after: text.slice(end), expected };
}

/** The found text continues after the error, so that only its first word is marked. */
function markedLength(found: string): number {
  const word = /^\s*[^\s,;/]+/.exec(found);
  return word?.[0].length ?? Math.min(found.length, 1);
}

/** Returns the index of the character that starts at a byte of the text in UTF-8. */
export function indexOfByte(text: string, byte: number): number {
  let bytes = 0;
  let index = 0;
  for (const character of text) {
    if (bytes >= byte) break;
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += character.length;
  }
  return index;
}
