/** `/analysis`: sets up any position, plays on from it, and searches it. */

import type { Client } from "botwerk/web";
import type { GameSetup, GameSummary } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { Page, PageContext, Route } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import { ActionsPanel } from "./actions_panel.js";
import { pathOfPosition, readAddress } from "./address.js";
import { AddressHistory } from "./address_history.js";
import { BoardPanel } from "./board_panel.js";
import { editorOf } from "./editors/editors.js";
import { EnginePanel } from "./engine_panel.js";
import { matchPanel } from "./match_panel.js";
import type { ChosenMatch } from "./match_panel.js";
import { Palette } from "./palette.js";
import { PastedPositions } from "./pasted/pasted_position.js";
import { PositionPanel } from "./position_panel.js";
import { SearchPlace } from "./search_place.js";
import { Session } from "./session.js";
import type { HistoryStep } from "./session.js";
import { SolvePanel, hasSolver } from "./solve_panel.js";
import { StepsPanel } from "./steps_panel.js";

/** How the analysis of a match starts. */
interface Start {
  readonly position?: string | undefined;
  readonly seed?: string | undefined;
  readonly seat?: number | undefined;
  /** Whether a new position is as good, since it was that of other options. */
  readonly isOptional?: boolean;
  /** The steps that lead to the position, in place of its text. */
  readonly steps?: readonly HistoryStep[];
  /** What to say about the position. */
  readonly note?: string;
}

const UNAPPLIED =
  "The text below the board is not set up. Set it up, or go back to the position on the board, to search again.";
const NEW_POSITION =
  "With these options the previous position is not valid, so this is a new one; Back returns to the previous one.";

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
  readonly #addresses: AddressHistory;
  /** Ends the searches of the match that is left. */
  #match = new AbortController();
  /** The number of texts that were read: only the last one is opened. */
  #readCount = 0;

  constructor(
    private readonly context: PageContext,
    private readonly client: Client,
    private readonly games: readonly GameSummary[],
  ) {
    this.#addresses = new AddressHistory(context);
    context.signal.addEventListener("abort", () => this.#match.abort(), { once: true });
  }

  /** Opens a match. An option that is not valid is shown, and the previous match stays. */
  async open(wanted: ChosenMatch, start: Start): Promise<void> {
    const details = await this.client.catalog.getGame({ game: wanted.game });
    // Records name all options.
    const defaults = new Map(details.options.map(({ name, defaultValue }) => [name, defaultValue]));
    const match = { ...wanted, options: wanted.options.filter(({ name, value }) => defaults.get(name) !== value) };
    const setup = { game: match.game, options: match.options, seats: match.seats } as unknown as GameSetup;
    const session = await this.#openSession(setup, start);
    if (this.context.signal.aborted) return;
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
      void this.open(chosen, { position: text, isOptional: true }).catch((error: unknown) => this.report(errorText(error)));
    };
    const form = matchPanel(this.context, this.games, details.options, { ...match, seats: session.setup.seats }, choose);
    await this.#show(session, form, match, start);
  }

  report(message: string | undefined): void {
    this.#problem.hidden = message === undefined;
    replace(this.#problem, message ?? "");
  }

  async #openSession(setup: GameSetup, { position, seat, steps }: Start): Promise<Session | undefined> {
    try {
      return await Session.open(this.client.rules, setup, position ?? steps?.at(-1)?.text, seat);
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
    const position = new PositionPanel(session, {
      link: () => new URL(this.context.href(pathOf()), document.baseURI).href,
      open: (text) => this.#openText(text, session, { ...match, seats: session.setup.seats }),
      startFromSeed: (seed) => {
        this.#addresses.startEntry();
        return session.startFromSeed(seed);
      },
    }, signal);
    position.onPending((isPending) => {
      for (const panel of [engine, solver]) panel?.block(isPending ? UNAPPLIED : undefined);
    });
    session.onChange(() => {
      if (signal.aborted || session.position === undefined) return;
      for (const panel of [actions, steps, position, engine, solver]) panel?.update();
      void board.update();
      this.#addresses.show(pathOf());
    });
    this.#addresses.startEntry();
    await this.#setUp(session, position, start);
    replace(this.#content, form,
      h("div", { class: "columns" },
        h("div", {}, board.element, position.element),
        h("div", {}, engine.element, solver?.element, actions.element, steps.element)));
  }

  async #setUp(session: Session, panel: PositionPanel, start: Start): Promise<void> {
    const { steps = [], position, seed = "", note = "" } = start;
    if (position !== undefined) return this.#setUpText(session, panel, position, start);
    await (steps.length > 0 ? session.setHistory(steps) : session.startFromSeed(seed));
    panel.note(note);
  }

  async #setUpText(session: Session, panel: PositionPanel, text: string, start: Start): Promise<void> {
    const { seat, seed = "", isOptional } = start;
    try {
      await session.setText(text.trim(), seat);
    } catch (error) {
      await session.startFromSeed(seed);
      if (isOptional) panel.note(NEW_POSITION);
      // The wrong text is in its field, with the error next to it.
      else panel.reject(text, error);
    }
  }

  /** Opens a text of any known form, in the open match or in another one. */
  async #openText(text: string, session: Session, match: ChosenMatch): Promise<string> {
    const { signal } = this.#match;
    const number = (this.#readCount += 1);
    const names = this.games.map(({ name }) => name);
    const found = await new PastedPositions(this.client.rules, names, match).read(text);
    if (signal.aborted || number !== this.#readCount) return "";
    this.report(undefined);
    if (found.match !== match) {
      await this.open(found.match, found);
      return "";
    }
    this.#addresses.startEntry();
    await session.setHistory(found.steps);
    return found.note;
  }
}
