/** The list of legal actions, to choose from with the pointer or the keys. */

import type { ActionInfo } from "botwerk/v1";
import { h, replace } from "../shell/elements.js";
import { errorText } from "../shell/server.js";
import { filterActions, groupActions } from "./action_groups.js";
import type { ActorInit, LegalChoice, Session } from "./session.js";

/** A longer list is cut: the filter finds the rest. */
const MAX_SHOWN = 250;

/** The legal actions of an actor. */
export class ActionsPanel {
  readonly element: HTMLElement;
  readonly #heading = h("h2", {}, "Legal actions");
  readonly #actor = h("select", { on: { change: () => void this.#chooseActor() } });
  readonly #filter: HTMLInputElement;
  readonly #sampling = h("div", { class: "row" });
  readonly #controls: HTMLElement;
  readonly #list = h("div", { class: "analysis-actions" });
  readonly #problem = h("p", { class: "analysis-problem", role: "alert", hidden: true });
  #choice: LegalChoice = { actions: [], actor: undefined };
  #atPlace: ReadonlySet<string> | undefined;

  constructor(private readonly session: Session) {
    this.#filter = h("input", {
      type: "search",
      class: "notation",
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": "action-filter-help",
      on: { input: () => this.#render(), keydown: (event) => this.#onFilterKey(event as KeyboardEvent) },
    });
    this.#list.addEventListener("keydown", (event) => this.#onListKey(event));
    this.#controls = h("div", {},
      h("div", { class: "row analysis-filter" },
        h("label", {}, h("span", {}, "Actor"), this.#actor),
        h("label", { class: "wide" }, h("span", {}, "Filter, or a turn in the notation"), this.#filter)),
      h("p", { id: "action-filter-help", class: "soft" }, "Enter plays the first action of the list, or the turn."));
    this.element = h("section", { class: "card", "aria-label": "Legal actions" },
      this.#heading,
      this.#controls,
      this.#sampling,
      this.#problem,
      this.#list,
    );
  }

  /** Shows the actions of the actor whose turn it is. */
  update(): void {
    this.#choice = this.session.choice;
    this.#atPlace = undefined;
    this.#report(undefined);
    const actors = this.#actors();
    replace(this.#actor, actors.map((actor) => h("option", { value: keyOf(actor) }, this.session.actorName(actor))));
    this.#controls.hidden = actors.length === 0;
    this.#actor.value = keyOf(this.#choice.actor);
    this.#render();
  }

  /** Shows only some actions, until the next change. */
  limitTo(texts: readonly string[] | undefined): void {
    this.#atPlace = texts === undefined ? undefined : new Set(texts);
    this.#render();
  }

  #actors(): ActorInit[] {
    const { position, choice } = this.session;
    if (position?.kind !== "complete" || choice.actor === undefined) return [];
    const turn = position.info.turn?.kind;
    const seats = turn?.case === "decision" ? turn.value.seats : [];
    const actors: ActorInit[] = seats.map((seat) => ({ kind: { case: "seat", value: seat } }));
    if (turn?.case === "chance") actors.push({ kind: { case: "chance", value: true } });
    return [...actors, { kind: { case: "referee", value: true } }];
  }

  async #chooseActor(): Promise<void> {
    const actor = this.#actors().find((other) => keyOf(other) === this.#actor.value);
    if (actor === undefined) return;
    try {
      this.#choice = await this.session.choiceOf(actor);
      this.#report(undefined);
    } catch (error) {
      this.#report(errorText(error));
    }
    this.#render();
  }

  #shown(): readonly ActionInfo[] {
    const { actions } = this.#choice;
    const atPlace = this.#atPlace;
    const limited = atPlace === undefined ? actions : actions.filter(({ text }) => atPlace.has(text));
    return filterActions(limited, this.#filter.value);
  }

  #render(): void {
    const shown = this.#shown();
    const total = this.#choice.actions.length;
    const count = shown.length === total ? String(total) : `${shown.length} of ${total}`;
    replace(this.#heading, "Legal actions ", h("span", { class: "soft" }, `(${count})`));
    const groups = groupActions(this.session.setup.game, shown.slice(0, MAX_SHOWN));
    const button = (action: ActionInfo) =>
      h("button", { type: "button", class: "notation", on: { click: () => void this.#play(action.text) } }, action.text);
    replace(this.#list,
      groups.map(({ heading, actions }) =>
        h("div", { class: "analysis-group", role: "group", "aria-label": heading },
          h("h3", {}, heading), h("div", { class: "row" }, actions.map(button)))),
      shown.length > MAX_SHOWN ? h("p", { class: "soft" }, `${shown.length - MAX_SHOWN} more: use the filter.`) : undefined,
      total === 0 ? h("p", { class: "soft" }, this.#emptyText()) : undefined,
    );
    this.#renderSampling();
  }

  #emptyText(): string {
    const { position } = this.session;
    if (position?.kind === "view") return "A view can be searched, not continued.";
    return this.session.choice.actor === undefined ? "The match is over." : "None.";
  }

  #renderSampling(): void {
    const isChance = this.session.choice.actor?.kind?.case === "chance";
    const sample = (untilDecision: boolean) => () => void this.#run(() => this.session.sample({ untilDecision }));
    replace(this.#sampling, isChance && [
      h("button", { type: "button", on: { click: sample(false) } }, "Sample an outcome"),
      h("button", { type: "button", on: { click: sample(true) } }, "Sample until a seat acts"),
    ]);
  }

  #play(text: string): Promise<void> {
    const { actor } = this.#choice;
    this.#filter.value = "";
    return this.#run(() => this.session.play([{ text, ...(actor === undefined ? {} : { actor }) }]));
  }

  async #run(change: () => Promise<void>): Promise<void> {
    const hadFocus = this.#list.contains(document.activeElement);
    try {
      await change();
      this.#report(undefined);
      // The chosen button is gone with its list.
      if (hadFocus) (this.#buttons()[0] ?? this.#filter).focus();
    } catch (error) {
      this.#report(errorText(error));
    }
  }

  #report(message: string | undefined): void {
    this.#problem.hidden = message === undefined;
    replace(this.#problem, message ?? "");
  }

  #buttons(): HTMLElement[] {
    return [...this.#list.querySelectorAll("button")];
  }

  #onFilterKey(event: KeyboardEvent): void {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      this.#buttons()[0]?.focus();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const typed = this.#filter.value.trim();
      const [first] = this.#shown();
      if (first !== undefined && typed !== "") void this.#play(first.text);
      else if (typed !== "") void this.#playTurn(typed);
    }
  }

  /** Plays what the list does not have, such as a whole turn. The text stays if it is not legal. */
  async #playTurn(text: string): Promise<void> {
    const { actor } = this.#choice;
    await this.#run(async () => {
      await this.session.play([{ text, isSpelled: true, ...(actor === undefined ? {} : { actor }) }]);
      this.#filter.value = "";
      this.#render();
    });
  }

  #onListKey(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = this.#buttons();
    const index = buttons.indexOf(document.activeElement as HTMLElement) + by;
    (index < 0 ? this.#filter : buttons[index])?.focus();
  }
}

function keyOf(actor: ActorInit | undefined): string {
  const kind = actor?.kind;
  return kind?.case === "seat" ? `seat ${kind.value}` : (kind?.case ?? "");
}
