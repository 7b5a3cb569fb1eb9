/** The archives that pages make of the files of bots. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { BotFilesError, openArchive, packFiles } from "../src/bots/bot_archive.js";
import { Sha256 } from "../src/bots/sha256.js";

const quiet = { signal: new AbortController().signal, report() {} };
const file = (path: string, content: string | Uint8Array<ArrayBuffer> = "") => ({ path, content: new Blob([content]) });
const manifest = file("botwerk.toml", 'game = "netzwerk"\ncommand = "python3 bot.py"\n');

test("hashes of pieces of any length are those of SHA-256", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const bytes = randomBytes(length);
    const hash = new Sha256();
    const cut = length >> 1;
    hash.update(bytes.subarray(0, cut));
    hash.update(bytes.subarray(cut));
    assert.equal(hash.digest(), createHash("sha256").update(bytes).digest("hex"), String(length));
  }
});

test("files are packed for tar with long names, and without names that start with a dot", async () => {
  const long = `${"deep/".repeat(30)}bot.py`;
  const content = randomBytes(1000);
  const files = [file("src/a.py", content), manifest, file(long, "x"), file("empty"), file(".git/config", "secret"), file("src/.env", "secret")];
  const archive = await packFiles(files, quiet);
  const bytes = Buffer.from(await archive.content.arrayBuffer());
  assert.equal(archive.sha256, createHash("sha256").update(bytes).digest("hex"));
  const list = execFileSync("tar", ["-tzf", "-"], { input: bytes, encoding: "utf8" });
  assert.deepEqual(list.trim().split("\n"), ["botwerk.toml", long, "empty", "src/a.py"]);
  assert.deepEqual(execFileSync("tar", ["-xzOf", "-", "src/a.py"], { input: bytes }), content);
  // The same files give the same archive, which the server stores once.
  assert.equal((await packFiles(files.reverse(), quiet)).sha256, archive.sha256);
  const opened = await openArchive({ path: "bot.tar.gz", content: archive.content }, quiet);
  assert.equal(opened?.sha256, archive.sha256);
});

test("files that may not be uploaded are rejected with what to do", async () => {
  const rejection = async (files: Parameters<typeof packFiles>[0]) => {
    const error = await packFiles(files, quiet).then(() => undefined, (thrown: unknown) => thrown);
    assert.ok(error instanceof BotFilesError);
    return error.message;
  };
  assert.match(await rejection([file("bot.py")]), /^botwerk.toml is missing/);
  assert.match(await rejection([file("spinner/botwerk.toml")]), /^botwerk.toml is missing/);
  const many = Array.from({ length: 10_000 }, (_, index) => file(`f${index}`));
  assert.match(await rejection([manifest, ...many]), /^There are more than 10,000 files/);
  const large = { path: "target/bot", content: { size: 257 << 20 } as Blob };
  assert.match(await rejection([manifest, large]), /256\. Leave out .*: target has 257 MiB/);
  const noise = file("weights/net", randomBytes(51 << 20));
  assert.match(await rejection([manifest, noise]), /^The archive has more than 50 MiB.*: weights has 51 MiB/);
  await assert.rejects(openArchive(file("bot.zip", "PK\x03\x04"), quiet), /\.tar\.gz/);
  assert.equal(await openArchive(file("bot.py", "print()"), quiet), undefined);
});
