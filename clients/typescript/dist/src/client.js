/** A connection to a server. */
import { createClient } from "@connectrpc/connect";
import { AnalysisService, BotService, CatalogService, EnvService, MatchService, RulesService, TournamentService, } from "./v1.js";
/** The services of a server over one connection. */
export class Client {
    server;
    closeTransport;
    /** Searches of positions, and exact solutions. */
    analysis;
    /** Bots and their invitations. */
    bots;
    /** Games, agents and rulesets. */
    catalog;
    /** Environments, whose matches are stepped together. */
    envs;
    /** Matches. */
    matches;
    /** The rules as stateless functions. */
    rules;
    /** Tournaments. */
    tournaments;
    constructor(
    /** The address, for messages. */
    server, transport, closeTransport = () => { }) {
        this.server = server;
        this.closeTransport = closeTransport;
        this.analysis = createClient(AnalysisService, transport);
        this.bots = createClient(BotService, transport);
        this.catalog = createClient(CatalogService, transport);
        this.envs = createClient(EnvService, transport);
        this.matches = createClient(MatchService, transport);
        this.rules = createClient(RulesService, transport);
        this.tournaments = createClient(TournamentService, transport);
    }
    /** Closes the connection. */
    close() {
        this.closeTransport();
    }
}
//# sourceMappingURL=client.js.map