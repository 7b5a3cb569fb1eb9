/** An attempt at a puzzle: a match of one seat whose turns the rules in the page apply. */

import type { Client } from "botwerk/web";
import type { PositionInfo } from "botwerk/v1";
import { rejectionText } from "../play/illegal_reason.js";
import type { IllegalReason } from "../play/illegal_reason.js";
import type { OpenRequest, SeatView } from "../play/match_model.js";
import type { Puzzle, PuzzleAnswer } from "./puzzle.js";

/** Turns of a seat at a puzzle, without any display. */
export class PuzzleAttempt {
  readonly #turns: string[] = [];

  private constructor(
    private readonly rules: Client["rules"],
    private readonly puzzle: Puzzle,
    private position: PositionInfo,
  ) {}

  /** Starts at the position of the puzzle. */
  static async start(rules: Client["rules"], puzzle: Puzzle): Promise<PuzzleAttempt> {
    const { position } = await rules.parsePosition({ setup: puzzle.setup, text: puzzle.position });
    if (position === undefined) throw new Error("the rules returned no position");
    return new PuzzleAttempt(rules, puzzle, position);
  }

  get answer(): PuzzleAnswer {
    return { turns: [...this.#turns], after: this.position };
  }

  /** Applies a turn of the seat. Returns the reason if it is illegal. */
  async submit(text: string): Promise<IllegalReason | undefined> {
    const { seat, reply } = this.puzzle;
    try {
      const after = await this.#apply(this.position, seat, text);
      const other = after.turn?.kind.case === "decision" ? after.turn.kind.value.seats[0] : undefined;
      const isReplied = reply !== undefined && other !== undefined && other !== seat;
      this.position = isReplied ? await this.#apply(after, other, reply) : after;
      this.#turns.push(text);
      return undefined;
    } catch (error) {
      return rejectionText(error);
    }
  }

  /** Returns the request to the seat, or `undefined` if it is not to act. */
  async request(): Promise<OpenRequest | undefined> {
    const turn = this.position.turn?.kind;
    if (turn?.case !== "decision" || !turn.value.seats.includes(this.puzzle.seat)) return undefined;
    const { setup } = this.puzzle;
    const { actions } = await this.rules.listLegalActions({ setup, position: this.position.text, actor: this.#actor() });
    // No other seat plays, so that passing a race would end nothing.
    const legalActions = actions.filter(({ text }) => text !== "pass");
    return { turn: this.#turns.length + 1, part: 0, stage: turn.value.stage, view: await this.view(), legalActions };
  }

  /** Returns what the seat sees. */
  async view(): Promise<SeatView> {
    const { setup, seat } = this.puzzle;
    const viewer = { kind: { case: "seat", value: seat } } as const;
    const { view, text } = await this.rules.getView({ setup, position: this.position.text, viewer });
    if (view === undefined) throw new Error("the rules returned no view");
    return { position: view, text };
  }

  async #apply(position: PositionInfo, seat: number, text: string): Promise<PositionInfo> {
    const actor = { kind: { case: "seat", value: seat } } as const;
    const { position: after } = await this.rules.applyActions({ setup: this.puzzle.setup, position: position.text, actor, text });
    if (after === undefined) throw new Error("the rules returned no position");
    return after;
  }

  #actor() {
    return { kind: { case: "seat" as const, value: this.puzzle.seat } };
  }
}
