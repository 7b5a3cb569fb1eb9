/** Names of entrants and tournaments, which may contain anything. */

import { h } from "../shell/elements.js";
import type { Attributes } from "../shell/elements.js";
import { isolatedText, visibleText } from "../shell/foreign_text.js";

/** Maximum number of characters of tooltips and of texts without markup. */
const MAX_TOOLTIP = 300;
const MAX_SHORT = 60;

/** Returns an element that shows a name in one line, cut off where there is no space. */
export function nameElement(name: string, attributes: Attributes = {}): HTMLElement {
  const className = ["name", attributes.class].filter((part) => part !== undefined).join(" ");
  return h("bdi", { ...attributes, class: className, title: clip(name, MAX_TOOLTIP) }, clip(name, 4 * MAX_TOOLTIP));
}

/** Returns a name for texts without markup, such as labels: short, and with a direction of its own. */
export function nameText(name: string): string {
  return isolatedText(clip(visibleText(name), MAX_SHORT));
}

function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  // A pair of surrogates stays together.
  return `${[...text.slice(0, max)].slice(0, -1).join("")}…`;
}
