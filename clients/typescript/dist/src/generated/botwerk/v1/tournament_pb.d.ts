import type { GenEnum, GenFile, GenMessage, GenService } from "@bufbuild/protobuf/codegenv2";
import type { AgentSpec } from "./agent_pb.js";
import type { Error, GameSetup } from "./game_pb.js";
import type { MatchState, Termination, TimeControl } from "./match_pb.js";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/tournament.proto.
 */
export declare const file_botwerk_v1_tournament: GenFile;
/**
 * The configuration of a tournament.
 *
 * @generated from message botwerk.v1.TournamentSetup
 */
export type TournamentSetup = Message<"botwerk.v1.TournamentSetup"> & {
    /**
     * Display name.
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * The game, its options and the seats of a match. 0 seats: 2.
     *
     * @generated from field: botwerk.v1.GameSetup setup = 2;
     */
    setup?: GameSetup | undefined;
    /**
     * @generated from field: botwerk.v1.TournamentFormat format = 3;
     */
    format?: TournamentFormat | undefined;
    /**
     * How seats rotate within a block.
     *
     * @generated from field: botwerk.v1.Rotation rotation = 4;
     */
    rotation: Rotation;
    /**
     * Number of turns sampled before each match, in games with sampled openings.
     *
     * @generated from field: optional uint32 opening_turns = 5;
     */
    openingTurns?: number | undefined;
    /**
     * The participants. In a knockout, in the order of their seeds, best first.
     *
     * @generated from field: repeated botwerk.v1.Entrant entrants = 6;
     */
    entrants: Entrant[];
    /**
     * Unset: 60 s per turn if bots take part, else no limit.
     *
     * @generated from field: botwerk.v1.TimeControl time_control = 7;
     */
    timeControl?: TimeControl | undefined;
    /**
     * Measures races by declared effort instead of by the clock (MR-25).
     *
     * @generated from field: bool virtual_time = 8;
     */
    virtualTime: boolean;
    /**
     * Start positions in the game's notation, at most 10000 of 8192 bytes each and 1 MiB together. Every block
     * starts from one of them. Excludes `opening_turns`. ListTournaments and
     * WatchTournament leave them out.
     *
     * @generated from field: repeated string openings = 9;
     */
    openings: string[];
    /**
     * The order in which blocks start from the openings.
     *
     * @generated from field: botwerk.v1.OpeningOrder opening_order = 10;
     */
    openingOrder: OpeningOrder;
    /**
     * SHA-256 of the openings, each followed by a newline, as 64 hex digits; empty without openings. Ignored in
     * requests.
     *
     * @generated from field: string openings_sha256 = 11;
     */
    openingsSha256: string;
    /**
     * When matches end before the rules end them. Unset: never. Only for games with scores
     * (GetGameResponse.score_unit) and two seats.
     *
     * @generated from field: botwerk.v1.Adjudication adjudication = 12;
     */
    adjudication?: Adjudication | undefined;
};
/**
 * Describes the message botwerk.v1.TournamentSetup.
 * Use `create(TournamentSetupSchema)` to create a new message.
 */
export declare const TournamentSetupSchema: GenMessage<TournamentSetup>;
/**
 * Ends a match early if the scores that both players declare agree on its result. At least one rule is set.
 *
 * @generated from message botwerk.v1.Adjudication
 */
export type Adjudication = Message<"botwerk.v1.Adjudication"> & {
    /**
     * When a match is lost.
     *
     * @generated from field: botwerk.v1.ResignRule resign = 1;
     */
    resign?: ResignRule | undefined;
    /**
     * When a match is drawn.
     *
     * @generated from field: botwerk.v1.DrawRule draw = 2;
     */
    draw?: DrawRule | undefined;
};
/**
 * Describes the message botwerk.v1.Adjudication.
 * Use `create(AdjudicationSchema)` to create a new message.
 */
export declare const AdjudicationSchema: GenMessage<Adjudication>;
/**
 * A player loses once all its latest `turns` turns have scores of at most -`score`, and those of its opponent
 * scores of at least `score`.
 *
 * @generated from message botwerk.v1.ResignRule
 */
export type ResignRule = Message<"botwerk.v1.ResignRule"> & {
    /**
     * From 1 to 1000000.
     *
     * @generated from field: uint32 score = 1;
     */
    score: number;
    /**
     * From 1 to 10000.
     *
     * @generated from field: uint32 turns = 2;
     */
    turns: number;
};
/**
 * Describes the message botwerk.v1.ResignRule.
 * Use `create(ResignRuleSchema)` to create a new message.
 */
export declare const ResignRuleSchema: GenMessage<ResignRule>;
/**
 * A match is drawn once the latest `turns` turns of both players have scores from -`score` to `score`.
 *
 * @generated from message botwerk.v1.DrawRule
 */
export type DrawRule = Message<"botwerk.v1.DrawRule"> & {
    /**
     * At most 1000000, and below that of the ResignRule.
     *
     * @generated from field: uint32 score = 1;
     */
    score: number;
    /**
     * From 1 to 10000.
     *
     * @generated from field: uint32 turns = 2;
     */
    turns: number;
    /**
     * The first turn of each player that counts. Defaults to 1.
     *
     * @generated from field: uint32 min_turn = 3;
     */
    minTurn: number;
};
/**
 * Describes the message botwerk.v1.DrawRule.
 * Use `create(DrawRuleSchema)` to create a new message.
 */
export declare const DrawRuleSchema: GenMessage<DrawRule>;
/**
 * The schedule of a tournament.
 *
 * @generated from message botwerk.v1.TournamentFormat
 */
export type TournamentFormat = Message<"botwerk.v1.TournamentFormat"> & {
    /**
     * @generated from oneof botwerk.v1.TournamentFormat.kind
     */
    kind: {
        /**
         * @generated from field: botwerk.v1.RoundRobin round_robin = 1;
         */
        value: RoundRobin;
        case: "roundRobin";
    } | {
        /**
         * @generated from field: botwerk.v1.Gauntlet gauntlet = 2;
         */
        value: Gauntlet;
        case: "gauntlet";
    } | {
        /**
         * @generated from field: botwerk.v1.Swiss swiss = 3;
         */
        value: Swiss;
        case: "swiss";
    } | {
        /**
         * @generated from field: botwerk.v1.Knockout knockout = 4;
         */
        value: Knockout;
        case: "knockout";
    } | {
        /**
         * @generated from field: botwerk.v1.SprtFormat sprt = 5;
         */
        value: SprtFormat;
        case: "sprt";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.TournamentFormat.
 * Use `create(TournamentFormatSchema)` to create a new message.
 */
export declare const TournamentFormatSchema: GenMessage<TournamentFormat>;
/**
 * Every entrant meets every other one.
 *
 * @generated from message botwerk.v1.RoundRobin
 */
export type RoundRobin = Message<"botwerk.v1.RoundRobin"> & {
    /**
     * Number of blocks per matchup.
     *
     * @generated from field: uint32 cycles = 1;
     */
    cycles: number;
};
/**
 * Describes the message botwerk.v1.RoundRobin.
 * Use `create(RoundRobinSchema)` to create a new message.
 */
export declare const RoundRobinSchema: GenMessage<RoundRobin>;
/**
 * The first entrants meet all others, but not each other.
 *
 * @generated from message botwerk.v1.Gauntlet
 */
export type Gauntlet = Message<"botwerk.v1.Gauntlet"> & {
    /**
     * Number of first entrants.
     *
     * @generated from field: uint32 challengers = 1;
     */
    challengers: number;
    /**
     * Number of blocks per matchup.
     *
     * @generated from field: uint32 cycles = 2;
     */
    cycles: number;
};
/**
 * Describes the message botwerk.v1.Gauntlet.
 * Use `create(GauntletSchema)` to create a new message.
 */
export declare const GauntletSchema: GenMessage<Gauntlet>;
/**
 * Entrants with similar points meet, without rematches.
 *
 * @generated from message botwerk.v1.Swiss
 */
export type Swiss = Message<"botwerk.v1.Swiss"> & {
    /**
     * @generated from field: uint32 rounds = 1;
     */
    rounds: number;
    /**
     * Number of pairs per matchup and round.
     *
     * @generated from field: uint32 pairs = 2;
     */
    pairs: number;
};
/**
 * Describes the message botwerk.v1.Swiss.
 * Use `create(SwissSchema)` to create a new message.
 */
export declare const SwissSchema: GenMessage<Swiss>;
/**
 * The loser of a matchup is eliminated.
 *
 * @generated from message botwerk.v1.Knockout
 */
export type Knockout = Message<"botwerk.v1.Knockout"> & {
    /**
     * Number of pairs per matchup.
     *
     * @generated from field: uint32 pairs = 1;
     */
    pairs: number;
    /**
     * Maximum number of additional pairs, played one at a time, while a matchup is drawn. The better
     * seed advances if it is still drawn then.
     *
     * @generated from field: uint32 tiebreak_pairs = 2;
     */
    tiebreakPairs: number;
};
/**
 * Describes the message botwerk.v1.Knockout.
 * Use `create(KnockoutSchema)` to create a new message.
 */
export declare const KnockoutSchema: GenMessage<Knockout>;
/**
 * Sequential probability ratio test of the first entrant against the second one.
 *
 * @generated from message botwerk.v1.SprtFormat
 */
export type SprtFormat = Message<"botwerk.v1.SprtFormat"> & {
    /**
     * Elo difference under H0.
     *
     * @generated from field: double elo0 = 1;
     */
    elo0: number;
    /**
     * Elo difference under H1.
     *
     * @generated from field: double elo1 = 2;
     */
    elo1: number;
    /**
     * Whether the differences are normalised Elo (nElo).
     *
     * @generated from field: bool normalised = 3;
     */
    normalised: boolean;
    /**
     * Probability of accepting H1 although H0 is true.
     *
     * @generated from field: double alpha = 4;
     */
    alpha: number;
    /**
     * Probability of accepting H0 although H1 is true.
     *
     * @generated from field: double beta = 5;
     */
    beta: number;
    /**
     * Maximum number of pairs.
     *
     * @generated from field: uint32 max_pairs = 6;
     */
    maxPairs: number;
};
/**
 * Describes the message botwerk.v1.SprtFormat.
 * Use `create(SprtFormatSchema)` to create a new message.
 */
export declare const SprtFormatSchema: GenMessage<SprtFormat>;
/**
 * A participant of a tournament.
 *
 * @generated from message botwerk.v1.Entrant
 */
export type Entrant = Message<"botwerk.v1.Entrant"> & {
    /**
     * Name in all tables, unique within the tournament.
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * @generated from oneof botwerk.v1.Entrant.player
     */
    player: {
        /**
         * A built-in agent.
         *
         * @generated from field: botwerk.v1.AgentSpec agent = 2;
         */
        value: AgentSpec;
        case: "agent";
    } | {
        /**
         * The name of a registered bot. The tournament waits until it is online.
         *
         * @generated from field: string bot = 3;
         */
        value: string;
        case: "bot";
    } | {
        /**
         * A launched bot: the creator of the tournament starts the command, and the bot connects with
         * its token from GetBotTokens.
         *
         * @generated from field: botwerk.v1.LaunchCommand launch_command = 4;
         */
        value: LaunchCommand;
        case: "launchCommand";
    } | {
        /**
         * A launched program that reads and writes lines of JSON instead of calling this API. The creator of
         * the tournament starts it for each match, and answers invitations for it.
         *
         * @generated from field: botwerk.v1.LaunchCommand stdio = 5;
         */
        value: LaunchCommand;
        case: "stdio";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.Entrant.
 * Use `create(EntrantSchema)` to create a new message.
 */
export declare const EntrantSchema: GenMessage<Entrant>;
/**
 * The command line of a launched bot.
 *
 * @generated from message botwerk.v1.LaunchCommand
 */
export type LaunchCommand = Message<"botwerk.v1.LaunchCommand"> & {
    /**
     * The executable and its arguments.
     * Only the operator sees them.
     *
     * @generated from field: repeated string argv = 1;
     */
    argv: string[];
};
/**
 * Describes the message botwerk.v1.LaunchCommand.
 * Use `create(LaunchCommandSchema)` to create a new message.
 */
export declare const LaunchCommandSchema: GenMessage<LaunchCommand>;
/**
 * @generated from message botwerk.v1.CreateTournamentRequest
 */
export type CreateTournamentRequest = Message<"botwerk.v1.CreateTournamentRequest"> & {
    /**
     * Idempotency key chosen by the client, at most 128 bytes. Empty: every call creates a tournament.
     *
     * @generated from field: string request_id = 1;
     */
    requestId: string;
    /**
     * @generated from field: botwerk.v1.TournamentSetup setup = 2;
     */
    setup?: TournamentSetup | undefined;
    /**
     * Root seed: 64 hex digits are the 32 bytes themselves, any other text is hashed. Empty: random. A
     * seed that a tournament on this server already used is rejected.
     *
     * @generated from field: string seed = 3;
     */
    seed: string;
    /**
     * Maximum number of matches in progress. 0: the server's number of cores.
     *
     * @generated from field: uint32 concurrency = 4;
     */
    concurrency: number;
    /**
     * Allows a concurrency above the number of cores although time is measured.
     *
     * @generated from field: bool oversubscribe = 5;
     */
    oversubscribe: boolean;
};
/**
 * Describes the message botwerk.v1.CreateTournamentRequest.
 * Use `create(CreateTournamentRequestSchema)` to create a new message.
 */
export declare const CreateTournamentRequestSchema: GenMessage<CreateTournamentRequest>;
/**
 * @generated from message botwerk.v1.CreateTournamentResponse
 */
export type CreateTournamentResponse = Message<"botwerk.v1.CreateTournamentResponse"> & {
    /**
     * @generated from field: botwerk.v1.Tournament tournament = 1;
     */
    tournament?: Tournament | undefined;
};
/**
 * Describes the message botwerk.v1.CreateTournamentResponse.
 * Use `create(CreateTournamentResponseSchema)` to create a new message.
 */
export declare const CreateTournamentResponseSchema: GenMessage<CreateTournamentResponse>;
/**
 * The public description of a tournament.
 *
 * @generated from message botwerk.v1.Tournament
 */
export type Tournament = Message<"botwerk.v1.Tournament"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * @generated from field: botwerk.v1.TournamentSetup setup = 2;
     */
    setup?: TournamentSetup | undefined;
    /**
     * @generated from field: botwerk.v1.TournamentState state = 3;
     */
    state: TournamentState;
    /**
     * Creation time, in microseconds since 1970-01-01 UTC.
     *
     * @generated from field: int64 create_time_micros = 4;
     */
    createTimeMicros: bigint;
    /**
     * Commitment to the root seed: SHA-256 of the salt's 16 bytes and the seed's 32 bytes, as 64 hex digits.
     *
     * @generated from field: string seed_commitment = 5;
     */
    seedCommitment: string;
    /**
     * The root seed, once the tournament has ended.
     *
     * @generated from field: string seed = 6;
     */
    seed: string;
    /**
     * Number of pairings in all rounds scheduled so far.
     *
     * @generated from field: uint64 match_count = 7;
     */
    matchCount: bigint;
    /**
     * Number of pairings with a result.
     *
     * @generated from field: uint64 result_count = 8;
     */
    resultCount: bigint;
    /**
     * Number of matches in progress.
     *
     * @generated from field: uint32 running_matches = 9;
     */
    runningMatches: number;
    /**
     * What keeps the tournament from progressing. Matches may be in progress in the meantime.
     *
     * @generated from field: repeated botwerk.v1.TournamentObstacle obstacles = 10;
     */
    obstacles: TournamentObstacle[];
    /**
     * @generated from field: repeated botwerk.v1.Withdrawal withdrawals = 11;
     */
    withdrawals: Withdrawal[];
    /**
     * Maximum number of matches in progress.
     *
     * @generated from field: uint32 concurrency = 12;
     */
    concurrency: number;
    /**
     * The salt of the commitment to the root seed as 32 hex digits, once the tournament has ended.
     *
     * @generated from field: string seed_salt = 13;
     */
    seedSalt: string;
    /**
     * Why the server has paused the tournament, with reason TOURNAMENT_STALLED. Unset if it has not.
     *
     * @generated from field: botwerk.v1.Error failure = 14;
     */
    failure?: Error | undefined;
    /**
     * Number of matches of all rounds: in a knockout without tie-break pairs, in an SPRT the maximum.
     *
     * @generated from field: uint64 expected_match_count = 15;
     */
    expectedMatchCount: bigint;
    /**
     * Estimated time until the last of these matches, in milliseconds, from the rate of the last 512
     * matches. Unset before the first of them and unless the tournament is running.
     *
     * @generated from field: optional uint64 remaining_millis = 16;
     */
    remainingMillis?: bigint | undefined;
};
/**
 * Describes the message botwerk.v1.Tournament.
 * Use `create(TournamentSchema)` to create a new message.
 */
export declare const TournamentSchema: GenMessage<Tournament>;
/**
 * Something that keeps a tournament from progressing.
 *
 * @generated from message botwerk.v1.TournamentObstacle
 */
export type TournamentObstacle = Message<"botwerk.v1.TournamentObstacle"> & {
    /**
     * @generated from field: botwerk.v1.ObstacleKind kind = 1;
     */
    kind: ObstacleKind;
    /**
     * Name of the entrant whose bot is the obstacle, if one is.
     *
     * @generated from field: string entrant = 2;
     */
    entrant: string;
    /**
     * Human-readable description.
     *
     * @generated from field: string message = 3;
     */
    message: string;
};
/**
 * Describes the message botwerk.v1.TournamentObstacle.
 * Use `create(TournamentObstacleSchema)` to create a new message.
 */
export declare const TournamentObstacleSchema: GenMessage<TournamentObstacle>;
/**
 * An entrant that takes no further part, unless it was readmitted.
 *
 * @generated from message botwerk.v1.Withdrawal
 */
export type Withdrawal = Message<"botwerk.v1.Withdrawal"> & {
    /**
     * @generated from field: string entrant = 1;
     */
    entrant: string;
    /**
     * Human-readable cause.
     *
     * @generated from field: string message = 2;
     */
    message: string;
    /**
     * Whether all results of the entrant are removed.
     *
     * @generated from field: bool annulled = 3;
     */
    annulled: boolean;
    /**
     * Whether the entrant was readmitted and takes part again.
     *
     * @generated from field: bool readmitted = 4;
     */
    readmitted: boolean;
};
/**
 * Describes the message botwerk.v1.Withdrawal.
 * Use `create(WithdrawalSchema)` to create a new message.
 */
export declare const WithdrawalSchema: GenMessage<Withdrawal>;
/**
 * @generated from message botwerk.v1.GetTournamentRequest
 */
export type GetTournamentRequest = Message<"botwerk.v1.GetTournamentRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
};
/**
 * Describes the message botwerk.v1.GetTournamentRequest.
 * Use `create(GetTournamentRequestSchema)` to create a new message.
 */
export declare const GetTournamentRequestSchema: GenMessage<GetTournamentRequest>;
/**
 * @generated from message botwerk.v1.GetTournamentResponse
 */
export type GetTournamentResponse = Message<"botwerk.v1.GetTournamentResponse"> & {
    /**
     * @generated from field: botwerk.v1.Tournament tournament = 1;
     */
    tournament?: Tournament | undefined;
};
/**
 * Describes the message botwerk.v1.GetTournamentResponse.
 * Use `create(GetTournamentResponseSchema)` to create a new message.
 */
export declare const GetTournamentResponseSchema: GenMessage<GetTournamentResponse>;
/**
 * @generated from message botwerk.v1.ListTournamentsRequest
 */
export type ListTournamentsRequest = Message<"botwerk.v1.ListTournamentsRequest"> & {
    /**
     * Maximum number of tournaments to return. Defaults to 50; capped at 500.
     *
     * @generated from field: uint32 page_size = 1;
     */
    pageSize: number;
    /**
     * `next_page_token` of the previous response. Empty: the first page.
     *
     * @generated from field: string page_token = 2;
     */
    pageToken: string;
    /**
     * Returns only tournaments in this state. Unspecified: all states.
     *
     * @generated from field: botwerk.v1.TournamentState state = 3;
     */
    state: TournamentState;
};
/**
 * Describes the message botwerk.v1.ListTournamentsRequest.
 * Use `create(ListTournamentsRequestSchema)` to create a new message.
 */
export declare const ListTournamentsRequestSchema: GenMessage<ListTournamentsRequest>;
/**
 * @generated from message botwerk.v1.ListTournamentsResponse
 */
export type ListTournamentsResponse = Message<"botwerk.v1.ListTournamentsResponse"> & {
    /**
     * @generated from field: repeated botwerk.v1.Tournament tournaments = 1;
     */
    tournaments: Tournament[];
    /**
     * Token of the next page. Empty on the last page.
     *
     * @generated from field: string next_page_token = 2;
     */
    nextPageToken: string;
};
/**
 * Describes the message botwerk.v1.ListTournamentsResponse.
 * Use `create(ListTournamentsResponseSchema)` to create a new message.
 */
export declare const ListTournamentsResponseSchema: GenMessage<ListTournamentsResponse>;
/**
 * @generated from message botwerk.v1.PauseTournamentRequest
 */
export type PauseTournamentRequest = Message<"botwerk.v1.PauseTournamentRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
};
/**
 * Describes the message botwerk.v1.PauseTournamentRequest.
 * Use `create(PauseTournamentRequestSchema)` to create a new message.
 */
export declare const PauseTournamentRequestSchema: GenMessage<PauseTournamentRequest>;
/**
 * @generated from message botwerk.v1.PauseTournamentResponse
 */
export type PauseTournamentResponse = Message<"botwerk.v1.PauseTournamentResponse"> & {
    /**
     * @generated from field: botwerk.v1.Tournament tournament = 1;
     */
    tournament?: Tournament | undefined;
};
/**
 * Describes the message botwerk.v1.PauseTournamentResponse.
 * Use `create(PauseTournamentResponseSchema)` to create a new message.
 */
export declare const PauseTournamentResponseSchema: GenMessage<PauseTournamentResponse>;
/**
 * @generated from message botwerk.v1.ResumeTournamentRequest
 */
export type ResumeTournamentRequest = Message<"botwerk.v1.ResumeTournamentRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
};
/**
 * Describes the message botwerk.v1.ResumeTournamentRequest.
 * Use `create(ResumeTournamentRequestSchema)` to create a new message.
 */
export declare const ResumeTournamentRequestSchema: GenMessage<ResumeTournamentRequest>;
/**
 * @generated from message botwerk.v1.ResumeTournamentResponse
 */
export type ResumeTournamentResponse = Message<"botwerk.v1.ResumeTournamentResponse"> & {
    /**
     * @generated from field: botwerk.v1.Tournament tournament = 1;
     */
    tournament?: Tournament | undefined;
};
/**
 * Describes the message botwerk.v1.ResumeTournamentResponse.
 * Use `create(ResumeTournamentResponseSchema)` to create a new message.
 */
export declare const ResumeTournamentResponseSchema: GenMessage<ResumeTournamentResponse>;
/**
 * @generated from message botwerk.v1.CancelTournamentRequest
 */
export type CancelTournamentRequest = Message<"botwerk.v1.CancelTournamentRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
};
/**
 * Describes the message botwerk.v1.CancelTournamentRequest.
 * Use `create(CancelTournamentRequestSchema)` to create a new message.
 */
export declare const CancelTournamentRequestSchema: GenMessage<CancelTournamentRequest>;
/**
 * @generated from message botwerk.v1.CancelTournamentResponse
 */
export type CancelTournamentResponse = Message<"botwerk.v1.CancelTournamentResponse"> & {
    /**
     * @generated from field: botwerk.v1.Tournament tournament = 1;
     */
    tournament?: Tournament | undefined;
};
/**
 * Describes the message botwerk.v1.CancelTournamentResponse.
 * Use `create(CancelTournamentResponseSchema)` to create a new message.
 */
export declare const CancelTournamentResponseSchema: GenMessage<CancelTournamentResponse>;
/**
 * @generated from message botwerk.v1.WithdrawEntrantRequest
 */
export type WithdrawEntrantRequest = Message<"botwerk.v1.WithdrawEntrantRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string tournament = 1;
     */
    tournament: string;
    /**
     * The entrant's name.
     *
     * @generated from field: string entrant = 2;
     */
    entrant: string;
    /**
     * Human-readable cause. Defaults to "withdrawn by the operator".
     *
     * @generated from field: string message = 3;
     */
    message: string;
};
/**
 * Describes the message botwerk.v1.WithdrawEntrantRequest.
 * Use `create(WithdrawEntrantRequestSchema)` to create a new message.
 */
export declare const WithdrawEntrantRequestSchema: GenMessage<WithdrawEntrantRequest>;
/**
 * @generated from message botwerk.v1.WithdrawEntrantResponse
 */
export type WithdrawEntrantResponse = Message<"botwerk.v1.WithdrawEntrantResponse"> & {
    /**
     * @generated from field: botwerk.v1.Tournament tournament = 1;
     */
    tournament?: Tournament | undefined;
};
/**
 * Describes the message botwerk.v1.WithdrawEntrantResponse.
 * Use `create(WithdrawEntrantResponseSchema)` to create a new message.
 */
export declare const WithdrawEntrantResponseSchema: GenMessage<WithdrawEntrantResponse>;
/**
 * @generated from message botwerk.v1.ReadmitEntrantRequest
 */
export type ReadmitEntrantRequest = Message<"botwerk.v1.ReadmitEntrantRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string tournament = 1;
     */
    tournament: string;
    /**
     * The entrant's name.
     *
     * @generated from field: string entrant = 2;
     */
    entrant: string;
};
/**
 * Describes the message botwerk.v1.ReadmitEntrantRequest.
 * Use `create(ReadmitEntrantRequestSchema)` to create a new message.
 */
export declare const ReadmitEntrantRequestSchema: GenMessage<ReadmitEntrantRequest>;
/**
 * @generated from message botwerk.v1.ReadmitEntrantResponse
 */
export type ReadmitEntrantResponse = Message<"botwerk.v1.ReadmitEntrantResponse"> & {
    /**
     * @generated from field: botwerk.v1.Tournament tournament = 1;
     */
    tournament?: Tournament | undefined;
};
/**
 * Describes the message botwerk.v1.ReadmitEntrantResponse.
 * Use `create(ReadmitEntrantResponseSchema)` to create a new message.
 */
export declare const ReadmitEntrantResponseSchema: GenMessage<ReadmitEntrantResponse>;
/**
 * @generated from message botwerk.v1.ExtendTournamentRequest
 */
export type ExtendTournamentRequest = Message<"botwerk.v1.ExtendTournamentRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * The configuration after the extension. Further entrants follow those of the tournament; everything else
     * but the number of cycles, rounds or pairs is as before.
     *
     * @generated from field: botwerk.v1.TournamentSetup setup = 2;
     */
    setup?: TournamentSetup | undefined;
    /**
     * Idempotency key with which CreateTournament finds the extended tournament, at most 128 bytes. Empty: the
     * one with which it was created.
     *
     * @generated from field: string request_id = 3;
     */
    requestId: string;
};
/**
 * Describes the message botwerk.v1.ExtendTournamentRequest.
 * Use `create(ExtendTournamentRequestSchema)` to create a new message.
 */
export declare const ExtendTournamentRequestSchema: GenMessage<ExtendTournamentRequest>;
/**
 * @generated from message botwerk.v1.ExtendTournamentResponse
 */
export type ExtendTournamentResponse = Message<"botwerk.v1.ExtendTournamentResponse"> & {
    /**
     * @generated from field: botwerk.v1.Tournament tournament = 1;
     */
    tournament?: Tournament | undefined;
};
/**
 * Describes the message botwerk.v1.ExtendTournamentResponse.
 * Use `create(ExtendTournamentResponseSchema)` to create a new message.
 */
export declare const ExtendTournamentResponseSchema: GenMessage<ExtendTournamentResponse>;
/**
 * @generated from message botwerk.v1.GetBotTokensRequest
 */
export type GetBotTokensRequest = Message<"botwerk.v1.GetBotTokensRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string tournament = 1;
     */
    tournament: string;
};
/**
 * Describes the message botwerk.v1.GetBotTokensRequest.
 * Use `create(GetBotTokensRequestSchema)` to create a new message.
 */
export declare const GetBotTokensRequestSchema: GenMessage<GetBotTokensRequest>;
/**
 * @generated from message botwerk.v1.GetBotTokensResponse
 */
export type GetBotTokensResponse = Message<"botwerk.v1.GetBotTokensResponse"> & {
    /**
     * One token per entrant that is a launched bot.
     *
     * @generated from field: repeated botwerk.v1.BotToken bot_tokens = 1;
     */
    botTokens: BotToken[];
};
/**
 * Describes the message botwerk.v1.GetBotTokensResponse.
 * Use `create(GetBotTokensResponseSchema)` to create a new message.
 */
export declare const GetBotTokensResponseSchema: GenMessage<GetBotTokensResponse>;
/**
 * The right of a launched bot to stream the invitations of its entrant.
 *
 * @generated from message botwerk.v1.BotToken
 */
export type BotToken = Message<"botwerk.v1.BotToken"> & {
    /**
     * @generated from field: string entrant = 1;
     */
    entrant: string;
    /**
     * @generated from field: string bot_token = 2;
     */
    botToken: string;
};
/**
 * Describes the message botwerk.v1.BotToken.
 * Use `create(BotTokenSchema)` to create a new message.
 */
export declare const BotTokenSchema: GenMessage<BotToken>;
/**
 * @generated from message botwerk.v1.WatchTournamentRequest
 */
export type WatchTournamentRequest = Message<"botwerk.v1.WatchTournamentRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * Minimum interval between two messages, in milliseconds. Defaults to 500.
     *
     * @generated from field: uint32 interval_millis = 2;
     */
    intervalMillis: number;
};
/**
 * Describes the message botwerk.v1.WatchTournamentRequest.
 * Use `create(WatchTournamentRequestSchema)` to create a new message.
 */
export declare const WatchTournamentRequestSchema: GenMessage<WatchTournamentRequest>;
/**
 * @generated from message botwerk.v1.WatchTournamentResponse
 */
export type WatchTournamentResponse = Message<"botwerk.v1.WatchTournamentResponse"> & {
    /**
     * @generated from field: botwerk.v1.Tournament tournament = 1;
     */
    tournament?: Tournament | undefined;
    /**
     * One entry per entrant, in the order of the setup.
     *
     * @generated from field: repeated botwerk.v1.LiveStanding standings = 2;
     */
    standings: LiveStanding[];
};
/**
 * Describes the message botwerk.v1.WatchTournamentResponse.
 * Use `create(WatchTournamentResponseSchema)` to create a new message.
 */
export declare const WatchTournamentResponseSchema: GenMessage<WatchTournamentResponse>;
/**
 * The results of one entrant while the tournament is running.
 *
 * @generated from message botwerk.v1.LiveStanding
 */
export type LiveStanding = Message<"botwerk.v1.LiveStanding"> & {
    /**
     * @generated from field: string entrant = 1;
     */
    entrant: string;
    /**
     * @generated from field: uint64 matches = 2;
     */
    matches: bigint;
    /**
     * @generated from field: double points = 3;
     */
    points: number;
    /**
     * @generated from field: uint64 wins = 4;
     */
    wins: bigint;
    /**
     * @generated from field: uint64 draws = 5;
     */
    draws: bigint;
    /**
     * @generated from field: uint64 losses = 6;
     */
    losses: bigint;
    /**
     * Weng-Lin rating in the order in which matches ended; for display only.
     *
     * @generated from field: double live_rating = 7;
     */
    liveRating: number;
    /**
     * Standard deviation of the rating.
     *
     * @generated from field: double live_uncertainty = 8;
     */
    liveUncertainty: number;
};
/**
 * Describes the message botwerk.v1.LiveStanding.
 * Use `create(LiveStandingSchema)` to create a new message.
 */
export declare const LiveStandingSchema: GenMessage<LiveStanding>;
/**
 * @generated from message botwerk.v1.GetStandingsRequest
 */
export type GetStandingsRequest = Message<"botwerk.v1.GetStandingsRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
};
/**
 * Describes the message botwerk.v1.GetStandingsRequest.
 * Use `create(GetStandingsRequestSchema)` to create a new message.
 */
export declare const GetStandingsRequestSchema: GenMessage<GetStandingsRequest>;
/**
 * @generated from message botwerk.v1.GetStandingsResponse
 */
export type GetStandingsResponse = Message<"botwerk.v1.GetStandingsResponse"> & {
    /**
     * @generated from field: botwerk.v1.Tournament tournament = 1;
     */
    tournament?: Tournament | undefined;
    /**
     * One entry per entrant, best first.
     *
     * @generated from field: repeated botwerk.v1.Standing standings = 2;
     */
    standings: Standing[];
    /**
     * Set in an SPRT.
     *
     * @generated from field: botwerk.v1.SprtState sprt = 3;
     */
    sprt?: SprtState | undefined;
    /**
     * One entry per two entrants that have met in counted pairs; two-seat matches only.
     *
     * @generated from field: repeated botwerk.v1.HeadToHead head_to_head = 4;
     */
    headToHead: HeadToHead[];
    /**
     * Number of complete blocks before the first incomplete one. Rating statistics use only these.
     *
     * @generated from field: uint64 counted_blocks = 5;
     */
    countedBlocks: bigint;
    /**
     * Number of finished matches in later blocks. They count for points only.
     *
     * @generated from field: uint64 uncounted_matches = 6;
     */
    uncountedMatches: bigint;
    /**
     * All matchups of a knockout, round by round, in the order of the bracket: the winners of two
     * neighbours meet in the next round.
     *
     * @generated from field: repeated botwerk.v1.BracketMatchup bracket = 7;
     */
    bracket: BracketMatchup[];
};
/**
 * Describes the message botwerk.v1.GetStandingsResponse.
 * Use `create(GetStandingsResponseSchema)` to create a new message.
 */
export declare const GetStandingsResponseSchema: GenMessage<GetStandingsResponse>;
/**
 * A matchup of a knockout.
 *
 * @generated from message botwerk.v1.BracketMatchup
 */
export type BracketMatchup = Message<"botwerk.v1.BracketMatchup"> & {
    /**
     * Round, from 1.
     *
     * @generated from field: uint32 round = 1;
     */
    round: number;
    /**
     * The names of the entrants; empty until the matchup before is decided. One entrant has a bye.
     *
     * @generated from field: repeated string entrants = 2;
     */
    entrants: string[];
    /**
     * The points of each entrant so far: one per win, one half per draw.
     *
     * @generated from field: repeated double points = 3;
     */
    points: number[];
    /**
     * The name of the entrant that advances. Empty until that is decided.
     *
     * @generated from field: string winner = 4;
     */
    winner: string;
};
/**
 * Describes the message botwerk.v1.BracketMatchup.
 * Use `create(BracketMatchupSchema)` to create a new message.
 */
export declare const BracketMatchupSchema: GenMessage<BracketMatchup>;
/**
 * One entrant's row in the standings.
 *
 * @generated from message botwerk.v1.Standing
 */
export type Standing = Message<"botwerk.v1.Standing"> & {
    /**
     * 1 is best; equal entrants share a place.
     *
     * @generated from field: uint32 place = 1;
     */
    place: number;
    /**
     * @generated from field: string entrant = 2;
     */
    entrant: string;
    /**
     * @generated from field: uint64 matches = 3;
     */
    matches: bigint;
    /**
     * Opponents beaten, plus half the draws, plus one per bye.
     *
     * @generated from field: double points = 4;
     */
    points: number;
    /**
     * Points divided by their maximum, without byes. Unset before the first match.
     *
     * @generated from field: optional double score_rate = 5;
     */
    scoreRate?: number | undefined;
    /**
     * @generated from field: uint32 byes = 6;
     */
    byes: number;
    /**
     * Number of opponents beaten.
     *
     * @generated from field: uint64 wins = 7;
     */
    wins: bigint;
    /**
     * Number of opponents at the same place.
     *
     * @generated from field: uint64 draws = 8;
     */
    draws: bigint;
    /**
     * Number of opponents that were better.
     *
     * @generated from field: uint64 losses = 9;
     */
    losses: bigint;
    /**
     * Numbers of counted pairs by points: 0, ½, 1, 1½, 2. Two-seat matches only.
     *
     * @generated from field: repeated uint64 pentanomial = 10;
     */
    pentanomial: bigint[];
    /**
     * Elo against the opponents met (two seats) or against the mean of all entrants (more seats).
     *
     * @generated from field: botwerk.v1.Estimate elo = 11;
     */
    elo?: Estimate | undefined;
    /**
     * Normalised Elo.
     *
     * @generated from field: botwerk.v1.Estimate normalised_elo = 12;
     */
    normalisedElo?: Estimate | undefined;
    /**
     * Likelihood of superiority over the opponents met.
     *
     * @generated from field: optional double los = 13;
     */
    los?: number | undefined;
    /**
     * Results by seat.
     *
     * @generated from field: repeated botwerk.v1.SeatScore seats = 14;
     */
    seats: SeatScore[];
    /**
     * How often the entrant left a match early, by reason.
     *
     * @generated from field: repeated botwerk.v1.TerminationCount terminations = 15;
     */
    terminations: TerminationCount[];
    /**
     * @generated from field: uint64 illegal_submissions = 16;
     */
    illegalSubmissions: bigint;
    /**
     * Number of completed turns.
     *
     * @generated from field: uint64 turns = 17;
     */
    turns: bigint;
    /**
     * Total time of these turns, in nanoseconds; at most 2^53 - 1.
     *
     * @generated from field: uint64 think_nanos = 18;
     */
    thinkNanos: bigint;
    /**
     * Whether the entrant takes no further part.
     *
     * @generated from field: bool withdrawn = 19;
     */
    withdrawn: boolean;
    /**
     * Distribution of the times of turns. Unset before the first turn.
     *
     * @generated from field: botwerk.v1.TurnTimes turn_times = 20;
     */
    turnTimes?: TurnTimes | undefined;
    /**
     * Tie-breaks. Unset with more than two seats and in a knockout.
     *
     * @generated from field: botwerk.v1.TieBreaks tie_breaks = 21;
     */
    tieBreaks?: TieBreaks | undefined;
    /**
     * Number of matches that ended by adjudication.
     *
     * @generated from field: uint64 adjudicated = 22;
     */
    adjudicated: bigint;
};
/**
 * Describes the message botwerk.v1.Standing.
 * Use `create(StandingSchema)` to create a new message.
 */
export declare const StandingSchema: GenMessage<Standing>;
/**
 * The distribution of the times of turns, in nanoseconds. Percentiles are rounded up by at most 6 %.
 *
 * @generated from message botwerk.v1.TurnTimes
 */
export type TurnTimes = Message<"botwerk.v1.TurnTimes"> & {
    /**
     * @generated from field: uint64 median_nanos = 1;
     */
    medianNanos: bigint;
    /**
     * 90th percentile.
     *
     * @generated from field: uint64 p90_nanos = 2;
     */
    p90Nanos: bigint;
    /**
     * 99th percentile.
     *
     * @generated from field: uint64 p99_nanos = 3;
     */
    p99Nanos: bigint;
    /**
     * @generated from field: uint64 max_nanos = 4;
     */
    maxNanos: bigint;
};
/**
 * Describes the message botwerk.v1.TurnTimes.
 * Use `create(TurnTimesSchema)` to create a new message.
 */
export declare const TurnTimesSchema: GenMessage<TurnTimes>;
/**
 * Tie-breaks between entrants with equal points (Swiss) or equal score rates (round robin, gauntlet).
 *
 * @generated from message botwerk.v1.TieBreaks
 */
export type TieBreaks = Message<"botwerk.v1.TieBreaks"> & {
    /**
     * Buchholz: the points of all opponents. A bye counts as an opponent with the entrant's own points.
     * Decides first in a Swiss tournament, and not in the other formats.
     *
     * @generated from field: double buchholz = 1;
     */
    buchholz: number;
    /**
     * Sonneborn-Berger: the points of the opponent in every match won, half of them in every match drawn.
     *
     * @generated from field: double sonneborn_berger = 2;
     */
    sonnebornBerger: number;
    /**
     * Direct encounter: points in matches between the entrants that are still equal. Unset if there are no
     * others, or two of them have not met.
     *
     * @generated from field: optional double direct_encounter = 3;
     */
    directEncounter?: number | undefined;
};
/**
 * Describes the message botwerk.v1.TieBreaks.
 * Use `create(TieBreaksSchema)` to create a new message.
 */
export declare const TieBreaksSchema: GenMessage<TieBreaks>;
/**
 * An estimate with its 95 % confidence interval. A missing bound is infinite.
 *
 * @generated from message botwerk.v1.Estimate
 */
export type Estimate = Message<"botwerk.v1.Estimate"> & {
    /**
     * @generated from field: double value = 1;
     */
    value: number;
    /**
     * @generated from field: optional double low = 2;
     */
    low?: number | undefined;
    /**
     * @generated from field: optional double high = 3;
     */
    high?: number | undefined;
};
/**
 * Describes the message botwerk.v1.Estimate.
 * Use `create(EstimateSchema)` to create a new message.
 */
export declare const EstimateSchema: GenMessage<Estimate>;
/**
 * The result of one entrant on one seat.
 *
 * @generated from message botwerk.v1.SeatScore
 */
export type SeatScore = Message<"botwerk.v1.SeatScore"> & {
    /**
     * @generated from field: double points = 1;
     */
    points: number;
    /**
     * Number of opponents met, the maximum of points.
     *
     * @generated from field: uint64 opponents = 2;
     */
    opponents: bigint;
};
/**
 * Describes the message botwerk.v1.SeatScore.
 * Use `create(SeatScoreSchema)` to create a new message.
 */
export declare const SeatScoreSchema: GenMessage<SeatScore>;
/**
 * The number of matches that an entrant left for one reason.
 *
 * @generated from message botwerk.v1.TerminationCount
 */
export type TerminationCount = Message<"botwerk.v1.TerminationCount"> & {
    /**
     * @generated from field: botwerk.v1.Termination termination = 1;
     */
    termination: Termination;
    /**
     * @generated from field: uint64 count = 2;
     */
    count: bigint;
};
/**
 * Describes the message botwerk.v1.TerminationCount.
 * Use `create(TerminationCountSchema)` to create a new message.
 */
export declare const TerminationCountSchema: GenMessage<TerminationCount>;
/**
 * The state of a sequential probability ratio test.
 *
 * @generated from message botwerk.v1.SprtState
 */
export type SprtState = Message<"botwerk.v1.SprtState"> & {
    /**
     * Log-likelihood ratio (LLR) of the counted pairs.
     *
     * @generated from field: double llr = 1;
     */
    llr: number;
    /**
     * H0 is accepted at or below this LLR.
     *
     * @generated from field: double lower = 2;
     */
    lower: number;
    /**
     * H1 is accepted at or above this LLR.
     *
     * @generated from field: double upper = 3;
     */
    upper: number;
    /**
     * @generated from field: botwerk.v1.SprtVerdict verdict = 4;
     */
    verdict: SprtVerdict;
    /**
     * Number of counted pairs.
     *
     * @generated from field: uint64 pairs = 5;
     */
    pairs: bigint;
};
/**
 * Describes the message botwerk.v1.SprtState.
 * Use `create(SprtStateSchema)` to create a new message.
 */
export declare const SprtStateSchema: GenMessage<SprtState>;
/**
 * The results of two entrants against each other.
 *
 * @generated from message botwerk.v1.HeadToHead
 */
export type HeadToHead = Message<"botwerk.v1.HeadToHead"> & {
    /**
     * @generated from field: string entrant = 1;
     */
    entrant: string;
    /**
     * @generated from field: string opponent = 2;
     */
    opponent: string;
    /**
     * Numbers of counted pairs by the entrant's points: 0, ½, 1, 1½, 2.
     *
     * @generated from field: repeated uint64 pentanomial = 3;
     */
    pentanomial: bigint[];
};
/**
 * Describes the message botwerk.v1.HeadToHead.
 * Use `create(HeadToHeadSchema)` to create a new message.
 */
export declare const HeadToHeadSchema: GenMessage<HeadToHead>;
/**
 * @generated from message botwerk.v1.ListPairingsRequest
 */
export type ListPairingsRequest = Message<"botwerk.v1.ListPairingsRequest"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string tournament = 1;
     */
    tournament: string;
    /**
     * Maximum number of pairings to return. Defaults to 50; capped at 500.
     *
     * @generated from field: uint32 page_size = 2;
     */
    pageSize: number;
    /**
     * `next_page_token` of the previous response. Empty: the first page.
     *
     * @generated from field: string page_token = 3;
     */
    pageToken: string;
};
/**
 * Describes the message botwerk.v1.ListPairingsRequest.
 * Use `create(ListPairingsRequestSchema)` to create a new message.
 */
export declare const ListPairingsRequestSchema: GenMessage<ListPairingsRequest>;
/**
 * @generated from message botwerk.v1.ListPairingsResponse
 */
export type ListPairingsResponse = Message<"botwerk.v1.ListPairingsResponse"> & {
    /**
     * @generated from field: repeated botwerk.v1.Pairing pairings = 1;
     */
    pairings: Pairing[];
    /**
     * Token of the next page. Empty on the last page.
     *
     * @generated from field: string next_page_token = 2;
     */
    nextPageToken: string;
};
/**
 * Describes the message botwerk.v1.ListPairingsResponse.
 * Use `create(ListPairingsResponseSchema)` to create a new message.
 */
export declare const ListPairingsResponseSchema: GenMessage<ListPairingsResponse>;
/**
 * One scheduled match.
 *
 * @generated from message botwerk.v1.Pairing
 */
export type Pairing = Message<"botwerk.v1.Pairing"> & {
    /**
     * Zero-based index in the tournament.
     *
     * @generated from field: uint64 index = 1;
     */
    index: bigint;
    /**
     * Round, from 1.
     *
     * @generated from field: uint32 round = 2;
     */
    round: number;
    /**
     * Zero-based block. The matches of a block have the same start and the same chance outcomes.
     *
     * @generated from field: uint64 block = 3;
     */
    block: bigint;
    /**
     * The name of the entrant on each seat.
     *
     * @generated from field: repeated string entrants = 4;
     */
    entrants: string[];
    /**
     * All attempts at playing the pairing, in order.
     *
     * @generated from field: repeated botwerk.v1.Attempt attempts = 5;
     */
    attempts: Attempt[];
    /**
     * Unset until the pairing has a result.
     *
     * @generated from field: botwerk.v1.PairingResult result = 6;
     */
    result?: PairingResult | undefined;
};
/**
 * Describes the message botwerk.v1.Pairing.
 * Use `create(PairingSchema)` to create a new message.
 */
export declare const PairingSchema: GenMessage<Pairing>;
/**
 * One try at playing a pairing.
 *
 * @generated from message botwerk.v1.Attempt
 */
export type Attempt = Message<"botwerk.v1.Attempt"> & {
    /**
     * Resource name, "matches/{id}". Empty for a forfeit.
     *
     * @generated from field: string match = 1;
     */
    match: string;
    /**
     * @generated from field: botwerk.v1.MatchState state = 2;
     */
    state: MatchState;
    /**
     * Whether this attempt gave the pairing its result.
     *
     * @generated from field: bool scored = 3;
     */
    scored: boolean;
    /**
     * The head of the record as in `Match.record_head`, once the match has ended.
     *
     * @generated from field: string record_sha256 = 4;
     */
    recordSha256: string;
};
/**
 * Describes the message botwerk.v1.Attempt.
 * Use `create(AttemptSchema)` to create a new message.
 */
export declare const AttemptSchema: GenMessage<Attempt>;
/**
 * An outcome as the tournament scores it.
 *
 * @generated from message botwerk.v1.PairingResult
 */
export type PairingResult = Message<"botwerk.v1.PairingResult"> & {
    /**
     * The place of each seat, 1 is best.
     *
     * @generated from field: repeated uint32 places = 1;
     */
    places: number[];
    /**
     * Whether the result counts for ratings. A forfeit does not.
     *
     * @generated from field: bool rated = 2;
     */
    rated: boolean;
    /**
     * Whether the match counts for no entrant, because all attempts failed for reasons not attributable
     * to a seat.
     *
     * @generated from field: bool voided = 3;
     */
    voided: boolean;
    /**
     * One entry per seat.
     *
     * @generated from field: repeated botwerk.v1.SeatStats seat_stats = 4;
     */
    seatStats: SeatStats[];
    /**
     * Whether the scores of both players ended the match before the rules did.
     *
     * @generated from field: bool adjudicated = 5;
     */
    adjudicated: boolean;
};
/**
 * Describes the message botwerk.v1.PairingResult.
 * Use `create(PairingResultSchema)` to create a new message.
 */
export declare const PairingResultSchema: GenMessage<PairingResult>;
/**
 * Statistics of one seat in one match.
 *
 * @generated from message botwerk.v1.SeatStats
 */
export type SeatStats = Message<"botwerk.v1.SeatStats"> & {
    /**
     * @generated from field: botwerk.v1.Termination termination = 1;
     */
    termination: Termination;
    /**
     * @generated from field: uint32 illegal_submissions = 2;
     */
    illegalSubmissions: number;
    /**
     * Number of completed turns.
     *
     * @generated from field: uint64 turns = 3;
     */
    turns: bigint;
    /**
     * Total time of these turns, in nanoseconds; at most 2^53 - 1.
     *
     * @generated from field: uint64 think_nanos = 4;
     */
    thinkNanos: bigint;
    /**
     * Longest time of a turn, in nanoseconds.
     *
     * @generated from field: uint64 max_think_nanos = 5;
     */
    maxThinkNanos: bigint;
};
/**
 * Describes the message botwerk.v1.SeatStats.
 * Use `create(SeatStatsSchema)` to create a new message.
 */
export declare const SeatStatsSchema: GenMessage<SeatStats>;
/**
 * The state of a tournament.
 *
 * @generated from enum botwerk.v1.TournamentState
 */
export declare enum TournamentState {
    /**
     * @generated from enum value: TOURNAMENT_STATE_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: TOURNAMENT_STATE_RUNNING = 1;
     */
    RUNNING = 1,
    /**
     * @generated from enum value: TOURNAMENT_STATE_PAUSED = 2;
     */
    PAUSED = 2,
    /**
     * @generated from enum value: TOURNAMENT_STATE_OVER = 3;
     */
    OVER = 3,
    /**
     * @generated from enum value: TOURNAMENT_STATE_CANCELLED = 4;
     */
    CANCELLED = 4
}
/**
 * Describes the enum botwerk.v1.TournamentState.
 */
export declare const TournamentStateSchema: GenEnum<TournamentState>;
/**
 * The order in which blocks start from openings. Once every opening was used, they are used again, with other
 * chance outcomes.
 *
 * @generated from enum botwerk.v1.OpeningOrder
 */
export declare enum OpeningOrder {
    /**
     * Shuffled.
     *
     * @generated from enum value: OPENING_ORDER_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * Every cycle through the openings has an order of its own, sampled from the tournament's seed.
     *
     * @generated from enum value: OPENING_ORDER_SHUFFLED = 1;
     */
    SHUFFLED = 1,
    /**
     * The order of the list.
     *
     * @generated from enum value: OPENING_ORDER_SEQUENTIAL = 2;
     */
    SEQUENTIAL = 2
}
/**
 * Describes the enum botwerk.v1.OpeningOrder.
 */
export declare const OpeningOrderSchema: GenEnum<OpeningOrder>;
/**
 * How seats rotate within a block, whose matches have the same start and the same chance outcomes.
 *
 * @generated from enum botwerk.v1.Rotation
 */
export declare enum Rotation {
    /**
     * Cyclic.
     *
     * @generated from enum value: ROTATION_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * Every entrant moves by one seat from match to match: one match per seat.
     *
     * @generated from enum value: ROTATION_CYCLIC = 1;
     */
    CYCLIC = 1,
    /**
     * One match per permutation of the seats.
     *
     * @generated from enum value: ROTATION_ALL = 2;
     */
    ALL = 2
}
/**
 * Describes the enum botwerk.v1.Rotation.
 */
export declare const RotationSchema: GenEnum<Rotation>;
/**
 * What keeps a tournament from progressing.
 *
 * @generated from enum botwerk.v1.ObstacleKind
 */
export declare enum ObstacleKind {
    /**
     * @generated from enum value: OBSTACLE_KIND_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * A bot is needed and is offline.
     *
     * @generated from enum value: OBSTACLE_KIND_BOT_OFFLINE = 1;
     */
    BOT_OFFLINE = 1,
    /**
     * A bot is needed and plays as many other matches as it can.
     *
     * @generated from enum value: OBSTACLE_KIND_BOT_BUSY = 2;
     */
    BOT_BUSY = 2,
    /**
     * A match could not be started or played; it is tried again.
     *
     * @generated from enum value: OBSTACLE_KIND_MATCH_FAILED = 3;
     */
    MATCH_FAILED = 3,
    /**
     * The state of the tournament cannot be stored; it is tried again.
     *
     * @generated from enum value: OBSTACLE_KIND_STORE_UNAVAILABLE = 4;
     */
    STORE_UNAVAILABLE = 4,
    /**
     * A bot is needed and was registered for other games only.
     *
     * @generated from enum value: OBSTACLE_KIND_GAME_NOT_PLAYED = 5;
     */
    GAME_NOT_PLAYED = 5
}
/**
 * Describes the enum botwerk.v1.ObstacleKind.
 */
export declare const ObstacleKindSchema: GenEnum<ObstacleKind>;
/**
 * The decision of a sequential probability ratio test.
 *
 * @generated from enum botwerk.v1.SprtVerdict
 */
export declare enum SprtVerdict {
    /**
     * Undecided.
     *
     * @generated from enum value: SPRT_VERDICT_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: SPRT_VERDICT_H0 = 1;
     */
    H0 = 1,
    /**
     * @generated from enum value: SPRT_VERDICT_H1 = 2;
     */
    H1 = 2
}
/**
 * Describes the enum botwerk.v1.SprtVerdict.
 */
export declare const SprtVerdictSchema: GenEnum<SprtVerdict>;
/**
 * Schedules and plays tournaments. Calls that create or change a tournament require the server's
 * admin token if one is configured.
 *
 * @generated from service botwerk.v1.TournamentService
 */
export declare const TournamentService: GenService<{
    /**
     * Creates and starts a tournament. A repeated call with the same request_id returns the tournament
     * that the first one created.
     *
     * @generated from rpc botwerk.v1.TournamentService.CreateTournament
     */
    createTournament: {
        methodKind: "unary";
        input: typeof CreateTournamentRequestSchema;
        output: typeof CreateTournamentResponseSchema;
    };
    /**
     * Returns one tournament.
     *
     * @generated from rpc botwerk.v1.TournamentService.GetTournament
     */
    getTournament: {
        methodKind: "unary";
        input: typeof GetTournamentRequestSchema;
        output: typeof GetTournamentResponseSchema;
    };
    /**
     * Lists tournaments, newest first.
     *
     * @generated from rpc botwerk.v1.TournamentService.ListTournaments
     */
    listTournaments: {
        methodKind: "unary";
        input: typeof ListTournamentsRequestSchema;
        output: typeof ListTournamentsResponseSchema;
    };
    /**
     * Starts no further matches; running matches are played to their end.
     *
     * @generated from rpc botwerk.v1.TournamentService.PauseTournament
     */
    pauseTournament: {
        methodKind: "unary";
        input: typeof PauseTournamentRequestSchema;
        output: typeof PauseTournamentResponseSchema;
    };
    /**
     * Continues a paused tournament.
     *
     * @generated from rpc botwerk.v1.TournamentService.ResumeTournament
     */
    resumeTournament: {
        methodKind: "unary";
        input: typeof ResumeTournamentRequestSchema;
        output: typeof ResumeTournamentResponseSchema;
    };
    /**
     * Ends a tournament without playing the remaining matches.
     *
     * @generated from rpc botwerk.v1.TournamentService.CancelTournament
     */
    cancelTournament: {
        methodKind: "unary";
        input: typeof CancelTournamentRequestSchema;
        output: typeof CancelTournamentResponseSchema;
    };
    /**
     * Withdraws an entrant. Its remaining matches are forfeited; if it has played less than half of its
     * matches, all of them are annulled.
     *
     * @generated from rpc botwerk.v1.TournamentService.WithdrawEntrant
     */
    withdrawEntrant: {
        methodKind: "unary";
        input: typeof WithdrawEntrantRequestSchema;
        output: typeof WithdrawEntrantResponseSchema;
    };
    /**
     * Readmits a withdrawn entrant. Its forfeited matches of the round in progress and its further matches
     * are played as soon as its bot is online, and all its results count again.
     *
     * @generated from rpc botwerk.v1.TournamentService.ReadmitEntrant
     */
    readmitEntrant: {
        methodKind: "unary";
        input: typeof ReadmitEntrantRequestSchema;
        output: typeof ReadmitEntrantResponseSchema;
    };
    /**
     * Continues a tournament in progress with more matches: a round robin or gauntlet with more cycles or
     * entrants, a Swiss tournament with more rounds, an SPRT with more pairs. The matches so far and their
     * indexes do not change.
     *
     * @generated from rpc botwerk.v1.TournamentService.ExtendTournament
     */
    extendTournament: {
        methodKind: "unary";
        input: typeof ExtendTournamentRequestSchema;
        output: typeof ExtendTournamentResponseSchema;
    };
    /**
     * Returns the bot tokens of the entrants that are launched bots.
     *
     * @generated from rpc botwerk.v1.TournamentService.GetBotTokens
     */
    getBotTokens: {
        methodKind: "unary";
        input: typeof GetBotTokensRequestSchema;
        output: typeof GetBotTokensResponseSchema;
    };
    /**
     * Streams the tournament's state, now and after changes, until it ends.
     *
     * @generated from rpc botwerk.v1.TournamentService.WatchTournament
     */
    watchTournament: {
        methodKind: "server_streaming";
        input: typeof WatchTournamentRequestSchema;
        output: typeof WatchTournamentResponseSchema;
    };
    /**
     * Returns the standings with all statistics.
     *
     * @generated from rpc botwerk.v1.TournamentService.GetStandings
     */
    getStandings: {
        methodKind: "unary";
        input: typeof GetStandingsRequestSchema;
        output: typeof GetStandingsResponseSchema;
    };
    /**
     * Lists the pairings in the order of their indexes.
     *
     * @generated from rpc botwerk.v1.TournamentService.ListPairings
     */
    listPairings: {
        methodKind: "unary";
        input: typeof ListPairingsRequestSchema;
        output: typeof ListPairingsResponseSchema;
    };
}>;
