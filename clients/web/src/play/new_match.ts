/** New matches: what the form asks for, and the same players again with the seats rotated. */

import type { Match, TimeControl } from "botwerk/v1";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CreateMatchRequestSchema } from "botwerk/v1";
import type { Server } from "../shell/server.js";
import type { AgentChoice } from "./agent_text.js";
import type { SeatTokens } from "./seat_tokens.js";

/** Who plays a seat. People without a name have that of their seat. */
export type SeatPlayer =
  | { readonly kind: "you" | "guest"; readonly name?: string }
  | { readonly kind: "agent"; readonly agent: AgentChoice };

/** A match to create. */
export interface NewMatch {
  readonly game: string;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly players: readonly SeatPlayer[];
  readonly timeControl: TimeControlChoice | undefined;
  readonly allowsHints: boolean;
}

/** How time is limited, as in `TimeControl`. */
export type TimeControlChoice = Pick<TimeControl, "kind">;

/** Returns the request that creates a match. */
export function createRequest(match: NewMatch): MessageInitShape<typeof CreateMatchRequestSchema> {
  const seats = match.players.map((player) => {
    if (player.kind === "agent") return { agent: { name: player.agent.name, settings: [...player.agent.settings] } };
    return { name: player.name ?? "" };
  });
  return {
    setup: { game: match.game, options: [...match.options], seats: seats.length },
    seats,
    ...(match.timeControl === undefined ? {} : { timeControl: { kind: match.timeControl.kind } }),
    allowsHints: match.allowsHints,
  };
}

/** Returns a match of the same players in the same seats. */
export function sameMatch({ setup, seats, timeControl, allowsHints }: Match, own: number): NewMatch {
  const players = seats.map(({ agent, name }, seat): SeatPlayer => {
    if (agent !== undefined) return { kind: "agent", agent };
    // The name of a seat is that of its next player.
    const named = name === `seat ${seat}` ? {} : { name };
    return { kind: seat === own ? "you" : "guest", ...named };
  });
  return { game: setup?.game ?? "", options: setup?.options ?? [], players, timeControl, allowsHints };
}

/** Returns the match of the same players in which each of them plays the next seat. */
export function rematch(match: Match, own: number): NewMatch {
  const same = sameMatch(match, own);
  return { ...same, players: [...same.players.slice(-1), ...same.players.slice(0, -1)] };
}

/** Creates a match, keeps its tokens, and returns the path of its page. */
export async function createMatch(server: Server, tokens: SeatTokens, match: NewMatch): Promise<string> {
  const response = await server.client.matches.createMatch(createRequest(match));
  const id = response.match?.name.replace(/^matches\//, "");
  if (id === undefined) throw new Error("the server did not name the match");
  const own = match.players.findIndex(({ kind }) => kind === "you");
  const seats = response.seatTokens.map(({ seat, token }) => ({ seat, token }));
  const ownSeat = seats.find(({ seat }) => seat === own);
  if (ownSeat !== undefined) tokens.accept(id, ownSeat);
  tokens.setInvitations(id, seats.filter(({ seat }) => seat !== own));
  return ownSeat === undefined && seats.length === 0 ? `/matches/${id}` : `/play/${id}`;
}
