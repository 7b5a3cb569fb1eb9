/** Pasted texts: positions, boards, tasks, records and links, with the game and the options that they are of. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import type { GameSetup } from "botwerk/v1";
import { Client } from "botwerk/web";
import { pathOfPosition } from "../src/analysis/address.js";
import { PastedPositions, RejectedPosition } from "../src/analysis/pasted/pasted_position.js";
import type { PastedPosition } from "../src/analysis/pasted/pasted_position.js";
import { MAX_PASTED_LENGTH, recognise } from "../src/analysis/pasted/pasted_text.js";
import { PastedTextError } from "../src/analysis/pasted/pasted_text_error.js";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { ROOT, compiledModule } from "./engine.js";

const client = new Client("this page", new EngineTransport(new ModuleEngine(compiledModule("rules"))));
const GAMES = ["micro-robots", "netzwerk", "droids", "ricochet"];

const BOARD = "6W 6B 2B 2Y 1W 1B / 3R 4Y 3W 2W 2G 2R / 3B 4G 5W 4P 6G 4W / 4B 6R 5P 6P 5Y 1P / 5G 4R 2P 1R 5B 6Y / 3G 3Y 3P 1G 5R 1Y";
const RACE = `${BOARD} ; 6P ; 3B ; - ; 0,0 ; 0 ; 1 ; race:`;
const SMALL = "w b2,d2,f2 b8,d8,f8 a3,c3,e3,g3,a7,c7,e7,g7";
const SMALL_DIAGRAM = ` 9  + - + - + - +
 8  | x | x | x |
 7  u - u - u - u
 6  |   |   |   |
 5  + - + - + - +
 4  |   |   |   |
 3  u - u - u - u
 2  | w | w | w |
 1  + - + - + - +
    a b c d e f g
White moves robots
`;
const FREIGHT = "6 SW 1 S set S S45,W40 - - - - - - S:V1;W:v1 - - -";
const INSTANCE = {
  id: 1,
  walls: "9113911111139113800000000000000280000680000684028040010000010382c038000002c040029400002c00129006a9000005400000038000002ff80000028000402ff8000006c0003801500004039000000290002902800000000068000280000068001002c28000029004000012802c000003800002c44546c44446c446",
  diagonals: [[167, "/", 3], [177, "\\", 1]],
  robots: [20, 117, 154, 207],
  target: { pos: 198, robot: 2 },
  ricochet_rule: false,
  transparent: null,
  stop_on_diagonal: false,
  moves: 4,
};

function read(text: string, game = "netzwerk", options: readonly { name: string; value: string }[] = []): Promise<PastedPosition> {
  return new PastedPositions(client.rules, GAMES, { game, options, seats: 2 }).read(text);
}

/** Returns the game, the options and the last position of a text. */
async function summary(text: string, game?: string): Promise<readonly [game: string, options: string, position: string]> {
  const { match, steps } = await read(text, game);
  return [match.game, match.options.map(({ name, value }) => `${name}=${value}`).join(), steps.at(-1)?.text ?? "start"];
}

suite("pasted texts", () => {
  test("are positions of any game, whichever is open", async () => {
    for (const game of GAMES) {
      assert.deepEqual(await summary(`\n${RACE}  `, game), ["micro-robots", "", RACE]);
      assert.deepEqual(await summary("w b2 b12 a3", game), ["netzwerk", "", "w b2 b12 a3"]);
    }
    const { position } = await client.rules.createPosition({
      setup: { game: "droids", options: [{ name: "scenario", value: "3" }], seats: 3 }, seed: "7",
    });
    const found = await read(position!.text);
    assert.deepEqual([found.match.game, found.match.seats], ["droids", 3]);
    assert.deepEqual(found.match.options, [{ name: "scenario", value: "3" }]);
    assert.equal(found.steps[0]!.text, position!.text);
  });

  test("of the open match keep its options", async () => {
    const options = [{ name: "width", value: "3" }, { name: "ranks", value: "4" }];
    const { match } = await read(SMALL, "netzwerk", options);
    assert.deepEqual(match.options, options);
  });

  test("are what `position show` prints, with the size of the board", async () => {
    const shown = ["netzwerk", "width=3,ranks=4", SMALL] as const;
    assert.deepEqual(await summary(`${SMALL_DIAGRAM}position: ${SMALL}\n`, "droids"), shown);
    assert.deepEqual(await summary(JSON.stringify({ diagram: SMALL_DIAGRAM, position: SMALL })), shown);
    assert.deepEqual(await summary(`${SMALL_DIAGRAM}position: ${SMALL}\n`.replaceAll("\n", "\r\n")), shown);
    // Other games have the size in the position.
    assert.equal((await summary(JSON.stringify({ diagram: "...", position: RACE })))[2], RACE);
  });

  test("are conformance vectors with seats and options, and events of a match", async () => {
    const vector = { kind: "apply", game: "netzwerk", seats: 2, options: { width: "2", ranks: "3" }, position: "w b2,d2 b6,d6 a3" };
    assert.deepEqual(await summary(JSON.stringify(vector)), ["netzwerk", "width=2,ranks=3", "w b2,d2 b6,d6 a3"]);
    const events = ["w b2 b12 a3", "b b4 b12 a3 0 t:1"].map((position, index) => JSON.stringify({ seq: index + 1, position }));
    const found = await read(events.join("\n"));
    assert.deepEqual([found.steps[0]!.text, found.note], ["b b4 b12 a3 0 t:1", "Position 2 of 2."]);
    // The position counts turns, so that there is a limit.
    assert.deepEqual(found.match.options, [{ name: "turn_cap", value: "1000000" }]);
  });

  test("are generated tasks of Micro Robots, as text and as JSON lines", async () => {
    const line = { id: 1, board: BOARD, start: "6P", target: "3B" };
    assert.deepEqual(await summary(`4 moves from 6P to 3B on ${BOARD}`), ["micro-robots", "", RACE]);
    assert.deepEqual(await summary(`${JSON.stringify(line)}\n${JSON.stringify({ ...line, id: 2 })}\n`), ["micro-robots", "", RACE]);
    assert.equal((await read(`${JSON.stringify(line)}\n${JSON.stringify(line)}`)).note, "Position 1 of 2.");
  });

  test("are generated tasks of Ricochet Robots, as text and as JSON lines", async () => {
    const [game, options, text] = await summary("4 moves: 3A-2C-4A-1D r:e2,g:f8,b:k10,y:p13 b:g13\n5 moves: nonsense");
    assert.deepEqual([game, options], ["ricochet", "ricochet_rule=false"]);
    assert.match(text, /^3A-2C-4A-1D r:e2,g:f8,b:k10,y:p13 b:g13 (\S+:\w+,){15}\S+:\w+ 0,0 1 race:\/$/);
    const ofLine = await summary(JSON.stringify(INSTANCE));
    assert.deepEqual(ofLine.slice(0, 2), ["ricochet", "ricochet_rule=false"]);
    assert.match(ofLine[2], /^cells:9113\w+:h11\/y,b12\\g:b:g13 r:e2,g:f8,b:k10,y:p13 b:g13 - 0,0 1 race:\/$/);
    // The same task is solved by as many moves: the boards are the same.
    const [section, free] = await Promise.all([text, ofLine[2]].map((position) => walls(position)));
    assert.equal(section, free);
    const six = { ...INSTANCE, robots: [...INSTANCE.robots, 0, 1], transparent: 5, ricochet_rule: true, crossing_cost: "surcharge" };
    assert.equal((await summary(JSON.stringify(six)))[1], "silver=true,transparent=true,crossing_cost=surcharge");
  });

  test("are boards, on which a match starts", async () => {
    assert.deepEqual(await summary(BOARD), ["micro-robots", `board=${BOARD}`, "start"]);
    const diagram = ` ${BOARD.replaceAll(" / ", "\n ").replace("6P", "[6P]")}\nround 0\nchips  seat 0: 0`;
    assert.deepEqual(await summary(diagram), ["micro-robots", `board=${BOARD}`, "start"]);
    assert.deepEqual(await summary("3A-2C-4A-1D"), ["ricochet", "board=3A-2C-4A-1D", "start"]);
  });

  test("are game dumps, broken into lines or not", async () => {
    const dumps = readFileSync(join(ROOT, "engine/tests/ricochet/drifting_droids.txt"), "utf8");
    const dump = dumps.split("\n").find((line) => line.startsWith("!DriftingDroids_game!"))!;
    const whole = await summary(dump);
    assert.equal(whole[0], "ricochet");
    assert.deepEqual(await summary(dump.replace(/(.{60})/g, "$1\n")), whole);
  });

  test("are links to an analysis", async () => {
    const options = [{ name: "width", value: "3" }, { name: "ranks", value: "4" }];
    const path = pathOfPosition({ game: "netzwerk", options, seats: 2 }, SMALL);
    for (const start of ["http://127.0.0.1:4270", "https://example.org/cup/index.html#", ""]) {
      assert.deepEqual(await summary(start + path, "droids"), ["netzwerk", "width=3,ranks=4", SMALL]);
    }
    await assert.rejects(read("http://127.0.0.1:4270/analysis?game=netzwerk"), /This link to an analysis has no position/);
  });

  test("that are wrong say where, or what is understood", async () => {
    const rejected = await read("w b2,zz b12 a3", "droids").catch((error: unknown) => error);
    assert.ok(rejected instanceof RejectedPosition);
    assert.equal(rejected.text, "w b2,zz b12 a3");
    assert.match(String(rejected.cause), /expected a square/);
    const nonsense = await read("nonsense", "droids").catch((error: unknown) => error);
    assert.ok(nonsense instanceof RejectedPosition);
    assert.match(String(nonsense.cause), /expected a number/);
    const faults: [string, RegExp][] = [
      ["some\nother text", /Understood are positions, boards, records/],
      ['{"error":{"reason":"BAD_ARGUMENT"}}', /no position/],
      ["[1,2]", /no position/],
      ['{"position":1}', /no position/],
      ['{"seq":1,"position":"w b2 b12 a3"}\n{"seq":2,"posi', /Line 2 of this text is not JSON/],
      [SMALL_DIAGRAM, /Copy the line that starts with `position:`/],
      [JSON.stringify({ walls: "9", robots: 3 }), /no `robots` and `target`/],
      ["{".repeat(MAX_PASTED_LENGTH + 1), /too long/],
    ];
    for (const [text, message] of faults) {
      await assert.rejects(read(text), (error) => error instanceof PastedTextError && message.test(error.message), text.slice(0, 40));
    }
    await assert.rejects(read(FREIGHT.replace("6 SW", "6 SWNE")), RejectedPosition);
    assert.deepEqual(recognise(FREIGHT), {
      kind: "position",
      text: FREIGHT,
      setups: [{ game: "droids", options: [{ name: "scenario", value: "6" }, { name: "sides", value: "neighbours" }], seats: 2 }],
      isExact: false,
      note: "",
    });
  });
});

/** Returns the places of the picture's walls of a position of Ricochet Robots, as its diagram shows them. */
async function walls(position: string): Promise<string> {
  const setup = { game: "ricochet", options: [], seats: 2 } as unknown as GameSetup;
  const { diagram } = await client.rules.getView({ setup, position });
  // Letters are robots and targets, of which only one board lists all.
  return diagram.split("\n").slice(0, 34).join("\n").replace(/[a-z*]/gi, " ");
}
