/** The reasons for which a server rejects requests. */
export declare const Reason: {
    /** The rules forbid the action, or it is not valid. */
    readonly IllegalAction: "ILLEGAL_ACTION";
    /** The seat has no open request. */
    readonly NotYourTurn: "NOT_YOUR_TURN";
    /** Another request is open. */
    readonly WrongTurn: "WRONG_TURN";
    /** This turn and part were submitted, or this batch was sent, with other content. */
    readonly AlreadySubmitted: "ALREADY_SUBMITTED";
    /** The batch is neither the next nor the latest one of the environment. */
    readonly WrongStep: "WRONG_STEP";
    /** The clock of the seat reached zero. */
    readonly Flagged: "FLAGGED";
    /** The match has ended. */
    readonly MatchOver: "MATCH_OVER";
    /** The match has not ended. */
    readonly MatchNotOver: "MATCH_NOT_OVER";
    /** Other matches with the same seed have not ended. */
    readonly BlockNotOver: "BLOCK_NOT_OVER";
    /** Another request has used the id. */
    readonly RequestIdReused: "REQUEST_ID_REUSED";
    /** The token grants no access. */
    readonly BadToken: "BAD_TOKEN";
    /** The text or message is not a position of the game. */
    readonly BadPosition: "BAD_POSITION";
    /** An option of a game or a setting of an agent is not valid. */
    readonly BadOptions: "BAD_OPTIONS";
    /** A field is missing or contradicts another one. */
    readonly BadRequest: "BAD_REQUEST";
    /** The server has no game of this name. */
    readonly UnknownGame: "UNKNOWN_GAME";
    /** The game has no agent of this name. */
    readonly UnknownAgent: "UNKNOWN_AGENT";
    /** Too many requests, streams or frames at once. */
    readonly LimitExceeded: "LIMIT_EXCEEDED";
    /** The resource does not exist. */
    readonly NotFound: "NOT_FOUND";
    /** A newer stream plays the seat. */
    readonly Replaced: "REPLACED";
    /** The match uses another ruleset. */
    readonly RulesetMismatch: "RULESET_MISMATCH";
    /** The seat did not join in time. */
    readonly NoShow: "NO_SHOW";
    /** The match waits for seats to rejoin. */
    readonly Suspended: "SUSPENDED";
    /** The match was created without hints. */
    readonly HintsDisabled: "HINTS_DISABLED";
    /** The tournament has ended. */
    readonly TournamentOver: "TOURNAMENT_OVER";
    /** The tournament was paused since it did not progress. */
    readonly TournamentStalled: "TOURNAMENT_STALLED";
    /** The server has another name. */
    readonly HostNotAllowed: "HOST_NOT_ALLOWED";
    /** The web page may not call the server. */
    readonly OriginNotAllowed: "ORIGIN_NOT_ALLOWED";
    /** The server is shutting down. */
    readonly Draining: "DRAINING";
    /** The store does not accept writes. */
    readonly StoreUnavailable: "STORE_UNAVAILABLE";
    /** The server failed. */
    readonly Internal: "INTERNAL";
};
/** A reason. A newer server may have others, so any text is one. */
export type Reason = (typeof Reason)[keyof typeof Reason] | (string & {});
