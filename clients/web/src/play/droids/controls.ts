/** Playing Droids: drawing stones, setting them on transmitters, sending them, and lifting strips. */

import { DroidsArrow, DroidsSide } from "botwerk/v1";
import type { DroidsKindInfo, DroidsPosition, DroidsStone } from "botwerk/v1";
import { turnArrows } from "../../board/board_turn.js";
import { h } from "../../shell/elements.js";
import type { Content } from "../../shell/elements.js";
import type { ControlsContext, GameControls } from "../game_controls.js";
import { rejectionText } from "../illegal_reason.js";
import type { IllegalReason } from "../illegal_reason.js";
import type { OpenRequest, SeatView } from "../match_model.js";
import { panelButton, refill } from "../panel.js";
import type { PlayPlace } from "../play_board.js";
import { completePosition } from "./complete_position.js";
import { formatDraws, parseChoice } from "./legal_choices.js";
import type { DroidsChoice } from "./legal_choices.js";
import { COLOURS, arrowName, arrowSign, kindColour, kindEffect, kindName, slotName, stoneName, stoneText } from "./stones.js";
import { transmitterGrid } from "./transmitter_grid.js";
import type { GridSlot } from "./transmitter_grid.js";

type ChoiceOf<K extends DroidsChoice["kind"]> = Extract<DroidsChoice, { readonly kind: K }>;

/** A request with what it allows. */
interface Asked {
  readonly position: DroidsPosition;
  readonly side: DroidsSide;
  readonly choices: readonly DroidsChoice[];
}

/** Controls of a seat of Droids. */
export class DroidsControls implements GameControls {
  readonly element = h("section", { class: "play-panel", "aria-label": "Your turn" });
  #asked: Asked | undefined;
  #stone: string | undefined;
  #arrow: string | undefined;
  /** The transmitter whose relay stone needs a target. */
  #relay: number | undefined;
  #isBusy = false;

  constructor(private readonly context: ControlsContext) {
    context.board.onTurned = () => this.#render();
  }

  task({ legalActions }: OpenRequest): string {
    switch (parseChoice(legalActions[0]?.text ?? "")?.kind) {
      case "draw":
      case "drawAll":
        return "draw order stones";
      case "set":
      case "stop":
        return "set a stone, or stop";
      case "lift":
        return "lift a damage strip";
      default:
        return "send a stone";
    }
  }

  async ask({ view, legalActions }: OpenRequest): Promise<void> {
    const position = droids(view);
    const side = position?.seats[this.context.seat];
    if (position === undefined || side === undefined) return;
    const choices = legalActions.map(({ text }) => parseChoice(text)).filter((choice) => choice !== undefined);
    this.#asked = { position, side, choices };
    this.#isBusy = false;
    this.#relay = undefined;
    this.#render();
    await this.context.board.show(view.text);
    this.#render();
  }

  async wait(view: SeatView): Promise<void> {
    const { text } = view;
    this.#asked = undefined;
    const position = droids(view);
    const side = position?.seats[this.context.seat];
    const hand = position === undefined || side === undefined ? [] : handOf({ position, side });
    refill(this.element, hand.length > 0 && [h("h2", {}, "Your rack"), this.#rack(hand)]);
    await this.context.board.show(text);
    this.context.board.setPlaces([]);
  }

  close(): void {}

  #of<K extends DroidsChoice["kind"]>(kind: K): ChoiceOf<K>[] {
    return (this.#asked?.choices ?? []).filter((choice): choice is ChoiceOf<K> => choice.kind === kind);
  }

  #render(): void {
    const asked = this.#asked;
    if (asked === undefined) return;
    const [draws, sets] = [this.#of("draw"), this.#of("set")];
    if (draws.length > 0) refill(this.element, this.#drawPanel(asked, draws));
    else if (this.#of("drawAll").length > 0) refill(this.element, this.#drawAllPanel(asked));
    else if (sets.length > 0 || this.#of("stop").length > 0) refill(this.element, this.#setPanel(asked, sets));
    else if (this.#of("lift").length > 0) refill(this.element, this.#liftPanel());
    else refill(this.element, this.#sendPanel(asked));
    this.context.board.setPlaces(this.#places(asked));
  }

  #drawPanel(asked: Asked, draws: readonly ChoiceOf<"draw">[]): Content {
    const own = handOf(asked);
    const missing = (this.#matchRules()?.handSize ?? 7) - own.length;
    return [
      h("h2", {}, `Draw ${missing} more ${missing === 1 ? "stone" : "stones"}`),
      h("div", { class: "play-buttons" }, COLOURS.map(([colour, use]) => {
        const draw = draws.find((choice) => choice.colour === colour);
        return panelButton({
          key: `draw-${colour}`,
          class: `stone ${colour}`,
          text: `${colour}: ${use}`,
          press: () => void this.#submit(draw!.text),
          explain: draw === undefined ? () => this.#explain(`draw ${colour}`) : undefined,
        }, this.context.reasons);
      })),
      this.#rack(own),
    ];
  }

  #drawAllPanel(asked: Asked): Content {
    const fields = COLOURS.map(([colour]) =>
      [colour, h("input", { type: "number", min: "0", max: "7", value: "0", "data-key": `count-${colour}` })] as const);
    const submit = (event: Event) => {
      event.preventDefault();
      const text = formatDraws(fields.map(([colour, field]) => [colour, field.valueAsNumber || 0]));
      const isLegal = asked.choices.some((choice) => choice.text === text);
      if (isLegal) void this.#submit(text);
      else void this.context.reasons.show(this.#explain(text));
    };
    return [
      h("h2", {}, "Name the containers of seven stones"),
      h("form", { class: "play-counts", on: { submit } },
        fields.map(([colour, field]) => h("label", {}, colour, field)),
        h("button", { type: "submit", class: "primary" }, "Draw")),
    ];
  }

  #setPanel(asked: Asked, sets: readonly ChoiceOf<"set">[]): Content {
    const hand = handOf(asked);
    if (this.#stone === undefined || !hand.includes(this.#stone)) this.#stone = hand[0];
    const arrows = [...new Set(sets.filter(({ stone }) => stone === this.#stone).map(({ arrow }) => arrow))];
    if (this.#arrow === undefined || !arrows.includes(this.#arrow)) this.#arrow = arrows[0];
    const stop = this.#of("stop")[0];
    const { reasons } = this.context;
    return [
      h("h2", {}, "Set a stone"),
      this.#rack(hand, (stone) => {
        this.#stone = stone;
        this.#render();
      }),
      h("div", { class: "play-buttons", role: "group", "aria-label": "Arrow" }, arrows.map((arrow) => panelButton({
        key: `arrow-${arrow}`,
        text: this.#shownArrows(`${arrowSign(arrow)} ${arrowName(arrow)}`),
        pressed: arrow === this.#arrow,
        press: () => {
          this.#arrow = arrow;
          this.#render();
        },
      }, reasons))),
      h("p", { class: "soft" }, `Then choose a slot for ${this.#stone === undefined ? "a stone" : `“${stoneName(this.#stone)}”`}, on the board or here.`),
      this.#grid(asked),
      h("div", { class: "play-buttons" }, stop !== undefined && panelButton({
        key: "stop", text: "Stop setting", press: () => void this.#submit(stop.text),
      }, reasons)),
    ];
  }

  #sendPanel(asked: Asked): Content {
    const sends = this.#of("send").filter(({ transmitter }) => transmitter === this.#relay);
    return [
      h("h2", {}, "Send a stone"),
      this.#grid(asked),
      sends.length > 0 && h("div", { class: "play-buttons", role: "group", "aria-label": "Droid to order" },
        sends.map(({ text, target }) => panelButton({
          key: `target-${target}`, text: `Order the droid of ${this.#nameOf(target)}`, press: () => void this.#submit(text),
        }, this.context.reasons))),
    ];
  }

  /** Returns a text whose arrows point as on the board, which can be turned. */
  #shownArrows(text: string): string {
    return turnArrows(text, this.context.board.turns);
  }

  #liftPanel(): Content {
    return [
      h("h2", {}, "Lift a damage strip"),
      h("div", { class: "play-buttons" }, this.#of("lift").map(({ text, transmitter }) => panelButton({
        key: `lift-${transmitter}`, text: `Transmitter ${transmitter}`, press: () => void this.#submit(text),
      }, this.context.reasons))),
    ];
  }

  /** The own stones; with `choose`, one of them can be chosen. */
  #rack(hand: readonly string[], choose?: (stone: string) => void): HTMLElement {
    const kinds = [...new Set(hand)];
    const stone = (kind: string) => {
      const count = hand.filter((other) => other === kind).length;
      const name = count > 1 ? `${stoneName(kind)} ×${count}` : stoneName(kind);
      const label = `${name} ${kind}: ${kindEffect(kind)}`;
      // The board has the short form.
      const text = [`${name} `, h("small", { class: "notation" }, kind)];
      if (choose === undefined) return h("span", { class: `stone ${kindColour(kind)}`, title: label }, text);
      return panelButton({
        key: `stone-${kind}`, class: `stone ${kindColour(kind)}`, text, label, pressed: kind === this.#stone,
        press: () => choose(kind),
      }, this.context.reasons);
    };
    return h("div", { class: "play-rack", role: "group", "aria-label": "Your rack" },
      kinds.length === 0 ? h("span", { class: "soft" }, "Your rack is empty.") : kinds.map(stone));
  }

  #grid({ position, side }: Asked): HTMLElement {
    const covered = new Set(position.strips.filter((strip) => strip.side === side).map(({ transmitter }) => transmitter));
    const stones = stonesOf(position, side);
    const slots = new Map<string, GridSlot>();
    for (let transmitter = 1; transmitter <= 10; transmitter++) {
      for (let row = 1; row <= 3; row++) {
        const slot = `${transmitter}.${row}`;
        const stone = stones.get(slot);
        const press = this.#press(slot, stones);
        const arrow = stone === undefined ? "" : DroidsArrow[stone.arrow]!;
        const text = stone !== undefined && [h("span", { class: "notation" }, kindName(stone.kind)), ` ${this.#shownArrows(arrowSign(arrow))}`];
        const content = stone === undefined ? "empty" : this.#shownArrows(`${kindName(stone.kind)} ${stoneText(kindName(stone.kind), arrow)}`);
        slots.set(slot, {
          slot, text, press,
          label: `${slotName(slot)}, ${content}`,
          colour: stone === undefined ? undefined : kindColour(kindName(stone.kind)),
          explain: press === undefined ? () => this.#explainSlot(slot) : undefined,
        });
      }
    }
    return transmitterGrid({ slots, covered }, this.context.reasons);
  }

  /** Returns what choosing a slot does, or `undefined` if that is illegal. */
  #press(slot: string, stones: ReadonlyMap<string, DroidsStone>): (() => void) | undefined {
    const set = this.#of("set").find((choice) =>
      choice.slot === slot && choice.stone === this.#stone && choice.arrow === this.#arrow);
    if (set !== undefined) return () => void this.#submit(set.text);
    const transmitter = Number(slot.split(".")[0]);
    const front = [1, 2, 3].map((row) => `${transmitter}.${row}`).find((name) => stones.has(name));
    const sends = this.#of("send").filter((choice) => choice.transmitter === transmitter);
    if (slot !== front || sends.length === 0) return undefined;
    const first = sends[0]!;
    if (sends.length === 1) return () => void this.#submit(first.text);
    return () => {
      this.#relay = transmitter;
      this.#render();
      this.element.querySelector<HTMLElement>("[data-key^=target-]")?.focus();
    };
  }

  #places(asked: Asked): PlayPlace[] {
    const letter = DroidsSide[asked.side]![0]!;
    const stones = stonesOf(asked.position, asked.side);
    const lifts = new Map(this.#of("lift").map((lift) => [`${letter}${lift.transmitter}`, lift.text]));
    return [...this.context.board.places.keys()].flatMap((place): PlayPlace[] => {
      const lift = lifts.get(place);
      if (lift !== undefined) {
        return [{ place, label: `Lift the strip of transmitter ${place.slice(1)}`, look: "goal", choose: () => void this.#submit(lift) }];
      }
      const slot = place.slice(1);
      if (!place.startsWith(letter) || !slot.includes(".")) return [];
      const press = this.#press(slot, stones);
      if (press !== undefined) return [{ place, label: slotName(slot), look: "goal", choose: press }];
      return [{ place, label: slotName(slot), look: "quiet", explain: () => this.#explainSlot(slot) }];
    });
  }

  #explainSlot(slot: string): Promise<IllegalReason> | IllegalReason {
    const kind = this.#asked?.choices[0]?.kind;
    if (kind === "set" || kind === "stop") {
      if (this.#stone === undefined || this.#arrow === undefined) return this.#explain(`set V1 N ${slot}`);
      return this.#explain(`set ${this.#stone} ${this.#arrow} ${slot}`);
    }
    if (kind === "lift") return this.#explain(`lift ${slot.split(".")[0]}`);
    return this.#explain(`send ${slot.split(".")[0]}`);
  }

  /** Asks the rules why an action is illegal, in a position that agrees with the view. */
  async #explain(text: string): Promise<IllegalReason> {
    const asked = this.#asked;
    if (asked === undefined) return { text: "" };
    const { rules, setup, seat } = this.context;
    const value = completePosition(asked.position, asked.side, this.#kinds());
    try {
      await rules.applyActions({
        setup,
        typedPosition: { game: { case: "droids", value } },
        actor: { kind: { case: "seat", value: seat } },
        text,
      });
      return { text: "Another stone is sent first: the occupied slot nearest the field", rule: "DR-15" };
    } catch (error) {
      return rejectionText(error);
    }
  }

  /** Returns the name of the player of a side, such as "N". */
  #nameOf(letter: string | undefined): string {
    const seat = this.#asked?.position.seats.findIndex((side) => DroidsSide[side]![0] === letter) ?? -1;
    return this.context.seatName(seat);
  }

  #kinds(): readonly DroidsKindInfo[] {
    return this.#matchRules()?.kinds ?? [];
  }

  #matchRules() {
    const game = this.context.matchRules?.game;
    return game?.case === "droids" ? game.value : undefined;
  }

  async #submit(text: string): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.context.reasons.clear();
    const reason = await this.context.submit(text);
    this.#isBusy = false;
    if (reason !== undefined) void this.context.reasons.show(reason);
  }
}

function droids({ position }: SeatView): DroidsPosition | undefined {
  return position.game.case === "droids" ? position.game.value : undefined;
}

/** Returns the kinds in the own hand. */
function handOf({ position, side }: Pick<Asked, "position" | "side">): readonly string[] {
  return position.hands.filter((hand) => hand.side === side).flatMap(({ kinds }) => kinds.map(kindName));
}

/** Returns the stones of a side by their slots. */
function stonesOf(position: DroidsPosition, side: DroidsSide): Map<string, DroidsStone> {
  const stones = new Map<string, DroidsStone>();
  for (const { side: owner, slot, stone } of position.stones) {
    if (owner === side && slot !== undefined && stone !== undefined) stones.set(`${slot.transmitter}.${slot.slot}`, stone);
  }
  return stones;
}
