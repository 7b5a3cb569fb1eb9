/** The states of matches at the server, asked for with few calls. */

import { Code } from "@connectrpc/connect";
import { MatchState } from "botwerk/v1";
import type { Joined, Match } from "botwerk/v1";
import { RejectedError } from "botwerk/web";
import type { Server } from "../shell/server.js";
import { seatsToAct } from "./seats_to_act.js";

/** Number of descriptions that are requested at the same time. */
const PARALLEL = 4;

/** The time for all matches of a stream to report, in milliseconds. */
const STREAM_MILLIS = 10_000;

/** The number of a frame after all frames: a stream from there starts with the present views. */
const AFTER_ALL = 2n ** 53n;

/** A match as the server describes it. */
export interface MatchStatus {
  readonly match: Match;
  /** The seats that are to act, as far as spectators know. */
  readonly toAct: readonly number[];
}

/** What the server knows of matches. Each is described once and after its end; the rest is one short stream. */
export class KeptMatchStates {
  readonly #statuses = new Map<string, MatchStatus>();

  constructor(
    private readonly server: Server,
    private readonly signal: AbortSignal,
  ) {}

  /** Returns the latest known status of a match. */
  status(id: string): MatchStatus | undefined {
    return this.#statuses.get(id);
  }

  /**
   * Requests the states of matches. Returns those that the server does not know.
   *
   * @throws the error of a call that the server rejects for another reason.
   */
  async update(ids: readonly string[]): Promise<readonly string[]> {
    const unknown = await this.#describeAll(ids.filter((id) => !this.#statuses.has(id)));
    const unfinished = ids.filter((id) => isUnfinished(this.#statuses.get(id)?.match.state));
    return unfinished.length === 0 ? unknown : [...unknown, ...(await this.#watch(unfinished))];
  }

  /** Requests descriptions. Returns the matches that the server does not know. */
  async #describeAll(ids: readonly string[]): Promise<readonly string[]> {
    const unknown: string[] = [];
    for (let index = 0; index < ids.length; index += PARALLEL) {
      const part = ids.slice(index, index + PARALLEL);
      const isKnown = await Promise.all(part.map((id) => this.#describe(id)));
      unknown.push(...part.filter((_, at) => !isKnown[at]));
    }
    return unknown;
  }

  /** Requests a description. Returns whether the server knows the match. */
  async #describe(id: string): Promise<boolean> {
    const { matches } = this.server.client;
    try {
      const { match } = await this.server.retry((signal) => matches.getMatch({ name: `matches/${id}` }, { signal }), this.signal);
      if (match !== undefined) this.#statuses.set(id, { match, toAct: [] });
      return match !== undefined;
    } catch (error) {
      const { code, hasReason } = RejectedError.fromCall(error);
      // The id of a damaged entry is not valid.
      if (!hasReason || (code !== Code.NotFound && code !== Code.InvalidArgument)) throw error;
      this.#statuses.delete(id);
      return false;
    }
  }

  /** Reads the present state and position of each match. Returns those that the server does not know. */
  async #watch(ids: readonly string[]): Promise<readonly string[]> {
    let joined: readonly Joined[];
    try {
      joined = await this.server.retry((signal) => this.#joined(ids, signal), this.signal);
    } catch {
      this.signal.throwIfAborted();
      // One match that the server does not have is enough: the descriptions tell which.
      return this.#describeAll(ids);
    }
    const ended: string[] = [];
    for (const { handle, state, view } of joined) {
      const id = ids[handle - 1]!;
      const { match } = this.#statuses.get(id)!;
      if (!isUnfinished(state)) ended.push(id);
      const toAct = state === MatchState.RUNNING ? seatsToAct(view?.position) : [];
      this.#statuses.set(id, { match: { ...match, state }, toAct });
    }
    return this.#describeAll(ended);
  }

  async #joined(ids: readonly string[], signal: AbortSignal): Promise<readonly Joined[]> {
    const found: Joined[] = [];
    const read = new AbortController();
    const timer = setTimeout(() => read.abort(), STREAM_MILLIS);
    const matches = ids.map((id) => ({ match: `matches/${id}`, resumeAfterSeq: AFTER_ALL }));
    const options = { signal: AbortSignal.any([signal, read.signal]) };
    try {
      for await (const { kind } of this.server.client.matches.watchMatch({ matches }, options)) {
        if (kind.case === "joined") found.push(kind.value);
        if (found.length === ids.length) break;
      }
    } catch (error) {
      if (!read.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
      read.abort();
    }
    return found;
  }
}

/** Returns whether a match can be continued. */
export function isUnfinished(state: MatchState | undefined): boolean {
  return state === MatchState.WAITING || state === MatchState.RUNNING || state === MatchState.SUSPENDED;
}
