/** Keeps a turn as it was sent while the server does not answer. */

import { h } from "../shell/elements.js";

/** A notice next to the controls, which cannot change the turn while it is shown. */
export class SendingLock {
  readonly element = h("div", { class: "play-sending", "aria-hidden": "true", hidden: true },
    "Your turn is kept, and sent when the server answers.");
  /** What had the focus before, which an inert element loses. */
  #focused: Element | null = null;

  /** Locks the elements or releases them. A turn that is answered at once needs no lock, which would take the focus. */
  update(isLocked: boolean, elements: readonly HTMLElement[]): void {
    if (isLocked === !this.element.hidden) return;
    if (isLocked) this.#focused = document.activeElement;
    this.element.hidden = !isLocked;
    for (const element of elements) element.inert = isLocked;
    if (!isLocked && document.activeElement === document.body && this.#focused instanceof HTMLElement) this.#focused.focus();
  }
}
