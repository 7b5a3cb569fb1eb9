/** The controls of each game. */

import { ActionListControls } from "./action_list_controls.js";
import { DroidsControls } from "./droids/controls.js";
import type { ControlsContext, GameControls } from "./game_controls.js";
import { RouteEditor } from "./micro_robots/route_editor.js";
import { NetzwerkControls } from "./netzwerk/controls.js";
import { RaceControls } from "./race/race_controls.js";
import { SolutionEditor } from "./ricochet/solution_editor.js";

/** Creates the controls of the game of a match. A game without its own has a list of its legal actions. */
export function controlsOfGame(context: ControlsContext): GameControls {
  const { game } = context.setup;
  switch (game) {
    case "micro-robots":
      return new RaceControls(context, (changed) => new RouteEditor(context, changed));
    case "ricochet":
      return new RaceControls(context, (changed) => new SolutionEditor(context, changed));
    case "netzwerk":
      return new NetzwerkControls(context);
    case "droids":
      return new DroidsControls(context);
    default:
      return new ActionListControls(context);
  }
}
