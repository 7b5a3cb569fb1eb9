/** The comments of the shown turn. */

import type { ReplayStep } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { shownComments } from "./comments.js";
import type { ViewedMatch } from "./viewed_match.js";

/** A panel that is hidden if there is nothing to read. */
export class CommentPanel {
  readonly #list = h("ul", { class: "comment-list" });
  readonly element = h("section", { class: "card comments", "aria-label": "Comments of the players", hidden: true },
    h("h2", {}, "Comments"), this.#list);

  show(match: ViewedMatch, step: ReplayStep): void {
    const comments = shownComments(match, step);
    this.element.hidden = comments.length === 0;
    replace(this.#list, comments.map(({ side, lines }) =>
      h("li", {}, h("b", {}, side), lines.map((line) => h("p", { dir: "auto" }, line)))));
  }
}
