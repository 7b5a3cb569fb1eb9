/** The steps of the analysis, to go back to. */

import { h, replace } from "../shell/elements.js";
import type { Session } from "./session.js";

/** The list of steps. */
export class StepsPanel {
  readonly #list = h("ol", { class: "analysis-steps" });
  readonly element = h("section", { class: "card", "aria-label": "Steps" }, h("h2", {}, "Steps"), this.#list);

  constructor(
    private readonly session: Session,
    private readonly run: (change: () => Promise<void>) => Promise<void>,
  ) {}

  update(): void {
    const { steps, index } = this.session;
    const hadFocus = this.#list.contains(document.activeElement);
    replace(this.#list, steps.map(({ label, actor }, number) =>
      h("li", {},
        h("button", {
          type: "button",
          class: "notation",
          "aria-current": number === index ? "step" : undefined,
          on: { click: () => void this.run(() => this.session.goTo(number)) },
        }, actor === "" ? undefined : h("span", { class: "soft" }, `${actor} `), label))));
    const current = this.#list.querySelector<HTMLElement>("[aria-current]");
    if (hadFocus) current?.focus();
    // Only the list scrolls, not the page.
    if (current !== null) this.#list.scrollTop = Math.max(0, current.offsetTop - this.#list.clientHeight / 2);
  }
}
