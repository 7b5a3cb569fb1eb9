/** What an owner may do with a bot: replace its token, and delete it. */

import { h, replace } from "../shell/elements.js";
import { questionButton } from "../shell/question_button.js";
import { errorText } from "../shell/server.js";
import { shortName } from "./bot_name.js";
import type { OwnerCalls } from "./owner_calls.js";

/** What follows from an act. */
export interface BotActionsHost {
  /** The bot has a new token. */
  rotated(token: string): void;
  deleted(): void;
}

/** Creates the buttons of a bot. */
export function botActions(calls: OwnerCalls, bot: string, host: BotActionsHost): HTMLElement {
  const message = h("p", { class: "bots-fault", role: "alert" });
  const request = { bot: `bots/${bot}` };
  const attempt = async (act: () => Promise<void>) => {
    replace(message);
    try {
      await act();
    } catch (error) {
      if (!calls.signal.aborted) replace(message, errorText(error));
    }
  };
  const rotate = questionButton({
    text: "New token",
    question: "The present token ends at once. Programs that play with it must get the new one.",
    confirmation: "Yes, replace it",
  }, () => attempt(async () => {
    const { botToken } = await calls.once(({ bots }, options) => bots.rotateBotToken(request, options));
    host.rotated(botToken);
  }));
  const remove = questionButton({
    text: "Delete",
    question: `Delete ${shortName(bot)} with its program? Its results stay.`,
    confirmation: "Yes, delete it",
  }, () => attempt(async () => {
    await calls.once(({ bots }, options) => bots.deleteBot(request, options));
    host.deleted();
  }));
  return h("div", { class: "row bot-actions" }, rotate, remove, message);
}
