/** The bracket of a knockout. */

import { h, svg } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import { BOX_HEIGHT, BOX_WIDTH, bracketLayout, roundName } from "./bracket_layout.js";
import type { Matchup, PlacedMatchup } from "./bracket_layout.js";
import { nameElement } from "./entrant_name.js";
import { points } from "./number_format.js";
import { replaceKeepingFocus } from "./refocus.js";

/** The tree of matchups, each of which opens its matches. */
export class BracketView {
  readonly element = h("div", { class: "scroll bracket", tabindex: "0", role: "region", "aria-label": "Bracket" });
  #signature = "";

  constructor(private readonly openMatches: (entrant: string, opponent: string) => void) {}

  update(bracket: readonly Matchup[]): void {
    const shown = bracket.map(({ round, entrants, points: won, winner }) => [round, entrants, won, winner]);
    const signature = JSON.stringify(shown);
    if (signature === this.#signature) return;
    this.#signature = signature;
    const { width, height, rounds, matchups, connectors } = bracketLayout(bracket);
    const lines = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      connectors.map((line) => svg("polyline", { points: line.map((point) => point.join()).join(" ") })));
    const last = bracket.at(-1)?.round ?? 0;
    replaceKeepingFocus(this.element, h("div", { class: "tree", style: { width: `${width}px`, height: `${height}px`, "--tree-width": String(width) } },
      lines,
      rounds.map(({ name, left }) => {
        const style = { left: `${left}px`, width: `${BOX_WIDTH}px` };
        return h("div", { class: "round", "aria-hidden": "true", style }, name);
      }),
      h("ul", {}, matchups.map((placed) => h("li", {}, this.#box(placed, last))))));
  }

  #box({ matchup, left, top }: PlacedMatchup, last: number): Content {
    const { entrants } = matchup;
    const attributes = {
      class: "matchup",
      style: { left: `${left}px`, top: `${top}px`, width: `${BOX_WIDTH}px`, height: `${BOX_HEIGHT}px` },
    };
    const content = [
      hidden(`${roundName(matchup.round, last)}: `),
      [0, 1].map((side) => this.#side(matchup, side)),
    ];
    const [one, other] = entrants;
    if (one === undefined || other === undefined || one === "" || other === "") return h("div", attributes, content);
    return h("button", {
      ...attributes,
      type: "button",
      "data-key": `${matchup.round} ${one}\n${other}`,
      on: { click: () => this.openMatches(one, other) },
    }, content, hidden("; show the matches"));
  }

  #side({ entrants, points: won, winner }: Matchup, side: number): Content {
    const name = entrants[side];
    if (name === undefined) return h("span", { class: "side" }, h("span", { class: "soft" }, "bye"));
    if (name === "") return h("span", { class: "side" }, h("span", { class: "soft" }, "to be decided"));
    const look = name === winner ? "winner" : winner === "" ? "" : "out";
    return h("span", { class: `side ${look}` }, nameElement(name),
      entrants.length === 2 && h("span", { class: "points" }, points(won[side] ?? 0)),
      name === winner && hidden(" advances"));
  }
}

/** Returns a text for screen readers only. */
function hidden(text: string): Content {
  return h("span", { class: "visually-hidden" }, text);
}
