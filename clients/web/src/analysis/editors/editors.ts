/** The editors of the games. */

import { createDroidsEditor } from "./droids_editor.js";
import type { CreateEditor } from "./editor.js";
import { createMicroRobotsEditor } from "./micro_robots_editor.js";
import { createNetzwerkEditor } from "./netzwerk_editor.js";
import { createRicochetEditor } from "./ricochet_editor.js";

const EDITORS: Readonly<Record<string, CreateEditor>> = {
  "micro-robots": createMicroRobotsEditor,
  netzwerk: createNetzwerkEditor,
  droids: createDroidsEditor,
  ricochet: createRicochetEditor,
};

/** Returns how the editor of a game is created, or `undefined` if positions of the game cannot be edited. */
export function editorOf(game: string): CreateEditor | undefined {
  return EDITORS[game];
}
