/** A seat that a test plays by the API, next to one that it plays in the browser. */

import assert from "node:assert/strict";
import type { ActionRequest } from "botwerk/v1";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CreateMatchRequestSchema } from "botwerk/v1";
import { bearer } from "botwerk/web";
import { eventually } from "./harness.js";
import type { TestServer } from "./harness.js";

/** A match whose first seat is played in the browser, and the others by the API. */
export interface SharedMatch {
  readonly name: string;
  /** The path with which the browser takes the first seat. */
  readonly path: string;
  readonly others: readonly ApiSeat[];
}

/** Creates a match of people with these names, and takes all seats but the one at `own`. */
export async function shareMatch(
  server: TestServer,
  setup: NonNullable<MessageInitShape<typeof CreateMatchRequestSchema>["setup"]>,
  names: readonly string[],
  { own = 0, seed = "legible" } = {},
): Promise<SharedMatch> {
  const { match, seatTokens } = await server.client.matches.createMatch({
    setup: { ...setup, seats: names.length }, seats: names.map((name) => ({ name })), seed, allowsHints: true,
  });
  const { name } = match!;
  const seats = seatTokens.map(({ seat, token }) => ({ seat, token }));
  const others = seats.filter(({ seat }) => seat !== own).map(({ token }) => new ApiSeat(server, name, token));
  const { token } = seats.find(({ seat }) => seat === own)!;
  return { name, path: `/play/${name.replace("matches/", "")}#seat=${own}&token=${token}`, others };
}

/** A seat of a match. */
export class ApiSeat {
  #request: ActionRequest | undefined;
  #isAnswering = false;

  constructor(
    private readonly server: TestServer,
    private readonly match: string,
    private readonly token: string,
  ) {
    // The stream ends with the server.
    this.#follow().catch(() => {});
  }

  /** The first legal actions answer all requests, until this is set to false. */
  set isAnswering(value: boolean) {
    this.#isAnswering = value;
    if (value) void this.#answerFirst();
  }

  /** Waits for the next request and answers it; `choose` returns the turn of its legal actions. */
  async answer(choose: (legal: readonly string[]) => string): Promise<void> {
    await eventually(() => assert.ok(this.#request !== undefined, "the seat is not asked"));
    const { turn, part, legalActions } = this.#request!;
    this.#request = undefined;
    const text = choose(legalActions.map((action) => action.text));
    const headers = bearer(this.token);
    await this.server.client.matches.submitActions({ match: this.match, submission: { turn, part, text } }, { headers });
  }

  async #follow(): Promise<void> {
    const viewOptions = { includeText: true, includeLegalActions: true };
    const request = { matches: [{ match: this.match }], viewOptions, asSeat: true };
    const stream = this.server.client.matches.watchMatch(request, { headers: bearer(this.token) });
    for await (const { kind } of stream) {
      if (kind.case !== "actionRequest") continue;
      this.#request = kind.value;
      if (this.#isAnswering) void this.#answerFirst();
    }
  }

  async #answerFirst(): Promise<void> {
    if (this.#request === undefined) return;
    await this.answer((legal) => legal[0]!);
  }
}

/** Returns a position of a match as spectators see it. */
export async function positionOf(server: TestServer, match: string): Promise<string> {
  for await (const { kind } of server.client.matches.watchMatch({ matches: [{ match }], viewOptions: { includeText: true } })) {
    if (kind.case === "joined") return kind.value.view!.text;
  }
  throw new Error("the match has no position");
}

/** Returns a solution of the race of a match: spaces or moves, one after another. */
export async function solutionOf(server: TestServer, match: string): Promise<readonly string[]> {
  const { match: described } = await server.client.matches.getMatch({ name: match });
  const text = await positionOf(server, match);
  const instance = { case: "position" as const, value: { setup: described!.setup!, text } };
  for await (const { kind } of server.client.analysis.solveInstance({ instance })) {
    if (kind.case === "microRobots") return kind.value.route.split("-").slice(1);
    if (kind.case === "ricochet") return kind.value.text.split(" ");
  }
  throw new Error("the position has no solution");
}
