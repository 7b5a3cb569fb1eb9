/** The viewer: board, turns, players and what is known of a match. */

import type { Client } from "botwerk/web";
import { create } from "@bufbuild/protobuf";
import { ReplayStepSchema } from "botwerk/v1";
import type { Comment, ReplayRecordResponse, ReplayStep, SignedHead } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { gameTitle } from "../shell/game_title.js";
import type { PageContext } from "../shell/page.js";
import { errorText } from "../shell/server.js";
import { BestLinePanel } from "./best_line_panel.js";
import { BoardPane } from "./board_pane.js";
import { CommentPanel } from "./comment_panel.js";
import { formatDuration } from "./durations.js";
import { EvaluationPanel } from "./evaluation_panel.js";
import { Replays } from "./replays.js";
import { SeatPanel } from "./seat_panel.js";
import { SharePanel } from "./share_panel.js";
import { StepControls } from "./step_controls.js";
import { StepCursor } from "./step_cursor.js";
import { TurnList } from "./turn_list.js";
import type { TurnMark } from "./turn_list.js";
import { VerificationPanel, proofElement } from "./verification_panel.js";
import type { ViewChoice } from "./view_choice.js";
import { formatViewChoice, viewerOf } from "./view_choice.js";
import type { MatchResult, SeatUsage, ViewedMatch } from "./viewed_match.js";
import { actorText, resultText, seatOf, seatUsages, viewedSeats } from "./viewed_match.js";

/** The time between two changes of the address, in milliseconds; browsers limit their number. */
const ADDRESS_MILLIS = 400;

/** How a viewer starts. */
export interface ViewerOptions {
  readonly title: string;
  /** The name of downloaded files, without an extension. */
  readonly fileName: string;
  /** The path of the match's page. Unset for a file, which has no address. */
  readonly path: string | undefined;
  readonly step: number;
  readonly choice: ViewChoice;
  /** Whether the record is evaluated as soon as it is shown. Default: once its reader asks for that. */
  readonly isEvaluated?: boolean;
}

/** A record that is shown, and what the server says of it. */
export interface ShownRecord {
  readonly record: string;
  readonly signedHead?: SignedHead | undefined;
  readonly commitment?: string | undefined;
  /** Whether the match ended without a result. */
  readonly isAborted?: boolean;
}

/** The state of a match in progress. */
export interface LiveState {
  readonly match: ViewedMatch;
  readonly steps: readonly ReplayStep[];
  /** Such as "live" or "suspended". */
  readonly status: string;
  /** Unset while the match is in progress. */
  readonly result?: MatchResult | undefined;
  /** When the last frame arrived, as `performance.now`, if a clock runs since then. */
  readonly clocksSince: number | undefined;
  /** What its reader may read of what players have written so far. */
  readonly comments: readonly Comment[];
}

/** Shows one match. */
export class MatchViewer {
  readonly #cursor = new StepCursor();
  readonly #verification: VerificationPanel;
  readonly #head = h("div", { class: "viewer-head" });
  readonly #title = h("h1", {});
  readonly #boardPlace = h("div", { class: "board-place" }, h("div", { class: "board-loading" }));
  readonly #handsPlace = h("div", {});
  readonly #caption = h("p", { class: "caption", "aria-live": "polite" });
  readonly #choice = h("select", { "aria-label": "Shown view", on: { change: () => void this.#choose() } });
  readonly #choiceLabel = h("label", { class: "inline view-choice", hidden: true }, "View", this.#choice);
  readonly #live = h("span", { class: "badge live-badge", hidden: true });
  readonly #seats: SeatPanel;
  readonly #turns: TurnList;
  readonly #evaluation: EvaluationPanel;
  readonly #comments = new CommentPanel();
  readonly #bestLine: BestLinePanel;
  readonly #share: SharePanel;
  readonly #proof = h("div", {});
  readonly element: HTMLElement;
  #pane: BoardPane | undefined;
  #match: ViewedMatch | undefined;
  #steps: readonly ReplayStep[] = [];
  #usages: readonly (readonly SeatUsage[])[] = [];
  #result: MatchResult | undefined;
  #marks: ReadonlyMap<number, TurnMark> = new Map();
  #replays: Replays | undefined;
  #shownChoice: ViewChoice;
  #clocksSince: number | undefined;
  #liveComments: readonly Comment[] = [];
  #addressTimer: number | undefined;

  constructor(
    private readonly context: PageContext,
    private readonly rules: Promise<Client>,
    private readonly options: ViewerOptions,
  ) {
    const { signal } = context;
    this.#shownChoice = options.choice;
    replace(this.#title, h("bdi", {}, options.title));
    this.#seats = new SeatPanel(context);
    this.#verification = new VerificationPanel(context);
    this.#turns = new TurnList(this.#cursor, (index) => this.#row(index));
    this.#evaluation = new EvaluationPanel(context, this.#cursor, (marks) => this.#mark(marks));
    this.#bestLine = new BestLinePanel(context, this.#cursor);
    this.#share = new SharePanel(this.#shareSource(), signal);
    replace(this.#head,
      this.#title,
      h("div", { class: "row viewer-state" }, this.#live, this.#verification.element, this.#choiceLabel));
    const controls = new StepControls(this.#cursor, signal);
    this.element = h("div", { class: "viewer" },
      this.#head,
      h("div", { class: "viewer-columns" },
        h("div", { class: "viewer-main" },
          h("div", { class: "viewer-board" }, this.#boardPlace, controls.element, this.#caption, this.#handsPlace),
          this.#evaluation.element),
        h("div", { class: "viewer-side" }, this.#seats.element,
          h("section", { class: "card turns", "aria-label": "Turns" }, this.#turns.element),
          this.#comments.element, this.#bestLine.element, this.#share.element, this.#proof)));
    this.#cursor.onChange(() => this.#show());
    signal.addEventListener("abort", () => clearTimeout(this.#addressTimer));
  }

  /** Shows a record. Returns true if it could be replayed, so that there is something to see. */
  async showRecord({ record, signedHead, commitment = "", isAborted = false }: ShownRecord): Promise<boolean> {
    const { rules } = await this.rules;
    const wasLive = this.#match !== undefined;
    // All is shown after the end, unless the address names a seat.
    this.#shownChoice = this.options.choice;
    const replays = new Replays(record, rules, this.context.signal);
    let replay: ReplayRecordResponse;
    try {
      replay = await replays.replay(this.#shownChoice);
    } catch (error) {
      if (this.#shownChoice === "everything") {
        this.#verification.showFailure(error);
        throw error;
      }
      // The address names a seat that the match does not have.
      this.#shownChoice = "everything";
      replay = await replays.replay("everything");
    }
    this.#verification.show({ record, replay, signedHead, commitment });
    replace(this.#proof, replay.match && proofElement({ record, replay, signedHead, commitment }));
    if (replay.match?.setup === undefined || replay.steps.length === 0) return false;
    this.#replays = replays;
    const { setup, seats, seatNames, timeControl, usesVirtualTime } = replay.match;
    const match = { setup, seats: viewedSeats(seats, seatNames), timeControl, isVirtualTime: usesVirtualTime };
    const { outcome, terminations, ending } = replay;
    this.#setMatch(match, rules);
    this.#result = outcome === undefined && !isAborted ? undefined : { outcome, terminations, ending };
    this.#live.hidden = true;
    this.#clocksSince = undefined;
    this.#fillChoices(match);
    const index = wasLive ? (this.#cursor.isAtEnd ? Infinity : this.#indexOfEvents(replay.steps)) : this.options.step;
    this.#setSteps(replay.steps, Math.min(index, replay.steps.length - 1));
    void this.#prepareSearches(match, replays);
    return true;
  }

  /** Shows a match in progress. A cursor at the end stays there. */
  async showLive({ match, steps, status, result, clocksSince, comments }: LiveState): Promise<void> {
    const { rules } = await this.rules;
    if (this.#replays !== undefined) return;
    const isFirst = this.#match === undefined;
    this.#setMatch(match, rules);
    this.#shownChoice = "spectator";
    this.#steps = steps.length === 0 ? [create(ReplayStepSchema, {})] : steps;
    this.#result = result;
    this.#clocksSince = clocksSince;
    this.#liveComments = comments;
    this.#live.hidden = false;
    this.#live.dataset["state"] = status;
    this.#live.className = `badge live-badge ${status === "live" ? "good" : "warn"}`;
    replace(this.#live, h("span", { class: "live-dot", "aria-hidden": "true" }), status);
    this.#verification.showLive("verified after the end");
    this.#usages = seatUsages(this.#steps, match.seats.length);
    this.#bestLine.setSubject({ match, steps: this.#steps });
    const last = this.#steps.length - 1;
    if (isFirst) this.#cursor.reset(this.#steps.length, this.options.step > 0 ? this.options.step : last);
    else this.#cursor.grow(this.#steps.length);
    this.#turns.refresh();
    this.#share.update();
  }

  /** Shows that the record of a match cannot be read yet. */
  showNote(text: string): void {
    this.#verification.showLive(text);
  }

  #setMatch(match: ViewedMatch, rules: Client["rules"]): void {
    this.#match = match;
    this.#pane ??= this.#createPane(match, rules);
    replace(this.#title, gameTitle(match.setup.game), ": ", match.seats.map(({ player }, seat) => [
      seat > 0 && " – ",
      h("bdi", { class: "title-player", title: player.slice(0, 1000) }, player.slice(0, 200)),
    ]));
  }

  #createPane(match: ViewedMatch, rules: Client["rules"]): BoardPane {
    const pane = new BoardPane(rules, match.setup, this.#cursor, (seat) => this.#match?.seats[seat]?.side ?? `Seat ${seat}`);
    replace(this.#boardPlace, pane.element);
    replace(this.#handsPlace, pane.hands);
    return pane;
  }

  #setSteps(steps: readonly ReplayStep[], index: number): void {
    this.#steps = steps;
    this.#usages = seatUsages(steps, this.#match!.seats.length);
    this.#cursor.reset(steps.length, index);
    this.#turns.refresh();
    this.#share.update();
  }

  /** Returns the index of the step with the position that is shown, among other steps. */
  #indexOfEvents(steps: readonly ReplayStep[]): number {
    const events = this.#steps[this.#cursor.index]?.eventCount ?? 0n;
    const index = steps.findIndex(({ eventCount }) => eventCount >= events);
    return index < 0 ? steps.length - 1 : index;
  }

  async #prepareSearches(match: ViewedMatch, replays: Replays): Promise<void> {
    // Searches know what the seats knew, whatever is shown.
    const complete = await replays.replay("everything").catch(() => undefined);
    if (this.context.signal.aborted || complete === undefined) return;
    const { steps } = complete;
    this.#evaluation.setSubject({ record: replays.record, match, steps });
    if (this.options.isEvaluated === true) this.#evaluation.start();
    this.#bestLine.setSubject({ match, steps });
  }

  #fillChoices(match: ViewedMatch): void {
    const choices: readonly (readonly [ViewChoice, string])[] = [
      ["everything", "everything"],
      ["spectator", "as spectators saw it"],
      ...match.seats.map(({ side }, seat) => [seat, `as ${side} saw it`] as const),
    ];
    replace(this.#choice, choices.map(([choice, text]) =>
      h("option", { value: choice, selected: choice === this.#shownChoice }, text)));
    this.#choiceLabel.hidden = false;
  }

  async #choose(): Promise<void> {
    const { value } = this.#choice;
    const choice: ViewChoice = value === "everything" || value === "spectator" ? value : Number(value);
    const replays = this.#replays;
    if (replays === undefined) return;
    const replay = await replays.replay(choice).catch((error: unknown) => {
      if (!this.context.signal.aborted) this.#caption.textContent = `This view cannot be shown: ${errorText(error)}`;
    });
    if (replay === undefined || this.#choice.value !== value || this.context.signal.aborted) return;
    this.#shownChoice = choice;
    this.#setSteps(replay.steps, this.#cursor.index);
  }

  #show(): void {
    const [match, step] = [this.#match, this.#steps[this.#cursor.index]];
    if (match === undefined || step === undefined) return;
    const { index, isAtEnd } = this.#cursor;
    const actor = actorText(match, step.actor);
    const text = index === 0 ? "Start" : `${index}. ${actor}: ${step.text}`;
    const ended = isAtEnd && this.#result !== undefined ? ` ${resultText(match, this.#result)}` : "";
    // The position of the newest frames arrives soon: until then the picture stays.
    const isAwaited = step.position === "" && isAtEnd && this.#replays === undefined;
    if (!isAwaited) {
      this.#pane?.show({
        position: step.position,
        choice: this.#shownChoice,
        label: `Position after step ${index}. ${actor} ${step.text}`.slice(0, 300),
      });
    }
    replace(this.#caption, h("bdi", { class: "notation" }, text), ended);
    if (this.#replays === undefined) this.#comments.showLive(match, this.#liveComments);
    else this.#comments.show(match, step);
    this.#seats.show({ match, step, usage: this.#usages[index] ?? [], result: this.#result, isLast: isAtEnd,
      clocksSince: isAtEnd ? this.#clocksSince : undefined });
    this.#planAddress();
  }

  #row(index: number): ReturnType<ConstructorParameters<typeof TurnList>[1]> {
    const [match, step] = [this.#match, this.#steps[index]];
    if (match === undefined || step === undefined) {
      return { actor: "", seat: undefined, text: "", time: "", hasComment: false, mark: undefined };
    }
    return {
      actor: index === 0 ? "Start" : actorText(match, step.actor),
      seat: seatOf(step.actor),
      text: step.text,
      time: step.elapsedNanos === undefined ? "" : formatDuration(step.elapsedNanos),
      hasComment: step.comments.length > 0,
      mark: this.#marks.get(index),
    };
  }

  #mark(marks: ReadonlyMap<number, TurnMark>): void {
    this.#marks = marks;
    this.#turns.refresh();
  }

  /** Returns the path of the shown position. */
  #path(): string | undefined {
    const { path } = this.options;
    if (path === undefined) return undefined;
    const query = new URLSearchParams();
    const isLive = this.#replays === undefined;
    const { index, isAtEnd } = this.#cursor;
    if (isLive ? !isAtEnd : index > 0) query.set("step", String(index));
    const viewer = isLive ? undefined : formatViewChoice(this.#shownChoice);
    if (viewer !== undefined) query.set("viewer", viewer);
    const text = query.toString();
    return text === "" ? path : `${path}?${text}`;
  }

  #planAddress(): void {
    if (this.options.path === undefined) return;
    this.#addressTimer ??= window.setTimeout(() => {
      this.#addressTimer = undefined;
      const path = this.#path();
      if (path !== undefined && !this.context.signal.aborted) this.context.replaceAddress(path);
    }, ADDRESS_MILLIS);
  }

  #shareSource(): ConstructorParameters<typeof SharePanel>[0] {
    return {
      fileName: this.options.fileName,
      link: () => {
        const path = this.#path();
        return path === undefined ? undefined : new URL(this.context.href(path), location.href).href;
      },
      notation: () => this.#steps[this.#cursor.index]?.position ?? "",
      record: () => this.#replays?.record,
      picture: () => this.#pane?.source ?? "",
      steps: () => ({ index: this.#cursor.index, count: this.#steps.length }),
      pictures: (from, signal, onProgress) => this.#pictures(from, signal, onProgress),
    };
  }

  async #pictures(from: number, signal: AbortSignal, onProgress: (count: number) => void): Promise<readonly string[]> {
    const { rules } = await this.rules;
    const { setup } = this.#match!;
    const viewer = viewerOf(this.#shownChoice);
    const pictures: string[] = [];
    for (const { position } of this.#steps.slice(from)) {
      signal.throwIfAborted();
      if (position === "") continue;
      const request = { setup, position, includePicture: true, ...(viewer && { viewer }) };
      pictures.push((await rules.getView(request)).picture);
      onProgress(pictures.length);
    }
    return pictures;
  }
}
