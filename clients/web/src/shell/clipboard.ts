/** The clipboard, from pages with and without encryption. */

import { h } from "./elements.js";

/** Copies text. Pages without encryption have no access to the clipboard but through a selection. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = h("textarea", { class: "visually-hidden", "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("not allowed");
}
