/** The game that is analysed, its options and its number of seats. */

import type { GameSummary, OptionSpec } from "botwerk/v1";
import { h } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import { optionField, optionValues } from "./option_fields.js";
import type { NamedValue } from "./option_fields.js";

/** The choice of a person. */
export interface ChosenMatch {
  readonly game: string;
  readonly options: readonly NamedValue[];
  /** 0: the minimum. */
  readonly seats: number;
}

/** Returns the form with the game of a match and its options. */
export function matchPanel(
  context: PageContext,
  games: readonly GameSummary[],
  specs: readonly OptionSpec[],
  match: ChosenMatch,
  choose: (match: ChosenMatch) => void,
): HTMLElement {
  const summary = games.find(({ name }) => name === match.game);
  const chooseGame = () => choose({ game: game.value, options: [], seats: 0 });
  const game = h("select", { on: { change: chooseGame } },
    games.map(({ name, title }) => h("option", { value: name, selected: name === match.game }, title)));
  const { minSeats = 2, maxSeats = 2 } = summary ?? {};
  const seats = h("input", {
    type: "number",
    min: minSeats,
    max: maxSeats,
    value: match.seats === 0 ? minSeats : match.seats,
    disabled: minSeats === maxSeats,
  });
  const fields = h("div", { class: "analysis-options" },
    specs.map((spec) => optionField(spec, match.options.find(({ name }) => name === spec.name)?.value)));
  const apply = (event: Event) => {
    event.preventDefault();
    choose({ game: match.game, options: optionValues(fields), seats: Number(seats.value) });
  };
  return h("form", { class: "analysis-match", "aria-label": "Match", on: { submit: apply } },
    h("div", { class: "row" },
      h("h1", {}, "Analysis"),
      h("label", {}, h("span", {}, "Game"), game),
      h("label", {}, h("span", {}, "Seats"), seats),
      h("button", {}, "Apply"),
      h("a", { href: context.href(`/rules/${match.game}`) }, "Rules")),
    h("details", { class: "card" },
      h("summary", {}, "Options", match.options.length > 0 && ` (${match.options.length} changed)`), fields));
}
