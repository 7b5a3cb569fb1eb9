/** Streams as asynchronous iterators, and what ends calls. */

import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Code } from "@connectrpc/connect";
import * as node from "../src/index.js";
import type { Bot, Client } from "../src/index.js";
import { MatchState, TournamentState } from "../src/v1.js";
import * as web from "../src/web.js";
import { TestServer } from "./server.js";

const { ErrorReason, RejectedError } = node;

/** Does not print the messages of a session. */
const quiet = { log: () => {} };

/** A bot that never acts, and reports its first request. */
function waitingBot(): [bot: Bot, asked: Promise<node.View>] {
  let ask: (view: node.View) => void;
  const asked = new Promise<node.View>((resolve) => (ask = resolve));
  return [{ choose: (view) => (ask(view), new Promise<never>(() => {})) }, asked];
}

for (const [name, api] of [["gRPC", node], ["gRPC-Web", web]] as const) {
  describe(`over ${name}`, { concurrency: true }, () => {
    let server: TestServer;
    before(async () => (server = await TestServer.start()));
    after(() => server.stop());

    test("a match is watched to its end, also if the server is killed in between", async () => {
      const killed = await TestServer.start();
      try {
        const [match, token] = await killed.createMatch("netzwerk", { turn_cap: "8" });
        let restart: Promise<void> | undefined;
        const bot: Bot = {
          choose(view, legal) {
            if (view.request.turn === 3) restart ??= killed.crash();
            return legal[0]!;
          },
        };
        const played = api.play(bot, killed.address, match, token, quiet);
        const seqs: bigint[] = [];
        let joins = 0;
        let last: string | undefined;
        for await (const { kind } of api.watchMatch(killed.address, match, quiet)) {
          if (kind.case === "joined") joins += 1;
          if (kind.case === "update") {
            assert.notEqual(kind.value.view?.text, "");
            seqs.push(kind.value.seq);
          }
          last = kind.case;
        }
        await played;
        await restart;
        assert.ok(joins > 1, "the match was not joined again");
        assert.equal(last, "matchOver");
        assert.deepEqual(seqs, seqs.toSorted((a, b) => Number(a - b)));
        assert.ok(new Set(seqs).size === seqs.length && seqs.length > 4, `${seqs}`);
      } finally {
        await killed.stop();
      }
    });

    test("a seat is watched as its player sees it", async () => {
      const [match, seatToken] = await server.createMatch("netzwerk");
      for await (const { kind } of api.watchMatch(server.address, match, { seatToken, ...quiet })) {
        if (kind.case !== "joined") continue;
        assert.equal(kind.value.seat, 0);
        break;
      }
      const wrong = api.watchMatch(server.address, match, { seatToken: "0".repeat(32), ...quiet });
      await assert.rejects(wrong.next(), ({ reason }) => reason === ErrorReason.BAD_TOKEN);
    });

    test("a tournament is watched to its end", async () => {
      const token = await server.createTournament("netzwerk", name, 1);
      const { tournaments } = await server.client.tournaments.listTournaments({});
      const tournament = tournaments.find((listed) => listed.name !== "" && listed.setup?.name === name)!.name;
      const played = api.run({ choose: (_, legal) => legal[0]! }, { server: server.address, token, ...quiet });
      const states: (TournamentState | undefined)[] = [];
      for await (const message of api.watchTournament(server.address, tournament, quiet)) {
        states.push(message.tournament?.state);
      }
      await played;
      assert.equal(states[0], TournamentState.RUNNING);
      assert.equal(states.at(-1), TournamentState.OVER);
    });

    test("a list has all its pages", async () => {
      const client = api.connect(server.address);
      const names = await Promise.all([0, 1, 2].map(async () => (await server.createMatch("droids"))[0]));
      const found: string[] = [];
      const request = { pageSize: 1, state: MatchState.UNSPECIFIED };
      for await (const { matches } of api.pages(client.matches.listMatches, request)) {
        assert.ok(matches.length <= 1);
        found.push(...matches.map((match) => match.name));
      }
      assert.deepEqual(names.filter((match) => !found.includes(match)), []);
      client.close();
    });

    test("a loop that ends early ends its call", async () => {
      const { botToken } = await server.client.bots.registerBot({ name: `leaver ${name}` });
      const isOnline = async () => {
        const { bots } = await server.client.bots.listBots({ pageSize: 500 });
        return bots.some((bot) => bot.name === `leaver ${name}` && bot.isOnline);
      };
      const client = api.connect(server.address);
      const options = { headers: node.bearer(botToken) };
      for await (const _ of client.bots.streamInvitations({ maxConcurrentMatches: 1 }, options)) {
        await until(isOnline);
        break;
      }
      await until(async () => !(await isOnline()));
      client.close();
    });

    test("a client ends its calls at the end of its block", async () => {
      const [match] = await server.createMatch("netzwerk");
      let frame: Promise<unknown>;
      {
        await using client = api.connect(server.address);
        const frames = client.matches.watchMatch({ matches: [{ match }] })[Symbol.asyncIterator]();
        assert.equal((await frames.next()).value?.kind.case, "joined");
        // The match waits for its seat.
        frame = assert.rejects(frames.next(), { name: "AbortError" });
      }
      await frame;
    });

    test("a signal ends calls and waits with its reason", async () => {
      const enough = new Error("enough");
      const nowhere = await silentServer();
      const endings: ((client: Client, signal: AbortSignal) => Promise<unknown>)[] = [
        (client, signal) => client.catalog.listGames({}, { signal }),
        (client, signal) => client.matches.watchMatch({}, { signal })[Symbol.asyncIterator]().next(),
        (_, signal) => api.watchMatch(nowhere.address, "matches/1", { signal, ...quiet }).next(),
        (_, signal) => api.play({ choose: () => "" }, nowhere.address, "matches/1", "", { signal, ...quiet }),
        (_, signal) => api.run({ choose: () => "" }, { server: nowhere.address, token: "1", signal, ...quiet }),
      ];
      // With one server, and while the first of two is looked for.
      for (const address of [nowhere.address, `${nowhere.address},${nowhere.address}`]) {
        const client = api.connect(address);
        for (const call of endings) {
          await assert.rejects(call(client, AbortSignal.abort(enough)), enough);
          const controller = new AbortController();
          const called = call(client, controller.signal);
          setTimeout(() => controller.abort(enough), 50);
          await assert.rejects(called, enough);
        }
        client.close();
      }
      nowhere.close();
    });

    test("the signal of a view is aborted with the reason of the bot's", async () => {
      const [match, token] = await server.createMatch("netzwerk");
      const stop = new AbortController();
      const [bot, asked] = waitingBot();
      const played = api.play(bot, server.address, match, token, { signal: stop.signal, ...quiet });
      const { signal } = await asked;
      stop.abort(new Error("enough"));
      await assert.rejects(played, /enough/);
      assert.equal(signal.reason, stop.signal.reason);
    });

    test("a race that another seat wins does not fail a bot that waits with its signal", async () => {
      const { match, seatTokens } = await server.client.matches.createMatch({
        setup: { game: "micro-robots" },
        seats: [{ name: "slow" }, { name: "fast" }],
        seed: "7",
      });
      let aborted = 0;
      const slow: Bot = {
        async choose({ stage, signal }, legal) {
          if (stage !== "race") return legal[0]!;
          signal.addEventListener("abort", () => (aborted += 1));
          await sleep(60_000, undefined, { signal });
          throw new Error("the race was not closed");
        },
      };
      const fast: Bot = { choose: (_, legal) => legal[0]! };
      const overs = await Promise.all(
        [slow, fast].map((bot, i) => api.play(bot, server.address, match!.name, seatTokens[i]!.token, quiet)),
      );
      assert.ok(aborted > 0);
      assert.deepEqual(overs[0]!.outcome?.places, overs[1]!.outcome?.places);
    });

    test("a failed call has a typed error", async () => {
      await using client = api.connect(server.address);
      const failed: unknown = await client.matches.getMatch({ name: "matches/1" }).catch((error: unknown) => error);
      assert.ok(failed instanceof RejectedError);
      assert.deepEqual([failed.reason, failed.code, failed.hasReason], [ErrorReason.NOT_FOUND, Code.NotFound, true]);
      const stream = client.matches.watchMatch({ matches: [{ match: "matches/1" }] })[Symbol.asyncIterator]();
      await assert.rejects(stream.next(), ({ reason }) => reason === ErrorReason.NOT_FOUND);
    });
  });
}

/** A server that accepts connections and never answers. */
async function silentServer(): Promise<{ readonly address: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { address: `127.0.0.1:${port}`, close };
}

/** Waits until a condition holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 500; i += 1) {
    if (await holds()) return;
    await sleep(20);
  }
  throw new Error("the condition never held");
}
