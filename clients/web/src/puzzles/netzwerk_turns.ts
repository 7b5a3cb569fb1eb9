/** Turns of Netzwerk: found by agents, applied by the rules, and answered by the opponent. */

import { create } from "@bufbuild/protobuf";
import type { Client } from "botwerk/web";
import { GameSetupSchema } from "botwerk/v1";
import type { PositionInfo } from "botwerk/v1";
import { lastOf } from "./puzzle.js";
import type { PuzzleRandom } from "./puzzle_random.js";

/** The set-up of all puzzles of Netzwerk. */
export const NETZWERK_SETUP = create(GameSetupSchema, { game: "netzwerk", seats: 2 });

/** The value of a win in this turn, which agents find before they search. */
const WIN_NOW = 29_999n;

/** A turn that an agent has found. */
export interface FoundTurn {
  readonly text: string;
  /** Whether the turn wins the match. */
  readonly wins: boolean;
}

/** A turn that wins, and the rule by which it does. */
export interface WinningTurn {
  readonly turn: string;
  readonly rule: string;
}

/** How an agent searches a turn. */
export interface TurnSearch {
  readonly agent: "greedy" | "minimax";
  readonly seed: string;
  readonly depth?: number;
  readonly nodes?: bigint;
}

/** A position of a match before the turn of a seat. */
export interface TurnStart {
  readonly position: string;
  readonly seat: number;
}

/** Returns the seat that is to act, or `undefined` after the end. */
export function seatToAct(info: PositionInfo | undefined): number | undefined {
  return info?.turn?.kind.case === "decision" ? info.turn.kind.value.seats[0] : undefined;
}

/** Calls for turns of Netzwerk. */
export class NetzwerkTurns {
  constructor(
    private readonly client: Client,
    private readonly signal: AbortSignal,
  ) {}

  /** Searches a turn. Both agents look through all turns for one that wins before anything else. */
  async search({ position, seat }: TurnStart, { agent, seed, depth = 0, nodes = 0n }: TurnSearch): Promise<FoundTurn> {
    const request = { setup: NETZWERK_SETUP, position, seat, agent: { name: agent }, seed, limits: { depth, nodes } };
    const last = await lastOf(this.client.analysis.analyzePosition(request, { signal: this.signal }));
    const turn = last?.analysis?.principalVariation[0];
    if (turn === undefined) throw new Error("the search has found no turn");
    return { text: turn.text, wins: last?.analysis?.value === WIN_NOW };
  }

  /**
   * Returns the position after a turn, or after a part of one.
   *
   * @throws ConnectError if the rules reject it.
   */
  async apply({ position, seat }: TurnStart, text: string): Promise<PositionInfo> {
    const actor = { kind: { case: "seat", value: seat } } as const;
    const request = { setup: NETZWERK_SETUP, position, actor, text };
    const { position: after } = await this.client.rules.applyActions(request, { signal: this.signal });
    if (after === undefined) throw new Error("the rules returned no position");
    return after;
  }

  /** Samples a turn without battery moves. After each robot move it ends with a probability of one half. */
  async sample(start: TurnStart, random: PuzzleRandom): Promise<string> {
    const turn: string[] = [];
    let { position } = start;
    for (;;) {
      const { actions } = await this.client.rules.listLegalActions({ setup: NETZWERK_SETUP, position }, { signal: this.signal });
      const moves = actions.map(({ text }) => text).filter((text) => text !== "/");
      const canEnd = moves.length < actions.length;
      if (canEnd && (moves.length === 0 || random.below(2) === 0)) return [...turn, "/", "."].join(" ");
      const move = random.pick(moves);
      turn.push(move);
      const after = await this.apply({ ...start, position }, move);
      if (seatToAct(after) !== start.seat) return turn.join(" ");
      position = after.text;
    }
  }

  /** Returns the opponent's turn that wins after a turn, or `undefined` if no turn wins. */
  async refutation(start: TurnStart, turn: string): Promise<WinningTurn | undefined> {
    const after = await this.apply(start, turn);
    const answer = { position: after.text, seat: 1 - start.seat };
    if (seatToAct(after) !== answer.seat) return undefined;
    const found = await this.search(answer, { agent: "greedy", seed: "refutation" });
    if (!found.wins) return undefined;
    const end = await this.apply(answer, found.text);
    return { turn: found.text, rule: end.turn?.kind.case === "over" ? end.turn.kind.value.rule : "" };
  }

  /** Returns whether actions are a turn that wins. */
  async wins(start: TurnStart, actions: readonly string[]): Promise<boolean> {
    const after = await this.#applyIfLegal(start, actions);
    return after?.turn?.kind.case === "over" && after.turn.kind.value.places[start.seat] === 1;
  }

  /** Returns whether actions are a turn after which the opponent has no turn that wins. */
  async holds(start: TurnStart, actions: readonly string[]): Promise<boolean> {
    const after = await this.#applyIfLegal(start, actions);
    if (after === undefined || seatToAct(after) !== 1 - start.seat) return false;
    return (await this.refutation(start, actions.join(" "))) === undefined;
  }

  async #applyIfLegal(start: TurnStart, actions: readonly string[]): Promise<PositionInfo | undefined> {
    try {
      return await this.apply(start, actions.join(" "));
    } catch {
      this.signal.throwIfAborted();
      return undefined;
    }
  }
}

/** Removes the actions without which a turn still achieves its goal. */
export async function withoutIdleActions(
  turn: readonly string[],
  achieves: (actions: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  let actions = turn;
  for (let index = actions.length - 1; index >= 0; index--) {
    const fewer = actions.filter((_, number) => number !== index);
    if (fewer.length > 0 && (await achieves(fewer))) actions = fewer;
  }
  return actions;
}
