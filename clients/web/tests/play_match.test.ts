/** What a seat knows of its match, and its clocks. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { MatchState, PositionSchema, WatchMatchResponseSchema } from "botwerk/v1";
import { bankMillis, formatClock, remainingMillis } from "../src/play/clock.js";
import { MatchModel } from "../src/play/match_model.js";
import { headingOf, nearestPlace } from "../src/play/place_geometry.js";
import { seatsToAct } from "../src/play/seats_to_act.js";

type Kind = Parameters<typeof create<typeof WatchMatchResponseSchema>>[1];

const frame = (kind: NonNullable<Kind>["kind"]) => create(WatchMatchResponseSchema, { kind: kind! });
const netzwerk = (side: number) => ({ game: { case: "netzwerk" as const, value: { side } } });
const joined = (seq: bigint, state = MatchState.RUNNING) =>
  frame({ case: "joined", value: { seq, seat: 0, state, view: { position: netzwerk(1), text: "joined" } } });
const request = (seq: bigint, turn: number) =>
  frame({ case: "actionRequest", value: { seq, turn, part: 0, stage: "turn", view: { position: netzwerk(1), text: `turn ${turn}` } } });
const update = (seq: bigint, seat: number, ...texts: string[]) =>
  frame({
    case: "update",
    value: { seq, events: texts.map((text) => ({ text, actor: { kind: { case: "seat" as const, value: seat } } })) },
  });

/** An update after which the other seat is to act. */
const seen = (seq: bigint) =>
  frame({ case: "update", value: { seq, view: { position: create(PositionSchema, netzwerk(2)), text: "seen" } } });

/** The compiler takes a request that was seen closed for closed. */
const turnOf = ({ request }: MatchModel) => request?.turn;

suite("play match", () => {
  test("a request stays open when its frame is sent again, and closes when it is answered", () => {
    const model = new MatchModel();
    model.receive(joined(0n), 0);
    model.receive(request(1n, 1), 0);
    const first = model.request;
    assert.equal(first?.view.text, "turn 1");
    model.receive(joined(1n), 0);
    model.receive(request(1n, 1), 0);
    assert.equal(model.request, first);
    model.answer(1, 0);
    assert.equal(model.request, undefined);
    model.receive(request(1n, 1), 0);
    assert.equal(model.request, undefined);
    model.receive(request(3n, 2), 0);
    assert.equal(turnOf(model), 2);
    assert.equal(model.seq, 3n);
  });

  test("updates bring the view of the seat", () => {
    const model = new MatchModel();
    model.receive(joined(2n), 0);
    model.receive(update(1n, 0, "b2-b4", "/", "."), 0);
    model.receive(update(2n, 1, "b8-b6"), 0);
    assert.deepEqual(model.turns.map(({ text }) => text), ["b2-b4 / .", "b8-b6"]);
    model.receive(seen(3n), 0);
    assert.equal(model.view?.text, "seen");
    assert.deepEqual(model.toAct, [1]);
  });

  test("a turn that arrives action by action is one entry", () => {
    const model = new MatchModel();
    model.receive(joined(0n), 0);
    for (const [index, text] of ["b2-b4", "/", ".", "d2-d4"].entries()) model.receive(update(BigInt(index + 1), 0, text), 0);
    assert.deepEqual(model.turns.map(({ text }) => text), ["b2-b4 / .", "d2-d4"]);
    model.receive(update(5n, 1, "draw grey"), 0);
    model.receive(update(6n, 1, "draw red"), 0);
    assert.equal(model.turns.at(-1)?.text, "draw grey, draw red");
  });

  test("a request that others have closed is gone with the next view", () => {
    const model = new MatchModel();
    model.receive(joined(0n), 0);
    model.receive(request(1n, 1), 0);
    model.receive(seen(2n), 0);
    assert.equal(model.request, undefined);
  });

  test("frames that a power failure has undone leave the list of turns", () => {
    const model = new MatchModel();
    model.receive(joined(0n), 0);
    model.receive(update(1n, 0, "b2-b4"), 0);
    model.receive(update(2n, 1, "b8-b6"), 0);
    model.receive(joined(1n), 0);
    assert.deepEqual(model.turns.map(({ text }) => text), ["b2-b4"]);
    assert.equal(model.seq, 1n);
  });

  test("the announcements of a race belong to the turn that decided it", () => {
    const model = new MatchModel();
    model.receive(joined(0n), 0);
    const race = { winner: 1, announcements: [{ seat: 1, text: "say 5", elapsedNanos: 1_500_000_000n }, { seat: 0, text: "say 4", elapsedNanos: 2_000_000_000n }] };
    model.receive(frame({ case: "update", value: { seq: 1n, race, events: [{ text: "say 5", actor: { kind: { case: "seat", value: 1 } } }] } }), 0);
    assert.deepEqual(model.turns[0]?.announcements, [
      { seat: 1, text: "say 5", millis: 1500, isWinner: true },
      { seat: 0, text: "say 4", millis: 2000, isWinner: false },
    ]);
  });

  test("passes and departures are left out of the seats that are to act", () => {
    const race = { case: "racePhase" as const, value: { passed: [2] } };
    const position = create(PositionSchema, { game: { case: "microRobots", value: { chips: [0, 0, 0, 0], departed: [1], phase: race } } });
    assert.deepEqual(seatsToAct(position), [0, 3]);
    const droids = create(PositionSchema, { game: { case: "droids", value: { seats: [1, 3], acting: 1, pending: [{ kind: { case: "lift", value: 3 } }] } } });
    assert.deepEqual(seatsToAct(droids), [1]);
    assert.deepEqual(seatsToAct(undefined), []);
  });

  test("clocks count down from their message and stand still when paused", () => {
    const clocks = { remainingNanos: 5_000_000_000n, bankNanos: [60_000_000_000n, 30_000_000_000n], isPaused: false };
    const received = { clocks, receivedAt: 1000 };
    assert.equal(remainingMillis(received, 2500), 3500);
    assert.equal(remainingMillis(received, 99_000), 0);
    assert.equal(bankMillis(received, 0, true, 11_000), 50_000);
    assert.equal(bankMillis(received, 1, false, 11_000), 30_000);
    assert.equal(bankMillis(received, 2, true, 11_000), undefined);
    assert.equal(remainingMillis({ clocks: { ...clocks, isPaused: true }, receivedAt: 1000 }, 9000), 5000);
    const { remainingNanos: _, ...unlimited } = clocks;
    assert.equal(remainingMillis({ clocks: unlimited, receivedAt: 0 }, 0), undefined);
  });

  test("times are short below ten seconds", () => {
    assert.equal(formatClock(9300), "9.3 s");
    assert.equal(formatClock(9990), "0:10");
    assert.equal(formatClock(65_000), "1:05");
    assert.equal(formatClock(3_725_000), "1:02:05");
    assert.equal(formatClock(-1), "0.0 s");
  });

  test("arrow keys reach the nearest place ahead", () => {
    const cell = (x: number, y: number) => ({ left: 10 * x, top: 10 * y, width: 10, height: 10 });
    const places = new Map([["a", cell(0, 0)], ["b", cell(1, 0)], ["c", cell(2, 0)], ["d", cell(0, 1)], ["e", cell(1, 1)]]);
    assert.equal(nearestPlace(places, "a", "E"), "b");
    assert.equal(nearestPlace(places, "c", "W"), "b");
    assert.equal(nearestPlace(places, "b", "S"), "e");
    assert.equal(nearestPlace(places, "a", "N"), undefined);
    assert.equal(headingOf([3, 2], 8), undefined);
    assert.equal(headingOf([-30, 12], 8), "W");
    assert.equal(headingOf([3, 12], 8), "S");
  });
});
