/** A turn of Netzwerk that is not sent yet: its actions, and the position to which each of them leads. */

import type { Client } from "botwerk/web";
import type { GameSetup, NetzwerkPosition } from "botwerk/v1";
import { rejectionText } from "../illegal_reason.js";
import type { IllegalReason } from "../illegal_reason.js";

/** A position within the turn. */
export interface DraftStep {
  /** The actions so far, in the notation. */
  readonly actions: readonly string[];
  /** The position in the notation. */
  readonly text: string;
  readonly position: NetzwerkPosition;
  /** The legal actions in the notation. Empty if the turn or the match is over. */
  readonly legal: readonly string[];
}

/** A turn that is being prepared. Positions and legal actions come from the rules. */
export class TurnDraft {
  readonly #steps: DraftStep[];

  private constructor(
    private readonly rules: Client["rules"],
    private readonly setup: GameSetup,
    private readonly seat: number,
    start: DraftStep,
  ) {
    this.#steps = [start];
  }

  /** Starts with the position of a request. */
  static start(
    rules: Client["rules"],
    setup: GameSetup,
    seat: number,
    position: { readonly text: string; readonly position: NetzwerkPosition; readonly legal: readonly string[] },
  ): TurnDraft {
    return new TurnDraft(rules, setup, seat, { actions: [], ...position });
  }

  /** The position after all actions. */
  get last(): DraftStep {
    return this.#steps.at(-1)!;
  }

  /** The position before the turn. */
  get first(): DraftStep {
    return this.#steps[0]!;
  }

  /** The latest position of the robot phase, which has what the robots have spent. */
  get robotPhase(): DraftStep {
    const { side } = this.first.position;
    const isRobotPhase = ({ position }: DraftStep) => position.phase.case === "robotPhase" && position.side === side;
    return this.#steps.findLast(isRobotPhase) ?? this.first;
  }

  /** Whether the turn can be sent as it is: it has ended, or has decided the match. */
  get isComplete(): boolean {
    return this.#steps.length > 1 && this.last.legal.length === 0;
  }

  /** Adds an action. Returns the reason if it is illegal. */
  async add(action: string): Promise<IllegalReason | undefined> {
    const last = this.last;
    try {
      const step = await this.#apply(last, action);
      // Another action came first.
      if (this.last !== last) return undefined;
      this.#steps.push(step);
      return undefined;
    } catch (error) {
      return rejectionText(error);
    }
  }

  /** Returns why an action is illegal. */
  async explain(action: string): Promise<IllegalReason> {
    try {
      await this.rules.applyActions(this.#request(this.last, action));
      return { text: "" };
    } catch (error) {
      return rejectionText(error);
    }
  }

  /** Removes the last action. */
  undo(): void {
    if (this.#steps.length > 1) this.#steps.pop();
  }

  /** Removes all actions. */
  reset(): void {
    this.#steps.splice(1);
  }

  async #apply(step: DraftStep, action: string): Promise<DraftStep> {
    const { position: after } = await this.rules.applyActions(this.#request(step, action));
    const game = after?.position?.game;
    if (after === undefined || game?.case !== "netzwerk") throw new Error("the rules returned no position");
    const decision = after.turn?.kind.case === "decision" ? after.turn.kind.value : undefined;
    const isOpen = decision?.seats.includes(this.seat) === true;
    return {
      actions: [...step.actions, action],
      text: after.text,
      position: game.value,
      legal: isOpen ? await this.#legal(after.text) : [],
    };
  }

  async #legal(position: string): Promise<readonly string[]> {
    const { actions } = await this.rules.listLegalActions({ setup: this.setup, position, actor: this.#actor() });
    return actions.map(({ text }) => text);
  }

  #request(step: DraftStep, text: string) {
    return { setup: this.setup, position: step.text, actor: this.#actor(), text };
  }

  #actor() {
    return { kind: { case: "seat" as const, value: this.seat } };
  }
}
