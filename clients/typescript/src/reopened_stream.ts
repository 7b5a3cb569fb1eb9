/** Streams that outlive their connections. */

import type { Client } from "./client.js";
import { FollowedClient } from "./followed_client.js";
import { RejectedError, isFinal } from "./rejected_error.js";
import { Reconnects } from "./session.js";
import type { Session } from "./session.js";

/**
 * Returns the messages of a stream, which is opened again whenever it ends, also at the server to which another one
 * redirects. The loop that reads it decides when it has all.
 *
 * @param subject What is opened, for messages.
 * @throws RejectedError if another attempt would meet the same error; the reason of the session's signal.
 */
export async function* reopened<T>(
  session: Session,
  subject: string,
  open: (client: Client) => AsyncIterable<T>,
): AsyncGenerator<T, never> {
  const reconnects = new Reconnects(session, subject);
  const client = new FollowedClient(session);
  try {
    for (;;) {
      let cause = "the server ended the stream";
      let address: string | undefined;
      try {
        session.signal.throwIfAborted();
        for await (const message of open(client.current)) {
          reconnects.succeed();
          yield message;
        }
      } catch (error) {
        session.signal.throwIfAborted();
        const rejected = RejectedError.fromCall(error);
        if (isFinal(rejected)) throw rejected;
        ({ detail: cause, address } = rejected);
      }
      client.follow(address);
      await reconnects.wait(cause);
    }
  } finally {
    client.follow(undefined);
  }
}
