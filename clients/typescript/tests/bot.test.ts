/** Bots against a real server. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { create, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { DurationSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorReason, RejectedError, bearer, connect, play, run } from "../src/index.js";
import type { Bot, View } from "../src/index.js";
import { ErrorSchema } from "../src/v1.js";
import * as web from "../src/web.js";
import { GAMES, PACKAGE, PROGRAM, TestServer, execute } from "./server.js";

/** Plays the first legal action. */
const first: Bot = { choose: (_, legal) => legal[0]! };

/** Does not print the messages of a bot. */
const quiet = { log: () => {} };

/** Returns whether an error is a rejection for a reason. */
const isRejectedFor = (reason: ErrorReason) => (error: unknown) =>
  error instanceof RejectedError && error.reason === reason;

describe("bot", { concurrency: 8 }, () => {
  let server: TestServer;
  before(async () => (server = await TestServer.start("--cors-origins", "http://localhost:8000")));
  after(() => server.stop());

  for (const game of GAMES) {
    test(`plays parallel matches of ${game} to their ends`, async () => {
      const results = Array.from({ length: 3 }, async () => {
        const [name, token] = await server.createMatch(game);
        const calls: string[] = [];
        const bot: Bot = {
          choose(view, legal) {
            assert.equal(view.game, game);
            assert.equal(view.player, 0);
            const message = game === "connect-four" ? "plain" : game.replace("-", "");
            assert.equal(view.position?.game.case?.toLowerCase(), message);
            assert.ok(view.isOpen && view.stage !== "" && view.text !== "");
            return legal[0]!;
          },
          started: (match) => calls.push(`started ${match.name}`),
          ended: (match) => calls.push(`ended ${match.name}`),
        };
        const over = await play(bot, server.address, name, token, quiet);
        assert.equal(over.outcome?.places.length, 2);
        assert.deepEqual(calls, [`started ${name}`, `ended ${name}`]);
      });
      await Promise.all(results);
    });
  }

  test("plays a tournament by invitations, several matches at a time", async () => {
    const token = await server.createTournament("netzwerk", "invited", 3);
    let now = 0;
    let most = 0;
    const bot: Bot = {
      maxConcurrentMatches: 3,
      choose: async (_, legal) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        return { text: legal[0]!, effort: 5, score: 1 };
      },
      started: () => void (most = Math.max(most, (now += 1))),
      ended: () => void (now -= 1),
    };
    await run(bot, { server: server.address, token, ...quiet });
    assert.equal(now, 0);
    assert.ok(most > 1 && most <= 3, `${most} matches at a time`);
  });

  test("reports an illegal choice with its reason and asks again", async () => {
    const [name, token] = await server.createMatch("netzwerk", { turn_cap: "4" });
    const errors: RejectedError[] = [];
    const bot: Bot = {
      choose: (_, legal) => (errors.length === 0 ? "a1-a9" : legal[0]!),
      rejected: (view: View, error) => {
        assert.ok(view.isOpen);
        errors.push(error);
      },
    };
    await play(bot, server.address, name, token, quiet);
    assert.deepEqual(errors.map(({ reason }) => reason), [ErrorReason.ILLEGAL_ACTION]);
  });

  test("ends a bot that only sends texts that are no actions", async () => {
    const playWith = async (chosen: unknown) => {
      // Each bot leaves its match.
      const [name, token] = await server.createMatch("netzwerk");
      return play({ choose: () => chosen as string }, server.address, name, token, quiet);
    };
    await assert.rejects(playWith("?"), isRejectedFor(ErrorReason.ILLEGAL_ACTION));
    await assert.rejects(playWith(7), TypeError);
    await assert.rejects(playWith({ text: "pass", effort: 0.5 }), RangeError);
  });

  test("rejects wrong tokens and unknown matches with reasons", async () => {
    const [name] = await server.createMatch("netzwerk");
    const wrong = "0".repeat(32);
    const { address } = server;
    await assert.rejects(play(first, address, name, wrong, quiet), isRejectedFor(ErrorReason.BAD_TOKEN));
    await assert.rejects(run(first, { server: address, token: wrong, ...quiet }), isRejectedFor(ErrorReason.BAD_TOKEN));
    await assert.rejects(play(first, address, `matches/${wrong}`, wrong, quiet), isRejectedFor(ErrorReason.NOT_FOUND));
    await assert.rejects(web.play(first, address, name, wrong, quiet), isRejectedFor(ErrorReason.BAD_TOKEN));
  });

  test("ends when a newer stream plays its seat", async () => {
    const [name, token] = await server.createMatch("netzwerk");
    let replaced: Promise<unknown> | undefined;
    await new Promise<void>((joined) => {
      const bot: Bot = { choose: () => (joined(), new Promise<never>(() => {})) };
      replaced = assert.rejects(play(bot, server.address, name, token, quiet), isRejectedFor(ErrorReason.REPLACED));
    });
    await play(first, server.address, name, token, quiet);
    await replaced;
  });

  test("reads rejections of calls and of messages, also those of a newer server", () => {
    const failed = (info: Uint8Array, ...others: ConnectError["details"]) => {
      const error = new ConnectError("kitchen: no pizza is left", Code.Unavailable);
      error.details.push({ type: "google.rpc.ErrorInfo", value: info }, ...others);
      return RejectedError.fromCall(error);
    };
    const info = (name: string) => new BinaryWriter().tag(1, WireType.LengthDelimited).string(name).finish();
    const delay = toBinary(DurationSchema, create(DurationSchema, { seconds: 1n, nanos: 500_000_000 }));
    const value = new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(delay).finish();
    const draining = failed(info("DRAINING"), { type: "google.rpc.RetryInfo", value });
    assert.equal(draining.message, "kitchen: no pizza is left (DRAINING)");
    assert.equal(draining.retryDelay, 1.5);
    const unknown = failed(info("OUT_OF_PIZZA"));
    assert.equal(unknown.reason, ErrorReason.UNSPECIFIED);
    assert.equal(unknown.message, "kitchen: no pizza is left (UNAVAILABLE)");
    assert.ok(unknown.hasReason && unknown.retryDelay === undefined);
    const reason = 999 as ErrorReason;
    const message = create(ErrorSchema, { code: Code.Unavailable, reason, retryDelayNanos: 1_500_000_000n });
    assert.equal(RejectedError.fromMessage(message).reason, ErrorReason.UNSPECIFIED);
    assert.equal(RejectedError.fromMessage(message).retryDelay, 1.5);
  });

  test("reports what a bot throws after the end of its other matches", async () => {
    const token = await server.createTournament("netzwerk", "broken", 2);
    let broken: string | undefined;
    const ended: string[] = [];
    const bot: Bot = {
      maxConcurrentMatches: 2,
      choose(view, legal) {
        // The second match of the two fails at its first turn, while the other one is in progress.
        if (view.match.name === broken) throw new RangeError("no idea");
        return legal[0]!;
      },
      started: (match) => void (others.add(match.name).size === 2 && (broken ??= match.name)),
      ended: (match) => void ended.push(match.name),
    };
    const others = new Set<string>();
    await assert.rejects(run(bot, { server: server.address, token, ...quiet }), new RangeError("no idea"));
    assert.ok(broken !== undefined && ended.length > 0 && !ended.includes(broken), `${broken} ${ended}`);
  });

  test("stops when its signal is aborted", async () => {
    const [name, token] = await server.createMatch("netzwerk");
    const stop = new AbortController();
    const bot: Bot = { choose: () => (stop.abort(new Error("enough")), "pass") };
    await assert.rejects(play(bot, server.address, name, token, { ...quiet, signal: stop.signal }), /enough/);
  });

  test("plays over gRPC-Web as in a browser", async () => {
    const games = GAMES.map(async (game) => {
      const [name, token] = await server.createMatch(game);
      const over = await web.play(first, server.address, name, token, quiet);
      assert.equal(over.outcome?.places.length, 2);
    });
    await Promise.all(games);
    const token = await server.createTournament("micro-robots", "web", 1);
    await web.run(first, { server: server.address, token, ...quiet });
  });
});

test("plays on after the server was killed and started again", async () => {
  const server = await TestServer.start();
  try {
    const token = await server.createTournament("netzwerk", "survivor", 1);
    let restart: Promise<void> | undefined;
    const joins: string[] = [];
    const bot: Bot = {
      choose(view, legal) {
        if (view.request.turn === 3) restart ??= server.crash();
        return legal[0]!;
      },
      started: (match) => void joins.push(match.name),
    };
    const messages: string[] = [];
    await run(bot, { server: server.address, token, log: (message) => messages.push(message) });
    await restart;
    assert.equal(new Set(joins).size, 2);
    assert.ok(joins.length > 2, "no match was joined again");
    assert.ok(messages.some((message) => message.endsWith("connected again")), messages.join("\n"));
    const { tournaments } = await server.client.tournaments.listTournaments({});
    assert.equal(tournaments[0]?.resultCount, 2n);
  } finally {
    await server.stop();
  }
});

test("sends the token of a call instead of the admin token", async () => {
  const adminToken = "a".repeat(64);
  const file = join(mkdtempSync(join(tmpdir(), "botwerk-token-")), "admin_token");
  writeFileSync(file, adminToken, { mode: 0o600 });
  const server = await TestServer.start("--admin-token-file", file);
  try {
    server.client.close();
    server.client = connect(server.address, { adminToken });
    for (const { matches } of [server.client, web.connect(server.address, { adminToken })]) {
      const [match, token] = await server.createMatch("netzwerk");
      const unauthorized = await matches.resignSeat({ match, hasCrashed: true }).catch(RejectedError.fromCall);
      assert.ok(isRejectedFor(ErrorReason.BAD_TOKEN)(unauthorized));
      await matches.resignSeat({ match, hasCrashed: true }, { headers: bearer(token) });
    }
  } finally {
    await server.stop();
  }
});

test("trusts the authority that it is given, and no other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "botwerk-tls-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const extensions = ["-addext", "basicConstraints=critical,CA:FALSE"];
  const files = ["-keyout", key, "-out", certificate];
  await execute("openssl", ["req", "-x509", "-nodes", ...curve, ...subject, ...extensions, ...files]);
  const server = await TestServer.start("--tls-cert", certificate, "--tls-key", key);
  const address = server.address.replace("127.0.0.1", "localhost");
  try {
    const trusting = connect(address, { ca: readFileSync(certificate) });
    assert.equal((await trusting.catalog.listGames({})).games.length, GAMES.length);
    trusting.close();
    const distrusting = connect(`https://${address}`);
    assert.throws(() => connect("ftp://play.example"), /expected an address/);
    await assert.rejects(distrusting.catalog.listGames({}), /UNAVAILABLE/);
    distrusting.close();
  } finally {
    await server.stop();
  }
});

test("uses only packages with permissive licences", () => {
  const allowed = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);
  const lock = JSON.parse(readFileSync(join(PACKAGE, "package-lock.json"), "utf8")) as Lock;
  type Lock = { packages: Record<string, { license?: string }> };
  const others = Object.entries(lock.packages).filter(([name, { license }]) => name !== "" && !everyPart(license));
  function everyPart(license = ""): boolean {
    return license.replace(/[()]/g, "").split(" AND ").every((part) => allowed.has(part));
  }
  assert.deepEqual(others, []);
});

describe("first bot of the README", { concurrency: GAMES.length }, () => {
  const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
  const code = /```js\n(.*?)```/s.exec(readme)?.[1] ?? "";
  // Next to the package, so that its name is resolved to it.
  const file = join(PACKAGE, "dist/first_bot.mjs");

  test("has at most 25 lines", () => {
    writeFileSync(file, code);
    const lines = code.split("\n").filter((line) => line.trim() !== "");
    assert.ok(lines.length > 2 && lines.length <= 25, `${lines.length} lines`);
  });

  for (const game of GAMES) {
    test(`passes bot check in ${game}`, async () => {
      writeFileSync(file, code);
      const bot = `grpc:'${process.execPath}' '${file}'`;
      await execute(PROGRAM, ["bot", "check", "--client", "--game", game, bot]);
    });
  }
});

test("wins as the first chapter of the book says", async () => {
  const folder = mkdtempSync(join(tmpdir(), "botwerk-book-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(PACKAGE, join(folder, "node_modules/botwerk"));
  symlinkSync(PROGRAM, join(folder, "botwerk"));
  const repository = join(PACKAGE, "../..");
  const chapter = join(repository, "docs/first-bot.md#typescript");
  const run = [join(repository, "tests/book/run.py"), chapter, "--folder", folder];
  await execute("python3", run, { env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` } });
});
