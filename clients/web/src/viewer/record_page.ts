/** The page `/view`, which shows a record from a file. */

import { h, replace } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import { MatchViewer } from "./match_viewer.js";
import { RecordFileError, readRecordFile } from "./record_file.js";
import { parseViewChoice } from "./view_choice.js";

export function open(context: PageContext, route: Route): Page {
  const page = new RecordPage(context, route);
  return { title: "View a record", element: page.element };
}

/** A place to drop files, and the viewer of the last one. */
class RecordPage {
  readonly #input = h("input", { type: "file", accept: ".bwr,.jsonl,application/x-ndjson", id: "record-file",
    on: { change: () => void this.#openFile(this.#input.files?.[0]) } });
  readonly #intro = h("div", {});
  readonly #drop = h("section", { class: "card drop-zone", "aria-label": "Open a record" });
  readonly #message = h("div", { role: "alert" });
  readonly #place = h("div", {});
  readonly element = h("div", { class: "record-page" }, this.#drop, this.#message, this.#place);
  /** Ends what the viewer of the previous file does. */
  #shown = new AbortController();

  constructor(
    private readonly context: PageContext,
    private readonly route: Route,
  ) {
    // The rules are loaded while a file is chosen.
    context.engines.rules().catch(() => {});
    replace(this.#intro,
      h("h1", {}, "View a record"),
      h("p", {}, "Drop a record (", h("code", {}, ".bwr"), ") onto this page, or choose one. It is re-executed and verified " +
        "in this page and sent to no server."),
      h("p", { class: "soft" }, "A record is the log of a match. For example, ",
        h("code", {}, "botwerk match minimax:nodes=300 greedy --game netzwerk --records out"),
        " plays two matches and writes their records. Finished matches of a server can be downloaded from their pages",
        context.server !== undefined && [": ", h("a", { href: context.href("/matches") }, "all matches")], "."));
    replace(this.#drop, this.#intro, h("label", { class: "file-label" }, h("span", {}, "Record file"), this.#input));
    const { signal } = context;
    document.addEventListener("dragover", (event) => this.#drag(event, true), { signal });
    document.addEventListener("dragleave", (event) => this.#drag(event, false), { signal });
    document.addEventListener("drop", (event) => this.#dropFile(event), { signal });
    signal.addEventListener("abort", () => this.#shown.abort(signal.reason));
  }

  #drag(event: DragEvent, isOver: boolean): void {
    event.preventDefault();
    this.#drop.classList.toggle("dragged", isOver);
  }

  #dropFile(event: DragEvent): void {
    event.preventDefault();
    this.#drop.classList.remove("dragged");
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return this.#fail("Nothing was opened", "What was dropped is not a file.");
    void this.#openFile(file);
  }

  async #openFile(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    this.#shown.abort(new DOMException("another file was opened", "AbortError"));
    const { signal } = (this.#shown = new AbortController());
    replace(this.#message);
    replace(this.#place);
    const name = file.name.slice(0, 100);
    try {
      const record = await readRecordFile(file);
      if (signal.aborted) return;
      await this.#show(record, name, signal);
    } catch (error) {
      if (signal.aborted) return;
      const isForeign = error instanceof RecordFileError;
      this.#fail(`${name} cannot be shown`, isForeign ? error.message : errorText(error));
    }
    // The same file can be chosen again after it has changed.
    this.#input.value = "";
  }

  async #show(record: string, name: string, signal: AbortSignal): Promise<void> {
    const { query } = this.route;
    const viewer = new MatchViewer({ ...this.context, signal }, this.context.engines.rules(), {
      title: name,
      fileName: name.replace(/\.[^.]*$/, ""),
      path: undefined,
      step: Number(query.get("step")) || 0,
      choice: parseViewChoice(query.get("viewer")),
    });
    replace(this.#place, viewer.element);
    this.#drop.classList.add("small");
    const isShown = await viewer.showRecord({ record });
    if (!isShown) {
      this.#fail(`${name} cannot be shown`, "The first line of the record is not valid, so that no position can be shown.");
      viewer.element.classList.add("empty");
    }
  }

  #fail(title: string, text: string): void {
    replace(this.#message, h("section", { class: "card error" }, h("h2", {}, title), h("p", {}, text),
      h("p", { class: "soft" }, "Choose or drop another file.")));
  }
}
