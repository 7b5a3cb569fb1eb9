/** A connection to a server. */

import { createClient } from "@connectrpc/connect";
import type { Client as ServiceClient, Transport } from "@connectrpc/connect";
import {
  AnalysisService,
  BotService,
  CatalogService,
  EnvService,
  MatchService,
  RulesService,
  TournamentService,
} from "./v1.js";

/** The services of a server over one connection. */
export class Client {
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
    readonly server: string,
    /** What carries the calls, for clients of other services. */
    readonly transport: Transport,
    private readonly closeTransport: () => void = () => {},
  ) {
    this.analysis = createClient(AnalysisService, transport);
    this.bots = createClient(BotService, transport);
    this.catalog = createClient(CatalogService, transport);
    this.envs = createClient(EnvService, transport);
    this.matches = createClient(MatchService, transport);
    this.rules = createClient(RulesService, transport);
    this.tournaments = createClient(TournamentService, transport);
  }

  /** Closes the connection. */
  close(): void {
    this.closeTransport();
  }
}
