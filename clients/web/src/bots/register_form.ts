/** The form that registers a bot. */

import type { Bot } from "botwerk/v1";
import { ErrorReason, RejectedError } from "botwerk/web";
import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import type { OwnerCalls } from "./owner_calls.js";

/** Creates the form. `registered` receives the new bot with its token. */
export function registerForm(calls: OwnerCalls, registered: (bot: Bot, token: string) => void): HTMLElement {
  const name = h("input", { name: "bot", required: true, maxlength: 128, autocomplete: "off", spellcheck: "false" });
  const game = h("select", { name: "game" }, h("option", { value: "" }, "All games"));
  const message = h("p", { class: "bots-fault", role: "alert" });
  const button = h("button", { class: "primary" }, "Register the bot");
  calls.retry(({ catalog }, options) => catalog.listGames({}, options)).then(
    ({ games }) => game.append(...games.map(({ name: value, title }) => h("option", { value }, title))),
    () => undefined,
  );
  const run = async () => {
    button.disabled = true;
    replace(message);
    try {
      const request = { name: name.value.trim(), games: game.value === "" ? [] : [game.value] };
      const { bot, botToken } = await calls.once(({ bots }, options) => bots.registerBot(request, options));
      name.value = "";
      registered(bot!, botToken);
    } catch (error) {
      if (calls.signal.aborted) return;
      replace(message, registrationFault(error));
      name.focus();
    }
    button.disabled = false;
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run();
  };
  return h("form", { class: "card", "aria-label": "Register a bot", on: { submit: onSubmit } },
    h("h2", {}, "Register a bot"),
    h("div", { class: "row bots-fields" }, h("label", {}, "Name of the bot", name), h("label", {}, "Game", game), button),
    message);
}

function registrationFault(error: unknown): string {
  const { reason } = RejectedError.fromCall(error);
  if (reason === ErrorReason.NAME_TAKEN) return "You have a bot of this name. Choose another name.";
  if (reason === ErrorReason.QUOTA_EXCEEDED) return "You have as many bots as you may. Delete one, or ask the operator for more.";
  return errorText(error);
}
