/** The page of a bot: `/bots/OWNER/NAME`. */

import type { Bot } from "botwerk/v1";
import { ErrorReason, RejectedError } from "botwerk/web";
import { h, replace } from "../shell/elements.js";
import { gameTitle } from "../shell/game_title.js";
import type { PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import type { Server } from "../shell/server.js";
import { botActions } from "./bot_actions.js";
import { ownerId, shortName } from "./bot_name.js";
import { BotReportPanel } from "./bot_report.js";
import { DropZone } from "./drop_zone.js";
import { OwnerCalls } from "./owner_calls.js";
import { ownerSession } from "../shell/owner_session.js";
import { Polling } from "./polling.js";
import { tokenPanel } from "./token_panel.js";
import { VersionList } from "./version_list.js";

/** The time between two looks whether the bot is online, in milliseconds. */
const ONLINE_INTERVAL = 5000;

/** Creates the page. Programs and logs are shown to the owner of the bot only, if signed in. */
export function botPage(context: PageContext, server: Server, name: string): HTMLElement {
  const element = h("div", { class: "bots" }, h("p", { class: "soft", role: "status" }, "Loading…"));
  const calls = new OwnerCalls(server, ownerSession.token, context.signal);
  const load = async () => {
    const [{ bot }, owner] = await Promise.all([
      calls.retry(({ bots }, options) => bots.getBot({ bot: `bots/${name}` }, options)),
      signedInOwner(calls),
    ]);
    const isOwn = bot!.owner !== "" && bot!.owner === owner;
    replace(element, head(context, calls, bot!),
      isOwn ? ownSections(calls, bot!.name) : signInHint(context, bot!, owner),
      new BotReportPanel(context, calls, bot!.name, isOwn).element,
      isOwn && tokenSection(context, calls, bot!.name));
  };
  load().catch((error: unknown) => {
    if (!context.signal.aborted) replace(element, failure(context, error));
  });
  return element;
}

/** Returns the resource name of the owner who is signed in, if the token is valid. */
async function signedInOwner(calls: OwnerCalls): Promise<string | undefined> {
  if (ownerSession.token === undefined) return undefined;
  try {
    return (await calls.retry(({ owners }, options) => owners.getOwner({}, options))).owner!.name;
  } catch (error) {
    if (RejectedError.fromCall(error).hasReason) return undefined;
    throw error;
  }
}

function head(context: PageContext, calls: OwnerCalls, bot: Bot): HTMLElement {
  const { name, owner, games } = bot;
  const online = h("span", { class: "badge" });
  const show = ({ isOnline }: Bot) => {
    online.classList.toggle("good", isOnline);
    replace(online, isOnline ? "online" : "offline");
  };
  show(bot);
  const update = async () => {
    const { bot: now } = await calls.retry(({ bots }, options) => bots.getBot({ bot: `bots/${name}` }, options));
    show(now!);
    return ONLINE_INTERVAL;
  };
  // It was deleted since, which the other parts of the page report.
  new Polling(calls.signal, update).run().catch(() => show({ ...bot, isOnline: false }));
  return h("section", { class: "card" },
    h("div", { class: "row bots-head" }, h("h1", {}, h("bdi", {}, shortName(name))), online,
      h("a", { class: "button", href: context.href("/bots") }, "My bots")),
    h("dl", { class: "bots-facts" },
      h("dt", {}, "Owner"), h("dd", {}, owner === "" ? "the operator of the server" : h("bdi", {}, ownerId(owner))),
      h("dt", {}, "Games"), h("dd", {}, games.length === 0 ? "all" : games.map(gameTitle).join(", "))));
}

function ownSections(calls: OwnerCalls, name: string): HTMLElement[] {
  const versions = new VersionList(calls, name);
  return [new DropZone(calls, name, () => versions.refresh()).element, versions.element];
}

function tokenSection(context: PageContext, calls: OwnerCalls, name: string): HTMLElement {
  const token = h("div", {});
  const actions = botActions(calls, name, {
    rotated(value) {
      replace(token, tokenPanel(`New token of ${shortName(name)}`, value, h("p", {}, "It is shown only here.")));
      token.querySelector("h2")?.focus();
    },
    deleted: () => context.navigate("/bots"),
  });
  return h("div", {}, token, h("section", { class: "card" }, h("h2", {}, "Token and deletion"), actions));
}

function signInHint(context: PageContext, { owner }: Bot, signedIn: string | undefined): HTMLElement | undefined {
  if (owner === "" || signedIn !== undefined) return undefined;
  return h("p", { class: "soft" }, "Is this your bot? ", h("a", { href: context.href("/bots") }, "Sign in"), " to upload a version and to read its logs.");
}

function failure(context: PageContext, error: unknown): HTMLElement {
  const isUnknown = RejectedError.fromCall(error).reason === ErrorReason.NOT_FOUND;
  return h("section", { class: "card error", role: "alert" },
    h("h1", {}, isUnknown ? "There is no such bot" : "The bot cannot be shown"),
    h("p", {}, h("bdi", {}, errorText(error))),
    h("p", {}, h("a", { href: context.href("/bots") }, "My bots")));
}
