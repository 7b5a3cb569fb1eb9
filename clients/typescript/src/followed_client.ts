/** A client that goes to the servers to which others redirect. */

import type { Client } from "./client.js";
import type { Session } from "./session.js";

/** The client of a session, until a server redirects to another one. If that one fails, the session's is used again. */
export class FollowedClient {
  /** The connection to the server to which another has redirected. */
  #redirected: Client | undefined;

  constructor(private readonly session: Session) {}

  /** The client for the next attempt. */
  get current(): Client {
    return this.#redirected ?? this.session.client;
  }

  /** Makes the next attempt one to the server at an address, or to those of the session without one. */
  follow(address: string | undefined): void {
    this.#redirected?.close();
    this.#redirected = address === undefined ? undefined : this.session.connect(address);
  }
}
