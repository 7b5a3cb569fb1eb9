/** What the games with a race have in common: announcements, passes, and the end of a round. */

import type { Position } from "botwerk/v1";
import { quantity } from "../../shell/quantity.js";
import type { OpenRequest } from "../match_model.js";
import { racePosition } from "../race/race_position.js";
import { roundTask } from "../race/round_task.js";
import { keySelector, verb } from "./game_story.js";
import type { Advice, CoachScene, StoryEntry, StoryNames } from "./game_story.js";

/** Returns the words for an action that all races have. */
export function raceActionText(text: string, { actor }: StoryEntry, names: StoryNames): string | undefined {
  const [first, number = ""] = text.split(" ");
  switch (first) {
    case "say":
      return `${verb(names, actor, "announce", "announces")} ${quantity(Number(number), "move")}`;
    case "pass":
      return `${verb(names, actor, "pass", "passes")} this round`;
    case "end":
      return verb(names, actor, "end the show", "ends the show");
    case "break":
      return "No player shows: the round is over without a winner";
    case "close":
      return "The time for lower numbers is over";
    case "late":
      return `${names.seat(Number(number))} did not show in time`;
    case "leave":
      return `${names.seat(Number(number))} left the match`;
    default:
      return undefined;
  }
}

/** Returns what the round of a position asks for; empty between rounds. */
export function roundText(position: Position): string {
  const task = roundTask(position);
  return task === undefined ? "" : `Round ${racePosition(position)!.round}: ${task}.`;
}

/** Returns the kind of a decision: the race, waiting with an announcement, or the show. */
export function raceDecision({ view, stage }: OpenRequest, seat: number): string {
  const race = racePosition(view.position)?.stage;
  if (race?.kind === "show") return "show";
  const hasAnnounced = race?.kind === "race" && race.announced.some((announced) => announced.seat === seat);
  return hasAnnounced ? "overtime" : stage;
}

/** Returns the advice to send what is prepared, or `undefined` if no solution is ready. */
export function adviceToSend({ request, seat, has }: CoachScene, prize: string): Advice | undefined {
  const race = racePosition(request.view.position)?.stage;
  if (race?.kind === "show") {
    const text = `Show what you have found. If it is correct, ${prize} is yours.`;
    return has(keySelector("show")) ? { text, use: keySelector("show") } : undefined;
  }
  if (raceDecision(request, seat) === "overtime") {
    const text = "Your number is announced. Others may still announce fewer moves. If you have found nothing shorter, pass.";
    return { text, use: keySelector("pass") };
  }
  if (!has(keySelector("route"))) return undefined;
  return { text: `Your route reaches the target. Announce its number of moves now.`, use: keySelector("route") };
}

/** Returns whether the prepared moves are the beginning of the solution, which has more. */
export function isOnTheWay({ moves, solution = [] }: CoachScene): boolean {
  return moves.length < solution.length && moves.every((move, index) => move === solution[index]);
}
