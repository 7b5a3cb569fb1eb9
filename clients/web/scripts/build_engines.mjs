/**
 * Builds the two modules into `target/modules`: `botwerk_rules.wasm` with the rules, which a page loads first, and
 * `botwerk_players.wasm` with everything, and `modules.json`, which says what they are built from. Needs rustup. The paths
 * of this machine are left out of them, so that the same sources and compiler build the same bytes everywhere.
 *
 * `node scripts/build_engines.mjs --with CRATE` builds them with a game of one's own, and writes the pages that have it to
 * `target/pages-with-game`.
 */

import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { crateWithGame } from "./crate_with_game.mjs";
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
const [flag, game] = process.argv.slice(2);
if (flag !== undefined && (flag !== "--with" || game === undefined)) {
  throw new Error("usage: node scripts/build_engines.mjs [--with CRATE]");
}
// npm runs scripts in the folder of the package; INIT_CWD is where it was called.
const crate = game === undefined ? undefined : crateWithGame(root, resolve(process.env.INIT_CWD ?? ".", game));
const built = join(root, crate === undefined ? "target/modules" : "target/pages-with-game");
mkdirSync(built, { recursive: true });
if (crate !== undefined) cpSync(join(root, "clients/web/pages/site"), built, { recursive: true });
const record = { compiler: compilerVersion(), sources: hashSources() };
const modules = [
  { name: "botwerk_rules", profile: "wasm-rules", features: [] },
  { name: "botwerk_players", profile: "wasm", features: ["--features", "players"] },
];
for (const { name, profile, features } of modules) {
  const source = crate === undefined ? ["--package", "botwerk-wasm"] : ["--manifest-path", crate];
  const command = ["build", "--quiet", "--locked", "--profile", profile, ...source, "--target", TRIPLE];
  execFileSync("cargo", [...command, ...features], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f"), CARGO_TARGET_DIR: target },
  });
  const file = crate === undefined ? "botwerk_wasm.wasm" : "with_game.wasm";
  copyFileSync(join(target, TRIPLE, profile, file), join(built, `${name}.wasm`));
}
if (crate !== undefined) console.log(`${built}: build your program with BOTWERK_SITE=${built}`);
else writeFileSync(join(built, "modules.json"), `${JSON.stringify({ ...record, modules: hashModules(built) }, null, 2)}\n`);
