/** A real server for tests: the program that `BOTWERK` names, or else the one that `cargo build` makes. */

import { execFile, execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { connect } from "../src/index.js";
import type { Client } from "../src/index.js";

/** The folder of the package, from which the tests are run. */
export const PACKAGE = process.cwd();

/** The program. */
export const PROGRAM = resolve(process.env["BOTWERK"] ?? join(PACKAGE, "../../target/debug/botwerk"));
if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM}: not found; run cargo build, or name the program in BOTWERK`);

/** Runs a program to its end and returns what it prints on standard output. */
export const execute = promisify(execFile);

/** The games of the program, which may have others than those of Botwerk. */
export const GAMES: readonly string[] = execFileSync(PROGRAM, ["--json", "game", "list"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { readonly game: string }).game);

/** A server with a database of its own. */
export class TestServer {
  readonly #folder = mkdtempSync(join(tmpdir(), "botwerk-"));
  readonly #database: string;
  #process!: ChildProcess;
  /** Host and port. */
  address = "127.0.0.1:0";
  client!: Client;

  private constructor(database?: string) {
    this.#database = database ?? join(this.#folder, "botwerk.db");
  }

  /** Starts a server with further arguments of `botwerk serve`. */
  static async start(...args: readonly string[]): Promise<TestServer> {
    const server = new TestServer();
    await server.#start(args);
    return server;
  }

  /** Starts a server that shares a PostgreSQL database. */
  static async startSharing(database: string): Promise<TestServer> {
    const server = new TestServer(database);
    await server.#start(["--lease-secs", "1"]);
    return server;
  }

  async #start(args: readonly string[]): Promise<void> {
    const common = ["--json", "--log-level", "error", "--listen", this.address, "--db", this.#database];
    const all = ["serve", ...common, ...args];
    this.#process = spawn(PROGRAM, all, { stdio: ["ignore", "pipe", "inherit"] });
    for await (const line of createInterface({ input: this.#process.stdout! })) {
      this.address = (JSON.parse(line) as { listening: string }).listening;
      this.client ??= connect(this.address);
      return;
    }
    throw new Error("the server did not start");
  }

  /** Ends the process at once, as a crash does, and starts it again at the same address. */
  async crash(): Promise<void> {
    await this.kill();
    await this.#start([]);
  }

  /** Stops the server and deletes its database. */
  async stop(): Promise<void> {
    this.client.close();
    await this.kill();
    rmSync(this.#folder, { recursive: true });
  }

  /** Ends the process at once, if it has not ended. */
  async kill(): Promise<void> {
    if (this.#process.signalCode !== null) return;
    const end = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await end;
  }

  /** Creates a match of an open seat against `random`; returns its name and the token of the seat. */
  async createMatch(game: string, options: Record<string, string> = {}): Promise<[name: string, token: string]> {
    const created = await this.client.matches.createMatch({
      setup: { game, options: Object.entries(options).map(([name, value]) => ({ name, value })) },
      seats: [{ name: "bot" }, { agent: { name: "random" } }],
      seed: "7",
      usesVirtualTime: true,
    });
    return [created.match!.name, created.seatTokens[0]!.token];
  }

  /** Creates a round robin of a registered bot against `random`, whose token is returned. */
  async createTournament(game: string, name: string, cycles: number): Promise<string> {
    const { botToken } = await this.client.bots.registerBot({ name, games: [game] });
    await this.client.organizer.createTournament({
      setup: {
        name,
        setup: { game },
        format: { kind: { case: "roundRobin", value: { cycles } } },
        entrants: [
          { name, player: { case: "bot", value: name } },
          { name: "random", player: { case: "agent", value: { name: "random" } } },
        ],
        usesVirtualTime: true,
      },
    });
    return botToken;
  }
}
