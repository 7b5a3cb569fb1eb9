/** What the notation of the games looks like, for tests of texts for people. */

const RAW = [
  /\bseat \d/i,
  // Kinds of stones, rolls and slots of Droids.
  /\b(?:V[12MD]|B[1D]|R[12MD]|G[12M]|GREP|FIRE|TAKE)\b/,
  /\b[SWNE]\d/,
  /\b\d+\.[123]\b(?! s\b)/,
  // A compass letter where an arrow or a name is due.
  /(?:^|[ >])(?:N|E|S|W|NE|SE|SW|NW)(?:$|[ ,.;:])/,
  // Spaces of Micro Robots, targets and moves of Ricochet Robots.
  /\b[1-6][BYGRPW]\b/,
  /\b[rgbyst*]:[a-z]+\d/,
  /\b[rgbyst][NESW][+-]*(?=$|[ ,.])/,
  // Actions of Netzwerk, and of the races.
  /\b[a-m]\d+[-x][a-m]\d/,
  /(?<!dice )\b(?:say|roll|draw|start) \d/,
  /\b(?:MR|NW|DR|RR)-\d/,
] as const;

/** Returns whether a text has notation where a name is due. */
export function hasRawNotation(text: string): boolean {
  return RAW.some((pattern) => pattern.test(text));
}
