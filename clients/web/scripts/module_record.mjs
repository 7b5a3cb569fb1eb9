/**
 * Says what the WebAssembly modules are built from: `modules.json` beside the checked-in pages has the compiler, the hash of
 * the sources, and the hashes of the modules. Another compiler builds other bytes from the same sources.
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const MODULES = ["botwerk_rules.wasm", "botwerk_players.wasm"];

const here = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
/** Files of no crate that the modules depend on. */
const SHARED = [".cargo/config.toml", "Cargo.lock", "Cargo.toml", "clients/web/scripts/build_engines.mjs"];
/** Folders of crates whose files are in no module. */
const OTHER_FOLDERS = new Set(["benches", "examples", "node_modules", "target", "tests"]);

/** Returns the version of the compiler. */
export function compilerVersion() {
  return execFileSync("rustc", ["-V"], { cwd: here, encoding: "utf8" }).trim();
}

/** Returns a hash of all files in a checkout that may change the modules; files that do not are among them. */
export function hashSources(root = here) {
  const files = [...SHARED.map((file) => join(root, file)), ...crateFolders(root).flatMap(crateFiles)];
  const hash = createHash("sha256");
  for (const file of files.map((file) => relative(root, file)).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Returns the hashes of the modules in a folder by their names. */
export function hashModules(folder) {
  const hash = (name) => createHash("sha256").update(readFileSync(join(folder, name))).digest("hex");
  return Object.fromEntries(MODULES.map((name) => [name, hash(name)]));
}

/** Returns the names of the modules in a folder that are not those of a record. */
export function differingModules(folder, record) {
  const modules = hashModules(folder);
  return MODULES.filter((name) => modules[name] !== record.modules[name]);
}

/** Returns whether these sources and this compiler build the modules of a record. */
export function isPresent(record, sources = hashSources()) {
  return record.compiler === compilerVersion() && record.sources === sources;
}

/** Returns why modules with a record cannot differ from the present sources, or cannot be compared with them, if so. */
export function reasonNotToCompare(record, sources, compiler) {
  if (record.sources === sources) return "their sources have not changed";
  if (record.compiler !== compiler) return `they were built by ${record.compiler}, and this is ${compiler}`;
  return undefined;
}

/** Returns the folders of the crates within the modules. */
function crateFolders(root) {
  const command = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
  const { packages } = JSON.parse(execFileSync("cargo", command, { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 }));
  const folders = new Set();
  const add = (folder) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    const crate = packages.find(({ manifest_path }) => manifest_path === join(folder, "Cargo.toml"));
    for (const { path, kind } of crate.dependencies) if (path && kind !== "dev") add(path);
  };
  add(join(root, "clients/web/wasm"));
  return [...folders];
}

/** Returns the files of a crate without its tests, and without crates in folders of it. */
function crateFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return OTHER_FOLDERS.has(entry.name) || existsSync(join(path, "Cargo.toml")) ? [] : crateFiles(path);
  });
}
