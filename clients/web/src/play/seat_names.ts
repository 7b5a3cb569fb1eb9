/** The names that the seats of a match have for the person who plays one of them. */

import type { Match } from "botwerk/v1";
import type { AgentChoice } from "./agent_text.js";
import { levelOf } from "./levels.js";
import type { StoryNames } from "./stories/game_story.js";

/** Names for people, such as "You", "Opponent" or the name that another person has given. */
export class SeatNames implements StoryNames {
  /** `sides` are the names of the sides on the board, such as "White"; `notation` are those of the notation. */
  constructor(
    private readonly seats: Match["seats"],
    readonly own: number,
    private readonly sides: readonly string[],
    readonly notation: readonly string[],
  ) {}

  /** Returns the name of a seat. */
  seat(seat: number): string {
    if (seat === this.own) return "You";
    return this.#given(seat) || (this.seats.length === 2 ? "Opponent" : this.side(seat) || `Player ${seat + 1}`);
  }

  /** Returns the name of a seat's side, or empty text if its pieces have none. */
  side(seat: number): string {
    return this.sides[seat] ?? "";
  }

  /** Returns how an invitation names a seat that no person has taken yet. */
  place(seat: number): string {
    return this.side(seat) || `Player ${seat + 1}`;
  }

  /** Returns what stands next to the name: the side, and the built-in agent. */
  detail(seat: number): string {
    const side = this.side(seat);
    const agent = this.seats[seat]?.agent;
    const parts = [side === this.seat(seat) ? "" : side, agent === undefined ? "" : builtIn(agent)];
    return parts.filter((part) => part !== "").join(", ");
  }

  /** Returns the name that a person or an operator has given, or empty text. */
  #given(seat: number): string {
    const { name = "", agent } = this.seats[seat] ?? {};
    const isDefault = name === `seat ${seat}` || (agent !== undefined && name.split(":")[0] === agent.name);
    return isDefault ? "" : name;
  }
}

/** Returns what a person reads of an agent, whose version matters to records only. */
function builtIn(agent: AgentChoice): string {
  const name = agent.name.replace(/@\d+$/, "");
  const level = levelOf(agent);
  return level === undefined ? `built-in ${name}` : `built-in ${name}, level ${level}`;
}
