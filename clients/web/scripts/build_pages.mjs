/**
 * Builds the pages into `site`: `node scripts/build_pages.mjs`, or with `--check` compares them with those that are
 * there. The modules must have been built before: `npm run engine`. They are compared only if their sources have changed
 * since, with the same compiler.
 */

import { build } from "esbuild";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MODULES, compilerVersion, differingModules, hashSources, isPresent, reasonNotToCompare } from "./module_record.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const site = join(web, "pages/site");
const target = join(web, "../../target/modules");
const recordFile = join(web, "modules.json");

async function buildInto(folder) {
  await build({
    absWorkingDir: web,
    entryPoints: [
      { in: "src/shell/main.ts", out: "app" },
      { in: "src/engine/worker.ts", out: "worker" },
      { in: "src/app.css", out: "app" },
    ],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    minify: true,
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    logLevel: "warning",
  });
  // The pages of an exported tournament are files: browsers load neither modules nor their parts from these.
  await build({
    absWorkingDir: web,
    entryPoints: [{ in: "src/exported/main.ts", out: "exported" }],
    outdir: folder,
    bundle: true,
    format: "iife",
    target: "es2022",
    minify: true,
    legalComments: "none",
    logLevel: "warning",
  });
  writeFileSync(join(folder, "exported.html"), readFileSync(join(web, "src/exported/index.html")));
  for (const file of ["index.html", "icon.svg"]) writeFileSync(join(folder, file), readFileSync(join(web, "src/shell", file)));
}

/** Returns the record of the modules in `target`, or throws if other sources or another compiler would build them now. */
function readBuiltRecord(sources) {
  const file = join(target, "modules.json");
  const record = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  if (!isPresent(record, sources)) {
    throw new Error("target/modules: not built from these sources with this compiler; run `npm run engine`");
  }
  return record;
}

/** Returns the names of the modules in `site` that differ from what the sources build, as far as this can be said here. */
function differingModulesOfSite() {
  const known = JSON.parse(readFileSync(recordFile, "utf8"));
  const tampered = differingModules(site, known);
  if (tampered.length > 0) return tampered;
  const sources = hashSources();
  const reason = reasonNotToCompare(known, sources, compilerVersion());
  if (reason !== undefined) {
    console.log(`modules: not compared, since ${reason}`);
    return [];
  }
  return differingModules(site, readBuiltRecord(sources));
}

/** Returns the files of a folder with their contents. */
function contents(folder) {
  return new Map(readdirSync(folder).sort().map((name) => [name, readFileSync(join(folder, name))]));
}

const built = mkdtempSync(join(tmpdir(), "botwerk-pages-"));
try {
  await buildInto(built);
  const [fresh, known] = [contents(built), contents(site)];
  if (process.argv.includes("--check")) {
    const names = [...new Set([...fresh.keys(), ...known.keys()])].filter((name) => !MODULES.includes(name)).sort();
    const differ = names.filter((name) => !fresh.get(name)?.equals(known.get(name) ?? Buffer.of(0)));
    differ.push(...differingModulesOfSite());
    if (differ.length > 0) {
      console.error(`clients/web/pages/site: ${differ.join(", ")} differ from what the sources build; run \`npm run pages\``);
      process.exitCode = 1;
    }
  } else {
    const record = readBuiltRecord(hashSources());
    for (const name of MODULES) fresh.set(name, readFileSync(join(target, name)));
    for (const name of known.keys()) rmSync(join(site, name));
    for (const [name, content] of fresh) writeFileSync(join(site, name), content);
    writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
    console.log([...fresh].map(([name, content]) => `${name}: ${content.length} bytes`).join("\n"));
  }
} finally {
  rmSync(built, { recursive: true });
}
