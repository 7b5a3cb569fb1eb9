/** Names and messages of others, which may contain any character. */

/**
 * The characters that are not shown: those that change the direction of the text around them, those without a width, with
 * which two names look the same, and control characters. Joiners stay, which some scripts need.
 */
const HIDDEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]|\p{Cc}/gu;

/** The control characters and separators that part words. */
const SPACES = /[\t-\r\u0085\u2028\u2029]+/gu;

/** Returns a foreign text as it is shown, without characters that could make it look like another one. */
export function visibleText(text: string): string {
  return text.replace(SPACES, " ").replace(HIDDEN, "");
}

/** Returns a foreign text for labels and other texts without markup, in which it does not change the direction of the rest. */
export function isolatedText(text: string): string {
  return `\u2068${visibleText(text)}\u2069`;
}
