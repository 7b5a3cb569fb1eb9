/** The position as text, a start from a seed, and the link to the position. */

import { RejectedError } from "botwerk/web";
import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import { RejectedPosition } from "./pasted/pasted_position.js";
import { UNDERSTOOD } from "./pasted/pasted_text.js";
import type { Session } from "./session.js";
import { locateError } from "./text_error.js";

/** Maximum number of characters of a wrong text that are kept in the field. */
const MAX_KEPT_LENGTH = 50_000;

/** What the panel asks for. */
export interface PositionRequests {
  /** Returns the address of the position that is shown. */
  link(): string;
  /** Opens a text of any known form. Resolves with what to say about it. */
  open(text: string): Promise<string>;
  startFromSeed(seed: string): Promise<void>;
}

/** Sets up positions from texts and seeds. */
export class PositionPanel {
  readonly element: HTMLElement;
  readonly #text = h("textarea", {
    rows: 4,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-describedby": "position-help position-problem",
    on: {
      keydown: (event) => this.#onKey(event as KeyboardEvent),
      input: () => this.#notePending(),
      paste: (event) => this.#onPaste(event as ClipboardEvent),
    },
  });
  readonly #seed = h("input", { size: 12, autocomplete: "off", placeholder: "random" });
  readonly #problem = h("div", { id: "position-problem", class: "analysis-problem", role: "alert", hidden: true });
  readonly #status = h("span", { class: "soft", role: "status" });
  readonly #back: HTMLButtonElement;
  #isPending = false;
  #onPending: (isPending: boolean) => void = () => {};

  constructor(
    private readonly session: Session,
    private readonly requests: PositionRequests,
    signal: AbortSignal,
  ) {
    const button = (text: string, click: () => unknown) =>
      h("button", { type: "button", on: { click: () => void click() } }, text);
    const seedForm = h("form", { class: "row analysis-filter", on: { submit: (event) => this.#startFromSeed(event) } },
      h("label", {}, h("span", {}, "Seed of a match"), this.#seed),
      h("button", {}, "New position"));
    this.#back = button("Back to the board's position", () => this.update());
    this.#back.hidden = true;
    this.element = h("section", { class: "card", "aria-label": "Position" },
      h("h2", {}, "Position"),
      seedForm,
      h("label", { class: "wide" }, h("span", {}, "Position in the notation"), this.#text),
      this.#problem,
      h("div", { class: "row analysis-position" },
        button("Set up this text", () => this.#open(this.#text.value)),
        this.#back,
        button("Copy text", () => this.#copy(this.session.position?.text ?? "")),
        button("Copy link", () => this.#copy(this.requests.link())),
        this.#status),
      h("details", { id: "position-help" }, h("summary", {}, "What can be pasted"), h("p", { class: "soft" },
        `Of any game: ${UNDERSTOOD}. A record opens at its last position. They can be pasted outside of a field, too.`)));
    document.addEventListener("paste", (event) => {
      if (event.defaultPrevented || (event.target as Element).closest?.("input, textarea, select, [contenteditable]")) return;
      this.#openPasted(event);
    }, { signal });
  }

  /** Calls the listener when the field starts to hold a text that is not set up, and when it does no more. */
  onPending(listener: (isPending: boolean) => void): void {
    this.#onPending = listener;
  }

  /** Shows the text of the session's position. */
  update(): void {
    this.#text.value = this.session.position?.text ?? "";
    this.#report(undefined);
    this.note("");
    this.#notePending();
  }

  /** Says something about the position. */
  note(text: string): void {
    replace(this.#status, text);
  }

  /** Shows a text that is not the position, with what is wrong. */
  reject(text: string, error: unknown): void {
    // A text that is too long for a field is not in it.
    if (text.length <= MAX_KEPT_LENGTH) this.#text.value = text;
    this.#showError(text.trim(), error);
    this.#notePending();
  }

  async #open(text: string): Promise<void> {
    try {
      this.note(await this.requests.open(text));
    } catch (error) {
      this.reject(text, error);
    }
  }

  #showError(text: string, error: unknown): void {
    const { text: judged, cause } = error instanceof RejectedPosition ? error : { text, cause: error };
    const message = errorText(cause);
    const located = RejectedError.fromCall(cause).hasReason ? locateError(judged, message) : undefined;
    if (located === undefined) return this.#report(h("p", {}, message));
    const { before, wrong, after, expected } = located;
    this.#report(
      h("p", {}, "Expected ", expected, wrong === "" ? " at the end:" : " here:"),
      h("pre", { class: "analysis-located", tabindex: "0" }, before, h("mark", {}, wrong === "" ? "…" : wrong), after));
    this.#text.focus();
    if (judged === this.#text.value) this.#text.setSelectionRange(before.length, before.length + wrong.length);
  }

  #report(...content: (Node | undefined)[]): void {
    this.#problem.hidden = content[0] === undefined;
    this.#text.setAttribute("aria-invalid", String(!this.#problem.hidden));
    replace(this.#problem, content);
  }

  #startFromSeed(event: Event): void {
    event.preventDefault();
    void this.requests.startFromSeed(this.#seed.value.trim()).catch((error: unknown) => {
      this.#report(h("p", {}, errorText(error)));
    });
  }

  #onKey(event: KeyboardEvent): void {
    // A position is one line.
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    void this.#open(this.#text.value);
  }

  /** A text that replaces the whole field is opened at once, as is one that cannot be a part of a position. */
  #onPaste(event: ClipboardEvent): void {
    const { value, selectionStart, selectionEnd } = this.#text;
    const isWhole = selectionEnd - selectionStart === value.length;
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (isWhole || /^[{[!]|\n/.test(text)) this.#openPasted(event);
  }

  #openPasted(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim() === "") return;
    event.preventDefault();
    void this.#open(text);
  }

  #notePending(): void {
    const isPending = this.#text.value.trim() !== (this.session.position?.text ?? "");
    if (isPending === this.#isPending) return;
    this.#isPending = isPending;
    this.#back.hidden = !isPending;
    this.#onPending(isPending);
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.note( "Copied.");
    } catch {
      this.note( "The browser does not allow copying: the address of the page is the link.");
    }
  }
}
