/** Why a match has ended, for its players. The rules say it, as in the viewer. */

import type { Client } from "botwerk/web";
import type { Server } from "../shell/server.js";
import type { SeatNames } from "./seat_names.js";

/**
 * Returns why a finished match has ended, as the rules say it, such as `Black has half of its robots home`. Empty if its
 * record cannot be read yet.
 */
export async function loadEnding(server: Server, rules: Client["rules"], match: string, signal: AbortSignal): Promise<string> {
  try {
    const record = await server.retry(async () => {
      const lines: string[] = [];
      for await (const chunk of server.client.matches.getRecord({ match }, { signal })) lines.push(chunk.lines);
      return lines.join("");
    }, signal);
    return (await rules.replayRecord({ record })).ending;
  } catch {
    // A record is sealed as long as other matches are played with its seed.
    return "";
  }
}

/** Returns an ending with the names of people in place of those of the notation, without a full stop. */
export function personalEnding(ending: string, names: SeatNames): string {
  const described = ending
    .replace(/\bseat (\d+) has\b/g, (_, seat: string) => (Number(seat) === names.own ? "You have" : `${names.seat(Number(seat))} has`))
    .replace(/\bseat (\d+)\b/g, (_, seat: string) => (Number(seat) === names.own ? "you" : names.seat(Number(seat))))
    .replace(/\b(garden|container) of ([SWNE]+)\b/g, (_, thing: string, sides: string) =>
      `${thing} of ${[...sides].map((side) => names.place(names.notation.indexOf(side))).join(" and ")}`);
  return described.charAt(0).toUpperCase() + described.slice(1).replace(/[.]$/, "");
}
