/** The page of a match that is played: `/play/MATCH_ID`. */

import { MatchState } from "botwerk/v1";
import type { GameSetup, Match, MatchOver } from "botwerk/v1";
import { ErrorReason, RejectedError } from "botwerk/web";
import { pathOfPosition } from "../analysis/address.js";
import { h, replace } from "../shell/elements.js";
import type { Content } from "../shell/elements.js";
import { gameTitle } from "../shell/game_title.js";
import { GuardedStorage } from "../shell/guarded_storage.js";
import type { Page, PageContext } from "../shell/page.js";
import type { Server } from "../shell/server.js";
import { errorText } from "../shell/server.js";
import { nextTask } from "../shell/task_pause.js";
import { turnsOfSide } from "./board_view.js";
import { Coach } from "./coach.js";
import { CoachProgress } from "./coach_progress.js";
import { connectionText } from "./connection_text.js";
import { controlsOfGame } from "./controls_of_game.js";
import { loadEnding, personalEnding } from "./ending.js";
import { MatchEvents } from "./events/match_events.js";
import type { GameControls } from "./game_controls.js";
import { HintPanel } from "./hint_panel.js";
import { rejectionText } from "./illegal_reason.js";
import { invitationList } from "./invitation_list.js";
import type { OpenRequest, SeatView } from "./match_model.js";
import { OutcomePanel } from "./outcome_panel.js";
import { endingSentence } from "./outcome_text.js";
import { PlayBoard } from "./play_board.js";
import { ReasonLine } from "./reason_line.js";
import { REPLACED_TEXT, replacedPanel } from "./replaced_panel.js";
import { resignButton } from "./resign_button.js";
import { SeatNames } from "./seat_names.js";
import { SeatSession } from "./seat_session.js";
import { SeatStrip } from "./seat_strip.js";
import { openSeatTokens, parseFragment } from "./seat_tokens.js";
import type { HeldSeat, SeatTokens } from "./seat_tokens.js";
import { SendingLock } from "./sending_lock.js";
import { SoundCues } from "./sound_cues.js";
import type { GameStory } from "./stories/game_story.js";
import { storyOfGame } from "./stories/story_of_game.js";
import { TurnList } from "./turn_list.js";

/** The time in which the coach looks for a solution, in milliseconds. */
const COACH_MILLIS = 3000;

/** Opens the page of a match for the seat whose token the address or the browser has. `wanted` is that of the address. */
export async function openMatchPage(
  context: PageContext,
  server: Server,
  matchId: string,
  wanted: number | undefined,
): Promise<Page> {
  const tokens = openSeatTokens();
  const invited = parseFragment(location.hash);
  if (invited !== undefined) {
    tokens.setInvited(matchId, invited);
    context.replaceAddress(playPath(matchId, invited.seat));
  }
  const own = tokens.own(matchId, invited?.seat ?? wanted);
  if (own === undefined) return withoutSeat(context, matchId, tokens);
  const { match } = await server.retry(
    () => server.client.matches.getMatch({ name: `matches/${matchId}` }, { signal: context.signal }),
    context.signal,
  );
  const { rules, catalog } = await context.engines.rules();
  const { setup, seatNames } = await rules.describeMatch({ ...(match?.setup === undefined ? {} : { setup: match.setup }) });
  if (match === undefined || setup === undefined) throw new Error("the server did not describe the match");
  const [story, options] = await Promise.all([
    storyOfGame(setup.game, async () => (await catalog.getGame({ game: setup.game })).rules),
    changedOptions(rules, setup),
  ]);
  const page = new MatchPage(context, server, tokens, { match, setup, options, seatNames, matchId, own, rules, story });
  void page.run();
  return { title: `Playing ${gameTitle(setup.game)}`, element: page.element };
}

/** Returns the options of a set-up that differ from their defaults. */
async function changedOptions(rules: OpenedMatch["rules"], { game, seats, options }: GameSetup): Promise<GameSetup["options"]> {
  const usual = (await rules.describeMatch({ setup: { game, seats } })).setup?.options ?? [];
  return options.filter(({ name, value }) => !usual.some((option) => option.name === name && option.value === value));
}

function withoutSeat(context: PageContext, matchId: string, tokens: SeatTokens): Page {
  const invitations = tokens.invitations(matchId);
  const element = h("div", {},
    h("section", { class: "card" },
      h("h1", {}, "You have no seat in this match"),
      h("p", {}, "Open the link with which you were invited. This browser then keeps your seat."),
      h("p", {}, h("a", { href: context.href(`/matches/${matchId}`) }, "Watch the match"), " or ",
        h("a", { href: context.href("/play") }, "start another one"), ".")),
    invitationList(context, matchId, invitations, (seat) => `Player ${seat + 1}`));
  return { title: "Play", element };
}

/** Returns the path of the page of a seat, which tells the seats of one browser apart. */
export function playPath(matchId: string, seat: number): string {
  return `/play/${encodeURIComponent(matchId)}?seat=${seat}`;
}

/** What is known of the match when its page opens. */
interface OpenedMatch {
  readonly match: Match;
  /** With all options. */
  readonly setup: GameSetup;
  /** Those that differ from their defaults. */
  readonly options: GameSetup["options"];
  readonly seatNames: readonly string[];
  readonly matchId: string;
  readonly own: HeldSeat;
  readonly rules: Awaited<ReturnType<PageContext["engines"]["rules"]>>["rules"];
  readonly story: GameStory;
}

/** A match that is played. */
class MatchPage {
  readonly element: HTMLElement;
  readonly #session: SeatSession;
  readonly #reasons: ReasonLine;
  readonly #board: PlayBoard;
  readonly #strip: SeatStrip;
  readonly #turns: TurnList;
  readonly #events: MatchEvents;
  readonly #hints: HintPanel;
  readonly #outcome: OutcomePanel;
  readonly #sounds: SoundCues;
  readonly #names: SeatNames;
  readonly #coach: Coach;
  readonly #status = h("p", { class: "play-status", role: "status" });
  /** What the position is about beyond its picture. */
  readonly #situation = h("p", { class: "play-situation" });
  readonly #panel = h("div", { class: "card play-controls" });
  readonly #lock = new SendingLock();
  /** Above the board, so that it is in view on a phone. */
  readonly #replaced = h("div");
  readonly #invitations = h("div");
  readonly #resign: HTMLElement;
  #controls: GameControls | undefined;
  #shownRequest: OpenRequest | undefined;
  #shownView: SeatView | undefined;
  /** The position of the latest request, which is what can be analysed after the end. */
  #lastAsked: string | undefined;
  #isShowing = false;
  #isEndShown = false;
  #reasonsOf: Pick<SeatSession["model"], "request" | "over"> = { request: undefined, over: undefined };
  /** Why the match has ended, as human-readable text. Empty until it is known. */
  #ending = "";
  #isUpdating = false;
  /** Whether the server has rejected the stream of the seat. */
  #hasFailed = false;
  /** Whether the browser keeps the seat, which it does once the server has accepted the token. */
  #isKept = false;

  constructor(
    private readonly context: PageContext,
    private readonly server: Server,
    private readonly tokens: SeatTokens,
    private readonly opened: OpenedMatch,
  ) {
    const { setup, seatNames, own, rules, matchId, match, story } = opened;
    this.#session = new SeatSession(server, matchId, own.token, () => void this.#updateSoon(), context.signal);
    this.#names = new SeatNames(match.seats, own.seat, seatNames.map((name) => story.side(name)), seatNames);
    this.#reasons = new ReasonLine(setup.game, (path) => context.href(path), context.signal);
    this.#sounds = new SoundCues(this.#session.model, own.seat, context.signal);
    const turns = turnsOfSide(setup.game, seatNames[own.seat] ?? "");
    this.#board = new PlayBoard(rules, setup, { seat: own.seat, turns }, this.#reasons, context.signal);
    this.#strip = new SeatStrip(this.#session.model, this.#names);
    this.#turns = new TurnList(this.#names, (entry, names) => story.describe(entry, names));
    const { model } = this.#session;
    this.#events = new MatchEvents({ page: context, rules, setup, model, board: this.#board, controls: this.#panel, names: this.#names });
    this.#hints = new HintPanel(this.#session, this.#reasons, this.#board, setup);
    this.#outcome = new OutcomePanel(context, server, tokens, this.#reasons);
    this.#resign = resignButton(() => this.#session.resign(), this.#reasons);
    const title = h("h1", { class: "visually-hidden" }, `Playing ${gameTitle(setup.game)}`);
    this.element = h("div", { class: `play ${setup.game} ${sidesClass(setup.game, seatNames)}` }, title);
    this.#coach = this.#createCoach();
    this.element.append(
      h("div", { class: "play-board-column" }, goalLine(context, story.goal(setup), setup.game), this.#strip.element,
        h("div", { class: "play-bar" }, this.#status, this.#strip.limit, this.#coach.again),
        this.#events.banner.element, this.#replaced, this.#board.element, this.#situation),
      h("div", { class: "play-side" },
        this.#outcome.element,
        this.#coach.element,
        this.#panel,
        this.#events.recapPlace,
        this.#invitations,
        this.#turns.element,
        h("div", { class: "play-footer" }, this.#resign, this.#coach.control,
          h("a", { href: context.href(`/matches/${matchId}`) }, "Watch in the viewer"))));
    context.signal.addEventListener("abort", () => this.#close());
    server.onState(() => this.#update(), context.signal);
    this.#update();
  }

  async run(): Promise<void> {
    try {
      await this.#session.run();
    } catch (error) {
      if (this.context.signal.aborted) return;
      const { text } = rejectionText(error);
      const { reason } = RejectedError.fromCall(error);
      this.#hasFailed = true;
      this.#controls?.close();
      this.#board.setPlaces([]);
      this.#strip.setCurrent(false);
      this.#resign.hidden = true;
      if (reason === ErrorReason.REPLACED) {
        this.#session.model.leave();
        this.#strip.update(this.opened.match.seats.length);
        this.#setStatus(REPLACED_TEXT, "");
        replace(this.#panel);
        replace(this.#replaced, replacedPanel(() => this.#continue()));
        return;
      }
      if (reason === ErrorReason.BAD_TOKEN) this.tokens.rejectInvited(this.opened.matchId);
      this.#setStatus(text, "error");
      replace(this.#panel, h("p", {}, text), h("button", { type: "button", on: { click: () => location.reload() } }, "Reload"));
    }
  }

  /** Takes the seat back from another window. */
  #continue(): void {
    this.#hasFailed = false;
    this.#controls = this.#shownRequest = this.#shownView = undefined;
    replace(this.#replaced);
    this.#update();
    void this.run();
  }

  /** Records in this browser that the seat can be played, and that the match is over. */
  #keep(): void {
    const { matchId, own } = this.opened;
    const { joined, over } = this.#session.model;
    if (joined !== undefined && !this.#isKept) {
      this.#isKept = true;
      this.tokens.accept(matchId, own);
    }
    if (over !== undefined) this.tokens.end(matchId);
  }

  #close(): void {
    this.#strip.close();
    this.#hints.close();
    this.#sounds.close();
    this.#events.close();
    this.#controls?.close();
  }

  #createCoach(): Coach {
    const { setup, own, story } = this.opened;
    const coach = new Coach({
      story,
      progress: new CoachProgress(new GuardedStorage(() => localStorage), setup.game, story.practice),
      setup,
      seat: own.seat,
      page: this.element,
      signal: this.context.signal,
      // An announcement of an earlier request is not what the controls show.
      request: () => (this.#shownRequest === this.#session.model.request ? this.#shownRequest : undefined),
      prepared: () => this.#controls?.draft,
      hasHints: () => this.#session.model.joined?.allowsHints === true,
      findTurns: async () => {
        try {
          const analysis = await this.#session.hint(COACH_MILLIS, this.context.signal);
          return analysis?.principalVariation.map(({ text }) => text);
        } catch (error) {
          if (!this.context.signal.aborted) void this.#reasons.show(rejectionText(error));
          return undefined;
        }
      },
    });
    coach.follow(this.#panel);
    coach.follow(this.#board.element);
    return coach;
  }

  /** Shows what has arrived. Of the frames that arrive together only the last state is shown. */
  async #updateSoon(): Promise<void> {
    if (this.#isUpdating) return;
    this.#isUpdating = true;
    await nextTask();
    this.#isUpdating = false;
    if (!this.context.signal.aborted) this.#update();
  }

  #update(): void {
    if (this.#hasFailed) return;
    const { model } = this.#session;
    const { match, own } = this.opened;
    this.#strip.update(match.seats.length);
    this.#turns.update(model.turns);
    this.#situation.textContent = model.view === undefined ? "" : this.opened.story.situation(model.view.position, this.#names);
    this.#events.update();
    this.#showInvitations();
    this.#sounds.update();
    this.#keep();
    const connection = connectionText(this.#session);
    this.#strip.setCurrent(this.#session.isOnline || model.over !== undefined);
    const isKeptBack = this.#session.isSending && !this.#session.isOnline;
    if (this.#controls !== undefined) this.#lock.update(isKeptBack, [this.#controls.element, this.#board.element]);
    const isYours = connection === undefined && model.request !== undefined;
    this.#setStatus(connection ?? this.#statusContent(), isYours ? "yours" : "");
    if (model.joined !== undefined) void this.#showTurn();
    this.#hints.update();
    this.#coach.update();
    this.#clearReasons();
    this.#resign.hidden = model.state !== MatchState.RUNNING;
    if (model.over !== undefined) {
      this.#panel.hidden = true;
      const { matchId } = this.opened;
      const { setup, options } = this.opened;
      const analysis = pathOfPosition({ ...setup, options }, this.#lastAsked ?? model.view?.text ?? "", own.seat);
      this.#outcome.show(model.over, { match, matchId, names: this.#names, analysis });
    }
  }

  /** A reason is about the request that was open when it was asked for. */
  #clearReasons(): void {
    const { request, over } = this.#session.model;
    if (request === this.#reasonsOf.request && over === this.#reasonsOf.over) return;
    this.#reasonsOf = { request, over };
    this.#reasons.clear();
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
      this.#lastAsked = request.view.text;
      await controls.ask(request);
      this.#coach.update();
      return true;
    }
    const isNewView = view !== this.#shownView || this.#shownRequest !== undefined;
    if (request === undefined && view !== undefined && isNewView) {
      [this.#shownRequest, this.#shownView] = [undefined, view];
      await controls.wait(view);
      return true;
    }
    if (this.#session.model.over === undefined || this.#isEndShown) return false;
    this.#isEndShown = true;
    await this.#showEnd(this.#session.model.over);
    return true;
  }

  /** Marks what has decided the match, and says why it has ended. */
  async #showEnd(over: MatchOver): Promise<void> {
    const { setup, rules, story, match } = this.opened;
    const { model } = this.#session;
    const { outcome } = over;
    if (outcome !== undefined && model.view !== undefined) {
      const turns = model.turns.filter(({ actor }) => typeof actor === "number").map(({ text }) => text);
      const places = story.decisivePlaces({ outcome, position: model.view.position, setup, turns });
      this.#board.setMarks(places.map((place) => ({ kind: "decisive", place })));
    }
    const ending = await loadEnding(this.server, rules, this.#session.match, this.context.signal);
    if (ending === "" || this.context.signal.aborted) return;
    this.#ending = personalEnding(ending, this.#names);
    this.#outcome.explain(this.#ending, { match, names: this.#names }, over);
    this.#update();
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
      seatName: (seat) => this.#names.seat(seat),
      submit: async (text) => {
        const request = this.#session.isSending ? undefined : this.#session.model.request;
        if (request !== undefined) this.#coach.send(request);
        const reason = await this.#session.submit({ text });
        if (request !== undefined) this.#coach.confirm(request, reason === undefined);
        return reason;
      },
    });
    replace(this.#panel, this.#lock.element, controls.element, this.#hints.element);
    return controls;
  }

  #showInvitations(): void {
    const { matchId } = this.opened;
    const isWaiting = this.#session.model.state === MatchState.WAITING;
    if (isWaiting === this.#invitations.hasChildNodes()) return;
    const seats = isWaiting ? this.tokens.invitations(matchId) : [];
    const list = invitationList(this.context, matchId, seats, (seat) => this.#names.place(seat));
    replace(this.#invitations, list);
  }

  #statusContent(): Content {
    const { model } = this.#session;
    const { request } = model;
    switch (model.state) {
      case MatchState.UNSPECIFIED:
        return "Joining the match…";
      case MatchState.WAITING:
        return "Waiting until all players have joined.";
      case MatchState.SUSPENDED:
        return `The match is suspended and clocks are paused${model.stateMessage === "" ? "." : `: ${model.stateMessage}.`}`;
      case MatchState.OVER:
      case MatchState.ABORTED:
        return model.over === undefined ? "The match is over." : `The match is over. ${endingSentence(this.#ending, model.over, this.opened.own.seat)}`;
      case MatchState.RUNNING:
        break;
    }
    if (request !== undefined) return `Your turn: ${this.#controls?.task(request) ?? request.stage}.`;
    const others = model.toAct.filter((seat) => seat !== this.opened.own.seat);
    if (others.length === 0) return "Wait for the others.";
    return ["To act: ", others.map((seat, index) => [index > 0 && ", ", h("bdi", {}, this.#names.seat(seat))]), "."];
  }

  #setStatus(content: Content, look: string): void {
    const next = h("span", {}, content);
    // A text that is set again would be read again.
    if (this.#status.textContent !== next.textContent) replace(this.#status, next);
    this.#status.className = `play-status ${look}`;
  }
}

/** Creates the line that says what the game is about. */
function goalLine(context: PageContext, goal: string, game: string): HTMLElement {
  return h("p", { class: "play-goal" }, goal !== "" && [h("strong", {}, "Goal: "), goal, " "],
    h("a", { href: context.href(`/rules/${game}`), target: "_blank" }, "Rules"));
}

/** Returns the class of the sides that are in play, which have colours of their own. */
function sidesClass(game: string, seatNames: readonly string[]): string {
  return game === "droids" ? `sides-${seatNames.join("")}` : "";
}
