/**
 * Gets the two modules into `target/modules`: a copy of the checked-in ones if these sources and this compiler have built
 * them, as `modules.json` says, and else builds them (`build_engines.mjs`), which takes minutes. With `--fresh`, they are
 * always built.
 */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MODULES, compilerVersion, hashModules, hashSources } from "./module_record.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const site = join(web, "pages/site");
const built = join(web, "../../target/modules");
const record = JSON.parse(readFileSync(join(web, "modules.json"), "utf8"));

function areCheckedIn() {
  const modules = hashModules(site);
  return record.compiler === compilerVersion() && record.sources === hashSources() &&
    MODULES.every((name) => modules[name] === record.modules[name]);
}

const isFresh = process.argv[2] === "--fresh";
if (isFresh) process.argv.splice(2, 1);
if (isFresh || process.argv.length > 2 || !areCheckedIn()) {
  await import("./build_engines.mjs");
} else {
  mkdirSync(built, { recursive: true });
  for (const name of MODULES) copyFileSync(join(site, name), join(built, name));
  writeFileSync(join(built, "modules.json"), `${JSON.stringify(record, null, 2)}\n`);
}
