/** Positions that are set up by hand: the engine accepts them, or names what they break. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { GameSetup, Position } from "botwerk/v1";
import { Client } from "botwerk/web";
import type { Editor } from "../src/analysis/editors/editor.js";
import { editorOf } from "../src/analysis/editors/editors.js";
import { Session } from "../src/analysis/session.js";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { compiledModule } from "./engine.js";

const client = new Client("this page", new EngineTransport(new ModuleEngine(compiledModule("rules"))));

/** A position that is edited step by step. */
class Bench {
  private constructor(
    private readonly setup: GameSetup,
    readonly editor: Editor,
    public position: Position,
  ) {}

  static async open(game: string, seats: number, options: Readonly<Record<string, string>> = {}): Promise<Bench> {
    const named = Object.entries(options).map(([name, value]) => ({ name, value }));
    const setup = { game, seats, options: named } as unknown as GameSetup;
    const description = await client.rules.describeMatch({ setup });
    const { position } = await client.rules.createPosition({ setup, seed: "editor" });
    return new Bench(setup, editorOf(game)!(description), position!.position!);
  }

  /** Uses a tool and returns the position as the engine writes it. */
  use(tool: string, place: string, target?: string, parameters: Readonly<Record<string, string>> = {}): Promise<string> {
    const use = { tool, place, parameters, ...(target === undefined ? {} : { target }) };
    return this.#take(this.editor.use(this.position, use));
  }

  change(setting: string, value: string): Promise<string> {
    return this.#take(this.editor.change(this.position, setting, value));
  }

  async #take(position: Position): Promise<string> {
    const { text } = await client.rules.formatPosition({ setup: this.setup, position });
    const parsed = await client.rules.parsePosition({ setup: this.setup, text });
    this.position = parsed.position!.position!;
    return text;
  }
}

suite("editor of Netzwerk", () => {
  test("puts, moves and takes away robots and batteries", async () => {
    const bench = await Bench.open("netzwerk", 2, { width: "2", ranks: "3" });
    assert.equal(await bench.use("erase", "b2"), "w d2 b6,d6 a3,c3,e3,a5,c5,e5");
    assert.equal(await bench.use("white", "b4"), "w d2,b4 b6,d6 a3,c3,e3,a5,c5,e5");
    assert.equal(await bench.use("white", "b4"), "w d2 b6,d6 a3,c3,e3,a5,c5,e5");
    assert.equal(await bench.use("move", "a3", "a1"), "w d2 b6,d6 a1,c3,e3,a5,c5,e5");
    assert.equal(await bench.use("move", "d2", "d6"), "w d6 d2,b6 a1,c3,e3,a5,c5,e5");
    assert.equal(await bench.change("side", "black"), "b d6 d2,b6 a1,c3,e3,a5,c5,e5");
  });

  test("keeps robots off energy fields", async () => {
    const bench = await Bench.open("netzwerk", 2);
    await assert.rejects(async () => bench.use("move", "b2", "a1"), /NW-2/);
    assert.equal(bench.editor.applies(bench.position, "white", "a1"), false);
    assert.equal(bench.editor.applies(bench.position, "erase", "b4"), false);
  });

  test("leaves the numbers of robots to the engine", async () => {
    const bench = await Bench.open("netzwerk", 2, { width: "2", ranks: "3" });
    await assert.rejects(bench.use("white", "b4"), /at most 2 robots of a side/);
  });
});

suite("editor of Micro Robots", () => {
  test("opens a race once robot and target are placed", async () => {
    const bench = await Bench.open("micro-robots", 3);
    await assert.rejects(async () => bench.use("target", "2W"), /MR-6/);
    assert.match(await bench.use("start", "1P"), / ; 1P ; - ; - ; 0,0,0 ; 0 ; 0 ; roll$/);
    assert.match(await bench.use("target", "2W"), / ; 1P ; 2W ; - ; 0,0,0 ; 0 ; 1 ; race:$/);
    // The robot changes places with the target.
    assert.match(await bench.use("start", "2W"), / ; 2W ; 1P ; - ; /);
  });

  test("swaps spaces of the board", async () => {
    const bench = await Bench.open("micro-robots", 2);
    const before = await bench.use("start", "1P");
    const after = await bench.use("swap", "1B", "6W");
    assert.equal(after, before.replace("1B", "X").replace("6W", "1B").replace("X", "6W"));
  });

  test("rolls an intermediate target in the expert variant", async () => {
    const bench = await Bench.open("micro-robots", 2, { expert: "true" });
    await bench.use("start", "1P");
    assert.match(await bench.use("target", "2W"), / ; 1P ; 2W ; \d[BYGRPW] ; .* ; race:$/);
    assert.match(await bench.use("intermediate", "3B"), / ; 1P ; 2W ; 3B ; /);
  });
});

suite("editor of Ricochet Robots", () => {
  test("places all robots and opens a target", async () => {
    const bench = await Bench.open("ricochet", 2, { board: "4B-3C-1A-2A", silver: "true" });
    assert.match(await bench.use("1", "c12"), /^4B-3C-1A-2A r:c12,g:\w+,b:\w+,y:\w+,s:\w+ - .* 0,0 0 draw$/);
    assert.match(await bench.use("target", "e10"), / y:e10 .* 0,0 1 race:\/$/);
    assert.match(await bench.use("target", "c2"), / r:c2 .*y:e10.* 0,0 1 race:\/$/);
    assert.equal(bench.editor.applies(bench.position, "target", "a1"), false);
    assert.equal(bench.editor.applies(bench.position, "1", "h8"), false);
  });

  test("places robots only on cells of a board of another size", async () => {
    const board = "size:5x4:911138000280282c4446:-:r:e4,*:c1";
    const bench = await Bench.open("ricochet", 2, { board });
    assert.match(await bench.use("1", "e3"), / r:e3,g:\w+,b:\w+,y:\w+ - /);
    assert.equal(bench.editor.applies(bench.position, "1", "e4"), true);
    assert.equal(bench.editor.applies(bench.position, "1", "f1"), false);
    assert.equal(bench.editor.applies(bench.position, "1", "a5"), false);
  });

  test("places robots on a board with more than 26 columns", async () => {
    const row = (north: string) => north[0]! + north[1]!.repeat(26) + north[2]!;
    const board = `size:28x3:${row("913")}${row("802")}${row("c46")}:-:r:ab3,*:c1`;
    const bench = await Bench.open("ricochet", 2, { board });
    assert.match(await bench.use("1", "ab2"), / r:ab2,g:\w+,b:\w+,y:\w+ - /);
    assert.equal(bench.editor.applies(bench.position, "target", "ab3"), true);
    assert.equal(bench.editor.applies(bench.position, "1", "ac1"), false);
    assert.equal(bench.editor.applies(bench.position, "1", "aa4"), false);
  });

  test("lets robots change places", async () => {
    const bench = await Bench.open("ricochet", 2);
    await bench.use("1", "a16");
    await bench.use("2", "p16");
    assert.match(await bench.use("1", "p16"), / r:p16,g:a16,/);
  });
});

suite("editor of Droids", () => {
  test("moves robots and places objects", async () => {
    const bench = await Bench.open("droids", 2);
    assert.match(await bench.use("move", "59", "45"), /^1 SN 1 S draw S S45,N40,r72,r27 - /);
    assert.match(await bench.use("obstacle", "60"), / o60 /);
    assert.match(await bench.use("mine", "60"), / m60 /);
    assert.match(await bench.use("move", "60", "90"), / m90 /);
    assert.match(await bench.use("erase", "90"), /^1 SN 1 S draw S S45,N40,r72,r27 - - /);
    await assert.rejects(bench.use("mine", "00"), /DR-29/);
  });

  test("sets stones and fills up the hands", async () => {
    const bench = await Bench.open("droids", 2);
    const fire = { kind: "FIRE", arrow: "E" };
    const full = "V1,V2,VM,VD,B1,FIRE,TAKE";
    assert.match(await bench.use("stone", "S5.1", undefined, fire), new RegExp(` S:V1,V2,VM,VD,B1,FIRE;N:${full} S5.1:FIREE - -$`));
    assert.match(await bench.use("move", "S5.1", "S6.2"), / S6.2:FIREE - -$/);
    assert.match(await bench.change("hand:1", "V1 V1 VM"), / S:V1,V1,V1,V2,VM,VM;N:/);
    assert.match(await bench.use("strip", "N10"), / N10 /);
    await assert.rejects(async () => bench.change("hand:1", "F4"), /F4 is not a kind of stone/);
    await assert.rejects(async () => bench.use("stone", "S1.1", undefined, { kind: "VD", arrow: "E" }), /DR-12/);
  });

  test("opens each phase for each seat", async () => {
    const bench = await Bench.open("droids", 4);
    for (const side of ["S", "W", "N", "E"]) {
      assert.match(await bench.change("acting", side), new RegExp(`^1 SWNE 1 ${side} draw ${side} `));
    }
    await bench.use("stone", "E5.1", undefined, { kind: "FIRE", arrow: "N" });
    const text = await bench.change("acting", "E");
    assert.match(text, /^1 SWNE 1 E set E /);
    const column = Number(/,E\d(\d)/.exec(text)?.[1]);
    // A stone can only be sent to the robot in its column.
    await bench.use("move", "E5.1", `E${10 - column}.1`);
    assert.match(await bench.change("phase", "send"), /^1 SWNE 1 E send E .* S0,W0,N0,E0 - /);
  });

  test("keeps the mad robot's orders of the solo scenario", async () => {
    const bench = await Bench.open("droids", 1);
    assert.match(await bench.use("move", "59", "58"), / S58\+o.*,M72 .* die:M -$/);
  });
});

suite("edits that are requested at once", () => {
  test("all hold", async () => {
    const options = [{ name: "width", value: "2" }, { name: "ranks", value: "3" }];
    const setup = { game: "netzwerk", seats: 2, options } as unknown as GameSetup;
    const session = await Session.open(client.rules, setup);
    const editor = editorOf("netzwerk")!(session.description);
    const current = () => (session.position?.kind === "complete" ? session.position.info.position! : assert.fail());
    await session.startFromSeed("editor");
    const changes = [
      session.edit(() => editor.use(current(), { tool: "erase", place: "b2", parameters: {} }), "erase b2"),
      session.edit(() => editor.use(current(), { tool: "white", place: "b4", parameters: {} }), "white robot b4"),
    ];
    await Promise.all(changes);
    assert.equal(session.position?.text, "w d2,b4 b6,d6 a3,c3,e3,a5,c5,e5");
  });
});
