/** The place of the list of own matches on a page, whose code is loaded only if this browser keeps some. */

import { h, replace } from "../shell/elements.js";
import { GuardedStorage } from "../shell/guarded_storage.js";
import type { PageContext } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { SEAT_PREFIX } from "./seat_prefix.js";

/** Creates the place. It stays empty without matches, and if the code cannot be loaded. */
export function myMatchesPlace(context: PageContext, server: Server): HTMLElement {
  const place = h("div", { class: "my-matches-place" });
  const fill = async () => {
    if (!keepsSeats()) return;
    const { MyMatches } = await import("./my_matches.js");
    if (!context.signal.aborted && !place.hasChildNodes()) replace(place, new MyMatches(context, server).element);
  };
  const load = () => void fill().catch(() => {});
  // Another tab may start the first match.
  addEventListener("storage", load, { signal: context.signal });
  load();
  return place;
}

function keepsSeats(): boolean {
  return new GuardedStorage(() => localStorage).keys.some((key) => key.startsWith(SEAT_PREFIX));
}
