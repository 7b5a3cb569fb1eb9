/** What the status of a match says while its page is not current. */

import type { SeatSession } from "./seat_session.js";

/** Returns the text, or `undefined` while the page shows the match as it is. */
export function connectionText({ isOnline, isSending, model }: SeatSession): string | undefined {
  if (model.over !== undefined) return undefined;
  if (isOnline) return isSending ? "Sending…" : undefined;
  return isSending
    ? "Sending… The server does not answer: your turn is kept and sent when it does."
    : "The server does not answer. Board and clocks may have changed in the meantime.";
}
