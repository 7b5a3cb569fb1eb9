/** The bots of an owner, with its quotas. */

import type { Bot, BotVersion, Owner } from "botwerk/v1";
import { ErrorReason, RejectedError } from "botwerk/web";
import { h, replace } from "../shell/elements.js";
import { gameTitle } from "../shell/game_title.js";
import type { PageContext } from "../shell/page.js";
import { questionButton } from "../shell/question_button.js";
import { errorText } from "../shell/server.js";
import type { Server } from "../shell/server.js";
import { botActions } from "./bot_actions.js";
import { ownerId, pathOfBot, shortName } from "./bot_name.js";
import { IdentitiesPanel } from "./identities_panel.js";
import { OwnerCalls } from "./owner_calls.js";
import { ownerSession } from "../shell/owner_session.js";
import type { OwnerCredential } from "../shell/owner_session.js";
import { ownerTokenPanel } from "./owner_token_panel.js";
import { Polling } from "./polling.js";
import type { ProviderReturn } from "./provider_return.js";
import { quotaFacts } from "./quota_facts.js";
import { registerForm } from "./register_form.js";
import { tokenPanel } from "./token_panel.js";
import { isPending, stateBadge } from "./version_state.js";

/** Number of bots that are shown at once. */
const PAGE_SIZE = 20;

/** The time between two requests while a version is built, and otherwise, in milliseconds. */
const [PENDING_INTERVAL, INTERVAL] = [3000, 20_000] as const;

/** The time after which the server is no longer asked to revoke a token, in milliseconds. */
const SIGN_OUT_MILLIS = 10_000;

/** A bot with its newest version, if any was uploaded. */
interface ListedBot {
  readonly bot: Bot;
  readonly version: BotVersion | undefined;
}

/** The list. It is requested again until the page is left. */
export class BotList {
  readonly element = h("div", { class: "bots" });
  readonly #calls: OwnerCalls;
  readonly #identities: IdentitiesPanel;
  readonly #quotas = h("dl", { class: "bots-facts" });
  readonly #notice = h("div", { role: "alert" });
  readonly #token = h("div", {});
  readonly #status = h("p", { class: "soft", role: "status" }, "Loading…");
  readonly #rows = h("ul", { class: "bots-list" });
  readonly #more = h("button", { type: "button", hidden: true, on: { click: () => this.#turn() } }, "More bots");
  readonly #first = h("button", { type: "button", hidden: true, on: { click: () => this.#turn() } }, "First bots");
  /** The rows by the names of their bots: what a reader does in one survives an update. */
  readonly #shown = new Map<string, BotRow>();
  #pageToken = "";
  #nextToken = "";
  #polling: Polling | undefined;
  #hasNewToken = false;

  constructor(
    private readonly context: PageContext,
    private readonly server: Server,
    private readonly credential: OwnerCredential,
    returned: ProviderReturn | undefined,
  ) {
    this.#calls = new OwnerCalls(server, credential.token, context.signal);
    this.#identities = new IdentitiesPanel(this.#calls, credential, returned);
    void this.#run();
  }

  async #run(): Promise<void> {
    const { signal } = this.context;
    try {
      const { owner } = await this.#calls.retry(({ owners }, options) => owners.getOwner({}, options));
      this.#showHead(owner!);
      this.#showOwner(owner!);
      this.#polling = new Polling(signal, () => this.#update(owner!.name));
      await this.#polling.run();
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  /** Requests everything that is shown. */
  async #update(owner: string): Promise<number> {
    const request = { owner, pageSize: PAGE_SIZE, pageToken: this.#pageToken };
    const [found, page] = await Promise.all([
      this.#calls.retry(({ owners }, options) => owners.getOwner({}, options)),
      this.#calls.retry(({ bots }, options) => bots.listBots(request, options)),
    ]);
    const listed: ListedBot[] = [];
    for (const bot of page.bots) listed.push({ bot, version: await this.#newestVersion(bot.name) });
    this.#showOwner(found.owner!);
    this.#nextToken = page.nextPageToken;
    this.#more.hidden = page.nextPageToken === "";
    this.#first.hidden = request.pageToken === "";
    this.#showBots(listed);
    return listed.some(({ version }) => version !== undefined && isPending(version)) ? PENDING_INTERVAL : INTERVAL;
  }

  async #newestVersion(bot: string): Promise<BotVersion | undefined> {
    try {
      const { versions } = await this.#calls.retry(({ uploads }, options) => uploads.listBotVersions({ bot: `bots/${bot}` }, options));
      return versions[0];
    } catch (error) {
      // It was deleted since it was listed.
      if (RejectedError.fromCall(error).reason === ErrorReason.NOT_FOUND) return undefined;
      throw error;
    }
  }

  #turn(): void {
    this.#pageToken = this.#nextToken;
    this.#polling?.now();
  }

  #signOut(): void {
    ownerSession.signOut();
    const { token, isSession } = this.credential;
    if (!isSession) return;
    // The owner is signed out here whether or not the server answers; its token expires by itself.
    const calls = new OwnerCalls(this.server, token, AbortSignal.timeout(SIGN_OUT_MILLIS));
    calls.once(({ owners }, options) => owners.signOut({}, options)).catch(() => {});
  }

  /** Replaces the token of the owner, and shows the new one instead of the list. */
  async #rotate({ name }: Owner): Promise<void> {
    try {
      const { ownerToken } = await this.#calls.once(({ owners }, options) => owners.rotateOwnerToken({ name }, options));
      this.#hasNewToken = true;
      replace(this.element, ownerTokenPanel(`New token of ${ownerId(name)}`, ownerToken));
      this.element.querySelector("h2")?.focus();
    } catch (error) {
      if (!this.context.signal.aborted) this.#fail(error);
    }
  }

  #showHead(owner: Owner): void {
    const signOut = h("button", { type: "button", on: { click: () => this.#signOut() } }, "Sign out");
    const rotate = questionButton({
      text: "New owner token",
      question: "The present token and all sessions end at once. Programs that use it must get the new one.",
      confirmation: "Yes, replace it",
    }, () => this.#rotate(owner));
    replace(this.element,
      h("div", { class: "row bots-head" },
        h("h1", {}, "My bots"), h("span", { class: "soft" }, "Signed in as ", h("bdi", {}, ownerId(owner.name))), rotate, signOut),
      this.#notice, this.#token,
      h("section", { class: "card", "aria-label": "Bots" },
        this.#quotas, this.#identities.element, this.#status, this.#rows, h("div", { class: "row" }, this.#first, this.#more)),
      registerForm(this.#calls, (bot, token) => this.#registered(bot, token)));
  }

  #showOwner(owner: Owner): void {
    const { banReason } = owner;
    this.#identities.update(owner);
    replace(this.#quotas, quotaFacts(owner).map(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]));
    replace(this.#notice, banReason !== undefined &&
      h("section", { class: "card error" }, h("h2", {}, "You are banned"), h("p", {}, h("bdi", {}, banReason))));
  }

  #showBots(listed: readonly ListedBot[]): void {
    const rows = listed.map((bot) => {
      const { name } = bot.bot;
      const row = this.#shown.get(name) ?? new BotRow(this.context, this.#calls, name, {
        rotated: (token) => this.#showToken(`New token of ${shortName(name)}`, token),
        deleted: () => this.#polling?.now(),
      });
      this.#shown.set(name, row);
      row.update(bot);
      return row.element;
    });
    for (const name of [...this.#shown.keys()]) if (!listed.some(({ bot }) => bot.name === name)) this.#shown.delete(name);
    const isSame = rows.length === this.#rows.children.length && rows.every((row, index) => row === this.#rows.children[index]);
    // Rows that stay keep the focus.
    if (!isSame) replace(this.#rows, rows);
    replace(this.#status, listed.length === 0 && "No bot yet. Register one, then drop its program onto its page.");
  }

  #registered(bot: Bot, token: string): void {
    this.#showToken(`Token of ${shortName(bot.name)}`, token,
      h("p", {}, h("a", { href: this.context.href(pathOfBot(bot.name)) }, "Upload its program")));
    this.#polling?.now();
  }

  #showToken(title: string, token: string, ...content: HTMLElement[]): void {
    replace(this.#token, tokenPanel(title, token,
      h("p", {}, "It is shown only here. A bot that runs on your own machine plays with it; a program that you upload needs none."), content));
    this.#token.querySelector("h2")?.focus();
  }

  #fail(error: unknown): void {
    // The list was requested with the token that was replaced.
    if (this.#hasNewToken) return;
    const isToken = RejectedError.fromCall(error).reason === ErrorReason.BAD_TOKEN;
    const ended = this.credential.isSession ? "Your session has ended." : "Your token is not valid any more.";
    const signOut = h("button", { type: "button", on: { click: () => ownerSession.signOut() } }, "Sign in again");
    replace(this.element, h("section", { class: "card error", role: "alert" },
      h("h1", {}, "Your bots cannot be shown"),
      h("p", {}, isToken ? ended : errorText(error)), signOut));
  }
}

/** One bot of the list. */
class BotRow {
  readonly element: HTMLElement;
  readonly #facts = h("span", { class: "bots-facts-line" });

  constructor(context: PageContext, calls: OwnerCalls, name: string, host: Parameters<typeof botActions>[2]) {
    this.element = h("li", {},
      h("a", { href: context.href(pathOfBot(name)) }, h("bdi", {}, shortName(name))), this.#facts, botActions(calls, name, host));
  }

  update({ bot, version }: ListedBot): void {
    replace(this.#facts,
      h("span", { class: "soft" }, bot.games.length === 0 ? "All games" : bot.games.map(gameTitle).join(", ")),
      version === undefined ? h("span", { class: "soft" }, "no version") : [stateBadge(version), h("span", { class: "soft" }, `version ${version.number}`)],
      bot.isOnline && h("span", { class: "badge good" }, "online"),
      version !== undefined && version.reason !== "" && h("span", { class: "bots-reason" }, h("bdi", {}, version.reason)));
  }
}
