/**
 * Builds the pages into `site`: `node scripts/build_pages.mjs`, or with `--check` compares them with those that are
 * there. The modules must have been built before: `npm run engine`.
 */

import { build } from "esbuild";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));
const site = join(web, "site");
const target = join(web, "../../target/modules");

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
  for (const module of ["botwerk_rules", "botwerk_players"]) {
    writeFileSync(join(folder, `${module}.wasm`), readFileSync(join(target, `${module}.wasm`)));
  }
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
    const names = [...new Set([...fresh.keys(), ...known.keys()])].sort();
    const differ = names.filter((name) => !fresh.get(name)?.equals(known.get(name) ?? Buffer.of(0)));
    if (differ.length > 0) {
      console.error(`clients/web/site: ${differ.join(", ")} differ from what the sources build; run \`npm run pages\``);
      process.exitCode = 1;
    }
  } else {
    for (const name of known.keys()) rmSync(join(site, name));
    for (const [name, content] of fresh) writeFileSync(join(site, name), content);
    console.log([...fresh].map(([name, content]) => `${name}: ${content.length} bytes`).join("\n"));
  }
} finally {
  rmSync(built, { recursive: true });
}
