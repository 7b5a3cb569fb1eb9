/** The place of the list of own matches on a page, whose code is loaded only if this browser keeps some. */

import { h, replace } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { openSeatTokens } from "./seat_tokens.js";

/** Creates the place. It stays empty without matches, and if the code cannot be loaded. */
export function myMatchesPlace(context: PageContext, server: Server): HTMLElement {
  const place = h("div", { class: "my-matches-place" });
  const tokens = openSeatTokens();
  const fill = async () => {
    if (place.hasChildNodes() || tokens.matches.length === 0) return;
    const { MyMatches } = await import("./my_matches.js");
    if (!context.signal.aborted) replace(place, new MyMatches(context, server, tokens).element);
  };
  const load = () => void fill().catch(() => {});
  // Another tab may start the first match.
  addEventListener("storage", load, { signal: context.signal });
  load();
  return place;
}
