/** The tournaments in which a bot is an entrant, with its results. */

import type { Bot, Pairing, Standing, Tournament, TournamentSetup } from "botwerk/v1";
import { TournamentState } from "botwerk/v1";
import { matchRow } from "../tournaments/match_row.js";
import type { MatchRow } from "../tournaments/match_row.js";
import type { OwnerCalls } from "./owner_calls.js";

/** Number of the newest tournaments that are looked at, and of those that are shown. */
const [MAX_LOOKED_AT, MAX_SHOWN] = [20, 5] as const;

/** Number of matches that are shown of a tournament. */
const MAX_MATCHES = 10;

/** Numbers of the last matches of a tournament among which those of the bot are looked for, one after the other. */
const WINDOWS = [200, 2000, 20_000] as const;

/** A bot in a tournament. */
export interface BotEntry {
  readonly tournament: Tournament;
  /** Name of the entrant. */
  readonly entrant: string;
  /** Number of entrants in the standings. */
  readonly entrants: number;
  /** Unset before the first match. */
  readonly standing: Standing | undefined;
  /** Its last matches, the newest first. */
  readonly matches: readonly MatchRow[];
}

/** The entries of one bot. */
export class BotEntries {
  /** The names of the entrant by those of tournaments that were looked at; empty if the bot is not in it. */
  readonly #entrants = new Map<string, string>();

  constructor(
    private readonly calls: OwnerCalls,
    private readonly bot: Bot,
  ) {}

  /** Returns the entries in the newest tournaments of games that the bot plays, leagues first. */
  async load(): Promise<BotEntry[]> {
    const listed = await this.calls.retry(({ tournaments }, options) => tournaments.listTournaments({ pageSize: MAX_LOOKED_AT }, options));
    const { games } = this.bot;
    const candidates = listed.tournaments.filter(({ setup }) => games.length === 0 || games.includes(setup?.setup?.game ?? ""));
    const isLeague = ({ setup }: Tournament) => setup?.format?.kind.case === "league";
    candidates.sort((one, other) => Number(isLeague(other)) - Number(isLeague(one)));
    const entries: BotEntry[] = [];
    for (const tournament of candidates) {
      const entrant = await this.#entrantIn(tournament);
      if (entrant !== "") entries.push(await this.#entry(tournament, entrant));
      if (entries.length === MAX_SHOWN) break;
    }
    return entries;
  }

  /** Returns the name of the bot's entrant, or an empty text. */
  async #entrantIn({ name, state }: Tournament): Promise<string> {
    const known = this.#entrants.get(name);
    if (known !== undefined) return known;
    const { tournament } = await this.calls.retry(({ tournaments }, options) => tournaments.getTournament({ name }, options));
    const entrant = entrantOf(tournament?.setup, this.bot.name);
    // A tournament in progress may be extended by it.
    if (entrant !== "" || state === TournamentState.OVER || state === TournamentState.CANCELLED) this.#entrants.set(name, entrant);
    return entrant;
  }

  async #entry({ name }: Tournament, entrant: string): Promise<BotEntry> {
    const { tournament, standings } = await this.calls.retry(({ tournaments }, options) => tournaments.getStandings({ name }, options));
    const standing = standings.find((found) => found.entrant === entrant);
    const matches = await this.#lastMatches(tournament!, entrant);
    return { tournament: tournament!, entrant, entrants: standings.length, standing, matches };
  }

  async #lastMatches({ name, matchCount }: Tournament, entrant: string): Promise<MatchRow[]> {
    let found: readonly Pairing[] = [];
    for (const window of WINDOWS) {
      const firstIndex = matchCount > BigInt(window) ? matchCount - BigInt(window) : 0n;
      const request = { tournament: name, entrant, firstIndex, pageSize: 500 };
      const { pairings } = await this.calls.retry(({ tournaments }, options) => tournaments.listPairings(request, options));
      found = pairings.filter(({ attempts }) => attempts.length > 0);
      if (found.length >= MAX_MATCHES || firstIndex === 0n) break;
    }
    return found.slice(-MAX_MATCHES).reverse().map((pairing) => matchRow(pairing, (text) => text));
  }
}

function entrantOf(setup: TournamentSetup | undefined, bot: string): string {
  return setup?.entrants.find(({ player }) => player.case === "bot" && player.value === bot)?.name ?? "";
}
