/** Plays the turns that a search or a solution expects. */

import type { PvTurn } from "botwerk/v1";
import type { ActorInit, Play, Session } from "./session.js";

/** A turn of an expected line. */
export type ExpectedTurn = Pick<PvTurn, "seat" | "text">;

/** Plays turns. The race before a show is closed, and a show is played move by move, so that each can be seen. */
export async function playExpected(session: Session, turns: readonly ExpectedTurn[]): Promise<void> {
  for (const { seat, text } of turns) {
    const actor: ActorInit = { kind: { case: "seat", value: seat } };
    if (!text.startsWith("show ")) {
      await session.play([{ actor, text }]);
      continue;
    }
    await closeRace(session);
    for (const move of movesOfShow(session.setup.game, text)) await session.play([{ actor, text: move }]);
  }
}

/** Returns the moves of a show as actions. The last one is judged, so that no end follows. */
export function movesOfShow(game: string, text: string): string[] {
  const moves = text.slice("show ".length);
  if (game !== "micro-robots") return moves.split(" ").filter((move) => move !== "");
  return moves.split("-").slice(1).map((space) => `to ${space}`);
}

/** Returns the turns of a solution: its announcement and its show by the first seat that can announce. */
export function turnsOfSolution(session: Session, cost: number, show: string): ExpectedTurn[] {
  const seat = racingSeat(session);
  return [
    { seat, text: `say ${cost}` },
    { seat, text: `show ${show}` },
  ];
}

function racingSeat(session: Session): number {
  const kind = session.choice.actor?.kind;
  return kind?.case === "seat" ? (kind.value ?? 0) : 0;
}

async function closeRace(session: Session): Promise<void> {
  const turn = session.position?.kind === "complete" ? session.position.info.turn?.kind : undefined;
  if (turn?.case !== "decision" || turn.value.stage !== "race") return;
  const referee: ActorInit = { kind: { case: "referee", value: true } };
  const close: Play = { actor: referee, text: "close" };
  await session.play([close]);
}
