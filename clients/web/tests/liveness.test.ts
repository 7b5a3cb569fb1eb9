/** When a silent server is called, and what follows from its answers. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { TestContext } from "node:test";
import { Liveness } from "../src/shell/liveness.js";

/** A server whose answers the test decides, over a clock that the test moves. */
class TestServer {
  readonly events: string[] = [];
  calls = 0;
  isNeeded = true;
  isHidden = false;
  answer: () => void = () => {};
  fail: () => void = () => {};
  readonly liveness: Liveness;

  constructor(private readonly context: TestContext) {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    this.liveness = new Liveness({
      call: (signal) => {
        this.calls += 1;
        return new Promise((resolve, reject) => {
          [this.answer, this.fail] = [resolve, () => reject(new Error("failed to fetch"))];
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      },
      isNeeded: () => this.isNeeded,
      isHidden: () => this.isHidden,
      answered: () => this.events.push("answered"),
      late: () => this.events.push("late"),
      lost: () => this.events.push("lost"),
    });
  }

  async pass(millis: number): Promise<void> {
    this.context.mock.timers.tick(millis);
    await settle();
  }
}

/** Lets everything run that waits for no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

suite("liveness", () => {
  test("a silent server is called about once a second, and one that sends is not", async (context) => {
    const server = new TestServer(context);
    server.liveness.start();
    server.liveness.start();
    for (let step = 0; step < 10; step++) {
      await server.pass(500);
      server.liveness.receive();
    }
    assert.equal(server.calls, 0);
    await server.pass(800);
    assert.equal(server.calls, 1);
    server.answer();
    await settle();
    await server.pass(800);
    assert.equal(server.calls, 2);
    assert.deepEqual(server.events, ["answered"]);
  });

  test("silence is reported within two seconds of the last message, and connections end after five more", async (context) => {
    const server = new TestServer(context);
    server.liveness.start();
    server.liveness.receive();
    await server.pass(800);
    await server.pass(799);
    assert.deepEqual(server.events, []);
    await server.pass(1);
    assert.deepEqual(server.events, ["late"]);
    await server.pass(4199);
    assert.deepEqual(server.events, ["late"]);
    await server.pass(1);
    assert.deepEqual(server.events, ["late", "lost"]);
    await server.pass(3000);
    assert.equal(server.calls, 2);
    server.answer();
    await settle();
    assert.equal(server.events.at(-1), "answered");
  });

  test("a late answer and a message during the call show that nothing is lost", async (context) => {
    const server = new TestServer(context);
    server.liveness.start();
    await server.pass(800);
    await server.pass(1500);
    server.answer();
    await settle();
    assert.deepEqual(server.events, ["late", "answered"]);
    await server.pass(800);
    server.liveness.receive();
    await server.pass(5000);
    assert.deepEqual(server.events, ["late", "answered"]);
  });

  test("a failed call is a lost server at once, and a change of the network calls again at once", async (context) => {
    const server = new TestServer(context);
    server.liveness.start();
    server.liveness.wake();
    await settle();
    assert.equal(server.calls, 1);
    server.fail();
    await settle();
    assert.deepEqual(server.events, ["lost"]);
    server.liveness.wake();
    await settle();
    assert.equal(server.calls, 2);
    await server.pass(1000);
    server.liveness.wake();
    await settle();
    assert.equal(server.calls, 3, "a call that is late is given up");
    server.answer();
    await settle();
    assert.deepEqual(server.events, ["lost", "late", "lost", "answered"]);
  });

  test("nothing is called while the page is hidden, or once no page needs it", async (context) => {
    const server = new TestServer(context);
    server.isHidden = true;
    server.liveness.start();
    for (let step = 0; step < 5; step++) await server.pass(800);
    assert.equal(server.calls, 0);
    server.isHidden = false;
    await server.pass(800);
    assert.equal(server.calls, 1);
    server.answer();
    server.isNeeded = false;
    await settle();
    for (let step = 0; step < 5; step++) await server.pass(800);
    assert.equal(server.calls, 1);
    server.liveness.wake();
    assert.equal(server.calls, 2, "a change of the network is checked on any page");
  });
});
