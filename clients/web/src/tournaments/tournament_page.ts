/** The page of one tournament. */

import { h, replace } from "../shell/elements.js";
import type { Page, PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import type { Server } from "../shell/server.js";
import { AbsenceNote } from "./absence_note.js";
import { BracketView } from "./bracket_view.js";
import { Crosstable } from "./crosstable.js";
import { CrosstableView } from "./crosstable_view.js";
import { seatCount } from "./description.js";
import { Downloads } from "./downloads.js";
import { nameText } from "./entrant_name.js";
import { EntrantTimes } from "./entrant_times.js";
import { LiveTournament } from "./live_tournament.js";
import type { Change } from "./live_tournament.js";
import { LlrSection } from "./llr_section.js";
import { MatchDialog, MatchList } from "./match_list.js";
import { Overview } from "./overview.js";
import { RunningMatches } from "./running_matches.js";
import { SeasonSection } from "./season.js";
import { StandingsTable, standingsNotes } from "./standings_table.js";

/** The time for which results are gathered before they are shown, in milliseconds. */
const RESULTS_DELAY = 200;

/** The page of a tournament whose server has ended: it cannot be loaded again, so that Back returns to it. */
let lastPage: { readonly name: string; readonly page: Page } | undefined;

/** Opens the page of the tournament with this id. */
export function openTournament(context: PageContext, results: Server, id: string): Page {
  const name = `tournaments/${id}`;
  if (results.state !== "online" && lastPage?.name === name) {
    results.end();
    return lastPage.page;
  }
  const page = new TournamentPage(context, results, name);
  void page.run();
  return { title: "Tournament", element: page.element };
}

class TournamentPage {
  readonly element = h("div", { class: "tournament" });
  readonly #live: LiveTournament;
  readonly #absence: AbsenceNote;
  readonly #overview = new Overview();
  readonly #standings = new StandingsTable();
  readonly #seasons: SeasonSection;
  readonly #llr: LlrSection;
  /** Unset where no server plays them. */
  readonly #running: RunningMatches | undefined;
  readonly #bracket: BracketView;
  readonly #crosstable: CrosstableView;
  readonly #times = new EntrantTimes();
  readonly #list: MatchList;
  readonly #dialog: MatchDialog;
  readonly #bracketCard: HTMLElement;
  #isTitled = false;
  #resultsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly context: PageContext, results: Server, name: string) {
    const { server } = context;
    this.#live = new LiveTournament(results, name, context.signal);
    const requests = { onEnd: () => this.#keep(name), retry: () => void this.#follow() };
    this.#absence = new AbsenceNote(results, this.#live, requests, context.signal);
    const href = (path: string) => context.href(path);
    this.#dialog = new MatchDialog(this.#live, href);
    const openMatches = (entrant: string, opponent: string) => this.#dialog.open(entrant, opponent);
    this.#seasons = new SeasonSection(this.#live, () => this.#showStandings());
    this.#llr = new LlrSection(context.signal);
    this.#llr.element.hidden = true;
    this.#running = server && new RunningMatches(context, server);
    this.#bracket = new BracketView(openMatches);
    this.#crosstable = new CrosstableView(openMatches);
    this.#list = new MatchList(this.#live, href);
    this.#bracketCard = card("Bracket", this.#bracket.element);
    this.#bracketCard.hidden = true;
    const print = ({ matches }: MediaQueryListEvent) => this.#setPrinted(matches);
    matchMedia("print").addEventListener("change", print, { signal: context.signal });
  }

  async run(): Promise<void> {
    replace(this.element, h("p", { class: "soft", role: "status" }, "Loading the tournament…"));
    this.#live.onChange((change) => this.#update(change));
    await this.#follow();
  }

  async #follow(): Promise<void> {
    try {
      await this.#live.follow();
    } catch (error) {
      if (this.context.signal.aborted) return;
      this.element.prepend(h("section", { class: "card error", role: "alert" },
        h("h1", {}, "This tournament cannot be shown"), h("p", {}, errorText(error)),
        h("p", {}, h("a", { href: this.context.href("/tournaments") }, "All tournaments"))));
      this.element.querySelector(":scope > p")?.remove();
    }
  }

  /** Shows what is there without the server. */
  #keep(name: string): void {
    this.#running?.update([]);
    lastPage = { name, page: { title: nameText(this.#live.tournament?.setup?.name ?? "Tournament"), element: this.element } };
  }

  #update(change: Change): void {
    const { tournament } = this.#live;
    if (tournament === undefined) return;
    if (!this.#isTitled) this.#start(tournament.setup?.name ?? "Tournament");
    if (change === "tournament") {
      this.#overview.update(tournament);
      this.#seasons.update(tournament);
    }
    if (change !== "matches") this.#showStandings();
    if (change === "matches") this.#showMatches();
    if (change !== "tournament") this.#scheduleResults();
  }

  /** Shows results soon: many pages of matches may arrive one after the other. */
  #scheduleResults(): void {
    if (this.#resultsTimer !== undefined) return;
    this.#resultsTimer = setTimeout(() => {
      this.#resultsTimer = undefined;
      if (!this.context.signal.aborted) this.#showResults();
    }, RESULTS_DELAY);
  }

  #start(name: string): void {
    this.#isTitled = true;
    document.title = `${nameText(name)} · Botwerk`;
    const share = h("button", { type: "button", on: { click: () => void copyLink(share) } }, "Copy link");
    this.#overview.element.append(h("div", { class: "row" }, share, new Downloads(this.#live).element));
    replace(this.element,
      this.#absence.element,
      this.#overview.element,
      this.#llr.element,
      this.#seasons.element,
      card("Standings", this.#standings.element),
      ...(this.#running === undefined ? [] : [this.#running.element]),
      this.#bracketCard,
      card("Crosstable", this.#crosstable.element),
      card("Terminations and times", this.#times.element),
      card("Matches", this.#list.element),
      this.#dialog.element);
    this.#list.update();
  }

  #showStandings(): void {
    const final = this.#seasons.finalTable;
    const shown = final ?? this.#live.standings;
    if (shown === undefined) return;
    const live = final === undefined ? this.#live.live?.standings ?? [] : [];
    this.#standings.update({
      standings: shown.standings,
      live: new Map(live.map((standing) => [standing.entrant, standing])),
      tournament: this.#live.tournament,
    });
    this.#standings.setNotes(standingsNotes(shown.standings, shown.resultCounts));
  }

  /** Shows what depends on standings and matches. */
  #showResults(): void {
    const { standings: response, matches, tournament } = this.#live;
    if (response === undefined) return;
    this.#times.update(response.standings);
    if (response.sprt !== undefined) {
      this.#llr.element.hidden = false;
      this.#llr.update(response, this.#live);
    }
    if (response.bracket.length > 0) {
      this.#bracketCard.hidden = false;
      this.#bracket.update(response.bracket);
    }
    const entrants = response.standings.map(({ entrant }) => entrant);
    const hasTwoSeats = seatCount(tournament?.setup) === 2;
    const what = hasTwoSeats ? "Points of the row against the column, and number of matches." :
      "How often the row was ahead of the column (a draw is one half), and number of matches.";
    const withdrawals = (tournament?.withdrawals ?? []).filter(({ isAnnulled, isReadmitted }) => isAnnulled && !isReadmitted);
    const annulled = new Set(withdrawals.map(({ entrant }) => entrant));
    if (matches.isComplete || !hasTwoSeats) {
      const table = Crosstable.fromMatches(matches.rows.slice(0, matches.playedEnd), annulled);
      this.#crosstable.update(entrants, table, what);
    } else {
      const table = Crosstable.fromPairs(response.headToHead);
      this.#crosstable.update(entrants, table, `${what} Only complete pairs are counted so far.`);
    }
  }

  #setPrinted(isPrinted: boolean): void {
    this.#standings.setPrinted(isPrinted);
    this.#list.setPrinted(isPrinted);
  }

  #showMatches(): void {
    this.#running?.update(this.#live.matches.inProgress);
    this.#list.update();
    this.#dialog.update();
  }
}

function card(title: string, ...content: HTMLElement[]): HTMLElement {
  const id = `${title.toLowerCase().replaceAll(" ", "-")}-title`;
  return h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, title), content);
}

async function copyLink(button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    replace(button, "Copied");
  } catch {
    replace(button, "Copy it from the address bar");
  }
}
