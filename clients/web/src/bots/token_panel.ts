/** A token that is shown once. */

import { copyText } from "../shell/clipboard.js";
import { h, replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";

/** Creates a section with a token, which the reader can copy. `content` says what it is for. */
export function tokenPanel(title: string, token: string, ...content: Content[]): HTMLElement {
  const status = h("span", { class: "soft", role: "status" });
  const copy = () => {
    copyText(token).then(
      () => replace(status, "Copied."),
      () => replace(status, "This browser does not allow it: select and copy the token."),
    );
  };
  return h("section", { class: "card token-panel", "aria-label": title },
    h("h2", { tabindex: "-1" }, title),
    h("p", { class: "row" }, h("code", {}, token), h("button", { type: "button", on: { click: copy } }, "Copy"), status),
    content);
}
