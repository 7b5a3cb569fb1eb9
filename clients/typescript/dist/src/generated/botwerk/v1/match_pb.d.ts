import type { GenEnum, GenFile, GenMessage, GenService } from "@bufbuild/protobuf/codegenv2";
import type { AgentSpec } from "./agent_pb.js";
import type { Action, ActionInfo, Actor, Error, GameSetup, Outcome, Position } from "./game_pb.js";
import type { MatchRules } from "./match_rules_pb.js";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/match.proto.
 */
export declare const file_botwerk_v1_match: GenFile;
/**
 * How a match limits time, in addition to the limits of the rules.
 *
 * @generated from message botwerk.v1.TimeControl
 */
export type TimeControl = Message<"botwerk.v1.TimeControl"> & {
    /**
     * @generated from oneof botwerk.v1.TimeControl.kind
     */
    kind: {
        /**
         * Time limit per submission that other seats wait for, in milliseconds. A seat that exceeds it
         * is FLAGGED.
         *
         * @generated from field: uint64 turn_millis = 1;
         */
        value: bigint;
        case: "turnMillis";
    } | {
        /**
         * Time limit of a race, in milliseconds, where it is shorter than the game's own. When it
         * expires the round ends without an announcement.
         *
         * @generated from field: uint64 round_millis = 2;
         */
        value: bigint;
        case: "roundMillis";
    } | {
        /**
         * Time for the whole match. A seat that has used it up is FLAGGED. Races are not counted.
         *
         * @generated from field: botwerk.v1.Bank bank = 3;
         */
        value: Bank;
        case: "bank";
    } | {
        /**
         * Node budget per submission. Built-in agents keep to it; a submission that declares more is
         * rejected.
         *
         * @generated from field: uint64 budget_nodes = 4;
         */
        value: bigint;
        case: "budgetNodes";
    } | {
        case: undefined;
        value?: undefined;
    };
    /**
     * Maximum lag compensation per submission, in milliseconds. The compensation is the shortest
     * round trip of the seat's connection as TCP measures it, limited by an allowance: a tenth of
     * the base and of each increment (or of the limit per turn), at most 1 s per match plus 20 ms
     * per turn. Races are not compensated. Unset: the server's default. 0 disables it.
     *
     * @generated from field: optional uint32 lag_cap_millis = 5;
     */
    lagCapMillis?: number | undefined;
};
/**
 * Describes the message botwerk.v1.TimeControl.
 * Use `create(TimeControlSchema)` to create a new message.
 */
export declare const TimeControlSchema: GenMessage<TimeControl>;
/**
 * A seat's time for the whole match.
 *
 * @generated from message botwerk.v1.Bank
 */
export type Bank = Message<"botwerk.v1.Bank"> & {
    /**
     * Time at the start, in milliseconds.
     *
     * @generated from field: uint64 base_millis = 1;
     */
    baseMillis: bigint;
    /**
     * Time added after every completed turn, in milliseconds.
     *
     * @generated from field: uint64 increment_millis = 2;
     */
    incrementMillis: bigint;
};
/**
 * Describes the message botwerk.v1.Bank.
 * Use `create(BankSchema)` to create a new message.
 */
export declare const BankSchema: GenMessage<Bank>;
/**
 * The player of one seat.
 *
 * @generated from message botwerk.v1.SeatSetup
 */
export type SeatSetup = Message<"botwerk.v1.SeatSetup"> & {
    /**
     * Display name. Defaults to the agent's name, or "seat N".
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * The built-in agent that plays the seat. Unset: the seat is open to the client that joins with
     * its seat token.
     *
     * @generated from field: botwerk.v1.AgentSpec agent = 2;
     */
    agent?: AgentSpec | undefined;
};
/**
 * Describes the message botwerk.v1.SeatSetup.
 * Use `create(SeatSetupSchema)` to create a new message.
 */
export declare const SeatSetupSchema: GenMessage<SeatSetup>;
/**
 * @generated from message botwerk.v1.CreateMatchRequest
 */
export type CreateMatchRequest = Message<"botwerk.v1.CreateMatchRequest"> & {
    /**
     * Idempotency key chosen by the client, at most 128 bytes. Empty: every call creates a match.
     *
     * @generated from field: string request_id = 1;
     */
    requestId: string;
    /**
     * The game and its options. The number of seats is the length of `seats`.
     *
     * @generated from field: botwerk.v1.GameSetup setup = 2;
     */
    setup?: GameSetup | undefined;
    /**
     * One entry per seat, in seat order.
     *
     * @generated from field: repeated botwerk.v1.SeatSetup seats = 3;
     */
    seats: SeatSetup[];
    /**
     * Root seed: 64 hex digits are the 32 bytes themselves, any other text is hashed. Empty: random,
     * and secret until the match ends.
     *
     * @generated from field: string seed = 4;
     */
    seed: string;
    /**
     * @generated from field: botwerk.v1.TimeControl time_control = 5;
     */
    timeControl?: TimeControl | undefined;
    /**
     * Measures races by declared effort instead of by the clock (MR-25).
     *
     * @generated from field: bool virtual_time = 6;
     */
    virtualTime: boolean;
    /**
     * Allows seats to request hints.
     *
     * @generated from field: bool allow_hints = 7;
     */
    allowHints: boolean;
};
/**
 * Describes the message botwerk.v1.CreateMatchRequest.
 * Use `create(CreateMatchRequestSchema)` to create a new message.
 */
export declare const CreateMatchRequestSchema: GenMessage<CreateMatchRequest>;
/**
 * @generated from message botwerk.v1.CreateMatchResponse
 */
export type CreateMatchResponse = Message<"botwerk.v1.CreateMatchResponse"> & {
    /**
     * @generated from field: botwerk.v1.Match match = 1;
     */
    match?: Match | undefined;
    /**
     * One token per open seat. A repeated request gets them again, but from the same caller only: the
     * operator, or on a server without an admin token the same address.
     *
     * @generated from field: repeated botwerk.v1.SeatToken seat_tokens = 2;
     */
    seatTokens: SeatToken[];
    /**
     * Grants the right to abort the match. Returned only here.
     *
     * @generated from field: string owner_token = 3;
     */
    ownerToken: string;
};
/**
 * Describes the message botwerk.v1.CreateMatchResponse.
 * Use `create(CreateMatchResponseSchema)` to create a new message.
 */
export declare const CreateMatchResponseSchema: GenMessage<CreateMatchResponse>;
/**
 * The right to play one seat.
 *
 * @generated from message botwerk.v1.SeatToken
 */
export type SeatToken = Message<"botwerk.v1.SeatToken"> & {
    /**
     * @generated from field: uint32 seat = 1;
     */
    seat: number;
    /**
     * @generated from field: string token = 2;
     */
    token: string;
};
/**
 * Describes the message botwerk.v1.SeatToken.
 * Use `create(SeatTokenSchema)` to create a new message.
 */
export declare const SeatTokenSchema: GenMessage<SeatToken>;
/**
 * The public description of a match.
 *
 * @generated from message botwerk.v1.Match
 */
export type Match = Message<"botwerk.v1.Match"> & {
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 2;
     */
    setup?: GameSetup | undefined;
    /**
     * @generated from field: botwerk.v1.MatchState state = 3;
     */
    state: MatchState;
    /**
     * One entry per seat, in seat order.
     *
     * @generated from field: repeated botwerk.v1.MatchSeat seats = 4;
     */
    seats: MatchSeat[];
    /**
     * @generated from field: botwerk.v1.TimeControl time_control = 5;
     */
    timeControl?: TimeControl | undefined;
    /**
     * @generated from field: bool virtual_time = 6;
     */
    virtualTime: boolean;
    /**
     * Number of events so far.
     *
     * @generated from field: uint64 event_count = 7;
     */
    eventCount: bigint;
    /**
     * Commitment to the root seed: SHA-256 of the salt's 16 bytes and the seed's 32 bytes, as 64 hex digits.
     * The record contains salt and seed.
     *
     * @generated from field: string seed_commitment = 8;
     */
    seedCommitment: string;
    /**
     * Creation time, in microseconds since 1970-01-01 UTC.
     *
     * @generated from field: int64 create_time_micros = 9;
     */
    createTimeMicros: bigint;
    /**
     * Set once the match is over.
     *
     * @generated from field: botwerk.v1.Outcome outcome = 10;
     */
    outcome?: Outcome | undefined;
    /**
     * Whether seats can request hints.
     *
     * @generated from field: bool allow_hints = 11;
     */
    allowHints: boolean;
    /**
     * The match's tournament, "tournaments/{id}". Empty if it has none.
     *
     * @generated from field: string tournament = 12;
     */
    tournament: string;
    /**
     * The head of the record, once the match has ended.
     *
     * @generated from field: botwerk.v1.SignedHead record_head = 13;
     */
    recordHead?: SignedHead | undefined;
};
/**
 * Describes the message botwerk.v1.Match.
 * Use `create(MatchSchema)` to create a new message.
 */
export declare const MatchSchema: GenMessage<Match>;
/**
 * The running hash of a record's last line, which stands for the whole record, signed by the server.
 *
 * @generated from message botwerk.v1.SignedHead
 */
export type SignedHead = Message<"botwerk.v1.SignedHead"> & {
    /**
     * As 64 hex digits.
     *
     * @generated from field: string sha256 = 1;
     */
    sha256: string;
    /**
     * Ed25519 signature of the text "botwerk record " followed by `sha256`, as 128 hex digits.
     *
     * @generated from field: string signature = 2;
     */
    signature: string;
    /**
     * Public key of the server, as 64 hex digits. It stays the same as long as the server's database.
     *
     * @generated from field: string key = 3;
     */
    key: string;
};
/**
 * Describes the message botwerk.v1.SignedHead.
 * Use `create(SignedHeadSchema)` to create a new message.
 */
export declare const SignedHeadSchema: GenMessage<SignedHead>;
/**
 * The public description of a seat.
 *
 * @generated from message botwerk.v1.MatchSeat
 */
export type MatchSeat = Message<"botwerk.v1.MatchSeat"> & {
    /**
     * Display name.
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * The built-in agent that plays the seat, if any.
     *
     * @generated from field: botwerk.v1.AgentSpec agent = 2;
     */
    agent?: AgentSpec | undefined;
    /**
     * Whether a client is connected to the seat.
     *
     * @generated from field: bool connected = 3;
     */
    connected: boolean;
    /**
     * Why the seat left, if it did.
     *
     * @generated from field: botwerk.v1.Termination termination = 4;
     */
    termination: Termination;
};
/**
 * Describes the message botwerk.v1.MatchSeat.
 * Use `create(MatchSeatSchema)` to create a new message.
 */
export declare const MatchSeatSchema: GenMessage<MatchSeat>;
/**
 * @generated from message botwerk.v1.GetMatchRequest
 */
export type GetMatchRequest = Message<"botwerk.v1.GetMatchRequest"> & {
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
};
/**
 * Describes the message botwerk.v1.GetMatchRequest.
 * Use `create(GetMatchRequestSchema)` to create a new message.
 */
export declare const GetMatchRequestSchema: GenMessage<GetMatchRequest>;
/**
 * @generated from message botwerk.v1.GetMatchResponse
 */
export type GetMatchResponse = Message<"botwerk.v1.GetMatchResponse"> & {
    /**
     * @generated from field: botwerk.v1.Match match = 1;
     */
    match?: Match | undefined;
};
/**
 * Describes the message botwerk.v1.GetMatchResponse.
 * Use `create(GetMatchResponseSchema)` to create a new message.
 */
export declare const GetMatchResponseSchema: GenMessage<GetMatchResponse>;
/**
 * @generated from message botwerk.v1.ListMatchesRequest
 */
export type ListMatchesRequest = Message<"botwerk.v1.ListMatchesRequest"> & {
    /**
     * Maximum number of matches to return. Defaults to 50; capped at 500.
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
     * Returns only matches in this state. Unspecified: all states.
     *
     * @generated from field: botwerk.v1.MatchState state = 3;
     */
    state: MatchState;
};
/**
 * Describes the message botwerk.v1.ListMatchesRequest.
 * Use `create(ListMatchesRequestSchema)` to create a new message.
 */
export declare const ListMatchesRequestSchema: GenMessage<ListMatchesRequest>;
/**
 * @generated from message botwerk.v1.ListMatchesResponse
 */
export type ListMatchesResponse = Message<"botwerk.v1.ListMatchesResponse"> & {
    /**
     * @generated from field: repeated botwerk.v1.Match matches = 1;
     */
    matches: Match[];
    /**
     * Token of the next page. Empty on the last page.
     *
     * @generated from field: string next_page_token = 2;
     */
    nextPageToken: string;
};
/**
 * Describes the message botwerk.v1.ListMatchesResponse.
 * Use `create(ListMatchesResponseSchema)` to create a new message.
 */
export declare const ListMatchesResponseSchema: GenMessage<ListMatchesResponse>;
/**
 * @generated from message botwerk.v1.PlayRequest
 */
export type PlayRequest = Message<"botwerk.v1.PlayRequest"> & {
    /**
     * @generated from oneof botwerk.v1.PlayRequest.kind
     */
    kind: {
        /**
         * @generated from field: botwerk.v1.Join join = 1;
         */
        value: Join;
        case: "join";
    } | {
        /**
         * @generated from field: botwerk.v1.Submission submission = 2;
         */
        value: Submission;
        case: "submission";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.PlayRequest.
 * Use `create(PlayRequestSchema)` to create a new message.
 */
export declare const PlayRequestSchema: GenMessage<PlayRequest>;
/**
 * Takes a seat on this stream. A seat is played by one stream: the latest that joined.
 *
 * @generated from message botwerk.v1.Join
 */
export type Join = Message<"botwerk.v1.Join"> & {
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string match = 1;
     */
    match: string;
    /**
     * @generated from field: string seat_token = 2;
     */
    seatToken: string;
    /**
     * The last seq that the client has received; later frames are sent again. 0: all frames.
     *
     * @generated from field: uint64 resume_after_seq = 3;
     */
    resumeAfterSeq: bigint;
    /**
     * @generated from field: botwerk.v1.ViewOptions view_options = 4;
     */
    viewOptions?: ViewOptions | undefined;
    /**
     * SHA-256 of the ruleset that the client expects, as 64 hex digits. The join is rejected with
     * RULESET_MISMATCH if the match uses another one. Empty: any.
     *
     * @generated from field: string ruleset_sha256 = 5;
     */
    rulesetSha256: string;
};
/**
 * Describes the message botwerk.v1.Join.
 * Use `create(JoinSchema)` to create a new message.
 */
export declare const JoinSchema: GenMessage<Join>;
/**
 * Optional parts of the frames that a client receives.
 *
 * @generated from message botwerk.v1.ViewOptions
 */
export type ViewOptions = Message<"botwerk.v1.ViewOptions"> & {
    /**
     * Lists the legal actions in every ActionRequest.
     *
     * @generated from field: bool include_legal_actions = 1;
     */
    includeLegalActions: boolean;
    /**
     * Adds the view in the game's notation to every view.
     *
     * @generated from field: bool include_text = 2;
     */
    includeText: boolean;
    /**
     * Adds the observation to every view: its encoding as bytes of fixed length, for learning.
     *
     * @generated from field: bool include_observation = 3;
     */
    includeObservation: boolean;
};
/**
 * Describes the message botwerk.v1.ViewOptions.
 * Use `create(ViewOptionsSchema)` to create a new message.
 */
export declare const ViewOptionsSchema: GenMessage<ViewOptions>;
/**
 * The answer to an ActionRequest: a list of actions, applied all or none.
 *
 * @generated from message botwerk.v1.Submission
 */
export type Submission = Message<"botwerk.v1.Submission"> & {
    /**
     * The seat's handle on this stream, from Joined.
     *
     * @generated from field: uint32 handle = 1;
     */
    handle: number;
    /**
     * The turn of the answered ActionRequest.
     *
     * @generated from field: uint32 turn = 2;
     */
    turn: number;
    /**
     * Zero-based index of this submission within its turn. Resending identical content returns the
     * stored answer; other content is rejected with ALREADY_SUBMITTED.
     *
     * @generated from field: uint32 part = 3;
     */
    part: number;
    /**
     * The actions in order, at most 1024. Mutually exclusive with `text`.
     *
     * @generated from field: repeated botwerk.v1.Action actions = 4;
     */
    actions: Action[];
    /**
     * Number of search nodes spent on the decision (MR-25), at most 2^53 - 1.
     *
     * @generated from field: uint64 effort = 5;
     */
    effort: bigint;
    /**
     * A turn in the game's notation, such as "say 5" or "show 1P-6P-6W", at most 8192 bytes. Mutually
     * exclusive with `actions`.
     *
     * @generated from field: string text = 6;
     */
    text: string;
    /**
     * What the search expects, in the unit of the game (GetGameResponse.score_unit), larger being better for this
     * seat. Unset if the player has no expectation. It is recorded, shown to no other player during the match, and
     * counts only in a match that is adjudicated (TournamentSetup.adjudication). A turn has the score of its last
     * submission; races have none.
     *
     * @generated from field: optional sint32 score = 7;
     */
    score?: number | undefined;
};
/**
 * Describes the message botwerk.v1.Submission.
 * Use `create(SubmissionSchema)` to create a new message.
 */
export declare const SubmissionSchema: GenMessage<Submission>;
/**
 * @generated from message botwerk.v1.PlayResponse
 */
export type PlayResponse = Message<"botwerk.v1.PlayResponse"> & {
    /**
     * @generated from oneof botwerk.v1.PlayResponse.kind
     */
    kind: {
        /**
         * @generated from field: botwerk.v1.Joined joined = 1;
         */
        value: Joined;
        case: "joined";
    } | {
        /**
         * @generated from field: botwerk.v1.ActionRequest action_request = 2;
         */
        value: ActionRequest;
        case: "actionRequest";
    } | {
        /**
         * @generated from field: botwerk.v1.Accepted accepted = 3;
         */
        value: Accepted;
        case: "accepted";
    } | {
        /**
         * @generated from field: botwerk.v1.Rejected rejected = 4;
         */
        value: Rejected;
        case: "rejected";
    } | {
        /**
         * @generated from field: botwerk.v1.Update update = 5;
         */
        value: Update;
        case: "update";
    } | {
        /**
         * @generated from field: botwerk.v1.MatchOver match_over = 6;
         */
        value: MatchOver;
        case: "matchOver";
    } | {
        /**
         * @generated from field: botwerk.v1.MatchStateChanged match_state_changed = 8;
         */
        value: MatchStateChanged;
        case: "matchStateChanged";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.PlayResponse.
 * Use `create(PlayResponseSchema)` to create a new message.
 */
export declare const PlayResponseSchema: GenMessage<PlayResponse>;
/**
 * Confirms a join.
 *
 * @generated from message botwerk.v1.Joined
 */
export type Joined = Message<"botwerk.v1.Joined"> & {
    /**
     * Identifies the seat or match on this stream.
     *
     * @generated from field: uint32 handle = 1;
     */
    handle: number;
    /**
     * The seq of the last frame that `view` includes.
     *
     * @generated from field: uint64 seq = 2;
     */
    seq: bigint;
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string match = 3;
     */
    match: string;
    /**
     * The joined seat.
     *
     * @generated from field: uint32 seat = 4;
     */
    seat: number;
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 5;
     */
    setup?: GameSetup | undefined;
    /**
     * @generated from field: string ruleset_sha256 = 6;
     */
    rulesetSha256: string;
    /**
     * @generated from field: botwerk.v1.TimeControl time_control = 7;
     */
    timeControl?: TimeControl | undefined;
    /**
     * @generated from field: bool virtual_time = 8;
     */
    virtualTime: boolean;
    /**
     * The viewer's current view.
     *
     * @generated from field: botwerk.v1.View view = 9;
     */
    view?: View | undefined;
    /**
     * The current state. No ActionRequest is sent while the match is suspended.
     *
     * @generated from field: botwerk.v1.MatchState state = 10;
     */
    state: MatchState;
    /**
     * Whether the seat can request hints.
     *
     * @generated from field: bool allow_hints = 11;
     */
    allowHints: boolean;
    /**
     * What never changes during the match, in games with such data.
     *
     * @generated from field: botwerk.v1.MatchRules rules = 12;
     */
    rules?: MatchRules | undefined;
};
/**
 * Describes the message botwerk.v1.Joined.
 * Use `create(JoinedSchema)` to create a new message.
 */
export declare const JoinedSchema: GenMessage<Joined>;
/**
 * What one viewer may know of a position.
 *
 * @generated from message botwerk.v1.View
 */
export type View = Message<"botwerk.v1.View"> & {
    /**
     * @generated from field: botwerk.v1.Position position = 1;
     */
    position?: Position | undefined;
    /**
     * The view in the game's notation, if requested with `include_text`.
     *
     * @generated from field: string text = 2;
     */
    text: string;
    /**
     * Frozen hash of the view.
     *
     * @generated from field: fixed64 view_hash = 3 [jstype = JS_STRING];
     */
    viewHash: string;
    /**
     * The view as bytes of fixed length, if requested with `include_observation`. GetGame returns the
     * layout.
     *
     * @generated from field: bytes observation = 4;
     */
    observation: Uint8Array;
};
/**
 * Describes the message botwerk.v1.View.
 * Use `create(ViewSchema)` to create a new message.
 */
export declare const ViewSchema: GenMessage<View>;
/**
 * Asks a seat to act. If a submission leaves the turn open, the request is sent again with the next
 * part.
 *
 * @generated from message botwerk.v1.ActionRequest
 */
export type ActionRequest = Message<"botwerk.v1.ActionRequest"> & {
    /**
     * @generated from field: uint32 handle = 1;
     */
    handle: number;
    /**
     * Sequence number of this frame among the viewer's sequenced frames, from 1.
     *
     * @generated from field: uint64 seq = 2;
     */
    seq: bigint;
    /**
     * Number of this turn among the seat's turns, from 1.
     *
     * @generated from field: uint32 turn = 3;
     */
    turn: number;
    /**
     * The kind of decision, in the game's terms: "race", "show".
     *
     * @generated from field: string stage = 4;
     */
    stage: string;
    /**
     * The part that the next submission of this turn must carry.
     *
     * @generated from field: uint32 part = 5;
     */
    part: number;
    /**
     * @generated from field: botwerk.v1.View view = 6;
     */
    view?: View | undefined;
    /**
     * The legal actions in the order of their numbers, if requested with `include_legal_actions`.
     *
     * @generated from field: repeated botwerk.v1.ActionInfo legal_actions = 7;
     */
    legalActions: ActionInfo[];
    /**
     * @generated from field: botwerk.v1.Clocks clocks = 8;
     */
    clocks?: Clocks | undefined;
};
/**
 * Describes the message botwerk.v1.ActionRequest.
 * Use `create(ActionRequestSchema)` to create a new message.
 */
export declare const ActionRequestSchema: GenMessage<ActionRequest>;
/**
 * The remaining times.
 *
 * @generated from message botwerk.v1.Clocks
 */
export type Clocks = Message<"botwerk.v1.Clocks"> & {
    /**
     * Nanoseconds until the open request expires. Unset without a limit.
     *
     * @generated from field: optional uint64 remaining_nanos = 1;
     */
    remainingNanos?: bigint | undefined;
    /**
     * Nanoseconds in the bank of each seat. Empty without banks.
     *
     * @generated from field: repeated uint64 bank_nanos = 2;
     */
    bankNanos: bigint[];
    /**
     * Whether clocks are paused because the match is suspended.
     *
     * @generated from field: bool paused = 3;
     */
    paused: boolean;
};
/**
 * Describes the message botwerk.v1.Clocks.
 * Use `create(ClocksSchema)` to create a new message.
 */
export declare const ClocksSchema: GenMessage<Clocks>;
/**
 * Reports that the match was suspended or resumed. Not a sequenced frame: it has no seq and is not
 * sent again.
 *
 * @generated from message botwerk.v1.MatchStateChanged
 */
export type MatchStateChanged = Message<"botwerk.v1.MatchStateChanged"> & {
    /**
     * @generated from field: uint32 handle = 1;
     */
    handle: number;
    /**
     * @generated from field: botwerk.v1.MatchState state = 2;
     */
    state: MatchState;
    /**
     * Human-readable cause.
     *
     * @generated from field: string message = 3;
     */
    message: string;
    /**
     * @generated from field: botwerk.v1.Clocks clocks = 4;
     */
    clocks?: Clocks | undefined;
};
/**
 * Describes the message botwerk.v1.MatchStateChanged.
 * Use `create(MatchStateChangedSchema)` to create a new message.
 */
export declare const MatchStateChangedSchema: GenMessage<MatchStateChanged>;
/**
 * Accepts a submission. Sent before the Update that shows its effect.
 *
 * @generated from message botwerk.v1.Accepted
 */
export type Accepted = Message<"botwerk.v1.Accepted"> & {
    /**
     * @generated from field: uint32 handle = 1;
     */
    handle: number;
    /**
     * The seq of the last sequenced frame sent before this one.
     *
     * @generated from field: uint64 seq = 2;
     */
    seq: bigint;
    /**
     * @generated from field: uint32 turn = 3;
     */
    turn: number;
    /**
     * @generated from field: uint32 part = 4;
     */
    part: number;
    /**
     * Nanoseconds from the request for this part to the arrival of the submission; in a race, from
     * the start of the race. On virtual time, computed from its effort; unset if it is too late to count.
     *
     * @generated from field: optional uint64 elapsed_nanos = 5;
     */
    elapsedNanos?: bigint | undefined;
    /**
     * Nanoseconds charged to the seat's clock: elapsed time less lag compensation. 0 if the elapsed time is
     * unset and no clock runs.
     *
     * @generated from field: uint64 charged_nanos = 6;
     */
    chargedNanos: bigint;
    /**
     * Hash of the seat's view after the submission.
     *
     * @generated from field: fixed64 view_hash = 7 [jstype = JS_STRING];
     */
    viewHash: string;
};
/**
 * Describes the message botwerk.v1.Accepted.
 * Use `create(AcceptedSchema)` to create a new message.
 */
export declare const AcceptedSchema: GenMessage<Accepted>;
/**
 * Rejects a Join or a Submission. The match is unchanged.
 *
 * @generated from message botwerk.v1.Rejected
 */
export type Rejected = Message<"botwerk.v1.Rejected"> & {
    /**
     * The handle of the seat. 0 if no seat was joined.
     *
     * @generated from field: uint32 handle = 1;
     */
    handle: number;
    /**
     * @generated from field: uint32 turn = 2;
     */
    turn: number;
    /**
     * @generated from field: uint32 part = 3;
     */
    part: number;
    /**
     * @generated from field: botwerk.v1.Error error = 4;
     */
    error?: Error | undefined;
};
/**
 * Describes the message botwerk.v1.Rejected.
 * Use `create(RejectedSchema)` to create a new message.
 */
export declare const RejectedSchema: GenMessage<Rejected>;
/**
 * Reports visible events.
 *
 * @generated from message botwerk.v1.Update
 */
export type Update = Message<"botwerk.v1.Update"> & {
    /**
     * @generated from field: uint32 handle = 1;
     */
    handle: number;
    /**
     * @generated from field: uint64 seq = 2;
     */
    seq: bigint;
    /**
     * The events that the viewer may see, in order.
     *
     * @generated from field: repeated botwerk.v1.VisibleEvent events = 3;
     */
    events: VisibleEvent[];
    /**
     * @generated from field: botwerk.v1.Clocks clocks = 4;
     */
    clocks?: Clocks | undefined;
    /**
     * Hash of the viewer's view after the events.
     *
     * @generated from field: fixed64 view_hash = 5 [jstype = JS_STRING];
     */
    viewHash: string;
    /**
     * The race that the events have decided. Nothing of it is sent before.
     *
     * @generated from field: botwerk.v1.RaceResult race = 6;
     */
    race?: RaceResult | undefined;
};
/**
 * Describes the message botwerk.v1.Update.
 * Use `create(UpdateSchema)` to create a new message.
 */
export declare const UpdateSchema: GenMessage<Update>;
/**
 * All announcements of a decided race, the winning one included.
 *
 * @generated from message botwerk.v1.RaceResult
 */
export type RaceResult = Message<"botwerk.v1.RaceResult"> & {
    /**
     * The seat whose announcement won (MR-24).
     *
     * @generated from field: uint32 winner = 1;
     */
    winner: number;
    /**
     * The announcements in the order of their times. Announcements that were still under way when the race
     * was decided are not among them.
     *
     * @generated from field: repeated botwerk.v1.Announcement announcements = 2;
     */
    announcements: Announcement[];
};
/**
 * Describes the message botwerk.v1.RaceResult.
 * Use `create(RaceResultSchema)` to create a new message.
 */
export declare const RaceResultSchema: GenMessage<RaceResult>;
/**
 * An announcement in a race.
 *
 * @generated from message botwerk.v1.Announcement
 */
export type Announcement = Message<"botwerk.v1.Announcement"> & {
    /**
     * @generated from field: uint32 seat = 1;
     */
    seat: number;
    /**
     * @generated from field: botwerk.v1.Action action = 2;
     */
    action?: Action | undefined;
    /**
     * The action in the game's notation.
     *
     * @generated from field: string text = 3;
     */
    text: string;
    /**
     * Nanoseconds from the start of the race for this seat to its announcement. On virtual time, computed
     * from its effort.
     *
     * @generated from field: uint64 elapsed_nanos = 4;
     */
    elapsedNanos: bigint;
    /**
     * Number of search nodes that the seat has declared (MR-25).
     *
     * @generated from field: uint64 effort = 5;
     */
    effort: bigint;
};
/**
 * Describes the message botwerk.v1.Announcement.
 * Use `create(AnnouncementSchema)` to create a new message.
 */
export declare const AnnouncementSchema: GenMessage<Announcement>;
/**
 * One applied action and its actor, as far as the viewer may see it.
 *
 * @generated from message botwerk.v1.VisibleEvent
 */
export type VisibleEvent = Message<"botwerk.v1.VisibleEvent"> & {
    /**
     * @generated from field: botwerk.v1.Actor actor = 1;
     */
    actor?: Actor | undefined;
    /**
     * @generated from field: botwerk.v1.Action action = 2;
     */
    action?: Action | undefined;
    /**
     * The action in the game's notation.
     *
     * @generated from field: string text = 3;
     */
    text: string;
};
/**
 * Describes the message botwerk.v1.VisibleEvent.
 * Use `create(VisibleEventSchema)` to create a new message.
 */
export declare const VisibleEventSchema: GenMessage<VisibleEvent>;
/**
 * Reports the end of the match. Sent to every connected viewer.
 *
 * @generated from message botwerk.v1.MatchOver
 */
export type MatchOver = Message<"botwerk.v1.MatchOver"> & {
    /**
     * @generated from field: uint32 handle = 1;
     */
    handle: number;
    /**
     * @generated from field: uint64 seq = 2;
     */
    seq: bigint;
    /**
     * Unset if the match was aborted.
     *
     * @generated from field: botwerk.v1.Outcome outcome = 3;
     */
    outcome?: Outcome | undefined;
    /**
     * @generated from field: botwerk.v1.MatchState state = 4;
     */
    state: MatchState;
    /**
     * Why each seat left, in seat order; unspecified for a seat that played to the end.
     *
     * @generated from field: repeated botwerk.v1.Termination terminations = 5;
     */
    terminations: Termination[];
    /**
     * The `match` argument of GetRecord.
     *
     * @generated from field: string record = 6;
     */
    record: string;
    /**
     * Hash of the viewer's final view.
     *
     * @generated from field: fixed64 view_hash = 7 [jstype = JS_STRING];
     */
    viewHash: string;
    /**
     * The head of the record.
     *
     * @generated from field: botwerk.v1.SignedHead record_head = 8;
     */
    recordHead?: SignedHead | undefined;
};
/**
 * Describes the message botwerk.v1.MatchOver.
 * Use `create(MatchOverSchema)` to create a new message.
 */
export declare const MatchOverSchema: GenMessage<MatchOver>;
/**
 * @generated from message botwerk.v1.WatchMatchRequest
 */
export type WatchMatchRequest = Message<"botwerk.v1.WatchMatchRequest"> & {
    /**
     * The matches to watch, at most 64.
     *
     * @generated from field: repeated botwerk.v1.WatchTarget matches = 1;
     */
    matches: WatchTarget[];
    /**
     * Watches the single match named above as the seat of this token. Empty: as a spectator.
     *
     * @generated from field: string seat_token = 2;
     */
    seatToken: string;
    /**
     * @generated from field: botwerk.v1.ViewOptions view_options = 3;
     */
    viewOptions?: ViewOptions | undefined;
};
/**
 * Describes the message botwerk.v1.WatchMatchRequest.
 * Use `create(WatchMatchRequestSchema)` to create a new message.
 */
export declare const WatchMatchRequestSchema: GenMessage<WatchMatchRequest>;
/**
 * A match to watch.
 *
 * @generated from message botwerk.v1.WatchTarget
 */
export type WatchTarget = Message<"botwerk.v1.WatchTarget"> & {
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string match = 1;
     */
    match: string;
    /**
     * The last seq that the client has received; later frames are sent again. 0: all frames.
     *
     * @generated from field: uint64 resume_after_seq = 2;
     */
    resumeAfterSeq: bigint;
};
/**
 * Describes the message botwerk.v1.WatchTarget.
 * Use `create(WatchTargetSchema)` to create a new message.
 */
export declare const WatchTargetSchema: GenMessage<WatchTarget>;
/**
 * @generated from message botwerk.v1.WatchMatchResponse
 */
export type WatchMatchResponse = Message<"botwerk.v1.WatchMatchResponse"> & {
    /**
     * Handles number the watched matches in the order of the request, from 1.
     *
     * @generated from oneof botwerk.v1.WatchMatchResponse.kind
     */
    kind: {
        /**
         * @generated from field: botwerk.v1.Joined joined = 1;
         */
        value: Joined;
        case: "joined";
    } | {
        /**
         * @generated from field: botwerk.v1.ActionRequest action_request = 2;
         */
        value: ActionRequest;
        case: "actionRequest";
    } | {
        /**
         * @generated from field: botwerk.v1.Update update = 3;
         */
        value: Update;
        case: "update";
    } | {
        /**
         * @generated from field: botwerk.v1.MatchOver match_over = 4;
         */
        value: MatchOver;
        case: "matchOver";
    } | {
        /**
         * @generated from field: botwerk.v1.MatchStateChanged match_state_changed = 5;
         */
        value: MatchStateChanged;
        case: "matchStateChanged";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.WatchMatchResponse.
 * Use `create(WatchMatchResponseSchema)` to create a new message.
 */
export declare const WatchMatchResponseSchema: GenMessage<WatchMatchResponse>;
/**
 * @generated from message botwerk.v1.SubmitActionsRequest
 */
export type SubmitActionsRequest = Message<"botwerk.v1.SubmitActionsRequest"> & {
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string match = 1;
     */
    match: string;
    /**
     * @generated from field: string seat_token = 2;
     */
    seatToken: string;
    /**
     * The turn of the answered request.
     *
     * @generated from field: uint32 turn = 3;
     */
    turn: number;
    /**
     * Zero-based index of this submission within its turn, as in Submission.
     *
     * @generated from field: uint32 part = 4;
     */
    part: number;
    /**
     * The actions in order, at most 1024. Mutually exclusive with `text`.
     *
     * @generated from field: repeated botwerk.v1.Action actions = 5;
     */
    actions: Action[];
    /**
     * Number of search nodes spent on the decision (MR-25), at most 2^53 - 1.
     *
     * @generated from field: uint64 effort = 6;
     */
    effort: bigint;
    /**
     * A turn in the game's notation, at most 8192 bytes. Mutually exclusive with `actions`.
     *
     * @generated from field: string text = 7;
     */
    text: string;
    /**
     * What the search expects, as in Submission.
     *
     * @generated from field: optional sint32 score = 8;
     */
    score?: number | undefined;
};
/**
 * Describes the message botwerk.v1.SubmitActionsRequest.
 * Use `create(SubmitActionsRequestSchema)` to create a new message.
 */
export declare const SubmitActionsRequestSchema: GenMessage<SubmitActionsRequest>;
/**
 * @generated from message botwerk.v1.SubmitActionsResponse
 */
export type SubmitActionsResponse = Message<"botwerk.v1.SubmitActionsResponse"> & {
    /**
     * @generated from field: botwerk.v1.Accepted accepted = 1;
     */
    accepted?: Accepted | undefined;
};
/**
 * Describes the message botwerk.v1.SubmitActionsResponse.
 * Use `create(SubmitActionsResponseSchema)` to create a new message.
 */
export declare const SubmitActionsResponseSchema: GenMessage<SubmitActionsResponse>;
/**
 * @generated from message botwerk.v1.ResignRequest
 */
export type ResignRequest = Message<"botwerk.v1.ResignRequest"> & {
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string match = 1;
     */
    match: string;
    /**
     * @generated from field: string seat_token = 2;
     */
    seatToken: string;
};
/**
 * Describes the message botwerk.v1.ResignRequest.
 * Use `create(ResignRequestSchema)` to create a new message.
 */
export declare const ResignRequestSchema: GenMessage<ResignRequest>;
/**
 * @generated from message botwerk.v1.ResignResponse
 */
export type ResignResponse = Message<"botwerk.v1.ResignResponse"> & {};
/**
 * Describes the message botwerk.v1.ResignResponse.
 * Use `create(ResignResponseSchema)` to create a new message.
 */
export declare const ResignResponseSchema: GenMessage<ResignResponse>;
/**
 * @generated from message botwerk.v1.AbortRequest
 */
export type AbortRequest = Message<"botwerk.v1.AbortRequest"> & {
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string match = 1;
     */
    match: string;
    /**
     * @generated from field: string owner_token = 2;
     */
    ownerToken: string;
};
/**
 * Describes the message botwerk.v1.AbortRequest.
 * Use `create(AbortRequestSchema)` to create a new message.
 */
export declare const AbortRequestSchema: GenMessage<AbortRequest>;
/**
 * @generated from message botwerk.v1.AbortResponse
 */
export type AbortResponse = Message<"botwerk.v1.AbortResponse"> & {};
/**
 * Describes the message botwerk.v1.AbortResponse.
 * Use `create(AbortResponseSchema)` to create a new message.
 */
export declare const AbortResponseSchema: GenMessage<AbortResponse>;
/**
 * @generated from message botwerk.v1.GetRecordRequest
 */
export type GetRecordRequest = Message<"botwerk.v1.GetRecordRequest"> & {
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string match = 1;
     */
    match: string;
};
/**
 * Describes the message botwerk.v1.GetRecordRequest.
 * Use `create(GetRecordRequestSchema)` to create a new message.
 */
export declare const GetRecordRequestSchema: GenMessage<GetRecordRequest>;
/**
 * @generated from message botwerk.v1.GetRecordResponse
 */
export type GetRecordResponse = Message<"botwerk.v1.GetRecordResponse"> & {
    /**
     * Whole lines of the record.
     *
     * @generated from field: string lines = 1;
     */
    lines: string;
};
/**
 * Describes the message botwerk.v1.GetRecordResponse.
 * Use `create(GetRecordResponseSchema)` to create a new message.
 */
export declare const GetRecordResponseSchema: GenMessage<GetRecordResponse>;
/**
 * The state of a match.
 *
 * @generated from enum botwerk.v1.MatchState
 */
export declare enum MatchState {
    /**
     * @generated from enum value: MATCH_STATE_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * Waiting for seats to join.
     *
     * @generated from enum value: MATCH_STATE_WAITING = 1;
     */
    WAITING = 1,
    /**
     * In progress.
     *
     * @generated from enum value: MATCH_STATE_RUNNING = 2;
     */
    RUNNING = 2,
    /**
     * Paused because the store is unavailable, the server is shutting down, or seats have not
     * rejoined after a restart. Clocks are paused and submissions are rejected.
     *
     * @generated from enum value: MATCH_STATE_SUSPENDED = 3;
     */
    SUSPENDED = 3,
    /**
     * Ended with an outcome.
     *
     * @generated from enum value: MATCH_STATE_OVER = 4;
     */
    OVER = 4,
    /**
     * Ended without a result.
     *
     * @generated from enum value: MATCH_STATE_ABORTED = 5;
     */
    ABORTED = 5
}
/**
 * Describes the enum botwerk.v1.MatchState.
 */
export declare const MatchStateSchema: GenEnum<MatchState>;
/**
 * Why a seat left a match before its end.
 *
 * @generated from enum botwerk.v1.Termination
 */
export declare enum Termination {
    /**
     * The seat played to the end.
     *
     * @generated from enum value: TERMINATION_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * It resigned.
     *
     * @generated from enum value: TERMINATION_RESIGNED = 1;
     */
    RESIGNED = 1,
    /**
     * Its clock reached zero.
     *
     * @generated from enum value: TERMINATION_FLAGGED = 2;
     */
    FLAGGED = 2,
    /**
     * It exceeded the limit of illegal submissions.
     *
     * @generated from enum value: TERMINATION_ILLEGAL = 3;
     */
    ILLEGAL = 3,
    /**
     * It was offline for longer than the limit.
     *
     * @generated from enum value: TERMINATION_DISCONNECTED = 4;
     */
    DISCONNECTED = 4,
    /**
     * It did not join before the match started.
     *
     * @generated from enum value: TERMINATION_NO_SHOW = 5;
     */
    NO_SHOW = 5,
    /**
     * Its built-in agent failed.
     *
     * @generated from enum value: TERMINATION_CRASHED = 6;
     */
    CRASHED = 6,
    /**
     * It did not rejoin after a server restart. The match is aborted and never scored.
     *
     * @generated from enum value: TERMINATION_INFRA = 7;
     */
    INFRA = 7
}
/**
 * Describes the enum botwerk.v1.Termination.
 */
export declare const TerminationSchema: GenEnum<Termination>;
/**
 * Creates, plays, watches and ends matches.
 *
 * @generated from service botwerk.v1.MatchService
 */
export declare const MatchService: GenService<{
    /**
     * Creates a match. A repeated call with the same request_id returns the match that the first one
     * created.
     *
     * @generated from rpc botwerk.v1.MatchService.CreateMatch
     */
    createMatch: {
        methodKind: "unary";
        input: typeof CreateMatchRequestSchema;
        output: typeof CreateMatchResponseSchema;
    };
    /**
     * Returns one match.
     *
     * @generated from rpc botwerk.v1.MatchService.GetMatch
     */
    getMatch: {
        methodKind: "unary";
        input: typeof GetMatchRequestSchema;
        output: typeof GetMatchResponseSchema;
    };
    /**
     * Lists matches, newest first.
     *
     * @generated from rpc botwerk.v1.MatchService.ListMatches
     */
    listMatches: {
        methodKind: "unary";
        input: typeof ListMatchesRequestSchema;
        output: typeof ListMatchesResponseSchema;
    };
    /**
     * Plays any number of seats in any matches over one stream.
     *
     * @generated from rpc botwerk.v1.MatchService.Play
     */
    play: {
        methodKind: "bidi_streaming";
        input: typeof PlayRequestSchema;
        output: typeof PlayResponseSchema;
    };
    /**
     * Streams matches to a spectator or, with a seat token, one match to its seat.
     *
     * @generated from rpc botwerk.v1.MatchService.WatchMatch
     */
    watchMatch: {
        methodKind: "server_streaming";
        input: typeof WatchMatchRequestSchema;
        output: typeof WatchMatchResponseSchema;
    };
    /**
     * Submits actions without a Play stream. Equivalent to a Submission in Play.
     *
     * @generated from rpc botwerk.v1.MatchService.SubmitActions
     */
    submitActions: {
        methodKind: "unary";
        input: typeof SubmitActionsRequestSchema;
        output: typeof SubmitActionsResponseSchema;
    };
    /**
     * Removes the seat from the match.
     *
     * @generated from rpc botwerk.v1.MatchService.Resign
     */
    resign: {
        methodKind: "unary";
        input: typeof ResignRequestSchema;
        output: typeof ResignResponseSchema;
    };
    /**
     * Ends the match without a result.
     *
     * @generated from rpc botwerk.v1.MatchService.Abort
     */
    abort: {
        methodKind: "unary";
        input: typeof AbortRequestSchema;
        output: typeof AbortResponseSchema;
    };
    /**
     * Streams the record of a finished match in chunks of whole lines.
     *
     * @generated from rpc botwerk.v1.MatchService.GetRecord
     */
    getRecord: {
        methodKind: "server_streaming";
        input: typeof GetRecordRequestSchema;
        output: typeof GetRecordResponseSchema;
    };
}>;
