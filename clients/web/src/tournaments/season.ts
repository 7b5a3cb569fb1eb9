/** The seasons of a league. */

import type { GetStandingsResponse, League, LeagueState, Tournament } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { toMillis } from "../shell/nanos.js";
import { errorText } from "../shell/server.js";
import { hasEnded } from "./description.js";
import { count, dateTime, duration, number } from "./number_format.js";
import type { LiveTournament } from "./live_tournament.js";

/** The present season, and the choice of a final table. */
export class SeasonSection {
  readonly element: HTMLElement;
  readonly #facts = h("p", {});
  readonly #select: HTMLSelectElement;
  readonly #status = h("p", { class: "soft", role: "status" });
  #seasons = 0;
  #chosen: GetStandingsResponse | undefined;

  constructor(private readonly live: LiveTournament, private readonly show: () => void) {
    this.#select = h("select", { on: { change: () => void this.#choose() } });
    this.element = h("section", { class: "card", "aria-labelledby": "season-title", hidden: true },
      h("h2", { id: "season-title" }, "Season"), this.#facts,
      h("div", { class: "row" }, h("label", {}, "Table", this.#select)), this.#status);
  }

  /** The final table that was chosen. Unset: the present one. */
  get finalTable(): GetStandingsResponse | undefined {
    return this.#chosen;
  }

  update(tournament: Tournament): void {
    const kind = tournament.setup?.format?.kind;
    if (kind?.case !== "league" || tournament.league === undefined) return;
    this.element.hidden = false;
    const { season } = tournament.league;
    const present = seasonText(tournament.league, kind.value);
    replace(this.#facts, hasEnded(tournament) ? `The league has ended in season ${season}.` : present);
    // The table of a season is final once the next one has started.
    const ended = hasEnded(tournament) ? season : season - 1;
    if (ended === this.#seasons && this.#select.options.length > 0) return;
    this.#seasons = ended;
    const { value } = this.#select;
    replace(this.#select, h("option", { value: "0" }, "Present"),
      Array.from({ length: ended }, (_, index) => h("option", { value: index + 1 }, `Season ${index + 1}, final`)));
    this.#select.value = value === "" ? "0" : value;
  }

  async #choose(): Promise<void> {
    const season = Number(this.#select.value);
    replace(this.#status);
    this.#chosen = undefined;
    try {
      const table = season === 0 ? undefined : await this.live.seasonStandings(season);
      if (Number(this.#select.value) !== season) return;
      this.#chosen = table;
      if (season > 0) replace(this.#status, `The standings show the final table of season ${season}.`);
    } catch (error) {
      replace(this.#status, errorText(error));
    }
    this.show();
  }
}

function seasonText(state: LeagueState, { seasonMatches, matchesPerDay }: League): string {
  const { season, seasonMatchCount, seasonEndNanos, dayStartNanos, dayMatchCount } = state;
  const limit = seasonMatches > 0 ? ` of at most ${number(seasonMatches)}` : "";
  const parts = [`Season ${season}: ${count(seasonMatchCount, "match")}${limit} paired.`];
  if (seasonEndNanos !== undefined) {
    const end = toMillis(seasonEndNanos);
    const left = end - Date.now();
    parts.push(`It ends on ${dateTime(end)}${left > 0 ? `, in ${duration(left)}` : ""}.`);
  }
  if (dayStartNanos !== undefined) {
    const perDay = matchesPerDay > 0 ? ` of at most ${number(matchesPerDay)}` : "";
    parts.push(`On the day of the latest round: ${count(dayMatchCount, "match")}${perDay}.`);
  }
  return parts.join(" ");
}
