/** A tournament that is followed while it is played. */

import type { GetStandingsResponse, Tournament, WatchTournamentResponse } from "botwerk/v1";
import { Rotation } from "botwerk/v1";
import { toNanos } from "../shell/nanos.js";
import { sleep } from "../shell/server.js";
import type { Server } from "../shell/server.js";
import { hasEnded, seatCount } from "./description.js";
import { matchRow } from "./match_row.js";
import { MatchStore } from "./match_store.js";

/** Minimum time between two messages about the tournament, and between two requests of a kind, in milliseconds. */
const INTERVAL = 1000;
/** The time between two questions whether the server still answers, after the end of the tournament, in milliseconds. */
const ANSWER_INTERVAL = 3000;
/** The standings are requested at most for this share of the time, so that many viewers do not slow down a server. */
const MAX_SHARE = 0.05;

/** What has changed. */
export type Change = "tournament" | "standings" | "matches";

/** A tournament with its standings and matches, which are kept up to date until the signal aborts. */
export class LiveTournament {
  readonly matches: MatchStore;
  #latest: WatchTournamentResponse | undefined;
  #standings: GetStandingsResponse | undefined;
  #listeners: ((change: Change) => void)[] = [];
  readonly #names = new Map<string, string>();
  #wake: () => void = () => {};
  #isStale = true;
  #receivedMillis = Date.now();
  /** Ends all requests of one time of following. */
  #requests = new AbortController();

  constructor(
    private readonly server: Server,
    readonly name: string,
    private readonly signal: AbortSignal,
  ) {
    this.matches = new MatchStore((from, size) => this.#loadMatches(from, size));
  }

  /** The description of the tournament. Unset before the first message. */
  get tournament(): Tournament | undefined {
    return this.#latest?.tournament;
  }

  /** The results of the entrants as the stream reports them, ahead of the standings. */
  get live(): WatchTournamentResponse | undefined {
    return this.#latest;
  }

  /** When the server answered last, in milliseconds since 1970. */
  get receivedMillis(): number {
    return this.#receivedMillis;
  }

  /** The standings with all statistics. Unset before the first ones. */
  get standings(): GetStandingsResponse | undefined {
    return this.#standings;
  }

  /** Resolves with the first standings. */
  async loadedStandings(): Promise<GetStandingsResponse> {
    const signal = this.#signal;
    while (this.#standings === undefined) {
      signal.throwIfAborted();
      await sleep(100, signal);
    }
    return this.#standings;
  }

  onChange(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  /** Asks for matches that are shown. */
  want(first: number, end: number): void {
    this.matches.want(first, end);
    this.#wake();
  }

  /** Asks for all matches, and resolves when they are loaded. */
  async loadAll(progress: (loaded: number, of: number) => void): Promise<void> {
    const signal = this.#signal;
    this.matches.wantAll();
    this.#wake();
    while (!signal.aborted && !this.matches.isComplete) {
      progress(this.matches.loadedCount, this.matches.playedEnd);
      await sleep(100, signal);
    }
    if (!this.matches.isComplete) signal.throwIfAborted();
  }

  /** Asks for all matches that were played, without waiting. */
  wantAll(): void {
    this.matches.wantAll();
    this.#wake();
  }

  /** Returns the final table of a season. */
  seasonStandings(season: number): Promise<GetStandingsResponse> {
    return this.#loadStandings(season, this.#signal);
  }

  /** Returns the present standings, or the final ones of a season, with all results of entrants against each other. */
  async #loadStandings(season: number, signal: AbortSignal): Promise<GetStandingsResponse> {
    const load = (headToHeadToken: string) => {
      const request = { name: this.name, season, headToHeadToken };
      return this.server.retry(() => this.server.client.tournaments.getStandings(request, { signal }), signal);
    };
    const standings = await load("");
    let token = standings.nextHeadToHeadToken;
    while (token !== "") {
      const more = await load(token);
      standings.headToHead.push(...more.headToHead);
      token = more.nextHeadToHeadToken;
    }
    return standings;
  }

  /**
   * Follows the tournament until it has ended and everything is loaded, or the signal aborts.
   *
   * @throws the error of a call that the server rejects, for example since there is no such tournament.
   */
  async follow(): Promise<void> {
    this.#requests = new AbortController();
    const end = this.#requests;
    const signal = this.#signal;
    document.addEventListener("visibilitychange", () => this.#wake(), { signal });
    try {
      // The loops continue after the end of the stream: matches are loaded when they are shown.
      await Promise.all([
        this.#keepStream(signal),
        this.#keepStandings(signal),
        this.#keepMatches(signal),
        this.#keepAsking(signal),
      ]);
    } finally {
      end.abort();
    }
  }

  /** Ends all requests; what was received stays. */
  stop(): void {
    this.#requests.abort(new DOMException("the server has ended", "AbortError"));
  }

  get #signal(): AbortSignal {
    return AbortSignal.any([this.signal, this.#requests.signal]);
  }

  /** Notices the end of the server after the end of the tournament, when nothing else is requested. */
  async #keepAsking(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#until(() => this.#isOver && isVisible(), signal);
      await sleep(ANSWER_INTERVAL, signal);
      if (signal.aborted) return;
      const call = () => this.server.client.tournaments.getTournament({ name: this.name }, { signal });
      try {
        await this.server.retry(call, signal);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      this.#receivedMillis = Date.now();
    }
  }

  /** Follows the stream while the page can be seen: a browser opens only a few connections to a server. */
  async #keepStream(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#until(isVisible, signal);
      const hidden = new AbortController();
      const shown = AbortSignal.any([signal, hidden.signal]);
      const hide = () => !isVisible() && hidden.abort();
      document.addEventListener("visibilitychange", hide, { signal: shown });
      const request = { name: this.name, intervalNanos: toNanos(INTERVAL) };
      const open = () => this.server.client.tournaments.watchTournament(request, { signal: shown });
      await this.server.follow(open, (message) => this.#receive(message), shown);
      if (!hidden.signal.aborted) return hidden.abort();
    }
  }

  #receive(message: WatchTournamentResponse): void {
    this.#receivedMillis = Date.now();
    const before = this.#latest?.tournament;
    this.#latest = withUpdate(this.#latest, message);
    const { tournament } = this.#latest;
    if (tournament === undefined) return;
    if (before !== undefined && countReadmitted(tournament) !== countReadmitted(before)) this.matches.clear();
    this.matches.setCount(Number(tournament.matchCount));
    const key = standingsKey(tournament);
    if (before === undefined || key !== standingsKey(before)) this.#isStale = true;
    this.#wake();
    this.#emit("tournament");
  }

  async #keepStandings(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#until(() => this.#isStale && isVisible(), signal);
      if (signal.aborted) return;
      this.#isStale = false;
      const started = performance.now();
      try {
        this.#standings = await this.#loadStandings(0, signal);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      this.#emit("standings");
      const taken = performance.now() - started;
      await this.#rest(Math.max(INTERVAL, taken / MAX_SHARE), signal);
    }
  }

  async #keepMatches(signal: AbortSignal): Promise<void> {
    let refreshed = "";
    let refreshTime = -INTERVAL;
    while (!signal.aborted) {
      const state = this.#progress();
      const hasRested = performance.now() - refreshTime >= INTERVAL || this.#isOver;
      // The standings say which matches are settled.
      const isDue = this.#standings !== undefined && state !== refreshed && hasRested && isVisible();
      try {
        if (isDue) {
          refreshTime = performance.now();
          await this.matches.refresh(this.#settled());
          if (this.matches.isRefreshed) refreshed = state;
          this.#emit("matches");
          continue;
        }
        if (await this.matches.loadNext()) {
          this.#emit("matches");
          continue;
        }
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
      const isWaiting = state !== refreshed;
      await Promise.race([this.#changed(), sleep(isWaiting ? INTERVAL / 4 : 5 * INTERVAL, signal)]);
    }
  }

  /** Returns a text that differs whenever matches have started or ended. */
  #progress(): string {
    const { tournament } = this;
    if (tournament === undefined) return "";
    const { matchCount, resultCount, runningMatches, state } = tournament;
    // While matches run, attempts that failed are replaced by others without a change of any number.
    const isMoving = runningMatches > 0 && !hasEnded(tournament) ? Math.floor(performance.now() / (5 * INTERVAL)) : 0;
    return [matchCount, resultCount, runningMatches, state, isMoving].join();
  }

  /** Returns the number of matches before the first one that can be without a result. */
  #settled(): number {
    const setup = this.tournament?.setup;
    const seats = seatCount(setup);
    const blocks = Number(this.#standings?.countedBlocks ?? 0n);
    return blocks * (setup?.rotation === Rotation.ALL ? factorial(seats) : seats);
  }

  async #loadMatches(from: number, size: number) {
    const signal = this.#signal;
    const request = { tournament: this.name, pageSize: size, firstIndex: BigInt(from) };
    const call = () => this.server.client.tournaments.listPairings(request, { signal });
    const { pairings } = await this.server.retry(call, signal);
    return pairings.map((pairing) => matchRow(pairing, (name) => this.#intern(name)));
  }

  #intern(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    this.#names.set(name, name);
    return name;
  }

  #emit(change: Change): void {
    if (this.signal.aborted) return;
    for (const listener of this.#listeners) listener(change);
  }

  /** Resolves with the next change or request. */
  #changed(): Promise<void> {
    return new Promise((resolve) => {
      const before = this.#wake;
      this.#wake = () => {
        this.#wake = () => {};
        before();
        resolve();
      };
    });
  }

  get #isOver(): boolean {
    return this.tournament !== undefined && hasEnded(this.tournament);
  }

  /** Waits between two requests, but not after the end of the tournament: its server may end soon after it. */
  async #rest(millis: number, signal: AbortSignal): Promise<void> {
    const end = performance.now() + millis;
    for (let left = millis; left > 0 && !this.#isOver && !signal.aborted; left = end - performance.now()) {
      await Promise.race([this.#changed(), sleep(left, signal)]);
    }
  }

  async #until(condition: () => boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !condition()) await Promise.race([this.#changed(), sleep(60_000, signal)]);
  }
}

/** Returns the state after a message, which may have only what has changed. */
function withUpdate(before: WatchTournamentResponse | undefined, message: WatchTournamentResponse): WatchTournamentResponse {
  const tournament = tournamentAfter(before?.tournament, message);
  const changed = new Map(message.standings.map((standing) => [standing.entrant, standing]));
  const standings = before !== undefined && message.isChange
    ? before.standings.map((standing) => changed.get(standing.entrant) ?? standing)
    : message.standings;
  return { ...message, standings, ...(tournament !== undefined && { tournament }) };
}

function tournamentAfter(before: Tournament | undefined, message: WatchTournamentResponse): Tournament | undefined {
  const { tournament, progress } = message;
  if (tournament !== undefined) {
    const setup = tournament.setup ?? before?.setup;
    return setup === undefined ? tournament : { ...tournament, setup };
  }
  if (before === undefined || progress === undefined) return before;
  // What is unset in the progress is unset now.
  const { remainingNanos: _remaining, league: _league, ...described } = before;
  const { $typeName: _name, ...now } = progress;
  return { ...described, ...now };
}

function isVisible(): boolean {
  return document.visibilityState === "visible";
}

/** Returns a text that differs whenever the standings may. */
function standingsKey({ state, matchCount, resultCount, withdrawals, setup, league }: Tournament): string {
  const players = [setup?.entrants.length, withdrawals.length, countReadmitted({ withdrawals })];
  return [state, matchCount, resultCount, league?.season, ...players].join();
}

function countReadmitted({ withdrawals }: Pick<Tournament, "withdrawals">): number {
  return withdrawals.filter(({ isReadmitted }) => isReadmitted).length;
}

function factorial(number: number): number {
  return number <= 1 ? 1 : number * factorial(number - 1);
}
