/** What decides whether the checked-in modules are compared with those that the sources build. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

interface Record {
  readonly compiler: string;
  readonly sources: string;
}
interface Scripts {
  hashSources(root: string): string;
  reasonNotToCompare(record: Record, sources: string, compiler: string): string | undefined;
}
const script = new URL("../../scripts/module_record.mjs", import.meta.url).href;
const { hashSources, reasonNotToCompare } = (await import(script)) as Scripts;

test("modules are compared if their sources have changed, with the same compiler", () => {
  const record = { compiler: "rustc 1.95.0", sources: "0123" };
  assert.match(reasonNotToCompare(record, "0123", "rustc 1.95.0") ?? "", /sources have not changed/);
  assert.match(reasonNotToCompare(record, "0123", "rustc 1.96.0") ?? "", /sources have not changed/);
  assert.match(reasonNotToCompare(record, "4567", "rustc 1.96.0") ?? "", /rustc 1\.95\.0, and this is rustc 1\.96\.0/);
  assert.equal(reasonNotToCompare(record, "4567", "rustc 1.95.0"), undefined);
});

test("the hash of the sources has all files of the modules and no others", () => {
  const root = mkdtempSync(join(tmpdir(), "botwerk-sources-"));
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  };
  const crate = (folder: string, name: string, dependencies: string) => {
    const head = `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2024"\n`;
    write(join(folder, "Cargo.toml"), `${head}${dependencies}`);
    write(join(folder, "src/lib.rs"), "");
  };
  try {
    const members = ["clients/web/wasm", "engine", "engine/lanes", "service"];
    write("Cargo.toml", `[workspace]\nresolver = "3"\nmembers = ${JSON.stringify(members)}\n`);
    for (const name of [".cargo/config.toml", "Cargo.lock", "clients/web/scripts/build_engines.mjs"]) write(name, "");
    const wasm = '[dependencies]\nrules = { path = "../../../engine" }\n[dev-dependencies]\nservice = { path = "../../../service" }\n';
    crate("clients/web/wasm", "wasm", wasm);
    crate("engine", "rules", "");
    crate("engine/lanes", "lanes", "");
    crate("service", "service", "");
    let hash = hashSources(root);
    for (const name of ["engine/tests/rules.rs", "engine/lanes/src/lib.rs", "service/src/lib.rs", "README.md"]) {
      write(name, "// changed");
      assert.equal(hashSources(root), hash, name);
    }
    for (const name of ["engine/src/lib.rs", "engine/src/ruleset.json", "engine/build.rs", "clients/web/wasm/src/lib.rs", "Cargo.lock"]) {
      write(name, "// changed");
      const changed = hashSources(root);
      assert.notEqual(changed, hash, name);
      hash = changed;
    }
  } finally {
    rmSync(root, { recursive: true });
  }
});
