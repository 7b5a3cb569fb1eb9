import type { GenFile, GenMessage } from "@bufbuild/protobuf/codegenv2";
import type { DroidsAction, DroidsPosition } from "./droids_pb.js";
import type { MicroRobotsAction, MicroRobotsPosition } from "./micro_robots_pb.js";
import type { NetzwerkAction, NetzwerkPosition } from "./netzwerk_pb.js";
import type { RicochetAction, RicochetPosition } from "./ricochet_pb.js";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/game.proto.
 */
export declare const file_botwerk_v1_game: GenFile;
/**
 * One option of a game, named as in the catalogue.
 *
 * @generated from message botwerk.v1.GameOption
 */
export type GameOption = Message<"botwerk.v1.GameOption"> & {
    /**
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * @generated from field: string value = 2;
     */
    value: string;
};
/**
 * Describes the message botwerk.v1.GameOption.
 * Use `create(GameOptionSchema)` to create a new message.
 */
export declare const GameOptionSchema: GenMessage<GameOption>;
/**
 * A game with its options and number of seats.
 *
 * @generated from message botwerk.v1.GameSetup
 */
export type GameSetup = Message<"botwerk.v1.GameSetup"> & {
    /**
     * The game's name, such as "micro-robots".
     *
     * @generated from field: string game = 1;
     */
    game: string;
    /**
     * Options that differ from their defaults.
     *
     * @generated from field: repeated botwerk.v1.GameOption options = 2;
     */
    options: GameOption[];
    /**
     * Number of seats. 0: the number in the position's text, or else the minimum that can play.
     *
     * @generated from field: uint32 seats = 3;
     */
    seats: number;
};
/**
 * Describes the message botwerk.v1.GameSetup.
 * Use `create(GameSetupSchema)` to create a new message.
 */
export declare const GameSetupSchema: GenMessage<GameSetup>;
/**
 * One atomic action.
 *
 * @generated from message botwerk.v1.Action
 */
export type Action = Message<"botwerk.v1.Action"> & {
    /**
     * @generated from oneof botwerk.v1.Action.game
     */
    game: {
        /**
         * @generated from field: botwerk.v1.MicroRobotsAction micro_robots = 1;
         */
        value: MicroRobotsAction;
        case: "microRobots";
    } | {
        /**
         * @generated from field: botwerk.v1.NetzwerkAction netzwerk = 2;
         */
        value: NetzwerkAction;
        case: "netzwerk";
    } | {
        /**
         * @generated from field: botwerk.v1.DroidsAction droids = 3;
         */
        value: DroidsAction;
        case: "droids";
    } | {
        /**
         * @generated from field: botwerk.v1.RicochetAction ricochet = 4;
         */
        value: RicochetAction;
        case: "ricochet";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.Action.
 * Use `create(ActionSchema)` to create a new message.
 */
export declare const ActionSchema: GenMessage<Action>;
/**
 * A position, or what one viewer may know of it.
 *
 * @generated from message botwerk.v1.Position
 */
export type Position = Message<"botwerk.v1.Position"> & {
    /**
     * @generated from oneof botwerk.v1.Position.game
     */
    game: {
        /**
         * @generated from field: botwerk.v1.MicroRobotsPosition micro_robots = 1;
         */
        value: MicroRobotsPosition;
        case: "microRobots";
    } | {
        /**
         * @generated from field: botwerk.v1.NetzwerkPosition netzwerk = 2;
         */
        value: NetzwerkPosition;
        case: "netzwerk";
    } | {
        /**
         * @generated from field: botwerk.v1.DroidsPosition droids = 3;
         */
        value: DroidsPosition;
        case: "droids";
    } | {
        /**
         * @generated from field: botwerk.v1.RicochetPosition ricochet = 4;
         */
        value: RicochetPosition;
        case: "ricochet";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.Position.
 * Use `create(PositionSchema)` to create a new message.
 */
export declare const PositionSchema: GenMessage<Position>;
/**
 * The source of an action.
 *
 * @generated from message botwerk.v1.Actor
 */
export type Actor = Message<"botwerk.v1.Actor"> & {
    /**
     * @generated from oneof botwerk.v1.Actor.kind
     */
    kind: {
        /**
         * The player of this seat.
         *
         * @generated from field: uint32 seat = 1;
         */
        value: number;
        case: "seat";
    } | {
        /**
         * Chance.
         *
         * @generated from field: bool chance = 2;
         */
        value: boolean;
        case: "chance";
    } | {
        /**
         * The referee: time limits and departures.
         *
         * @generated from field: bool referee = 3;
         */
        value: boolean;
        case: "referee";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.Actor.
 * Use `create(ActorSchema)` to create a new message.
 */
export declare const ActorSchema: GenMessage<Actor>;
/**
 * The recipient of a view.
 *
 * @generated from message botwerk.v1.Viewer
 */
export type Viewer = Message<"botwerk.v1.Viewer"> & {
    /**
     * @generated from oneof botwerk.v1.Viewer.kind
     */
    kind: {
        /**
         * The player of this seat.
         *
         * @generated from field: uint32 seat = 1;
         */
        value: number;
        case: "seat";
    } | {
        /**
         * A viewer without a seat.
         *
         * @generated from field: bool spectator = 2;
         */
        value: boolean;
        case: "spectator";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.Viewer.
 * Use `create(ViewerSchema)` to create a new message.
 */
export declare const ViewerSchema: GenMessage<Viewer>;
/**
 * An action in all its representations.
 *
 * @generated from message botwerk.v1.ActionInfo
 */
export type ActionInfo = Message<"botwerk.v1.ActionInfo"> & {
    /**
     * @generated from field: botwerk.v1.Action action = 1;
     */
    action?: Action | undefined;
    /**
     * The action in the game's notation.
     *
     * @generated from field: string text = 2;
     */
    text: string;
    /**
     * The dense number of the action, from 0.
     *
     * @generated from field: uint32 number = 3;
     */
    number: number;
};
/**
 * Describes the message botwerk.v1.ActionInfo.
 * Use `create(ActionInfoSchema)` to create a new message.
 */
export declare const ActionInfoSchema: GenMessage<ActionInfo>;
/**
 * The result of a match by the rules.
 *
 * @generated from message botwerk.v1.Outcome
 */
export type Outcome = Message<"botwerk.v1.Outcome"> & {
    /**
     * The place of each seat, 1 is best; equal seats share a place.
     *
     * @generated from field: repeated uint32 places = 1;
     */
    places: number[];
    /**
     * The points of each seat, in games that count points.
     *
     * @generated from field: repeated int32 points = 2;
     */
    points: number[];
    /**
     * The id of the rule that ended the match, such as "MR-26"; "adjudicated" if the players' scores did.
     *
     * @generated from field: string rule = 3;
     */
    rule: string;
    /**
     * Whether the scores of both players ended the match before the rules did.
     *
     * @generated from field: bool adjudicated = 4;
     */
    adjudicated: boolean;
};
/**
 * Describes the message botwerk.v1.Outcome.
 * Use `create(OutcomeSchema)` to create a new message.
 */
export declare const OutcomeSchema: GenMessage<Outcome>;
/**
 * The next actor of a position.
 *
 * @generated from message botwerk.v1.Turn
 */
export type Turn = Message<"botwerk.v1.Turn"> & {
    /**
     * @generated from oneof botwerk.v1.Turn.kind
     */
    kind: {
        /**
         * One or several seats must act.
         *
         * @generated from field: botwerk.v1.Decision decision = 1;
         */
        value: Decision;
        case: "decision";
    } | {
        /**
         * A chance outcome with this key is due.
         *
         * @generated from field: string chance = 2;
         */
        value: string;
        case: "chance";
    } | {
        /**
         * The match is over.
         *
         * @generated from field: botwerk.v1.Outcome over = 3;
         */
        value: Outcome;
        case: "over";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.Turn.
 * Use `create(TurnSchema)` to create a new message.
 */
export declare const TurnSchema: GenMessage<Turn>;
/**
 * A point at which one or more seats must act.
 *
 * @generated from message botwerk.v1.Decision
 */
export type Decision = Message<"botwerk.v1.Decision"> & {
    /**
     * The seats that can act now.
     *
     * @generated from field: repeated uint32 seats = 1;
     */
    seats: number[];
    /**
     * The kind of decision, in the game's terms: "race", "show".
     *
     * @generated from field: string stage = 2;
     */
    stage: string;
    /**
     * Whether the seats act at the same time and the earliest submission counts.
     *
     * @generated from field: bool simultaneous = 3;
     */
    simultaneous: boolean;
};
/**
 * Describes the message botwerk.v1.Decision.
 * Use `create(DecisionSchema)` to create a new message.
 */
export declare const DecisionSchema: GenMessage<Decision>;
/**
 * A rejected request; nothing has changed. For unary calls the same reason is in a
 * google.rpc.ErrorInfo of the status, with domain "botwerk".
 *
 * @generated from message botwerk.v1.Error
 */
export type Error = Message<"botwerk.v1.Error"> & {
    /**
     * The gRPC status code that a unary call would return.
     *
     * @generated from field: int32 code = 1;
     */
    code: number;
    /**
     * The reason:
     * ILLEGAL_ACTION (the rules forbid the action, or it is not valid),
     * NOT_YOUR_TURN (the seat has no open request),
     * WRONG_TURN (another request is open),
     * ALREADY_SUBMITTED (this turn and part were submitted, or this batch was sent, with other content),
     * WRONG_STEP (the batch is neither the next nor the latest one of the environment),
     * FLAGGED (the clock of the seat reached zero),
     * MATCH_OVER (the match has ended),
     * MATCH_NOT_OVER (the match has not ended),
     * BLOCK_NOT_OVER (other matches with the same seed have not ended),
     * REQUEST_ID_REUSED (another request has used the id),
     * BAD_TOKEN (the token grants no access),
     * BAD_POSITION (the text or message is not a position of the game),
     * BAD_OPTIONS (an option of a game or a setting of an agent is not valid),
     * BAD_REQUEST (a field is missing or contradicts another one),
     * UNKNOWN_GAME (the server has no game of this name),
     * UNKNOWN_AGENT (the game has no agent of this name),
     * LIMIT_EXCEEDED (too many requests, streams or frames at once),
     * NOT_FOUND (the resource does not exist),
     * REPLACED (a newer stream plays the seat),
     * RULESET_MISMATCH (the match uses another ruleset),
     * NO_SHOW (the seat did not join in time),
     * SUSPENDED (the match waits for seats to rejoin),
     * HINTS_DISABLED (the match was created without hints),
     * TOURNAMENT_OVER (the tournament has ended),
     * TOURNAMENT_STALLED (the tournament was paused since it did not progress),
     * HOST_NOT_ALLOWED (the server has another name),
     * ORIGIN_NOT_ALLOWED (the web page may not call the server),
     * DRAINING (the server is shutting down),
     * STORE_UNAVAILABLE (the store does not accept writes),
     * INTERNAL (the server failed).
     *
     * @generated from field: string reason = 2;
     */
    reason: string;
    /**
     * What went wrong, where, and how to fix it.
     *
     * @generated from field: string message = 3;
     */
    message: string;
    /**
     * Zero-based index of the offending action in a list of actions.
     *
     * @generated from field: optional uint32 index = 4;
     */
    index?: number | undefined;
};
/**
 * Describes the message botwerk.v1.Error.
 * Use `create(ErrorSchema)` to create a new message.
 */
export declare const ErrorSchema: GenMessage<Error>;
