/** A figure of the rules, drawn by the engine in the page. */

import type { Client } from "botwerk/web";
import type { Actor, GameSetup, Viewer } from "botwerk/v1";
import { Board } from "../board/board.js";
import { h, replace } from "../shell/elements.js";
import type { PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import type { Figure } from "./figures.js";
import { pathOfRule } from "./rule_ids.js";

/** Returns a figure. Its picture follows. */
export function figureView(context: PageContext, rules: Client["rules"], figure: Figure): HTMLElement {
  const picture = h("div", { class: "rules-picture" });
  const links = figure.rules.map((rule, index) =>
    [index === 0 ? "" : ", ", h("a", { href: context.href(pathOfRule(rule) ?? "/rules") }, rule)]);
  const analyse = h("a", { hidden: true }, "Analyse");
  void draw(rules, figure).then(
    ({ board, position }) => {
      replace(picture, board.element);
      analyse.href = context.href(analysisPath(figure, position));
      analyse.hidden = false;
    },
    (error: unknown) => replace(picture, h("p", { class: "soft" }, errorText(error))),
  );
  return h("figure", {}, picture, h("figcaption", {}, figure.caption, " (", links, ") ", analyse));
}

async function draw(rules: Client["rules"], figure: Figure): Promise<{ board: Board; position: string }> {
  const setup = figure.setup as GameSetup;
  const position = await positionOf(rules, figure);
  const board = new Board(rules, setup);
  const viewer = figure.seat === undefined ? undefined : ({ kind: { case: "seat", value: figure.seat } } as Viewer);
  await board.show({ position, ...(viewer === undefined ? {} : { viewer }) });
  return { board, position };
}

/** Returns the position of a figure in the game's notation. */
export async function positionOf(rules: Client["rules"], { setup, start, actions }: Figure): Promise<string> {
  const request = { setup: setup as GameSetup };
  let position =
    "position" in start
      ? start.position
      : ((await rules.createPosition({ ...request, seed: start.seed })).position?.text ?? "");
  for (const text of actions) {
    const actor = text === "close" ? ({ kind: { case: "referee", value: true } } as Actor) : undefined;
    const applied = await rules.applyActions({ ...request, position, text, ...(actor === undefined ? {} : { actor }) });
    position = applied.position?.text ?? "";
  }
  return position;
}

function analysisPath({ setup }: Figure, position: string): string {
  const query = new URLSearchParams({ game: setup.game, position, seats: String(setup.seats) });
  for (const { name, value } of setup.options) query.append("option", `${name}=${value}`);
  return `/analysis?${query}`;
}
