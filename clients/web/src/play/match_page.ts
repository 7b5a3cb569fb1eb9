/** The page of a match that is played: `/play/MATCH_ID`. */

import { MatchState } from "botwerk/v1";
import type { GameSetup, Match } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import type { Page, PageContext } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { errorText } from "../shell/server.js";
import { turnsOfSide } from "./board_view.js";
import { controlsOfGame } from "./controls_of_game.js";
import type { GameControls } from "./game_controls.js";
import { HintPanel } from "./hint_panel.js";
import { rejectionText } from "./illegal_reason.js";
import { invitationList } from "./invitation_list.js";
import type { OpenRequest, SeatView } from "./match_model.js";
import { OutcomePanel } from "./outcome_panel.js";
import { outcomeTitle } from "./outcome_text.js";
import { PlayBoard } from "./play_board.js";
import { ReasonLine } from "./reason_line.js";
import { resignButton } from "./resign_button.js";
import { SeatSession } from "./seat_session.js";
import { SeatStrip } from "./seat_strip.js";
import { SeatTokens, parseFragment } from "./seat_tokens.js";
import type { HeldSeat } from "./seat_tokens.js";
import { SoundCues } from "./sound_cues.js";
import { TurnList } from "./turn_list.js";

/** Opens the page of a match for the seat whose token the address or the session has. */
export async function openMatchPage(context: PageContext, server: Server, matchId: string): Promise<Page> {
  const tokens = new SeatTokens(sessionStorage);
  const invited = parseFragment(location.hash);
  if (invited !== undefined) {
    tokens.setOwn(matchId, invited);
    context.replaceAddress(`/play/${encodeURIComponent(matchId)}`);
  }
  const own = tokens.own(matchId);
  if (own === undefined) return withoutSeat(context, matchId, tokens);
  const { match } = await server.retry(
    () => server.client.matches.getMatch({ name: `matches/${matchId}` }, { signal: context.signal }),
    context.signal,
  );
  const rules = (await context.engines.rules()).rules;
  const { setup, seatNames } = await rules.describeMatch({ ...(match?.setup === undefined ? {} : { setup: match.setup }) });
  if (match === undefined || setup === undefined) throw new Error("the server did not describe the match");
  const page = new MatchPage(context, server, tokens, { match, setup, seatNames, matchId, own, rules });
  void page.run();
  return { title: `Playing ${titleOf(setup.game)}`, element: page.element };
}

function withoutSeat(context: PageContext, matchId: string, tokens: SeatTokens): Page {
  const invitations = tokens.invitations(matchId);
  const element = h("div", {},
    h("section", { class: "card" },
      h("h1", {}, "You have no seat in this match"),
      h("p", {}, "Open the link with which you were invited. Its token is kept until this tab is closed."),
      h("p", {}, h("a", { href: context.href(`/matches/${matchId}`) }, "Watch the match"), " or ",
        h("a", { href: context.href("/play") }, "start another one"), ".")),
    invitationList(context, matchId, invitations, (seat) => `Seat ${seat}`));
  return { title: "Play", element };
}

/** What is known of the match when its page opens. */
interface OpenedMatch {
  readonly match: Match;
  /** With all options. */
  readonly setup: GameSetup;
  readonly seatNames: readonly string[];
  readonly matchId: string;
  readonly own: HeldSeat;
  readonly rules: Awaited<ReturnType<PageContext["engines"]["rules"]>>["rules"];
}

/** A match that is played. */
class MatchPage {
  readonly element: HTMLElement;
  readonly #session: SeatSession;
  readonly #reasons: ReasonLine;
  readonly #board: PlayBoard;
  readonly #strip: SeatStrip;
  readonly #turns: TurnList;
  readonly #hints: HintPanel;
  readonly #outcome: OutcomePanel;
  readonly #sounds: SoundCues;
  readonly #status = h("p", { class: "play-status", role: "status" });
  readonly #panel = h("div", { class: "card play-controls" });
  readonly #invitations = h("div");
  readonly #resign: HTMLElement;
  #controls: GameControls | undefined;
  #shownRequest: OpenRequest | undefined;
  #shownView: SeatView | undefined;
  #isShowing = false;
  /** Whether the server has rejected the stream of the seat. */
  #hasFailed = false;

  constructor(
    private readonly context: PageContext,
    server: Server,
    private readonly tokens: SeatTokens,
    private readonly opened: OpenedMatch,
  ) {
    const { setup, seatNames, own, rules, matchId } = opened;
    this.#session = new SeatSession(server, matchId, own.token, () => this.#update(), context.signal);
    this.#reasons = new ReasonLine(setup.game, (path) => context.href(path));
    this.#sounds = new SoundCues(this.#session.model, own.seat, context.signal);
    const turns = turnsOfSide(setup.game, seatNames[own.seat] ?? "");
    this.#board = new PlayBoard(rules, setup, { seat: own.seat, turns }, this.#reasons, context.signal);
    this.#strip = new SeatStrip(this.#session.model, (seat) => this.#seatName(seat), (seat) => this.#boardName(seat));
    this.#turns = new TurnList((seat) => this.#seatName(seat));
    this.#hints = new HintPanel(this.#session, this.#reasons);
    this.#outcome = new OutcomePanel(context, server, tokens, this.#reasons);
    this.#resign = resignButton(() => this.#session.resign(), this.#reasons);
    const title = h("h1", { class: "visually-hidden" }, `Playing ${titleOf(setup.game)}`);
    this.element = h("div", { class: `play ${setup.game} ${sidesClass(setup.game, seatNames)}` }, title,
      h("div", { class: "play-board-column" }, this.#strip.element,
        h("div", { class: "play-bar" }, this.#status, this.#strip.limit), this.#board.element),
      h("div", { class: "play-side" },
        this.#outcome.element,
        this.#panel,
        this.#invitations,
        this.#turns.element,
        h("div", { class: "play-footer" }, this.#resign,
          h("a", { href: context.href(`/matches/${matchId}`) }, "Watch in the viewer"))));
    context.signal.addEventListener("abort", () => this.#close());
    this.#update();
  }

  async run(): Promise<void> {
    try {
      await this.#session.run();
    } catch (error) {
      if (this.context.signal.aborted) return;
      const { text } = rejectionText(error);
      this.#hasFailed = true;
      this.#setStatus(text, "error");
      this.#controls?.close();
      this.#board.setPlaces([]);
      replace(this.#panel, h("p", {}, text), h("button", { type: "button", on: { click: () => location.reload() } }, "Reload"));
    }
  }

  #close(): void {
    this.#strip.close();
    this.#hints.close();
    this.#sounds.close();
    this.#controls?.close();
  }

  #seatName(seat: number): string {
    if (seat === this.opened.own.seat) return "You";
    return this.opened.match.seats[seat]?.name ?? `Seat ${seat}`;
  }

  /** The name on the board, such as "White"; empty if the seat has none of its own. */
  #boardName(seat: number): string {
    const name = this.opened.seatNames[seat] ?? "";
    return name === "" ? `seat ${seat}` : name;
  }

  #update(): void {
    if (this.#hasFailed) return;
    const { model } = this.#session;
    const { match, own } = this.opened;
    this.#strip.update(match.seats.length);
    this.#turns.update(model.turns);
    this.#showInvitations();
    this.#setStatus(this.#statusContent(), model.request === undefined ? "" : "yours");
    this.#sounds.update();
    if (model.joined !== undefined) void this.#showTurn();
    this.#hints.update();
    this.#resign.hidden = model.state !== MatchState.RUNNING;
    if (model.over !== undefined) {
      this.#panel.hidden = true;
      const { matchId } = this.opened;
      this.#outcome.show(model.over, { match, matchId, seat: own.seat, seatName: (seat) => this.#seatName(seat) });
    }
  }

  /** Shows the latest state on the board. What arrives in the meantime is shown afterwards. */
  async #showTurn(): Promise<void> {
    if (this.#isShowing) return;
    this.#isShowing = true;
    try {
      while (await this.#showChange());
    } catch (error) {
      if (!this.context.signal.aborted) void this.#reasons.show({ text: errorText(error) });
    } finally {
      this.#isShowing = false;
    }
  }

  /** Shows what has changed. Returns whether anything had. */
  async #showChange(): Promise<boolean> {
    const { request, view } = this.#session.model;
    if (this.#hasFailed) return false;
    const controls = (this.#controls ??= this.#createControls());
    if (request !== undefined && request !== this.#shownRequest) {
      [this.#shownRequest, this.#shownView] = [request, request.view];
      this.#reasons.clear();
      await controls.ask(request);
      return true;
    }
    const isNewView = view !== this.#shownView || this.#shownRequest !== undefined;
    if (request !== undefined || view === undefined || !isNewView) return false;
    [this.#shownRequest, this.#shownView] = [undefined, view];
    if (this.#session.model.over !== undefined) this.#reasons.clear();
    await controls.wait(view);
    return true;
  }

  #createControls(): GameControls {
    const { rules, setup, own } = this.opened;
    const controls = controlsOfGame({
      rules,
      setup,
      rulesetSha256: this.#session.model.joined?.rulesetSha256 ?? "",
      matchRules: this.#session.model.joined?.rules,
      seat: own.seat,
      board: this.#board,
      reasons: this.#reasons,
      seatName: (seat) => this.#seatName(seat),
      lastTurn: () => this.#session.model.turns.findLast(({ actor }) => typeof actor === "number" && actor !== own.seat)?.text ?? "",
      submit: async (text) => this.#session.submit({ text }),
    });
    replace(this.#panel, controls.element, this.#hints.element);
    return controls;
  }

  #showInvitations(): void {
    const { matchId } = this.opened;
    const isWaiting = this.#session.model.state === MatchState.WAITING;
    if (isWaiting === this.#invitations.hasChildNodes()) return;
    const seats = isWaiting ? this.tokens.invitations(matchId) : [];
    const list = invitationList(this.context, matchId, seats, (seat) => this.#boardName(seat));
    replace(this.#invitations, list);
  }

  #statusContent(): Content {
    const { model } = this.#session;
    const { request } = model;
    switch (model.state) {
      case MatchState.UNSPECIFIED:
        return "Joining the match…";
      case MatchState.WAITING:
        return "Waiting until all seats have joined.";
      case MatchState.SUSPENDED:
        return `The match is suspended and clocks are paused${model.stateMessage === "" ? "." : `: ${model.stateMessage}.`}`;
      case MatchState.OVER:
      case MatchState.ABORTED:
        return model.over === undefined ? "The match is over." : `The match is over. ${outcomeTitle(model.over, this.opened.own.seat)}.`;
      case MatchState.RUNNING:
        break;
    }
    if (request !== undefined) return `Your turn: ${this.#controls?.task(request) ?? request.stage}.`;
    const others = model.toAct.filter((seat) => seat !== this.opened.own.seat);
    if (others.length === 0) return "Wait for the other seats.";
    return ["To act: ", others.map((seat, index) => [index > 0 && ", ", h("bdi", {}, this.#seatName(seat))]), "."];
  }

  #setStatus(content: Content, look: string): void {
    const next = h("span", {}, content);
    // A text that is set again would be read again.
    if (this.#status.textContent !== next.textContent) replace(this.#status, next);
    this.#status.className = `play-status ${look}`;
  }
}

/** Returns the class of the sides that are in play, which have colours of their own. */
function sidesClass(game: string, seatNames: readonly string[]): string {
  return game === "droids" ? `sides-${seatNames.join("")}` : "";
}

/** Returns the name of a game as a title, such as `Micro Robots` for `micro-robots`. */
function titleOf(game: string): string {
  return game.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ");
}
