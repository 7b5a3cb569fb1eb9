/** A connection to a server. */
import type { Client as ServiceClient, Transport } from "@connectrpc/connect";
import { AnalysisService, BotService, CatalogService, EnvService, MatchService, RulesService, TournamentService } from "./v1.js";
/** The services of a server over one connection. */
export declare class Client {
    /** The address, for messages. */
    readonly server: string;
    private readonly closeTransport;
    /** Searches of positions, and exact solutions. */
    readonly analysis: ServiceClient<typeof AnalysisService>;
    /** Bots and their invitations. */
    readonly bots: ServiceClient<typeof BotService>;
    /** Games, agents and rulesets. */
    readonly catalog: ServiceClient<typeof CatalogService>;
    /** Environments, whose matches are stepped together. */
    readonly envs: ServiceClient<typeof EnvService>;
    /** Matches. */
    readonly matches: ServiceClient<typeof MatchService>;
    /** The rules as stateless functions. */
    readonly rules: ServiceClient<typeof RulesService>;
    /** Tournaments. */
    readonly tournaments: ServiceClient<typeof TournamentService>;
    constructor(
    /** The address, for messages. */
    server: string, transport: Transport, closeTransport?: () => void);
    /** Closes the connection. */
    close(): void;
}
