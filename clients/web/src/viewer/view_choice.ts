/** Whose view of a match is shown. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ViewerSchema } from "botwerk/v1";

/** Everything, as known after the end; what spectators saw; or what a seat saw, by its number. */
export type ViewChoice = "everything" | "spectator" | number;

/** Returns the choice in the query of an address. Unknown text is everything. */
export function parseViewChoice(text: string | null): ViewChoice {
  if (text === "spectator") return text;
  return text !== null && /^\d{1,2}$/.test(text) ? Number(text) : "everything";
}

/** Returns the choice as text for the query of an address, or `undefined` for everything. */
export function formatViewChoice(choice: ViewChoice): string | undefined {
  return choice === "everything" ? undefined : String(choice);
}

/** Returns the viewer of a choice, or `undefined` for everything. */
export function viewerOf(choice: ViewChoice): MessageInitShape<typeof ViewerSchema> | undefined {
  if (choice === "everything") return undefined;
  if (choice === "spectator") return { kind: { case: "spectator", value: true } };
  return { kind: { case: "seat", value: choice } };
}
