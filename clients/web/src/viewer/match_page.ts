/** The pages `/matches` and `/matches/ID`. */

import { Code } from "@connectrpc/connect";
import { RejectedError, bearer } from "botwerk/web";
import type { Client } from "botwerk/web";
import { ErrorReason, MatchState } from "botwerk/v1";
import type { Comment, Match, MatchOver } from "botwerk/v1";
import { ownerSession } from "../shell/owner_session.js";
import { h, replace } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { sleep } from "../shell/server.js";
import { recordLines } from "./comments.js";
import { LiveMatch } from "./live_match.js";
import { parseMatchFilter } from "./match_filter.js";
import { MatchList } from "./match_list.js";
import { readMatchRecord } from "./match_record.js";
import { MatchViewer } from "./match_viewer.js";
import { parseViewChoice } from "./view_choice.js";
import type { ViewedMatch } from "./viewed_match.js";
import { viewedSeats } from "./viewed_match.js";

/** The time between two attempts to read a record that is sealed, in milliseconds. */
const SEALED_MILLIS = 5000;
/** The time between two drawings of a match that moves fast, in milliseconds. */
const REDRAW_MILLIS = 100;
/** The time between two reads of the comments of a match in progress, in milliseconds. */
const COMMENTS_MILLIS = 2000;

/** The reasons for which the record of a match cannot be read yet. */
const NOT_YET: ReadonlySet<ErrorReason> = new Set([ErrorReason.MATCH_NOT_OVER, ErrorReason.BLOCK_NOT_OVER]);

export function open(context: PageContext, route: Route): Page {
  const { server, results } = context;
  const [id] = route.parts;
  if (id === undefined && server !== undefined) return { title: "Matches", element: new MatchList(context, server, parseMatchFilter(route.query)).element };
  if (id === undefined || results === undefined) return { title: "Matches", element: withoutServer(context) };
  // The rules, the record and the description are loaded at the same time.
  const rules = results.retry(() => context.engines.rules(), context.signal);
  const name = `matches/${id}`;
  const step = Number(route.query.get("step"));
  const options = {
    title: `Match ${id}`,
    fileName: id.slice(0, 64),
    path: `/matches/${encodeURIComponent(id)}`,
    step: Number.isInteger(step) && step > 0 ? step : 0,
    choice: parseViewChoice(route.query.get("viewer")),
    isEvaluated: route.query.has("evaluate"),
  };
  const viewer = new MatchViewer(context, rules, options);
  const element = h("div", {}, viewer.element);
  const loader = new MatchLoader(context, results, rules, name, viewer);
  loader.load().catch((error: unknown) => {
    if (!context.signal.aborted) replace(element, failureElement(context, error), loader.isShown && viewer.element);
  });
  return { title: options.title, element };
}

/** Loads a match into a viewer, and follows it while it is in progress. */
class MatchLoader {
  /** Whether there is something to see. */
  isShown = false;
  readonly #matches: Client["matches"];
  readonly #signal: AbortSignal;

  constructor(
    context: PageContext,
    private readonly server: Server,
    private readonly rules: Promise<Client>,
    private readonly name: string,
    private readonly viewer: MatchViewer,
  ) {
    this.#matches = server.client.matches;
    this.#signal = context.signal;
    // A failure is reported by those who wait for it.
    rules.catch(() => {});
  }

  async load(): Promise<void> {
    const [match, record] = await Promise.all([this.#match(), this.#record()]);
    if (record !== undefined) return this.#show(record, match);
    const over = await this.#follow(match);
    if (over === undefined) return;
    const sealed = await this.#unsealed();
    if (sealed !== undefined) await this.#show(sealed, await this.#match());
  }

  async #show(record: string, match: Match): Promise<void> {
    const { recordHead: signedHead, seedCommitment: commitment } = match;
    const isAborted = match.state === MatchState.ABORTED;
    this.isShown = (await this.viewer.showRecord({ record, signedHead, commitment, isAborted })) || this.isShown;
  }

  async #match(): Promise<Match> {
    const call = () => this.#matches.getMatch({ name: this.name }, { signal: this.#signal });
    return (await this.server.retry(call, this.#signal)).match!;
  }

  /** Returns the comments that are public, and those of the bots of the owner who is signed in. */
  async #comments(): Promise<readonly Comment[]> {
    const { token } = ownerSession;
    const headers = token === undefined ? {} : bearer(token);
    const comments: Comment[] = [];
    try {
      for await (const page of this.#matches.getComments({ match: this.name }, { headers, signal: this.#signal })) {
        comments.push(...page.comments);
      }
    } catch {
      // The match can be seen without them.
    }
    return comments;
  }

  /** Returns the record with its comments, or undefined if it cannot be read yet. */
  async #record(): Promise<string | undefined> {
    try {
      const record = await this.server.retry(() => readMatchRecord(this.#matches, this.name, { signal: this.#signal }), this.#signal);
      return record + recordLines(await this.#comments());
    } catch (error) {
      if (NOT_YET.has(RejectedError.fromCall(error).reason)) return undefined;
      throw error;
    }
  }

  /** Returns the record once its block has ended. Returns undefined if the page was left before. */
  async #unsealed(): Promise<string | undefined> {
    while (!this.#signal.aborted) {
      const record = await this.#record();
      if (record !== undefined) return record;
      this.viewer.showNote("the record can be read once the other matches of its block have ended");
      await sleep(SEALED_MILLIS, this.#signal);
    }
    return undefined;
  }

  async #follow(match: Match): Promise<MatchOver | undefined> {
    const { rules } = await this.rules;
    const setup = match.setup!;
    const { seatNames } = await rules.describeMatch({ setup });
    const viewed: ViewedMatch = {
      setup,
      seats: viewedSeats(match.seats, seatNames),
      timeControl: "",
      isVirtualTime: match.usesVirtualTime,
    };
    let timer: number | undefined;
    let comments: readonly Comment[] = [];
    const show = (over?: MatchOver) => {
      timer = undefined;
      if (this.#signal.aborted) return;
      const result = over && { outcome: over.outcome, terminations: over.terminations, ending: "" };
      this.isShown = true;
      const { steps, status, clocksSince } = live;
      void this.viewer.showLive({ match: viewed, steps, status, result, clocksSince, comments });
    };
    const onChange = () => (timer ??= window.setTimeout(show, REDRAW_MILLIS));
    const live = new LiveMatch(this.server, rules, setup, this.name, onChange, this.#signal);
    const ended = new AbortController();
    if (ownerSession.token !== undefined) {
      void this.#followComments(() => live.steps.length, AbortSignal.any([this.#signal, ended.signal]), (read) => {
        comments = read;
        onChange();
      });
    }
    const over = await live.follow();
    ended.abort();
    clearTimeout(timer);
    if (over === undefined) return undefined;
    if (ownerSession.token !== undefined) comments = await this.#comments();
    show(over);
    return over;
  }

  /** Reads the comments again after each new step, until the match is over. */
  async #followComments(steps: () => number, signal: AbortSignal, show: (comments: readonly Comment[]) => void): Promise<void> {
    for (let shown = 0; !signal.aborted; await sleep(COMMENTS_MILLIS, signal)) {
      if (steps() === shown) continue;
      shown = steps();
      const comments = await this.#comments();
      if (!signal.aborted) show(comments);
    }
  }
}

function failureElement(context: PageContext, error: unknown): HTMLElement {
  const { code, detail } = RejectedError.fromCall(error);
  const isUnknown = code === Code.NotFound;
  return h("section", { class: "card error", role: "alert" },
    h("h1", {}, isUnknown ? "There is no such match" : "The match cannot be shown"),
    h("p", {}, detail),
    h("p", {}, context.server !== undefined && [h("a", { href: context.href("/matches") }, "All matches"), " · "],
      h("a", { href: context.href("/view") }, "Open a record from a file")));
}

function withoutServer(context: PageContext): HTMLElement {
  return h("section", { class: "card" },
    h("h1", {}, "Matches"),
    h("p", {}, "These pages are static files: there is no server whose matches could be listed."),
    h("p", {}, "Start ", h("code", {}, "botwerk serve"), " and open its address, or ",
      h("a", { href: context.href("/view") }, "open a record from a file"), "."));
}
