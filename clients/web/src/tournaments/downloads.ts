/** Files that the page makes of a tournament. */

import { toJsonString } from "@bufbuild/protobuf";
import { GetStandingsResponseSchema } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import { resourceId, seatCount } from "./description.js";
import { matchesCsv, matchesJson, standingsCsv } from "./export_tables.js";
import type { LiveTournament } from "./live_tournament.js";
import type { MatchRow } from "./match_row.js";
import { number } from "./number_format.js";

/** Buttons that save standings and matches. */
export class Downloads {
  readonly element: HTMLElement;
  readonly #status = h("span", { class: "soft", role: "status" });

  constructor(private readonly live: LiveTournament) {
    const button = (text: string, save: () => Promise<void>) =>
      h("button", { type: "button", on: { click: () => void this.#run(save) } }, text);
    this.element = h("div", { class: "row downloads", role: "group", "aria-label": "Downloads" },
      h("span", { class: "soft" }, "Download:"),
      button("Standings, CSV", () => this.#standings("csv")),
      button("Standings, JSON", () => this.#standings("json")),
      button("Matches, CSV", () => this.#matches("csv")),
      button("Matches, JSON", () => this.#matches("json")),
      this.#status);
  }

  async #run(save: () => Promise<void>): Promise<void> {
    try {
      replace(this.#status);
      await save();
      replace(this.#status, "Saved.");
    } catch (error) {
      replace(this.#status, errorText(error));
    }
  }

  async #standings(kind: "csv" | "json"): Promise<void> {
    if (this.live.standings === undefined) replace(this.#status, "Loading the standings…");
    const standings = await this.live.loadedStandings();
    const text = kind === "csv"
      ? standingsCsv(standings.standings, this.#seats)
      : toJsonString(GetStandingsResponseSchema, standings, { prettySpaces: 2 });
    this.#save("standings", kind, text);
  }

  async #matches(kind: "csv" | "json"): Promise<void> {
    await this.live.loadAll((loaded, of) =>
      replace(this.#status, `Loading: ${number(loaded)} of ${number(of)} matches…`));
    const rows = this.live.matches.rows.filter((row): row is MatchRow => row !== undefined);
    this.#save("matches", kind, kind === "csv" ? matchesCsv(rows, this.#seats) : matchesJson(rows));
  }

  get #seats(): number {
    return seatCount(this.live.tournament?.setup);
  }

  #save(what: string, kind: "csv" | "json", text: string): void {
    const type = kind === "csv" ? "text/csv;charset=utf-8" : "application/json";
    const url = URL.createObjectURL(new Blob([text], { type }));
    const link = h("a", { href: url, download: `${resourceId(this.live.name)}-${what}.${kind}` });
    this.element.append(link);
    link.click();
    link.remove();
    // The browser reads the file after the click.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}
