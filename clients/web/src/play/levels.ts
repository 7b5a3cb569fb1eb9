/** The levels of built-in opponents, from which a person meets the next one after a match. */

import { formatSettings, parseAgent } from "./agent_text.js";
import type { NewMatch, SeatPlayer } from "./new_match.js";

/** Returns the same match against the next stronger opponent, or `undefined` after the strongest of the list. */
export function nextLevel(match: NewMatch, levels: readonly string[]): NewMatch | undefined {
  const texts = match.players.map(levelOf).filter((text) => text !== undefined);
  const strongest = Math.max(...texts.map((text) => levels.indexOf(text)));
  const next = levels[strongest + 1];
  // A list without the present opponents says nothing of their strength.
  if (strongest < 0 || next === undefined || texts.some((text) => !levels.includes(text))) return undefined;
  const players = match.players.map((player): SeatPlayer => (player.kind === "agent" ? { kind: "agent", agent: parseAgent(next) } : player));
  return { ...match, players };
}

function levelOf(player: SeatPlayer): string | undefined {
  if (player.kind !== "agent") return undefined;
  const { name, settings } = player.agent;
  return settings.length === 0 ? name : `${name}:${formatSettings(settings)}`;
}
