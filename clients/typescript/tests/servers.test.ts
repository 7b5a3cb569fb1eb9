/** Bots against servers that share a PostgreSQL database. */

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connect, play, run } from "../src/index.js";
import type { Bot, View } from "../src/index.js";
import * as web from "../src/web.js";
import { Postgres, findPostgres } from "./postgres.js";
import { TestServer } from "./server.js";

/** An address at which no server listens. */
const NOWHERE = "127.0.0.1:1";

const SHORT_MATCH = { turn_cap: "8" };

/** Does not print the messages of a bot. */
const quiet = { log: () => {} };

/** Plays the first legal action and counts the choices for each request and the joins of each match. */
class Counter implements Bot {
  readonly choices = new Map<string, number>();
  readonly joins: string[] = [];

  async choose(view: View, legal: readonly string[]): Promise<string> {
    const request = `${view.match.name} ${view.request.turn} ${view.request.part}`;
    this.choices.set(request, (this.choices.get(request) ?? 0) + 1);
    return legal[0]!;
  }

  started({ name }: { name: string }): void {
    this.joins.push(name);
  }

  /** Checks that a choice was computed once for each request. */
  check(): void {
    assert.ok(this.choices.size > 3);
    assert.deepEqual([...this.choices].filter(([, count]) => count !== 1), []);
  }
}

const programs = findPostgres();
const skip = programs === undefined && "PostgreSQL is not installed";

describe("servers of one database", { concurrency: 3, skip }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await Postgres.start(programs!)));
  after(() => postgres.stop());

  /** Runs a test with two servers of a database of its own. */
  async function withServers(run: (owner: TestServer, other: TestServer) => Promise<void>): Promise<void> {
    const database = await postgres.createDatabase();
    const owner = await TestServer.startSharing(database);
    const other = await TestServer.startSharing(database);
    try {
      await run(owner, other);
    } finally {
      await Promise.all([owner.stop(), other.stop()]);
    }
  }

  for (const [name, playOver] of [["gRPC", play], ["gRPC-Web", web.play]] as const) {
    test(`a seat that joins at the wrong one plays to the end over ${name}`, () =>
      withServers(async (owner, other) => {
        const bot = new Counter();
        const [match, token] = await owner.createMatch("netzwerk", SHORT_MATCH);
        const over = await playOver(bot, `${NOWHERE}, ${other.address}`, match, token, quiet);
        assert.equal(over.outcome?.places.length, 2);
        assert.deepEqual(bot.joins, [match]);
        bot.check();
      }));
  }

  test("a match ends at another one after its own was killed", () =>
    withServers(async (owner, other) => {
      const client = connect(`${owner.address},${other.address}`);
      let playing = 0;
      let kill = (): void => {};
      const killed = new Promise<void>((resolve, reject) => (kill = () => void owner.kill().then(resolve, reject)));
      class Killer extends Counter {
        override async choose(view: View, legal: readonly string[]): Promise<string> {
          if (view.request.turn === 2 && view.request.part === 0) {
            playing += 1;
            if (playing === 3) kill();
            await killed;
          }
          return super.choose(view, legal);
        }
      }
      const bot = new Killer();
      // The first seat is at the first of its servers, the second one has followed its match.
      const lists = [`${owner.address},${other.address}`, `${other.address},${owner.address}`];
      const played = [play, play, web.play].map(async (playOver, i) => {
        const [match, token] = await owner.createMatch("netzwerk", SHORT_MATCH);
        const over = await playOver(bot, lists[i % 2]!, match, token, quiet);
        assert.equal(over.outcome?.places.length, 2);
        assert.equal(bot.joins.filter((name) => name === match).length, 2);
      });
      await Promise.all(played);
      bot.check();
      // Calls go to the second server now.
      assert.ok((await client.catalog.listGames({})).games.length > 0);
      client.close();
    }));

  test("a bot that is online at another one follows its tournament", () =>
    withServers(async (owner, other) => {
      const bot = new Counter();
      const token = await owner.createTournament("netzwerk", "follower", 1);
      await run(bot, { server: other.address, token, ...quiet });
      bot.check();
      assert.equal(bot.joins.length, 2);
    }));

  test("an invited bot continues at another one after its own was killed", () =>
    withServers(async (owner, other) => {
      let killed: Promise<void> | undefined;
      class Killer extends Counter {
        override async choose(view: View, legal: readonly string[]): Promise<string> {
          if (view.request.turn === 2) await (killed ??= owner.kill());
          return super.choose(view, legal);
        }
      }
      const bot = new Killer();
      const token = await owner.createTournament("netzwerk", "survivor", 1);
      await run(bot, { server: `${owner.address},${other.address}`, token, ...quiet });
      bot.check();
      assert.equal(new Set(bot.joins).size, 2);
    }));
});
