import type { GenFile, GenMessage, GenService } from "@bufbuild/protobuf/codegenv2";
import type { GameSetup } from "./game_pb.js";
import type { TimeControl } from "./match_pb.js";
import type { Message } from "@bufbuild/protobuf";
/**
 * Describes the file botwerk/v1/bot.proto.
 */
export declare const file_botwerk_v1_bot: GenFile;
/**
 * @generated from message botwerk.v1.RegisterBotRequest
 */
export type RegisterBotRequest = Message<"botwerk.v1.RegisterBotRequest"> & {
    /**
     * The bot's name, 1 to 128 bytes.
     *
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * The names of the games that the bot plays. Empty: all games.
     *
     * @generated from field: repeated string games = 2;
     */
    games: string[];
    /**
     * Maximum number of matches that the bot plays at the same time. Defaults to 1.
     *
     * @generated from field: uint32 max_concurrent_matches = 3;
     */
    maxConcurrentMatches: number;
};
/**
 * Describes the message botwerk.v1.RegisterBotRequest.
 * Use `create(RegisterBotRequestSchema)` to create a new message.
 */
export declare const RegisterBotRequestSchema: GenMessage<RegisterBotRequest>;
/**
 * @generated from message botwerk.v1.RegisterBotResponse
 */
export type RegisterBotResponse = Message<"botwerk.v1.RegisterBotResponse"> & {
    /**
     * @generated from field: botwerk.v1.Bot bot = 1;
     */
    bot?: Bot | undefined;
    /**
     * Grants the right to stream invitations. Returned only here.
     *
     * @generated from field: string bot_token = 2;
     */
    botToken: string;
};
/**
 * Describes the message botwerk.v1.RegisterBotResponse.
 * Use `create(RegisterBotResponseSchema)` to create a new message.
 */
export declare const RegisterBotResponseSchema: GenMessage<RegisterBotResponse>;
/**
 * The public description of a bot.
 *
 * @generated from message botwerk.v1.Bot
 */
export type Bot = Message<"botwerk.v1.Bot"> & {
    /**
     * @generated from field: string name = 1;
     */
    name: string;
    /**
     * The names of the games that the bot plays. Empty: all games.
     *
     * @generated from field: repeated string games = 2;
     */
    games: string[];
    /**
     * Maximum number of matches that the bot plays at the same time.
     *
     * @generated from field: uint32 max_concurrent_matches = 3;
     */
    maxConcurrentMatches: number;
    /**
     * Whether the bot has an open invitation stream.
     *
     * @generated from field: bool is_online = 4;
     */
    isOnline: boolean;
    /**
     * Number of matches that the bot is invited to.
     *
     * @generated from field: uint32 active_matches = 5;
     */
    activeMatches: number;
};
/**
 * Describes the message botwerk.v1.Bot.
 * Use `create(BotSchema)` to create a new message.
 */
export declare const BotSchema: GenMessage<Bot>;
/**
 * @generated from message botwerk.v1.StreamInvitationsRequest
 */
export type StreamInvitationsRequest = Message<"botwerk.v1.StreamInvitationsRequest"> & {
    /**
     * The token from RegisterBot, or from GetBotTokens for the launched bot of an entrant.
     *
     * @generated from field: string bot_token = 1;
     */
    botToken: string;
    /**
     * Maximum number of matches that the bot plays at the same time. 0: as registered, 1 for a
     * launched bot.
     *
     * @generated from field: uint32 max_concurrent_matches = 2;
     */
    maxConcurrentMatches: number;
};
/**
 * Describes the message botwerk.v1.StreamInvitationsRequest.
 * Use `create(StreamInvitationsRequestSchema)` to create a new message.
 */
export declare const StreamInvitationsRequestSchema: GenMessage<StreamInvitationsRequest>;
/**
 * @generated from message botwerk.v1.StreamInvitationsResponse
 */
export type StreamInvitationsResponse = Message<"botwerk.v1.StreamInvitationsResponse"> & {
    /**
     * @generated from oneof botwerk.v1.StreamInvitationsResponse.kind
     */
    kind: {
        /**
         * @generated from field: botwerk.v1.Online online = 1;
         */
        value: Online;
        case: "online";
    } | {
        /**
         * @generated from field: botwerk.v1.Invitation invitation = 2;
         */
        value: Invitation;
        case: "invitation";
    } | {
        /**
         * @generated from field: botwerk.v1.EntrantWithdrawn entrant_withdrawn = 3;
         */
        value: EntrantWithdrawn;
        case: "entrantWithdrawn";
    } | {
        /**
         * @generated from field: botwerk.v1.TournamentEnded tournament_ended = 4;
         */
        value: TournamentEnded;
        case: "tournamentEnded";
    } | {
        case: undefined;
        value?: undefined;
    };
};
/**
 * Describes the message botwerk.v1.StreamInvitationsResponse.
 * Use `create(StreamInvitationsResponseSchema)` to create a new message.
 */
export declare const StreamInvitationsResponseSchema: GenMessage<StreamInvitationsResponse>;
/**
 * Confirms that the bot is online.
 *
 * @generated from message botwerk.v1.Online
 */
export type Online = Message<"botwerk.v1.Online"> & {
    /**
     * @generated from field: botwerk.v1.Bot bot = 1;
     */
    bot?: Bot | undefined;
};
/**
 * Describes the message botwerk.v1.Online.
 * Use `create(OnlineSchema)` to create a new message.
 */
export declare const OnlineSchema: GenMessage<Online>;
/**
 * Assigns a seat in a match to the bot, which must join it with Play. Sent again whenever the bot
 * reconnects while the match is in progress.
 *
 * @generated from message botwerk.v1.Invitation
 */
export type Invitation = Message<"botwerk.v1.Invitation"> & {
    /**
     * Resource name, "matches/{id}".
     *
     * @generated from field: string match = 1;
     */
    match: string;
    /**
     * @generated from field: uint32 seat = 2;
     */
    seat: number;
    /**
     * @generated from field: string seat_token = 3;
     */
    seatToken: string;
    /**
     * @generated from field: botwerk.v1.GameSetup setup = 4;
     */
    setup?: GameSetup | undefined;
    /**
     * @generated from field: botwerk.v1.TimeControl time_control = 5;
     */
    timeControl?: TimeControl | undefined;
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string tournament = 6;
     */
    tournament: string;
};
/**
 * Describes the message botwerk.v1.Invitation.
 * Use `create(InvitationSchema)` to create a new message.
 */
export declare const InvitationSchema: GenMessage<Invitation>;
/**
 * Reports that the bot's entrant takes no further part in a tournament.
 *
 * @generated from message botwerk.v1.EntrantWithdrawn
 */
export type EntrantWithdrawn = Message<"botwerk.v1.EntrantWithdrawn"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string tournament = 1;
     */
    tournament: string;
    /**
     * Human-readable cause.
     *
     * @generated from field: string message = 2;
     */
    message: string;
};
/**
 * Describes the message botwerk.v1.EntrantWithdrawn.
 * Use `create(EntrantWithdrawnSchema)` to create a new message.
 */
export declare const EntrantWithdrawnSchema: GenMessage<EntrantWithdrawn>;
/**
 * Reports that a tournament in which the bot took part has ended.
 *
 * @generated from message botwerk.v1.TournamentEnded
 */
export type TournamentEnded = Message<"botwerk.v1.TournamentEnded"> & {
    /**
     * Resource name, "tournaments/{id}".
     *
     * @generated from field: string tournament = 1;
     */
    tournament: string;
};
/**
 * Describes the message botwerk.v1.TournamentEnded.
 * Use `create(TournamentEndedSchema)` to create a new message.
 */
export declare const TournamentEndedSchema: GenMessage<TournamentEnded>;
/**
 * @generated from message botwerk.v1.ListBotsRequest
 */
export type ListBotsRequest = Message<"botwerk.v1.ListBotsRequest"> & {
    /**
     * Maximum number of bots to return. Defaults to 50; capped at 500.
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
 * Describes the message botwerk.v1.ListBotsRequest.
 * Use `create(ListBotsRequestSchema)` to create a new message.
 */
export declare const ListBotsRequestSchema: GenMessage<ListBotsRequest>;
/**
 * @generated from message botwerk.v1.ListBotsResponse
 */
export type ListBotsResponse = Message<"botwerk.v1.ListBotsResponse"> & {
    /**
     * @generated from field: repeated botwerk.v1.Bot bots = 1;
     */
    bots: Bot[];
    /**
     * Token of the next page. Empty on the last page.
     *
     * @generated from field: string next_page_token = 2;
     */
    nextPageToken: string;
};
/**
 * Describes the message botwerk.v1.ListBotsResponse.
 * Use `create(ListBotsResponseSchema)` to create a new message.
 */
export declare const ListBotsResponseSchema: GenMessage<ListBotsResponse>;
/**
 * Registers bots and invites them to matches.
 *
 * @generated from service botwerk.v1.BotService
 */
export declare const BotService: GenService<{
    /**
     * Registers a bot, or issues a new token for a registered one and revokes the previous token.
     * Requires the server's admin token if one is configured.
     *
     * @generated from rpc botwerk.v1.BotService.RegisterBot
     */
    registerBot: {
        methodKind: "unary";
        input: typeof RegisterBotRequestSchema;
        output: typeof RegisterBotResponseSchema;
    };
    /**
     * Streams match invitations. The bot is online while the stream is open; a newer stream of the
     * same bot replaces it.
     *
     * @generated from rpc botwerk.v1.BotService.StreamInvitations
     */
    streamInvitations: {
        methodKind: "server_streaming";
        input: typeof StreamInvitationsRequestSchema;
        output: typeof StreamInvitationsResponseSchema;
    };
    /**
     * Lists bots by name.
     *
     * @generated from rpc botwerk.v1.BotService.ListBots
     */
    listBots: {
        methodKind: "unary";
        input: typeof ListBotsRequestSchema;
        output: typeof ListBotsResponseSchema;
    };
}>;
