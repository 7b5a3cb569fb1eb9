import type { GenEnum, GenFile, GenMessage } from "@bufbuild/protobuf/codegenv2";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/ricochet.proto.
 */
export declare const file_botwerk_v1_ricochet: GenFile;
/**
 * A robot on its cell.
 *
 * @generated from message botwerk.v1.RicochetPlacedRobot
 */
export type RicochetPlacedRobot = Message<"botwerk.v1.RicochetPlacedRobot"> & {
    /**
     * @generated from field: botwerk.v1.RicochetRobot robot = 1;
     */
    robot: RicochetRobot;
    /**
     * @generated from field: uint32 cell = 2;
     */
    cell: number;
};
/**
 * Describes the message botwerk.v1.RicochetPlacedRobot.
 * Use `create(RicochetPlacedRobotSchema)` to create a new message.
 */
export declare const RicochetPlacedRobotSchema: GenMessage<RicochetPlacedRobot>;
/**
 * A target (RR-3).
 *
 * @generated from message botwerk.v1.RicochetTarget
 */
export type RicochetTarget = Message<"botwerk.v1.RicochetTarget"> & {
    /**
     * @generated from field: uint32 cell = 1;
     */
    cell: number;
    /**
     * The robot that must reach it. Unset: the vortex, which any robot may fulfil.
     *
     * @generated from field: botwerk.v1.RicochetRobot robot = 2;
     */
    robot: RicochetRobot;
};
/**
 * Describes the message botwerk.v1.RicochetTarget.
 * Use `create(RicochetTargetSchema)` to create a new message.
 */
export declare const RicochetTargetSchema: GenMessage<RicochetTarget>;
/**
 * A diagonal (RR-5).
 *
 * @generated from message botwerk.v1.RicochetDiagonal
 */
export type RicochetDiagonal = Message<"botwerk.v1.RicochetDiagonal"> & {
    /**
     * @generated from field: uint32 cell = 1;
     */
    cell: number;
    /**
     * Whether it rises from the south-west to the north-east corner, `/`; otherwise it is `\`.
     *
     * @generated from field: bool rising = 2;
     */
    rising: boolean;
    /**
     * The robot that passes.
     *
     * @generated from field: botwerk.v1.RicochetRobot robot = 3;
     */
    robot: RicochetRobot;
};
/**
 * Describes the message botwerk.v1.RicochetDiagonal.
 * Use `create(RicochetDiagonalSchema)` to create a new message.
 */
export declare const RicochetDiagonalSchema: GenMessage<RicochetDiagonal>;
/**
 * A move (RR-4).
 *
 * @generated from message botwerk.v1.RicochetMove
 */
export type RicochetMove = Message<"botwerk.v1.RicochetMove"> & {
    /**
     * @generated from field: botwerk.v1.RicochetRobot robot = 1;
     */
    robot: RicochetRobot;
    /**
     * @generated from field: botwerk.v1.RicochetDirection direction = 2;
     */
    direction: RicochetDirection;
    /**
     * The free choices of the transparent robot, 0 to 255: bit i is set if it goes through the wall, or
     * passes the diagonal, at its choice i (RR-10, RR-13). 0 for other robots.
     *
     * @generated from field: uint32 choices = 3;
     */
    choices: number;
};
/**
 * Describes the message botwerk.v1.RicochetMove.
 * Use `create(RicochetMoveSchema)` to create a new message.
 */
export declare const RicochetMoveSchema: GenMessage<RicochetMove>;
/**
 * One atomic action.
 *
 * @generated from message botwerk.v1.RicochetAction
 */
export type RicochetAction = Message<"botwerk.v1.RicochetAction"> & {
    /**
     * @generated from oneof botwerk.v1.RicochetAction.kind
     */
    kind: {
        /**
         * A seat announces a number of moves, 1 to max_announce (RR-19).
         *
         * @generated from field: uint32 say = 1;
         */
        value: number;
        case: "say";
    } | {
        /**
         * A seat announces nothing more in this round (RR-23).
         *
         * @generated from field: bool pass = 2;
         */
        value: boolean;
        case: "pass";
    } | {
        /**
         * The next move of a shown solution (RR-20).
         *
         * @generated from field: botwerk.v1.RicochetMove move = 3;
         */
        value: RicochetMove;
        case: "move";
    } | {
        /**
         * The shown solution ends here (RR-20).
         *
         * @generated from field: bool end = 4;
         */
        value: boolean;
        case: "end";
    } | {
        /**
         * Chance: the start cell of a robot (RR-2).
         *
         * @generated from field: botwerk.v1.RicochetPlacedRobot start = 5;
         */
        value: RicochetPlacedRobot;
        case: "start";
    } | {
        /**
         * Chance: the next target (RR-3).
         *
         * @generated from field: botwerk.v1.RicochetTarget draw = 6;
         */
        value: RicochetTarget;
        case: "draw";
    } | {
        /**
         * The referee ends the round without an announcement (RR-22).
         *
         * @generated from field: bool break = 7;
         */
        value: boolean;
        case: "break";
    } | {
        /**
         * The referee ends the overtime of the race (RR-7).
         *
         * @generated from field: bool close = 8;
         */
        value: boolean;
        case: "close";
    } | {
        /**
         * The referee: this seat did not show its solution in time (RR-21).
         *
         * @generated from field: uint32 late = 9;
         */
        value: number;
        case: "late";
    } | {
        /**
         * The referee: this seat leaves the match (RR-27).
         *
         * @generated from field: uint32 leave = 10;
         */
        value: number;
        case: "leave";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.RicochetAction.
 * Use `create(RicochetActionSchema)` to create a new message.
 */
export declare const RicochetActionSchema: GenMessage<RicochetAction>;
/**
 * The board with its targets (RR-1).
 *
 * @generated from message botwerk.v1.RicochetBoard
 */
export type RicochetBoard = Message<"botwerk.v1.RicochetBoard"> & {
    /**
     * The printed sections north-west, north-east, south-east, south-west, such as "4B-3C-1A-2A". Empty for
     * a free board. In requests the other fields are ignored if this one is set.
     *
     * @generated from field: string sections = 1;
     */
    sections: string;
    /**
     * The walls of each cell: 1 north, 2 east, 4 south, 8 west, given from both sides. 256 bytes.
     *
     * @generated from field: bytes walls = 2;
     */
    walls: Uint8Array;
    /**
     * The diagonals.
     *
     * @generated from field: repeated botwerk.v1.RicochetDiagonal diagonals = 3;
     */
    diagonals: RicochetDiagonal[];
    /**
     * The targets in their fixed order.
     *
     * @generated from field: repeated botwerk.v1.RicochetTarget targets = 4;
     */
    targets: RicochetTarget[];
};
/**
 * Describes the message botwerk.v1.RicochetBoard.
 * Use `create(RicochetBoardSchema)` to create a new message.
 */
export declare const RicochetBoardSchema: GenMessage<RicochetBoard>;
/**
 * A number of moves that a seat has announced.
 *
 * @generated from message botwerk.v1.RicochetAnnouncement
 */
export type RicochetAnnouncement = Message<"botwerk.v1.RicochetAnnouncement"> & {
    /**
     * @generated from field: uint32 seat = 1;
     */
    seat: number;
    /**
     * @generated from field: uint32 number = 2;
     */
    number: number;
};
/**
 * Describes the message botwerk.v1.RicochetAnnouncement.
 * Use `create(RicochetAnnouncementSchema)` to create a new message.
 */
export declare const RicochetAnnouncementSchema: GenMessage<RicochetAnnouncement>;
/**
 * A position, or what one viewer may know of it.
 *
 * @generated from message botwerk.v1.RicochetPosition
 */
export type RicochetPosition = Message<"botwerk.v1.RicochetPosition"> & {
    /**
     * @generated from field: botwerk.v1.RicochetBoard board = 1;
     */
    board?: RicochetBoard | undefined;
    /**
     * The robots at the start of the round; before the first round those that were placed.
     *
     * @generated from field: repeated botwerk.v1.RicochetPlacedRobot robots = 2;
     */
    robots: RicochetPlacedRobot[];
    /**
     * The open target. Unset between rounds.
     *
     * @generated from field: botwerk.v1.RicochetTarget target = 3;
     */
    target?: RicochetTarget | undefined;
    /**
     * The targets that never came up, in the fixed order of the board.
     *
     * @generated from field: repeated botwerk.v1.RicochetTarget undrawn = 4;
     */
    undrawn: RicochetTarget[];
    /**
     * The targets under the others, in the order in which they come up again.
     *
     * @generated from field: repeated botwerk.v1.RicochetTarget under = 5;
     */
    under: RicochetTarget[];
    /**
     * Number of targets that each seat has won.
     *
     * @generated from field: repeated uint32 won = 6;
     */
    won: number[];
    /**
     * Seats that have left the match (RR-27).
     *
     * @generated from field: repeated uint32 departed = 7;
     */
    departed: number[];
    /**
     * Number of targets drawn so far.
     *
     * @generated from field: uint32 round = 8;
     */
    round: number;
    /**
     * @generated from oneof botwerk.v1.RicochetPosition.phase
     */
    phase: {
        /**
         * The start cell of a robot is due.
         *
         * @generated from field: bool start_phase = 9;
         */
        value: boolean;
        case: "startPhase";
    } | {
        /**
         * A target is due.
         *
         * @generated from field: bool draw_phase = 10;
         */
        value: boolean;
        case: "drawPhase";
    } | {
        /**
         * The seats race to announce.
         *
         * @generated from field: botwerk.v1.RicochetRace race_phase = 11;
         */
        value: RicochetRace;
        case: "racePhase";
    } | {
        /**
         * One seat shows its solution.
         *
         * @generated from field: botwerk.v1.RicochetShow show_phase = 12;
         */
        value: RicochetShow;
        case: "showPhase";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.RicochetPosition.
 * Use `create(RicochetPositionSchema)` to create a new message.
 */
export declare const RicochetPositionSchema: GenMessage<RicochetPosition>;
/**
 * The race of a round (RR-18).
 *
 * @generated from message botwerk.v1.RicochetRace
 */
export type RicochetRace = Message<"botwerk.v1.RicochetRace"> & {
    /**
     * The announced numbers in the order of their times, the latest of each seat. Empty if the first
     * announcement decides (RR-7).
     *
     * @generated from field: repeated botwerk.v1.RicochetAnnouncement announced = 1;
     */
    announced: RicochetAnnouncement[];
    /**
     * Seats that have passed. A view omits the passes of other seats (RR-23).
     *
     * @generated from field: repeated uint32 passed = 2;
     */
    passed: number[];
};
/**
 * Describes the message botwerk.v1.RicochetRace.
 * Use `create(RicochetRaceSchema)` to create a new message.
 */
export declare const RicochetRaceSchema: GenMessage<RicochetRace>;
/**
 * The show of a solution (RR-20).
 *
 * @generated from message botwerk.v1.RicochetShow
 */
export type RicochetShow = Message<"botwerk.v1.RicochetShow"> & {
    /**
     * @generated from field: uint32 seat = 1;
     */
    seat: number;
    /**
     * The announced number of moves.
     *
     * @generated from field: uint32 number = 2;
     */
    number: number;
    /**
     * The moves so far.
     *
     * @generated from field: repeated botwerk.v1.RicochetMove moves = 3;
     */
    moves: RicochetMove[];
    /**
     * The announced numbers that are shown next if this solution is wrong, in order (RR-7).
     *
     * @generated from field: repeated botwerk.v1.RicochetAnnouncement remaining = 4;
     */
    remaining: RicochetAnnouncement[];
};
/**
 * Describes the message botwerk.v1.RicochetShow.
 * Use `create(RicochetShowSchema)` to create a new message.
 */
export declare const RicochetShowSchema: GenMessage<RicochetShow>;
/**
 * An instance for the solver.
 *
 * @generated from message botwerk.v1.RicochetInstance
 */
export type RicochetInstance = Message<"botwerk.v1.RicochetInstance"> & {
    /**
     * The board. Its targets are ignored.
     *
     * @generated from field: botwerk.v1.RicochetBoard board = 1;
     */
    board?: RicochetBoard | undefined;
    /**
     * @generated from field: repeated botwerk.v1.RicochetPlacedRobot robots = 2;
     */
    robots: RicochetPlacedRobot[];
    /**
     * The target. Unlike in a match, its robot may be any robot on the board.
     *
     * @generated from field: botwerk.v1.RicochetTarget target = 3;
     */
    target?: RicochetTarget | undefined;
    /**
     * Whether the robot that fulfils the target must have turned (RR-6).
     *
     * @generated from field: bool ricochet_rule = 4;
     */
    ricochetRule: boolean;
    /**
     * Whether a slide may end on a diagonal (RR-5).
     *
     * @generated from field: bool stop_on_diagonal = 5;
     */
    stopOnDiagonal: boolean;
    /**
     * The price of going through a wall (RR-14): "replaces" or "surcharge". Empty: "replaces".
     *
     * @generated from field: string crossing_cost = 6;
     */
    crossingCost: string;
    /**
     * Maximum number of visited positions. 0: no limit but the server's memory for a search.
     *
     * @generated from field: uint64 max_nodes = 7;
     */
    maxNodes: bigint;
};
/**
 * Describes the message botwerk.v1.RicochetInstance.
 * Use `create(RicochetInstanceSchema)` to create a new message.
 */
export declare const RicochetInstanceSchema: GenMessage<RicochetInstance>;
/**
 * The answer of the solver: a solution of minimum cost, the proof that none exists, or the bound that was
 * reached.
 *
 * @generated from message botwerk.v1.RicochetSolution
 */
export type RicochetSolution = Message<"botwerk.v1.RicochetSolution"> & {
    /**
     * Whether a solution was found. If neither this nor `exhausted` is set, it is proven that none exists.
     *
     * @generated from field: bool solved = 1;
     */
    solved: boolean;
    /**
     * Sum of the costs of the moves (RR-17).
     *
     * @generated from field: uint32 cost = 2;
     */
    cost: number;
    /**
     * @generated from field: repeated botwerk.v1.RicochetMove moves = 3;
     */
    moves: RicochetMove[];
    /**
     * The moves as text, such as "rN tE-+".
     *
     * @generated from field: string text = 4;
     */
    text: string;
    /**
     * Whether the search has reached its limit of positions, memory or time.
     *
     * @generated from field: bool exhausted = 5;
     */
    exhausted: boolean;
    /**
     * If the search is exhausted: a solution costs at least this many moves.
     *
     * @generated from field: uint32 at_least = 6;
     */
    atLeast: number;
    /**
     * Number of visited positions.
     *
     * @generated from field: uint64 nodes = 7;
     */
    nodes: bigint;
    /**
     * The proof of `cost`, of `at_least`, or that there is no solution.
     *
     * @generated from field: botwerk.v1.RicochetProof proof = 8;
     */
    proof?: RicochetProof | undefined;
};
/**
 * Describes the message botwerk.v1.RicochetSolution.
 * Use `create(RicochetSolutionSchema)` to create a new message.
 */
export declare const RicochetSolutionSchema: GenMessage<RicochetSolution>;
/**
 * The positions that a search had to visit, as described in docs/ricochet-proofs.md.
 *
 * @generated from message botwerk.v1.RicochetProof
 */
export type RicochetProof = Message<"botwerk.v1.RicochetProof"> & {
    /**
     * No solution costs less. Unset if there is no solution.
     *
     * @generated from field: optional uint32 at_least = 1;
     */
    atLeast?: number | undefined;
    /**
     * The limit up to which the first bound was used. Unset if it was used throughout.
     *
     * @generated from field: optional uint32 weak_limit = 2;
     */
    weakLimit?: number | undefined;
    /**
     * Number of positions in all layers.
     *
     * @generated from field: uint64 visited = 3;
     */
    visited: bigint;
    /**
     * The layers by their cost from 0.
     *
     * @generated from field: repeated botwerk.v1.RicochetLayer layers = 4;
     */
    layers: RicochetLayer[];
};
/**
 * Describes the message botwerk.v1.RicochetProof.
 * Use `create(RicochetProofSchema)` to create a new message.
 */
export declare const RicochetProofSchema: GenMessage<RicochetProof>;
/**
 * The positions of one cost.
 *
 * @generated from message botwerk.v1.RicochetLayer
 */
export type RicochetLayer = Message<"botwerk.v1.RicochetLayer"> & {
    /**
     * @generated from field: uint64 count = 1;
     */
    count: bigint;
    /**
     * The sum of the digests of the positions modulo 2^64.
     *
     * @generated from field: fixed64 digest = 2;
     */
    digest: bigint;
};
/**
 * Describes the message botwerk.v1.RicochetLayer.
 * Use `create(RicochetLayerSchema)` to create a new message.
 */
export declare const RicochetLayerSchema: GenMessage<RicochetLayer>;
/**
 * A robot (RR-2).
 *
 * @generated from enum botwerk.v1.RicochetRobot
 */
export declare enum RicochetRobot {
    /**
     * @generated from enum value: RICOCHET_ROBOT_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: RICOCHET_ROBOT_RED = 1;
     */
    RED = 1,
    /**
     * @generated from enum value: RICOCHET_ROBOT_GREEN = 2;
     */
    GREEN = 2,
    /**
     * @generated from enum value: RICOCHET_ROBOT_BLUE = 3;
     */
    BLUE = 3,
    /**
     * @generated from enum value: RICOCHET_ROBOT_YELLOW = 4;
     */
    YELLOW = 4,
    /**
     * @generated from enum value: RICOCHET_ROBOT_SILVER = 5;
     */
    SILVER = 5,
    /**
     * @generated from enum value: RICOCHET_ROBOT_TRANSPARENT = 6;
     */
    TRANSPARENT = 6
}
/**
 * Describes the enum botwerk.v1.RicochetRobot.
 */
export declare const RicochetRobotSchema: GenEnum<RicochetRobot>;
/**
 * A direction in which a robot slides (RR-4).
 *
 * @generated from enum botwerk.v1.RicochetDirection
 */
export declare enum RicochetDirection {
    /**
     * @generated from enum value: RICOCHET_DIRECTION_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: RICOCHET_DIRECTION_NORTH = 1;
     */
    NORTH = 1,
    /**
     * @generated from enum value: RICOCHET_DIRECTION_EAST = 2;
     */
    EAST = 2,
    /**
     * @generated from enum value: RICOCHET_DIRECTION_SOUTH = 3;
     */
    SOUTH = 3,
    /**
     * @generated from enum value: RICOCHET_DIRECTION_WEST = 4;
     */
    WEST = 4
}
/**
 * Describes the enum botwerk.v1.RicochetDirection.
 */
export declare const RicochetDirectionSchema: GenEnum<RicochetDirection>;
