/** The steps of a match that has not ended, from the events that spectators receive. */

import { create } from "@bufbuild/protobuf";
import { ReplayStepSchema } from "botwerk/v1";
import type { Actor, ReplayStep, Turn, Update, VisibleEvent } from "botwerk/v1";
import { seatOf } from "./viewed_match.js";

/** Consecutive events of one actor. */
export interface ActorRun {
  readonly actor: Actor | undefined;
  readonly events: readonly VisibleEvent[];
}

/** A position after events. */
export interface KnownPosition {
  readonly text: string;
  readonly next: Turn | undefined;
}

/** Returns the events of an update by their actors. */
export function runsOf({ events }: Update): ActorRun[] {
  const runs: { actor: Actor | undefined; events: VisibleEvent[] }[] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (last !== undefined && isSameActor(last.actor, event.actor)) last.events.push(event);
    else runs.push({ actor: event.actor, events: [event] });
  }
  return runs;
}

/** The steps so far. The submissions of a seat become one step, as far as frames tell that they are one turn. */
export class LiveSteps {
  #steps: ReplayStep[];
  /** Whether the turn of the last step has ended. */
  #isClosed = true;

  constructor(
    start: KnownPosition,
    /** What is between the actions of a turn. */
    private readonly separator: string,
  ) {
    this.#steps = [create(ReplayStepSchema, { position: start.text, ...(start.next && { next: start.next }) })];
  }

  get all(): readonly ReplayStep[] {
    return this.#steps;
  }

  /** Adds what an actor did, with the position afterwards, if it is known. */
  add({ actor, events }: ActorRun, update: Update, position: KnownPosition | undefined): void {
    const last = this.#steps.at(-1)!;
    const isContinued = !this.#isClosed && isSameActor(last.actor, actor) && update.race === undefined;
    const texts = events.map(({ text }) => text);
    const step = create(ReplayStepSchema, {
      eventCount: last.eventCount + BigInt(events.length),
      text: (isContinued ? [last.text, ...texts] : texts).join(this.separator),
      position: position?.text ?? "",
      bankNanos: update.clocks?.bankNanos.length ? update.clocks.bankNanos : last.bankNanos,
      announcements: seatOf(actor) === undefined ? [] : (update.race?.announcements ?? []),
      ...(actor && { actor }),
      ...(position?.next && { next: position.next }),
    });
    if (isContinued) this.#steps = [...this.#steps.slice(0, -1), step];
    else this.#steps = [...this.#steps, step];
    this.#isClosed = update.race !== undefined;
  }
}

function isSameActor(a: Actor | undefined, b: Actor | undefined): boolean {
  return a?.kind.case === b?.kind.case && a?.kind.value === b?.kind.value;
}
