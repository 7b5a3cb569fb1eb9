/**
 * Packs the package and checks what its users get: `npm run check-package`. Programs import every entry and compile
 * against its types, and the checkers of the registry find nothing to warn about.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CHECKERS = [
  ["publint@0.3.25", "--strict"],
  // The package is for `import` only, which the other profiles report.
  ["@arethetypeswrong/cli@0.18.5", "--profile", "esm-only"],
];

/** Uses the messages, and the entry that `source` imports. */
const programWith = (source) => `
import { ListMatchesRequestSchema } from "botwerk/v1";
import { connect, pages, run, watchMatch } from "${source}";
import type { Bot, Client } from "${source}";

const bot: Bot = { choose: (view, legal) => (view.signal.aborted ? "pass" : legal[0]!) };
async function main(server: string): Promise<void> {
  const client: Client = connect(server);
  for await (const { matches } of pages(client.matches.listMatches, {})) console.log(matches[0]?.name);
  for await (const { kind } of watchMatch(server, "matches/1")) console.log(kind.case);
  await client[Symbol.asyncDispose]();
  await run(bot, { server, token: "" });
}
console.log(main.name, ListMatchesRequestSchema.typeName);
`;

/** Has the examples of the README. */
function programOfReadme() {
  const examples = [...readFileSync("README.md", "utf8").matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  assert.ok(examples.length > 2);
  return `
import { ErrorReason, RejectedError, bearer, connect, pages, play, watchMatch } from "botwerk";
import type { Bot } from "botwerk";
declare const bot: Bot, match: string, seatToken: string, signal: AbortSignal;
${examples.map((code) => `void (async () => {\n${code}});`).join("\n")}
`;
}

const folder = mkdtempSync(join(tmpdir(), "botwerk-package-"));
const run = (program, ...args) => {
  try {
    return execFileSync(program, args, { cwd: folder, encoding: "utf8" });
  } catch (error) {
    console.error(error.stdout);
    throw error;
  }
};
try {
  const packed = execFileSync("npm", ["pack", "--json", "--silent", "--pack-destination", folder], { encoding: "utf8" });
  const [file] = Object.values(JSON.parse(packed.slice(packed.search(/^[[{]$/m))));
  const names = file.files.map(({ path }) => path);
  const others = names.filter((name) => !/^dist\/src\/.*\.(js|js\.map|d\.ts)$/.test(name));
  assert.deepEqual(others.toSorted(), ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"]);

  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  run("npm", "install", "--silent", "--no-audit", "--no-fund", file.filename);
  const installed = join(folder, "node_modules/botwerk");
  for (const name of names.filter((name) => name.endsWith(".map"))) {
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(installed, name), "utf8"));
    assert.equal(sourcesContent?.length, sources.length, `${name}: sources are not in the package`);
  }
  for (const license of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    assert.equal(readFileSync(join(installed, license), "utf8"), readFileSync(`../../${license}`, "utf8"));
  }

  // The types must bring all libraries that they refer to.
  const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "--types", ""];
  const compile = (name, program) => {
    writeFileSync(join(folder, `${name}.ts`), program);
    run(process.execPath, join(process.cwd(), "node_modules/typescript/bin/tsc"), ...options, `${name}.ts`);
  };
  compile("readme", programOfReadme());
  for (const [name, source] of [["node", "botwerk"], ["page", "botwerk/web"]]) {
    compile(name, programWith(source));
    assert.equal(run(process.execPath, `${name}.js`), "main botwerk.v1.ListMatchesRequest\n");
  }

  for (const checker of CHECKERS) run("npx", "--yes", ...checker, file.filename);
  console.log(`${file.filename}: ${names.length} files, ${file.size} bytes`);
} finally {
  rmSync(folder, { recursive: true });
}
