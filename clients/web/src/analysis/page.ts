/** `/analysis`: sets up any position, plays on from it, and searches it. */

import type { Client } from "botwerk/web";
import type { GameSetup, GameSummary } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import { ActionsPanel } from "./actions_panel.js";
import { pathOfPosition, readAddress } from "./address.js";
import { BoardPanel } from "./board_panel.js";
import { editorOf } from "./editors/editors.js";
import { EnginePanel } from "./engine_panel.js";
import { matchPanel } from "./match_panel.js";
import type { ChosenMatch } from "./match_panel.js";
import { Palette } from "./palette.js";
import { PositionPanel } from "./position_panel.js";
import { SearchPlace } from "./search_place.js";
import { Session } from "./session.js";
import { SolvePanel, hasSolver } from "./solve_panel.js";
import { StepsPanel } from "./steps_panel.js";

/** How the analysis of a match starts. */
interface Start {
  readonly position?: string | undefined;
  readonly seed?: string | undefined;
  readonly seat?: number | undefined;
}

export async function open(context: PageContext, { query }: Route): Promise<Page> {
  const address = readAddress(query);
  const client = await context.engines.rules();
  const { games } = await client.catalog.listGames({});
  const game = games.find(({ name }) => name === address.game)?.name ?? games[0]?.name ?? "";
  const workspace = new Workspace(context, client, games);
  const isUnknown = address.game !== undefined && address.game !== game;
  if (isUnknown) workspace.report(`There is no game with the name ${address.game}.`);
  await workspace.open({ game, options: address.options, seats: address.seats }, isUnknown ? {} : address);
  return { title: "Analysis", element: workspace.element };
}

/** The panels of one match after another. */
class Workspace {
  readonly #content = h("div", {});
  readonly #problem = h("p", { class: "card analysis-problem", role: "alert", hidden: true });
  readonly element = h("div", { class: "analysis" }, this.#problem, this.#content);
  /** Ends the searches of the match that is left. */
  #match = new AbortController();

  constructor(
    private readonly context: PageContext,
    private readonly client: Client,
    private readonly games: readonly GameSummary[],
  ) {
    context.signal.addEventListener("abort", () => this.#match.abort(), { once: true });
  }

  /** Opens a match. An option that is not valid is shown, and the previous match stays. */
  async open(match: ChosenMatch, start: Start): Promise<void> {
    const setup = { game: match.game, options: match.options, seats: match.seats } as unknown as GameSetup;
    const [session, details] = await Promise.all([
      this.#openSession(setup, start),
      this.client.catalog.getGame({ game: match.game }),
    ]);
    if (session === undefined) {
      if (this.#content.childElementCount === 0) await this.open({ game: match.game, options: [], seats: 0 }, {});
      return;
    }
    this.#match.abort();
    this.#match = new AbortController();
    const choose = (chosen: ChosenMatch) => {
      this.report(undefined);
      // A changed option keeps the position if it is still one.
      const text = chosen.game === match.game ? session.position?.text : undefined;
      void this.open(chosen, { position: text }).catch((error: unknown) => this.report(errorText(error)));
    };
    const form = matchPanel(this.context, this.games, details.options, { ...match, seats: session.setup.seats }, choose);
    await this.#show(session, form, match, start);
  }

  report(message: string | undefined): void {
    this.#problem.hidden = message === undefined;
    replace(this.#problem, message ?? "");
  }

  async #openSession(setup: GameSetup, { position, seat }: Start): Promise<Session | undefined> {
    try {
      return await Session.open(this.client.rules, setup, position, seat);
    } catch (error) {
      this.report(errorText(error));
      return undefined;
    }
  }

  async #show(session: Session, form: HTMLElement, match: ChosenMatch, start: Start): Promise<void> {
    const { signal } = this.#match;
    const createEditor = editorOf(match.game);
    const palette = createEditor === undefined ? undefined : new Palette(session, createEditor(session.description));
    const actions = new ActionsPanel(session);
    const board = new BoardPanel(session, palette, (place) => {
      actions.limitTo(place === undefined ? undefined : board.actionsAt(place));
    });
    const run = (change: () => Promise<void>) => board.run(change);
    const place = new SearchPlace(this.context);
    const engine = new EnginePanel(session, place, run, start.seat, signal);
    place.onChange(() => engine.restart());
    void engine.loadAgents(this.context.engines.players());
    const solver = hasSolver(match.game) ? new SolvePanel(session, place, run, signal) : undefined;
    const steps = new StepsPanel(session, run);
    const pathOf = () => {
      const { position } = session;
      const seat = position?.kind === "view" ? position.seat : undefined;
      return pathOfPosition({ ...match, seats: session.setup.seats }, position?.text ?? "", seat);
    };
    const position = new PositionPanel(session, () => new URL(this.context.href(pathOf()), document.baseURI).href);
    session.onChange(() => {
      if (signal.aborted) return;
      for (const panel of [actions, steps, position, engine, solver]) panel?.update();
      void board.update();
      this.context.replaceAddress(pathOf());
    });
    const isSetUp = start.position !== undefined && (await position.setUp(start.position, start.seat));
    if (!isSetUp) {
      // The wrong text stays in its field, with the error next to it.
      const keep = start.position === undefined ? undefined : position.keepProblem();
      await session.startFromSeed(start.seed ?? "");
      keep?.();
    }
    replace(this.#content, form,
      h("div", { class: "columns" },
        h("div", {}, board.element, position.element),
        h("div", {}, engine.element, solver?.element, actions.element, steps.element)));
  }
}
