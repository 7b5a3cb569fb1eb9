import type { GenEnum, GenFile, GenMessage } from "@bufbuild/protobuf/codegenv2";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/droids.proto.
 */
export declare const file_botwerk_v1_droids: GenFile;
/**
 * One atomic action.
 *
 * @generated from message botwerk.v1.DroidsAction
 */
export type DroidsAction = Message<"botwerk.v1.DroidsAction"> & {
    /**
     * @generated from oneof botwerk.v1.DroidsAction.kind
     */
    kind: {
        /**
         * A stone is drawn from a container (DR-10).
         *
         * @generated from field: botwerk.v1.DroidsColour draw = 1;
         */
        value: DroidsColour;
        case: "draw";
    } | {
        /**
         * All seven stones are drawn at once: numbers per container that add up to seven (DR-10).
         *
         * @generated from field: botwerk.v1.DroidsColourCounts draw_all = 2;
         */
        value: DroidsColourCounts;
        case: "drawAll";
    } | {
        /**
         * A stone from the hand is set (DR-11).
         *
         * @generated from field: botwerk.v1.DroidsSet set = 3;
         */
        value: DroidsSet;
        case: "set";
    } | {
        /**
         * The seat stops setting (DR-13).
         *
         * @generated from field: bool stop = 4;
         */
        value: boolean;
        case: "stop";
    } | {
        /**
         * The front stone of a transmitter is sent (DR-14).
         *
         * @generated from field: botwerk.v1.DroidsSend send = 5;
         */
        value: DroidsSend;
        case: "send";
    } | {
        /**
         * The strip on this transmitter, 1 to 10, is lifted (DR-27).
         *
         * @generated from field: uint32 lift = 6;
         */
        value: number;
        case: "lift";
    } | {
        /**
         * The referee: a seat leaves the match (DR-41).
         *
         * @generated from field: botwerk.v1.DroidsSide leave = 7;
         */
        value: DroidsSide;
        case: "leave";
    } | {
        /**
         * Chance: the drawn stone (DR-40).
         *
         * @generated from field: botwerk.v1.DroidsKind stone = 8;
         */
        value: DroidsKind;
        case: "stone";
    } | {
        /**
         * Chance: the die, 1 to 10 (DR-25, DR-37).
         *
         * @generated from field: uint32 die = 9;
         */
        value: number;
        case: "die";
    } | {
        /**
         * Chance: the start roll (DR-7).
         *
         * @generated from field: botwerk.v1.DroidsRoll start = 10;
         */
        value: DroidsRoll;
        case: "start";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.DroidsAction.
 * Use `create(DroidsActionSchema)` to create a new message.
 */
export declare const DroidsActionSchema: GenMessage<DroidsAction>;
/**
 * Number of stones of each colour.
 *
 * @generated from message botwerk.v1.DroidsColourCounts
 */
export type DroidsColourCounts = Message<"botwerk.v1.DroidsColourCounts"> & {
    /**
     * @generated from field: uint32 violet = 1;
     */
    violet: number;
    /**
     * @generated from field: uint32 blue = 2;
     */
    blue: number;
    /**
     * @generated from field: uint32 red = 3;
     */
    red: number;
    /**
     * @generated from field: uint32 grey = 4;
     */
    grey: number;
};
/**
 * Describes the message botwerk.v1.DroidsColourCounts.
 * Use `create(DroidsColourCountsSchema)` to create a new message.
 */
export declare const DroidsColourCountsSchema: GenMessage<DroidsColourCounts>;
/**
 * A slot of a transmitter.
 *
 * @generated from message botwerk.v1.DroidsSlot
 */
export type DroidsSlot = Message<"botwerk.v1.DroidsSlot"> & {
    /**
     * 1 to 10 (DR-5).
     *
     * @generated from field: uint32 transmitter = 1;
     */
    transmitter: number;
    /**
     * 1 to 3; slot 1 is next to the field (DR-15).
     *
     * @generated from field: uint32 slot = 2;
     */
    slot: number;
};
/**
 * Describes the message botwerk.v1.DroidsSlot.
 * Use `create(DroidsSlotSchema)` to create a new message.
 */
export declare const DroidsSlotSchema: GenMessage<DroidsSlot>;
/**
 * A kind with its arrow.
 *
 * @generated from message botwerk.v1.DroidsStone
 */
export type DroidsStone = Message<"botwerk.v1.DroidsStone"> & {
    /**
     * @generated from field: botwerk.v1.DroidsKind kind = 1;
     */
    kind: DroidsKind;
    /**
     * @generated from field: botwerk.v1.DroidsArrow arrow = 2;
     */
    arrow: DroidsArrow;
};
/**
 * Describes the message botwerk.v1.DroidsStone.
 * Use `create(DroidsStoneSchema)` to create a new message.
 */
export declare const DroidsStoneSchema: GenMessage<DroidsStone>;
/**
 * A stone from the hand is set on a slot.
 *
 * @generated from message botwerk.v1.DroidsSet
 */
export type DroidsSet = Message<"botwerk.v1.DroidsSet"> & {
    /**
     * @generated from field: botwerk.v1.DroidsStone stone = 1;
     */
    stone?: DroidsStone | undefined;
    /**
     * @generated from field: botwerk.v1.DroidsSlot slot = 2;
     */
    slot?: DroidsSlot | undefined;
};
/**
 * Describes the message botwerk.v1.DroidsSet.
 * Use `create(DroidsSetSchema)` to create a new message.
 */
export declare const DroidsSetSchema: GenMessage<DroidsSet>;
/**
 * The front stone of a transmitter is sent.
 *
 * @generated from message botwerk.v1.DroidsSend
 */
export type DroidsSend = Message<"botwerk.v1.DroidsSend"> & {
    /**
     * 1 to 10.
     *
     * @generated from field: uint32 transmitter = 1;
     */
    transmitter: number;
    /**
     * The seat whose droid a relay stone controls. Unspecified for all other stones (DR-22).
     *
     * @generated from field: botwerk.v1.DroidsSide target = 2;
     */
    target: DroidsSide;
};
/**
 * Describes the message botwerk.v1.DroidsSend.
 * Use `create(DroidsSendSchema)` to create a new message.
 */
export declare const DroidsSendSchema: GenMessage<DroidsSend>;
/**
 * The roll of each seat, 1 to 10. 0 for a seat that does not roll.
 *
 * @generated from message botwerk.v1.DroidsRoll
 */
export type DroidsRoll = Message<"botwerk.v1.DroidsRoll"> & {
    /**
     * @generated from field: uint32 south = 1;
     */
    south: number;
    /**
     * @generated from field: uint32 west = 2;
     */
    west: number;
    /**
     * @generated from field: uint32 north = 3;
     */
    north: number;
    /**
     * @generated from field: uint32 east = 4;
     */
    east: number;
};
/**
 * Describes the message botwerk.v1.DroidsRoll.
 * Use `create(DroidsRollSchema)` to create a new message.
 */
export declare const DroidsRollSchema: GenMessage<DroidsRoll>;
/**
 * A number that belongs to one seat.
 *
 * @generated from message botwerk.v1.DroidsNumber
 */
export type DroidsNumber = Message<"botwerk.v1.DroidsNumber"> & {
    /**
     * @generated from field: botwerk.v1.DroidsSide side = 1;
     */
    side: DroidsSide;
    /**
     * @generated from field: uint32 number = 2;
     */
    number: number;
};
/**
 * Describes the message botwerk.v1.DroidsNumber.
 * Use `create(DroidsNumberSchema)` to create a new message.
 */
export declare const DroidsNumberSchema: GenMessage<DroidsNumber>;
/**
 * A square: x to the east, y to the south, both 0 to 9 (DR-5).
 *
 * @generated from message botwerk.v1.DroidsSquare
 */
export type DroidsSquare = Message<"botwerk.v1.DroidsSquare"> & {
    /**
     * @generated from field: uint32 x = 1;
     */
    x: number;
    /**
     * @generated from field: uint32 y = 2;
     */
    y: number;
};
/**
 * Describes the message botwerk.v1.DroidsSquare.
 * Use `create(DroidsSquareSchema)` to create a new message.
 */
export declare const DroidsSquareSchema: GenMessage<DroidsSquare>;
/**
 * An object that a droid can carry (DR-29).
 *
 * @generated from message botwerk.v1.DroidsObject
 */
export type DroidsObject = Message<"botwerk.v1.DroidsObject"> & {
    /**
     * @generated from oneof botwerk.v1.DroidsObject.kind
     */
    kind: {
        /**
         * @generated from field: bool obstacle = 1;
         */
        value: boolean;
        case: "obstacle";
    } | {
        /**
         * @generated from field: bool mine = 2;
         */
        value: boolean;
        case: "mine";
    } | {
        /**
         * The container of this seat (DR-38).
         *
         * @generated from field: botwerk.v1.DroidsSide container = 3;
         */
        value: DroidsSide;
        case: "container";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.DroidsObject.
 * Use `create(DroidsObjectSchema)` to create a new message.
 */
export declare const DroidsObjectSchema: GenMessage<DroidsObject>;
/**
 * An object on the field.
 *
 * @generated from message botwerk.v1.DroidsPlacedObject
 */
export type DroidsPlacedObject = Message<"botwerk.v1.DroidsPlacedObject"> & {
    /**
     * @generated from field: botwerk.v1.DroidsObject object = 1;
     */
    object?: DroidsObject | undefined;
    /**
     * @generated from field: botwerk.v1.DroidsSquare square = 2;
     */
    square?: DroidsSquare | undefined;
};
/**
 * Describes the message botwerk.v1.DroidsPlacedObject.
 * Use `create(DroidsPlacedObjectSchema)` to create a new message.
 */
export declare const DroidsPlacedObjectSchema: GenMessage<DroidsPlacedObject>;
/**
 * A droid.
 *
 * @generated from message botwerk.v1.DroidsDroid
 */
export type DroidsDroid = Message<"botwerk.v1.DroidsDroid"> & {
    /**
     * @generated from field: botwerk.v1.DroidsSide side = 1;
     */
    side: DroidsSide;
    /**
     * @generated from field: botwerk.v1.DroidsSquare square = 2;
     */
    square?: DroidsSquare | undefined;
    /**
     * The carried objects, in the order in which they were taken.
     *
     * @generated from field: repeated botwerk.v1.DroidsObject cargo = 3;
     */
    cargo: DroidsObject[];
};
/**
 * Describes the message botwerk.v1.DroidsDroid.
 * Use `create(DroidsDroidSchema)` to create a new message.
 */
export declare const DroidsDroidSchema: GenMessage<DroidsDroid>;
/**
 * A damage strip (DR-25).
 *
 * @generated from message botwerk.v1.DroidsStrip
 */
export type DroidsStrip = Message<"botwerk.v1.DroidsStrip"> & {
    /**
     * @generated from field: botwerk.v1.DroidsSide side = 1;
     */
    side: DroidsSide;
    /**
     * The covered transmitter, 1 to 10.
     *
     * @generated from field: uint32 transmitter = 2;
     */
    transmitter: number;
};
/**
 * Describes the message botwerk.v1.DroidsStrip.
 * Use `create(DroidsStripSchema)` to create a new message.
 */
export declare const DroidsStripSchema: GenMessage<DroidsStrip>;
/**
 * A stone on a slot.
 *
 * @generated from message botwerk.v1.DroidsPlacedStone
 */
export type DroidsPlacedStone = Message<"botwerk.v1.DroidsPlacedStone"> & {
    /**
     * @generated from field: botwerk.v1.DroidsSide side = 1;
     */
    side: DroidsSide;
    /**
     * @generated from field: botwerk.v1.DroidsSlot slot = 2;
     */
    slot?: DroidsSlot | undefined;
    /**
     * @generated from field: botwerk.v1.DroidsStone stone = 3;
     */
    stone?: DroidsStone | undefined;
};
/**
 * Describes the message botwerk.v1.DroidsPlacedStone.
 * Use `create(DroidsPlacedStoneSchema)` to create a new message.
 */
export declare const DroidsPlacedStoneSchema: GenMessage<DroidsPlacedStone>;
/**
 * The stones in a hand: kinds for the viewer's own hand, colours for others (DR-3).
 *
 * @generated from message botwerk.v1.DroidsHand
 */
export type DroidsHand = Message<"botwerk.v1.DroidsHand"> & {
    /**
     * @generated from field: botwerk.v1.DroidsSide side = 1;
     */
    side: DroidsSide;
    /**
     * In the order of the kinds.
     *
     * @generated from field: repeated botwerk.v1.DroidsKind kinds = 2;
     */
    kinds: DroidsKind[];
    /**
     * @generated from field: botwerk.v1.DroidsColourCounts colours = 3;
     */
    colours?: DroidsColourCounts | undefined;
};
/**
 * Describes the message botwerk.v1.DroidsHand.
 * Use `create(DroidsHandSchema)` to create a new message.
 */
export declare const DroidsHandSchema: GenMessage<DroidsHand>;
/**
 * A decision or chance outcome that comes before anything else.
 *
 * @generated from message botwerk.v1.DroidsPending
 */
export type DroidsPending = Message<"botwerk.v1.DroidsPending"> & {
    /**
     * @generated from oneof botwerk.v1.DroidsPending.kind
     */
    kind: {
        /**
         * Chance: the start roll.
         *
         * @generated from field: botwerk.v1.DroidsStartRoll start = 1;
         */
        value: DroidsStartRoll;
        case: "start";
    } | {
        /**
         * Chance: the solo die (DR-37).
         *
         * @generated from field: bool solo_die = 2;
         */
        value: boolean;
        case: "soloDie";
    } | {
        /**
         * Chance: a seat draws a stone.
         *
         * @generated from field: botwerk.v1.DroidsDrawnStone stone = 3;
         */
        value: DroidsDrawnStone;
        case: "stone";
    } | {
        /**
         * Chance: the die selects a transmitter of this seat.
         *
         * @generated from field: botwerk.v1.DroidsSide die = 4;
         */
        value: DroidsSide;
        case: "die";
    } | {
        /**
         * This seat chooses the strip to lift.
         *
         * @generated from field: botwerk.v1.DroidsSide lift = 5;
         */
        value: DroidsSide;
        case: "lift";
    } | {
        /**
         * The mad robot acts once everything else is done.
         *
         * @generated from field: bool mad_robot = 6;
         */
        value: boolean;
        case: "madRobot";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.DroidsPending.
 * Use `create(DroidsPendingSchema)` to create a new message.
 */
export declare const DroidsPendingSchema: GenMessage<DroidsPending>;
/**
 * A start roll that is due.
 *
 * @generated from message botwerk.v1.DroidsStartRoll
 */
export type DroidsStartRoll = Message<"botwerk.v1.DroidsStartRoll"> & {
    /**
     * The seats that roll.
     *
     * @generated from field: repeated botwerk.v1.DroidsSide seats = 1;
     */
    seats: DroidsSide[];
    /**
     * Number of the roll, from 1; tied seats roll again.
     *
     * @generated from field: uint32 number = 2;
     */
    number: number;
};
/**
 * Describes the message botwerk.v1.DroidsStartRoll.
 * Use `create(DroidsStartRollSchema)` to create a new message.
 */
export declare const DroidsStartRollSchema: GenMessage<DroidsStartRoll>;
/**
 * A draw from a container whose stone is not known yet.
 *
 * @generated from message botwerk.v1.DroidsDrawnStone
 */
export type DroidsDrawnStone = Message<"botwerk.v1.DroidsDrawnStone"> & {
    /**
     * @generated from field: botwerk.v1.DroidsSide side = 1;
     */
    side: DroidsSide;
    /**
     * @generated from field: botwerk.v1.DroidsColour colour = 2;
     */
    colour: DroidsColour;
};
/**
 * Describes the message botwerk.v1.DroidsDrawnStone.
 * Use `create(DroidsDrawnStoneSchema)` to create a new message.
 */
export declare const DroidsDrawnStoneSchema: GenMessage<DroidsDrawnStone>;
/**
 * What the options of a match determine and no action changes. Sent once to every client that joins or
 * watches a match (Joined.rules), and by RulesService.DescribeMatch; positions do not repeat it.
 *
 * @generated from message botwerk.v1.DroidsRules
 */
export type DroidsRules = Message<"botwerk.v1.DroidsRules"> & {
    /**
     * Scenario, 1 to 6.
     *
     * @generated from field: uint32 scenario = 1;
     */
    scenario: number;
    /**
     * The side of each seat, in the order of the seats (DR-4).
     *
     * @generated from field: repeated botwerk.v1.DroidsSide sides = 2;
     */
    sides: DroidsSide[];
    /**
     * @generated from field: botwerk.v1.DroidsMap map = 3;
     */
    map?: DroidsMap | undefined;
    /**
     * Every kind of stone in the order of the kinds, without F4 (DR-2).
     *
     * @generated from field: repeated botwerk.v1.DroidsKindInfo kinds = 4;
     */
    kinds: DroidsKindInfo[];
    /**
     * Number of stones that a seat draws in a round (DR-3).
     *
     * @generated from field: uint32 hand_size = 5;
     */
    handSize: number;
    /**
     * @generated from field: botwerk.v1.DroidsGoal goal = 6;
     */
    goal: DroidsGoal;
    /**
     * The last round; 0 if there is no cap (DR-32).
     *
     * @generated from field: uint32 round_cap = 7;
     */
    roundCap: number;
    /**
     * The criteria that decide after the last round, in order. Seats that are equal by all of them share.
     *
     * @generated from field: repeated botwerk.v1.DroidsTieBreak tie_breaks = 8;
     */
    tieBreaks: DroidsTieBreak[];
    /**
     * The teams; empty if every seat plays for itself (DR-33).
     *
     * @generated from field: repeated botwerk.v1.DroidsTeam teams = 9;
     */
    teams: DroidsTeam[];
    /**
     * Number of obstacles that the droid carries at the start of the solo scenario; 0 in the others (DR-37).
     *
     * @generated from field: uint32 level = 10;
     */
    level: number;
    /**
     * Whether TAKE scores a mine instead of loading it (DR-35).
     *
     * @generated from field: bool banks_mines = 11;
     */
    banksMines: boolean;
    /**
     * Whether every seat in play has a container (DR-38).
     *
     * @generated from field: bool has_containers = 12;
     */
    hasContainers: boolean;
    /**
     * The layout of the garden scenario; unspecified in the others (DR-36).
     *
     * @generated from field: botwerk.v1.DroidsGarden garden = 13;
     */
    garden: DroidsGarden;
    /**
     * @generated from field: botwerk.v1.DroidsValues values = 14;
     */
    values?: DroidsValues | undefined;
    /**
     * Time limit for choosing the strip to lift, in milliseconds (DR-27).
     *
     * @generated from field: uint64 lift_limit_millis = 15;
     */
    liftLimitMillis: bigint;
    /**
     * The sheets of the mad robot, that of odd rounds first; empty without it (DR-37).
     *
     * @generated from field: repeated botwerk.v1.DroidsSheet sheets = 16;
     */
    sheets: DroidsSheet[];
};
/**
 * Describes the message botwerk.v1.DroidsRules.
 * Use `create(DroidsRulesSchema)` to create a new message.
 */
export declare const DroidsRulesSchema: GenMessage<DroidsRules>;
/**
 * The map (DR-23). Lists of squares are row by row from the north-west.
 *
 * @generated from message botwerk.v1.DroidsMap
 */
export type DroidsMap = Message<"botwerk.v1.DroidsMap"> & {
    /**
     * The name in the ruleset.
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * @generated from field: repeated botwerk.v1.DroidsSquare river = 2;
     */
    river: DroidsSquare[];
    /**
     * @generated from field: repeated botwerk.v1.DroidsSquare walls = 3;
     */
    walls: DroidsSquare[];
    /**
     * The places of all four sides, in the order South, West, North, East.
     *
     * @generated from field: repeated botwerk.v1.DroidsPlaces places = 4;
     */
    places: DroidsPlaces[];
    /**
     * The starts of the repair robots; empty if they take no part.
     *
     * @generated from field: repeated botwerk.v1.DroidsSquare repairers = 5;
     */
    repairers: DroidsSquare[];
};
/**
 * Describes the message botwerk.v1.DroidsMap.
 * Use `create(DroidsMapSchema)` to create a new message.
 */
export declare const DroidsMapSchema: GenMessage<DroidsMap>;
/**
 * The squares that belong to one side.
 *
 * @generated from message botwerk.v1.DroidsPlaces
 */
export type DroidsPlaces = Message<"botwerk.v1.DroidsPlaces"> & {
    /**
     * @generated from field: botwerk.v1.DroidsSide side = 1;
     */
    side: DroidsSide;
    /**
     * Where the droid starts (DR-6).
     *
     * @generated from field: botwerk.v1.DroidsSquare start = 2;
     */
    start?: DroidsSquare | undefined;
    /**
     * The destination of the side's container (DR-38).
     *
     * @generated from field: botwerk.v1.DroidsSquare pad = 3;
     */
    pad?: DroidsSquare | undefined;
    /**
     * The garden (DR-36).
     *
     * @generated from field: botwerk.v1.DroidsSquare garden = 4;
     */
    garden?: DroidsSquare | undefined;
    /**
     * Where the container of the opposite side starts (DR-38).
     *
     * @generated from field: botwerk.v1.DroidsSquare container_spot = 5;
     */
    containerSpot?: DroidsSquare | undefined;
};
/**
 * Describes the message botwerk.v1.DroidsPlaces.
 * Use `create(DroidsPlacesSchema)` to create a new message.
 */
export declare const DroidsPlacesSchema: GenMessage<DroidsPlaces>;
/**
 * A kind of stone in this match.
 *
 * @generated from message botwerk.v1.DroidsKindInfo
 */
export type DroidsKindInfo = Message<"botwerk.v1.DroidsKindInfo"> & {
    /**
     * @generated from field: botwerk.v1.DroidsKind kind = 1;
     */
    kind: DroidsKind;
    /**
     * @generated from field: botwerk.v1.DroidsColour colour = 2;
     */
    colour: DroidsColour;
    /**
     * Number of stones of this kind; 0 if its colour is out of play.
     *
     * @generated from field: uint32 count = 3;
     */
    count: number;
    /**
     * Maximum number of squares that a robot walks by this order; 0 for other orders.
     *
     * @generated from field: uint32 steps = 4;
     */
    steps: number;
    /**
     * The possible arrows (DR-12).
     *
     * @generated from field: repeated botwerk.v1.DroidsArrow arrows = 5;
     */
    arrows: DroidsArrow[];
};
/**
 * Describes the message botwerk.v1.DroidsKindInfo.
 * Use `create(DroidsKindInfoSchema)` to create a new message.
 */
export declare const DroidsKindInfoSchema: GenMessage<DroidsKindInfo>;
/**
 * Seats that win together.
 *
 * @generated from message botwerk.v1.DroidsTeam
 */
export type DroidsTeam = Message<"botwerk.v1.DroidsTeam"> & {
    /**
     * @generated from field: repeated botwerk.v1.DroidsSide sides = 1;
     */
    sides: DroidsSide[];
};
/**
 * Describes the message botwerk.v1.DroidsTeam.
 * Use `create(DroidsTeamSchema)` to create a new message.
 */
export declare const DroidsTeamSchema: GenMessage<DroidsTeam>;
/**
 * The ruleset values, as the match plays them: those of ruleset, scenario and options (DR-42).
 *
 * @generated from message botwerk.v1.DroidsValues
 */
export type DroidsValues = Message<"botwerk.v1.DroidsValues"> & {
    /**
     * @generated from field: botwerk.v1.DroidsDrawMode draw_mode = 1;
     */
    drawMode: DroidsDrawMode;
    /**
     * @generated from field: botwerk.v1.DroidsRelayTarget relay_target = 2;
     */
    relayTarget: DroidsRelayTarget;
    /**
     * Whether a repair lifts all strips instead of one (DR-27).
     *
     * @generated from field: bool repair_lifts_all = 3;
     */
    repairLiftsAll: boolean;
    /**
     * @generated from field: botwerk.v1.DroidsRepeatHit repeat_hit = 4;
     */
    repeatHit: DroidsRepeatHit;
    /**
     * Whether an order ends with the step in which a droid entered a mine (DR-28).
     *
     * @generated from field: bool mine_stops_move = 5;
     */
    mineStopsMove: boolean;
    /**
     * Whether a robot with another robot behind it can be pushed (DR-20).
     *
     * @generated from field: bool chain_push = 6;
     */
    chainPush: boolean;
    /**
     * Whether robots can step diagonally between two blocked corners or two river squares (DR-20).
     *
     * @generated from field: bool diag_corner_cutting = 7;
     */
    diagCornerCutting: boolean;
    /**
     * Whether objects can be put into the river (DR-29).
     *
     * @generated from field: bool put_on_water = 8;
     */
    putOnWater: boolean;
    /**
     * Maximum number of objects that a droid carries, 1 to 8 (DR-29).
     *
     * @generated from field: uint32 cargo_capacity = 9;
     */
    cargoCapacity: number;
};
/**
 * Describes the message botwerk.v1.DroidsValues.
 * Use `create(DroidsValuesSchema)` to create a new message.
 */
export declare const DroidsValuesSchema: GenMessage<DroidsValues>;
/**
 * A sheet of the mad robot (DR-37).
 *
 * @generated from message botwerk.v1.DroidsSheet
 */
export type DroidsSheet = Message<"botwerk.v1.DroidsSheet"> & {
    /**
     * Ten programmes, the first one has number 1.
     *
     * @generated from field: repeated botwerk.v1.DroidsProgramme programmes = 1;
     */
    programmes: DroidsProgramme[];
};
/**
 * Describes the message botwerk.v1.DroidsSheet.
 * Use `create(DroidsSheetSchema)` to create a new message.
 */
export declare const DroidsSheetSchema: GenMessage<DroidsSheet>;
/**
 * The orders of one transmitter of the mad robot.
 *
 * @generated from message botwerk.v1.DroidsProgramme
 */
export type DroidsProgramme = Message<"botwerk.v1.DroidsProgramme"> & {
    /**
     * Three orders, that of slot 1 first.
     *
     * @generated from field: repeated botwerk.v1.DroidsStone orders = 1;
     */
    orders: DroidsStone[];
};
/**
 * Describes the message botwerk.v1.DroidsProgramme.
 * Use `create(DroidsProgrammeSchema)` to create a new message.
 */
export declare const DroidsProgrammeSchema: GenMessage<DroidsProgramme>;
/**
 * A position. What never changes during a match is in DroidsRules. Seats are listed in the order South, West, North, East; squares row by row from the
 * north-west.
 *
 * @generated from message botwerk.v1.DroidsPosition
 */
export type DroidsPosition = Message<"botwerk.v1.DroidsPosition"> & {
    /**
     * Scenario, 1 to 6.
     *
     * @generated from field: uint32 scenario = 1;
     */
    scenario: number;
    /**
     * The seats in play.
     *
     * @generated from field: repeated botwerk.v1.DroidsSide seats = 2;
     */
    seats: DroidsSide[];
    /**
     * Round, from 1.
     *
     * @generated from field: uint32 round = 3;
     */
    round: number;
    /**
     * The seat that started the round. Unspecified before the start roll.
     *
     * @generated from field: botwerk.v1.DroidsSide starter = 4;
     */
    starter: DroidsSide;
    /**
     * @generated from field: botwerk.v1.DroidsPhase phase = 5;
     */
    phase: DroidsPhase;
    /**
     * The seat that is to act. Unspecified before the start roll and after the end.
     *
     * @generated from field: botwerk.v1.DroidsSide acting = 6;
     */
    acting: DroidsSide;
    /**
     * @generated from field: repeated botwerk.v1.DroidsDroid droids = 7;
     */
    droids: DroidsDroid[];
    /**
     * Squares of the repair robots.
     *
     * @generated from field: repeated botwerk.v1.DroidsSquare repairers = 8;
     */
    repairers: DroidsSquare[];
    /**
     * The mad robot's square, in the solo scenario.
     *
     * @generated from field: botwerk.v1.DroidsSquare mad_robot = 9;
     */
    madRobot?: DroidsSquare | undefined;
    /**
     * @generated from field: repeated botwerk.v1.DroidsPlacedObject objects = 10;
     */
    objects: DroidsPlacedObject[];
    /**
     * @generated from field: repeated botwerk.v1.DroidsStrip strips = 11;
     */
    strips: DroidsStrip[];
    /**
     * Number of mines banked by each seat, in the scenario that counts them (DR-35).
     *
     * @generated from field: repeated botwerk.v1.DroidsNumber scores = 12;
     */
    scores: DroidsNumber[];
    /**
     * Seats that have been eliminated or have left.
     *
     * @generated from field: repeated botwerk.v1.DroidsSide out = 13;
     */
    out: DroidsSide[];
    /**
     * Seats that have stopped setting or finished sending.
     *
     * @generated from field: repeated botwerk.v1.DroidsSide done = 14;
     */
    done: DroidsSide[];
    /**
     * Number of stones sent by each seat that was in play when the send phase started.
     *
     * @generated from field: repeated botwerk.v1.DroidsNumber sent = 15;
     */
    sent: DroidsNumber[];
    /**
     * Hands that are not empty.
     *
     * @generated from field: repeated botwerk.v1.DroidsHand hands = 16;
     */
    hands: DroidsHand[];
    /**
     * Stones on the transmitters. The mad robot's remaining orders are stones of North.
     *
     * @generated from field: repeated botwerk.v1.DroidsPlacedStone stones = 17;
     */
    stones: DroidsPlacedStone[];
    /**
     * Pending decisions and chance outcomes, next first.
     *
     * @generated from field: repeated botwerk.v1.DroidsPending pending = 18;
     */
    pending: DroidsPending[];
    /**
     * The round's solo die, 1 to 10; 0 for none.
     *
     * @generated from field: uint32 solo_die = 19;
     */
    soloDie: number;
    /**
     * The winners, after the end. Empty if the solo scenario is lost.
     *
     * @generated from field: repeated botwerk.v1.DroidsSide won = 20;
     */
    won: DroidsSide[];
};
/**
 * Describes the message botwerk.v1.DroidsPosition.
 * Use `create(DroidsPositionSchema)` to create a new message.
 */
export declare const DroidsPositionSchema: GenMessage<DroidsPosition>;
/**
 * A seat, named after its side of the field (DR-4).
 *
 * @generated from enum botwerk.v1.DroidsSide
 */
export declare enum DroidsSide {
    /**
     * @generated from enum value: DROIDS_SIDE_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: DROIDS_SIDE_SOUTH = 1;
     */
    SOUTH = 1,
    /**
     * @generated from enum value: DROIDS_SIDE_WEST = 2;
     */
    WEST = 2,
    /**
     * @generated from enum value: DROIDS_SIDE_NORTH = 3;
     */
    NORTH = 3,
    /**
     * @generated from enum value: DROIDS_SIDE_EAST = 4;
     */
    EAST = 4
}
/**
 * Describes the enum botwerk.v1.DroidsSide.
 */
export declare const DroidsSideSchema: GenEnum<DroidsSide>;
/**
 * A colour of order stones. Each colour has its own container (DR-2).
 *
 * @generated from enum botwerk.v1.DroidsColour
 */
export declare enum DroidsColour {
    /**
     * @generated from enum value: DROIDS_COLOUR_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * Land moves.
     *
     * @generated from enum value: DROIDS_COLOUR_VIOLET = 1;
     */
    VIOLET = 1,
    /**
     * Water moves.
     *
     * @generated from enum value: DROIDS_COLOUR_BLUE = 2;
     */
    BLUE = 2,
    /**
     * Actions.
     *
     * @generated from enum value: DROIDS_COLOUR_RED = 3;
     */
    RED = 3,
    /**
     * Repair robots.
     *
     * @generated from enum value: DROIDS_COLOUR_GREY = 4;
     */
    GREY = 4
}
/**
 * Describes the enum botwerk.v1.DroidsColour.
 */
export declare const DroidsColourSchema: GenEnum<DroidsColour>;
/**
 * A kind of order stone; its name ends with that of the notation.
 *
 * @generated from enum botwerk.v1.DroidsKind
 */
export declare enum DroidsKind {
    /**
     * @generated from enum value: DROIDS_KIND_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: DROIDS_KIND_V1 = 1;
     */
    V1 = 1,
    /**
     * @generated from enum value: DROIDS_KIND_V2 = 2;
     */
    V2 = 2,
    /**
     * @generated from enum value: DROIDS_KIND_VM = 3;
     */
    VM = 3,
    /**
     * @generated from enum value: DROIDS_KIND_VD = 4;
     */
    VD = 4,
    /**
     * @generated from enum value: DROIDS_KIND_B1 = 5;
     */
    B1 = 5,
    /**
     * @generated from enum value: DROIDS_KIND_BD = 6;
     */
    BD = 6,
    /**
     * @generated from enum value: DROIDS_KIND_FIRE = 7;
     */
    FIRE = 7,
    /**
     * @generated from enum value: DROIDS_KIND_TAKE = 8;
     */
    TAKE = 8,
    /**
     * @generated from enum value: DROIDS_KIND_R1 = 9;
     */
    R1 = 9,
    /**
     * @generated from enum value: DROIDS_KIND_RD = 10;
     */
    RD = 10,
    /**
     * @generated from enum value: DROIDS_KIND_R2 = 11;
     */
    R2 = 11,
    /**
     * @generated from enum value: DROIDS_KIND_RM = 12;
     */
    RM = 12,
    /**
     * @generated from enum value: DROIDS_KIND_G1 = 13;
     */
    G1 = 13,
    /**
     * @generated from enum value: DROIDS_KIND_G2 = 14;
     */
    G2 = 14,
    /**
     * @generated from enum value: DROIDS_KIND_GM = 15;
     */
    GM = 15,
    /**
     * @generated from enum value: DROIDS_KIND_GREP = 16;
     */
    GREP = 16,
    /**
     * The mad robot's four shots: an order of its program, never a stone (DR-37).
     *
     * @generated from enum value: DROIDS_KIND_F4 = 17;
     */
    F4 = 17
}
/**
 * Describes the enum botwerk.v1.DroidsKind.
 */
export declare const DroidsKindSchema: GenEnum<DroidsKind>;
/**
 * The direction of a stone's arrow (DR-12).
 *
 * @generated from enum botwerk.v1.DroidsArrow
 */
export declare enum DroidsArrow {
    /**
     * @generated from enum value: DROIDS_ARROW_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: DROIDS_ARROW_N = 1;
     */
    N = 1,
    /**
     * @generated from enum value: DROIDS_ARROW_E = 2;
     */
    E = 2,
    /**
     * @generated from enum value: DROIDS_ARROW_S = 3;
     */
    S = 3,
    /**
     * @generated from enum value: DROIDS_ARROW_W = 4;
     */
    W = 4,
    /**
     * @generated from enum value: DROIDS_ARROW_NE = 5;
     */
    NE = 5,
    /**
     * @generated from enum value: DROIDS_ARROW_SE = 6;
     */
    SE = 6,
    /**
     * @generated from enum value: DROIDS_ARROW_SW = 7;
     */
    SW = 7,
    /**
     * @generated from enum value: DROIDS_ARROW_NW = 8;
     */
    NW = 8
}
/**
 * Describes the enum botwerk.v1.DroidsArrow.
 */
export declare const DroidsArrowSchema: GenEnum<DroidsArrow>;
/**
 * A part of a round (DR-8), or the end.
 *
 * @generated from enum botwerk.v1.DroidsPhase
 */
export declare enum DroidsPhase {
    /**
     * @generated from enum value: DROIDS_PHASE_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: DROIDS_PHASE_DRAW = 1;
     */
    DRAW = 1,
    /**
     * @generated from enum value: DROIDS_PHASE_SET = 2;
     */
    SET = 2,
    /**
     * @generated from enum value: DROIDS_PHASE_SEND = 3;
     */
    SEND = 3,
    /**
     * @generated from enum value: DROIDS_PHASE_OVER = 4;
     */
    OVER = 4
}
/**
 * Describes the enum botwerk.v1.DroidsPhase.
 */
export declare const DroidsPhaseSchema: GenEnum<DroidsPhase>;
/**
 * The goal of a scenario (DR-30).
 *
 * @generated from enum botwerk.v1.DroidsGoal
 */
export declare enum DroidsGoal {
    /**
     * @generated from enum value: DROIDS_GOAL_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * The last active seat or team wins (DR-33, DR-34).
     *
     * @generated from enum value: DROIDS_GOAL_LAST_ACTIVE = 1;
     */
    LAST_ACTIVE = 1,
    /**
     * No mine is left; the tie-breaks decide who wins (DR-35).
     *
     * @generated from enum value: DROIDS_GOAL_NO_MINES_LEFT = 2;
     */
    NO_MINES_LEFT = 2,
    /**
     * The seat's garden is closed (DR-36).
     *
     * @generated from enum value: DROIDS_GOAL_OWN_GARDEN_CLOSED = 3;
     */
    OWN_GARDEN_CLOSED = 3,
    /**
     * The mad robot is enclosed (DR-37).
     *
     * @generated from enum value: DROIDS_GOAL_MAD_ROBOT_ENCLOSED = 4;
     */
    MAD_ROBOT_ENCLOSED = 4,
    /**
     * The seat's container is on its pad (DR-38).
     *
     * @generated from enum value: DROIDS_GOAL_OWN_CONTAINER_ON_OWN_PAD = 5;
     */
    OWN_CONTAINER_ON_OWN_PAD = 5
}
/**
 * Describes the enum botwerk.v1.DroidsGoal.
 */
export declare const DroidsGoalSchema: GenEnum<DroidsGoal>;
/**
 * A criterion after the last round (DR-32).
 *
 * @generated from enum botwerk.v1.DroidsTieBreak
 */
export declare enum DroidsTieBreak {
    /**
     * @generated from enum value: DROIDS_TIE_BREAK_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * Most mines.
     *
     * @generated from enum value: DROIDS_TIE_BREAK_SCORE = 1;
     */
    SCORE = 1,
    /**
     * Fewest damage strips.
     *
     * @generated from enum value: DROIDS_TIE_BREAK_FEWEST_STRIPS = 2;
     */
    FEWEST_STRIPS = 2,
    /**
     * Most closed sides of the own garden.
     *
     * @generated from enum value: DROIDS_TIE_BREAK_CLOSED_SIDES = 3;
     */
    CLOSED_SIDES = 3,
    /**
     * Fewest steps from the container to the pad.
     *
     * @generated from enum value: DROIDS_TIE_BREAK_CONTAINER_DISTANCE = 4;
     */
    CONTAINER_DISTANCE = 4
}
/**
 * Describes the enum botwerk.v1.DroidsTieBreak.
 */
export declare const DroidsTieBreakSchema: GenEnum<DroidsTieBreak>;
/**
 * The layout of the garden scenario (DR-36).
 *
 * @generated from enum botwerk.v1.DroidsGarden
 */
export declare enum DroidsGarden {
    /**
     * @generated from enum value: DROIDS_GARDEN_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: DROIDS_GARDEN_PRINTED = 1;
     */
    PRINTED = 1,
    /**
     * @generated from enum value: DROIDS_GARDEN_PREPARED = 2;
     */
    PREPARED = 2
}
/**
 * Describes the enum botwerk.v1.DroidsGarden.
 */
export declare const DroidsGardenSchema: GenEnum<DroidsGarden>;
/**
 * How a hand is drawn (DR-10).
 *
 * @generated from enum botwerk.v1.DroidsDrawMode
 */
export declare enum DroidsDrawMode {
    /**
     * @generated from enum value: DROIDS_DRAW_MODE_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * Each stone is seen before the next container is chosen.
     *
     * @generated from enum value: DROIDS_DRAW_MODE_SEQUENTIAL = 1;
     */
    SEQUENTIAL = 1,
    /**
     * All containers are named first.
     *
     * @generated from enum value: DROIDS_DRAW_MODE_COMMIT = 2;
     */
    COMMIT = 2
}
/**
 * Describes the enum botwerk.v1.DroidsDrawMode.
 */
export declare const DroidsDrawModeSchema: GenEnum<DroidsDrawMode>;
/**
 * Which droids a relay stone can order (DR-22).
 *
 * @generated from enum botwerk.v1.DroidsRelayTarget
 */
export declare enum DroidsRelayTarget {
    /**
     * @generated from enum value: DROIDS_RELAY_TARGET_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: DROIDS_RELAY_TARGET_ANY_OTHER_DROID = 1;
     */
    ANY_OTHER_DROID = 1,
    /**
     * @generated from enum value: DROIDS_RELAY_TARGET_LINE_OF_SIGHT = 2;
     */
    LINE_OF_SIGHT = 2
}
/**
 * Describes the enum botwerk.v1.DroidsRelayTarget.
 */
export declare const DroidsRelayTargetSchema: GenEnum<DroidsRelayTarget>;
/**
 * The effect of a hit on a covered transmitter (DR-25).
 *
 * @generated from enum botwerk.v1.DroidsRepeatHit
 */
export declare enum DroidsRepeatHit {
    /**
     * @generated from enum value: DROIDS_REPEAT_HIT_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * @generated from enum value: DROIDS_REPEAT_HIT_NO_EFFECT = 1;
     */
    NO_EFFECT = 1,
    /**
     * @generated from enum value: DROIDS_REPEAT_HIT_REROLL = 2;
     */
    REROLL = 2
}
/**
 * Describes the enum botwerk.v1.DroidsRepeatHit.
 */
export declare const DroidsRepeatHitSchema: GenEnum<DroidsRepeatHit>;
