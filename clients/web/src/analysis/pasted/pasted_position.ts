/** Positions of pasted texts, as the rules understand them. */

import type { Client } from "botwerk/web";
import type { GameSetup } from "botwerk/v1";
import type { ChosenMatch } from "../match_panel.js";
import type { HistoryStep } from "../session.js";
import type { PositionSetup } from "./notation_shape.js";
import { UNDERSTOOD, recognise } from "./pasted_text.js";
import type { PastedText } from "./pasted_text.js";
import { PastedTextError } from "./pasted_text_error.js";

/** Maximum number of steps of a record that can be gone back to. */
const MAX_STEPS = 500;

/** A match with a position of it. */
export interface PastedPosition {
  readonly match: ChosenMatch;
  /** The steps that lead to the position, which is that of the last one. Empty: the start of a match. */
  readonly steps: readonly HistoryStep[];
  /** What was found, for a person. Empty if it is what was asked for. */
  readonly note: string;
}

/** A text that the rules reject, with the part of what was pasted that they were asked about. */
export class RejectedPosition extends Error {
  override readonly name = "RejectedPosition";

  constructor(
    readonly text: string,
    override readonly cause: unknown,
  ) {
    super("the rules do not accept this position");
  }
}

/** Reads pasted texts while a match is open. */
export class PastedPositions {
  constructor(
    private readonly rules: Client["rules"],
    private readonly games: readonly string[],
    private readonly current: ChosenMatch,
  ) {}

  /**
   * Returns the position of a text. A position of the open match is one of this match.
   *
   * @throws PastedTextError if the text is of another kind, and RejectedPosition if the rules do not accept it.
   */
  async read(source: string): Promise<PastedPosition> {
    const text = source.trim();
    const found = recognise(source);
    if (found === undefined) return this.#unknown(text);
    if (found.kind === "record") return this.#record(found.record);
    if (found.kind === "board") return this.#board(found.game, found.board);
    if (found.kind === "task") return this.#task(found);
    const isOfMatch = found.setups[0]?.game === this.current.game && !found.isExact;
    const setups = [...(isOfMatch ? [this.current] : []), ...found.setups];
    return { ...(await this.#firstAccepted(found.text, setups, found.setups[0]!)), note: found.note };
  }

  /** A text in no form of a known game: it may still be a position of a game of the server. */
  async #unknown(text: string): Promise<PastedPosition> {
    const others = this.games.filter((game) => game !== this.current.game);
    const setups = [this.current, ...others.map((game) => ({ game, options: [], seats: 0 }))];
    try {
      return await this.#firstAccepted(text, setups, this.current);
    } catch (error) {
      if (text.includes("\n")) throw new PastedTextError(`This text is not a position. Understood are ${UNDERSTOOD}.`);
      throw error;
    }
  }

  /** Returns the position in the first set-up that accepts it; else the error is that of the named one. */
  async #firstAccepted(text: string, setups: readonly PositionSetup[], named: PositionSetup): Promise<PastedPosition> {
    let rejection: unknown;
    for (const setup of setups) {
      try {
        const { position } = await this.rules.parsePosition({ setup: setup as unknown as GameSetup, text });
        return { match: setup, steps: [{ label: "set-up", actor: undefined, text: position!.text }], note: "" };
      } catch (error) {
        if (setup === named || rejection === undefined) rejection = error;
      }
    }
    throw new RejectedPosition(text, rejection);
  }

  async #record(record: string): Promise<PastedPosition> {
    const { match, steps, mismatch } = await this.rules.replayRecord({ record });
    const setup = match?.setup;
    if (setup === undefined || steps.length === 0) throw new PastedTextError(`This record cannot be read: ${mismatch}.`);
    const shown = steps.slice(-MAX_STEPS).map(({ actor, text, position }) =>
      ({ label: text === "" ? "start" : text, actor, text: position }));
    const cut = mismatch === "" ? "" : ` It differs from the rules after that: ${mismatch}.`;
    const events = steps.at(-1)!.eventCount;
    return {
      match: { game: setup.game, options: setup.options, seats: setup.seats },
      steps: shown,
      note: `The position of the record after ${events} events; the steps lead back to its start.${cut}`,
    };
  }

  /** A board of the open match or of another one starts from a seed. */
  async #board(game: string, board: string): Promise<PastedPosition> {
    const options = [{ name: "board", value: board }];
    const setup = { game, options, seats: 0 };
    try {
      await this.rules.describeMatch({ setup: setup as unknown as GameSetup });
    } catch (error) {
      throw new RejectedPosition(board, error);
    }
    return { match: setup, steps: [], note: "A board: the match starts on it." };
  }

  /** The other targets of a board of printed sections are those of the rules. */
  async #task({ setup, board, robots, target }: PastedText & { kind: "task" }): Promise<PastedPosition> {
    const started = { game: setup.game, options: [{ name: "board", value: board }], seats: 2 } as unknown as GameSetup;
    const { position } = await this.rules.createPosition({ setup: started, seed: "board" });
    const targets = position!.text.split(" ")[3]!.split(",").filter((other) => other !== target);
    const text = `${board} ${robots} ${target} ${targets.join(",")} 0,0 1 race:/`;
    return this.#firstAccepted(text, [setup], setup);
  }
}
