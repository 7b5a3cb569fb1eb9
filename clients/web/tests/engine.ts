/** The built module, for tests. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The repository, from `clients/web/dist/tests`. */
export const ROOT = join(import.meta.dirname, "../../../..");

/** Returns a compiled module of the last build. */
export function compiledModule(name: "rules" | "players"): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(resolve(ROOT, `target/modules/botwerk_${name}.wasm`)));
}
