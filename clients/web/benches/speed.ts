/**
 * Prints how fast a page verifies and searches, next to the program on the same machine:
 * `npm run build && BOTWERK=target/release/botwerk node dist/benches/speed.js`.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "botwerk";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { ROOT, compiledModule } from "../tests/engine.js";

const PROGRAM = resolve(ROOT, process.env["BOTWERK"] ?? "target/release/botwerk");

/** Matches of players whose choices are repeated, so that verification is mostly search; and of others. */
const SERIES: readonly (readonly string[])[] = [
  ["--game", "micro-robots", "solver", "first-found"],
  ["--game", "netzwerk", "minimax:nodes=2000", "greedy"],
  ["--game", "netzwerk", "random", "random"],
  ["--game", "droids", "--option", "round_cap=6", "program-search:nodes=300", "greedy"],
  ["--game", "ricochet", "--option", "targets_to_win=4", "solver", "random"],
];
const MATCHES = 20;
const NODES = 1_000_000n;
const RUNS = 5;

const { rules, analysis } = new Client("this page", new EngineTransport(new ModuleEngine(compiledModule("players"))));

function seconds(start: number): number {
  return (performance.now() - start) / 1000;
}

/** Runs the program on one core, as a page has one. */
function program(...options: readonly string[]): string {
  const command = ["-c", "1", PROGRAM, ...options];
  return execFileSync("taskset", command, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
}

async function verification(folder: string): Promise<void> {
  for (const [index, series] of SERIES.entries()) {
    const records = join(folder, String(index));
    program("match", ...series, "--seed", "bench", "--matches", String(MATCHES), "--records", records);
    const files = readdirSync(records).map((file) => join(records, file));
    const texts = files.map((file) => readFileSync(file, "utf8"));
    let native = Infinity;
    let page = Infinity;
    for (let run = 0; run < RUNS; run++) {
      let start = performance.now();
      program("record", "verify", "--json", ...files);
      native = Math.min(native, seconds(start));
      start = performance.now();
      for (const record of texts) {
        const { mismatch } = await rules.verifyRecord({ record });
        if (mismatch !== "") throw new Error(mismatch);
      }
      page = Math.min(page, seconds(start));
    }
    const players = series.slice(-2).join(" ");
    const ratio = (page / native).toFixed(2);
    console.log(`verify ${MATCHES} records, ${series[1]} ${players}: page ${page.toFixed(3)} s, program ${native.toFixed(3)} s, ratio ${ratio} (target 2.5)`);
  }
}

async function search(): Promise<void> {
  const setup = { game: "netzwerk" };
  const agent = { name: "minimax", settings: [] };
  let page = 0;
  let native = 0;
  for (let run = 0; run < RUNS; run++) {
    let start = performance.now();
    let nodes = 0n;
    for await (const { analysis: found } of analysis.analyzePosition({ setup, agent, limits: { nodes: NODES }, seed: "7" })) {
      nodes = found?.nodes ?? nodes;
    }
    page = Math.max(page, Number(nodes) / seconds(start));
    start = performance.now();
    const lines = program("position", "analyze", "--json", "--game", "netzwerk", "--agent", "minimax", "--nodes", String(NODES), "--seed", "7");
    const last = JSON.parse(lines.trim().split("\n").at(-1)!) as { readonly nodes: number };
    native = Math.max(native, last.nodes / seconds(start));
  }
  const million = (value: number) => (value / 1e6).toFixed(2);
  console.log(`minimax: page ${million(page)}, program ${million(native)} million nodes/s, ${Math.round((100 * page) / native)} % (target 50 %)`);
}

const folder = mkdtempSync(join(tmpdir(), "botwerk-bench-"));
try {
  await verification(folder);
  await search();
} finally {
  rmSync(folder, { recursive: true });
}
