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
    /** Returns the next action, or a whole turn, in the notation of the game. */
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
}
/** A match that a bot plays. */
export declare class Match {
    readonly joined: Joined;
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
    constructor(joined: Joined);
}
/** What a bot knows when it must act. */
export declare class View {
    /** The match. */
    readonly match: Match;
    /** The server's request, with clocks. */
    readonly request: ActionRequest;
    /** Is aborted once the request is closed, such as a race that another seat has won. */
    readonly signal: AbortSignal;
    /** The legal actions in the notation of the game. */
    readonly legal: readonly string[];
    constructor(
    /** The match. */
    match: Match, 
    /** The server's request, with clocks. */
    request: ActionRequest, 
    /** Is aborted once the request is closed, such as a race that another seat has won. */
    signal: AbortSignal);
    /** The name of the game. */
    get game(): string;
    /** The seat of the bot, from 0. */
    get player(): number;
    /** The kind of decision, such as `race` or `show`. */
    get stage(): string;
    /** The view in the notation of positions. */
    get text(): string;
    /** The view as a message. Its field `game` has the name of the game as `case`. */
    get position(): Position | undefined;
    /** Whether the request can still be answered. */
    get isOpen(): boolean;
    /** Seconds that were left when the server sent the request, or `undefined` without a limit. */
    get remaining(): number | undefined;
}
