/** A route of Micro Robots that is clicked, dragged or typed on the board. */

import { h } from "../../shell/elements.js";
import type { ControlsContext } from "../game_controls.js";
import type { IllegalReason } from "../illegal_reason.js";
import type { SeatView } from "../match_model.js";
import { panelButton, refill } from "../panel.js";
import type { PlayPlace } from "../play_board.js";
import type { ScratchEditor } from "../race/scratch_editor.js";
import { moveProblem, nextSpaces, routeProblem, routeTask } from "./route.js";
import type { RouteTask } from "./route.js";
import { spaceText } from "./space_text.js";

/** The time for which a dragging pointer must rest on a space to turn there, in milliseconds. */
const DWELL = 220;

const COLOUR = "#c2185b";

/** The scratch route of Micro Robots. */
export class RouteEditor implements ScratchEditor {
  readonly element = h("div", { class: "play-scratch" });
  #task: RouteTask | undefined;
  #route: string[] = [];
  #round = 0;
  #isOnBoard = false;
  #over: string | undefined;
  #dwell: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly context: ControlsContext,
    private readonly changed: () => void,
  ) {
    context.board.drag = {
      start: (place) => this.#isOnBoard && place === this.#route.at(-1),
      move: (place) => this.#dragTo(place),
      end: () => this.#drop(),
    };
  }

  get moves(): number {
    return Math.max(0, this.#route.length - 1);
  }

  get moveTexts(): readonly string[] {
    return this.#route.slice(1);
  }

  get showText(): string {
    return `show ${this.#route.join("-")}`;
  }

  start({ position }: SeatView): void {
    if (position.game.case !== "microRobots") return;
    const task = routeTask(position.game.value);
    if (task === undefined) return;
    const isNew = position.game.value.round !== this.#round || this.#task?.target !== task.target;
    this.#task = task;
    this.#round = position.game.value.round;
    if (isNew) this.#route = [task.start];
    this.#render();
  }

  showOnBoard(): void {
    this.#isOnBoard = true;
    this.#render();
  }

  stop(): void {
    this.#isOnBoard = false;
    clearTimeout(this.#dwell);
    this.context.board.setPlaces([]);
    this.context.board.setMarks([]);
  }

  problem(number?: number): IllegalReason | undefined {
    if (this.#task === undefined) return { text: "There is no target", rule: "MR-12" };
    return routeProblem(this.#task, this.#route, number);
  }

  #change(route: string[]): void {
    this.#route = route;
    this.context.reasons.clear();
    this.#render();
    this.changed();
  }

  #render(): void {
    const task = this.#task;
    if (task === undefined) return;
    const { board, reasons } = this.context;
    const isEmpty = this.moves === 0;
    const empty = isEmpty ? () => ({ text: "The route has no moves yet" }) : undefined;
    const problem = this.problem();
    refill(this.element,
      h("p", { "aria-live": "polite" }, h("strong", {}, `Your route: ${this.moves} ${this.moves === 1 ? "move" : "moves"} `),
        h("span", { title: this.#route.join("-") }, this.#route.map(spaceText).join(" → ")),
        problem === undefined && " reaches the target"),
      h("div", { class: "play-buttons" },
        panelButton({ key: "undo", text: "Undo", explain: empty, press: () => this.#change(this.#route.slice(0, -1)) }, reasons),
        panelButton({ key: "reset", text: "Start over", explain: empty, press: () => this.#change([task.start]) }, reasons)),
      h("p", { class: "soft" }, "Click one space after another, or drag the robot and rest where it turns."));
    if (!this.#isOnBoard) return;
    board.setPlaces(this.#places(task));
    board.setMarks([{ kind: "line", places: this.#route, colour: COLOUR }]);
  }

  #places(task: RouteTask): PlayPlace[] {
    const end = this.#route.at(-1)!;
    const next = new Set(nextSpaces(task, end));
    return task.board.map((place): PlayPlace => {
      const name = place === task.target ? `${spaceText(place)}, the target` : spaceText(place);
      if (place === end) {
        return { place, label: `${name}, end of the route`, look: "selected", explain: () => ({ text: `The robot is on ${spaceText(place)}`, rule: "MR-14" }) };
      }
      if (next.has(place)) {
        return { place, label: `Move ${this.moves + 1} to ${name}`, look: "goal", choose: () => this.#change([...this.#route, place]) };
      }
      return { place, label: name, look: "quiet", explain: () => moveProblem(task, end, place) };
    });
  }

  #dragTo(place: string | undefined): void {
    if (place === this.#over) return;
    this.#over = place;
    clearTimeout(this.#dwell);
    if (this.#canMoveTo(place)) this.#dwell = setTimeout(() => this.#move(place), DWELL);
    const end = this.#route.at(-1)!;
    const marks = [{ kind: "line" as const, places: this.#route, colour: COLOUR }];
    const preview = this.#canMoveTo(place) ? [{ kind: "line" as const, places: [end, place], colour: "#888" }] : [];
    this.context.board.setMarks([...marks, ...preview]);
  }

  #drop(): void {
    clearTimeout(this.#dwell);
    const place = this.#over;
    this.#over = undefined;
    if (this.#canMoveTo(place)) this.#move(place);
    else this.#render();
  }

  #move(place: string): void {
    if (this.#canMoveTo(place)) this.#change([...this.#route, place]);
  }

  #canMoveTo(place: string | undefined): place is string {
    const end = this.#route.at(-1);
    return place !== undefined && end !== undefined && this.#task !== undefined && nextSpaces(this.#task, end).includes(place);
  }
}
