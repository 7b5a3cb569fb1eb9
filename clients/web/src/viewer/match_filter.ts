/** Which matches the list of matches shows, as its address says. */

import { SeatResult } from "botwerk/v1";

/** The matches of a player, maybe against another one or with a result. All matches without a player. */
export interface MatchFilter {
  readonly player?: string | undefined;
  readonly opponent?: string | undefined;
  readonly result?: SeatResult | undefined;
}

/** Maximum length of a name, in bytes, beyond which no player has it. */
const MAX_NAME_BYTES = 128;

const RESULTS: readonly (readonly [SeatResult, string])[] = [
  [SeatResult.WON, "won"],
  [SeatResult.DRAWN, "drawn"],
  [SeatResult.LOST, "lost"],
];

/** Returns the name of a result, such as "won". Empty without one. */
export function resultName(result: SeatResult | undefined): string {
  return RESULTS.find(([other]) => other === result)?.[1] ?? "";
}

/** Returns the path of the list with a filter. */
export function pathOfMatches({ player, opponent, result }: MatchFilter): string {
  const query = new URLSearchParams();
  if (player !== undefined) query.set("player", player);
  if (opponent !== undefined) query.set("opponent", opponent);
  const name = resultName(result);
  if (name !== "") query.set("result", name);
  const text = query.toString();
  return text === "" ? "/matches" : `/matches?${text}`;
}

/** Reads the filter of an address. What cannot be one is left out; without a player there is no filter. */
export function parseMatchFilter(query: URLSearchParams): MatchFilter {
  const player = parseName(query.get("player"));
  if (player === undefined) return {};
  const result = RESULTS.find(([, name]) => name === query.get("result"))?.[0];
  return { player, opponent: parseName(query.get("opponent")), result };
}

function parseName(name: string | null): string | undefined {
  const isName = name !== null && name !== "" && new TextEncoder().encode(name).length <= MAX_NAME_BYTES;
  return isName ? name : undefined;
}
