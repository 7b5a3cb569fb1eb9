/** The conformance vectors, answered by a real server through the generated stubs. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { GAMES, PACKAGE, TestServer } from "./server.js";
import { alter, play, readVectors } from "./vectors.js";

describe("vectors", { concurrency: true }, () => {
  let server: TestServer;
  before(async () => (server = await TestServer.start()));
  after(() => server.stop());
  const read = (file: string) => readFileSync(join(PACKAGE, "../../tests/vectors", file), "utf8");

  test("have the answers of the server in every game", async () => {
    // A game that is not one of Botwerk has no vectors.
    const names = GAMES.filter((name) => existsSync(join(PACKAGE, `../../tests/vectors/${name}.jsonl`)));
    assert.equal(names.length, 4);
    for (const name of names) {
      const vectors = readVectors(`${name}.jsonl`, read(`${name}.jsonl`));
      const played = await play(server.client, `${name}.jsonl`, vectors);
      assert.deepEqual(played.flat().slice(0, 5), []);
      assert.equal(Object.keys(played).length, vectors.length);
      assert.ok(vectors.length >= 2000, `${name}: ${vectors.length} vectors`);
    }
  });

  test("are found if a field is altered or a line is missing", async () => {
    const text = read("droids.jsonl");
    const altered = alter("altered", readVectors("droids.jsonl", text));
    const differences = (await play(server.client, "altered", [...altered.values()])).flat();
    const places = differences.map((difference) => difference.split(": expected")[0]);
    assert.deepEqual(places, [...altered.keys()]);
    assert.ok(places.length >= 25);
    assert.throws(() => readVectors("short", text.slice(0, text.lastIndexOf("\n{"))), /short:1: vectors/);
  });
});
