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

/** Creates a button that opens a log in a dialog, which closes when the signal aborts. `read` is called whenever it is opened. */
export function logButton(title: string, key: string, signal: AbortSignal, read: () => Promise<ReadLog>): HTMLElement {
  return h("button", { type: "button", "data-key": key, on: { click: () => openLog(title, signal, read) } }, "Log");
}

/** Opens a log; the focus returns to where it was when it is closed. */
function openLog(title: string, signal: AbortSignal, read: () => Promise<ReadLog>): void {
  const body = h("div", {}, h("p", { class: "soft" }, "Loading…"));
  const close = () => dialog.close();
  const closed = () => {
    signal.removeEventListener("abort", close);
    dialog.remove();
  };
  const dialog = h("dialog", { class: "log-dialog", "aria-label": title, on: { close: closed } },
    h("div", { class: "row" }, h("h2", {}, title), h("button", { type: "button", on: { click: close } }, "Close")),
    body);
  document.body.append(dialog);
  dialog.showModal();
  signal.addEventListener("abort", close, { once: true });
  read().then(({ text, omittedBytes }) => {
    const shown = logText(text);
    replace(body,
      omittedBytes > 0n && h("p", { class: "soft" }, `${omittedBytes} bytes before these are not kept.`),
      shown === "" ? h("p", {}, "Nothing was printed.") : h("pre", { tabindex: "0" }, shown));
  }).catch((error: unknown) => replace(body, h("p", { role: "alert" }, errorText(error))));
}
