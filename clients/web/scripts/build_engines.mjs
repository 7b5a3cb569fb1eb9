/**
 * Builds the two modules into `target/modules`: `botwerk_rules.wasm` with the rules, which a page loads first, and
 * `botwerk_players.wasm` with everything, and `modules.json`, which says what they are built from. Needs rustup. The paths
 * of this machine are left out of them, so that the same sources and compiler build the same bytes everywhere.
 */

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compilerVersion, hashModules, hashSources } from "./module_record.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
const TRIPLE = "wasm32-unknown-unknown";

execFileSync("rustup", ["target", "add", TRIPLE], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
const sysroot = execFileSync("rustc", ["--print", "sysroot"], { cwd: root, encoding: "utf8" }).trim();
const remaps = [
  [root.replace(/\/$/, ""), "/botwerk"],
  [cargoHome, "/cargo"],
  [sysroot, "/rust"],
];
const flags = remaps.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
const built = join(root, "target/modules");
mkdirSync(built, { recursive: true });
const record = { compiler: compilerVersion(), sources: hashSources() };
const modules = [
  { name: "botwerk_rules", profile: "wasm-rules", features: [] },
  { name: "botwerk_players", profile: "wasm", features: ["--features", "players"] },
];
for (const { name, profile, features } of modules) {
  const command = ["build", "--quiet", "--locked", "--profile", profile, "--package", "botwerk-wasm", "--target", TRIPLE];
  execFileSync("cargo", [...command, ...features], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") },
  });
  copyFileSync(join(target, TRIPLE, profile, "botwerk_wasm.wasm"), join(built, `${name}.wasm`));
}
writeFileSync(join(built, "modules.json"), `${JSON.stringify({ ...record, modules: hashModules(built) }, null, 2)}\n`);
