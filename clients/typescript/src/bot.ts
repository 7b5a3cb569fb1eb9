/** Bots: what an author writes, and what a bot receives. */

import type { RejectedError } from "./rejected_error.js";
import type { ActionRequest, Joined, MatchOver, Position } from "./v1.js";

/**
 * A bot: an object with the method `choose`.
 *
 * ```js
 * await run({ choose: (view, legal) => legal[0] });
 * ```
 *
 * Matches are played concurrently, so state that belongs to one match needs `view.match.name` as a key. A method
 * that throws ends `run` with that error, after the other matches have been played to their end.
 */
export interface Bot {
  /** Maximum number of matches at the same time. Defaults to 4. */
  readonly maxConcurrentMatches?: number;

  /**
   * Returns the next action, or a whole turn, in the notation of the game. What it awaits may take `view.signal`: the
   * `AbortError` of a closed request is no failure of the bot.
   */
  choose(view: View, legal: readonly string[]): string | Choice | Promise<string | Choice>;

  /** Is called when the bot has joined a match, and again after it has rejoined. */
  started?(match: Match): void;

  /** Is called when a match has ended. */
  ended?(match: Match, over: MatchOver): void;

  /**
   * Is called when the server rejects a choice; `choose` is called again. Without this method the rejection is
   * logged.
   */
  rejected?(view: View, error: RejectedError): void;
}

/** The choice of a bot: a turn in the notation of the game, and what its search declares. */
export interface Choice {
  /** One action, or several, separated as in the notation of the game. */
  readonly text: string;
  /** Number of search nodes, from which the time of an announcement follows on virtual time. Defaults to 0. */
  readonly effort?: number | bigint;
  /** The expected result for this player in the unit of the game, for adjudicated matches. */
  readonly score?: number;
  /** What the bot says about its choice to those who read the match later. It is cut after 2,000 bytes. */
  readonly comment?: string;
}

/** A match that a bot plays. */
export class Match {
  /** The resource name, `matches/{id}`. */
  readonly name: string;
  /** The name of the game, such as `netzwerk`. */
  readonly game: string;
  /** All options of the match by name. */
  readonly options: ReadonlyMap<string, string>;
  /** The number of seats. */
  readonly seats: number;
  /** The seat of the bot, from 0. */
  readonly player: number;
  /** Whether races are decided by effort instead of by the clock. */
  readonly virtualTime: boolean;

  /** @param joined The server's confirmation that the bot has joined, with the rules of the match. */
  constructor(readonly joined: Joined) {
    this.name = joined.match;
    this.game = joined.setup?.game ?? "";
    this.options = new Map(joined.setup?.options.map(({ name, value }) => [name, value]));
    this.seats = joined.setup?.seats ?? 0;
    this.player = joined.seat ?? 0;
    this.virtualTime = joined.usesVirtualTime;
  }
}

/** What a bot knows when it must act. */
export class View {
  /** The legal actions in the notation of the game. */
  readonly legal: readonly string[];

  constructor(
    /** The match. */
    readonly match: Match,
    /** The server's request, with clocks. */
    readonly request: ActionRequest,
    /** Is aborted once the request is closed, such as a race that another seat has won, or the bot is stopped. */
    readonly signal: AbortSignal,
  ) {
    this.legal = request.legalActions.map(({ text }) => text);
  }

  /** The name of the game. */
  get game(): string {
    return this.match.game;
  }

  /** The seat of the bot, from 0. */
  get player(): number {
    return this.match.player;
  }

  /** The kind of decision, such as `race` or `show`. */
  get stage(): string {
    return this.request.stage;
  }

  /** The view in the notation of positions. */
  get text(): string {
    return this.request.view?.text ?? "";
  }

  /** The view as a message. Its field `game` has the name of the game as `case`. */
  get position(): Position | undefined {
    return this.request.view?.position;
  }

  /** Whether the request can still be answered. */
  get isOpen(): boolean {
    return !this.signal.aborted;
  }

  /** Seconds that were left when the server sent the request, or `undefined` without a limit. */
  get remaining(): number | undefined {
    const nanos = this.request.clocks?.remainingNanos;
    return nanos === undefined ? undefined : Number(nanos) / 1e9;
  }
}
