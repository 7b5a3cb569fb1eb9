/** What the page of a tournament says while its server does not answer. */

import type { Tournament } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { Server } from "../shell/server.js";
import { hasEnded } from "./description.js";
import type { LiveTournament } from "./live_tournament.js";
import { count, dateTime, number } from "./number_format.js";

/** The time without an answer after which it is said, in milliseconds: a server that is restarted is back earlier. */
const PATIENCE = 3000;

/**
 * Says of which time the page is. A server that played a tournament ends with it, so that after the end of the tournament
 * nothing is requested any more; before, the page continues when the server answers again.
 */
export class AbsenceNote {
  readonly element = h("section", { class: "card absence", role: "status", hidden: true });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onEnd` is called when the server counts as ended, and `retry` when a person wants to ask it again. */
  constructor(
    private readonly server: Server,
    private readonly live: LiveTournament,
    private readonly requests: { readonly onEnd: () => void; readonly retry: () => void },
    signal: AbortSignal,
  ) {
    server.onState((state) => {
      clearTimeout(this.#timer);
      if (state === "offline") this.#timer = setTimeout(() => this.#show(), PATIENCE);
      if (state === "online") this.element.hidden = true;
    }, signal);
    signal.addEventListener("abort", () => clearTimeout(this.#timer), { once: true });
  }

  #show(): void {
    const { tournament, receivedMillis } = this.live;
    if (tournament === undefined) return;
    const time = dateTime(receivedMillis);
    replace(this.element, hasEnded(tournament) ? this.#ended(time) : interrupted(tournament, time));
    this.element.hidden = false;
    if (!hasEnded(tournament)) return;
    this.live.stop();
    this.server.end();
    this.requests.onEnd();
  }

  #ended(time: string): HTMLElement[] {
    const { matches } = this.live;
    const missing = matches.playedEnd - matches.loadedCount + matches.inProgress.length;
    const gap = missing > 0 ? ` The list lacks ${count(missing, "match")} that it had not loaded before.` : "";
    const retry = h("button", { type: "button", on: { click: () => this.requests.retry() } }, "Try again");
    return [
      h("h2", {}, "The server has ended"),
      h("p", {}, `This page shows the tournament as of ${time}. Keep it open: this address cannot be loaded again.${gap}`),
      h("p", {}, "To see the tournament again:"),
      h("ul", {},
        h("li", {}, h("code", {}, "botwerk serve --db FILE"), " serves its database, which is next to the tournament file"),
        h("li", {}, h("code", {}, "botwerk tournament run FILE --keep"), " serves it until Ctrl-C, also after the end"),
        h("li", {}, h("code", {}, "botwerk tournament export --db FILE --html DIR"), " writes its pages as files")),
      retry,
    ];
  }
}

function interrupted({ resultCount, matchCount }: Tournament, time: string): HTMLElement[] {
  return [
    h("h2", {}, "Waiting for the server"),
    h("p", {}, `This page shows the tournament as of ${time}, after ${number(resultCount)} of ${number(matchCount)} matches. ` +
      "It continues when the server answers again."),
    h("p", {}, "An interrupted ", h("code", {}, "botwerk tournament run FILE"), " is resumed by the same command; ",
      h("code", {}, `--listen ${location.host}`), " gives it this address."),
  ];
}
