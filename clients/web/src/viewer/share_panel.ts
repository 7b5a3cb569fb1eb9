/** What can be taken out of the viewer: links, notation and files. */

import { copyText } from "../shell/clipboard.js";
import { h } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import { canRecord, recordAnimation } from "./animation.js";

/** The maximum number of pictures of an animation. */
const MAX_PICTURES = 1500;
const SPEEDS = [1, 2, 4, 10] as const;
const DEFAULT_SPEED = 2;

/** What the panel takes. It is asked when a button is pressed. */
export interface ShareSource {
  /** The name of files, without an extension. */
  readonly fileName: string;
  /** The link to the shown position, or `undefined` if no address has it. */
  link(): string | undefined;
  notation(): string;
  /** The record, or `undefined` while the match is in progress. */
  record(): string | undefined;
  /** The picture of the shown position as an SVG document. */
  picture(): string;
  /** The index of the shown step, and the number of steps. */
  steps(): { readonly index: number; readonly count: number };
  /** Returns the pictures from one step to the last one. */
  pictures(from: number, signal: AbortSignal, onProgress: (count: number) => void): Promise<readonly string[]>;
}

/** The buttons, with a line that says what they have done. */
export class SharePanel {
  readonly #status = h("p", { class: "soft", role: "status" });
  readonly #link = h("button", { type: "button", on: { click: () => void this.#copy(this.source.link(), "link") } }, "Copy link");
  readonly #record = h("button", { type: "button", on: { click: () => this.#saveRecord() } }, "Record (.bwr)");
  readonly #range = h("select", { "aria-label": "Turns of the animation" },
    h("option", { value: "all" }, "whole match"), h("option", { value: "rest" }, "from the shown step"));
  readonly #speed = h("select", { "aria-label": "Speed of the animation" },
    SPEEDS.map((speed) => h("option", { value: speed, selected: speed === DEFAULT_SPEED }, `${speed} turns/s`)));
  readonly #animate = h("button", { type: "button", on: { click: () => void this.#toggleAnimation() } }, "Animation (WebM)");
  readonly #progress = h("progress", { "aria-label": "Progress of the animation", hidden: true });
  readonly element: HTMLElement;
  #running: AbortController | undefined;

  constructor(
    private readonly source: ShareSource,
    private readonly signal: AbortSignal,
  ) {
    this.element = h("section", { class: "card share", "aria-label": "Share and download" },
      h("h2", {}, "Share"),
      h("div", { class: "row" },
        this.#link,
        h("button", { type: "button", on: { click: () => void this.#copy(source.notation(), "position") } }, "Copy position")),
      h("h2", { class: "share-download" }, "Download"),
      h("div", { class: "row" },
        this.#record,
        h("button", { type: "button", on: { click: () => this.#savePicture() } }, "Picture (SVG)")),
      canRecord() && h("div", { class: "row share-animation" }, this.#animate, this.#range, this.#speed),
      this.#progress, this.#status);
    this.update();
  }

  /** Shows the buttons of what there is. */
  update(): void {
    this.#link.hidden = this.source.link() === undefined;
    this.#record.hidden = this.source.record() === undefined;
  }

  async #copy(text: string | undefined, what: string): Promise<void> {
    if (text === undefined || text === "") return this.#note(`There is no ${what} to copy.`);
    try {
      await copyText(text);
      this.#note(`Copied the ${what}: ${text.length > 120 ? `${text.slice(0, 120)}…` : text}`);
    } catch {
      this.#note(`The browser does not allow to copy. The ${what} is: ${text}`);
    }
  }

  #saveRecord(): void {
    const record = this.source.record();
    if (record !== undefined) this.#save(new Blob([record], { type: "application/x-ndjson" }), `${this.source.fileName}.bwr`);
  }

  #savePicture(): void {
    const { index } = this.source.steps();
    this.#save(new Blob([this.source.picture()], { type: "image/svg+xml" }), `${this.source.fileName}-${index}.svg`);
  }

  async #toggleAnimation(): Promise<void> {
    if (this.#running !== undefined) return this.#running.abort();
    const current = (this.#running = new AbortController());
    const signal = AbortSignal.any([current.signal, this.signal]);
    const { index, count } = this.source.steps();
    const from = Math.max(this.#range.value === "rest" ? index : 0, count - MAX_PICTURES);
    this.#animate.textContent = "Cancel";
    this.#progress.hidden = false;
    this.#progress.max = 2 * (count - from);
    try {
      const advance = (done: number) => (this.#progress.value = done);
      this.#note("Pictures are being drawn…");
      const pictures = await this.source.pictures(from, signal, advance);
      const picturesPerSecond = Number(this.#speed.value);
      this.#note(`The video is being recorded; it takes ${Math.ceil(pictures.length / picturesPerSecond)} s…`);
      const onProgress = (done: number) => advance(pictures.length + done);
      const video = await recordAnimation({ pictures, picturesPerSecond, signal, onProgress });
      this.#save(video, `${this.source.fileName}.webm`);
    } catch (error) {
      this.#note(current.signal.aborted ? "The animation was cancelled." : `There is no animation: ${errorText(error)}`);
    }
    this.#running = undefined;
    this.#progress.hidden = true;
    this.#animate.textContent = "Animation (WebM)";
  }

  #save(blob: Blob, name: string): void {
    const url = URL.createObjectURL(blob);
    const link = h("a", { href: url, download: name, hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.#note(`Saved ${name}.`);
  }

  #note(text: string): void {
    this.#status.textContent = text;
  }
}
