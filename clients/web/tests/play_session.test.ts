/** What a session says while a turn is sent, and while the server is away. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { CallOptions } from "@connectrpc/connect";
import { ErrorReason, MatchState, WatchMatchResponseSchema } from "botwerk/v1";
import type { SubmitActionsRequest } from "botwerk/v1";
import { RejectedError, bearer } from "botwerk/web";
import type { Client } from "botwerk/web";
import { connectionText } from "../src/play/connection_text.js";
import { SeatSession } from "../src/play/seat_session.js";
import { Server } from "../src/shell/server.js";

type Kind = NonNullable<Parameters<typeof create<typeof WatchMatchResponseSchema>>[1]>["kind"];

const frame = (kind: Kind) => create(WatchMatchResponseSchema, { kind: kind! });
const view = (side: number) => ({ position: { game: { case: "netzwerk" as const, value: { side } } }, text: `side ${side}` });

/** The submissions of a server of one match that has asked seat 0 for its first turn. */
class TestMatches {
  readonly submitted: string[] = [];
  /** Answers the next submission, or fails it with an error. */
  answer: (error?: Error) => void = () => {};

  async *watchMatch(_: unknown, { signal }: { readonly signal: AbortSignal }) {
    yield frame({ case: "joined", value: { seat: 0, state: MatchState.RUNNING, view: view(1) } });
    yield frame({ case: "actionRequest", value: { seq: 1n, turn: 1, part: 0, stage: "turn", view: view(1) } });
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  }

  submitActions({ submission }: SubmitActionsRequest, { headers }: CallOptions): Promise<unknown> {
    const { turn, part, text } = submission!;
    assert.deepEqual(headers, bearer("token"));
    this.submitted.push(`${turn}.${part} ${text}`);
    return new Promise((resolve, reject) => {
      this.answer = (error) => (error === undefined ? resolve({}) : reject(error));
    });
  }
}

async function startSession() {
  const matches = new TestMatches();
  const left = new AbortController();
  const server = new Server("test", { matches } as unknown as Client);
  const session = new SeatSession(server, "m", "token", () => {}, left.signal);
  void session.run();
  await until(() => session.model.request !== undefined);
  return { matches, session, left };
}

suite("play session", () => {
  test("a turn is sending until the server has answered", async () => {
    const { matches, session, left } = await startSession();
    assert.equal(connectionText(session), undefined);
    const sent = session.submit({ text: "b2-b4 / ." });
    assert.equal(session.isSending, true);
    assert.equal(connectionText(session), "Sending…");
    assert.ok(session.model.request !== undefined, "the prepared turn is kept");
    assert.deepEqual(await session.submit({ text: "d2-d4 / ." }), { text: "Your turn is being sent." });
    matches.answer();
    assert.equal(await sent, undefined);
    assert.equal(session.isSending, false);
    assert.equal(session.model.request, undefined);
    assert.deepEqual(matches.submitted, ["1.0 b2-b4 / ."]);
    left.abort();
  });

  test("a turn that the server has not answered is sent again with the same number", async () => {
    const { matches, session, left } = await startSession();
    const sent = session.submit({ text: "b2-b4 / ." });
    matches.answer(new ConnectError("failed to fetch", Code.Unknown));
    await until(() => !session.isOnline);
    assert.match(connectionText(session)!, /^Sending….*your turn is kept/);
    await until(() => matches.submitted.length === 2);
    matches.answer();
    assert.equal(await sent, undefined);
    assert.equal(session.isOnline, true);
    assert.deepEqual(matches.submitted, ["1.0 b2-b4 / .", "1.0 b2-b4 / ."]);
    left.abort();
  });

  test("a turn that the server accepts later is sent again while the server is online", async () => {
    const { matches, session, left } = await startSession();
    const sent = session.submit({ text: "b2-b4 / ." });
    matches.answer(new RejectedError(ErrorReason.SUSPENDED, "suspended", Code.Unavailable, true, undefined, 1));
    await until(() => matches.submitted.length === 2);
    assert.equal(connectionText(session), "Sending…");
    matches.answer(new RejectedError(ErrorReason.FLAGGED, "flagged", Code.DeadlineExceeded, true));
    assert.deepEqual(await sent, { text: "Your time is up." });
    left.abort();
  });

  test("a rejected turn leaves the request open", async () => {
    const { matches, session, left } = await startSession();
    const sent = session.submit({ text: "nonsense" });
    matches.answer(new ConnectError("turn: at byte 0: expected a move", Code.InvalidArgument));
    assert.match((await sent)?.text ?? "", /expected a move/);
    assert.equal(session.isSending, false);
    assert.ok(session.model.request !== undefined);
    assert.equal(connectionText(session), undefined);
    left.abort();
  });

  test("a seat that another window plays knows nothing until it joins again", async () => {
    const { session, left } = await startSession();
    session.model.leave();
    assert.equal(session.model.request, undefined);
    assert.equal(session.model.state, MatchState.UNSPECIFIED);
    assert.deepEqual(session.model.toAct, []);
    left.abort();
  });
});

/** Waits until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!holds()) {
    assert.ok(performance.now() < end, `not reached: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
