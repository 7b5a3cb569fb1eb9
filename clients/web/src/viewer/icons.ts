/** The pictures on the buttons that step through a match. Fonts lack some of these signs. */

import { svg } from "../shell/elements.js";

/** The outlines, in a square of 16 by 16. */
const OUTLINES = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  previous: "M11 3v10L4 8z",
  play: "M4 2l10 6-10 6z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  next: "M5 3l7 5-7 5z",
  last: "M11 3h2v10h-2zM3 3l7 5-7 5z",
} as const;

export type IconName = keyof typeof OUTLINES;

/** Returns a picture, which is hidden from assistive technology: the button has a label. */
export function icon(name: IconName): SVGSVGElement {
  return svg("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: OUTLINES[name] }));
}
