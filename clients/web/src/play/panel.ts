/** Panels of buttons that are drawn again after every step. */

import { h, replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import type { Explain, ReasonLine } from "./reason_line.js";

/** A button of a panel. */
export interface PanelButton {
  /** Identifies the button when the panel is drawn again. */
  readonly key: string;
  readonly text: Content;
  /** The name for people who cannot see the button. Defaults to the text. */
  readonly label?: string;
  readonly class?: string;
  readonly pressed?: boolean;
  readonly press: () => void;
  /** Why the button cannot be pressed. Unset: it can. */
  readonly explain?: Explain | undefined;
}

/** Creates a button. One that cannot be pressed shows why, under the pointer, with the focus and when pressed. */
export function panelButton(button: PanelButton, reasons: ReasonLine): HTMLButtonElement {
  const { key, text, label, pressed, press, explain } = button;
  const on = explain === undefined ? { click: press } : explainOn(explain, reasons);
  return h("button", {
    type: "button",
    class: button.class ?? "",
    "data-key": key,
    "aria-label": label,
    "aria-pressed": pressed === undefined ? undefined : String(pressed),
    "aria-disabled": explain === undefined ? undefined : "true",
    on,
  }, text);
}

/** Returns the listeners with which a button that cannot be pressed shows why. */
export function explainOn(explain: Explain, reasons: ReasonLine): Readonly<Record<string, (event: Event) => void>> {
  const about = (event: Event) => event.currentTarget as Element;
  return {
    click: (event) => void reasons.show(explain(), about(event)),
    // A focus that a panel gives back is no question.
    focus: (event) => isRestoring || void reasons.show(explain(), about(event)),
    pointerenter: (event) => reasons.point(event as PointerEvent, explain, about(event)),
    pointerleave: () => reasons.leave(),
  };
}

/** Replaces the content of a panel. The focus stays on the button with the same key. */
export function refill(panel: HTMLElement, ...content: Content[]): void {
  const active = document.activeElement;
  const key = panel.contains(active) ? (active as HTMLElement).dataset["key"] : undefined;
  replace(panel, content);
  if (key === undefined) return;
  const same = panel.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  // Another button would be pressed by a key that is still down.
  if (same === null) panel.tabIndex = -1;
  isRestoring = true;
  (same ?? panel).focus({ preventScroll: true });
  isRestoring = false;
}

/** Whether the focus is given back to a button at the moment. */
let isRestoring = false;
