/** Numbers with their nouns. */

/** Returns a number with its noun, such as `1 move` or `5 moves`. */
export function quantity(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
