/** What the controls of the games compute themselves, compared with the rules. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Client } from "botwerk";
import type { GameSetup, PositionInfo } from "botwerk/v1";
import { DroidsKind, GameSetupSchema } from "botwerk/v1";
import { create } from "@bufbuild/protobuf";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { completePosition } from "../src/play/droids/complete_position.js";
import { formatDraws, parseChoice } from "../src/play/droids/legal_choices.js";
import { moveProblem, nextSpaces, routeProblem, routeTask } from "../src/play/micro_robots/route.js";
import { energyAccount } from "../src/play/netzwerk/energy_account.js";
import { fieldsAround, isStraight, parseMove } from "../src/play/netzwerk/lattice.js";
import { TurnDraft } from "../src/play/netzwerk/turn_draft.js";
import { Attempt, attemptTask } from "../src/play/ricochet/attempt.js";
import { DIRECTIONS, ROBOT_LETTERS, isFound } from "../src/play/ricochet/slide.js";
import { compiledModule } from "./engine.js";

const client = new Client("this page", new EngineTransport(new ModuleEngine(compiledModule("players"))));
const { rules } = client;

const setupOf = (game: string, seats: number, options: Readonly<Record<string, string>> = {}): GameSetup =>
  create(GameSetupSchema, { game, seats, options: Object.entries(options).map(([name, value]) => ({ name, value })) });

const seatActor = (value: number) => ({ kind: { case: "seat" as const, value } });

/** Returns numbers below a limit, the same ones in every run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Returns the text of a board with the frame, a wall and a diagonal. */
function largeBoard(width: number, height: number): string {
  const digits = Array.from({ length: width * height }, (_, cell) => {
    const [row, column] = [Math.floor(cell / width), cell % width];
    const isAtWall = (wanted: number) => row === 16 && column === wanted;
    const walls = [row === 0, column === width - 1 || isAtWall(15), row === height - 1, column === 0 || isAtWall(16)];
    return walls.reduce((sum, hasWall, side) => sum + (hasWall ? 1 << side : 0), 0).toString(16);
  });
  return `size:${width}x${height}:${digits.join("")}:q5/b,d17\\y:r:t18,*:c3,g:q1`;
}

/** Applies random chance outcomes until a seat is to act. */
async function afterChance(setup: GameSetup, start: PositionInfo, next: (limit: number) => number): Promise<PositionInfo> {
  let position = start;
  while (position.turn?.kind.case === "chance") {
    const { actions } = await rules.listLegalActions({ setup, position: position.text });
    const { text } = actions[next(actions.length)]!;
    position = (await rules.applyActions({ setup, position: position.text, text })).position!;
  }
  return position;
}

async function startOf(setup: GameSetup, seed: number): Promise<PositionInfo> {
  const { position } = await rules.createPosition({ setup, seed: String(seed) });
  return afterChance(setup, position!, numbers(seed));
}

suite("play games", () => {
  test("moves of Micro Robots agree with the rules", async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const setup = setupOf("micro-robots", 2);
      const start = await startOf(setup, seed);
      const { position } = await rules.applyActions({ setup, position: start.text, actor: seatActor(0), text: "say 9" });
      const game = position!.position!.game;
      assert.ok(game.case === "microRobots");
      const task = routeTask(game.value)!;
      const next = nextSpaces(task, task.start);
      for (const space of task.board.filter((space) => space !== task.start)) {
        const after = await rules.applyActions({ setup, position: position!.text, actor: seatActor(0), text: `to ${space}` });
        // The route is judged at the first illegal move, which ends the show.
        const isLegal = after.position!.text.includes("show:");
        assert.equal(next.includes(space), isLegal, `${task.start}-${space} of seed ${seed}`);
        if (!isLegal) assert.equal(moveProblem(task, task.start, space).rule, "MR-9");
      }
    }
  });

  test("routes of Micro Robots are judged", () => {
    const board = "2Y 1W 1B 5P 2P 3P 2W 2G 2R 6R 4R 3Y 4P 6G 4W 4B 5G 3G 6P 5Y 1P 6W 6B 2B 1R 5B 6Y 3R 4Y 3W 1G 5R 1Y 3B 4G 5W".split(" ");
    const task = { board, start: "1P", target: "2W" };
    const route = "1P-6P-6W-6R-2R-2W".split("-");
    assert.equal(routeProblem(task, route), undefined);
    assert.equal(routeProblem(task, route, 5), undefined);
    assert.match(routeProblem(task, route, 4)!.text, /5 moves, and 4 were announced/);
    assert.match(routeProblem(task, route.slice(0, 3))!.text, /must end on 2 white/);
    assert.equal(routeProblem({ ...task, intermediate: "6R" }, route), undefined);
    assert.equal(routeProblem({ ...task, intermediate: "3B" }, route)!.rule, "MR-29");
    assert.equal(routeProblem(task, ["1P"])!.rule, "MR-14");
  });

  test("moves of Ricochet Robots agree with the rules on random ways", { timeout: 60_000 }, async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const options = { race: "first", silver: "true", transparent: "true", sides: seed % 2 === 0 ? "D" : "ABCD", ...(seed % 3 === 0 ? { crossing_cost: "surcharge" } : {}), ...(seed === 5 ? { board: largeBoard(20, 18) } : {}) };
      const setup = setupOf("ricochet", 2, options);
      const next = numbers(seed);
      const start = await startOf(setup, seed);
      let position = (await rules.applyActions({ setup, position: start.text, actor: seatActor(0), text: "say 99" })).position!;
      const game = position.position!.game;
      assert.ok(game.case === "ricochet");
      let attempt = Attempt.start(attemptTask(game.value, setup, "")!);
      for (let move = 0; move < 6; move++) {
        const legal = ROBOT_LETTERS.filter((robot) => attempt.robots.has(robot)).flatMap((robot) => attempt.allSlides(robot));
        const texts = new Set(legal.map(({ text }) => text));
        for (const robot of attempt.robots.keys()) {
          for (const direction of DIRECTIONS) {
            for (const signs of robot === "t" ? ["", "+", "-+", "++", "--+"] : [""]) {
              const text = `${robot}${direction}${signs}`;
              const after = await rules.applyActions({ setup, position: position.text, actor: seatActor(0), text });
              assert.equal(texts.has(text), after.position!.text.includes(" show:"), `${text} after ${attempt.text} of seed ${seed}`);
            }
          }
        }
        const slide = legal[next(legal.length)]!;
        position = (await rules.applyActions({ setup, position: position.text, actor: seatActor(0), text: slide.text })).position!;
        attempt = attempt.after(slide);
      }
      assert.equal(attempt.withoutLast().moves.length, attempt.moves.length - 1);
    }
  });

  test("solutions of the solver are solutions for the controls, with the same cost", { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const setup = setupOf("ricochet", 2, { transparent: "true", sides: "ABCD" });
      const { text, position } = await startOf(setup, seed);
      const game = position!.game;
      assert.ok(game.case === "ricochet");
      let attempt = Attempt.start(attemptTask(game.value, setup, "")!);
      for await (const { kind } of client.analysis.solveInstance({ instance: { case: "position", value: { setup, text } } })) {
        if (kind.case !== "ricochet") continue;
        for (const move of kind.value.text.split(" ")) {
          const found = ROBOT_LETTERS.filter((robot) => attempt.robots.has(robot)).flatMap((robot) => attempt.allSlides(robot));
          attempt = attempt.after(found.find((slide) => slide.text === move)!);
        }
        assert.equal(attempt.problem(kind.value.cost), undefined);
        assert.equal(attempt.cost, kind.value.cost);
        assert.match(attempt.problem(kind.value.cost + 1)!.text, /were announced/);
      }
      assert.ok(attempt.moves.length > 0);
    }
  });

  test("a slide out of reach names its rule", async () => {
    const setup = setupOf("ricochet", 2, { board: "1A-2A-3A-4A" });
    const { position } = await startOf(setup, 1);
    const game = position!.game;
    assert.ok(game.case === "ricochet");
    const attempt = Attempt.start(attemptTask(game.value, setup, "")!);
    const rulesFound = DIRECTIONS.map((direction) => attempt.slides("r", direction)).filter((found) => !isFound(found));
    for (const found of rulesFound) assert.match(isFound(found) ? "" : found.rule!, /^RR-\d+$/);
    assert.equal(attempt.problem()!.rule, "RR-20");
  });

  test("turns of Netzwerk are drafted, undone and accounted", async () => {
    const setup = setupOf("netzwerk", 2);
    const start = await startOf(setup, 1);
    const game = start.position!.game;
    assert.ok(game.case === "netzwerk");
    const { actions } = await rules.listLegalActions({ setup, position: start.text });
    const draft = TurnDraft.start(rules, setup, 0, { text: start.text, position: game.value, legal: actions.map(({ text }) => text) });
    assert.equal(await draft.add("b2-b4"), undefined);
    assert.equal(await draft.add("d2-d4"), undefined);
    assert.equal((await draft.add("b2-b6"))?.rule, "NW-6");
    const [b2, d2] = energyAccount(draft.first.position, draft.last.position);
    assert.deepEqual(b2, { start: "b2", now: "b4", batteries: 2, spent: 1, left: 1, hasCaptured: false });
    // b2 and d2 share the battery on c3.
    assert.deepEqual([d2?.spent, d2?.left], [1, 1]);
    assert.equal(await draft.add("b4-b6"), undefined);
    const account = energyAccount(draft.first.position, draft.last.position);
    assert.deepEqual(account.slice(0, 2).map(({ left }) => left), [0, 0]);
    assert.match((await draft.explain("d4-d6")).text, /has 0 left/);
    assert.equal(await draft.add("/"), undefined);
    assert.equal((await draft.explain("f2-f4")).rule, "NW-5");
    assert.equal(draft.isComplete, false);
    assert.equal(await draft.add("."), undefined);
    assert.equal(draft.isComplete, true);
    assert.equal(draft.robotPhase.actions.join(" "), "b2-b4 d2-d4 b4-b6");
    draft.undo();
    assert.equal(draft.last.actions.at(-1), "/");
    draft.reset();
    assert.equal(draft.last.text, start.text);
  });

  test("the energy that is left agrees with the rules in random turns", async () => {
    const setup = setupOf("netzwerk", 2);
    for (let seed = 1; seed <= 5; seed++) {
      const next = numbers(seed);
      const start = await startOf(setup, seed);
      const game = start.position!.game;
      assert.ok(game.case === "netzwerk");
      const { actions } = await rules.listLegalActions({ setup, position: start.text });
      const draft = TurnDraft.start(rules, setup, 0, { text: start.text, position: game.value, legal: actions.map(({ text }) => text) });
      for (let step = 0; step < 8; step++) {
        const moves = draft.last.legal.filter((action) => parseMove(action) !== undefined);
        if (moves.length === 0) break;
        await draft.add(moves[next(moves.length)]!);
        const account = energyAccount(draft.first.position, draft.last.position);
        for (const { now, left } of account) {
          const rank = Number(now.slice(1)) + 2;
          const reason = await draft.explain(`${now}-${now[0]}${rank}`);
          const stated = /has (\d) left/.exec(reason.text)?.[1];
          if (stated !== undefined) assert.equal(left, Number(stated), `${now} after ${draft.last.actions.join(" ")}`);
          if (reason.text === "") assert.ok(left >= 1);
        }
      }
    }
  });

  test("points of the lattice have their neighbours", () => {
    assert.deepEqual(fieldsAround("b2"), ["a1", "c1", "a3", "c3"]);
    assert.deepEqual(parseMove("b2xb4"), { from: "b2", to: "b4", captures: true });
    assert.equal(parseMove("/"), undefined);
    assert.equal(isStraight("b2", "b6", 4), true);
    assert.equal(isStraight("b2", "d4", 4), false);
    assert.equal(isStraight("b2", "b8", 4), false);
  });

  test("a view of Droids is completed without a change of the seat's legal actions", async () => {
    const setup = setupOf("droids", 2);
    const matchRules = (await rules.describeMatch({ setup })).rules!.game;
    assert.ok(matchRules.case === "droids");
    const next = numbers(7);
    let position = await startOf(setup, 7);
    for (let action = 0; action < 40; action++) {
      if (position.turn?.kind.case !== "decision") break;
      const seat = position.turn.kind.value.seats[0]!;
      const actor = seatActor(seat);
      const viewed = await rules.getView({ setup, position: position.text, viewer: { kind: { case: "seat", value: seat } } });
      const game = viewed.view!.game;
      assert.ok(game.case === "droids");
      const value = completePosition(game.value, game.value.seats[seat]!, matchRules.value.kinds);
      const legal = await rules.listLegalActions({ setup, position: position.text, actor });
      const completed = await rules.listLegalActions({ setup, typedPosition: { game: { case: "droids", value } }, actor });
      assert.deepEqual(completed.actions.map(({ text }) => text), legal.actions.map(({ text }) => text));
      for (const { text } of legal.actions) assert.equal(parseChoice(text)?.text, text);
      const { text } = legal.actions[next(legal.actions.length)]!;
      position = await afterChance(setup, (await rules.applyActions({ setup, position: position.text, actor, text })).position!, next);
    }
  });

  test("actions of Droids are read", () => {
    assert.deepEqual(parseChoice("set V2 S 5.1"), { text: "set V2 S 5.1", kind: "set", stone: "V2", arrow: "S", slot: "5.1" });
    assert.deepEqual(parseChoice("send 5 >N"), { text: "send 5 >N", kind: "send", transmitter: 5, target: "N" });
    assert.equal(parseChoice("stone V2"), undefined);
    assert.equal(parseChoice("draw v2,b5")?.kind, "drawAll");
    assert.equal(formatDraws([["violet", 2], ["blue", 0], ["red", 5]]), "draw v2,r5");
    assert.equal(DroidsKind[DroidsKind.GREP], "GREP");
  });
});
