/** What the viewer computes without a page: texts, files, layouts and the steps of a match in progress. */

import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { suite, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import {
  ActorSchema,
  GameSetupSchema,
  OutcomeSchema,
  ReplayRecordResponseSchema,
  ReplayStepSchema,
  SeatResult,
  SignedHeadSchema,
  TurnAnalysisSchema,
  UpdateSchema,
} from "botwerk/v1";
import type { Actor } from "botwerk/v1";
import { newestComments, recordLines, shownComments } from "../src/viewer/comments.js";
import { formatBank, formatCount, formatDuration, formatSize } from "../src/viewer/durations.js";
import { GRAPH_HEIGHT, graphStep, graphX, layOutGraph } from "../src/viewer/evaluation_graph.js";
import { LiveSteps, runsOf } from "../src/viewer/live_steps.js";
import { parseMatchFilter, pathOfMatches } from "../src/viewer/match_filter.js";
import { MAX_RECORD_BYTES, RecordFileError, findCutOffLine, findFault, readRecordFile } from "../src/viewer/record_file.js";
import { verifySignature } from "../src/viewer/signature.js";
import { StepCursor } from "../src/viewer/step_cursor.js";
import { verdictOf } from "../src/viewer/verdict.js";
import { formatViewChoice, parseViewChoice } from "../src/viewer/view_choice.js";
import { resultText, seatUsages, viewedSeats } from "../src/viewer/viewed_match.js";

const WHITE = seatActor(0);
const BLACK = seatActor(1);
const CHANCE = create(ActorSchema, { kind: { case: "chance", value: true } });

function seatActor(seat: number): Actor {
  return create(ActorSchema, { kind: { case: "seat", value: seat } });
}

suite("viewer texts", () => {
  test("durations have the unit that suits them", () => {
    const cases: readonly (readonly [number, string])[] = [
      [0, "0 ms"], [1000, "< 0.01 ms"], [300_000, "0.3 ms"], [9_940_000, "9.9 ms"], [850e6, "850 ms"],
      [12.34e9, "12.3 s"], [125e9, "2:05.0"], [3725e9, "1:02:05.0"],
    ];
    for (const [nanos, text] of cases) assert.equal(formatDuration(nanos), text);
    assert.equal(formatBank(59_960_000_000n), "0:59.9");
  });

  test("counts and sizes are grouped", () => {
    assert.equal(formatCount(1234567n), "1,234,567");
    assert.equal(formatCount(-1234), "-1,234");
    assert.equal(formatCount(999), "999");
    assert.equal(formatSize(100_000_000), "100 MB");
    assert.equal(formatSize(1_440_000), "1.4 MB");
  });

  test("choices of a view survive an address", () => {
    for (const choice of ["everything", "spectator", 0, 3] as const) {
      assert.equal(parseViewChoice(formatViewChoice(choice) ?? null), choice);
    }
    assert.equal(parseViewChoice("-1"), "everything");
    assert.equal(parseViewChoice("<b>"), "everything");
  });

  test("comments are plain text of their side, and follow a record as servers write them", () => {
    const match = {
      setup: create(GameSetupSchema, { game: "netzwerk" }),
      seats: viewedSeats([], ["White", "Black"]),
      timeControl: "",
      isVirtualTime: false,
    };
    const comments = [
      { seat: 1, turn: 2, part: 0, text: "<b>I win</b>\n\u202Eby \"force\"" },
      { seat: 7, turn: 1, part: 1, text: "a".repeat(3000) },
    ];
    const step = create(ReplayStepSchema, { comments });
    assert.deepEqual(shownComments(match, step), [
      { side: "Black", lines: ["<b>I win</b>", 'by "force"'] },
      { side: "Seat 7", lines: ["a".repeat(2000)] },
    ]);
    const [first] = step.comments;
    const line = '{"comment":"<b>I win</b>\\n\u202Eby \\"force\\"","seat":1,"turn":2,"part":0}\n';
    assert.equal(recordLines([first!]), line);
    assert.equal(recordLines([]), "");
    assert.deepEqual(newestComments(match, step.comments).map(({ side }) => side), ["Seat 7, turn 1", "Black, turn 2"]);
    const many = Array.from({ length: 30 }, (_, turn) => ({ ...first!, turn }));
    assert.deepEqual(newestComments(match, many).map(({ side }) => side).filter((_, index) => index % 19 === 0), ["Black, turn 29", "Black, turn 10"]);
  });

  test("filters of the list of matches survive an address, and what is not valid is left out", () => {
    const filter = { player: "alice/a & b", opponent: "<b>", result: SeatResult.LOST };
    const query = new URL(pathOfMatches(filter), "http://host").searchParams;
    assert.deepEqual(parseMatchFilter(query), filter);
    assert.equal(pathOfMatches({}), "/matches");
    assert.deepEqual(parseMatchFilter(new URLSearchParams("opponent=b&result=won")), {});
    const odd = new URLSearchParams({ player: "a", opponent: "ü".repeat(65), result: "beaten" });
    assert.deepEqual(parseMatchFilter(odd), { player: "a", opponent: undefined, result: undefined });
  });

  test("results name the winners", () => {
    const match = {
      setup: create(GameSetupSchema, { game: "netzwerk" }),
      seats: viewedSeats([], ["White", "Black"]),
      timeControl: "",
      isVirtualTime: false,
    };
    const result = (places: number[], ending = "") =>
      resultText(match, { outcome: create(OutcomeSchema, { places }), terminations: [], ending });
    assert.equal(result([1, 2], "White has no robots left"), "White wins. White has no robots left.");
    assert.equal(result([1, 1]), "Draw.");
    assert.match(resultText(match, { outcome: undefined, terminations: [], ending: "" }), /aborted/);
  });
});

suite("record files", () => {
  const head = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

  test("foreign files are recognised by their first bytes", () => {
    assert.match(findFault(head("\x89PNG\r\n"), 5000)!, /PNG/);
    assert.match(findFault(head('{"a":1}'), 7)!, /other JSON/);
    assert.match(findFault(head("hello"), 5)!, /not a record/);
    assert.match(findFault(head(""), 0)!, /empty/);
    assert.match(findFault(head('{"bot'), 5)!, /cut off/);
    assert.match(findFault(head('{"botwerk":1,'), MAX_RECORD_BYTES + 1)!, /too large/);
    assert.equal(findFault(head('{"botwerk":1,'), 5000), undefined);
  });

  test("a file that is too large is not read", async () => {
    let reads = 0;
    const file = {
      size: 100_000_000,
      slice: () => new Blob(['{"botwerk":1,"game":']),
      arrayBuffer: () => Promise.resolve(((reads += 1), new ArrayBuffer(0))),
    } as unknown as Blob;
    await assert.rejects(readRecordFile(file), RecordFileError);
    assert.equal(reads, 0);
  });

  test("a line that is cut off has its number", () => {
    assert.equal(findCutOffLine('{"a":1}\n{"b":2}\n'), undefined);
    assert.equal(findCutOffLine('{"a":1}\n{"b":2}'), undefined);
    assert.equal(findCutOffLine('{"a":1}\n{"b":'), 2);
  });

  test("verdicts say where a record differs", () => {
    const verdict = (mismatch: string, record = "{}\n") =>
      verdictOf(record, create(ReplayRecordResponseSchema, { mismatch, steps: [{}, {}] })).text;
    assert.equal(verdict("event 12: the die shows 3"), "differs at event 12: the die shows 3");
    assert.equal(verdict("record: line 2: the hash differs"), "differs at line 2: the hash differs");
    assert.equal(verdict("record: line 2: not a line", '{}\n{"a'), "cut off in line 2; the steps before it are shown");
    assert.equal(verdict("header: no game is named x"), "differs: header: no game is named x");
    const complete = create(ReplayRecordResponseSchema, { eventsReplayed: 1234n, outcome: {} });
    assert.equal(verdictOf("{}\n", complete).text, "verified: 1,234 events");
  });
});

suite("signatures", () => {
  test("of the server's key are valid for their head only", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const sha256 = "ab".repeat(32);
    const signature = sign(null, Buffer.from(`botwerk record ${sha256}`), privateKey).toString("hex");
    const key = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex");
    const head = { sha256, signature, key };
    assert.equal(await verifySignature(create(SignedHeadSchema, head)), "valid");
    assert.equal(await verifySignature(create(SignedHeadSchema, { ...head, sha256: "ac".repeat(32) })), "invalid");
    assert.equal(await verifySignature(create(SignedHeadSchema, { ...head, key: "" })), "unsupported");
  });
});

suite("steps", () => {
  test("a cursor stays within the steps, and at the end of those that grow", () => {
    const cursor = new StepCursor();
    let changes = 0;
    cursor.onChange(() => (changes += 1));
    cursor.reset(10, 3);
    assert.equal(cursor.move(-5), true);
    assert.deepEqual([cursor.index, cursor.move(-1)], [0, false]);
    cursor.go(NaN);
    assert.equal(cursor.index, 0);
    cursor.go(99);
    cursor.grow(12);
    assert.equal(cursor.index, 11);
    cursor.go(4);
    cursor.grow(20);
    assert.equal(cursor.index, 4);
    assert.equal(changes, 6);
  });

  test("usage adds up, and a race counts for all who announced", () => {
    const steps = [
      create(ReplayStepSchema, {}),
      create(ReplayStepSchema, { actor: WHITE, elapsedNanos: 5n, effort: 2n }),
      create(ReplayStepSchema, { actor: CHANCE }),
      create(ReplayStepSchema, {
        actor: BLACK,
        elapsedNanos: 7n,
        effort: 3n,
        announcements: [{ seat: 1, elapsedNanos: 7n, effort: 3n }, { seat: 0, elapsedNanos: 9n, effort: 4n }],
      }),
    ];
    assert.deepEqual(seatUsages(steps, 2).at(-1), [{ nanos: 14, nodes: 6 }, { nanos: 7, nodes: 3 }]);
  });

  test("frames of one turn become one step", () => {
    const live = new LiveSteps({ text: "start", next: undefined }, " ");
    const add = (events: { actor: Actor; text: string }[], position: string) => {
      const update = create(UpdateSchema, { events });
      for (const run of runsOf(update)) live.add(run, update, { text: position, next: undefined });
    };
    add([{ actor: WHITE, text: "a" }], "1");
    add([{ actor: WHITE, text: "b" }, { actor: CHANCE, text: "c" }], "2");
    add([{ actor: BLACK, text: "d" }], "3");
    const shown = live.all.map(({ text, position, eventCount }) => [text, position, Number(eventCount)]);
    assert.deepEqual(shown, [["", "start", 0], ["a b", "2", 2], ["c", "2", 3], ["d", "3", 4]]);
  });

  test("what was decided in a race is a step of its own", () => {
    const live = new LiveSteps({ text: "", next: undefined }, ", ");
    const race = create(UpdateSchema, { events: [{ actor: WHITE, text: "say 3" }], race: { winner: 0 } });
    const show = create(UpdateSchema, { events: [{ actor: WHITE, text: "to 1P" }] });
    for (const update of [race, show]) for (const run of runsOf(update)) live.add(run, update, undefined);
    assert.deepEqual(live.all.map(({ text }) => text), ["", "say 3", "to 1P"]);
  });
});

suite("evaluation graph", () => {
  test("each seat has a line, and a value beyond all others ends at the edge", () => {
    const values = [10n, -12n, 8n, -9n, 11n, -1_000_000n];
    const turns = values.map((valueBefore, index) => ({
      index: index + 1,
      analysis: create(TurnAnalysisSchema, { seat: index % 2, valueBefore }),
    }));
    const scale = { width: 600, steps: 7 };
    const { lines, zero, ticks } = layOutGraph(turns, scale);
    assert.deepEqual([...lines].map(([seat, line]) => [seat, line.length]), [[0, 3], [1, 3]]);
    const points = [...lines.values()].flat();
    assert.ok(points.every(({ y }) => y >= 0 && y <= GRAPH_HEIGHT));
    assert.ok(zero !== undefined && ticks.length === 3);
    const [first, second] = lines.get(0)!;
    assert.ok(Math.abs(first!.y - second!.y) >= 1, "small differences can be seen");
  });

  test("a click on a step finds it", () => {
    const scale = { width: 311, steps: 300 };
    for (const step of [0, 1, 150, 299]) assert.equal(graphStep(graphX(step, scale), scale), step);
    assert.equal(graphStep(-50, scale), 0);
    assert.equal(graphStep(5000, scale), 299);
  });

  test("a match without values has an empty scale", () => {
    assert.equal(layOutGraph([], { width: 600, steps: 1 }).lines.size, 0);
  });
});
