/** The names of spaces for people. */

const COLOURS: Readonly<Record<string, string>> = {
  B: "blue",
  Y: "yellow",
  G: "green",
  R: "red",
  P: "pink",
  W: "white",
};

/** Returns the name of a space for people, such as `1 pink` for `1P`. */
export function spaceText(space: string): string {
  return `${space[0]} ${COLOURS[space[1] ?? ""] ?? space[1]}`;
}
