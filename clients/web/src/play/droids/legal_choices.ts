/** The legal actions of Droids, read from the notation. */

/** What a seat can do. `text` is the action in the notation. */
export type DroidsChoice = { readonly text: string } & (
  | { readonly kind: "draw"; readonly colour: string }
  | { readonly kind: "drawAll" }
  | { readonly kind: "set"; readonly stone: string; readonly arrow: string; readonly slot: string }
  | { readonly kind: "stop" }
  | { readonly kind: "send"; readonly transmitter: number; readonly target: string | undefined }
  | { readonly kind: "lift"; readonly transmitter: number }
);

const SET = /^set (\w+) (\w+) (\d+\.\d)$/;
const SEND = /^send (\d+)(?: >(\w))?$/;
const LIFT = /^lift (\d+)$/;
const DRAW = /^draw (violet|blue|red|grey)$/;

/** Reads an action. Returns `undefined` for those of chance and the referee. */
export function parseChoice(text: string): DroidsChoice | undefined {
  if (text === "stop") return { text, kind: "stop" };
  const [, colour] = DRAW.exec(text) ?? [];
  if (colour !== undefined) return { text, kind: "draw", colour };
  if (text.startsWith("draw ")) return { text, kind: "drawAll" };
  const set = SET.exec(text);
  if (set !== null) return { text, kind: "set", stone: set[1]!, arrow: set[2]!, slot: set[3]! };
  const send = SEND.exec(text);
  if (send !== null) return { text, kind: "send", transmitter: Number(send[1]), target: send[2] };
  const lift = LIFT.exec(text);
  return lift === null ? undefined : { text, kind: "lift", transmitter: Number(lift[1]) };
}

/** Returns the numbers of stones by colour as `draw` names them, such as `v2,b1,r3,g1`. */
export function formatDraws(counts: readonly (readonly [colour: string, count: number])[]): string {
  const named = counts.filter(([, count]) => count > 0).map(([colour, count]) => `${colour[0]}${count}`);
  return `draw ${named.join(",")}`;
}
