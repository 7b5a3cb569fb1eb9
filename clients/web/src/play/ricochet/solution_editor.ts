/** A solution of Ricochet Robots that is tried out on the board: choose a robot, then where it slides. */

import { h } from "../../shell/elements.js";
import type { ControlsContext } from "../game_controls.js";
import type { IllegalReason } from "../illegal_reason.js";
import type { SeatView } from "../match_model.js";
import { panelButton, refill } from "../panel.js";
import { headingOf } from "../place_geometry.js";
import type { BoardMark } from "../board_marks.js";
import type { PlayPlace } from "../play_board.js";
import { moveText } from "../race/move_text.js";
import type { ScratchEditor } from "../race/scratch_editor.js";
import { Attempt, attemptTask, robotName } from "./attempt.js";
import { DIRECTIONS, ROBOT_LETTERS, cellName, isFound } from "./slide.js";
import type { Direction, RobotLetter, Slide } from "./slide.js";

const COLOURS: Readonly<Record<RobotLetter, readonly [fill: string, ink: string]>> = {
  r: ["#c8362b", "#fff"],
  g: ["#1f8a4c", "#fff"],
  b: ["#2463b0", "#fff"],
  y: ["#e0b400", "#000"],
  s: ["#8d99a6", "#000"],
  t: ["#ffffff", "#000"],
};

const ARROWS: Readonly<Record<Direction, readonly [arrow: string, name: string]>> = {
  N: ["↑", "north"],
  E: ["→", "east"],
  S: ["↓", "south"],
  W: ["←", "west"],
};

/** The shortest drag that has a direction, in pixels. */
const DRAG = 16;

/** The scratch solution of Ricochet Robots. */
export class SolutionEditor implements ScratchEditor {
  readonly element = h("div", { class: "play-scratch" });
  #attempt: Attempt | undefined;
  #robot: RobotLetter = "r";
  #key = "";
  #isOnBoard = false;
  #way: readonly [number, number] = [0, 0];

  constructor(
    private readonly context: ControlsContext,
    private readonly changed: () => void,
  ) {
    context.board.drag = {
      start: (place) => this.#startDrag(place),
      move: (_, way) => (this.#way = way),
      end: () => {
        const direction = headingOf(this.#way, DRAG);
        if (direction !== undefined) this.#slide(direction);
      },
    };
    context.board.onHeading = (direction) => {
      if (!this.#isOnBoard) return false;
      this.#slide(direction);
      return true;
    };
  }

  get moves(): number {
    return this.#attempt?.cost ?? 0;
  }

  get moveTexts(): readonly string[] {
    return this.#attempt?.moves.map(({ text }) => text) ?? [];
  }

  get showText(): string {
    return `show ${this.#attempt?.text ?? ""}`;
  }

  start({ position }: SeatView): void {
    if (position.game.case !== "ricochet") return;
    const task = attemptTask(position.game.value, this.context.setup, this.context.rulesetSha256);
    if (task === undefined) return;
    const key = `${position.game.value.round} ${task.target.cell}`;
    if (key !== this.#key) {
      this.#key = key;
      this.#attempt = Attempt.start(task);
      this.#robot = task.target.robot ?? "r";
    }
    this.#render();
  }

  showOnBoard(): void {
    this.#isOnBoard = true;
    this.#render();
  }

  stop(): void {
    this.#isOnBoard = false;
    this.context.board.setPlaces([]);
    this.context.board.setMarks([]);
  }

  problem(number?: number): IllegalReason | undefined {
    if (this.#attempt === undefined) return { text: "There is no target", rule: "RR-18" };
    return this.#attempt.problem(number);
  }

  #startDrag(place: string): boolean {
    const robot = this.#isOnBoard ? this.#robotOn(place) : undefined;
    if (robot === undefined) return false;
    this.#robot = robot;
    this.#way = [0, 0];
    return true;
  }

  #robotOn(place: string): RobotLetter | undefined {
    const entries = [...(this.#attempt?.robots ?? [])];
    return entries.find(([, cell]) => cellName(cell) === place)?.[0];
  }

  #slide(direction: Direction): void {
    const found = this.#attempt?.slides(this.#robot, direction);
    if (found === undefined) return;
    if (isFound(found)) this.#move(found[0]!);
    else void this.context.reasons.show(found);
  }

  #move(slide: Slide): void {
    this.#change(this.#attempt?.after(slide));
  }

  #choose(robot: RobotLetter): void {
    this.#robot = robot;
    this.context.reasons.clear();
    this.#render();
  }

  #change(attempt: Attempt | undefined): void {
    this.#attempt = attempt;
    this.context.reasons.clear();
    this.#render();
    this.changed();
  }

  #reset(attempt: Attempt): void {
    let first = attempt;
    while (first.moves.length > 0) first = first.withoutLast();
    this.#change(first);
  }

  #render(): void {
    const attempt = this.#attempt;
    if (attempt === undefined) return;
    this.#renderPanel(attempt);
    if (!this.#isOnBoard) return;
    this.context.board.setPlaces(this.#places(attempt));
    this.context.board.setMarks(marksOf(attempt));
  }

  #renderPanel(attempt: Attempt): void {
    const { reasons } = this.context;
    const empty = attempt.moves.length === 0 ? () => ({ text: "There are no moves yet" }) : undefined;
    const robots = ROBOT_LETTERS.filter((robot) => attempt.robots.has(robot));
    refill(this.element,
      h("p", { "aria-live": "polite" },
        h("strong", {}, `Your solution: ${attempt.cost} ${attempt.cost === 1 ? "move" : "moves"} `),
        h("span", { title: attempt.text }, attempt.moves.map(({ robot, direction }) => moveText(robot + direction)).join(", ")),
        attempt.problem() === undefined && " reaches the target"),
      h("div", { class: "play-buttons", role: "group", "aria-label": "Robot" }, robots.map((robot) =>
        panelButton({ key: `robot-${robot}`, class: `robot ${robot}`, text: robotName(robot), pressed: robot === this.#robot, press: () => this.#choose(robot) }, reasons))),
      h("div", { class: "play-compass", role: "group", "aria-label": "Direction" }, DIRECTIONS.map((direction) =>
        this.#compassButton(attempt, direction))),
      this.#choices(attempt),
      h("div", { class: "play-buttons" },
        panelButton({ key: "undo", text: "Undo", explain: empty, press: () => this.#change(attempt.withoutLast()) }, reasons),
        panelButton({ key: "reset", text: "Start over", explain: empty, press: () => this.#reset(attempt) }, reasons)));
  }

  #compassButton(attempt: Attempt, direction: Direction): HTMLElement {
    const found = attempt.slides(this.#robot, direction);
    const [arrow, name] = ARROWS[direction];
    return panelButton({
      key: `slide-${direction}`,
      class: `compass-${direction}`,
      text: arrow,
      label: `Slide the ${robotName(this.#robot)} robot ${name}`,
      press: () => this.#slide(direction),
      explain: isFound(found) ? undefined : () => found,
    }, this.context.reasons);
  }

  /** The moves of the transparent robot that go through walls or pass diagonals. */
  #choices(attempt: Attempt): HTMLElement | undefined {
    const further = attempt.allSlides(this.#robot).filter(({ text }) => text.length > 2);
    if (further.length === 0) return undefined;
    return h("details", { class: "play-choices" }, h("summary", {}, `Moves with choices (${further.length})`),
      h("div", { class: "play-buttons" }, further.map((slide) => panelButton({
        key: `move-${slide.text}`,
        text: `${moveText(slide.robot + slide.direction)} to ${cellName(slide.end)}: ${slide.cost} ${slide.cost === 1 ? "move" : "moves"}`,
        press: () => this.#move(slide),
      }, this.context.reasons))));
  }

  #places(attempt: Attempt): PlayPlace[] {
    const slides = attempt.allSlides(this.#robot);
    return [...this.context.board.places.keys()].map((place): PlayPlace => {
      const slide = slides.find(({ end }) => cellName(end) === place);
      const robot = this.#robotOn(place);
      if (robot !== undefined && (slide === undefined || robot === this.#robot)) {
        const isChosen = robot === this.#robot;
        const label = `${robotName(robot)} robot on ${place}${isChosen ? ", chosen" : ""}`;
        return { place, label, look: isChosen ? "selected" : "start", choose: () => this.#choose(robot) };
      }
      if (slide !== undefined) {
        const label = `Slide the ${robotName(this.#robot)} robot ${ARROWS[slide.direction][1]} to ${place}`;
        return { place, label, look: "goal", choose: () => this.#move(slide) };
      }
      return { place, label: place, look: "quiet", explain: () => this.#explain(attempt, place) };
    });
  }

  /** Says why the robot does not slide towards a cell, or that it does not stop there. */
  #explain(attempt: Attempt, place: string): IllegalReason {
    const robot = this.#robot;
    const from = cellName(attempt.robots.get(robot)!);
    const direction = towards(from, place);
    const found = direction === undefined ? undefined : attempt.slides(robot, direction);
    if (found !== undefined && !isFound(found)) return found;
    return { text: `No slide of the ${robotName(robot)} robot ends on ${place}`, rule: "RR-4" };
  }
}

/** Returns the direction of a cell in the same row or column. */
function towards(from: string, to: string): Direction | undefined {
  const [rows, columns] = [Number(to.slice(1)) - Number(from.slice(1)), to.charCodeAt(0) - from.charCodeAt(0)];
  if (rows !== 0 && columns !== 0) return undefined;
  return headingOf([columns, rows], 1);
}

function marksOf(attempt: Attempt): BoardMark[] {
  const first = new Map<RobotLetter, number>();
  for (const { robot, corners } of attempt.moves) if (!first.has(robot)) first.set(robot, corners[0]!);
  const left = [...first.values()].map((cell) => ({ kind: "left" as const, place: cellName(cell) }));
  const lines = attempt.moves.map(({ robot, corners }) =>
    ({ kind: "line" as const, places: corners.map(cellName), colour: COLOURS[robot][0] }));
  const discs = [...first.keys()].map((robot) => {
    const [colour, ink] = COLOURS[robot];
    return { kind: "disc" as const, place: cellName(attempt.robots.get(robot)!), colour, ink, text: robot.toUpperCase() };
  });
  return [...left, ...lines, ...discs];
}
