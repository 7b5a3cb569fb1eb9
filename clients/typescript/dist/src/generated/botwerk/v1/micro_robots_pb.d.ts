import type { GenEnum, GenFile, GenMessage } from "@bufbuild/protobuf/codegenv2";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/micro_robots.proto.
 */
export declare const file_botwerk_v1_micro_robots: GenFile;
/**
 * A target and, in the expert variant, an intermediate target (MR-6, MR-29).
 *
 * @generated from message botwerk.v1.MicroRobotsRoll
 */
export type MicroRobotsRoll = Message<"botwerk.v1.MicroRobotsRoll"> & {
    /**
     * @generated from field: botwerk.v1.MicroRobotsSpace target = 1;
     */
    target: MicroRobotsSpace;
    /**
     * @generated from field: botwerk.v1.MicroRobotsSpace intermediate = 2;
     */
    intermediate: MicroRobotsSpace;
};
/**
 * Describes the message botwerk.v1.MicroRobotsRoll.
 * Use `create(MicroRobotsRollSchema)` to create a new message.
 */
export declare const MicroRobotsRollSchema: GenMessage<MicroRobotsRoll>;
/**
 * One atomic action.
 *
 * @generated from message botwerk.v1.MicroRobotsAction
 */
export type MicroRobotsAction = Message<"botwerk.v1.MicroRobotsAction"> & {
    /**
     * @generated from oneof botwerk.v1.MicroRobotsAction.kind
     */
    kind: {
        /**
         * A seat announces a number of moves, 1 to max_announce (MR-13).
         *
         * @generated from field: uint32 say = 1;
         */
        value: number;
        case: "say";
    } | {
        /**
         * A seat announces nothing in this round (MR-23).
         *
         * @generated from field: bool pass = 2;
         */
        value: boolean;
        case: "pass";
    } | {
        /**
         * The next space of a shown route (MR-14).
         *
         * @generated from field: botwerk.v1.MicroRobotsSpace to = 3;
         */
        value: MicroRobotsSpace;
        case: "to";
    } | {
        /**
         * The shown route ends here (MR-14).
         *
         * @generated from field: bool end = 4;
         */
        value: boolean;
        case: "end";
    } | {
        /**
         * Chance: the first start space (MR-6).
         *
         * @generated from field: botwerk.v1.MicroRobotsSpace start = 5;
         */
        value: MicroRobotsSpace;
        case: "start";
    } | {
        /**
         * Chance: the target (MR-6).
         *
         * @generated from field: botwerk.v1.MicroRobotsRoll roll = 6;
         */
        value: MicroRobotsRoll;
        case: "roll";
    } | {
        /**
         * The referee ends the round without an announcement (MR-22).
         *
         * @generated from field: bool break = 7;
         */
        value: boolean;
        case: "break";
    } | {
        /**
         * The referee: this seat did not show its route in time (MR-18).
         *
         * @generated from field: uint32 late = 8;
         */
        value: number;
        case: "late";
    } | {
        /**
         * The referee: this seat leaves the match (MR-31).
         *
         * @generated from field: uint32 leave = 9;
         */
        value: number;
        case: "leave";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.MicroRobotsAction.
 * Use `create(MicroRobotsActionSchema)` to create a new message.
 */
export declare const MicroRobotsActionSchema: GenMessage<MicroRobotsAction>;
/**
 * A position, or what one viewer may know of it.
 *
 * @generated from message botwerk.v1.MicroRobotsPosition
 */
export type MicroRobotsPosition = Message<"botwerk.v1.MicroRobotsPosition"> & {
    /**
     * The 36 spaces, row by row from the north-west.
     *
     * @generated from field: repeated botwerk.v1.MicroRobotsSpace board = 1;
     */
    board: MicroRobotsSpace[];
    /**
     * The robot's space. Unset before the first start space is sampled.
     *
     * @generated from field: botwerk.v1.MicroRobotsSpace start = 2;
     */
    start: MicroRobotsSpace;
    /**
     * The robot's target. Unset between rounds.
     *
     * @generated from field: botwerk.v1.MicroRobotsSpace target = 3;
     */
    target: MicroRobotsSpace;
    /**
     * The intermediate target of the expert variant.
     *
     * @generated from field: botwerk.v1.MicroRobotsSpace intermediate = 4;
     */
    intermediate: MicroRobotsSpace;
    /**
     * Number of chips of each seat.
     *
     * @generated from field: repeated uint32 chips = 5;
     */
    chips: number[];
    /**
     * Seats that have left the match (MR-31).
     *
     * @generated from field: repeated uint32 departed = 6;
     */
    departed: number[];
    /**
     * The seat that rolled the current target, or rolls the next one.
     *
     * @generated from field: uint32 roller = 7;
     */
    roller: number;
    /**
     * Number of targets rolled so far.
     *
     * @generated from field: uint32 round = 8;
     */
    round: number;
    /**
     * @generated from oneof botwerk.v1.MicroRobotsPosition.phase
     */
    phase: {
        /**
         * The first start space is due.
         *
         * @generated from field: bool start_phase = 9;
         */
        value: boolean;
        case: "startPhase";
    } | {
        /**
         * A target roll is due.
         *
         * @generated from field: bool roll_phase = 10;
         */
        value: boolean;
        case: "rollPhase";
    } | {
        /**
         * The seats race to announce.
         *
         * @generated from field: botwerk.v1.MicroRobotsRace race_phase = 11;
         */
        value: MicroRobotsRace;
        case: "racePhase";
    } | {
        /**
         * One seat shows its announced route.
         *
         * @generated from field: botwerk.v1.MicroRobotsShow show_phase = 12;
         */
        value: MicroRobotsShow;
        case: "showPhase";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.MicroRobotsPosition.
 * Use `create(MicroRobotsPositionSchema)` to create a new message.
 */
export declare const MicroRobotsPositionSchema: GenMessage<MicroRobotsPosition>;
/**
 * The race of a round (MR-12).
 *
 * @generated from message botwerk.v1.MicroRobotsRace
 */
export type MicroRobotsRace = Message<"botwerk.v1.MicroRobotsRace"> & {
    /**
     * Seats that have passed. A view omits the passes of other seats (MR-23).
     *
     * @generated from field: repeated uint32 passed = 1;
     */
    passed: number[];
};
/**
 * Describes the message botwerk.v1.MicroRobotsRace.
 * Use `create(MicroRobotsRaceSchema)` to create a new message.
 */
export declare const MicroRobotsRaceSchema: GenMessage<MicroRobotsRace>;
/**
 * The show of an announced route (MR-14).
 *
 * @generated from message botwerk.v1.MicroRobotsShow
 */
export type MicroRobotsShow = Message<"botwerk.v1.MicroRobotsShow"> & {
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
     * The spaces of the route so far, from the start space.
     *
     * @generated from field: repeated botwerk.v1.MicroRobotsSpace route = 3;
     */
    route: MicroRobotsSpace[];
};
/**
 * Describes the message botwerk.v1.MicroRobotsShow.
 * Use `create(MicroRobotsShowSchema)` to create a new message.
 */
export declare const MicroRobotsShowSchema: GenMessage<MicroRobotsShow>;
/**
 * A start and a target on a board of Micro Robots.
 *
 * @generated from message botwerk.v1.MicroRobotsInstance
 */
export type MicroRobotsInstance = Message<"botwerk.v1.MicroRobotsInstance"> & {
    /**
     * The board in the game's notation.
     *
     * @generated from field: string board = 1;
     */
    board: string;
    /**
     * A space such as "1P".
     *
     * @generated from field: string start = 2;
     */
    start: string;
    /**
     * A space such as "6W".
     *
     * @generated from field: string target = 3;
     */
    target: string;
    /**
     * The intermediate target of the expert variant. Empty without.
     *
     * @generated from field: string intermediate = 4;
     */
    intermediate: string;
    /**
     * Requests a route of exactly this number of moves. 0: a shortest route.
     *
     * @generated from field: uint32 length = 5;
     */
    length: number;
};
/**
 * Describes the message botwerk.v1.MicroRobotsInstance.
 * Use `create(MicroRobotsInstanceSchema)` to create a new message.
 */
export declare const MicroRobotsInstanceSchema: GenMessage<MicroRobotsInstance>;
/**
 * The solution of an instance of Micro Robots.
 *
 * @generated from message botwerk.v1.MicroRobotsSolution
 */
export type MicroRobotsSolution = Message<"botwerk.v1.MicroRobotsSolution"> & {
    /**
     * Whether a route exists. If not, only `nodes` and `certificate` are set.
     *
     * @generated from field: bool solved = 1;
     */
    solved: boolean;
    /**
     * Length of the route in moves.
     *
     * @generated from field: uint32 moves = 2;
     */
    moves: number;
    /**
     * The route, such as "1P-6P-6W".
     *
     * @generated from field: string route = 3;
     */
    route: string;
    /**
     * The spaces of the route, from the start.
     *
     * @generated from field: repeated botwerk.v1.MicroRobotsSpace spaces = 4;
     */
    spaces: MicroRobotsSpace[];
    /**
     * Number of shortest routes.
     *
     * @generated from field: uint64 shortest_routes = 5;
     */
    shortestRoutes: bigint;
    /**
     * Number of expanded spaces.
     *
     * @generated from field: uint64 nodes = 6;
     */
    nodes: bigint;
    /**
     * Proof that no shorter route exists: one leg, two in the expert variant. Empty if the request
     * gave a length.
     *
     * @generated from field: repeated botwerk.v1.MicroRobotsCertificateLeg certificate = 7;
     */
    certificate: MicroRobotsCertificateLeg[];
};
/**
 * Describes the message botwerk.v1.MicroRobotsSolution.
 * Use `create(MicroRobotsSolutionSchema)` to create a new message.
 */
export declare const MicroRobotsSolutionSchema: GenMessage<MicroRobotsSolution>;
/**
 * The proof for one leg: its route and the spaces at distance 0, 1, 2 ... from its start.
 *
 * @generated from message botwerk.v1.MicroRobotsCertificateLeg
 */
export type MicroRobotsCertificateLeg = Message<"botwerk.v1.MicroRobotsCertificateLeg"> & {
    /**
     * Empty if the leg's target is unreachable; the layers then hold all reachable spaces.
     *
     * @generated from field: string route = 1;
     */
    route: string;
    /**
     * @generated from field: repeated botwerk.v1.MicroRobotsLayer layers = 2;
     */
    layers: MicroRobotsLayer[];
    /**
     * The spaces of the route, from the start.
     *
     * @generated from field: repeated botwerk.v1.MicroRobotsSpace spaces = 3;
     */
    spaces: MicroRobotsSpace[];
};
/**
 * Describes the message botwerk.v1.MicroRobotsCertificateLeg.
 * Use `create(MicroRobotsCertificateLegSchema)` to create a new message.
 */
export declare const MicroRobotsCertificateLegSchema: GenMessage<MicroRobotsCertificateLeg>;
/**
 * The spaces at one distance.
 *
 * @generated from message botwerk.v1.MicroRobotsLayer
 */
export type MicroRobotsLayer = Message<"botwerk.v1.MicroRobotsLayer"> & {
    /**
     * @generated from field: repeated botwerk.v1.MicroRobotsSpace spaces = 1;
     */
    spaces: MicroRobotsSpace[];
};
/**
 * Describes the message botwerk.v1.MicroRobotsLayer.
 * Use `create(MicroRobotsLayerSchema)` to create a new message.
 */
export declare const MicroRobotsLayerSchema: GenMessage<MicroRobotsLayer>;
/**
 * A space: a number from 1 to 6 and one of the colours blue, yellow, green, red, pink, white (MR-1).
 * Its value is (number - 1) * 6 + colour + 1, where colours are numbered from 0 in that order; its
 * name ends with the two characters of the notation.
 *
 * @generated from enum botwerk.v1.MicroRobotsSpace
 */
export declare enum MicroRobotsSpace {
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_UNSPECIFIED = 0;
     */
    MICRO_ROBOTS_SPACE_UNSPECIFIED = 0,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_1B = 1;
     */
    MICRO_ROBOTS_SPACE_1B = 1,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_1Y = 2;
     */
    MICRO_ROBOTS_SPACE_1Y = 2,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_1G = 3;
     */
    MICRO_ROBOTS_SPACE_1G = 3,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_1R = 4;
     */
    MICRO_ROBOTS_SPACE_1R = 4,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_1P = 5;
     */
    MICRO_ROBOTS_SPACE_1P = 5,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_1W = 6;
     */
    MICRO_ROBOTS_SPACE_1W = 6,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_2B = 7;
     */
    MICRO_ROBOTS_SPACE_2B = 7,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_2Y = 8;
     */
    MICRO_ROBOTS_SPACE_2Y = 8,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_2G = 9;
     */
    MICRO_ROBOTS_SPACE_2G = 9,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_2R = 10;
     */
    MICRO_ROBOTS_SPACE_2R = 10,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_2P = 11;
     */
    MICRO_ROBOTS_SPACE_2P = 11,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_2W = 12;
     */
    MICRO_ROBOTS_SPACE_2W = 12,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_3B = 13;
     */
    MICRO_ROBOTS_SPACE_3B = 13,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_3Y = 14;
     */
    MICRO_ROBOTS_SPACE_3Y = 14,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_3G = 15;
     */
    MICRO_ROBOTS_SPACE_3G = 15,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_3R = 16;
     */
    MICRO_ROBOTS_SPACE_3R = 16,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_3P = 17;
     */
    MICRO_ROBOTS_SPACE_3P = 17,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_3W = 18;
     */
    MICRO_ROBOTS_SPACE_3W = 18,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_4B = 19;
     */
    MICRO_ROBOTS_SPACE_4B = 19,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_4Y = 20;
     */
    MICRO_ROBOTS_SPACE_4Y = 20,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_4G = 21;
     */
    MICRO_ROBOTS_SPACE_4G = 21,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_4R = 22;
     */
    MICRO_ROBOTS_SPACE_4R = 22,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_4P = 23;
     */
    MICRO_ROBOTS_SPACE_4P = 23,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_4W = 24;
     */
    MICRO_ROBOTS_SPACE_4W = 24,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_5B = 25;
     */
    MICRO_ROBOTS_SPACE_5B = 25,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_5Y = 26;
     */
    MICRO_ROBOTS_SPACE_5Y = 26,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_5G = 27;
     */
    MICRO_ROBOTS_SPACE_5G = 27,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_5R = 28;
     */
    MICRO_ROBOTS_SPACE_5R = 28,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_5P = 29;
     */
    MICRO_ROBOTS_SPACE_5P = 29,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_5W = 30;
     */
    MICRO_ROBOTS_SPACE_5W = 30,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_6B = 31;
     */
    MICRO_ROBOTS_SPACE_6B = 31,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_6Y = 32;
     */
    MICRO_ROBOTS_SPACE_6Y = 32,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_6G = 33;
     */
    MICRO_ROBOTS_SPACE_6G = 33,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_6R = 34;
     */
    MICRO_ROBOTS_SPACE_6R = 34,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_6P = 35;
     */
    MICRO_ROBOTS_SPACE_6P = 35,
    /**
     * @generated from enum value: MICRO_ROBOTS_SPACE_6W = 36;
     */
    MICRO_ROBOTS_SPACE_6W = 36
}
/**
 * Describes the enum botwerk.v1.MicroRobotsSpace.
 */
export declare const MicroRobotsSpaceSchema: GenEnum<MicroRobotsSpace>;
