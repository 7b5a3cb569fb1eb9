/** Hints on the board, each of which reveals more than the one before. */

import type { Analysis, GameSetup } from "botwerk/v1";
import { h } from "../shell/elements.js";
import type { GradedHint } from "./hints/graded_hints.js";
import { rejectionText } from "./illegal_reason.js";
import { panelButton, refill } from "./panel.js";
import type { PlayBoard } from "./play_board.js";
import type { ReasonLine } from "./reason_line.js";
import type { SeatSession } from "./seat_session.js";

/** The time of a search, in milliseconds. */
const SEARCH_MILLIS = 3000;

/** A panel with a button for the next hint. */
export class HintPanel {
  readonly element = h("section", { class: "play-hints", "aria-label": "Hints" });
  #key = "";
  #hints: readonly GradedHint[] | undefined;
  #shownCount = 0;
  #search: AbortController | undefined;

  constructor(
    private readonly session: SeatSession,
    private readonly reasons: ReasonLine,
    private readonly board: PlayBoard,
    private readonly setup: GameSetup,
  ) {}

  /** Shows the button while the seat is to act. Hints of an earlier request are forgotten. */
  update(): void {
    const { request, joined } = this.session.model;
    const key = request === undefined || joined?.allowsHints !== true ? "" : `${request.turn}.${request.part}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#search?.abort();
    this.#hints = undefined;
    this.#shownCount = 0;
    this.#render("");
  }

  close(): void {
    this.#search?.abort();
  }

  #render(message: string): void {
    const shown = this.#hints?.slice(0, this.#shownCount) ?? [];
    this.board.setMarks(shown.at(-1)?.marks ?? [], "hint");
    if (this.#key === "") return refill(this.element);
    const isLast = this.#hints !== undefined && this.#shownCount >= this.#hints.length;
    const text = this.#shownCount === 0 ? "Hint" : "Another hint";
    refill(this.element,
      !isLast && panelButton({ key: "hint", text, press: () => void this.#next() }, this.reasons),
      h("div", { "aria-live": "polite" },
        shown.length > 0 && h("ol", {}, shown.map(hintItem)),
        message !== "" && h("p", { class: "soft" }, message)));
  }

  async #next(): Promise<void> {
    if (this.#hints === undefined) {
      const hints = await this.#load();
      if (hints === undefined) return;
      this.#hints = hints;
    }
    this.#shownCount = Math.min(this.#shownCount + 1, this.#hints.length);
    this.#render(this.#hints.length === 0 ? "There is no hint for this position." : "");
    if ((this.#hints[this.#shownCount - 1]?.marks.length ?? 0) > 0) this.board.reveal();
  }

  async #load(): Promise<readonly GradedHint[] | undefined> {
    if (this.#search?.signal.aborted === false) return undefined;
    const search = (this.#search = new AbortController());
    this.#render("Searching…");
    try {
      const analysis = await this.session.hint(SEARCH_MILLIS, search.signal);
      return search.signal.aborted ? undefined : await this.#grade(analysis);
    } catch (error) {
      if (!search.signal.aborted) this.#render(rejectionText(error).text);
      return undefined;
    } finally {
      if (this.#search === search) this.#search = undefined;
    }
  }

  /** Returns the hints of an analysis with their marks on the board. */
  async #grade(analysis: Analysis | undefined): Promise<readonly GradedHint[]> {
    const { request, joined } = this.session.model;
    if (request === undefined || analysis === undefined) return [];
    const { gradedHints } = await import("./hints/graded_hints.js");
    const rules = { setup: this.setup, rulesetSha256: joined?.rulesetSha256 ?? "" };
    return gradedHints(request.view.position, joined?.seat ?? 0, analysis.hints, rules);
  }
}

/** Returns a hint as text; where the board shows it, the notation is for people who cannot see the board. */
function hintItem({ text, notation, marks }: GradedHint): HTMLElement {
  const isOnBoard = text !== "" && marks.length > 0;
  return h("li", {}, text, notation !== "" && [text !== "" && " ", h("span", { class: isOnBoard ? "visually-hidden" : "notation" }, notation)]);
}
