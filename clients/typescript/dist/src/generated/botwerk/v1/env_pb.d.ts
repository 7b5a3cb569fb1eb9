import type { GenEnum, GenFile, GenMessage, GenService } from "@bufbuild/protobuf/codegenv2";
import type { AgentSpec } from "./agent_pb.js";
import type { Error, GameSetup } from "./game_pb.js";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/env.proto.
 */
export declare const file_botwerk_v1_env: GenFile;
/**
 * A seat that a built-in agent plays inside of the lanes.
 *
 * @generated from message botwerk.v1.Opponent
 */
export type Opponent = Message<"botwerk.v1.Opponent"> & {
    /**
     * @generated from field: uint32 seat = 1;
     */
    seat: number;
    /**
     * @generated from field: botwerk.v1.AgentSpec agent = 2;
     */
    agent?: AgentSpec | undefined;
};
/**
 * Describes the message botwerk.v1.Opponent.
 * Use `create(OpponentSchema)` to create a new message.
 */
export declare const OpponentSchema: GenMessage<Opponent>;
/**
 * @generated from message botwerk.v1.CreateEnvRequest
 */
export type CreateEnvRequest = Message<"botwerk.v1.CreateEnvRequest"> & {
    /**
     * The game, its options and number of seats.
     *
     * @generated from field: botwerk.v1.GameSetup setup = 1;
     */
    setup?: GameSetup | undefined;
    /**
     * Number of lanes. Defaults to 1. All environments of a server have at most `max_env_lanes` together.
     *
     * @generated from field: uint32 lanes = 2;
     */
    lanes: number;
    /**
     * The seed: the first episode of lane 3 has the seed text "SEED/3", its next one "SEED/3/1". Empty: random.
     *
     * @generated from field: string seed = 3;
     */
    seed: string;
    /**
     * @generated from field: botwerk.v1.Autoreset autoreset = 4;
     */
    autoreset: Autoreset;
    /**
     * Number of steps after which an episode is truncated. 0: no limit.
     *
     * @generated from field: uint32 max_steps = 5;
     */
    maxSteps: number;
    /**
     * The seats that agents play. At least one seat must be left.
     *
     * @generated from field: repeated botwerk.v1.Opponent opponents = 6;
     */
    opponents: Opponent[];
    /**
     * Whether an observation consists of the views of all seats, so that nothing is hidden.
     *
     * @generated from field: bool observes_all = 7;
     */
    observesAll: boolean;
    /**
     * Whether results contain observations.
     *
     * @generated from field: bool observations = 8;
     */
    observations: boolean;
    /**
     * The form of the masks in results.
     *
     * @generated from field: botwerk.v1.MaskFormat masks = 9;
     */
    masks: MaskFormat;
    /**
     * Whether results contain the lists of legal actions.
     *
     * @generated from field: bool legal_actions = 10;
     */
    legalActions: boolean;
    /**
     * Any text of at most 128 bytes: while the environment that it created exists, the same request is answered
     * with it again. Empty: none.
     *
     * @generated from field: string request_id = 11;
     */
    requestId: string;
};
/**
 * Describes the message botwerk.v1.CreateEnvRequest.
 * Use `create(CreateEnvRequestSchema)` to create a new message.
 */
export declare const CreateEnvRequestSchema: GenMessage<CreateEnvRequest>;
/**
 * @generated from message botwerk.v1.CreateEnvResponse
 */
export type CreateEnvResponse = Message<"botwerk.v1.CreateEnvResponse"> & {
    /**
     * @generated from field: botwerk.v1.Env env = 1;
     */
    env?: Env | undefined;
    /**
     * Grants the right to use and close the environment. Returned only here.
     *
     * @generated from field: string env_token = 2;
     */
    envToken: string;
    /**
     * The lanes at the start of their first episodes; the number of the step is 0.
     *
     * @generated from field: botwerk.v1.LaneResults results = 3;
     */
    results?: LaneResults | undefined;
};
/**
 * Describes the message botwerk.v1.CreateEnvResponse.
 * Use `create(CreateEnvResponseSchema)` to create a new message.
 */
export declare const CreateEnvResponseSchema: GenMessage<CreateEnvResponse>;
/**
 * An environment.
 *
 * @generated from message botwerk.v1.Env
 */
export type Env = Message<"botwerk.v1.Env"> & {
    /**
     * Resource name, "envs/{id}".
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * The game with all its options and the number of seats.
     *
     * @generated from field: botwerk.v1.GameSetup setup = 2;
     */
    setup?: GameSetup | undefined;
    /**
     * Number of lanes.
     *
     * @generated from field: uint32 lanes = 3;
     */
    lanes: number;
    /**
     * Number of action numbers.
     *
     * @generated from field: uint32 action_count = 4;
     */
    actionCount: number;
    /**
     * Number of bytes of the observation of a lane.
     *
     * @generated from field: uint32 observation_len = 5;
     */
    observationLen: number;
    /**
     * The seed.
     *
     * @generated from field: string seed = 6;
     */
    seed: string;
};
/**
 * Describes the message botwerk.v1.Env.
 * Use `create(EnvSchema)` to create a new message.
 */
export declare const EnvSchema: GenMessage<Env>;
/**
 * What all lanes do.
 *
 * @generated from message botwerk.v1.LaneBatch
 */
export type LaneBatch = Message<"botwerk.v1.LaneBatch"> & {
    /**
     * The number of this batch, from 1. The latest one may be sent again, after a lost answer, and is answered
     * with the same results. 0: the next one, whatever its number.
     *
     * @generated from field: uint64 step = 1;
     */
    step: bigint;
    /**
     * @generated from oneof botwerk.v1.LaneBatch.kind
     */
    kind: {
        /**
         * One action in each lane.
         *
         * @generated from field: botwerk.v1.LaneActions actions = 2;
         */
        value: LaneActions;
        case: "actions";
    } | {
        /**
         * A random legal action in each lane.
         *
         * @generated from field: botwerk.v1.RandomActions random_actions = 3;
         */
        value: RandomActions;
        case: "randomActions";
    } | {
        /**
         * The start of episodes.
         *
         * @generated from field: botwerk.v1.LaneReset reset = 4;
         */
        value: LaneReset;
        case: "reset";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.LaneBatch.
 * Use `create(LaneBatchSchema)` to create a new message.
 */
export declare const LaneBatchSchema: GenMessage<LaneBatch>;
/**
 * One action in each lane.
 *
 * @generated from message botwerk.v1.LaneActions
 */
export type LaneActions = Message<"botwerk.v1.LaneActions"> & {
    /**
     * An int32 for each lane, little-endian: the number of the action.
     *
     * @generated from field: bytes actions = 1;
     */
    actions: Uint8Array;
    /**
     * In races a uint64 for each lane, little-endian: the search nodes that the announcement took. Empty: 0.
     *
     * @generated from field: bytes efforts = 2;
     */
    efforts: Uint8Array;
};
/**
 * Describes the message botwerk.v1.LaneActions.
 * Use `create(LaneActionsSchema)` to create a new message.
 */
export declare const LaneActionsSchema: GenMessage<LaneActions>;
/**
 * A random legal action in each lane.
 *
 * @generated from message botwerk.v1.RandomActions
 */
export type RandomActions = Message<"botwerk.v1.RandomActions"> & {};
/**
 * Describes the message botwerk.v1.RandomActions.
 * Use `create(RandomActionsSchema)` to create a new message.
 */
export declare const RandomActionsSchema: GenMessage<RandomActions>;
/**
 * The start of episodes.
 *
 * @generated from message botwerk.v1.LaneReset
 */
export type LaneReset = Message<"botwerk.v1.LaneReset"> & {
    /**
     * The lanes. Empty: all.
     *
     * @generated from field: repeated uint32 lanes = 1;
     */
    lanes: number[];
    /**
     * The seed text of the next episode of each of these lanes. Empty: those that follow.
     *
     * @generated from field: repeated string seeds = 2;
     */
    seeds: string[];
};
/**
 * Describes the message botwerk.v1.LaneReset.
 * Use `create(LaneResetSchema)` to create a new message.
 */
export declare const LaneResetSchema: GenMessage<LaneReset>;
/**
 * What came of a batch. Arrays are bytes, row by row with a row for each lane, and little-endian, so that they are
 * read without a loop.
 *
 * @generated from message botwerk.v1.LaneResults
 */
export type LaneResults = Message<"botwerk.v1.LaneResults"> & {
    /**
     * The number of the batch.
     *
     * @generated from field: uint64 step = 1;
     */
    step: bigint;
    /**
     * A float32 for each lane and seat: for each seat the share of the others with a worse place minus the share of
     * those with a better one at the end of a match, 0 before.
     *
     * @generated from field: bytes rewards = 2;
     */
    rewards: Uint8Array;
    /**
     * A byte for each lane: 1 if the match has ended with the step.
     *
     * @generated from field: bytes terminated = 3;
     */
    terminated: Uint8Array;
    /**
     * A byte for each lane: 1 if the episode was cut off with the step.
     *
     * @generated from field: bytes truncated = 4;
     */
    truncated: Uint8Array;
    /**
     * An int8 for each lane: the seat to act, -1 after the end of an episode.
     *
     * @generated from field: bytes to_act = 5;
     */
    toAct: Uint8Array;
    /**
     * A byte for each lane: 0, or why the lane did not step. 1: the action is illegal, and the lane is unchanged;
     * 2: the episode has ended, and the lane must be reset; 3: an agent failed, and the episode is truncated.
     *
     * @generated from field: bytes faults = 6;
     */
    faults: Uint8Array;
    /**
     * After random actions an int32 for each lane: the number of the action, -1 for a lane that did not act.
     *
     * @generated from field: bytes actions = 7;
     */
    actions: Uint8Array;
    /**
     * What the seat to act sees, after the end of an episode the seat that acted last. Catalogue: the layout.
     *
     * @generated from field: bytes observations = 8;
     */
    observations: Uint8Array;
    /**
     * With SAME_STEP the last observation of each episode that ended with the step, 0 in the rows of other lanes.
     *
     * @generated from field: bytes final_observations = 9;
     */
    finalObservations: Uint8Array;
    /**
     * The legal actions of the seat to act, in the form of the environment.
     *
     * @generated from field: bytes masks = 10;
     */
    masks: Uint8Array;
    /**
     * A uint32 for each lane and one more: where the legal actions of the lane start, and where the last ones end.
     *
     * @generated from field: bytes legal_starts = 11;
     */
    legalStarts: Uint8Array;
    /**
     * A uint32 for each legal action, lane by lane: its number.
     *
     * @generated from field: bytes legal_actions = 12;
     */
    legalActions: Uint8Array;
};
/**
 * Describes the message botwerk.v1.LaneResults.
 * Use `create(LaneResultsSchema)` to create a new message.
 */
export declare const LaneResultsSchema: GenMessage<LaneResults>;
/**
 * @generated from message botwerk.v1.StepBatchRequest
 */
export type StepBatchRequest = Message<"botwerk.v1.StepBatchRequest"> & {
    /**
     * Resource name, "envs/{id}".
     *
     * @generated from field: string env = 1;
     */
    env: string;
    /**
     * @generated from field: string env_token = 2;
     */
    envToken: string;
    /**
     * @generated from field: botwerk.v1.LaneBatch batch = 3;
     */
    batch?: LaneBatch | undefined;
};
/**
 * Describes the message botwerk.v1.StepBatchRequest.
 * Use `create(StepBatchRequestSchema)` to create a new message.
 */
export declare const StepBatchRequestSchema: GenMessage<StepBatchRequest>;
/**
 * @generated from message botwerk.v1.StepBatchResponse
 */
export type StepBatchResponse = Message<"botwerk.v1.StepBatchResponse"> & {
    /**
     * @generated from field: botwerk.v1.LaneResults results = 1;
     */
    results?: LaneResults | undefined;
};
/**
 * Describes the message botwerk.v1.StepBatchResponse.
 * Use `create(StepBatchResponseSchema)` to create a new message.
 */
export declare const StepBatchResponseSchema: GenMessage<StepBatchResponse>;
/**
 * @generated from message botwerk.v1.StepRequest
 */
export type StepRequest = Message<"botwerk.v1.StepRequest"> & {
    /**
     * Resource name, "envs/{id}". Empty: that of the request before.
     *
     * @generated from field: string env = 1;
     */
    env: string;
    /**
     * The token of the environment. Empty: that of the request before.
     *
     * @generated from field: string env_token = 2;
     */
    envToken: string;
    /**
     * @generated from field: botwerk.v1.LaneBatch batch = 3;
     */
    batch?: LaneBatch | undefined;
};
/**
 * Describes the message botwerk.v1.StepRequest.
 * Use `create(StepRequestSchema)` to create a new message.
 */
export declare const StepRequestSchema: GenMessage<StepRequest>;
/**
 * @generated from message botwerk.v1.StepResponse
 */
export type StepResponse = Message<"botwerk.v1.StepResponse"> & {
    /**
     * @generated from oneof botwerk.v1.StepResponse.kind
     */
    kind: {
        /**
         * @generated from field: botwerk.v1.LaneResults results = 1;
         */
        value: LaneResults;
        case: "results";
    } | {
        /**
         * The batch was rejected. Nothing has changed, and the stream stays open.
         *
         * @generated from field: botwerk.v1.Error error = 2;
         */
        value: Error;
        case: "error";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.StepResponse.
 * Use `create(StepResponseSchema)` to create a new message.
 */
export declare const StepResponseSchema: GenMessage<StepResponse>;
/**
 * @generated from message botwerk.v1.SaveLanesRequest
 */
export type SaveLanesRequest = Message<"botwerk.v1.SaveLanesRequest"> & {
    /**
     * Resource name, "envs/{id}".
     *
     * @generated from field: string env = 1;
     */
    env: string;
    /**
     * @generated from field: string env_token = 2;
     */
    envToken: string;
    /**
     * The lanes, at most 4,096. Empty: all.
     *
     * @generated from field: repeated uint32 lanes = 3;
     */
    lanes: number[];
};
/**
 * Describes the message botwerk.v1.SaveLanesRequest.
 * Use `create(SaveLanesRequestSchema)` to create a new message.
 */
export declare const SaveLanesRequestSchema: GenMessage<SaveLanesRequest>;
/**
 * @generated from message botwerk.v1.SaveLanesResponse
 */
export type SaveLanesResponse = Message<"botwerk.v1.SaveLanesResponse"> & {
    /**
     * Each lane as JSON.
     *
     * @generated from field: repeated string saved = 1;
     */
    saved: string[];
};
/**
 * Describes the message botwerk.v1.SaveLanesResponse.
 * Use `create(SaveLanesResponseSchema)` to create a new message.
 */
export declare const SaveLanesResponseSchema: GenMessage<SaveLanesResponse>;
/**
 * @generated from message botwerk.v1.LoadLanesRequest
 */
export type LoadLanesRequest = Message<"botwerk.v1.LoadLanesRequest"> & {
    /**
     * Resource name, "envs/{id}".
     *
     * @generated from field: string env = 1;
     */
    env: string;
    /**
     * @generated from field: string env_token = 2;
     */
    envToken: string;
    /**
     * The lanes to replace. Empty: all.
     *
     * @generated from field: repeated uint32 lanes = 3;
     */
    lanes: number[];
    /**
     * For each of them what SaveLanes returned, in an environment with the same game and options.
     *
     * @generated from field: repeated string saved = 4;
     */
    saved: string[];
};
/**
 * Describes the message botwerk.v1.LoadLanesRequest.
 * Use `create(LoadLanesRequestSchema)` to create a new message.
 */
export declare const LoadLanesRequestSchema: GenMessage<LoadLanesRequest>;
/**
 * @generated from message botwerk.v1.LoadLanesResponse
 */
export type LoadLanesResponse = Message<"botwerk.v1.LoadLanesResponse"> & {
    /**
     * The lanes as they are then; rewards and ends are 0, and the number of the step is that of the latest batch.
     *
     * @generated from field: botwerk.v1.LaneResults results = 1;
     */
    results?: LaneResults | undefined;
};
/**
 * Describes the message botwerk.v1.LoadLanesResponse.
 * Use `create(LoadLanesResponseSchema)` to create a new message.
 */
export declare const LoadLanesResponseSchema: GenMessage<LoadLanesResponse>;
/**
 * @generated from message botwerk.v1.CloseEnvRequest
 */
export type CloseEnvRequest = Message<"botwerk.v1.CloseEnvRequest"> & {
    /**
     * Resource name, "envs/{id}".
     *
     * @generated from field: string env = 1;
     */
    env: string;
    /**
     * @generated from field: string env_token = 2;
     */
    envToken: string;
};
/**
 * Describes the message botwerk.v1.CloseEnvRequest.
 * Use `create(CloseEnvRequestSchema)` to create a new message.
 */
export declare const CloseEnvRequestSchema: GenMessage<CloseEnvRequest>;
/**
 * @generated from message botwerk.v1.CloseEnvResponse
 */
export type CloseEnvResponse = Message<"botwerk.v1.CloseEnvResponse"> & {};
/**
 * Describes the message botwerk.v1.CloseEnvResponse.
 * Use `create(CloseEnvResponseSchema)` to create a new message.
 */
export declare const CloseEnvResponseSchema: GenMessage<CloseEnvResponse>;
/**
 * When a lane starts its next episode after one has ended.
 *
 * @generated from enum botwerk.v1.Autoreset
 */
export declare enum Autoreset {
    /**
     * NEXT_STEP.
     *
     * @generated from enum value: AUTORESET_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * With the next step, whose action for this lane is ignored.
     *
     * @generated from enum value: AUTORESET_NEXT_STEP = 1;
     */
    NEXT_STEP = 1,
    /**
     * With the step that ended the episode.
     *
     * @generated from enum value: AUTORESET_SAME_STEP = 2;
     */
    SAME_STEP = 2,
    /**
     * Only when it is reset.
     *
     * @generated from enum value: AUTORESET_DISABLED = 3;
     */
    DISABLED = 3
}
/**
 * Describes the enum botwerk.v1.Autoreset.
 */
export declare const AutoresetSchema: GenEnum<Autoreset>;
/**
 * The form of the masks of legal actions.
 *
 * @generated from enum botwerk.v1.MaskFormat
 */
export declare enum MaskFormat {
    /**
     * No masks.
     *
     * @generated from enum value: MASK_FORMAT_UNSPECIFIED = 0;
     */
    UNSPECIFIED = 0,
    /**
     * A byte for each action number, 1 if the action is legal.
     *
     * @generated from enum value: MASK_FORMAT_BYTES = 1;
     */
    BYTES = 1,
    /**
     * A bit for each action number, the first one in the lowest bit of the first byte.
     *
     * @generated from enum value: MASK_FORMAT_BITS = 2;
     */
    BITS = 2
}
/**
 * Describes the enum botwerk.v1.MaskFormat.
 */
export declare const MaskFormatSchema: GenEnum<MaskFormat>;
/**
 * Steps many matches of one game together, for learning in languages without bindings.
 *
 * An environment has a number of lanes, each of which plays one match after another. It is kept in memory, and
 * closed when it has not been used for `env_idle_secs`, or the server ends.
 *
 * @generated from service botwerk.v1.EnvService
 */
export declare const EnvService: GenService<{
    /**
     * Creates an environment whose lanes are at the start of their first episodes. Requires the server's
     * admin token if one is configured.
     *
     * @generated from rpc botwerk.v1.EnvService.CreateEnv
     */
    createEnv: {
        methodKind: "unary";
        input: typeof CreateEnvRequestSchema;
        output: typeof CreateEnvResponseSchema;
    };
    /**
     * Steps or resets all lanes with one call.
     *
     * @generated from rpc botwerk.v1.EnvService.StepBatch
     */
    stepBatch: {
        methodKind: "unary";
        input: typeof StepBatchRequestSchema;
        output: typeof StepBatchResponseSchema;
    };
    /**
     * Steps or resets all lanes with messages of a stream: one response for each request, in order.
     *
     * @generated from rpc botwerk.v1.EnvService.Step
     */
    step: {
        methodKind: "bidi_streaming";
        input: typeof StepRequestSchema;
        output: typeof StepResponseSchema;
    };
    /**
     * Returns lanes as text.
     *
     * @generated from rpc botwerk.v1.EnvService.SaveLanes
     */
    saveLanes: {
        methodKind: "unary";
        input: typeof SaveLanesRequestSchema;
        output: typeof SaveLanesResponseSchema;
    };
    /**
     * Replaces lanes by saved ones.
     *
     * @generated from rpc botwerk.v1.EnvService.LoadLanes
     */
    loadLanes: {
        methodKind: "unary";
        input: typeof LoadLanesRequestSchema;
        output: typeof LoadLanesResponseSchema;
    };
    /**
     * Closes an environment.
     *
     * @generated from rpc botwerk.v1.EnvService.CloseEnv
     */
    closeEnv: {
        methodKind: "unary";
        input: typeof CloseEnvRequestSchema;
        output: typeof CloseEnvResponseSchema;
    };
}>;
