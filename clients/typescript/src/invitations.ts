/** A bot that is online for invitations and plays every match to which it is invited. */

import { create } from "@bufbuild/protobuf";
import type { Bot } from "./bot.js";
import { bearer } from "./client.js";
import { Player } from "./player.js";
import { RejectedError } from "./rejected_error.js";
import { reopened } from "./reopened_stream.js";
import type { Session } from "./session.js";
import type { Invitation } from "./v1.js";
import { StreamInvitationsRequestSchema } from "./v1.js";

/** Number of matches at the same time if the bot does not set it. */
const DEFAULT_CONCURRENT_MATCHES = 4;

/**
 * Plays all matches to which a bot is invited, until its tournament has ended and all matches are over. It closes the
 * session.
 *
 * @throws RejectedError if the server rejects the token; what the bot throws; the reason of the session's signal.
 */
export async function playInvitations(bot: Bot, session: Session, botToken: string): Promise<void> {
  const matches = new InvitedMatches(bot, session);
  const request = create(StreamInvitationsRequestSchema, {
    maxConcurrentMatches: bot.maxConcurrentMatches ?? DEFAULT_CONCURRENT_MATCHES,
  });
  session.log(`invitations: connecting to ${session.client.server}`);
  const signal = AbortSignal.any([session.signal, matches.failed]);
  const options = { signal, headers: bearer(botToken) };
  // Another server may direct the bot's tournament.
  const invitations = reopened({ ...session, signal }, "invitations", (client) =>
    client.bots.streamInvitations(request, options),
  );
  try {
    for await (const { kind } of invitations) {
      if (kind.case === "invitation") matches.accept(kind.value);
      if (kind.case === "tournamentEnded") return;
      if (kind.case === "entrantWithdrawn") {
        session.log(`${kind.value.tournament}: withdrawn: ${kind.value.message}`);
        return;
      }
    }
  } finally {
    // An error of one match, or of this stream, does not end the others.
    await matches.finish().finally(() => session.client.close());
  }
}

/** The matches that a bot plays because of invitations. */
class InvitedMatches {
  readonly #matches = new Map<string, Promise<void>>();
  readonly #failed = new AbortController();
  #failure: { readonly error: unknown } | undefined;

  constructor(
    private readonly bot: Bot,
    private readonly session: Session,
  ) {}

  /** Is aborted once the bot has thrown. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Starts to play a match. An invitation is sent again after a reconnect. */
  accept(invitation: Invitation): void {
    const key = `${invitation.match} ${invitation.seat}`;
    if (!this.#matches.has(key)) this.#matches.set(key, this.#play(key, invitation));
  }

  /** Waits for the end of all matches and throws what the bot has thrown. */
  async finish(): Promise<void> {
    await Promise.all(this.#matches.values());
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #play(key: string, { match, seatToken }: Invitation): Promise<void> {
    const player = new Player(this.bot, this.session, match, seatToken);
    try {
      await player.play();
    } catch (error) {
      if (this.session.signal.aborted) return;
      if (error instanceof RejectedError && !player.hasFailed) {
        // The match has ended or was taken over in the meantime. Another invitation is another try.
        this.#matches.delete(key);
        this.session.log(`${match}: ${error.message}`);
        return;
      }
      this.session.log(`${match}: the bot failed: ${error instanceof Error ? error.stack : String(error)}`);
      this.#failure ??= { error };
      this.#failed.abort();
    }
  }
}
