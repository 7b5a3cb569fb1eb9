/** Links with which other people join a match. */

import { h } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import { formatFragment } from "./seat_tokens.js";
import type { HeldSeat } from "./seat_tokens.js";

/** Creates a list of links, one for each seat. A link is as good as the seat itself. */
export function invitationList(
  context: PageContext,
  matchId: string,
  seats: readonly HeldSeat[],
  seatName: (seat: number) => string,
): HTMLElement | undefined {
  if (seats.length === 0) return undefined;
  const item = (seat: HeldSeat) => {
    const link = new URL(context.href(`/play/${encodeURIComponent(matchId)}${formatFragment(seat)}`), location.href).href;
    const field = h("input", { readonly: true, value: link, "aria-label": `Link for ${seatName(seat.seat)}`, on: { focus: () => field.select() } });
    const copy = h("button", { type: "button", on: { click: () => void copyLink(link, copy, field) } }, "Copy");
    return h("li", {}, h("bdi", {}, seatName(seat.seat)), h("div", { class: "play-link" }, field, copy));
  };
  return h("section", { class: "card" },
    h("h2", {}, "Invite other people"),
    h("p", {}, "The person who opens a link plays its seat: send each link to one person. The match starts when all seats have joined, or without those that have not joined within the time limit of the server."),
    h("ul", { class: "play-invitations" }, seats.map(item)));
}

async function copyLink(link: string, button: HTMLButtonElement, field: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    button.textContent = "Copied";
  } catch {
    // Without the permission the person copies the selected text.
    field.select();
  }
}
