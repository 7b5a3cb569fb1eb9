import type { GenEnum, GenFile, GenMessage } from "@bufbuild/protobuf/codegenv2";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/netzwerk.proto.
 */
export declare const file_botwerk_v1_netzwerk: GenFile;
/**
 * One atomic action.
 *
 * @generated from message botwerk.v1.NetzwerkAction
 */
export type NetzwerkAction = Message<"botwerk.v1.NetzwerkAction"> & {
    /**
     * @generated from oneof botwerk.v1.NetzwerkAction.kind
     */
    kind: {
        /**
         * A robot's step, jump or capture (NW-6 to NW-10).
         *
         * @generated from field: botwerk.v1.NetzwerkRobotMove robot = 1;
         */
        value: NetzwerkRobotMove;
        case: "robot";
    } | {
        /**
         * The robot phase ends (NW-5).
         *
         * @generated from field: bool end_robots = 2;
         */
        value: boolean;
        case: "endRobots";
    } | {
        /**
         * A battery's move (NW-14 to NW-17).
         *
         * @generated from field: botwerk.v1.NetzwerkBatteryMove battery = 3;
         */
        value: NetzwerkBatteryMove;
        case: "battery";
    } | {
        /**
         * The turn ends (NW-5).
         *
         * @generated from field: bool end_turn = 4;
         */
        value: boolean;
        case: "endTurn";
    } | {
        /**
         * The referee: a side leaves the match (NW-30).
         *
         * @generated from field: botwerk.v1.NetzwerkSide leave = 5;
         */
        value: NetzwerkSide;
        case: "leave";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.NetzwerkAction.
 * Use `create(NetzwerkActionSchema)` to create a new message.
 */
export declare const NetzwerkActionSchema: GenMessage<NetzwerkAction>;
/**
 * A robot's move of one or two squares in a straight line.
 *
 * @generated from message botwerk.v1.NetzwerkRobotMove
 */
export type NetzwerkRobotMove = Message<"botwerk.v1.NetzwerkRobotMove"> & {
    /**
     * @generated from field: botwerk.v1.NetzwerkSquare from = 1;
     */
    from: NetzwerkSquare;
    /**
     * @generated from field: botwerk.v1.NetzwerkSquare to = 2;
     */
    to: NetzwerkSquare;
    /**
     * @generated from field: bool captures = 3;
     */
    captures: boolean;
};
/**
 * Describes the message botwerk.v1.NetzwerkRobotMove.
 * Use `create(NetzwerkRobotMoveSchema)` to create a new message.
 */
export declare const NetzwerkRobotMoveSchema: GenMessage<NetzwerkRobotMove>;
/**
 * A battery's move along its line to the next empty energy field (NW-16).
 *
 * @generated from message botwerk.v1.NetzwerkBatteryMove
 */
export type NetzwerkBatteryMove = Message<"botwerk.v1.NetzwerkBatteryMove"> & {
    /**
     * @generated from field: botwerk.v1.NetzwerkField from = 1;
     */
    from: NetzwerkField;
    /**
     * @generated from field: botwerk.v1.NetzwerkField to = 2;
     */
    to: NetzwerkField;
};
/**
 * Describes the message botwerk.v1.NetzwerkBatteryMove.
 * Use `create(NetzwerkBatteryMoveSchema)` to create a new message.
 */
export declare const NetzwerkBatteryMoveSchema: GenMessage<NetzwerkBatteryMove>;
/**
 * A position. All lists of points are sorted by rank, then file.
 *
 * @generated from message botwerk.v1.NetzwerkPosition
 */
export type NetzwerkPosition = Message<"botwerk.v1.NetzwerkPosition"> & {
    /**
     * The side to move.
     *
     * @generated from field: botwerk.v1.NetzwerkSide side = 1;
     */
    side: NetzwerkSide;
    /**
     * Squares of White's robots.
     *
     * @generated from field: repeated botwerk.v1.NetzwerkSquare white = 2;
     */
    white: NetzwerkSquare[];
    /**
     * Squares of Black's robots.
     *
     * @generated from field: repeated botwerk.v1.NetzwerkSquare black = 3;
     */
    black: NetzwerkSquare[];
    /**
     * Energy fields with a battery.
     *
     * @generated from field: repeated botwerk.v1.NetzwerkField batteries = 4;
     */
    batteries: NetzwerkField[];
    /**
     * Number of turns since the last forward step, forward jump or capture (NW-26).
     *
     * @generated from field: uint32 quiet = 5;
     */
    quiet: number;
    /**
     * @generated from oneof botwerk.v1.NetzwerkPosition.phase
     */
    phase: {
        /**
         * The robot phase.
         *
         * @generated from field: botwerk.v1.NetzwerkRobotPhase robot_phase = 6;
         */
        value: NetzwerkRobotPhase;
        case: "robotPhase";
    } | {
        /**
         * The battery phase.
         *
         * @generated from field: botwerk.v1.NetzwerkBatteryPhase battery_phase = 7;
         */
        value: NetzwerkBatteryPhase;
        case: "batteryPhase";
    } | {
        case: undefined;
        value?: undefined;
    };
    /**
     * Number of turns of both sides so far. Counted only with turn_cap (NW-27).
     *
     * @generated from field: uint32 turns = 8;
     */
    turns: number;
    /**
     * The side that has left the match (NW-30).
     *
     * @generated from field: botwerk.v1.NetzwerkSide departed = 9;
     */
    departed: NetzwerkSide;
    /**
     * Number of occurrences of the position in the match so far, this one included (NW-25); 0 within a
     * turn, and without the repetition rule. A function of the earlier positions: in requests it is
     * ignored, and those positions count instead.
     *
     * @generated from field: uint32 occurrences = 10;
     */
    occurrences: number;
};
/**
 * Describes the message botwerk.v1.NetzwerkPosition.
 * Use `create(NetzwerkPositionSchema)` to create a new message.
 */
export declare const NetzwerkPositionSchema: GenMessage<NetzwerkPosition>;
/**
 * The solution of a position at the start of a turn.
 *
 * @generated from message botwerk.v1.NetzwerkSolution
 */
export type NetzwerkSolution = Message<"botwerk.v1.NetzwerkSolution"> & {
    /**
     * For the side to move.
     *
     * @generated from field: botwerk.v1.NetzwerkValue value = 1;
     */
    value: NetzwerkValue;
    /**
     * Number of turns of both sides to the end, where the winner takes the shortest way and the loser the
     * longest; 0 for a draw.
     *
     * @generated from field: uint32 turns = 2;
     */
    turns: number;
    /**
     * Best play of both sides, to the end of the match or, in a draw, to the first repeated position. Empty if
     * the match is over.
     *
     * @generated from field: repeated botwerk.v1.NetzwerkSolvedTurn principal_variation = 3;
     */
    principalVariation: NetzwerkSolvedTurn[];
    /**
     * Number of positions that were solved.
     *
     * @generated from field: uint64 positions = 4;
     */
    positions: bigint;
};
/**
 * Describes the message botwerk.v1.NetzwerkSolution.
 * Use `create(NetzwerkSolutionSchema)` to create a new message.
 */
export declare const NetzwerkSolutionSchema: GenMessage<NetzwerkSolution>;
/**
 * A turn of best play.
 *
 * @generated from message botwerk.v1.NetzwerkSolvedTurn
 */
export type NetzwerkSolvedTurn = Message<"botwerk.v1.NetzwerkSolvedTurn"> & {
    /**
     * @generated from field: botwerk.v1.NetzwerkSide side = 1;
     */
    side: NetzwerkSide;
    /**
     * The value before the turn, for this side.
     *
     * @generated from field: botwerk.v1.NetzwerkValue value = 2;
     */
    value: NetzwerkValue;
    /**
     * The number of turns to the end before the turn, this one included; 0 for a draw.
     *
     * @generated from field: uint32 turns = 3;
     */
    turns: number;
    /**
     * The actions of the turn, as in Submission.
     *
     * @generated from field: repeated botwerk.v1.NetzwerkAction actions = 4;
     */
    actions: NetzwerkAction[];
    /**
     * The turn in the game's notation.
     *
     * @generated from field: string text = 5;
     */
    text: string;
};
/**
 * Describes the message botwerk.v1.NetzwerkSolvedTurn.
 * Use `create(NetzwerkSolvedTurnSchema)` to create a new message.
 */
export declare const NetzwerkSolvedTurnSchema: GenMessage<NetzwerkSolvedTurn>;
/**
 * The robot phase of a turn (NW-5).
 *
 * @generated from message botwerk.v1.NetzwerkRobotPhase
 */
export type NetzwerkRobotPhase = Message<"botwerk.v1.NetzwerkRobotPhase"> & {
    /**
     * The robots that have spent energy in this turn, sorted by their start squares.
     *
     * @generated from field: repeated botwerk.v1.NetzwerkSpender spenders = 1;
     */
    spenders: NetzwerkSpender[];
};
/**
 * Describes the message botwerk.v1.NetzwerkRobotPhase.
 * Use `create(NetzwerkRobotPhaseSchema)` to create a new message.
 */
export declare const NetzwerkRobotPhaseSchema: GenMessage<NetzwerkRobotPhase>;
/**
 * A robot that has spent energy in this turn (NW-7).
 *
 * @generated from message botwerk.v1.NetzwerkSpender
 */
export type NetzwerkSpender = Message<"botwerk.v1.NetzwerkSpender"> & {
    /**
     * The robot's square at the start of the turn.
     *
     * @generated from field: botwerk.v1.NetzwerkSquare start = 1;
     */
    start: NetzwerkSquare;
    /**
     * The robot's current square.
     *
     * @generated from field: botwerk.v1.NetzwerkSquare now = 2;
     */
    now: NetzwerkSquare;
    /**
     * The energy spent, 1 to 4.
     *
     * @generated from field: uint32 spent = 3;
     */
    spent: number;
    /**
     * Whether the robot has captured and cannot move again in this turn (NW-11).
     *
     * @generated from field: bool captured = 4;
     */
    captured: boolean;
};
/**
 * Describes the message botwerk.v1.NetzwerkSpender.
 * Use `create(NetzwerkSpenderSchema)` to create a new message.
 */
export declare const NetzwerkSpenderSchema: GenMessage<NetzwerkSpender>;
/**
 * The battery phase of a turn (NW-5).
 *
 * @generated from message botwerk.v1.NetzwerkBatteryPhase
 */
export type NetzwerkBatteryPhase = Message<"botwerk.v1.NetzwerkBatteryPhase"> & {
    /**
     * The current fields of the batteries that have moved in this turn (NW-17).
     *
     * @generated from field: repeated botwerk.v1.NetzwerkField moved = 1;
     */
    moved: NetzwerkField[];
};
/**
 * Describes the message botwerk.v1.NetzwerkBatteryPhase.
 * Use `create(NetzwerkBatteryPhaseSchema)` to create a new message.
 */
export declare const NetzwerkBatteryPhaseSchema: GenMessage<NetzwerkBatteryPhase>;
/**
 * A square, which can hold a robot (NW-2). Its value is 6 x rank + file + 1, both from 0; its name
 * ends with that of the notation. Smaller boards use only the first files and ranks.
 *
 * @generated from enum botwerk.v1.NetzwerkSquare
 */
export declare enum NetzwerkSquare {
    /**
     * @generated from enum value: NETZWERK_SQUARE_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: NETZWERK_SQUARE_B2 = 1;
     */
    B2 = 1,
    /**
     * @generated from enum value: NETZWERK_SQUARE_D2 = 2;
     */
    D2 = 2,
    /**
     * @generated from enum value: NETZWERK_SQUARE_F2 = 3;
     */
    F2 = 3,
    /**
     * @generated from enum value: NETZWERK_SQUARE_H2 = 4;
     */
    H2 = 4,
    /**
     * @generated from enum value: NETZWERK_SQUARE_J2 = 5;
     */
    J2 = 5,
    /**
     * @generated from enum value: NETZWERK_SQUARE_L2 = 6;
     */
    L2 = 6,
    /**
     * @generated from enum value: NETZWERK_SQUARE_B4 = 7;
     */
    B4 = 7,
    /**
     * @generated from enum value: NETZWERK_SQUARE_D4 = 8;
     */
    D4 = 8,
    /**
     * @generated from enum value: NETZWERK_SQUARE_F4 = 9;
     */
    F4 = 9,
    /**
     * @generated from enum value: NETZWERK_SQUARE_H4 = 10;
     */
    H4 = 10,
    /**
     * @generated from enum value: NETZWERK_SQUARE_J4 = 11;
     */
    J4 = 11,
    /**
     * @generated from enum value: NETZWERK_SQUARE_L4 = 12;
     */
    L4 = 12,
    /**
     * @generated from enum value: NETZWERK_SQUARE_B6 = 13;
     */
    B6 = 13,
    /**
     * @generated from enum value: NETZWERK_SQUARE_D6 = 14;
     */
    D6 = 14,
    /**
     * @generated from enum value: NETZWERK_SQUARE_F6 = 15;
     */
    F6 = 15,
    /**
     * @generated from enum value: NETZWERK_SQUARE_H6 = 16;
     */
    H6 = 16,
    /**
     * @generated from enum value: NETZWERK_SQUARE_J6 = 17;
     */
    J6 = 17,
    /**
     * @generated from enum value: NETZWERK_SQUARE_L6 = 18;
     */
    L6 = 18,
    /**
     * @generated from enum value: NETZWERK_SQUARE_B8 = 19;
     */
    B8 = 19,
    /**
     * @generated from enum value: NETZWERK_SQUARE_D8 = 20;
     */
    D8 = 20,
    /**
     * @generated from enum value: NETZWERK_SQUARE_F8 = 21;
     */
    F8 = 21,
    /**
     * @generated from enum value: NETZWERK_SQUARE_H8 = 22;
     */
    H8 = 22,
    /**
     * @generated from enum value: NETZWERK_SQUARE_J8 = 23;
     */
    J8 = 23,
    /**
     * @generated from enum value: NETZWERK_SQUARE_L8 = 24;
     */
    L8 = 24,
    /**
     * @generated from enum value: NETZWERK_SQUARE_B10 = 25;
     */
    B10 = 25,
    /**
     * @generated from enum value: NETZWERK_SQUARE_D10 = 26;
     */
    D10 = 26,
    /**
     * @generated from enum value: NETZWERK_SQUARE_F10 = 27;
     */
    F10 = 27,
    /**
     * @generated from enum value: NETZWERK_SQUARE_H10 = 28;
     */
    H10 = 28,
    /**
     * @generated from enum value: NETZWERK_SQUARE_J10 = 29;
     */
    J10 = 29,
    /**
     * @generated from enum value: NETZWERK_SQUARE_L10 = 30;
     */
    L10 = 30,
    /**
     * @generated from enum value: NETZWERK_SQUARE_B12 = 31;
     */
    B12 = 31,
    /**
     * @generated from enum value: NETZWERK_SQUARE_D12 = 32;
     */
    D12 = 32,
    /**
     * @generated from enum value: NETZWERK_SQUARE_F12 = 33;
     */
    F12 = 33,
    /**
     * @generated from enum value: NETZWERK_SQUARE_H12 = 34;
     */
    H12 = 34,
    /**
     * @generated from enum value: NETZWERK_SQUARE_J12 = 35;
     */
    J12 = 35,
    /**
     * @generated from enum value: NETZWERK_SQUARE_L12 = 36;
     */
    L12 = 36
}
/**
 * Describes the enum botwerk.v1.NetzwerkSquare.
 */
export declare const NetzwerkSquareSchema: GenEnum<NetzwerkSquare>;
/**
 * An energy field, which can hold a battery (NW-2). Its value is 7 x rank + file + 1, both from 0.
 *
 * @generated from enum botwerk.v1.NetzwerkField
 */
export declare enum NetzwerkField {
    /**
     * @generated from enum value: NETZWERK_FIELD_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: NETZWERK_FIELD_A1 = 1;
     */
    A1 = 1,
    /**
     * @generated from enum value: NETZWERK_FIELD_C1 = 2;
     */
    C1 = 2,
    /**
     * @generated from enum value: NETZWERK_FIELD_E1 = 3;
     */
    E1 = 3,
    /**
     * @generated from enum value: NETZWERK_FIELD_G1 = 4;
     */
    G1 = 4,
    /**
     * @generated from enum value: NETZWERK_FIELD_I1 = 5;
     */
    I1 = 5,
    /**
     * @generated from enum value: NETZWERK_FIELD_K1 = 6;
     */
    K1 = 6,
    /**
     * @generated from enum value: NETZWERK_FIELD_M1 = 7;
     */
    M1 = 7,
    /**
     * @generated from enum value: NETZWERK_FIELD_A3 = 8;
     */
    A3 = 8,
    /**
     * @generated from enum value: NETZWERK_FIELD_C3 = 9;
     */
    C3 = 9,
    /**
     * @generated from enum value: NETZWERK_FIELD_E3 = 10;
     */
    E3 = 10,
    /**
     * @generated from enum value: NETZWERK_FIELD_G3 = 11;
     */
    G3 = 11,
    /**
     * @generated from enum value: NETZWERK_FIELD_I3 = 12;
     */
    I3 = 12,
    /**
     * @generated from enum value: NETZWERK_FIELD_K3 = 13;
     */
    K3 = 13,
    /**
     * @generated from enum value: NETZWERK_FIELD_M3 = 14;
     */
    M3 = 14,
    /**
     * @generated from enum value: NETZWERK_FIELD_A5 = 15;
     */
    A5 = 15,
    /**
     * @generated from enum value: NETZWERK_FIELD_C5 = 16;
     */
    C5 = 16,
    /**
     * @generated from enum value: NETZWERK_FIELD_E5 = 17;
     */
    E5 = 17,
    /**
     * @generated from enum value: NETZWERK_FIELD_G5 = 18;
     */
    G5 = 18,
    /**
     * @generated from enum value: NETZWERK_FIELD_I5 = 19;
     */
    I5 = 19,
    /**
     * @generated from enum value: NETZWERK_FIELD_K5 = 20;
     */
    K5 = 20,
    /**
     * @generated from enum value: NETZWERK_FIELD_M5 = 21;
     */
    M5 = 21,
    /**
     * @generated from enum value: NETZWERK_FIELD_A7 = 22;
     */
    A7 = 22,
    /**
     * @generated from enum value: NETZWERK_FIELD_C7 = 23;
     */
    C7 = 23,
    /**
     * @generated from enum value: NETZWERK_FIELD_E7 = 24;
     */
    E7 = 24,
    /**
     * @generated from enum value: NETZWERK_FIELD_G7 = 25;
     */
    G7 = 25,
    /**
     * @generated from enum value: NETZWERK_FIELD_I7 = 26;
     */
    I7 = 26,
    /**
     * @generated from enum value: NETZWERK_FIELD_K7 = 27;
     */
    K7 = 27,
    /**
     * @generated from enum value: NETZWERK_FIELD_M7 = 28;
     */
    M7 = 28,
    /**
     * @generated from enum value: NETZWERK_FIELD_A9 = 29;
     */
    A9 = 29,
    /**
     * @generated from enum value: NETZWERK_FIELD_C9 = 30;
     */
    C9 = 30,
    /**
     * @generated from enum value: NETZWERK_FIELD_E9 = 31;
     */
    E9 = 31,
    /**
     * @generated from enum value: NETZWERK_FIELD_G9 = 32;
     */
    G9 = 32,
    /**
     * @generated from enum value: NETZWERK_FIELD_I9 = 33;
     */
    I9 = 33,
    /**
     * @generated from enum value: NETZWERK_FIELD_K9 = 34;
     */
    K9 = 34,
    /**
     * @generated from enum value: NETZWERK_FIELD_M9 = 35;
     */
    M9 = 35,
    /**
     * @generated from enum value: NETZWERK_FIELD_A11 = 36;
     */
    A11 = 36,
    /**
     * @generated from enum value: NETZWERK_FIELD_C11 = 37;
     */
    C11 = 37,
    /**
     * @generated from enum value: NETZWERK_FIELD_E11 = 38;
     */
    E11 = 38,
    /**
     * @generated from enum value: NETZWERK_FIELD_G11 = 39;
     */
    G11 = 39,
    /**
     * @generated from enum value: NETZWERK_FIELD_I11 = 40;
     */
    I11 = 40,
    /**
     * @generated from enum value: NETZWERK_FIELD_K11 = 41;
     */
    K11 = 41,
    /**
     * @generated from enum value: NETZWERK_FIELD_M11 = 42;
     */
    M11 = 42,
    /**
     * @generated from enum value: NETZWERK_FIELD_A13 = 43;
     */
    A13 = 43,
    /**
     * @generated from enum value: NETZWERK_FIELD_C13 = 44;
     */
    C13 = 44,
    /**
     * @generated from enum value: NETZWERK_FIELD_E13 = 45;
     */
    E13 = 45,
    /**
     * @generated from enum value: NETZWERK_FIELD_G13 = 46;
     */
    G13 = 46,
    /**
     * @generated from enum value: NETZWERK_FIELD_I13 = 47;
     */
    I13 = 47,
    /**
     * @generated from enum value: NETZWERK_FIELD_K13 = 48;
     */
    K13 = 48,
    /**
     * @generated from enum value: NETZWERK_FIELD_M13 = 49;
     */
    M13 = 49
}
/**
 * Describes the enum botwerk.v1.NetzwerkField.
 */
export declare const NetzwerkFieldSchema: GenEnum<NetzwerkField>;
/**
 * A side of the board.
 *
 * @generated from enum botwerk.v1.NetzwerkSide
 */
export declare enum NetzwerkSide {
    /**
     * @generated from enum value: NETZWERK_SIDE_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * Seat 0, moves towards the highest rank.
     *
     * @generated from enum value: NETZWERK_SIDE_WHITE = 1;
     */
    WHITE = 1,
    /**
     * Seat 1, moves towards rank 2.
     *
     * @generated from enum value: NETZWERK_SIDE_BLACK = 2;
     */
    BLACK = 2
}
/**
 * Describes the enum botwerk.v1.NetzwerkSide.
 */
export declare const NetzwerkSideSchema: GenEnum<NetzwerkSide>;
/**
 * The value of a position with best play of both sides. Matches have no length limit here: NW-25 to NW-27
 * do not apply, and endless play is a draw.
 *
 * @generated from enum botwerk.v1.NetzwerkValue
 */
export declare enum NetzwerkValue {
    /**
     * @generated from enum value: NETZWERK_VALUE_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * The side to move wins.
     *
     * @generated from enum value: NETZWERK_VALUE_WIN = 1;
     */
    WIN = 1,
    /**
     * Neither side can force a win.
     *
     * @generated from enum value: NETZWERK_VALUE_DRAW = 2;
     */
    DRAW = 2,
    /**
     * The side to move loses.
     *
     * @generated from enum value: NETZWERK_VALUE_LOSS = 3;
     */
    LOSS = 3
}
/**
 * Describes the enum botwerk.v1.NetzwerkValue.
 */
export declare const NetzwerkValueSchema: GenEnum<NetzwerkValue>;
