/**
 * Gets the two modules into `target/modules`: a copy of the checked-in ones if these sources and this compiler have built
 * them, as `modules.json` says, and else builds them (`build_engines.mjs`), which takes minutes.
 */

import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MODULES, differingModules, isPresent } from "./module_record.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const site = join(web, "pages/site");
const built = join(web, "../../target/modules");
const recordFile = join(web, "modules.json");

const record = JSON.parse(readFileSync(recordFile, "utf8"));
const hasGame = process.argv.length > 2;
if (!hasGame && isPresent(record) && differingModules(site, record).length === 0) {
  mkdirSync(built, { recursive: true });
  for (const name of MODULES) copyFileSync(join(site, name), join(built, name));
  copyFileSync(recordFile, join(built, "modules.json"));
} else {
  await import("./build_engines.mjs");
}
