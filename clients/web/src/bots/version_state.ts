/** The states of versions of bots as text. */

import { BotVersionState } from "botwerk/v1";
import type { BotVersion } from "botwerk/v1";
import { h } from "../shell/elements.js";
import type { StateLabel } from "../home/labels.js";

/** The states in the order in which a version that is not rejected passes them, with what happens in each. */
export const STEPS: readonly (readonly [state: BotVersionState, text: string, note: string])[] = [
  [BotVersionState.UPLOADED, "uploaded", "waits for a host"],
  [BotVersionState.BUILDING, "building", "a host builds and checks it"],
  [BotVersionState.CHECKED, "checked", "waits for a host to play"],
  [BotVersionState.PLAYING, "playing", "a host plays it"],
];

/** Returns true if the state is about to change by itself. */
export function isPending({ state }: BotVersion): boolean {
  return state === BotVersionState.UPLOADED || state === BotVersionState.BUILDING || state === BotVersionState.CHECKED;
}

/** Returns the badge of a state. */
export function stateBadge({ state }: BotVersion): HTMLElement {
  const { text, look } = stateLabel(state);
  return h("span", { class: `badge ${look}` }, text);
}

function stateLabel(state: BotVersionState): StateLabel {
  if (state === BotVersionState.REJECTED) return { text: "rejected", look: "bad" };
  if (state === BotVersionState.REPLACED) return { text: "replaced", look: "" };
  const text = STEPS.find(([step]) => step === state)?.[1] ?? "unknown";
  return { text, look: state === BotVersionState.PLAYING ? "good" : "warn" };
}
