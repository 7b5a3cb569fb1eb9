/** The engine in a worker: streams, aborted searches, and faults. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { TestContext } from "node:test";
import { Worker } from "node:worker_threads";
import { Client, ErrorReason, RejectedError } from "botwerk";
import { EngineTransport } from "../src/engine/transport.js";
import { WorkerEngine } from "../src/engine/worker_engine.js";
import type { EngineWorker } from "../src/engine/worker_engine.js";
import { compiledModule } from "./engine.js";

/** A thread of Node.js as a worker of a page. */
class NodeWorker implements EngineWorker {
  static started = 0;
  onmessage: EngineWorker["onmessage"] = null;
  onerror: EngineWorker["onerror"] = null;
  readonly #worker = new Worker(new URL("./node_worker.js", import.meta.url));

  constructor() {
    NodeWorker.started += 1;
    this.#worker.on("message", (data) => this.onmessage?.({ data }));
    this.#worker.on("error", (error) => this.onerror?.(error));
  }

  postMessage(message: Parameters<EngineWorker["postMessage"]>[0]): void {
    this.#worker.postMessage(message);
  }

  terminate(): void {
    void this.#worker.terminate();
  }
}

async function collect<T>(messages: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const message of messages) collected.push(message);
  return collected;
}

suite("worker", () => {
  /** Returns an engine that ends with its test, passed or not: a worker keeps the process. */
  const engine = (context: TestContext) => {
    const started = new WorkerEngine(compiledModule("players"), () => new NodeWorker());
    context.after(() => started.close());
    return started;
  };
  const setup = { game: "netzwerk" };

  test("answers calls at the same time, each its own", async (context) => {
    const answering = engine(context);
    const client = new Client("this page", new EngineTransport(answering));
    const games = ["netzwerk", "droids", "micro-robots", "ricochet"];
    const described = await Promise.all(games.map((game) => client.catalog.getGame({ game })));
    assert.deepEqual(described.map(({ summary }) => summary!.name), games);
    await assert.rejects(client.rules.parseAction({ setup, text: "nowhere" }), (error) => {
      assert.equal(RejectedError.fromCall(error).reason, ErrorReason.ILLEGAL_ACTION);
      return true;
    });
    await assert.rejects(client.matches.getMatch({ name: "matches/1" }), /only a server does/);
  });

  test("reports findings, and ends a search that is aborted", async (context) => {
    const answering = engine(context);
    const { analysis, catalog } = new Client("this page", new EngineTransport(answering));
    const request = { setup, agent: { name: "minimax" }, seed: "7" };
    const limited = analysis.analyzePosition({ ...request, limits: { nodes: 20_000n } });
    const found = await collect(limited);
    assert.ok(found.length >= 2);
    assert.deepEqual(found.map(({ isFinal }) => isFinal), found.map((_, index) => index === found.length - 1));
    const started = NodeWorker.started;
    const abort = new AbortController();
    await assert.rejects(async () => {
      for await (const { isFinal } of analysis.analyzePosition(request, { signal: abort.signal })) {
        assert.ok(!isFinal);
        abort.abort();
      }
    });
    // In another worker.
    assert.equal((await catalog.getGame({ game: "droids" })).summary!.name, "droids");
    assert.equal(NodeWorker.started, started + 1);
    // The time of a search is limited, too.
    const timed = await collect(analysis.analyzePosition({ ...request, limits: { timeNanos: 200_000_000n } }));
    assert.ok(timed.at(-1)!.isFinal);
  });

  test("that has a fault fails one call only", async (context) => {
    const answering = engine(context);
    const client = new Client("this page", new EngineTransport(answering));
    const path = "/botwerk.v1.RulesService/VerifyRecord";
    const faulty = { path, request: Symbol("not to be cloned") as unknown as Uint8Array };
    const failing = answering.answer(faulty, () => {});
    await assert.rejects(failing);
    assert.equal((await client.catalog.listGames({})).games.length, 4);
    await assert.rejects(engine(context).answer({ path, request: new Uint8Array() }, () => {}, AbortSignal.abort()));
  });
});
