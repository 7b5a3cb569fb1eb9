import type { GenFile, GenMessage, GenService } from "@bufbuild/protobuf/codegenv2";
import type { AgentSpec } from "./agent_pb.js";
import type { Action, GameSetup, Position } from "./game_pb.js";
import type { MicroRobotsInstance, MicroRobotsSolution } from "./micro_robots_pb.js";
import type { NetzwerkSolution } from "./netzwerk_pb.js";
import type { RicochetInstance, RicochetSolution } from "./ricochet_pb.js";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/analysis.proto.
 */
export declare const file_botwerk_v1_analysis: GenFile;
/**
 * @generated from message botwerk.v1.AnalyzeRequest
 */
export type AnalyzeRequest = Message<"botwerk.v1.AnalyzeRequest"> & {
    /**
     * The game, its options and number of seats.
     *
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * The position in the game's notation, complete or as seen by the seat; what the seat cannot see
     * is then sampled from the seed. Mutually exclusive with `typed_position`. Both empty: the first
     * decision of a match with this seed.
     *
     * @generated from field: string position = 2;
     */
    position: string;
    /**
     * Earlier positions of the match, in games where repetition counts. Mutually exclusive with
     * `typed_earlier_positions`.
     *
     * @generated from field: repeated string earlier_positions = 3;
     */
    earlierPositions: string[];
    /**
     * The seat whose view is searched; it must be to act. Unset: the first seat that is to act.
     *
     * @generated from field: optional uint32 seat = 4;
     */
    seat?: number | undefined;
    /**
     * The agent that searches. Unset: the game's strongest.
     *
     * @generated from field: botwerk.v1.AgentSpec agent = 5;
     */
    agent?: AgentSpec | undefined;
    /**
     * @generated from field: botwerk.v1.SearchLimits limits = 6;
     */
    limits?: SearchLimits | undefined;
    /**
     * Seed of the agent's randomness: 64 hex digits are the 32 bytes themselves, any other text is
     * hashed. Empty: random.
     *
     * @generated from field: string seed = 7;
     */
    seed: string;
    /**
     * The position or view as a message. Mutually exclusive with `position`.
     *
     * @generated from field: botwerk.v1.Position typed_position = 8;
     */
    typedPosition?: Position | undefined;
    /**
     * Earlier positions of the match as messages. Mutually exclusive with `earlier_positions`.
     *
     * @generated from field: repeated botwerk.v1.Position typed_earlier_positions = 9;
     */
    typedEarlierPositions: Position[];
};
/**
 * Describes the message botwerk.v1.AnalyzeRequest.
 * Use `create(AnalyzeRequestSchema)` to create a new message.
 */
export declare const AnalyzeRequestSchema: GenMessage<AnalyzeRequest>;
/**
 * Limits of one search. Values above the server's own limits are reduced to them.
 *
 * @generated from message botwerk.v1.SearchLimits
 */
export type SearchLimits = Message<"botwerk.v1.SearchLimits"> & {
    /**
     * Maximum number of search nodes. 0: the server's limit.
     *
     * @generated from field: uint64 nodes = 1;
     */
    nodes: bigint;
    /**
     * Maximum depth in turns. 0: the agent's own.
     *
     * @generated from field: uint32 depth = 2;
     */
    depth: number;
    /**
     * Maximum duration in milliseconds, from the start of the search. 0: the server's limit.
     *
     * @generated from field: uint64 millis = 3;
     */
    millis: bigint;
};
/**
 * Describes the message botwerk.v1.SearchLimits.
 * Use `create(SearchLimitsSchema)` to create a new message.
 */
export declare const SearchLimitsSchema: GenMessage<SearchLimits>;
/**
 * @generated from message botwerk.v1.AnalyzeResponse
 */
export type AnalyzeResponse = Message<"botwerk.v1.AnalyzeResponse"> & {
    /**
     * @generated from field: botwerk.v1.Analysis analysis = 1;
     */
    analysis?: Analysis | undefined;
    /**
     * Whether this is the last message. The last message is always sent; others are skipped while the
     * client reads too slowly.
     *
     * @generated from field: bool final = 2;
     */
    final: boolean;
};
/**
 * Describes the message botwerk.v1.AnalyzeResponse.
 * Use `create(AnalyzeResponseSchema)` to create a new message.
 */
export declare const AnalyzeResponseSchema: GenMessage<AnalyzeResponse>;
/**
 * The state of a search.
 *
 * @generated from message botwerk.v1.Analysis
 */
export type Analysis = Message<"botwerk.v1.Analysis"> & {
    /**
     * Completed search depth in turns. 0 if the agent reports none.
     *
     * @generated from field: uint32 depth = 1;
     */
    depth: number;
    /**
     * Expected value from the seat's point of view; larger is better. Unset if the agent reports none.
     *
     * @generated from field: optional int64 value = 2;
     */
    value?: bigint | undefined;
    /**
     * Number of search nodes so far.
     *
     * @generated from field: uint64 nodes = 3;
     */
    nodes: bigint;
    /**
     * Milliseconds since the search started.
     *
     * @generated from field: uint64 millis = 4;
     */
    millis: bigint;
    /**
     * The principal variation, turn by turn; the first turn is the suggested one. It ends at the next
     * chance outcome.
     *
     * @generated from field: repeated botwerk.v1.PvTurn principal_variation = 5;
     */
    principalVariation: PvTurn[];
    /**
     * Hints for a person, each revealing more than the one before. In a race: the number of moves, in
     * Ricochet Robots the robot that moves last, the first move, all moves. Otherwise the suggested turn.
     *
     * @generated from field: repeated string hints = 6;
     */
    hints: string[];
};
/**
 * Describes the message botwerk.v1.Analysis.
 * Use `create(AnalysisSchema)` to create a new message.
 */
export declare const AnalysisSchema: GenMessage<Analysis>;
/**
 * One turn of a principal variation.
 *
 * @generated from message botwerk.v1.PvTurn
 */
export type PvTurn = Message<"botwerk.v1.PvTurn"> & {
    /**
     * @generated from field: uint32 seat = 1;
     */
    seat: number;
    /**
     * The turn in the game's notation, as in Submission.
     *
     * @generated from field: string text = 2;
     */
    text: string;
    /**
     * The actions of the turn, as in Submission.
     *
     * @generated from field: repeated botwerk.v1.Action actions = 3;
     */
    actions: Action[];
};
/**
 * Describes the message botwerk.v1.PvTurn.
 * Use `create(PvTurnSchema)` to create a new message.
 */
export declare const PvTurnSchema: GenMessage<PvTurn>;
/**
 * @generated from message botwerk.v1.HintRequest
 */
export type HintRequest = Message<"botwerk.v1.HintRequest"> & {
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string match = 1;
     */
    match: string;
    /**
     * The token of the seat, which must be to act.
     *
     * @generated from field: string seat_token = 2;
     */
    seatToken: string;
    /**
     * The agent that searches. Unset: the game's strongest.
     *
     * @generated from field: botwerk.v1.AgentSpec agent = 3;
     */
    agent?: AgentSpec | undefined;
    /**
     * @generated from field: botwerk.v1.SearchLimits limits = 4;
     */
    limits?: SearchLimits | undefined;
};
/**
 * Describes the message botwerk.v1.HintRequest.
 * Use `create(HintRequestSchema)` to create a new message.
 */
export declare const HintRequestSchema: GenMessage<HintRequest>;
/**
 * @generated from message botwerk.v1.HintResponse
 */
export type HintResponse = Message<"botwerk.v1.HintResponse"> & {
    /**
     * @generated from field: botwerk.v1.Analysis analysis = 1;
     */
    analysis?: Analysis | undefined;
    /**
     * Whether this is the last message. The last message is always sent.
     *
     * @generated from field: bool final = 2;
     */
    final: boolean;
};
/**
 * Describes the message botwerk.v1.HintResponse.
 * Use `create(HintResponseSchema)` to create a new message.
 */
export declare const HintResponseSchema: GenMessage<HintResponse>;
/**
 * @generated from message botwerk.v1.SolveRequest
 */
export type SolveRequest = Message<"botwerk.v1.SolveRequest"> & {
    /**
     * @generated from oneof botwerk.v1.SolveRequest.instance
     */
    instance: {
        /**
         * @generated from field: botwerk.v1.MicroRobotsInstance micro_robots = 1;
         */
        value: MicroRobotsInstance;
        case: "microRobots";
    } | {
        /**
         * A position of any game that has a solver of positions.
         *
         * @generated from field: botwerk.v1.SolvePosition position = 2;
         */
        value: SolvePosition;
        case: "position";
    } | {
        /**
         * @generated from field: botwerk.v1.RicochetInstance ricochet = 3;
         */
        value: RicochetInstance;
        case: "ricochet";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.SolveRequest.
 * Use `create(SolveRequestSchema)` to create a new message.
 */
export declare const SolveRequestSchema: GenMessage<SolveRequest>;
/**
 * A position to solve:
 * - Micro Robots: a position with a start and a target, as in a race. Answered by a shortest route.
 * - Netzwerk: a position at the start of a turn on a small board. Answered by its value, with best play of
 *   both sides and without limits on the length of the match, and by the best turns.
 * - Ricochet Robots: a position with a target, as in a race. Answered by a solution of minimum cost.
 * - Droids: no solver. Rejected with BAD_REQUEST; use Analyze.
 *
 * @generated from message botwerk.v1.SolvePosition
 */
export type SolvePosition = Message<"botwerk.v1.SolvePosition"> & {
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * The position in the game's notation. Mutually exclusive with `typed_position`.
     *
     * @generated from field: string text = 2;
     */
    text: string;
    /**
     * The position as a message. Mutually exclusive with `text`.
     *
     * @generated from field: botwerk.v1.Position typed_position = 3;
     */
    typedPosition?: Position | undefined;
};
/**
 * Describes the message botwerk.v1.SolvePosition.
 * Use `create(SolvePositionSchema)` to create a new message.
 */
export declare const SolvePositionSchema: GenMessage<SolvePosition>;
/**
 * @generated from message botwerk.v1.SolveResponse
 */
export type SolveResponse = Message<"botwerk.v1.SolveResponse"> & {
    /**
     * @generated from oneof botwerk.v1.SolveResponse.kind
     */
    kind: {
        /**
         * Lower bound on the length of a shortest route, or on the cost of a solution, in moves.
         *
         * @generated from field: uint32 lower_bound = 1;
         */
        value: number;
        case: "lowerBound";
    } | {
        /**
         * The solution; always the last message.
         *
         * @generated from field: botwerk.v1.MicroRobotsSolution micro_robots = 2;
         */
        value: MicroRobotsSolution;
        case: "microRobots";
    } | {
        /**
         * The solution; always the only message.
         *
         * @generated from field: botwerk.v1.NetzwerkSolution netzwerk = 3;
         */
        value: NetzwerkSolution;
        case: "netzwerk";
    } | {
        /**
         * The solution; always the last message.
         *
         * @generated from field: botwerk.v1.RicochetSolution ricochet = 4;
         */
        value: RicochetSolution;
        case: "ricochet";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.SolveResponse.
 * Use `create(SolveResponseSchema)` to create a new message.
 */
export declare const SolveResponseSchema: GenMessage<SolveResponse>;
/**
 * Searches positions and solves instances.
 *
 * @generated from service botwerk.v1.AnalysisService
 */
export declare const AnalysisService: GenService<{
    /**
     * Searches a position with a built-in agent. Streams improving analyses, then the final one. The
     * search ends at its limits, or when the client closes the stream.
     *
     * @generated from rpc botwerk.v1.AnalysisService.Analyze
     */
    analyze: {
        methodKind: "server_streaming";
        input: typeof AnalyzeRequestSchema;
        output: typeof AnalyzeResponseSchema;
    };
    /**
     * Searches the view of a seat in a running match that allows hints.
     *
     * @generated from rpc botwerk.v1.AnalysisService.Hint
     */
    hint: {
        methodKind: "server_streaming";
        input: typeof HintRequestSchema;
        output: typeof HintResponseSchema;
    };
    /**
     * Solves one instance. Streams improving bounds, then the solution with its certificate.
     *
     * @generated from rpc botwerk.v1.AnalysisService.Solve
     */
    solve: {
        methodKind: "server_streaming";
        input: typeof SolveRequestSchema;
        output: typeof SolveResponseSchema;
    };
}>;
