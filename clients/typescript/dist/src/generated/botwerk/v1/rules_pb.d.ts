import type { GenFile, GenMessage, GenService } from "@bufbuild/protobuf/codegenv2";
import type { Action, ActionInfo, Actor, GameSetup, Position, Turn, Viewer } from "./game_pb.js";
import type { MatchRules } from "./match_rules_pb.js";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/rules.proto.
 */
export declare const file_botwerk_v1_rules: GenFile;
/**
 * @generated from message botwerk.v1.NewPositionRequest
 */
export type NewPositionRequest = Message<"botwerk.v1.NewPositionRequest"> & {
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * Root seed: 64 hex digits are the 32 bytes themselves, any other text is hashed. Empty: random.
     *
     * @generated from field: string seed = 2;
     */
    seed: string;
};
/**
 * Describes the message botwerk.v1.NewPositionRequest.
 * Use `create(NewPositionRequestSchema)` to create a new message.
 */
export declare const NewPositionRequestSchema: GenMessage<NewPositionRequest>;
/**
 * @generated from message botwerk.v1.NewPositionResponse
 */
export type NewPositionResponse = Message<"botwerk.v1.NewPositionResponse"> & {
    /**
     * @generated from field: botwerk.v1.PositionInfo position = 1;
     */
    position?: PositionInfo | undefined;
    /**
     * The root seed that was used, as 64 hex digits.
     *
     * @generated from field: string seed = 2;
     */
    seed: string;
};
/**
 * Describes the message botwerk.v1.NewPositionResponse.
 * Use `create(NewPositionResponseSchema)` to create a new message.
 */
export declare const NewPositionResponseSchema: GenMessage<NewPositionResponse>;
/**
 * @generated from message botwerk.v1.DescribeMatchRequest
 */
export type DescribeMatchRequest = Message<"botwerk.v1.DescribeMatchRequest"> & {
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
};
/**
 * Describes the message botwerk.v1.DescribeMatchRequest.
 * Use `create(DescribeMatchRequestSchema)` to create a new message.
 */
export declare const DescribeMatchRequestSchema: GenMessage<DescribeMatchRequest>;
/**
 * @generated from message botwerk.v1.DescribeMatchResponse
 */
export type DescribeMatchResponse = Message<"botwerk.v1.DescribeMatchResponse"> & {
    /**
     * The set-up with all options and the number of seats.
     *
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * Unset for games whose positions contain everything.
     *
     * @generated from field: botwerk.v1.MatchRules rules = 2;
     */
    rules?: MatchRules | undefined;
};
/**
 * Describes the message botwerk.v1.DescribeMatchResponse.
 * Use `create(DescribeMatchResponseSchema)` to create a new message.
 */
export declare const DescribeMatchResponseSchema: GenMessage<DescribeMatchResponse>;
/**
 * A position in all its representations.
 *
 * @generated from message botwerk.v1.PositionInfo
 */
export type PositionInfo = Message<"botwerk.v1.PositionInfo"> & {
    /**
     * The position in the game's notation.
     *
     * @generated from field: string text = 1;
     */
    text: string;
    /**
     * @generated from field: botwerk.v1.Position position = 2;
     */
    position?: Position | undefined;
    /**
     * Frozen hash of the position.
     *
     * @generated from field: fixed64 hash = 3 [jstype = JS_STRING];
     */
    hash: string;
    /**
     * @generated from field: botwerk.v1.Turn turn = 4;
     */
    turn?: Turn | undefined;
};
/**
 * Describes the message botwerk.v1.PositionInfo.
 * Use `create(PositionInfoSchema)` to create a new message.
 */
export declare const PositionInfoSchema: GenMessage<PositionInfo>;
/**
 * @generated from message botwerk.v1.LegalActionsRequest
 */
export type LegalActionsRequest = Message<"botwerk.v1.LegalActionsRequest"> & {
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * The position in the game's notation. Mutually exclusive with `typed_position`.
     *
     * @generated from field: string position = 2;
     */
    position: string;
    /**
     * The actor whose actions to list. Unset: the first seat that is to act, or chance.
     *
     * @generated from field: botwerk.v1.Actor actor = 3;
     */
    actor?: Actor | undefined;
    /**
     * The position as a message. Mutually exclusive with `position`.
     *
     * @generated from field: botwerk.v1.Position typed_position = 4;
     */
    typedPosition?: Position | undefined;
};
/**
 * Describes the message botwerk.v1.LegalActionsRequest.
 * Use `create(LegalActionsRequestSchema)` to create a new message.
 */
export declare const LegalActionsRequestSchema: GenMessage<LegalActionsRequest>;
/**
 * @generated from message botwerk.v1.LegalActionsResponse
 */
export type LegalActionsResponse = Message<"botwerk.v1.LegalActionsResponse"> & {
    /**
     * The legal actions in the order of their numbers.
     *
     * @generated from field: repeated botwerk.v1.ActionInfo actions = 1;
     */
    actions: ActionInfo[];
    /**
     * The actor whose actions are listed. Unset after the end.
     *
     * @generated from field: botwerk.v1.Actor actor = 2;
     */
    actor?: Actor | undefined;
};
/**
 * Describes the message botwerk.v1.LegalActionsResponse.
 * Use `create(LegalActionsResponseSchema)` to create a new message.
 */
export declare const LegalActionsResponseSchema: GenMessage<LegalActionsResponse>;
/**
 * @generated from message botwerk.v1.ApplyRequest
 */
export type ApplyRequest = Message<"botwerk.v1.ApplyRequest"> & {
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * The position in the game's notation. Mutually exclusive with `typed_position`.
     *
     * @generated from field: string position = 2;
     */
    position: string;
    /**
     * The actor. Unset: the first seat that is to act, or chance.
     *
     * @generated from field: botwerk.v1.Actor actor = 3;
     */
    actor?: Actor | undefined;
    /**
     * The actions in order. Mutually exclusive with `text`.
     *
     * @generated from field: repeated botwerk.v1.Action actions = 4;
     */
    actions: Action[];
    /**
     * A turn in the game's notation. Mutually exclusive with `actions`.
     *
     * @generated from field: string text = 5;
     */
    text: string;
    /**
     * Earlier positions of the match, in games where repetition counts. Mutually exclusive with
     * `typed_earlier_positions`.
     *
     * @generated from field: repeated string earlier_positions = 6;
     */
    earlierPositions: string[];
    /**
     * The position as a message. Mutually exclusive with `position`.
     *
     * @generated from field: botwerk.v1.Position typed_position = 7;
     */
    typedPosition?: Position | undefined;
    /**
     * Earlier positions of the match as messages. Mutually exclusive with `earlier_positions`.
     *
     * @generated from field: repeated botwerk.v1.Position typed_earlier_positions = 8;
     */
    typedEarlierPositions: Position[];
};
/**
 * Describes the message botwerk.v1.ApplyRequest.
 * Use `create(ApplyRequestSchema)` to create a new message.
 */
export declare const ApplyRequestSchema: GenMessage<ApplyRequest>;
/**
 * @generated from message botwerk.v1.ApplyResponse
 */
export type ApplyResponse = Message<"botwerk.v1.ApplyResponse"> & {
    /**
     * @generated from field: botwerk.v1.PositionInfo position = 1;
     */
    position?: PositionInfo | undefined;
};
/**
 * Describes the message botwerk.v1.ApplyResponse.
 * Use `create(ApplyResponseSchema)` to create a new message.
 */
export declare const ApplyResponseSchema: GenMessage<ApplyResponse>;
/**
 * @generated from message botwerk.v1.ViewRequest
 */
export type ViewRequest = Message<"botwerk.v1.ViewRequest"> & {
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * The position in the game's notation. Mutually exclusive with `typed_position`.
     *
     * @generated from field: string position = 2;
     */
    position: string;
    /**
     * The viewer. Unset: a spectator.
     *
     * @generated from field: botwerk.v1.Viewer viewer = 3;
     */
    viewer?: Viewer | undefined;
    /**
     * The position as a message. Mutually exclusive with `position`.
     *
     * @generated from field: botwerk.v1.Position typed_position = 4;
     */
    typedPosition?: Position | undefined;
};
/**
 * Describes the message botwerk.v1.ViewRequest.
 * Use `create(ViewRequestSchema)` to create a new message.
 */
export declare const ViewRequestSchema: GenMessage<ViewRequest>;
/**
 * @generated from message botwerk.v1.ViewResponse
 */
export type ViewResponse = Message<"botwerk.v1.ViewResponse"> & {
    /**
     * @generated from field: botwerk.v1.Position view = 1;
     */
    view?: Position | undefined;
    /**
     * The view in the notation of positions.
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
     * Fixed-length byte encoding of the view. Its layout depends only on the game and its options; GetGame
     * returns it.
     *
     * @generated from field: bytes observation = 4;
     */
    observation: Uint8Array;
    /**
     * The view as a text diagram.
     *
     * @generated from field: string diagram = 5;
     */
    diagram: string;
};
/**
 * Describes the message botwerk.v1.ViewResponse.
 * Use `create(ViewResponseSchema)` to create a new message.
 */
export declare const ViewResponseSchema: GenMessage<ViewResponse>;
/**
 * @generated from message botwerk.v1.ParsePositionRequest
 */
export type ParsePositionRequest = Message<"botwerk.v1.ParsePositionRequest"> & {
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * @generated from field: string text = 2;
     */
    text: string;
};
/**
 * Describes the message botwerk.v1.ParsePositionRequest.
 * Use `create(ParsePositionRequestSchema)` to create a new message.
 */
export declare const ParsePositionRequestSchema: GenMessage<ParsePositionRequest>;
/**
 * @generated from message botwerk.v1.ParsePositionResponse
 */
export type ParsePositionResponse = Message<"botwerk.v1.ParsePositionResponse"> & {
    /**
     * @generated from field: botwerk.v1.PositionInfo position = 1;
     */
    position?: PositionInfo | undefined;
};
/**
 * Describes the message botwerk.v1.ParsePositionResponse.
 * Use `create(ParsePositionResponseSchema)` to create a new message.
 */
export declare const ParsePositionResponseSchema: GenMessage<ParsePositionResponse>;
/**
 * @generated from message botwerk.v1.FormatPositionRequest
 */
export type FormatPositionRequest = Message<"botwerk.v1.FormatPositionRequest"> & {
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * @generated from field: botwerk.v1.Position position = 2;
     */
    position?: Position | undefined;
};
/**
 * Describes the message botwerk.v1.FormatPositionRequest.
 * Use `create(FormatPositionRequestSchema)` to create a new message.
 */
export declare const FormatPositionRequestSchema: GenMessage<FormatPositionRequest>;
/**
 * @generated from message botwerk.v1.FormatPositionResponse
 */
export type FormatPositionResponse = Message<"botwerk.v1.FormatPositionResponse"> & {
    /**
     * @generated from field: string text = 1;
     */
    text: string;
};
/**
 * Describes the message botwerk.v1.FormatPositionResponse.
 * Use `create(FormatPositionResponseSchema)` to create a new message.
 */
export declare const FormatPositionResponseSchema: GenMessage<FormatPositionResponse>;
/**
 * @generated from message botwerk.v1.ParseActionRequest
 */
export type ParseActionRequest = Message<"botwerk.v1.ParseActionRequest"> & {
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * @generated from field: string text = 2;
     */
    text: string;
};
/**
 * Describes the message botwerk.v1.ParseActionRequest.
 * Use `create(ParseActionRequestSchema)` to create a new message.
 */
export declare const ParseActionRequestSchema: GenMessage<ParseActionRequest>;
/**
 * @generated from message botwerk.v1.ParseActionResponse
 */
export type ParseActionResponse = Message<"botwerk.v1.ParseActionResponse"> & {
    /**
     * @generated from field: botwerk.v1.ActionInfo action = 1;
     */
    action?: ActionInfo | undefined;
};
/**
 * Describes the message botwerk.v1.ParseActionResponse.
 * Use `create(ParseActionResponseSchema)` to create a new message.
 */
export declare const ParseActionResponseSchema: GenMessage<ParseActionResponse>;
/**
 * @generated from message botwerk.v1.FormatActionRequest
 */
export type FormatActionRequest = Message<"botwerk.v1.FormatActionRequest"> & {
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * @generated from field: botwerk.v1.Action action = 2;
     */
    action?: Action | undefined;
};
/**
 * Describes the message botwerk.v1.FormatActionRequest.
 * Use `create(FormatActionRequestSchema)` to create a new message.
 */
export declare const FormatActionRequestSchema: GenMessage<FormatActionRequest>;
/**
 * @generated from message botwerk.v1.FormatActionResponse
 */
export type FormatActionResponse = Message<"botwerk.v1.FormatActionResponse"> & {
    /**
     * @generated from field: botwerk.v1.ActionInfo action = 1;
     */
    action?: ActionInfo | undefined;
};
/**
 * Describes the message botwerk.v1.FormatActionResponse.
 * Use `create(FormatActionResponseSchema)` to create a new message.
 */
export declare const FormatActionResponseSchema: GenMessage<FormatActionResponse>;
/**
 * @generated from message botwerk.v1.VerifyRequest
 */
export type VerifyRequest = Message<"botwerk.v1.VerifyRequest"> & {
    /**
     * The text of the record (JSON lines).
     *
     * @generated from field: string record = 1;
     */
    record: string;
};
/**
 * Describes the message botwerk.v1.VerifyRequest.
 * Use `create(VerifyRequestSchema)` to create a new message.
 */
export declare const VerifyRequestSchema: GenMessage<VerifyRequest>;
/**
 * @generated from message botwerk.v1.VerifyResponse
 */
export type VerifyResponse = Message<"botwerk.v1.VerifyResponse"> & {
    /**
     * Whether the record agrees with the rules, its seed and its reproducible agents.
     *
     * @generated from field: bool is_valid = 1;
     */
    isValid: boolean;
    /**
     * The first event at which the record differs, and how. Empty if it is valid.
     *
     * @generated from field: string mismatch = 2;
     */
    mismatch: string;
    /**
     * Number of events that were replayed.
     *
     * @generated from field: uint64 events_replayed = 3;
     */
    eventsReplayed: bigint;
    /**
     * Number of choices that were compared with those of reproducible agents.
     *
     * @generated from field: uint64 choices_checked = 4;
     */
    choicesChecked: bigint;
    /**
     * Whether the record has an outcome. Otherwise the match was in progress, or the end was cut off.
     *
     * @generated from field: bool is_complete = 5;
     */
    isComplete: boolean;
    /**
     * Number of choices that differ from those of their agents since a clock may have stopped them.
     *
     * @generated from field: uint64 stopped_choices = 6;
     */
    stoppedChoices: bigint;
    /**
     * What no record can prove of this match, such as "the wall times".
     *
     * @generated from field: repeated string unchecked = 7;
     */
    unchecked: string[];
    /**
     * The running hash of the last line, which stands for the whole record, as 64 hex digits.
     *
     * @generated from field: string head = 8;
     */
    head: string;
};
/**
 * Describes the message botwerk.v1.VerifyResponse.
 * Use `create(VerifyResponseSchema)` to create a new message.
 */
export declare const VerifyResponseSchema: GenMessage<VerifyResponse>;
/**
 * The rules as stateless functions. Positions are given in the game's notation or as messages. Ports of
 * the rules to other languages are tested against this service.
 *
 * @generated from service botwerk.v1.RulesService
 */
export declare const RulesService: GenService<{
    /**
     * Returns the initial position of a match with the given seed.
     *
     * @generated from rpc botwerk.v1.RulesService.NewPosition
     */
    newPosition: {
        methodKind: "unary";
        input: typeof NewPositionRequestSchema;
        output: typeof NewPositionResponseSchema;
    };
    /**
     * Returns what the options of a match determine and no action changes.
     *
     * @generated from rpc botwerk.v1.RulesService.DescribeMatch
     */
    describeMatch: {
        methodKind: "unary";
        input: typeof DescribeMatchRequestSchema;
        output: typeof DescribeMatchResponseSchema;
    };
    /**
     * Lists every action that Apply accepts.
     *
     * @generated from rpc botwerk.v1.RulesService.LegalActions
     */
    legalActions: {
        methodKind: "unary";
        input: typeof LegalActionsRequestSchema;
        output: typeof LegalActionsResponseSchema;
    };
    /**
     * Applies actions to a position, all or none.
     *
     * @generated from rpc botwerk.v1.RulesService.Apply
     */
    apply: {
        methodKind: "unary";
        input: typeof ApplyRequestSchema;
        output: typeof ApplyResponseSchema;
    };
    /**
     * Returns what one viewer may know of a position.
     *
     * @generated from rpc botwerk.v1.RulesService.View
     */
    view: {
        methodKind: "unary";
        input: typeof ViewRequestSchema;
        output: typeof ViewResponseSchema;
    };
    /**
     * Converts a position from text to a message.
     *
     * @generated from rpc botwerk.v1.RulesService.ParsePosition
     */
    parsePosition: {
        methodKind: "unary";
        input: typeof ParsePositionRequestSchema;
        output: typeof ParsePositionResponseSchema;
    };
    /**
     * Converts a position from a message to text.
     *
     * @generated from rpc botwerk.v1.RulesService.FormatPosition
     */
    formatPosition: {
        methodKind: "unary";
        input: typeof FormatPositionRequestSchema;
        output: typeof FormatPositionResponseSchema;
    };
    /**
     * Converts an action from text to a message.
     *
     * @generated from rpc botwerk.v1.RulesService.ParseAction
     */
    parseAction: {
        methodKind: "unary";
        input: typeof ParseActionRequestSchema;
        output: typeof ParseActionResponseSchema;
    };
    /**
     * Converts an action from a message to text.
     *
     * @generated from rpc botwerk.v1.RulesService.FormatAction
     */
    formatAction: {
        methodKind: "unary";
        input: typeof FormatActionRequestSchema;
        output: typeof FormatActionResponseSchema;
    };
    /**
     * Replays a record and compares chance outcomes, times and choices.
     *
     * @generated from rpc botwerk.v1.RulesService.Verify
     */
    verify: {
        methodKind: "unary";
        input: typeof VerifyRequestSchema;
        output: typeof VerifyResponseSchema;
    };
}>;
