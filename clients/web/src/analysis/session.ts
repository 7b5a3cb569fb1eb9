/** The position that is analysed, with the ones before and after it. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Client } from "botwerk/web";
import type { ActionInfo, ActorSchema, DescribeMatchResponse, GameSetup, Position, PositionInfo, PositionSchema } from "botwerk/v1";
import { sampleOutcome, seededRandom } from "./sampling.js";
import type { Random } from "./sampling.js";

/** Chance outcomes in a row that are sampled, so that no game keeps a page busy. */
const MAX_OUTCOMES = 500;

/** A complete position, or one as a seat sees it, which can only be searched. */
export type AnalysedPosition =
  | { readonly kind: "complete"; readonly text: string; readonly info: PositionInfo }
  | { readonly kind: "view"; readonly text: string; readonly seat: number };

/** A position and how it came about. */
export interface Step {
  /** What led to it, such as "set-up" or an action. */
  readonly label: string;
  readonly actor: string;
  readonly position: AnalysedPosition;
}

/** Who acts. */
export type ActorInit = MessageInitShape<typeof ActorSchema>;

/** An action, or several, to apply. */
export interface Play {
  /** Unset: the first seat that is to act, or chance. */
  readonly actor?: ActorInit;
  readonly text: string;
  /** Whether a person wrote the text, which may be in another spelling than the game's notation. */
  readonly isSpelled?: boolean;
}

/** A step that is known before its position is read. */
export interface HistoryStep {
  readonly label: string;
  /** Unset at the start and for a set-up. */
  readonly actor: ActorInit | undefined;
  /** The complete position in the notation. */
  readonly text: string;
}

/** The actions that an actor can choose from. */
export interface LegalChoice {
  readonly actions: readonly ActionInfo[];
  /** Unset after the end. */
  readonly actor: ActorInit | undefined;
}

/** The steps of an analysis of one game with fixed options. */
export class Session {
  readonly #listeners = new Set<() => void>();
  #steps: readonly Step[] = [];
  #index = -1;
  #choice: LegalChoice = { actions: [], actor: undefined };
  /** Changes wait for each other. */
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly rules: Client["rules"],
    readonly setup: GameSetup,
    readonly description: DescribeMatchResponse,
  ) {}

  /** Opens a game. `setup` may leave the number of seats open: then it is that of the text, or the minimum. */
  static async open(rules: Client["rules"], setup: GameSetup, text?: string, seat = 0): Promise<Session> {
    if (setup.seats === 0 && text !== undefined) {
      // A complete position can be seen, too.
      const viewer = { kind: { case: "seat", value: seat } } as const;
      const seen = await rules.getView({ setup, position: text, viewer }).catch(() => undefined);
      setup = { ...setup, seats: seatCount(seen?.view) };
    }
    const description = await rules.describeMatch({ setup });
    const seats = description.setup?.seats ?? setup.seats;
    return new Session(rules, { ...setup, seats }, description);
  }

  get steps(): readonly Step[] {
    return this.#steps;
  }

  get index(): number {
    return this.#index;
  }

  /** Unset before the first set-up. */
  get position(): AnalysedPosition | undefined {
    return this.#steps[this.#index]?.position;
  }

  /** What the actor whose turn it is can choose. */
  get choice(): LegalChoice {
    return this.#choice;
  }

  /** The positions before the present one. They matter only where repetition counts. */
  get earlierPositions(): string[] {
    if (this.setup.game !== "netzwerk") return [];
    return this.#steps.slice(0, this.#index).map(({ position }) => position.text);
  }

  /** Calls the listener after every change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Returns the name of a seat on the board. */
  seatName(seat: number): string {
    const name = this.description.seatNames[seat];
    return name === undefined || name === "" ? `Seat ${seat}` : name;
  }

  /** Returns the name of an actor. */
  actorName(actor: ActorInit | undefined): string {
    const kind = actor?.kind;
    if (kind?.case === "seat") return this.seatName(kind.value ?? 0);
    return kind?.case === "chance" ? "Chance" : kind?.case === "referee" ? "Referee" : "";
  }

  /**
   * Starts from a text, complete or as the seat sees it.
   *
   * @throws ConnectError if the text is not a position; the session stays as it is.
   */
  setText(text: string, seat?: number): Promise<void> {
    return this.#change(async () => {
      await this.#restart(await this.#read(text, seat), "set-up");
    });
  }

  /** Shows the last of several steps; undo leads back to the ones before it. */
  setHistory(history: readonly HistoryStep[]): Promise<void> {
    return this.#change(async () => {
      const steps: Step[] = [];
      for (const { label, actor, text } of history) {
        steps.push({ label, actor: this.actorName(actor), position: await this.#read(text) });
      }
      this.#steps = steps;
      this.#index = steps.length - 1;
      await this.#findChoice();
    });
  }

  /** Continues from the position as it is edited once all changes before are made. Undo leads back to the one before it. */
  edit(edited: () => MessageInitShape<typeof PositionSchema>, label: string): Promise<void> {
    return this.#change(async () => {
      const { text } = await this.rules.formatPosition({ setup: this.setup, position: edited() });
      await this.#advance({ label, actor: "", position: await this.#read(text) });
    });
  }

  /** Starts from the start of a match, and samples chance outcomes until a seat is to act. */
  startFromSeed(seed: string): Promise<void> {
    return this.#change(async () => {
      const { position, seed: root } = await this.rules.createPosition({ setup: this.setup, seed });
      await this.#restart({ kind: "complete", text: position!.text, info: position! }, "start");
      await this.#sampleAll(seededRandom(root));
    });
  }

  /** Applies actions one after another, each as a step. */
  play(plays: readonly Play[]): Promise<void> {
    return this.#change(async () => {
      for (const play of plays) await this.#play(play);
    });
  }

  /** Samples the chance outcome that is due, or all of them until a seat is to act. */
  sample({ untilDecision }: { readonly untilDecision: boolean }, random: Random = Math.random): Promise<void> {
    return this.#change(() => (untilDecision ? this.#sampleAll(random) : this.#sampleOne(random)));
  }

  /** Shows another step. */
  goTo(index: number): Promise<void> {
    return this.#change(async () => {
      this.#index = Math.max(0, Math.min(index, this.#steps.length - 1));
      await this.#findChoice();
    });
  }

  /** Returns what an actor can choose, such as the referee. */
  async choiceOf(actor: ActorInit): Promise<LegalChoice> {
    const { position } = this;
    if (position?.kind !== "complete") return { actions: [], actor: undefined };
    const { actions } = await this.rules.listLegalActions({ setup: this.setup, position: position.text, actor });
    return { actions, actor };
  }

  #change(change: () => Promise<void>): Promise<void> {
    const changed = this.#queue.then(async () => {
      try {
        await change();
      } finally {
        for (const listener of this.#listeners) listener();
      }
    });
    this.#queue = changed.catch(() => {});
    return changed;
  }

  /** Reads a text as a complete position, or else as a view of the seat. */
  async #read(text: string, seat?: number): Promise<AnalysedPosition> {
    try {
      const { position } = await this.rules.parsePosition({ setup: this.setup, text });
      return { kind: "complete", text: position!.text, info: position! };
    } catch (error) {
      if (seat === undefined) throw error;
      const viewer = { kind: { case: "seat", value: seat } } as const;
      // The first error says more about a text that is neither.
      const seen = await this.rules.getView({ setup: this.setup, position: text, viewer }).catch(() => undefined);
      if (seen === undefined) throw error;
      return { kind: "view", text: seen.text, seat };
    }
  }

  async #restart(position: AnalysedPosition, label: string): Promise<void> {
    this.#steps = [];
    this.#index = -1;
    await this.#advance({ label, actor: "", position });
  }

  async #advance(step: Step): Promise<void> {
    this.#steps = [...this.#steps.slice(0, this.#index + 1), step];
    this.#index = this.#steps.length - 1;
    await this.#findChoice();
  }

  async #findChoice(): Promise<void> {
    const { position } = this;
    this.#choice = { actions: [], actor: undefined };
    if (position?.kind !== "complete") return;
    const { actions, actor } = await this.rules.listLegalActions({ setup: this.setup, position: position.text });
    this.#choice = { actions, actor };
  }

  async #play({ actor, text, isSpelled = false }: Play): Promise<void> {
    const { position } = this;
    if (position?.kind !== "complete") throw new Error("a view can be searched, not continued");
    const acting = actor ?? this.#choice.actor;
    const { position: next, text: canonical } = await this.rules.applyActions({
      setup: this.setup,
      position: position.text,
      ...(isSpelled ? { spelledText: text } : { text }),
      earlierPositions: this.earlierPositions,
      ...(acting === undefined ? {} : { actor: acting }),
    });
    const complete = { kind: "complete", text: next!.text, info: next! } as const;
    await this.#advance({ label: isSpelled ? canonical : text, actor: this.actorName(acting), position: complete });
  }

  async #sampleAll(random: Random): Promise<void> {
    for (let count = 0; this.#choice.actor?.kind?.case === "chance" && count < MAX_OUTCOMES; count++) {
      await this.#sampleOne(random);
    }
  }

  async #sampleOne(random: Random): Promise<void> {
    const { position } = this;
    if (position?.kind !== "complete" || this.#choice.actions.length === 0) return;
    const outcome = sampleOutcome(this.#choice.actions, position.info.position, this.description.rules, random);
    await this.#play({ actor: { kind: { case: "chance", value: true } }, text: outcome.text });
  }
}

/** Returns the number of seats of a position, or 0 if it does not tell. */
function seatCount(position: Position | undefined): number {
  switch (position?.game.case) {
    case "microRobots":
      return position.game.value.chips.length;
    case "ricochet":
      return position.game.value.won.length;
    case "droids":
      return position.game.value.seats.length;
    case "netzwerk":
    case "plain":
    case undefined:
      return 0;
  }
}

/** Returns what happens next at a position, for people. */
export function turnText(session: Session): string {
  const { position } = session;
  if (position === undefined) return "";
  if (position.kind === "view") return `As ${session.seatName(position.seat)} sees it`;
  const turn = position.info.turn?.kind;
  if (turn?.case === "over") return `Over by ${turn.value.rule}: ${placesText(session, turn.value.places)}`;
  if (turn?.case === "chance") return "A chance outcome is due";
  if (turn?.case !== "decision") return "";
  const seats = turn.value.seats.map((seat) => session.seatName(seat));
  const stage = turn.value.stage === "" ? "" : ` (${turn.value.stage})`;
  return `${seats.length > 6 ? `${seats.length} seats` : seats.join(", ")} to act${stage}`;
}

function placesText(session: Session, places: readonly number[]): string {
  const winners = places.flatMap((place, seat) => (place === 1 ? [session.seatName(seat)] : []));
  if (winners.length === 0) return "no winner";
  if (winners.length > 1 && winners.length === places.length) return "a draw";
  return `${winners.join(", ")} ${winners.length === 1 ? "wins" : "win"}`;
}
