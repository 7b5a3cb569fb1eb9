/** Playing Netzwerk: a turn is prepared by clicks, can be undone, and is sent as a whole. */

import type { NetzwerkPosition } from "botwerk/v1";
import { h } from "../../shell/elements.js";
import type { ControlsContext, GameControls } from "../game_controls.js";
import type { IllegalReason } from "../illegal_reason.js";
import type { OpenRequest, SeatView } from "../match_model.js";
import { panelButton, refill } from "../panel.js";
import type { PlayPlace } from "../play_board.js";
import { energyAccount } from "./energy_account.js";
import type { RobotEnergy } from "./energy_account.js";
import { fieldName, isField, isStraight, parseMove, squareName } from "./lattice.js";
import { TurnDraft } from "./turn_draft.js";
import { turnText } from "./turn_text.js";

/** Controls of a seat of Netzwerk. */
export class NetzwerkControls implements GameControls {
  readonly element = h("section", { class: "play-panel", "aria-label": "Your turn" });
  #draft: TurnDraft | undefined;
  /** The chosen robot or battery. */
  #selected: string | undefined;
  /** Whether a step is being computed or the turn is being sent. */
  #isBusy = false;
  #dragStart: string | undefined;
  #dragEnd: string | undefined;

  constructor(private readonly context: ControlsContext) {
    context.board.drag = {
      start: (place) => {
        this.#dragStart = this.#moves().some(({ from }) => from === place) ? place : undefined;
        return this.#dragStart !== undefined;
      },
      move: (place) => this.#drag(place),
      end: () => this.#drop(),
    };
  }

  get draft() {
    return { moves: this.#draft?.last.actions ?? [], next: this.#draft?.last.legal ?? [] };
  }

  task({ view }: OpenRequest): string {
    const isBattery = netzwerk(view)?.phase.case === "batteryPhase";
    return isBattery ? "move batteries, or send the turn" : "move robots, then batteries, and send the turn";
  }

  async ask({ view, legalActions }: OpenRequest): Promise<void> {
    const position = netzwerk(view);
    if (position === undefined) return;
    const start = { text: view.text, position, legal: legalActions.map(({ text }) => text) };
    const { rules, setup, seat } = this.context;
    this.#draft = TurnDraft.start(rules, setup, seat, start);
    this.#selected = undefined;
    this.#isBusy = false;
    await this.#render();
  }

  async wait({ text }: SeatView): Promise<void> {
    this.#draft = undefined;
    refill(this.element);
    await this.context.board.show(text);
    this.context.board.setPlaces([]);
  }

  close(): void {
    this.context.board.drag = undefined;
  }

  #moves() {
    const legal = this.#draft?.last.legal ?? [];
    return legal.map((action) => ({ action, ...parseMove(action) })).filter(({ from }) => from !== undefined);
  }

  async #render(): Promise<void> {
    const draft = this.#draft;
    if (draft === undefined) return;
    await this.context.board.show(draft.last.text);
    if (draft !== this.#draft) return;
    this.context.board.setPlaces(this.#places(draft));
    this.#renderPanel(draft);
  }

  #places(draft: TurnDraft): PlayPlace[] {
    const moves = this.#moves();
    const starts = new Set(moves.map(({ from }) => from!));
    const goals = new Map(moves.filter(({ from }) => from === this.#selected).map((move) => [move.to!, move]));
    const occupants = occupantsOf(draft.last.position);
    return [...this.context.board.places.keys()].map((place): PlayPlace => {
      const occupant = occupants.get(place);
      const name = occupant === undefined ? place : `${occupant} on ${place}`;
      const goal = goals.get(place);
      if (goal !== undefined) {
        const label = `${this.#selected} to ${place}${goal.captures ? ", captures" : ""}`;
        return { place, label, look: "goal", choose: () => void this.#add(goal.action) };
      }
      if (place === this.#selected) {
        return { place, label: `${name}, chosen`, look: "selected", choose: () => void this.#select(undefined) };
      }
      if (starts.has(place)) return { place, label: name, look: "start", choose: () => void this.#select(place) };
      return { place, label: name, look: "quiet", explain: () => this.#explain(draft, place) };
    });
  }

  #renderPanel(draft: TurnDraft): void {
    const { actions, legal } = draft.last;
    const isRobotPhase = draft.last.position.phase.case === "robotPhase";
    const { reasons } = this.context;
    const canSend = draft.isComplete || legal.includes(".") || legal.includes("/");
    const undone = actions.length > 0 ? undefined : () => ({ text: "Nothing has been moved in this turn." });
    refill(this.element,
      h("h2", {}, draft.isComplete ? "The turn is complete" : isRobotPhase ? "Robots" : "Batteries"),
      h("p", { class: "play-draft", "aria-live": "polite" }, "Turn: ", turnText(actions), " ",
        h("span", { class: "notation" }, actions.length === 0 ? "nothing yet" : actions.join(" "))),
      h("div", { class: "play-buttons" },
        panelButton({ key: "send", class: "primary", text: "Send turn", press: () => void this.#send(),
          explain: canSend ? undefined : () => draft.explain("/") }, reasons),
        isRobotPhase && !draft.isComplete && panelButton({ key: "batteries", text: "Move batteries",
          press: () => void this.#add("/"),
          explain: legal.includes("/") ? undefined : () => draft.explain("/") }, reasons),
        panelButton({ key: "undo", text: "Undo", explain: undone, press: () => this.#undo(draft) }, reasons),
        panelButton({ key: "reset", text: "Start over", explain: undone, press: () => this.#reset(draft) }, reasons)),
      accountTable(draft));
  }

  async #select(place: string | undefined): Promise<void> {
    this.#selected = place;
    this.context.reasons.clear();
    await this.#render();
  }

  async #add(action: string): Promise<void> {
    if (this.#isBusy || this.#draft === undefined) return;
    this.#isBusy = true;
    const move = parseMove(action);
    const reason = await this.#draft.add(action);
    this.#isBusy = false;
    if (reason !== undefined) return void this.context.reasons.show(reason);
    // A robot can often move on.
    const moved = move?.to;
    this.#selected = this.#moves().some(({ from }) => from === moved) ? moved : undefined;
    this.context.reasons.clear();
    await this.#render();
  }

  #undo(draft: TurnDraft): void {
    draft.undo();
    void this.#select(undefined);
  }

  #reset(draft: TurnDraft): void {
    draft.reset();
    void this.#select(undefined);
  }

  async #send(): Promise<void> {
    const draft = this.#draft;
    if (draft === undefined || this.#isBusy) return;
    this.#isBusy = true;
    const { legal, actions } = draft.last;
    const ending = draft.isComplete ? [] : legal.includes(".") ? ["."] : ["/", "."];
    const reason = await this.context.submit([...actions, ...ending].join(" "));
    this.#isBusy = false;
    if (reason !== undefined) void this.context.reasons.show(reason);
  }

  #drag(place: string | undefined): void {
    this.#dragEnd = place;
    if (this.#dragStart !== undefined && this.#selected !== this.#dragStart) void this.#select(this.#dragStart);
  }

  #drop(): void {
    const move = this.#moves().find(({ from, to }) => from === this.#selected && to === this.#dragEnd);
    if (move !== undefined) void this.#add(move.action);
  }

  async #explain(draft: TurnDraft, place: string): Promise<IllegalReason> {
    const occupants = occupantsOf(draft.last.position);
    if (draft.isComplete) return { text: "The turn is complete. Send it, or undo an action." };
    const from = this.#selected;
    if (from !== undefined && isSameKind(from, place)) {
      const wayProblem = isField(from) ? fieldWayProblem(from, place) : squareWayProblem(from, place);
      if (wayProblem !== undefined) return wayProblem;
      const captures = occupants.has(place) && !occupants.get(place)!.startsWith(ownName(draft));
      return draft.explain(`${from}${captures ? "x" : "-"}${place}`);
    }
    if (from !== undefined && !occupants.has(place)) {
      return { text: "Robots stand on squares, and batteries on energy fields", rule: "NW-2" };
    }
    if (!occupants.has(place)) return { text: "Choose a robot or a battery that is lit first." };
    return draft.explain(`${place}-${nextPlace(draft, place)}`);
  }
}

function netzwerk({ position }: SeatView): NetzwerkPosition | undefined {
  return position.game.case === "netzwerk" ? position.game.value : undefined;
}

/** Returns what stands on each place. */
function occupantsOf(position: NetzwerkPosition): Map<string, string> {
  return new Map([
    ...position.white.map((square) => [squareName(square), "white robot"] as const),
    ...position.black.map((square) => [squareName(square), "black robot"] as const),
    ...position.batteries.map((field) => [fieldName(field), "battery"] as const),
  ]);
}

function ownName(draft: TurnDraft): string {
  return draft.first.position.side === 1 ? "white" : "black";
}

function isSameKind(first: string, second: string): boolean {
  return (Number(first.slice(1)) - Number(second.slice(1))) % 2 === 0;
}

/** The notation has no moves between squares that are not near each other in a line. */
function squareWayProblem(from: string, to: string): IllegalReason | undefined {
  if (isStraight(from, to, 4)) return undefined;
  return { text: `A robot steps to a neighbouring square, or jumps over one, forward or sideways; ${to} is neither from ${from}`, rule: "NW-6" };
}

/** The notation has no moves between fields that are not in a line. */
function fieldWayProblem(from: string, to: string): IllegalReason | undefined {
  if (isStraight(from, to, 12)) return undefined;
  return { text: `A battery moves along a line; ${to} is not in a line with ${from}`, rule: "NW-16" };
}

/** Returns a place ahead, for the reason why a robot or battery cannot move at all. */
function nextPlace(draft: TurnDraft, place: string): string {
  const rank = Number(place.slice(1));
  const step = draft.first.position.side === 1 ? 2 : -2;
  const ahead = rank + step;
  return `${place[0]}${ahead < 1 || ahead > 13 ? rank - step : ahead}`;
}

function accountTable(draft: TurnDraft): HTMLElement {
  const account = energyAccount(draft.first.position, draft.robotPhase.position);
  return h("details", { class: "play-account", open: true },
    h("summary", {}, "Energy of your robots"),
    h("div", { class: "scroll" }, h("table", {},
      h("thead", {}, h("tr", {}, ["Robot", "Batteries", "Spent", "Left"].map((text, index) =>
        h("th", { scope: "col", class: index > 0 ? "number" : "" }, text)))),
      h("tbody", {}, account.map(accountRow)))));
}

function accountRow({ start, now, batteries, spent, left, hasCaptured }: RobotEnergy): HTMLElement {
  const name = start === now ? start : `${start} → ${now}`;
  return h("tr", { class: spent > 0 ? "active" : "" },
    h("th", { scope: "row" }, name),
    h("td", { class: "number" }, batteries),
    h("td", { class: "number" }, spent === 0 ? "–" : spent),
    h("td", { class: "number" }, hasCaptured ? "captured" : left));
}
