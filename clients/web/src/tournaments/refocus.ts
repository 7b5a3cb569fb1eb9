/** Content that is replaced while a part of it has the focus. */

import { replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";

/** Replaces content. If an element with a `data-key` had the focus, its successor with the same key gets it. */
export function replaceKeepingFocus(element: Element, ...content: Content[]): void {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && element.contains(focused) ? focused.dataset["key"] : undefined;
  replace(element, ...content);
  if (key === undefined) return;
  for (const successor of element.querySelectorAll<HTMLElement>("[data-key]")) {
    if (successor.dataset["key"] === key) return successor.focus({ preventScroll: true });
  }
}
