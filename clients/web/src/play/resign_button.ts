/** Resigning, with a question before it. */

import { questionButton } from "../shell/question_button.js";
import type { IllegalReason } from "./illegal_reason.js";
import type { ReasonLine } from "./reason_line.js";

/** Creates the button with its question. */
export function resignButton(resign: () => Promise<IllegalReason | undefined>, reasons: ReasonLine): HTMLElement {
  const texts = { text: "Resign", question: "Resign this match?", confirmation: "Yes, resign" };
  return questionButton(texts, async () => {
    const reason = await resign();
    if (reason !== undefined) void reasons.show(reason);
  });
}
