/// <reference lib="esnext.disposable" preserve="true" />
/** A connection to a server. */

import type { Client as ServiceClient, Transport } from "@connectrpc/connect";
import { serviceClient } from "./service_client.js";
import {
  AnalysisService,
  BotService,
  CatalogService,
  EnvService,
  MatchService,
  OperatorService,
  OrganizerService,
  OwnerService,
  RulesService,
  TournamentService,
  UploadService,
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

/**
 * The services of a server over one connection.
 *
 * ```js
 * await using client = connect("127.0.0.1:4270");
 * ```
 */
export class Client implements AsyncDisposable {
  /** The calls in progress. */
  readonly #calls = new Set<AbortController>();
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
  /** Who may use the server, and the audit log. */
  readonly operator: ServiceClient<typeof OperatorService>;
  /** Tournaments, for those who organise them. */
  readonly organizer: ServiceClient<typeof OrganizerService>;
  /** Owners of bots. */
  readonly owners: ServiceClient<typeof OwnerService>;
  /** The rules as stateless functions. */
  readonly rules: ServiceClient<typeof RulesService>;
  /** Tournaments, for those who watch them. */
  readonly tournaments: ServiceClient<typeof TournamentService>;
  /** Uploads of the programs of bots. */
  readonly uploads: ServiceClient<typeof UploadService>;

  constructor(
    /** The address, for messages. */
    readonly server: string,
    /** What carries the calls, for clients of other services. */
    readonly transport: Transport,
    private readonly closeTransport: () => void = () => {},
  ) {
    this.analysis = serviceClient(AnalysisService, transport, this.#calls);
    this.bots = serviceClient(BotService, transport, this.#calls);
    this.catalog = serviceClient(CatalogService, transport, this.#calls);
    this.envs = serviceClient(EnvService, transport, this.#calls);
    this.matches = serviceClient(MatchService, transport, this.#calls);
    this.operator = serviceClient(OperatorService, transport, this.#calls);
    this.organizer = serviceClient(OrganizerService, transport, this.#calls);
    this.owners = serviceClient(OwnerService, transport, this.#calls);
    this.rules = serviceClient(RulesService, transport, this.#calls);
    this.tournaments = serviceClient(TournamentService, transport, this.#calls);
    this.uploads = serviceClient(UploadService, transport, this.#calls);
  }

  /** Closes the connection. Calls in progress fail with an `AbortError`. */
  close(): void {
    for (const call of this.#calls) call.abort(new DOMException("the client was closed", "AbortError"));
    this.closeTransport();
  }

  /** Closes the connection at the end of the block of an `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }
}
