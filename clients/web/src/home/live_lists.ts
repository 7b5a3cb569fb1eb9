/** Tournaments and matches of the server, newest first, kept up to date. */

import { MatchState, TournamentState } from "botwerk/v1";
import type { Match, Tournament } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { isolatedText } from "../shell/foreign_text.js";
import { toMillis } from "../shell/nanos.js";
import type { PageContext } from "../shell/page.js";
import { errorText, sleep } from "../shell/server.js";
import type { Server } from "../shell/server.js";
import { ageText, matchStateLabel, progressText, tournamentStateLabel } from "./labels.js";
import type { StateLabel } from "./labels.js";

/** The time between two requests, in milliseconds. */
const POLL_INTERVAL = 3000;

/** Number of rows of each list. */
const ROWS = 5;

/** Seats that are named; the rest is counted. */
const NAMED_SEATS = 4;

/** Longer names are cut; the list clips them much earlier. */
const MAX_NAME = 200;

/** Returns the lists. They are requested again until the page is left. */
export function liveLists(context: PageContext, server: Server): HTMLElement {
  const tournaments = h("ul", { class: "home-list" }, loading());
  const matches = h("ul", { class: "home-list" }, loading());
  void poll(context, tournaments, async () => {
    const request = { pageSize: ROWS };
    const response = await server.retry(() => server.client.tournaments.listTournaments(request), context.signal);
    return response.tournaments.map((tournament) => tournamentRow(context, tournament));
  }, "No tournament yet.");
  void poll(context, matches, async () => {
    const list = (state: MatchState) =>
      server.retry(() => server.client.matches.listMatches({ pageSize: ROWS, state }), context.signal);
    const [running, latest] = await Promise.all([list(MatchState.RUNNING), list(MatchState.UNSPECIFIED)]);
    // Running matches come first, however many have ended since.
    const names = new Set(running.matches.map(({ name }) => name));
    const others = latest.matches.filter(({ name }) => !names.has(name));
    return [...running.matches, ...others].slice(0, ROWS).map((match) => matchRow(context, match));
  }, "No match yet.");
  return h("div", { class: "home-live" },
    h("section", { class: "card" },
      h("h2", {}, "Latest tournaments"), tournaments, h("p", {}, h("a", { href: context.href("/tournaments") }, "All tournaments"))),
    h("section", { class: "card" },
      h("h2", {}, "Latest matches"), matches, h("p", {}, h("a", { href: context.href("/play") }, "Start a match"))));
}

async function poll(
  { signal }: PageContext,
  list: HTMLElement,
  request: () => Promise<HTMLElement[]>,
  none: string,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const rows = await request();
      if (signal.aborted) return;
      show(list, rows.length > 0 ? rows : [h("li", { class: "soft" }, none)]);
    } catch (error) {
      if (signal.aborted) return;
      show(list, [h("li", { class: "soft" }, errorText(error))]);
    }
    await sleep(POLL_INTERVAL, signal);
  }
}

/** Replaces rows that have changed only, so that the focus stays on a link. */
function show(list: HTMLElement, rows: readonly HTMLElement[]): void {
  const focused = document.activeElement?.getAttribute("href");
  const hadFocus = list.contains(document.activeElement);
  if (list.children.length === rows.length && rows.every((row, index) => row.isEqualNode(list.children[index]!))) return;
  replace(list, rows);
  if (!hadFocus) return;
  const links = [...list.querySelectorAll<HTMLElement>("a")];
  (links.find((link) => link.getAttribute("href") === focused) ?? links[0])?.focus();
}

function loading(): HTMLElement {
  return h("li", { class: "soft" }, "Loading…");
}

function tournamentRow(context: PageContext, tournament: Tournament): HTMLElement {
  const { name, setup, state, createTimeNanos } = tournament;
  const isRunning = state === TournamentState.RUNNING;
  const progress = progressText(Number(tournament.resultCount), Number(tournament.expectedMatchCount), tournament.runningMatches);
  return row(context, name, [setup?.name || "Tournament"], tournamentStateLabel(state), [
    setup?.setup?.game ?? "", progress, isRunning ? "" : ageText(toMillis(createTimeNanos), Date.now()),
  ]);
}

function matchRow(context: PageContext, match: Match): HTMLElement {
  const { name, setup, state, seats, createTimeNanos } = match;
  const names = seats.slice(0, NAMED_SEATS).map((seat, index) => seat.name || `seat ${index}`);
  const rest = seats.length - names.length;
  const players = rest > 0 ? [...names, `${rest} more`] : names;
  return row(context, name, players, matchStateLabel(state), [setup?.game ?? "", ageText(toMillis(createTimeNanos), Date.now())]);
}

/** `names` are shown apart from each other, so that the direction of one does not change the others. */
function row(
  context: PageContext,
  name: string,
  names: readonly string[],
  state: StateLabel,
  facts: readonly string[],
): HTMLElement {
  const shown = names.map((text) => text.slice(0, MAX_NAME));
  return h("li", {},
    h("a", { href: context.href(`/${name}`), title: shown.map(isolatedText).join(" – ") },
      shown.map((text, index) => [index > 0 && " – ", h("bdi", {}, text)])),
    h("span", { class: `badge ${state.look}` }, state.text),
    h("span", { class: "soft" }, facts.filter((fact) => fact !== "").join(" · ")));
}
