/**
 * The address of an analysis: `/analysis?game=netzwerk&option=width=4&seats=2&position=...&seat=1`. Without a position,
 * `seed` names a match whose start is shown.
 */

import type { GameSetup } from "botwerk/v1";

/** What an address asks for. */
export interface AnalysisAddress {
  /** The game's name. Unset: the first game. */
  readonly game: string | undefined;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  /** Number of seats; 0 for the number in the position, or else the minimum. */
  readonly seats: number;
  /** The position in the game's notation, complete or as the seat sees it. */
  readonly position: string | undefined;
  readonly seed: string | undefined;
  /** The seat whose view is searched. Unset: the first seat that is to act. */
  readonly seat: number | undefined;
}

/** Reads the query of an address. Fields that are not valid are left out. */
export function readAddress(query: URLSearchParams): AnalysisAddress {
  const options = query.getAll("option").flatMap((text) => {
    const end = text.indexOf("=");
    return end > 0 ? [{ name: text.slice(0, end), value: text.slice(end + 1) }] : [];
  });
  return {
    game: query.get("game") || undefined,
    options,
    seats: readNumber(query.get("seats")) ?? 0,
    position: query.get("position") || undefined,
    seed: query.get("seed") || undefined,
    seat: readNumber(query.get("seat")),
  };
}

/** Returns the path of the page that shows a position. */
export function pathOfPosition(
  setup: Pick<GameSetup, "game" | "seats"> & { readonly options: AnalysisAddress["options"] },
  position: string,
  seat?: number,
): string {
  const query = new URLSearchParams({ game: setup.game });
  for (const { name, value } of setup.options) query.append("option", `${name}=${value}`);
  if (setup.seats > 0) query.set("seats", String(setup.seats));
  query.set("position", position);
  if (seat !== undefined) query.set("seat", String(seat));
  return `/analysis?${query}`;
}

function readNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : undefined;
}
