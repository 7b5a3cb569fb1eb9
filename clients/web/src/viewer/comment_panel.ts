/** The comments of the shown turn, or the newest ones of a match in progress. */

import type { Comment, ReplayStep } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { newestComments, shownComments } from "./comments.js";
import type { ShownComment } from "./comments.js";
import type { ViewedMatch } from "./viewed_match.js";

/** A panel that is hidden if there is nothing to read. */
export class CommentPanel {
  readonly #list = h("ul", { class: "comment-list", tabindex: "0" });
  readonly element = h("section", { class: "card comments", "aria-label": "Comments of the players", hidden: true },
    h("h2", {}, "Comments"), this.#list);

  show(match: ViewedMatch, step: ReplayStep): void {
    this.#fill(shownComments(match, step));
  }

  showLive(match: ViewedMatch, comments: readonly Comment[]): void {
    this.#fill(newestComments(match, comments));
  }

  #fill(comments: readonly ShownComment[]): void {
    this.element.hidden = comments.length === 0;
    replace(this.#list, comments.map(({ side, lines }) =>
      h("li", {}, h("b", {}, side), lines.map((line) => h("p", { dir: "auto" }, line)))));
  }
}
