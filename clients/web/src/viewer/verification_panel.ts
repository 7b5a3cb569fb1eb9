/** The badge that says what was verified, with its details. */

import type { ReplayRecordResponse, SignedHead } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import { formatCount } from "./durations.js";
import { verifySignature } from "./signature.js";
import type { SignatureState } from "./signature.js";
import { verdictOf } from "./verdict.js";

/** A record with its replay, and what the server says of it. */
export interface CheckedRecord {
  readonly record: string;
  readonly replay: ReplayRecordResponse;
  /** Unset without a server. */
  readonly signedHead: SignedHead | undefined;
  /** The commitment that the server published. Empty without a server. */
  readonly commitment: string;
}

const CHECKED = [
  "the chain of hashes: every line continues the one before it",
  "the rules: every action is legal, and so is the result",
  "the chance outcomes: all follow from the seed",
  "the decisions of races and the clocks",
];

const SIGNATURE_TEXTS: Readonly<Record<SignatureState, string>> = {
  valid: "✓ The head is the one that the server has signed.",
  invalid: "✗ The signature of the server is not valid.",
  unsupported: "✓ The head is the one that the server names. Its signature was not checked: the browser cannot do that here.",
};

/** The badge, which opens to what was checked. */
export class VerificationPanel {
  readonly #summary = h("summary", { class: "badge verification-badge" });
  readonly #status = h("span", { class: "visually-hidden", role: "status" });
  readonly #body = h("div", { class: "verification-body" });
  readonly #details = h("details", { class: "verification" }, this.#summary, this.#body);
  readonly element = h("div", { class: "verification-panel" }, this.#details, this.#status);

  constructor(private readonly context: PageContext) {
    this.#setBadge("pending", "", "re-executing the match…");
  }

  /** Shows that there is nothing to verify yet. */
  showLive(text: string): void {
    this.#setBadge("live", "", text);
    replace(this.#body, h("p", { class: "soft" },
      "Positions follow from the frames of the server. The record, with which all of them can be verified, is there after the end."));
  }

  /** Shows what the replay of a record has found. */
  show(checked: CheckedRecord): void {
    const { record, replay } = checked;
    const isServers = this.context.engines.isAnsweredByServer(replay.match?.setup?.game ?? "");
    const { state, text, isComplete } = verdictOf(record, replay, isServers);
    const isVerified = state === "verified";
    this.#setBadge(state, isVerified ? (isComplete ? "good" : "warn") : "bad", text);
    replace(
      this.#body,
      isVerified ? checkedList(isComplete, isServers) : h("p", {}, h("strong", {}, "The record differs: "), replay.mismatch,
        ". The steps before it are shown, and agree with the rules."),
      isVerified && headText(checked),
      isVerified && this.#choices(record),
    );
    performance.mark(state);
  }

  /** Shows that the record could not be replayed. */
  showFailure(error: unknown): void {
    this.#setBadge("failed", "bad", `not verified: ${errorText(error)}`);
  }

  #setBadge(state: string, look: string, text: string): void {
    const clipped = text.length > 240 ? `${text.slice(0, 240)}…` : text;
    this.#summary.className = `badge verification-badge ${look}`;
    this.#summary.dataset["state"] = state;
    const icon = { good: "✓ ", bad: "✗ ", warn: "! " }[look] ?? "";
    replace(this.#summary, h("span", { "aria-hidden": "true" }, icon), clipped);
    this.#status.textContent = clipped;
  }

  /** Returns the part about the choices of built-in agents, which are searched again on request. */
  #choices(record: string): HTMLElement {
    const output = h("div", { role: "status" }, h("p", {}, "Not checked: the choices of the players."));
    let running: AbortController | undefined;
    const button = h("button", { type: "button", on: { click: () => void toggle() } }, "Check the choices");
    const toggle = async (): Promise<void> => {
      if (running !== undefined) return running.abort();
      const current = (running = new AbortController());
      const signal = AbortSignal.any([current.signal, this.context.signal]);
      button.textContent = "Cancel";
      replace(output, h("p", {}, "The players choose again…"), h("progress", { "aria-label": "Checking the choices" }));
      try {
        const { rules } = await this.context.engines.players();
        const { isValid, mismatch, choicesChecked, stoppedChoices, unchecked } = await rules.verifyRecord({ record }, { signal });
        const count = `${formatCount(choicesChecked)} choices checked`;
        replace(
          output,
          h("p", {}, isValid
            ? h("span", { class: "badge good", "data-state": "choices-checked" }, `✓ ${count}: the players choose the same again`)
            : h("span", { class: "badge bad", "data-state": "choices-differ" }, `✗ differs: ${mismatch}`)),
          stoppedChoices > 0n && h("p", {}, `${formatCount(stoppedChoices)} choices differ since a clock may have stopped them.`),
          unchecked.length > 0 && h("p", { class: "soft" }, "What no record can prove:"),
          unchecked.length > 0 && h("ul", { class: "unchecked soft" }, unchecked.map((text) => h("li", {}, text))),
        );
        button.hidden = isValid;
      } catch (error) {
        const text = current.signal.aborted ? "Cancelled: the choices were not checked." : errorText(error);
        replace(output, h("p", {}, text));
      }
      running = undefined;
      button.textContent = "Check the choices";
    };
    return h("div", { class: "choices" }, output, button);
  }
}

function checkedList(isComplete: boolean, isServers: boolean): HTMLElement {
  const where = isServers ? "Re-executed by the server, since this page does not have the rules of the game." : "Re-executed in this page.";
  return h("div", {},
    h("p", {}, where, " Checked:"),
    h("ul", { class: "checked" }, CHECKED.map((text) => h("li", {}, text))),
    !isComplete && h("p", {}, "The record has no result: the match was in progress or aborted, or the last lines are missing."));
}

/** Returns whether the record is the one that the server has signed. */
function headText({ replay: { head, match }, signedHead, commitment }: CheckedRecord): HTMLElement {
  const committed = match?.seedCommitment ?? "";
  const isCommitted = commitment === "" || commitment === committed;
  if (!isCommitted) {
    return h("p", { class: "bad-text" }, "✗ The server had published another commitment to the seed.");
  }
  if (signedHead === undefined) {
    return h("p", { class: "soft" },
      "The head was compared with no signature: the hashes of a changed record can be computed again.");
  }
  if (signedHead.sha256 !== head) {
    return h("p", { class: "bad-text" }, "✗ The server has signed another head: this is not its record.");
  }
  const text = h("p", {}, "✓ The head is the one that the server names.");
  void verifySignature(signedHead).then((state) => {
    text.className = state === "invalid" ? "bad-text" : "";
    text.textContent = SIGNATURE_TEXTS[state];
  });
  return text;
}

/** Returns the seed, the commitment and the head of a record. */
export function proofElement({ replay: { match, head }, signedHead }: CheckedRecord): HTMLElement {
  const rows: readonly (readonly [string, string])[] = [
    ["seed", match?.seed ?? ""],
    ["commitment to the seed", match?.seedCommitment ?? ""],
    ["head of the record", head],
    ["signature", signedHead?.signature ?? ""],
    ["key of the server", signedHead?.key ?? ""],
    ["time control", match?.timeControl ?? ""],
    ["clock of races", match === undefined ? "" : match.usesVirtualTime ? "virtual: computed from declared nodes" : "wall"],
  ];
  const options = match?.setup?.options ?? [];
  return h("details", { class: "card proof" },
    h("summary", {}, "Seed, head and options"),
    h("dl", {}, rows.filter(([, value]) => value !== "").map(([name, value]) =>
      h("div", {}, h("dt", {}, name), h("dd", { class: "notation" }, value)))),
    options.length > 0 && h("p", { class: "notation soft" }, options.map(({ name, value }) => `${name}=${value}`).join("  ")));
}
