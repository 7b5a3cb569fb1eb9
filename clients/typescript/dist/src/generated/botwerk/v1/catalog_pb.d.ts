import type { GenFile, GenMessage, GenService } from "@bufbuild/protobuf/codegenv2";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/catalog.proto.
 */
export declare const file_botwerk_v1_catalog: GenFile;
/**
 * @generated from message botwerk.v1.ListGamesRequest
 */
export type ListGamesRequest = Message<"botwerk.v1.ListGamesRequest"> & {
    /**
     * Maximum number of games to return. Defaults to all.
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
};
/**
 * Describes the message botwerk.v1.ListGamesRequest.
 * Use `create(ListGamesRequestSchema)` to create a new message.
 */
export declare const ListGamesRequestSchema: GenMessage<ListGamesRequest>;
/**
 * @generated from message botwerk.v1.ListGamesResponse
 */
export type ListGamesResponse = Message<"botwerk.v1.ListGamesResponse"> & {
    /**
     * @generated from field: repeated botwerk.v1.GameSummary games = 1;
     */
    games: GameSummary[];
    /**
     * Token of the next page. Empty on the last page.
     *
     * @generated from field: string next_page_token = 2;
     */
    nextPageToken: string;
};
/**
 * Describes the message botwerk.v1.ListGamesResponse.
 * Use `create(ListGamesResponseSchema)` to create a new message.
 */
export declare const ListGamesResponseSchema: GenMessage<ListGamesResponse>;
/**
 * A game in one line.
 *
 * @generated from message botwerk.v1.GameSummary
 */
export type GameSummary = Message<"botwerk.v1.GameSummary"> & {
    /**
     * The game's name in the API, such as "micro-robots".
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * The game's published title.
     *
     * @generated from field: string title = 2;
     */
    title: string;
    /**
     * Minimum number of seats.
     *
     * @generated from field: uint32 min_seats = 3;
     */
    minSeats: number;
    /**
     * Maximum number of seats.
     *
     * @generated from field: uint32 max_seats = 4;
     */
    maxSeats: number;
};
/**
 * Describes the message botwerk.v1.GameSummary.
 * Use `create(GameSummarySchema)` to create a new message.
 */
export declare const GameSummarySchema: GenMessage<GameSummary>;
/**
 * @generated from message botwerk.v1.GetGameRequest
 */
export type GetGameRequest = Message<"botwerk.v1.GetGameRequest"> & {
    /**
     * The game's name.
     *
     * @generated from field: string game = 1;
     */
    game: string;
};
/**
 * Describes the message botwerk.v1.GetGameRequest.
 * Use `create(GetGameRequestSchema)` to create a new message.
 */
export declare const GetGameRequestSchema: GenMessage<GetGameRequest>;
/**
 * @generated from message botwerk.v1.GetGameResponse
 */
export type GetGameResponse = Message<"botwerk.v1.GetGameResponse"> & {
    /**
     * @generated from field: botwerk.v1.GameSummary summary = 1;
     */
    summary?: GameSummary | undefined;
    /**
     * @generated from field: repeated botwerk.v1.OptionSpec options = 2;
     */
    options: OptionSpec[];
    /**
     * The rules document, in Markdown.
     *
     * @generated from field: string rules = 3;
     */
    rules: string;
    /**
     * The data file that the rules refer to.
     *
     * @generated from field: string ruleset = 4;
     */
    ruleset: string;
    /**
     * SHA-256 of the ruleset in hex digits, as in the header of every record.
     *
     * @generated from field: string ruleset_sha256 = 5;
     */
    rulesetSha256: string;
    /**
     * The notation of actions, one line per form.
     *
     * @generated from field: repeated string notation = 6;
     */
    notation: string[];
    /**
     * Number of distinct actions, with default options. Action numbers are below it.
     *
     * @generated from field: uint32 action_count = 7;
     */
    actionCount: number;
    /**
     * Length of an observation in bytes, with default options and the minimum number of seats.
     *
     * @generated from field: uint32 observation_len = 8;
     */
    observationLen: number;
    /**
     * The layout of an observation, in Markdown.
     *
     * @generated from field: string observation_layout = 9;
     */
    observationLayout: string;
    /**
     * The unit of the scores that players may declare (Submission.score), human-readable. Empty if the players of
     * the game have no scores, so that its matches cannot be adjudicated.
     *
     * @generated from field: string score_unit = 10;
     */
    scoreUnit: string;
    /**
     * The fields of an observation, in order.
     *
     * @generated from field: repeated botwerk.v1.ObservationField observation_fields = 11;
     */
    observationFields: ObservationField[];
};
/**
 * Describes the message botwerk.v1.GetGameResponse.
 * Use `create(GetGameResponseSchema)` to create a new message.
 */
export declare const GetGameResponseSchema: GenMessage<GetGameResponse>;
/**
 * An option of a game or a setting of an agent.
 * A field of observations: consecutive bytes with one or more numbers.
 *
 * @generated from message botwerk.v1.ObservationField
 */
export type ObservationField = Message<"botwerk.v1.ObservationField"> & {
    /**
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * The length of each dimension, rows before columns; 0 for the number of seats. Empty: a single number.
     *
     * @generated from field: repeated uint32 shape = 2;
     */
    shape: number[];
    /**
     * The type of the numbers: "uint8", or "uint16" or "uint32", little-endian.
     *
     * @generated from field: string number_type = 3;
     */
    numberType: string;
    /**
     * The minimum of the numbers.
     *
     * @generated from field: uint32 min = 4;
     */
    min: number;
    /**
     * The maximum of the numbers.
     *
     * @generated from field: uint32 max = 5;
     */
    max: number;
    /**
     * A number beyond the maximum that stands for nothing.
     *
     * @generated from field: optional uint32 absent = 6;
     */
    absent?: number | undefined;
    /**
     * What the numbers are, human-readable.
     *
     * @generated from field: string content = 7;
     */
    content: string;
};
/**
 * Describes the message botwerk.v1.ObservationField.
 * Use `create(ObservationFieldSchema)` to create a new message.
 */
export declare const ObservationFieldSchema: GenMessage<ObservationField>;
/**
 * @generated from message botwerk.v1.OptionSpec
 */
export type OptionSpec = Message<"botwerk.v1.OptionSpec"> & {
    /**
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * The id of the rule that the option belongs to.
     *
     * @generated from field: string rule = 2;
     */
    rule: string;
    /**
     * The accepted values, human-readable.
     *
     * @generated from field: string accepted_values = 3;
     */
    acceptedValues: string;
    /**
     * The value that is used if none is given.
     *
     * @generated from field: string default_value = 4;
     */
    defaultValue: string;
    /**
     * What the option does.
     *
     * @generated from field: string help = 5;
     */
    help: string;
};
/**
 * Describes the message botwerk.v1.OptionSpec.
 * Use `create(OptionSpecSchema)` to create a new message.
 */
export declare const OptionSpecSchema: GenMessage<OptionSpec>;
/**
 * @generated from message botwerk.v1.ListAgentsRequest
 */
export type ListAgentsRequest = Message<"botwerk.v1.ListAgentsRequest"> & {
    /**
     * Returns only agents of this game. Empty: all games.
     *
     * @generated from field: string game = 1;
     */
    game: string;
    /**
     * Maximum number of agents to return. Defaults to all.
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
 * Describes the message botwerk.v1.ListAgentsRequest.
 * Use `create(ListAgentsRequestSchema)` to create a new message.
 */
export declare const ListAgentsRequestSchema: GenMessage<ListAgentsRequest>;
/**
 * @generated from message botwerk.v1.ListAgentsResponse
 */
export type ListAgentsResponse = Message<"botwerk.v1.ListAgentsResponse"> & {
    /**
     * @generated from field: repeated botwerk.v1.AgentSummary agents = 1;
     */
    agents: AgentSummary[];
    /**
     * Token of the next page. Empty on the last page.
     *
     * @generated from field: string next_page_token = 2;
     */
    nextPageToken: string;
};
/**
 * Describes the message botwerk.v1.ListAgentsResponse.
 * Use `create(ListAgentsResponseSchema)` to create a new message.
 */
export declare const ListAgentsResponseSchema: GenMessage<ListAgentsResponse>;
/**
 * A built-in agent.
 *
 * @generated from message botwerk.v1.AgentSummary
 */
export type AgentSummary = Message<"botwerk.v1.AgentSummary"> & {
    /**
     * The name of the agent's game.
     *
     * @generated from field: string game = 1;
     */
    game: string;
    /**
     * @generated from field: string name = 2;
     */
    name: string;
    /**
     * What the agent does, in one sentence.
     *
     * @generated from field: string description = 3;
     */
    description: string;
    /**
     * @generated from field: repeated botwerk.v1.OptionSpec settings = 4;
     */
    settings: OptionSpec[];
    /**
     * Whether the agent's choices are a function of settings, view and seed, with default settings.
     * An agent limited by time, or searching with several threads, is not reproducible.
     *
     * @generated from field: bool reproducible = 5;
     */
    reproducible: boolean;
};
/**
 * Describes the message botwerk.v1.AgentSummary.
 * Use `create(AgentSummarySchema)` to create a new message.
 */
export declare const AgentSummarySchema: GenMessage<AgentSummary>;
/**
 * Describes the games, their options and their built-in agents.
 *
 * @generated from service botwerk.v1.CatalogService
 */
export declare const CatalogService: GenService<{
    /**
     * Lists all games, in order.
     *
     * @generated from rpc botwerk.v1.CatalogService.ListGames
     */
    listGames: {
        methodKind: "unary";
        input: typeof ListGamesRequestSchema;
        output: typeof ListGamesResponseSchema;
    };
    /**
     * Returns everything that a client needs to know about one game.
     *
     * @generated from rpc botwerk.v1.CatalogService.GetGame
     */
    getGame: {
        methodKind: "unary";
        input: typeof GetGameRequestSchema;
        output: typeof GetGameResponseSchema;
    };
    /**
     * Lists the built-in agents of one game or of all games.
     *
     * @generated from rpc botwerk.v1.CatalogService.ListAgents
     */
    listAgents: {
        methodKind: "unary";
        input: typeof ListAgentsRequestSchema;
        output: typeof ListAgentsResponseSchema;
    };
}>;
