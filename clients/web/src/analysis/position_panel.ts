/** The position as text, a start from a seed, and the link to the position. */

import { ConnectError } from "@connectrpc/connect";
import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import type { Session } from "./session.js";
import { locateError } from "./text_error.js";

/** Sets up positions from texts and seeds. */
export class PositionPanel {
  readonly element: HTMLElement;
  readonly #text = h("textarea", {
    rows: 4,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-describedby": "position-problem",
    on: { keydown: (event) => this.#onKey(event as KeyboardEvent) },
  });
  readonly #seed = h("input", { size: 12, autocomplete: "off", placeholder: "random" });
  readonly #problem = h("div", { id: "position-problem", class: "analysis-problem", role: "alert", hidden: true });
  readonly #copied = h("span", { class: "soft", role: "status" });

  /** `linkOf` returns the address of the position that is shown. */
  constructor(
    private readonly session: Session,
    private readonly linkOf: () => string,
  ) {
    const button = (text: string, click: () => Promise<unknown>) =>
      h("button", { type: "button", on: { click: () => void click() } }, text);
    const seedForm = h("form", { class: "row analysis-filter", on: { submit: (event) => this.#startFromSeed(event) } },
      h("label", {}, h("span", {}, "Seed of a match"), this.#seed),
      h("button", {}, "New position"));
    this.element = h("section", { class: "card", "aria-label": "Position" },
      h("h2", {}, "Position"),
      seedForm,
      h("label", { class: "wide" }, h("span", {}, "Position in the notation"), this.#text),
      this.#problem,
      h("div", { class: "row" },
        button("Set up this text", () => this.setUp(this.#text.value)),
        button("Copy text", () => this.#copy(this.session.position?.text ?? "")),
        button("Copy link", () => this.#copy(this.linkOf())),
        this.#copied));
  }

  /** Shows the text of the session's position. */
  update(): void {
    this.#text.value = this.session.position?.text ?? "";
    this.#report(undefined);
    replace(this.#copied);
  }

  /** Sets up a text, complete or as the seat sees it. Returns `false` and shows what is wrong if it cannot. */
  async setUp(text: string, seat?: number): Promise<boolean> {
    try {
      await this.session.setText(text.trim(), seat);
      return true;
    } catch (error) {
      this.#text.value = text;
      this.#showError(text.trim(), error);
      return false;
    }
  }

  /** Returns a function that shows the present text and its error again, after another set-up has replaced them. */
  keepProblem(): () => void {
    const { value } = this.#text;
    const problem = [...this.#problem.childNodes];
    return () => {
      this.#text.value = value;
      this.#report(...problem);
    };
  }

  #showError(text: string, error: unknown): void {
    const message = errorText(error);
    const located = error instanceof ConnectError ? locateError(text, message) : undefined;
    if (located === undefined) return this.#report(h("p", {}, message));
    const { before, wrong, after, expected } = located;
    this.#report(
      h("p", {}, "Expected ", expected, wrong === "" ? " at the end:" : " here:"),
      h("pre", { class: "analysis-located", tabindex: "0" }, before, h("mark", {}, wrong === "" ? "…" : wrong), after));
    this.#text.focus();
    this.#text.setSelectionRange(before.length, before.length + wrong.length);
  }

  #report(...content: (Node | undefined)[]): void {
    this.#problem.hidden = content[0] === undefined;
    this.#text.setAttribute("aria-invalid", String(!this.#problem.hidden));
    replace(this.#problem, content);
  }

  #startFromSeed(event: Event): void {
    event.preventDefault();
    void this.session.startFromSeed(this.#seed.value.trim()).catch((error: unknown) => {
      this.#report(h("p", {}, errorText(error)));
    });
  }

  #onKey(event: KeyboardEvent): void {
    // A position is one line.
    if (event.key !== "Enter") return;
    event.preventDefault();
    void this.setUp(this.#text.value);
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      replace(this.#copied, "Copied.");
    } catch {
      replace(this.#copied, "The browser does not allow copying: the address of the page is the link.");
    }
  }
}
