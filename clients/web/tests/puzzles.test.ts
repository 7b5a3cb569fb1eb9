/** Puzzles: what a seed determines, whether each puzzle is what it claims, and what is kept of the daily ones. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { suite, test } from "node:test";
import { Client } from "botwerk";
import type { PositionInfo } from "botwerk/v1";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { Attempt, attemptTask } from "../src/play/ricochet/attempt.js";
import { ROBOT_LETTERS } from "../src/play/ricochet/slide.js";
import { DailyStreak } from "../src/puzzles/daily_streak.js";
import { dayBefore, dayOf, isDay } from "../src/puzzles/day.js";
import { isFull } from "../src/puzzles/droids_orders.js";
import type { Puzzle, PuzzleGame } from "../src/puzzles/puzzle.js";
import { dailyKey, pathOfPuzzle, puzzleRandom, readPuzzleKey } from "../src/puzzles/puzzle_address.js";
import type { PuzzleKey } from "../src/puzzles/puzzle_address.js";
import { PuzzleAttempt } from "../src/puzzles/puzzle_attempt.js";
import { PUZZLE_GAMES } from "../src/puzzles/puzzle_games.js";
import { stepText } from "../src/puzzles/step_text.js";
import { GuardedStorage } from "../src/shell/guarded_storage.js";
import { compiledModule } from "./engine.js";
import { guardedStorageOf } from "./memory_storage.js";

const client = new Client("this page", new EngineTransport(new ModuleEngine(compiledModule("players"))));
const { rules } = client;
const { signal } = new AbortController();

const gameOf = (name: string): PuzzleGame => PUZZLE_GAMES.find(({ game }) => game === name)!;

function generate(game: PuzzleGame, key: PuzzleKey): Promise<Puzzle> {
  return game.generate({ client, random: puzzleRandom(game, key), signal, onTry: () => {} }, key.level);
}

/** Submits turns one after another and returns the first verdict. */
async function answer(game: PuzzleGame, puzzle: Puzzle, turns: readonly string[]) {
  const attempt = await PuzzleAttempt.start(rules, puzzle);
  for (const turn of turns) {
    assert.equal(await attempt.submit(turn), undefined, turn);
    const verdict = await game.judge(puzzle, attempt.answer, client, signal);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

/** Returns the solution as the turns that the controls of the game submit. */
function turnsOf({ setup, solution }: Puzzle): readonly string[] {
  return setup.game === "netzwerk" ? [solution.join(" ")] : solution;
}

async function apply({ setup }: Puzzle, position: string, text: string, seat?: number): Promise<PositionInfo | undefined> {
  const actor = seat === undefined ? {} : { actor: { kind: { case: "seat" as const, value: seat } } };
  return rules.applyActions({ setup, position, text, ...actor }).then(({ position: after }) => after, () => undefined);
}

suite("puzzles", () => {
  test("a seed determines the puzzle, and another seed gives another one", { timeout: 120_000 }, async () => {
    for (const game of PUZZLE_GAMES) {
      const level = game.levels[1]!.id;
      const [first, same, other] = await Promise.all(["a", "a", "b"].map((seed) => generate(game, { level, seed })));
      assert.deepEqual(first, same);
      assert.notEqual(first!.position, other!.position);
    }
  });

  test("daily puzzles of fixed days stay as they are", { timeout: 120_000 }, async () => {
    const found: Record<string, string> = {};
    for (const day of ["2026-11-28", "2026-12-24", "2027-01-01"]) {
      for (const game of PUZZLE_GAMES) {
        const key = dailyKey(game, day);
        const { position, solution } = await generate(game, key);
        const hash = createHash("sha256").update(JSON.stringify([key.level, position, solution])).digest("hex");
        found[`${day} ${game.game}`] = hash.slice(0, 16);
      }
    }
    // A change here changes the puzzles of all servers: raise `PUZZLE_FORMAT` with it.
    assert.deepEqual(found, GOLDEN);
  });

  test("the solution of each level solves its puzzle", { timeout: 240_000 }, async () => {
    for (const game of PUZZLE_GAMES) {
      for (const { id } of game.levels) {
        const puzzle = await generate(game, { level: id, seed: "levels" });
        const verdict = await answer(game, puzzle, turnsOf(puzzle));
        assert.equal(verdict?.grade, "best", `${game.game} ${id}: ${verdict?.reason.text}`);
        const [min, max] = BEST[game.game]?.(id) ?? [0, 0];
        assert.ok(puzzle.best >= min && puzzle.best <= max, `${game.game} ${id} has ${puzzle.best}`);
      }
    }
  });

  test("no route of Micro Robots is shorter than the puzzle says", { timeout: 60_000 }, async () => {
    for (const seed of ["1", "2", "3"]) {
      const puzzle = await generate(gameOf("micro-robots"), { level: "8", seed });
      const [rows, start, target] = puzzle.position.split(" ; ");
      const board = rows!.split(" / ").map((row) => row.split(" "));
      const at = (space: string) => {
        const row = board.findIndex((spaces) => spaces.includes(space));
        return [row, board[row]!.indexOf(space)] as const;
      };
      const reached = new Set([start!]);
      let distance = 0;
      for (; !reached.has(target!); distance++) {
        for (const from of [...reached]) {
          const [row, column] = at(from);
          const inLine = [...board[row]!, ...board.map((spaces) => spaces[column]!)];
          for (const to of inLine) if (to[0] === from[0] || to[1] === from[1]) reached.add(to);
        }
      }
      assert.equal(distance, 8);
    }
  });

  test("no solution of Ricochet Robots is shorter than the puzzle says", { timeout: 60_000 }, async () => {
    const puzzle = await generate(gameOf("ricochet"), { level: "4", seed: "1" });
    const { position } = await rules.parsePosition({ setup: puzzle.setup, text: puzzle.position });
    const game = position!.position!.game;
    assert.ok(game.case === "ricochet");
    let attempts = [Attempt.start(attemptTask(game.value, puzzle.setup, "")!)];
    for (let moves = 1; moves < 4; moves++) {
      attempts = attempts.flatMap((attempt) =>
        ROBOT_LETTERS.filter((robot) => attempt.robots.has(robot)).flatMap((robot) =>
          attempt.allSlides(robot).map((slide) => attempt.after(slide))));
      assert.ok(attempts.length > 0 && attempts.every((attempt) => attempt.problem() !== undefined), `${moves} moves`);
    }
  });

  test("after a turn that holds, no sequence of the opponent's actions wins", { timeout: 240_000 }, async () => {
    const puzzle = await generate(gameOf("netzwerk"), { level: "hold", seed: "1" });
    const { seat, solution, position } = puzzle;
    const after = (await apply(puzzle, position, solution.join(" "), seat))!;
    assert.equal(await findWin(puzzle, after.text, 1 - seat), undefined);
    // The threat is real: the opponent can win after other turns.
    let losing = 0;
    const { actions } = await rules.listLegalActions({ setup: puzzle.setup, position });
    for (const turn of actions.map(({ text }) => `${text} / .`)) {
      const verdict = await answer(gameOf("netzwerk"), puzzle, [turn]);
      if (verdict?.grade !== "wrong") continue;
      losing++;
      const lost = (await apply(puzzle, position, turn, seat))!;
      const end = await apply(puzzle, lost.text, verdict.refutation!, 1 - seat);
      assert.ok(end?.turn?.kind.case === "over" && end.turn.kind.value.places[1 - seat] === 1, verdict.refutation);
    }
    assert.ok(losing > 0);
  });

  test("no program of Droids is shorter than the puzzle says", { timeout: 120_000 }, async () => {
    const puzzle = await generate(gameOf("droids"), { level: "3", seed: "1" });
    const { turn } = (await rules.parsePosition({ setup: puzzle.setup, text: puzzle.position })).position!;
    assert.ok(turn?.kind.case === "decision" && turn.kind.value.stage === "set");
    assert.equal(puzzle.best, 3);
    for (const program of await programs(puzzle, puzzle.position, 2)) {
      assert.doesNotMatch(program, /over - .*cS49/, program);
    }
  });

  test("a longer route is a solution, and a wrong one is not", { timeout: 60_000 }, async () => {
    const game = gameOf("micro-robots");
    const puzzle = await generate(game, { level: "4", seed: "1" });
    const [, ...route] = puzzle.solution;
    // Going back to the start and on again costs two moves.
    const start = `to ${puzzle.position.split(" ; ")[1]}`;
    const longer = await answer(game, puzzle, ["say 6", route[0]!, start, ...route]);
    assert.equal(longer?.grade, "longer");
    assert.match(longer!.reason.text, /6 moves, the best is 4/);
    const wrong = await answer(game, puzzle, ["say 4", "end"]);
    assert.equal(wrong?.grade, "wrong");
    assert.equal(wrong!.reason.rule, "MR-14");
  });

  test("a turn of Netzwerk without a win says what is missing", { timeout: 60_000 }, async () => {
    const game = gameOf("netzwerk");
    const puzzle = await generate(game, { level: "win-5", seed: "1" });
    const verdict = await answer(game, puzzle, [`${puzzle.solution[0]} / .`]);
    assert.equal(verdict?.grade, "wrong");
    assert.match(verdict!.reason.text, /The match continues: \d robots? of the \d that you need on rank (2|12)/);
  });

  test("a program of Droids that is longer than needed reaches the goal", { timeout: 60_000 }, async () => {
    const game = gameOf("droids");
    const puzzle = await generate(game, { level: "3", seed: "1" });
    const verdict = await answer(game, { ...puzzle, best: 2 }, puzzle.solution);
    assert.equal(verdict?.grade, "solved");
    assert.match(verdict!.reason.text, /after 3 stones; 2 are enough/);
  });

  test("a round of Droids without a program is lost", { timeout: 60_000 }, async () => {
    const game = gameOf("droids");
    const puzzle = await generate(game, { level: "3", seed: "1" });
    const verdict = await answer(game, puzzle, ["stop"]);
    assert.equal(verdict?.grade, "wrong");
    assert.equal(verdict!.reason.rule, "DR-18");
  });

  test("a search ends when it is aborted", async () => {
    for (const game of PUZZLE_GAMES) {
      const controller = new AbortController();
      const random = puzzleRandom(game, { level: game.levels[0]!.id, seed: "stop" });
      const onTry = () => controller.abort(new Error("stopped"));
      await assert.rejects(game.generate({ client, random, signal: controller.signal, onTry }, game.levels[0]!.id), /stopped/);
    }
  });

  test("actions of a solution are written for people", () => {
    const texts = [
      ["micro-robots", "to 6P", "6 pink"],
      ["ricochet", "gW", "green ←"],
      ["netzwerk", "b2-b4", "b2 → b4"],
      ["netzwerk", "b2xb4", "b2 captures b4"],
      ["netzwerk", "k3-g3", "battery k3 → g3"],
      ["netzwerk", "/", "then batteries"],
      ["netzwerk", ".", "end of the turn"],
      ["droids", "set VD SE 4.2", "VD ↘ on 4"],
      ["droids", "stop", "stop setting"],
      ["droids", "send 10", "send from 10"],
    ] as const;
    for (const [game, action, text] of texts) assert.equal(stepText(game, action), text);
  });

  test("three orders fill a transmitter", () => {
    assert.equal(isFull([5, 5, 4], 5), false);
    assert.equal(isFull([5, 5, 4, 5], 5), true);
  });

  test("an address names a puzzle, a day that has come, or leaves the seed open", () => {
    const game = gameOf("netzwerk");
    const read = (query: string, ...parts: string[]) => readPuzzleKey(game, parts, new URLSearchParams(query), "2026-11-28");
    assert.deepEqual(read("?seed=x&difficulty=hold"), { level: "hold", seed: "x" });
    assert.deepEqual(read("?seed=x&difficulty=unknown"), { level: "win-3", seed: "x" });
    assert.equal(read("?difficulty=hold"), undefined);
    assert.equal(read("?day=2026-11-29"), undefined);
    assert.equal(read("?day=2026-02-30"), undefined);
    assert.deepEqual(read("", "daily"), read("?day=2026-11-28"));
    assert.equal(read("?day=2026-11-27")?.seed, "daily 2026-11-27 netzwerk");
    assert.equal(pathOfPuzzle(game, dailyKey(game, "2026-11-27")), "/puzzles/netzwerk?day=2026-11-27");
    assert.equal(pathOfPuzzle(game, { level: "hold", seed: "a b" }), "/puzzles/netzwerk?difficulty=hold&seed=a+b");
    assert.equal(read(`?seed=${"x".repeat(100)}`)?.seed.length, 64);
  });

  test("days are those of UTC", () => {
    assert.equal(dayOf(Date.UTC(2026, 10, 28, 23, 59)), "2026-11-28");
    assert.equal(dayBefore("2027-01-01"), "2026-12-31");
    assert.equal(dayBefore("2024-03-01"), "2024-02-29");
    assert.ok(isDay("2026-11-28"));
    for (const text of ["2026-13-01", "2026-02-29", "28.11.2026", ""]) assert.ok(!isDay(text), text);
  });

  test("days in a row end with a day without a solved puzzle", () => {
    const storage = guardedStorageOf(new Map());
    const streak = new DailyStreak(storage);
    assert.equal(streak.daysInARow("2026-11-28"), 0);
    for (const day of ["2026-11-24", "2026-11-26", "2026-11-27"]) streak.add(day, "droids");
    assert.equal(streak.daysInARow("2026-11-28"), 2);
    streak.add("2026-11-28", "netzwerk");
    streak.add("2026-11-28", "netzwerk");
    assert.equal(streak.daysInARow("2026-11-28"), 3);
    assert.equal(streak.daysInARow("2026-11-30"), 0);
    assert.deepEqual([...streak.solvedOn("2026-11-28")], ["netzwerk"]);
  });

  test("the storage of solved puzzles is bounded, and broken content is ignored", () => {
    for (const content of ["{", "null", "7", "[]", '{"2026-11-28":7,"x":["droids"],"2026-11-27":[1,"droids"]}']) {
      const streak = new DailyStreak(guardedStorageOf(new Map([["puzzles-solved", content]])));
      assert.equal(streak.daysInARow("2026-11-28"), content.includes("droids") ? 1 : 0, content);
    }
    const days = ["2029-12-31"];
    while (days.length < 1100) days.push(dayBefore(days.at(-1)!));
    const stored = new Map([["puzzles-solved", JSON.stringify(Object.fromEntries(days.map((day) => [day, ["droids"]])))]]);
    new DailyStreak(guardedStorageOf(stored)).add("2030-01-01", "droids");
    const kept = Object.keys(JSON.parse(stored.get("puzzles-solved")!) as object);
    assert.deepEqual([kept.length, kept.includes("2030-01-01"), kept.includes(days.at(-1)!)], [1000, true, false]);
    const fail = () => {
      throw new Error("forbidden");
    };
    const forbidden = new DailyStreak(new GuardedStorage(fail));
    forbidden.add("2026-11-28", "droids");
    assert.equal(forbidden.daysInARow("2026-11-28"), 1);
  });
});

/** The limits of what each level of a game needs at least. */
const BEST: Readonly<Record<string, (level: string) => readonly [number, number]>> = {
  "micro-robots": (level) => [Number(level), Number(level)],
  ricochet: (level) => [Number(level), Number(level)],
  droids: (level) => [Number(level), Number(level)],
  netzwerk: (level) => ({ "win-3": [1, 3], "win-5": [4, 5], "win-6": [6, 36] } as const)[level] ?? [0, 0],
};

/** Hashes of levels, positions and solutions. */
const GOLDEN: Readonly<Record<string, string>> = {
  "2026-11-28 micro-robots": "05195ba7512e95cf",
  "2026-11-28 ricochet": "01b58e05c097afe3",
  "2026-11-28 netzwerk": "c6cf9024bee83ef4",
  "2026-11-28 droids": "4aedc46d0e2e3d29",
  "2026-12-24 micro-robots": "1f11963db9283e37",
  "2026-12-24 ricochet": "0d5a33e1884de400",
  "2026-12-24 netzwerk": "64a958b875eb8515",
  "2026-12-24 droids": "2330c1dded18ed79",
  "2027-01-01 micro-robots": "c5860e7cbf72c1e6",
  "2027-01-01 ricochet": "4ef7957e094f7477",
  "2027-01-01 netzwerk": "e4c70d6323512bf6",
  "2027-01-01 droids": "beb6f1d541b29a47",
};

/** Returns a sequence of robot actions with which the seat wins, by trying all of them. */
async function findWin(puzzle: Puzzle, start: string, seat: number): Promise<string | undefined> {
  const actor = { kind: { case: "seat" as const, value: seat } };
  const seen = new Set([start]);
  const open: { readonly position: string; readonly turn: string }[] = [{ position: start, turn: "" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { actions } = await rules.listLegalActions({ setup: puzzle.setup, position: next.position, actor });
    for (const { text } of actions.filter(({ text }) => text !== "/")) {
      const after = (await apply(puzzle, next.position, text, seat))!;
      const turn = `${next.turn} ${text}`;
      if (after.turn?.kind.case === "over") {
        if (after.turn.kind.value.places[seat] === 1) return turn;
      } else if (!seen.has(after.text)) {
        seen.add(after.text);
        open.push({ position: after.text, turn });
      }
    }
  }
  assert.ok(seen.size > 1);
  return undefined;
}

/** Returns the positions after all programs of up to the given number of stones that fit the droid's columns. */
async function programs(puzzle: Puzzle, position: string, stones: number): Promise<string[]> {
  const ends: string[] = [];
  const { actions } = await rules.listLegalActions({ setup: puzzle.setup, position });
  const column = (text: string) => Number(/ S(\d)\d/.exec(text)![1]) + 1;
  // The first stone is sent from the column of the start, in its first slot.
  const firsts = actions.filter(({ text }) => text.endsWith(` ${column(position)}.1`));
  for (const { text: first } of firsts) {
    const set = (await apply(puzzle, position, first))!;
    const seconds = stones < 2 ? [] : (await rules.listLegalActions({ setup: puzzle.setup, position: set.text })).actions;
    for (const second of ["stop", ...seconds.map(({ text }) => text).filter((text) => /\.1$|\.2$/.test(text))]) {
      let after = await apply(puzzle, set.text, second);
      if (after !== undefined && second !== "stop") after = await apply(puzzle, after.text, "stop");
      const reply = after?.turn?.kind.case === "decision" && after.turn.kind.value.seats[0] === 1 ? puzzle.reply! : "";
      if (reply !== "") after = await apply(puzzle, after!.text, reply);
      for (let sent = 0; sent < stones; sent++) {
        if (after?.turn?.kind.case !== "decision" || after.turn.kind.value.stage !== "send") break;
        const next: PositionInfo | undefined = await apply(puzzle, after.text, `send ${column(after.text)}`);
        if (next === undefined) break;
        after = next;
      }
      if (after !== undefined) ends.push(after.text);
    }
  }
  assert.ok(ends.length > 100);
  return ends;
}
