/** Matches in progress as pictures that move. */

import { MatchState } from "botwerk/v1";
import type { GameSetup, Joined, MatchOver, Update, View, WatchMatchResponse } from "botwerk/v1";
import { Board } from "../board/board.js";
import { h, replace } from "../shell/elements.js";
import { errorText, sleep } from "../shell/server.js";
import type { Server } from "../shell/server.js";
import type { PageContext } from "../shell/page.js";
import { matchStateName, resourceId } from "./description.js";
import { nameElement, nameText } from "./entrant_name.js";
import type { MatchRow } from "./match_row.js";
import { count, number } from "./number_format.js";

/** Maximum number of matches that are shown. */
const MAX_SHOWN = 12;
/** Minimum time between two pictures of a match, and between two streams, in milliseconds. */
const PICTURE_INTERVAL = 250;
const STREAM_INTERVAL = 800;
/** The number of a frame after all frames: a stream from there starts with the present views. */
const AFTER_ALL = 2n ** 53n;

/** The running matches of a tournament. One stream reports all that are shown. */
export class RunningMatches {
  readonly element: HTMLElement;
  readonly #list = h("ul", { class: "thumbnails" });
  readonly #note = h("p", { class: "soft" });
  #thumbnails: Thumbnail[] = [];
  /** Ends the present stream. */
  #stream = new AbortController();
  #needsStream = false;
  #isLooping = false;
  /** Whether the section is in the window. */
  #isInWindow = false;

  constructor(private readonly context: PageContext, private readonly server: Server) {
    this.element = h("section", { class: "card", "aria-labelledby": "running-title", hidden: true },
      h("h2", { id: "running-title" }, "In progress"), this.#list, this.#note);
    const observer = new IntersectionObserver(([entry]) => {
      this.#isInWindow = entry!.isIntersecting;
      this.#restart();
    });
    observer.observe(this.element);
    document.addEventListener("visibilitychange", () => this.#restart(), { signal: context.signal });
    context.signal.addEventListener("abort", () => {
      observer.disconnect();
      this.#stream.abort();
    }, { once: true });
  }

  /** Shows matches in progress. One that has ended stays until another one takes its place. */
  update(rows: readonly MatchRow[]): void {
    const isIn = new Set(rows.map(({ match }) => match));
    const shown = new Set(this.#thumbnails.map(({ row }) => row.match));
    const waiting = rows.filter(({ match }) => match !== "" && !shown.has(match));
    let hasChanged = false;
    this.#thumbnails = this.#thumbnails.flatMap((thumbnail) => {
      if (isIn.has(thumbnail.row.match)) return [thumbnail];
      hasChanged = true;
      const next = waiting.shift();
      if (next !== undefined) return [this.#thumbnail(next)];
      return rows.length > 0 && thumbnail.hasEnded ? [thumbnail] : [];
    });
    while (this.#thumbnails.length < MAX_SHOWN && waiting.length > 0) {
      this.#thumbnails.push(this.#thumbnail(waiting.shift()!));
      hasChanged = true;
    }
    this.element.hidden = this.#thumbnails.length === 0;
    const isCut = rows.length > MAX_SHOWN;
    replace(this.#note, isCut && `${MAX_SHOWN} of ${count(rows.length, "match")} in progress are shown.`);
    if (!hasChanged) return;
    for (const [index, { element }] of this.#thumbnails.entries()) {
      if (this.#list.children[index] !== element) this.#list.insertBefore(element, this.#list.children[index] ?? null);
    }
    while (this.#list.children.length > this.#thumbnails.length) this.#list.lastChild!.remove();
    this.#restart();
  }

  #thumbnail(row: MatchRow): Thumbnail {
    return new Thumbnail(row, this.context);
  }

  /** Opens the stream again, as soon as it may be. Matches that cannot be seen are not watched. */
  #restart(): void {
    this.#needsStream = true;
    if (!this.#isLooping) void this.#loop();
  }

  async #loop(): Promise<void> {
    this.#isLooping = true;
    const { signal } = this.context;
    while (this.#needsStream && !signal.aborted) {
      this.#needsStream = false;
      this.#stream.abort();
      const stream = (this.#stream = new AbortController());
      const watched = this.#thumbnails.filter(({ hasEnded }) => !hasEnded);
      const isVisible = this.#isInWindow && document.visibilityState === "visible";
      // Matches that begin faster than a slow server answers must not end each stream before its first picture.
      const answered = watched.length > 0 && isVisible ? this.#watch(watched, stream.signal) : undefined;
      await Promise.all([sleep(STREAM_INTERVAL, signal), answered]);
    }
    this.#isLooping = false;
  }

  /** Follows matches until the signal ends it. Resolves with the first response, or when there will be none. */
  #watch(thumbnails: readonly Thumbnail[], signal: AbortSignal): Promise<void> {
    return new Promise((answered) => void this.#receive(thumbnails, signal, answered).finally(answered));
  }

  async #receive(thumbnails: readonly Thumbnail[], signal: AbortSignal, answered: () => void): Promise<void> {
    const matches = thumbnails.map(({ row: { match } }) => ({ match, resumeAfterSeq: AFTER_ALL }));
    const request = { matches, viewOptions: { includeText: true, includeUpdateViews: true } };
    const open = () => this.server.client.matches.watchMatch(request, { signal });
    const receive = ({ kind }: WatchMatchResponse) => {
      answered();
      if (signal.aborted || kind.case === undefined) return;
      // Handles number the matches from 1.
      const thumbnail = thumbnails[kind.value.handle - 1];
      if (kind.case === "joined") thumbnail?.join(kind.value);
      else if (kind.case === "update") thumbnail?.apply(kind.value);
      else if (kind.case === "matchOver") thumbnail?.end(kind.value);
      else if (kind.case === "matchStateChanged") thumbnail?.showState(kind.value.state);
    };
    try {
      await this.server.follow(open, receive, signal);
    } catch (error) {
      if (signal.aborted) return;
      for (const thumbnail of thumbnails) thumbnail.fail(errorText(error));
    }
  }
}

/** The picture of a match with its players. */
class Thumbnail {
  readonly element: HTMLElement;
  hasEnded = false;
  readonly #picture = h("div", { class: "picture", "aria-hidden": "true" });
  readonly #state = h("span", { class: "soft last" }, "…");
  #board: Board | undefined;
  #setup: GameSetup | undefined;
  #isDrawing = false;
  /** The position to draw next. */
  #undrawn: string | undefined;

  constructor(
    readonly row: MatchRow,
    private readonly context: PageContext,
  ) {
    const { index, entrants, match } = row;
    this.element = h("li", { class: "thumbnail" },
      h("a", { href: context.href(`/matches/${resourceId(match)}`) }, this.#picture,
        h("span", { class: "visually-hidden" }, "Match in progress "),
        h("span", { class: "label" }, h("span", { class: "soft" }, `#${number(index)}`), entrants.map((name, seat) => {
          const dot = h("span", { class: `dot dot-${seat}`, "aria-hidden": "true" });
          return h("span", { class: "who" }, dot, nameElement(name));
        }))),
      this.#state);
  }

  join({ setup, view, state }: Joined): void {
    this.#setup = setup;
    this.showState(state);
    this.#show(view);
  }

  apply({ events, view }: Update): void {
    // Signs such as the end of a phase say little.
    const last = events.findLast(({ text }) => /\w/.test(text));
    if (last !== undefined) replace(this.#state, h("bdi", {}, last.text));
    this.#show(view);
  }

  end({ outcome, state }: MatchOver): void {
    this.hasEnded = true;
    const winners = this.row.entrants.filter((_, seat) => outcome?.places[seat] === 1);
    const result = winners.length === 1 ? `${nameText(winners[0]!)} has won` : "drawn";
    this.element.classList.add("ended");
    replace(this.#state, h("bdi", {}, outcome === undefined ? matchStateName(state) : result));
  }

  showState(state: MatchState): void {
    if (state !== MatchState.RUNNING) replace(this.#state, matchStateName(state));
  }

  fail(message: string): void {
    replace(this.#state, message);
  }

  #show(view: View | undefined): void {
    this.#undrawn = view?.text;
    if (!this.#isDrawing) void this.#draw();
  }

  async #draw(): Promise<void> {
    this.#isDrawing = true;
    try {
      while (this.#undrawn !== undefined && !this.context.signal.aborted) {
        const position = this.#undrawn;
        this.#undrawn = undefined;
        if (this.#board === undefined) {
          this.#board = new Board((await this.context.engines.rules()).rules, this.#setup!);
          replace(this.#picture, this.#board.element);
        }
        await this.#board.show({ position });
        await sleep(PICTURE_INTERVAL, this.context.signal);
      }
    } catch (error) {
      if (!this.context.signal.aborted) this.fail(errorText(error));
    } finally {
      this.#isDrawing = false;
    }
  }
}
