/** A connection to a server. */

import { createClient } from "@connectrpc/connect";
import type { Client as ServiceClient, Transport } from "@connectrpc/connect";
import {
  AnalysisService,
  BotService,
  CatalogService,
  EnvService,
  MatchService,
  OrganizerService,
  RulesService,
  TournamentService,
} from "./v1.js";

/**
 * Returns the headers of a call with a token: that of a seat, a bot, an environment or the owner of a match. It is sent
 * instead of the client's admin token.
 *
 * ```js
 * await client.matches.resignSeat({ match }, { headers: bearer(seatToken) });
 * ```
 */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

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
  /** Tournaments, for those who organise them. */
  readonly organizer: ServiceClient<typeof OrganizerService>;
  /** The rules as stateless functions. */
  readonly rules: ServiceClient<typeof RulesService>;
  /** Tournaments, for those who watch them. */
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
    this.organizer = createClient(OrganizerService, transport);
    this.rules = createClient(RulesService, transport);
    this.tournaments = createClient(TournamentService, transport);
  }

  /** Closes the connection. */
  close(): void {
    this.closeTransport();
  }
}
