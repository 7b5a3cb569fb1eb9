/** What has happened in a match as sentences, steps of an animation, recaps of rounds, and hints with marks. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { Client } from "botwerk";
import type { GameSetup, VisibleEvent } from "botwerk/v1";
import { GameSetupSchema, UpdateSchema } from "botwerk/v1";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { animationEnd, latestTurns, stepMillis } from "../src/play/events/animation_step.js";
import type { AnimationStep } from "../src/play/events/animation_step.js";
import { currentEvents, eventsOf } from "../src/play/events/match_event.js";
import type { EventText, MatchEvent } from "../src/play/events/match_event.js";
import { RoundRecorder } from "../src/play/events/round_recorder.js";
import { turnSteps } from "../src/play/events/turn_steps.js";
import { gradedHints } from "../src/play/hints/graded_hints.js";
import type { SeatView, SeenUpdate } from "../src/play/match_model.js";
import { compiledModule } from "./engine.js";

const { rules } = new Client("this page", new EngineTransport(new ModuleEngine(compiledModule("players"))));

const setupOf = (game: string): GameSetup => create(GameSetupSchema, { game, seats: 2 });
const MICRO_ROBOTS = setupOf("micro-robots");
const RICOCHET = setupOf("ricochet");
const NETZWERK = setupOf("netzwerk");
const DROIDS = setupOf("droids");

const BOARD = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / 6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W";
const LARGE =
  "4A-2C-3C-1A r:j12,g:n14,b:o8,y:d4 *:h6 b:g2,y:b4,g:f5,r:c6,y:n4,b:m6,r:l3,g:k5,g:l15,r:o13,y:k11,b:m10,r:b12,g:c15,y:d10,b:g13 0,0 1 ";

async function seen(setup: GameSetup, text: string): Promise<SeatView> {
  const { position } = await rules.parsePosition({ setup, text });
  return { position: position!.position!, text };
}

const event = (seat: number | undefined, text: string) =>
  ({ text, ...(seat !== undefined && { actor: { kind: { case: "seat" as const, value: seat } } }) });

/** Returns an update of these events. */
async function update(
  setup: GameSetup,
  before: string | undefined,
  after: string,
  events: readonly ReturnType<typeof event>[],
  others: Partial<SeenUpdate> = {},
): Promise<SeenUpdate> {
  return {
    events: create(UpdateSchema, { events: [...events] }).events as VisibleEvent[],
    race: undefined,
    before: before === undefined ? undefined : await seen(setup, before),
    after: await seen(setup, after),
    remainingMillis: undefined,
    receivedAt: 0,
    isLive: true,
    ...others,
  };
}

const textOf = (text: EventText) => text.map((part) => (typeof part === "string" ? part : part.seat === 0 ? "you" : "Ann")).join("");
const textsOf = (events: readonly MatchEvent[]) => events.map(({ text }) => textOf(text));

const microRobots = (phase: string, { start = "1P", target = "2W", chips = "0,0", round = 1 } = {}) =>
  `${BOARD} ; ${start} ; ${target} ; - ; ${chips} ; 0 ; ${round} ; ${phase}`;

suite("play events", () => {
  test("an announcement names its number and the time that is left", async () => {
    const announced = await update(RICOCHET, `${LARGE}race:/`, `${LARGE}race:1:5/`, [event(1, "say 5")], { remainingMillis: 40_400 });
    assert.deepEqual(textsOf(eventsOf(announced, 0)), ["Ann announced 5 moves: you have 40 s to announce fewer."]);
    const lower = await update(RICOCHET, `${LARGE}race:0:4/`, `${LARGE}race:0:4,1:5/`, [event(1, "say 5")], { remainingMillis: 30_000 });
    assert.deepEqual(textsOf(eventsOf(lower, 0)), ["Ann announced 5 moves: your 4 shows first."]);
    const passed = await update(RICOCHET, `${LARGE}race:/0`, `${LARGE}race:1:5/0`, [event(1, "say 5")]);
    assert.deepEqual(textsOf(eventsOf(passed, 0)), ["Ann announced 5 moves."]);
    const own = await update(RICOCHET, `${LARGE}race:/`, `${LARGE}race:0:5/`, [event(0, "say 5")]);
    assert.deepEqual(eventsOf(own, 0), []);
    const first = await update(MICRO_ROBOTS, microRobots("race:"), microRobots("show:1:5:1P"), [event(1, "say 5")]);
    assert.deepEqual(textsOf(eventsOf(first, 0)), ["Ann announced 5 moves and shows a route now."]);
    const last = await update(RICOCHET, `${LARGE}race:1:7/0`, `${LARGE}show:1:7:/`, [event(1, "pass")]);
    assert.deepEqual(textsOf(eventsOf(last, 0)), ["Ann passed.", "Ann announced the fewest moves, 7, and shows a route now."]);
  });

  test("routes are said to be correct, wrong or late, with what they bring, and the next round with its task", async () => {
    const show = microRobots("show:1:5:1P", { chips: "0,1" });
    const next = (chips: string) => microRobots("race:", { start: "2W", target: "3B", chips, round: 2 });
    const result = async (chips: string, ...events: ReturnType<typeof event>[]) =>
      textsOf(eventsOf(await update(MICRO_ROBOTS, show, next(chips), [...events, event(undefined, "roll 3B")]), 0));
    const round = "Round 2: bring the robot from 2 white to 3 blue.";
    assert.deepEqual(await result("0,2", event(1, "to 6P")), ["Ann showed a correct route of 5 moves and won the chip.", round]);
    assert.deepEqual(await result("1,0", event(1, "end")), ["Ann showed a wrong route of 5 moves and gave a chip to you.", round]);
    assert.deepEqual(await result("0,1", event(undefined, "late 1")), ["Ann showed no route of 5 moves in time.", round]);
    const abandoned = await update(MICRO_ROBOTS, microRobots("race:"), microRobots("race:", { target: "3B", round: 2 }), [event(undefined, "break")]);
    assert.match(textsOf(eventsOf(abandoned, 0)).join(" "), /the round was abandoned. Round 2: bring the robot from 1 pink to 3 blue/);
    const further = await update(RICOCHET, `${LARGE}show:1:5:/0:7`, `${LARGE}show:0:7:/`, [event(1, "end")]);
    assert.deepEqual(textsOf(eventsOf(further, 0)), ["Ann showed a wrong route of 5 moves. Next to show: you, 7 moves."]);
  });

  test("captures, departures, damage and rounds are events in the other games", async () => {
    const before = "b b2,d8 b10,d12 a3,c9,c11,e11";
    const turn = await update(NETZWERK, before, before, ["b10-b8", "b8xd8", "/", "c11-c7", "."].map((text) => event(1, text)));
    assert.deepEqual(textsOf(eventsOf(turn, 0)), ["Ann captured your robot on d8."]);
    const quiet = await update(NETZWERK, before, before, ["b10-b8", "b8-b6", "/", "c11-c7", "."].map((text) => event(1, text)));
    assert.deepEqual(textsOf(eventsOf(quiet, 0)), ["Ann moved a robot from b10 to b6 and a battery."]);
    const left = await update(NETZWERK, before, before, [event(undefined, "leave b")]);
    assert.deepEqual(textsOf(eventsOf(left, 0)), ["Ann left the match."]);
    const sending = (acting: string, strips: string, stones: string) => `1 SN 1 N send ${acting} S59,N40,r72,r27 - ${strips} - - - S0,N1 - ${stones} - -`;
    const hit = await update(DROIDS, sending("N", "-", "S6.1:V1N,N6.1:FIRES"), sending("S", "S7", "S6.1:V1N"), [event(1, "send 6"), event(undefined, "die 7")]);
    assert.deepEqual(textsOf(eventsOf(hit, 0)), ["Ann sent “shoot” ↓ south from transmitter 6.", "Your transmitter 7 was hit: a damage strip covers it."]);
  });

  test("events stay until the own seat acts, and newer ones replace those that are out of date", async () => {
    const say = (number: number) => update(RICOCHET, `${LARGE}race:/`, `${LARGE}race:1:${number}/`, [event(1, `say ${number}`)]);
    let shown = currentEvents([], await say(7), 0);
    shown = currentEvents(shown, await say(5), 0);
    assert.deepEqual(textsOf(shown), ["Ann announced 5 moves: you can still announce fewer."]);
    const own = await update(RICOCHET, `${LARGE}race:1:5/`, `${LARGE}race:1:5,0:4/`, [event(0, "say 4")]);
    assert.deepEqual(currentEvents(shown, own, 0), []);
  });

  test("a turn of Netzwerk has a step for every action, with the position before it", async () => {
    const { position } = await rules.createPosition({ setup: NETZWERK, seed: "1" });
    const texts = ["b2-b4", "d2-d4", "/", "a3-a1", "."];
    const { position: after } = await rules.applyActions({ setup: NETZWERK, position: position!.text, text: texts.join(" ") });
    const changed = await update(NETZWERK, position!.text, after!.text, texts.map((text) => event(0, text)));
    const context = { rules, setup: NETZWERK, rulesetSha256: "" };
    const steps = await turnSteps(context, changed, 1);
    assert.deepEqual(steps.map(({ moves }) => moves[0]!.places), [["b2", "b4"], ["d2", "d4"], ["a3", "a1"]]);
    assert.equal(new Set(steps.map((step) => step.position)).size, 3);
    const capturing = "b b2,d10 b10,d12 a3,c9,c11,e11";
    const [capture] = await turnSteps(context, await update(NETZWERK, capturing, "w b2 b10,d10 a3,c9,c11,e11", [event(1, "d12xd10"), event(1, "/"), event(1, ".")]), 0);
    assert.deepEqual(capture!.marks, [{ kind: "cross", place: "d10" }]);
    assert.deepEqual(await turnSteps(context, changed, 0), [], "own turns are not animated");
  });

  test("a stone of Droids lights up, then its droid moves; shots mark what they hit", async () => {
    const text = (acting: string, droid: string, strips: string, stones: string) =>
      `1 SN 1 N send ${acting} S59,${droid},r72,r27 - ${strips} - - - S0,N1 - ${stones} - -`;
    const context = { rules, setup: DROIDS, rulesetSha256: "" };
    const walked = await update(DROIDS, text("N", "N40", "-", "S6.1:V1N,N6.2:V1S"), text("S", "N41", "-", "S6.1:V1N"), [event(1, "send 6")]);
    const [light, walk] = await turnSteps(context, walked, 0);
    assert.deepEqual(light!.marks, [{ kind: "ring", place: "N6.2", colour: "#c2185b" }]);
    assert.deepEqual(walk!.moves.map(({ places }) => places), [["40", "41"]]);
    const shot = await update(DROIDS, text("N", "N40", "-", "S6.1:V1N,N6.1:FIRES"), text("S", "N40", "S7", "S6.1:V1N"), [event(1, "send 6")]);
    const trail = (await turnSteps(context, shot, 0)).flatMap((step) => step.trail);
    assert.deepEqual(trail.map((mark) => ("place" in mark ? mark.place : mark.places)), ["S7", ["40", "59"]]);
  });

  test("a shown route is driven up to its first illegal move", async () => {
    const show = microRobots("show:1:5:1P");
    const context = { rules, setup: MICRO_ROBOTS, rulesetSha256: "" };
    const route = ["to 6P", "to 6W", "to 6R", "to 2R", "to 2W"].map((text) => event(1, text));
    const correct = await update(MICRO_ROBOTS, show, microRobots("race:", { start: "2W", target: "3B", chips: "0,1", round: 2 }), route);
    const steps = await turnSteps(context, correct, 0);
    assert.deepEqual(steps.map(({ moves }) => moves[0]!.places.join("-")), ["1P-6P", "6P-6W", "6W-6R", "6R-2R", "2R-2W"]);
    const wrong = await update(MICRO_ROBOTS, show, microRobots("race:", { start: "2W", target: "3B", round: 2 }), [event(1, "to 6P"), event(1, "to 3W")]);
    const last = (await turnSteps(context, wrong, 0)).at(-1)!;
    assert.deepEqual(last.marks.at(-1), { kind: "cross", place: "3W" });
  });

  test("the time of all steps is limited, and too many turns leave out the earliest", () => {
    let now = 1000;
    const end = animationEnd(now);
    for (let left = 38; left > 0; left--) now += stepMillis(left, now, end);
    assert.ok(Math.abs(now - end) < 1, `${now} of ${end}`);
    assert.ok(stepMillis(2, 0, animationEnd(0)) < 1000, "few steps are not slow");
    assert.equal(stepMillis(5, end + 1, end), 0);
    const turn = (length: number) => Array<AnimationStep>(length).fill({ position: "", moves: [], marks: [], trail: [] });
    assert.equal(latestTurns([turn(20), turn(13)]).length, 13);
    assert.equal(latestTurns([turn(20), turn(5), turn(13)]).length, 18);
    assert.equal(latestTurns([turn(38)]).length, 38);
  });

  test("a round is recorded with the server's times and the routes that were shown", async () => {
    const recorder = new RoundRecorder();
    const start = microRobots("race:");
    recorder.receive(await update(MICRO_ROBOTS, undefined, start, [event(undefined, "roll 2W")], { receivedAt: 500 }));
    const announcement = (seat: number, text: string, elapsedNanos: bigint) => ({ seat, text, elapsedNanos });
    const { race } = create(UpdateSchema, {
      race: { winner: 1, announcements: [announcement(1, "say 5", 1_500_000_000n), announcement(0, "say 4", 2_000_000_000n), announcement(1, "say 9", 99_000_000_000n)] },
    });
    const show = microRobots("show:1:5:1P");
    assert.equal(recorder.receive(await update(MICRO_ROBOTS, start, show, [event(1, "say 5")], { race, receivedAt: 2600 })), undefined);
    const next = microRobots("race:", { start: "2W", target: "3B", chips: "0,1", round: 2 });
    const recap = recorder.receive(await update(MICRO_ROBOTS, show, next, [event(1, "to 6P"), event(1, "to 2W")], { receivedAt: 3000 }));
    assert.equal(recap?.start.text, start);
    assert.deepEqual(recap?.announcements, [{ seat: 1, number: 5, millis: 1500 }, { seat: 0, number: 4, millis: 2000 }]);
    assert.deepEqual(recap?.shows, [{ seat: 1, number: 5, moves: ["6P", "2W"], isCorrect: true }]);
    const third = microRobots("race:", { start: "2W", target: "1G", chips: "0,1", round: 3 });
    const abandoned = recorder.receive(await update(MICRO_ROBOTS, next, third, [event(undefined, "break")]));
    assert.deepEqual([abandoned?.round, abandoned?.announcements, abandoned?.shows], [2, [], []]);
  });

  test("hints reveal the piece, then its goal, then the whole way", async () => {
    const { position } = await seen(MICRO_ROBOTS, microRobots("race:"));
    const context = { setup: MICRO_ROBOTS, rulesetSha256: "" };
    const [count, next, all] = gradedHints(position, 0, ["5 moves", "next: 6P", "all: 6P 6W 6R 2R 2W"], context);
    assert.deepEqual(count!.marks.map(({ kind }) => kind), ["ring", "ring"]);
    assert.deepEqual(next!.marks.map(({ kind }) => kind), ["ring", "ghost", "arrow"]);
    assert.deepEqual(all!.marks.map((mark) => (mark.kind === "arrow" ? mark.number : 0)), [1, 2, 3, 4, 5]);
    assert.equal(all!.notation, "all: 6P 6W 6R 2R 2W");
    const start = (await rules.createPosition({ setup: NETZWERK, seed: "1" })).position!.position!;
    const graded = gradedHints(start, 0, ["b2-b4 b4-b6 d2-d4 / a3-a1 ."], { setup: NETZWERK, rulesetSha256: "" });
    assert.deepEqual(graded.map(({ text }) => text), ["Move the robot on b2 first.", "It goes from b2 to b6.", "The whole turn is on the board."]);
    assert.deepEqual(graded.map(({ marks }) => marks.filter(({ kind }) => kind === "arrow").length), [0, 0, 4]);
    const other = await seen(RICOCHET, `${LARGE}race:/`);
    const [last] = gradedHints(other.position, 0, ["blue moves last"], { setup: RICOCHET, rulesetSha256: "" });
    assert.deepEqual(last!.marks.map((mark) => ("place" in mark ? mark.place : "")), ["o8", "h6"]);
  });
});
