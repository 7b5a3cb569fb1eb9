/** The end of a match: result, rematch, and the way to the viewer. */

import type { Match, MatchOver } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { rejectionText } from "./illegal_reason.js";
import { createMatch, rematch } from "./new_match.js";
import { outcomeTitle, terminationTexts } from "./outcome_text.js";
import type { ReasonLine } from "./reason_line.js";
import type { SeatTokens } from "./seat_tokens.js";

/** What the panel needs of the match. */
export interface EndedSeat {
  readonly match: Match;
  readonly matchId: string;
  readonly seat: number;
  seatName(seat: number): string;
}

/** Shows how a match has ended. */
export class OutcomePanel {
  readonly element = h("section", { class: "card play-outcome", "aria-label": "Result", hidden: true });

  constructor(
    private readonly context: PageContext,
    private readonly server: Server,
    private readonly tokens: SeatTokens,
    private readonly reasons: ReasonLine,
  ) {}

  show(over: MatchOver, ended: EndedSeat): void {
    if (!this.element.hidden) return;
    const { seat, matchId, seatName } = ended;
    const game = ended.match.setup?.game ?? "";
    const { outcome } = over;
    const again = h("button", { type: "button", class: "primary", on: { click: () => void this.#rematch(again, ended) } }, "Rematch");
    const places = (outcome?.places ?? []).map((place, other) => ({ place, other }));
    const title = h("h2", { tabindex: "-1" }, outcomeTitle(over, seat));
    replace(this.element,
      title,
      h("ol", { class: "play-places" }, places.sort((first, second) => first.place - second.place).map(({ place, other }) =>
        h("li", {}, `${place}. `, h("bdi", {}, seatName(other)), points(outcome?.points[other])))),
      terminationTexts(over, seat).map(({ seat: other, text }) =>
        h("p", {}, other === seat ? "You" : h("bdi", {}, seatName(other)), ` ${text}.`)),
      outcome !== undefined && /^[A-Z]{2}-\d+$/.test(outcome.rule) && h("p", {}, "Ended by ",
        h("a", { href: this.context.href(`/rules/${game}?rule=${outcome.rule}`) }, outcome.rule), "."),
      h("div", { class: "play-buttons" }, again,
        h("a", { href: this.context.href(`/matches/${matchId}`) }, "Look at the match"),
        h("a", { href: this.context.href("/play") }, "Another match")));
    this.element.hidden = false;
    title.focus({ preventScroll: true });
  }

  async #rematch(button: HTMLButtonElement, { match, seat }: EndedSeat): Promise<void> {
    button.disabled = true;
    try {
      this.context.navigate(await createMatch(this.server, this.tokens, rematch(match, seat)));
    } catch (error) {
      button.disabled = false;
      void this.reasons.show(rejectionText(error));
    }
  }
}

function points(points: number | undefined): string {
  return points === undefined ? "" : `, ${points} ${points === 1 ? "point" : "points"}`;
}
