/** A match as the viewer shows it, from a record or from a server. */

import { Termination } from "botwerk/v1";
import type { Actor, AgentSpec, GameSetup, MatchSeat, Outcome, ReplayStep, Turn } from "botwerk/v1";

/** A seat with its player. */
export interface ViewedSeat {
  /** The name of the player. */
  readonly player: string;
  /** The built-in agent with its settings. Empty for other players. */
  readonly agent: string;
  /** The name of the seat on the board, such as "White". */
  readonly side: string;
}

/** What does not change during a match. */
export interface ViewedMatch {
  readonly setup: GameSetup;
  readonly seats: readonly ViewedSeat[];
  /** Such as "bank 60s+1s". Empty without. */
  readonly timeControl: string;
  readonly isVirtualTime: boolean;
}

/** How a match ended. */
export interface MatchResult {
  /** Unset if the match was aborted. */
  readonly outcome: Outcome | undefined;
  readonly terminations: readonly Termination[];
  /** Why it ended. Empty if unknown. */
  readonly ending: string;
}

/** What a seat has spent until a step. */
export interface SeatUsage {
  readonly nanos: number;
  readonly nodes: number;
}

const TERMINATION_TEXTS: Readonly<Partial<Record<Termination, string>>> = {
  [Termination.RESIGNED]: "resigned",
  [Termination.FLAGGED]: "ran out of time",
  [Termination.ILLEGAL]: "sent too many illegal actions",
  [Termination.DISCONNECTED]: "was offline for too long",
  [Termination.NO_SHOW]: "did not join",
  [Termination.CRASHED]: "crashed",
  [Termination.INFRA]: "did not rejoin after a restart of the server",
};

/** Returns the seats of a match with the names that they have on the board. */
export function viewedSeats(seats: readonly MatchSeat[], sides: readonly string[]): ViewedSeat[] {
  const count = Math.max(seats.length, sides.length);
  return Array.from({ length: count }, (_, seat) => ({
    player: seats[seat]?.name || `seat ${seat}`,
    agent: agentText(seats[seat]?.agent),
    side: sides[seat] || `Seat ${seat}`,
  }));
}

/** Returns an agent as on the command line, such as `minimax:nodes=300`. */
export function agentText(agent: AgentSpec | undefined): string {
  if (agent === undefined) return "";
  const settings = agent.settings.map(({ name, value }) => `${name}=${value}`).join(",");
  return settings === "" ? agent.name : `${agent.name}:${settings}`;
}

/** Returns the seat of an actor, or `undefined` for chance and the referee. */
export function seatOf(actor: Actor | undefined): number | undefined {
  return actor?.kind.case === "seat" ? actor.kind.value : undefined;
}

/** Returns who acted in a step, such as "White", "Chance" or "Start". */
export function actorText(match: ViewedMatch, actor: Actor | undefined): string {
  switch (actor?.kind.case) {
    case "seat":
      return match.seats[actor.kind.value]?.side ?? `Seat ${actor.kind.value}`;
    case "chance":
      return "Chance";
    case "referee":
      return "Referee";
    default:
      return "Start";
  }
}

/** Returns the seats that are to act. */
export function seatsToAct(next: Turn | undefined): readonly number[] {
  return next?.kind.case === "decision" ? next.kind.value.seats : [];
}

/** Returns the result as a sentence, such as "White wins." */
export function resultText(match: ViewedMatch, { outcome, ending }: MatchResult): string {
  if (outcome === undefined) return "The match was aborted: it has no result.";
  const winners = match.seats.filter((_, seat) => outcome.places[seat] === 1).map(({ side }) => side);
  const sentence = ending === "" ? "" : ` ${capitalised(ending)}${/[.!?]$/.test(ending) ? "" : "."}`;
  if (winners.length === 0) return `There is no winner.${sentence}`;
  if (winners.length === match.seats.length && winners.length > 1) return `Draw.${sentence}`;
  const names = capitalised(winners.join(" and "));
  return `${names} ${winners.length === 1 ? "wins" : "win"}.${sentence}`;
}

/** Returns why a seat left, such as "resigned", or empty text if it played to the end. */
export function terminationText(termination: Termination | undefined): string {
  return TERMINATION_TEXTS[termination ?? Termination.NONE] ?? "";
}

/** Returns what each seat has spent before and at each step: one list of seats for each step. */
export function seatUsages(steps: readonly ReplayStep[], seats: number): readonly (readonly SeatUsage[])[] {
  let usage: readonly SeatUsage[] = Array.from({ length: seats }, () => ({ nanos: 0, nodes: 0 }));
  return steps.map((step) => {
    const spent = spending(step);
    if (spent.size === 0) return usage;
    return (usage = usage.map(({ nanos, nodes }, seat) => {
      const more = spent.get(seat);
      return more === undefined ? { nanos, nodes } : { nanos: nanos + more.nanos, nodes: nodes + more.nodes };
    }));
  });
}

/** Returns what seats have spent on a step. In a race, a seat counts with its last announcement. */
function spending(step: ReplayStep): ReadonlyMap<number, SeatUsage> {
  const spent = new Map<number, SeatUsage>();
  const seat = seatOf(step.actor);
  if (seat !== undefined) spent.set(seat, { nanos: Number(step.elapsedNanos ?? 0n), nodes: Number(step.effort) });
  for (const { seat: racer, elapsedNanos, effort } of step.announcements) {
    const { nanos, nodes } = spent.get(racer) ?? { nanos: 0, nodes: 0 };
    spent.set(racer, { nanos: Math.max(nanos, Number(elapsedNanos)), nodes: Math.max(nodes, Number(effort)) });
  }
  return spent;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
