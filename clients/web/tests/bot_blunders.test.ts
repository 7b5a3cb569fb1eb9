/** The worst turns of a bot, from evaluations of its matches. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { AnalyzeRecordResponseSchema, BotMatchSchema, ReplayRecordResponseSchema, TurnAnalysisSchema } from "botwerk/v1";
import type { AnalyzeRecordResponse, TurnAnalysis } from "botwerk/v1";
import type { Client } from "botwerk/web";
import { worstTurns, worstTurnsOf } from "../src/bots/worst_turns.js";
import { countTurns, evaluateRecord, hasValues } from "../src/viewer/record_evaluation.js";

/** Start, White, chance, Black, White, Black. */
const REPLAY = create(ReplayRecordResponseSchema, {
  match: { seats: [{ name: "a" }, { name: "b" }], seatNames: ["White", "Black"] },
  steps: [
    { text: "", eventCount: 0n },
    { text: "w1", eventCount: 2n, actor: { kind: { case: "seat", value: 0 } } },
    { text: "die 3", eventCount: 3n, actor: { kind: { case: "chance", value: true } } },
    { text: "b1", eventCount: 5n, actor: { kind: { case: "seat", value: 1 } } },
    { text: "w2", eventCount: 6n, actor: { kind: { case: "seat", value: 0 } } },
    { text: "b2", eventCount: 8n, actor: { kind: { case: "seat", value: 1 } } },
  ],
});

const MATCH = create(BotMatchSchema, { match: "matches/1", seat: 1, opponents: ["a"] });

const turn = (seq: number, seat: number, loss?: number, isBlunder = false): TurnAnalysis =>
  create(TurnAnalysisSchema, { seq: BigInt(seq), seat, best: "best", isBlunder, valueBefore: 10n, ...(loss !== undefined && { loss: BigInt(loss) }) });

suite("worst turns", () => {
  test("are those of the bot that have lost anything, with their steps and sides", () => {
    const found = worstTurnsOf(MATCH, REPLAY, [turn(1, 0, 900, true), turn(4, 1, 30), turn(6, 0), turn(7, 1, 500, true)]);
    const common = { match: "matches/1", opponents: ["a"], best: "best" };
    assert.deepEqual(found, [
      { ...common, step: 5, text: "5. Black: b2", loss: 500n, isBlunder: true },
      { ...common, step: 3, text: "3. Black: b1", loss: 30n, isBlunder: false },
    ]);
    assert.deepEqual(worstTurnsOf(MATCH, REPLAY, [turn(4, 1), turn(7, 1, 0)]), []);
  });

  test("are ten over all matches, blunders before other losses", () => {
    const [minor] = worstTurnsOf(MATCH, REPLAY, [turn(4, 1, 5000)]);
    const blunders = Array.from({ length: 12 }, (_, loss) => worstTurnsOf(MATCH, REPLAY, [turn(4, 1, loss + 1, true)])[0]!);
    const losses = (turns: typeof blunders) => worstTurns(turns).map(({ loss }) => Number(loss));
    assert.deepEqual(losses([minor!, ...blunders]), [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    assert.deepEqual(losses([minor!, ...blunders.slice(0, 2)]), [2, 1, 5000]);
  });
});

suite("evaluations of records", () => {
  /** Returns a client that answers with these messages. */
  function clientOf(messages: readonly AnalyzeRecordResponse[], requests: unknown[] = []): Client {
    async function* analyzeRecord(request: unknown) {
      requests.push(request);
      yield* messages;
    }
    return { analysis: { analyzeRecord } } as unknown as Client;
  }
  const message = (turns: TurnAnalysis[], isFinal = false) => create(AnalyzeRecordResponseSchema, { turns, isFinal });

  test("report the turns as they are searched, and return those of the last message", async () => {
    const [first, second] = [turn(1, 0), turn(4, 1)];
    const final = [turn(1, 0, 3), turn(4, 1, 4)];
    const requests: unknown[] = [];
    const reported: number[] = [];
    const client = clientOf([message([first]), message([second]), message(final, true)], requests);
    const { signal } = new AbortController();
    const turns = await evaluateRecord(client, { record: "{}", nodes: 7, signal, report: (found) => reported.push(found.length) });
    assert.deepEqual(turns, final);
    assert.deepEqual(reported, [1, 2]);
    assert.deepEqual(requests, [{ record: "{}", limits: { nodes: 7n } }]);
  });

  test("of a search that was stopped start nothing", async () => {
    const requests: unknown[] = [];
    const search = { record: "{}", nodes: 7, signal: AbortSignal.abort(), report() {} };
    await assert.rejects(evaluateRecord(clientOf([], requests), search), { name: "AbortError" });
    assert.deepEqual(requests, []);
  });

  test("have values unless the player reports none, for the turns of seats", () => {
    assert.equal(hasValues([create(TurnAnalysisSchema), turn(1, 0)]), true);
    assert.equal(hasValues([create(TurnAnalysisSchema)]), false);
    assert.equal(countTurns(REPLAY.steps), 4);
  });
});
