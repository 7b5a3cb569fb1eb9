/** Records are verified in a page as by the program: the same hashes, draws and choices of players. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, suite, test } from "node:test";
import { promisify } from "node:util";
import { Client } from "botwerk";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { ROOT, compiledModule } from "./engine.js";

const execute = promisify(execFile);
const PROGRAM = resolve(ROOT, process.env["BOTWERK"] ?? "target/debug/botwerk");

/** The matches of each game, which agents play that are reproducible. */
const SERIES: readonly (readonly string[])[] = [
  ["--game", "micro-robots", "--option", "chips_to_win=3", "solver", "first-found"],
  ["--game", "netzwerk", "--option", "width=4", "--option", "ranks=4", "minimax:nodes=500", "greedy"],
  ["--game", "droids", "--option", "round_cap=2", "program-search:nodes=60", "greedy:programs=5"],
  ["--game", "ricochet", "--option", "targets_to_win=2", "solver", "random"],
];
const MATCHES = 50;

/** What the program prints about a record. */
interface Verdict {
  readonly file: string;
  readonly is_valid: boolean;
  readonly events: number;
  readonly choices: number;
  readonly head: string;
}

suite("records", () => {
  const clientOf = (module: "rules" | "players") =>
    new Client("this page", new EngineTransport(new ModuleEngine(compiledModule(module)))).rules;
  const rules = clientOf("players");
  const withoutPlayers = clientOf("rules");
  const folder = mkdtempSync(join(tmpdir(), "botwerk-"));
  after(() => rmSync(folder, { recursive: true }));

  for (const series of SERIES) {
    test(`of ${series[1]} have the same verdict in a page`, async () => {
      const records = join(folder, series[1]!);
      await execute(PROGRAM, ["match", ...series, "--seed", "page", "--matches", String(MATCHES), "--records", records]);
      const files = readdirSync(records).map((file) => join(records, file));
      const { stdout } = await execute(PROGRAM, ["record", "verify", "--json", ...files], { maxBuffer: 1 << 26 });
      const verdicts = stdout.trim().split("\n").map((line): Verdict => JSON.parse(line));
      assert.equal(verdicts.length, MATCHES);
      for (const { file, is_valid, events, choices, head } of verdicts) {
        const record = readFileSync(file, "utf8");
        const found = await rules.verifyRecord({ record });
        const { isValid, eventsReplayed, choicesChecked } = found;
        assert.deepEqual(
          [isValid, Number(eventsReplayed), Number(choicesChecked), found.head],
          [is_valid, events, choices, head],
          `${file}: ${found.mismatch}`,
        );
        assert.ok(isValid && choices > 0);
        const replayed = await withoutPlayers.replayRecord({ record });
        assert.deepEqual([replayed.mismatch, Number(replayed.eventsReplayed), replayed.head], ["", events, head], file);
      }
    });
  }

  test("that were altered, cut or are none have a reason", async () => {
    const [first] = readdirSync(join(folder, "netzwerk"));
    const record = readFileSync(join(folder, "netzwerk", first!), "utf8");
    const lines = record.split("\n");
    const altered = [
      record.replace(/"seed":"./, '"seed":"f'),
      [...lines.slice(0, 3), ...lines.slice(4)].join("\n"),
      record.slice(0, record.length / 2),
      "",
      "\0".repeat(100),
      "{}".repeat(1000),
    ];
    for (const text of altered) {
      const { isValid, mismatch } = await rules.verifyRecord({ record: text });
      assert.ok(!isValid && mismatch !== "", text.slice(0, 80));
      const replayed = await withoutPlayers.replayRecord({ record: text });
      assert.equal(replayed.mismatch, mismatch);
    }
  });
});
