/** The end of a match: result, why it ended, and what can follow. */

import type { Match, MatchOver } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { rejectionText } from "./illegal_reason.js";
import { levelOf, nextLevel } from "./levels.js";
import { createMatch, rematch, sameMatch } from "./new_match.js";
import type { NewMatch } from "./new_match.js";
import { endingSentence, outcomeTitle, terminationTexts } from "./outcome_text.js";
import type { ReasonLine } from "./reason_line.js";
import type { SeatNames } from "./seat_names.js";
import type { SeatTokens } from "./seat_tokens.js";

/** What the panel needs of the match. */
export interface EndedSeat {
  readonly match: Match;
  readonly matchId: string;
  readonly names: SeatNames;
  /** The address of the analysis of the last position in which the person was to act. */
  readonly analysis: string;
}

/** Shows how a match has ended. */
export class OutcomePanel {
  readonly element = h("section", { class: "card play-outcome", "aria-label": "Result", hidden: true });
  readonly #ending = h("p", { class: "play-ending", "aria-live": "polite" });

  constructor(
    private readonly context: PageContext,
    private readonly server: Server,
    private readonly tokens: SeatTokens,
    private readonly reasons: ReasonLine,
  ) {}

  /** Shows why the match has ended, as a sentence, once that is known. */
  explain(ending: string, { match, names }: Pick<EndedSeat, "match" | "names">, over: MatchOver): void {
    const rule = over.outcome?.rule ?? "";
    const path = `/rules/${match.setup?.game ?? ""}?rule=${rule}`;
    replace(this.#ending,
      ending !== "" && `${endingSentence(ending, over, names.own)} `,
      /^[A-Z]{2}-\d+$/.test(rule) && h("a", { href: this.context.href(path), title: rule }, "The rule"));
  }

  show(over: MatchOver, ended: EndedSeat): void {
    if (!this.element.hidden) return;
    const { match, matchId, names, analysis } = ended;
    const { outcome } = over;
    const next = nextLevel(sameMatch(match, names.own));
    const hasWon = outcome?.places[names.own] === 1;
    const places = (outcome?.places ?? []).map((place, seat) => ({ place, seat }));
    const title = h("h2", { tabindex: "-1" }, outcomeTitle(over, names.own));
    replace(this.element,
      title,
      this.#ending,
      h("ol", { class: "play-places" }, places.sort((first, second) => first.place - second.place).map(({ place, seat }) =>
        h("li", {}, `${place}. `, h("bdi", {}, names.seat(seat)), points(outcome?.points[seat])))),
      terminationTexts(over, names.own).map(({ seat, text }) => h("p", {}, h("bdi", {}, names.seat(seat)), ` ${text}.`)),
      h("div", { class: "play-buttons" },
        this.#button("Rematch", !hasWon || next === undefined, rematch(match, names.own)),
        next !== undefined && this.#button(`Next level: ${levelIn(next)}`, hasWon, next)),
      h("div", { class: "play-buttons" },
        h("a", { href: this.context.href(analysis) }, "Analyse your last turn"),
        h("a", { href: this.context.href(`/matches/${matchId}`) }, "Look at the match"),
        h("a", { href: this.context.href("/play") }, "Another match")));
    this.explain("", ended, over);
    this.element.hidden = false;
    title.focus({ preventScroll: true });
  }

  #button(text: string, isPrimary: boolean, match: NewMatch): HTMLButtonElement {
    const button: HTMLButtonElement = h("button", {
      type: "button", class: isPrimary ? "primary" : "", "data-key": `again-${text.split(":")[0]}`,
      on: { click: () => void this.#start(button, match) },
    }, text);
    return button;
  }

  async #start(button: HTMLButtonElement, match: NewMatch): Promise<void> {
    button.disabled = true;
    try {
      this.context.navigate(await createMatch(this.server, this.tokens, match));
    } catch (error) {
      button.disabled = false;
      void this.reasons.show(rejectionText(error), button);
    }
  }
}

/** Returns the level of the opponents of a match. */
function levelIn({ players }: NewMatch): number {
  const levels = players.flatMap((player) => (player.kind === "agent" ? [levelOf(player.agent) ?? 0] : []));
  return Math.max(0, ...levels);
}

function points(points: number | undefined): string {
  return points === undefined ? "" : `, ${points} ${points === 1 ? "point" : "points"}`;
}
