/** The built module, for tests. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The repository, from `clients/web/dist/tests`. */
export const ROOT = join(import.meta.dirname, "../../../..");

/** Returns the compiled module that `BOTWERK_WASM` names, by default that of the last build. */
export function compiledModule(): WebAssembly.Module {
  const path = process.env["BOTWERK_WASM"] ?? "target/wasm32-unknown-unknown/wasm/botwerk_wasm.wasm";
  return new WebAssembly.Module(readFileSync(resolve(ROOT, path)));
}
