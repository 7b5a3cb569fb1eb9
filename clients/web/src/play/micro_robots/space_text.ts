/** The names of spaces for people. */

const COLOURS: Readonly<Record<string, string>> = {
  B: "blue",
  Y: "yellow",
  G: "green",
  R: "red",
  P: "pink",
  W: "white",
};

/** Returns a space of the notation in words, such as `1 pink` for `1P`. */
export function spaceText(space: string): string {
  return `${space[0]} ${COLOURS[space[1] ?? ""] ?? space[1]}`;
}
