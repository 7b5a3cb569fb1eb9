/** The levels of opponents, from which a person meets the next one after a match. */

import type { AgentSummary } from "botwerk/v1";
import type { AgentChoice } from "./agent_text.js";
import type { NewMatch, SeatPlayer } from "./new_match.js";

/** The setting of an agent for its level. */
const LEVEL = "level";

/** The highest level. */
export const HIGHEST_LEVEL = 10;

/** Returns the opponent at a level: the first agent that has levels, or the last agent, the weakest, where none has. */
export function opponentAtLevel(
  agents: readonly Pick<AgentSummary, "name" | "settings">[],
  level: number,
): AgentChoice | undefined {
  const withLevels = agents.find(({ settings }) => settings.some(({ name }) => name === LEVEL));
  if (withLevels !== undefined) return { name: withLevels.name, settings: [{ name: LEVEL, value: String(level) }] };
  const weakest = agents.at(-1);
  return weakest && { name: weakest.name, settings: [] };
}

/** Returns the level of an agent, or `undefined` if its settings name none. */
export function levelOf({ settings }: AgentChoice): number | undefined {
  const level = Number(settings.find(({ name }) => name === LEVEL)?.value ?? 0);
  return level > 0 ? level : undefined;
}

/** Returns the same match with opponents one level higher, or `undefined` if one has no level or the highest. */
export function nextLevel(match: NewMatch): NewMatch | undefined {
  const levels = match.players.flatMap((player) => (player.kind === "agent" ? [levelOf(player.agent)] : []));
  const highest = Math.max(...levels.map((level) => level ?? HIGHEST_LEVEL));
  if (levels.length === 0 || highest >= HIGHEST_LEVEL) return undefined;
  const raised = (player: SeatPlayer): SeatPlayer =>
    player.kind === "agent" ? { kind: "agent", agent: atLevel(player.agent, highest + 1) } : player;
  return { ...match, players: match.players.map(raised) };
}

function atLevel({ name, settings }: AgentChoice, level: number): AgentChoice {
  return { name, settings: settings.map((setting) => (setting.name === LEVEL ? { name: LEVEL, value: String(level) } : setting)) };
}
