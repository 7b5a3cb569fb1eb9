/** The hands of Droids, as stones below the board. */

import { DroidsColour, DroidsKind } from "botwerk/v1";
import type { DroidsHand, DroidsPosition } from "botwerk/v1";
import { h } from "../shell/elements.js";

/** The stones of a seat that are known, and the numbers of those of which only the colour is. */
export interface SeatHand {
  readonly seat: number;
  /** Such as "V1". */
  readonly kinds: readonly { readonly name: string; readonly colour: string }[];
  readonly hidden: readonly { readonly colour: string; readonly count: number }[];
}

const COLOURS = ["violet", "blue", "red", "grey"] as const;

/** Returns the hands of all seats that have one, in seat order. */
export function seatHands(position: DroidsPosition): SeatHand[] {
  return position.seats.flatMap((side, seat) => {
    const hand = position.hands.find((other) => other.side === side);
    return hand === undefined ? [] : [seatHand(seat, hand)];
  });
}

function seatHand(seat: number, { kinds, colours }: DroidsHand): SeatHand {
  const known = kinds.map((kind) => ({ name: DroidsKind[kind] ?? "?", colour: colourOf(kind) }));
  const hidden = COLOURS.map((colour) => ({ colour, count: colours?.[colour] ?? 0 })).filter(({ count }) => count > 0);
  // A known hand may have its numbers of colours as well.
  return { seat, kinds: known, hidden: known.length > 0 ? [] : hidden };
}

/** Returns the colour of a kind of stone. */
function colourOf(kind: DroidsKind): string {
  if (kind <= DroidsKind.VD) return colourName(DroidsColour.VIOLET);
  if (kind <= DroidsKind.BD) return colourName(DroidsColour.BLUE);
  if (kind >= DroidsKind.G1 && kind <= DroidsKind.GREP) return colourName(DroidsColour.GREY);
  return colourName(DroidsColour.RED);
}

function colourName(colour: DroidsColour): string {
  return DroidsColour[colour].toLowerCase();
}

/** Returns the racks of the seats. */
export function handsElement(hands: readonly SeatHand[], sideOf: (seat: number) => string): HTMLElement {
  return h(
    "ul",
    { class: "hands", "aria-label": "Hands" },
    hands.map(({ seat, kinds, hidden }) =>
      h(
        "li",
        { class: `hand seat-${seat}` },
        h("bdi", { class: "hand-seat" }, sideOf(seat)),
        kinds.map(({ name, colour }) => h("span", { class: `stone ${colour}` }, name)),
        hidden.map(({ colour, count }) =>
          h("span", { class: `stone ${colour}`, title: `${count} ${colour}, kinds hidden` }, `${count}×?`,
            h("span", { class: "visually-hidden" }, ` ${colour}, kinds hidden`)),
        ),
      ),
    ),
  );
}
