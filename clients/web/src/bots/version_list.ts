/** The versions of a bot, for its owner. */

import { BotVersionState } from "botwerk/v1";
import type { BotVersion } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import { replaceKeepingFocus } from "../tournaments/refocus.js";
import { dateTime } from "../tournaments/number_format.js";
import { formatSize } from "../viewer/durations.js";
import { logButton } from "./log_dialog.js";
import type { OwnerCalls } from "./owner_calls.js";
import { Polling } from "./polling.js";
import { STEPS, isPending, stateBadge } from "./version_state.js";

/** The time between two requests while a version is built, and otherwise, in milliseconds. */
const [PENDING_INTERVAL, INTERVAL] = [1000, 15_000] as const;

/** The versions that are kept, the newest first. They are requested again until the page is left. */
export class VersionList {
  readonly #steps = h("ol", { class: "version-steps", "aria-label": "State of the newest version", hidden: true });
  readonly #reason = h("p", { class: "bots-reason", role: "status" });
  readonly #status = h("p", { class: "soft" }, "Loading…");
  readonly #rows = h("tbody", {});
  readonly #table = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Versions", hidden: true },
    h("table", {},
      h("thead", {}, h("tr", {}, ["Version", "State", "Uploaded", "Size", "Printed"].map((name) => h("th", { scope: "col" }, name)))),
      this.#rows));
  readonly element = h("section", { class: "card" }, h("h2", {}, "Versions"), this.#steps, this.#reason, this.#status, this.#table);
  #signature = "";
  readonly #polling: Polling;

  constructor(
    private readonly calls: OwnerCalls,
    private readonly bot: string,
  ) {
    this.#polling = new Polling(calls.signal, () => this.#update());
    void this.#polling.run();
  }

  /** Requests the versions now. */
  refresh(): void {
    this.#polling.now();
  }

  async #update(): Promise<number> {
    try {
      const request = { bot: `bots/${this.bot}` };
      const { versions } = await this.calls.retry(({ uploads }, options) => uploads.listBotVersions(request, options));
      this.#show(versions);
      return versions.some(isPending) ? PENDING_INTERVAL : INTERVAL;
    } catch (error) {
      if (!this.calls.signal.aborted) replace(this.#status, errorText(error));
      return INTERVAL;
    }
  }

  #show(versions: readonly BotVersion[]): void {
    const signature = JSON.stringify(versions.map(({ number, state, reason }) => [number, state, reason]));
    if (signature === this.#signature) return;
    this.#signature = signature;
    const [newest] = versions;
    replace(this.#status, newest === undefined && "No version yet.");
    this.#table.hidden = newest === undefined;
    this.#showSteps(newest);
    replaceKeepingFocus(this.#rows, versions.map((version) => this.#row(version)));
  }

  #showSteps(newest: BotVersion | undefined): void {
    const now = STEPS.findIndex(([state]) => state === newest?.state);
    // A version that is rejected has been built.
    const isRejected = newest?.state === BotVersionState.REJECTED;
    this.#steps.hidden = now < 0 && !isRejected;
    const done = isRejected ? 2 : now;
    replace(this.#steps, STEPS.slice(0, isRejected ? 2 : STEPS.length).map(([, text, note], index) =>
      h("li", { class: index < done ? "done" : "", "aria-current": index === now && "step" }, text,
        index === now && h("span", { class: "soft" }, ` (${note})`))),
      isRejected && h("li", { class: "rejected", "aria-current": "step" }, "rejected"));
    replace(this.#reason, newest !== undefined && newest.reason !== "" && h("bdi", {}, newest.reason));
  }

  #row(version: BotVersion): HTMLElement {
    const { number, createdMicros, bytes } = version;
    const read = async () => {
      const request = { bot: `bots/${this.bot}`, number };
      const { log } = await this.calls.retry(({ uploads }, options) => uploads.getBotVersion(request, options));
      return { text: log, omittedBytes: 0n };
    };
    return h("tr", {},
      h("th", { scope: "row" }, number),
      h("td", {}, stateBadge(version)),
      h("td", {}, dateTime(Number(createdMicros) / 1000)),
      h("td", {}, formatSize(Number(bytes))),
      h("td", {}, logButton(`Version ${number}: build and checks`, `log-${number}`, this.calls.signal, read)));
  }
}
