/** The conformance vectors: in a page the rules answer as on a server. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { Client } from "botwerk";
import { ModuleEngine } from "../src/engine/module_engine.js";
import { EngineTransport } from "../src/engine/transport.js";
import { ROOT, compiledModule } from "./engine.js";

// The player of the client's own tests, which is no part of its package.
type VectorPlayer = typeof import("../../typescript/dist/tests/vectors.js");
const player: VectorPlayer = await import(join(ROOT, "clients/typescript/dist/tests/vectors.js"));
const { alter, play, readVectors } = player;

suite("vectors", () => {
  const client = new Client("this page", new EngineTransport(new ModuleEngine(compiledModule("players"))));
  const read = (file: string) => readFileSync(join(ROOT, "tests/vectors", file), "utf8");

  test("have the answers of the module in every game", async () => {
    const { games } = await client.catalog.listGames({});
    assert.ok(games.length >= 4);
    for (const { name } of games) {
      const vectors = readVectors(`${name}.jsonl`, read(`${name}.jsonl`));
      const played = await play(client, `${name}.jsonl`, vectors);
      assert.deepEqual(played.flat().slice(0, 5), []);
      assert.equal(Object.keys(played).length, vectors.length);
      assert.ok(vectors.length >= 2000, `${name}: ${vectors.length} vectors`);
    }
  });

  test("are found if a field is altered", async () => {
    const altered = alter("altered", readVectors("droids.jsonl", read("droids.jsonl")));
    const differences = (await play(client, "altered", [...altered.values()])).flat();
    assert.deepEqual(differences.map((difference) => difference.split(": expected")[0]), [...altered.keys()]);
  });
});
