/** What a server plays, as asynchronous iterators. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CallOptions } from "@connectrpc/connect";
import { bearer } from "./client.js";
import { reopened } from "./reopened_stream.js";
import type { Session } from "./session.js";
import type { ViewOptionsSchema, WatchMatchResponse, WatchTournamentResponse } from "./v1.js";
import { TournamentState } from "./v1.js";

/** As whom a match is watched, and what its frames contain. */
export interface Viewer {
  /** The token of the seat. Without one the match is watched as a spectator. */
  readonly seatToken?: string;
  /** Defaults to the view after each update, as text and as a message. */
  readonly viewOptions?: MessageInitShape<typeof ViewOptionsSchema>;
}

/** Yields the frames of a match up to its end, and closes the session. */
export async function* watchFrames(
  session: Session,
  match: string,
  { seatToken, viewOptions = { includeText: true, includeUpdateViews: true } }: Viewer,
): AsyncGenerator<WatchMatchResponse, void> {
  const options: CallOptions = { signal: session.signal };
  if (seatToken !== undefined) options.headers = bearer(seatToken);
  let seq = 0n;
  const frames = reopened(session, match, (client) =>
    client.matches.watchMatch(
      { matches: [{ match, resumeAfterSeq: seq }], asSeat: seatToken !== undefined, viewOptions },
      options,
    ),
  );
  try {
    for await (const frame of frames) {
      const { kind } = frame;
      // A server without full durability loses its latest frames in a power failure, and uses their numbers again.
      if (kind.case === "joined" && kind.value.seq < seq) seq = kind.value.seq;
      else if (kind.case === "actionRequest" || kind.case === "update") seq = kind.value.seq;
      yield frame;
      if (kind.case === "matchOver") return;
    }
  } finally {
    session.client.close();
  }
}

/** The states in which a tournament stays. */
const FINAL_STATES: ReadonlySet<TournamentState | undefined> = new Set([
  TournamentState.OVER,
  TournamentState.CANCELLED,
]);

/** Yields the messages of a tournament up to its end, and closes the session. */
export async function* watchStandings(session: Session, name: string): AsyncGenerator<WatchTournamentResponse, void> {
  const messages = reopened(session, name, (client) =>
    client.tournaments.watchTournament({ name }, { signal: session.signal }),
  );
  try {
    for await (const message of messages) {
      yield message;
      if (FINAL_STATES.has(message.tournament?.state)) return;
    }
  } finally {
    session.client.close();
  }
}

/**
 * Yields the pages of a list.
 *
 * ```js
 * for await (const { matches } of pages(client.matches.listMatches, { pageSize: 100 })) console.log(matches.length);
 * ```
 */
export async function* pages<Request extends object, Response extends { readonly nextPageToken: string }>(
  list: (request: Request, options?: CallOptions) => Promise<Response>,
  request: Request,
  options?: CallOptions,
): AsyncGenerator<Response, void> {
  let pageToken: string | undefined;
  do {
    const page = await list(pageToken === undefined ? request : { ...request, pageToken }, options);
    yield page;
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
}
