/** The crate of modules that have a game of one's own as well. */

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a crate in `target` that registers the game of the library in `folder`, and returns its manifest. The type of the
 * game has the name of the package: `ConnectFour` for `connect-four`.
 */
export function crateWithGame(root, folder) {
  const [name, library] = libraryOf(folder);
  const type = name.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  const crate = join(root, "target/with-game");
  mkdirSync(join(crate, "src"), { recursive: true });
  // Profiles are those of the workspace, and so are the versions of all crates.
  const manifest = readFileSync(join(root, "Cargo.toml"), "utf8");
  const profiles = manifest.slice(manifest.indexOf("[profile.release]"));
  const wanted = profiles.split(/\n(?=\[)/).filter((table) => /^\[profile\.(release|wasm)/.test(table));
  writeFileSync(join(crate, "Cargo.toml"), `[workspace]

[package]
name = "with-game"
version = "0.1.0"
edition = "2024"
publish = false

[lib]
crate-type = ["cdylib"]

[features]
players = ["botwerk-wasm/players"]

[dependencies]
botwerk-engine = { path = ${JSON.stringify(join(root, "engine"))} }
botwerk-wasm = { path = ${JSON.stringify(join(root, "clients/web/wasm"))} }
game = { package = ${JSON.stringify(name)}, path = ${JSON.stringify(folder)} }

${wanted.join("\n")}
`);
  writeFileSync(join(crate, "src/lib.rs"), `//! The modules of the pages with the game of the crate \`${library}\`.

use botwerk_engine::{GameId, Plain};
use botwerk_wasm as _;

/// Registers the game; the page calls it first.
#[unsafe(no_mangle)]
pub extern "C" fn register_games() {
    GameId::register_type::<Plain<game::${type}>>().expect("a game with a name of its own");
}
`);
  copyFileSync(join(root, "Cargo.lock"), join(crate, "Cargo.lock"));
  // The lock file gets the new crate; all others keep their versions.
  execFileSync("cargo", ["update", "--workspace", "--quiet", "--manifest-path", join(crate, "Cargo.toml")], { stdio: "inherit" });
  return join(crate, "Cargo.toml");
}

/** Returns the name of the package in a folder and of its library. */
function libraryOf(folder) {
  const command = ["metadata", "--no-deps", "--format-version", "1", "--manifest-path", join(folder, "Cargo.toml")];
  const [package_] = JSON.parse(execFileSync("cargo", command, { encoding: "utf8" })).packages;
  const library = package_.targets.find(({ kind }) => kind.includes("lib"));
  if (library === undefined) {
    throw new Error(`${folder}: put the game into src/lib.rs, from which src/main.rs and the modules of the pages take it`);
  }
  return [package_.name, library.name];
}
