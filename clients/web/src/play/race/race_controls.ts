/** Playing a game with races: announcing a number of moves, and showing the route. */

import { h } from "../../shell/elements.js";
import type { ControlsContext, GameControls } from "../game_controls.js";
import type { OpenRequest, SeatView } from "../match_model.js";
import { panelButton, refill } from "../panel.js";
import { AnnouncementForm } from "./announcement_form.js";
import { racePosition } from "./race_position.js";
import type { Announced, RaceStage } from "./race_position.js";
import type { CreateScratchEditor, ScratchEditor } from "./scratch_editor.js";

/** Controls of a seat of Micro Robots or Ricochet Robots. */
export class RaceControls implements GameControls {
  readonly element = h("section", { class: "play-panel", "aria-label": "Your turn" });
  readonly #top = h("div");
  readonly #editor: ScratchEditor;
  readonly #form: AnnouncementForm;
  #request: OpenRequest | undefined;
  #isBusy = false;

  constructor(
    private readonly context: ControlsContext,
    createEditor: CreateScratchEditor,
  ) {
    this.#editor = createEditor(() => this.#renderTop());
    this.#form = new AnnouncementForm(
      context.reasons,
      (number) => void this.#submit(`say ${number}`),
      () => void this.#submit("pass"),
    );
    this.element.append(this.#top);
  }

  get draft() {
    return { moves: this.#editor.moveTexts, next: [] };
  }

  task({ stage, view }: OpenRequest): string {
    const position = racePosition(view.position);
    if (position?.stage.kind === "show") return `show your route of ${position.stage.number} moves`;
    if (stage !== "race") return stage;
    const announced = position?.stage.kind === "race" ? position.stage.announced : [];
    if (announced.length === 0) return "announce a number of moves, or pass";
    // Of equal numbers the earlier one shows first (RR-7).
    const lowest = announced.reduce((first, second) => (second.number < first.number ? second : first));
    if (lowest.seat === this.context.seat) return `your ${lowest.number} is the lowest number so far; announce fewer, or pass`;
    return lowest.number > 1 ? `announce fewer than ${lowest.number} moves, or pass` : "announce a number of moves, or pass";
  }

  async ask(request: OpenRequest): Promise<void> {
    this.#request = request;
    await this.#edit(request.view);
  }

  async wait(view: SeatView): Promise<void> {
    this.#request = undefined;
    const stage = racePosition(view.position)?.stage;
    const { seat, board } = this.context;
    const canPrepare = stage?.kind === "race" && !stage.passed.includes(seat);
    if (canPrepare) return this.#edit(view);
    await board.show(view.text);
    this.#editor.stop();
    this.#editor.element.remove();
    this.#renderWait(stage);
  }

  close(): void {
    this.#form.close();
    this.#editor.stop();
  }

  async #edit(view: SeatView): Promise<void> {
    this.#editor.start(view);
    this.element.append(this.#editor.element);
    this.#renderTop();
    await this.context.board.show(view.text);
    this.#editor.showOnBoard();
  }

  #renderTop(): void {
    const request = this.#request;
    if (request === undefined) return this.#renderWait({ kind: "race", announced: [], passed: [] });
    const stage = racePosition(request.view.position)?.stage;
    if (stage?.kind === "show") return this.#renderShow(stage.number);
    const announced = stage?.kind === "race" ? stage.announced : [];
    const numbers = request.legalActions.map(({ text }) => /^say (\d+)$/.exec(text)?.[1]).filter((n) => n !== undefined);
    this.#form.update({
      max: Math.max(0, ...numbers.map(Number)),
      canPass: request.legalActions.some(({ text }) => text === "pass"),
      solution: this.#editor.problem() === undefined ? this.#editor.moves : undefined,
    });
    if (this.#top.contains(this.#form.element)) {
      this.#renderAnnounced(announced);
      return;
    }
    refill(this.#top, h("h2", {}, "Race"), h("div", { class: "play-announced" }), this.#form.element);
    this.#renderAnnounced(announced);
  }

  #renderAnnounced(announced: readonly Announced[]): void {
    const place = this.#top.querySelector<HTMLElement>(".play-announced");
    if (place === null) return;
    const line = ({ seat, number }: Announced) => h("li", {}, h("bdi", {}, this.context.seatName(seat)), `: ${number}`);
    refill(place, announced.length === 0 ? undefined : [h("p", {}, "Announced so far:"), h("ul", {}, announced.map(line))]);
  }

  #renderShow(number: number): void {
    const { reasons } = this.context;
    const problem = this.#editor.problem(number);
    refill(this.#top,
      h("h2", {}, `Show your ${number} ${number === 1 ? "move" : "moves"}`),
      h("div", { class: "play-buttons" },
        panelButton({
          key: "show", class: "primary", text: "Show the route",
          press: () => void this.#submit(this.#editor.showText),
          explain: problem === undefined ? undefined : () => problem,
        }, reasons),
        panelButton({ key: "end", text: "I have no route", press: () => void this.#submit("end") }, reasons)));
  }

  #renderWait(stage: RaceStage | undefined): void {
    const { seat, seatName } = this.context;
    const isOther = stage?.kind === "show" && stage.seat !== seat;
    const text = isOther
      ? [h("bdi", {}, seatName(stage.seat)), ` shows ${stage.number} moves.`]
      : stage?.kind === "race" ? "You have answered. The race continues." : undefined;
    refill(this.#top, text === undefined ? undefined : h("p", { class: "soft" }, text));
  }

  async #submit(text: string): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const reason = await this.context.submit(text);
    this.#isBusy = false;
    if (reason !== undefined) void this.context.reasons.show(reason);
  }
}
