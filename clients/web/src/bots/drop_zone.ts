/** The place onto which an owner drops the program of a bot. */

import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import { BotFilesError, openArchive, packFiles } from "./bot_archive.js";
import type { BotArchive, BotFile, PackProgress } from "./bot_archive.js";
import { shortName } from "./bot_name.js";
import { chosenFiles, droppedFiles } from "./dropped_files.js";
import type { OwnerCalls } from "./owner_calls.js";
import { uploadVersion } from "./upload.js";

/** A place to drop a folder, files or an archive, which are uploaded as the next version of a bot. */
export class DropZone {
  readonly #folder = h("input", { type: "file", webkitdirectory: true, on: { change: () => this.#choose(this.#folder) } });
  readonly #files = h("input", { type: "file", multiple: true, on: { change: () => this.#choose(this.#files) } });
  readonly #message = h("p", { class: "bots-fault", role: "alert" });
  readonly #status = h("span", { role: "status" });
  readonly #progress = h("progress", { max: 1, value: 0, "aria-label": "Progress of the upload" });
  readonly #work: HTMLElement;
  readonly #fields: HTMLElement;
  readonly element: HTMLElement;
  /** Ends the upload in progress. */
  #upload: AbortController | undefined;

  /** `uploaded` is called when the server has a new version. */
  constructor(
    private readonly calls: OwnerCalls,
    private readonly bot: string,
    private readonly uploaded: () => void,
  ) {
    const cancel = () => this.#upload?.abort(new DOMException("cancelled by the reader", "AbortError"));
    this.#work = h("div", { class: "row", hidden: true },
      this.#progress, this.#status, h("button", { type: "button", on: { click: cancel } }, "Cancel"));
    this.#fields = h("div", { class: "row bots-fields" },
      h("label", {}, "Folder", this.#folder), h("label", {}, "Archive, or files", this.#files));
    this.element = h("section", { class: "card drop-zone", "aria-label": "Upload a version" },
      h("h2", {}, "Upload a version"),
      h("p", {}, `Drop the folder of ${shortName(bot)} onto this page, or an archive of it (.tar.gz, at most 50 MiB). `,
        "The folder has a file ", h("code", {}, "botwerk.toml"), ", which names the game and the command that plays it. ",
        "Names that start with a dot, such as ", h("code", {}, ".git"), ", are left out."),
      this.#fields, this.#work, this.#message);
    const { signal } = calls;
    document.addEventListener("dragover", (event) => this.#drag(event, true), { signal });
    document.addEventListener("dragleave", (event) => this.#drag(event, false), { signal });
    document.addEventListener("drop", (event) => this.#drop(event), { signal });
  }

  #drag(event: DragEvent, isOver: boolean): void {
    event.preventDefault();
    this.element.classList.toggle("dragged", isOver);
  }

  #drop(event: DragEvent): void {
    this.#drag(event, false);
    if (event.dataTransfer !== null && event.dataTransfer.items.length > 0) void this.#send(droppedFiles(event.dataTransfer));
  }

  #choose(field: HTMLInputElement): void {
    const files = chosenFiles(field.files ?? []);
    // The same files can be chosen again after they have changed.
    field.value = "";
    if (files.length > 0) void this.#send(Promise.resolve(files));
  }

  async #send(found: Promise<BotFile[]>): Promise<void> {
    if (this.#upload !== undefined) {
      found.catch(() => {});
      replace(this.#message, "An upload is in progress. Cancel it first.");
      return;
    }
    const upload = (this.#upload = new AbortController());
    const signal = AbortSignal.any([this.calls.signal, upload.signal]);
    this.#setWorking(true);
    try {
      this.#report("Reading files…", undefined);
      const archive = await this.#pack(await found, { signal, report: (part) => this.#report("Packing", part) });
      const size = `${(archive.content.size / (1 << 20)).toFixed(1)} MiB`;
      await uploadVersion(this.calls.until(signal), this.bot, archive, (part) =>
        part < 1 ? this.#report(`Uploading ${size}`, part) : this.#report("The server checks it…", undefined));
      this.uploaded();
    } catch (error) {
      if (!signal.aborted) replace(this.#message, error instanceof BotFilesError ? error.message : errorText(error));
      else if (!this.calls.signal.aborted) replace(this.#message, "Cancelled: nothing was uploaded.");
    } finally {
      this.#upload = undefined;
      this.#setWorking(false);
    }
  }

  /** Returns an archive of files, or the one that they are. */
  async #pack(files: readonly BotFile[], progress: PackProgress): Promise<BotArchive> {
    const [only] = files;
    const archive = files.length === 1 ? await openArchive(only!, progress) : undefined;
    return archive ?? packFiles(files, progress);
  }

  #setWorking(isWorking: boolean): void {
    this.#work.hidden = !isWorking;
    this.#fields.hidden = isWorking;
    if (isWorking) replace(this.#message);
  }

  /** `part` is unset where the end cannot be foreseen. */
  #report(text: string, part: number | undefined): void {
    const shown = part === undefined ? text : `${text}: ${Math.floor(part * 100)} %`;
    if (this.#status.textContent !== shown) replace(this.#status, shown);
    if (part === undefined) this.#progress.removeAttribute("value");
    else this.#progress.value = part;
  }
}
