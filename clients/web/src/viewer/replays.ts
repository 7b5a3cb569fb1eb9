/** A record as each viewer sees it. */

import type { Client } from "botwerk/web";
import type { ReplayRecordResponse } from "botwerk/v1";
import type { ViewChoice } from "./view_choice.js";
import { viewerOf } from "./view_choice.js";

/** The replays of one record, which are computed with their first use. */
export class Replays {
  readonly #replays = new Map<ViewChoice, Promise<ReplayRecordResponse>>();

  constructor(
    readonly record: string,
    private readonly rules: Client["rules"],
    private readonly signal: AbortSignal,
  ) {}

  /** Returns the steps of the record as a viewer sees them. */
  replay(choice: ViewChoice): Promise<ReplayRecordResponse> {
    let replay = this.#replays.get(choice);
    if (replay === undefined) {
      const viewer = viewerOf(choice);
      const request = { record: this.record, ...(viewer === undefined ? {} : { viewer }) };
      replay = this.rules.replayRecord(request, { signal: this.signal });
      replay.catch(() => this.#replays.delete(choice));
      this.#replays.set(choice, replay);
    }
    return replay;
  }
}
