/** A dialog with what the program of a bot has printed. */

import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import { logText } from "./log_text.js";

/** A log, or the end of one. */
export interface ReadLog {
  readonly text: string;
  /** Number of bytes before the text that are not kept. */
  readonly omittedBytes: bigint;
}

/** Creates a button that opens a log in a dialog. `read` is called whenever it is opened. */
export function logButton(title: string, key: string, read: () => Promise<ReadLog>): HTMLElement {
  return h("button", { type: "button", "data-key": key, on: { click: () => openLog(title, read) } }, "Log");
}

/** Opens a log; the focus returns to where it was when it is closed. */
function openLog(title: string, read: () => Promise<ReadLog>): void {
  const body = h("div", {}, h("p", { class: "soft" }, "Loading…"));
  const dialog = h("dialog", { class: "log-dialog", "aria-label": title, on: { close: () => dialog.remove() } },
    h("div", { class: "row" }, h("h2", {}, title), h("button", { type: "button", on: { click: () => dialog.close() } }, "Close")),
    body);
  document.body.append(dialog);
  dialog.showModal();
  read().then(({ text, omittedBytes }) => {
    const shown = logText(text);
    replace(body,
      omittedBytes > 0n && h("p", { class: "soft" }, `${omittedBytes} bytes before these are not kept.`),
      shown === "" ? h("p", {}, "Nothing was printed.") : h("pre", { tabindex: "0" }, shown));
  }).catch((error: unknown) => replace(body, h("p", { role: "alert" }, errorText(error))));
}
