/** A temporary PostgreSQL server in a folder of its own, where it listens on a Unix socket. */

import { spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The folder in which Debian installs a folder for each version. */
const DEBIAN_FOLDER = "/usr/lib/postgresql";

/** Time for the server to accept connections, in milliseconds. */
const START_LIMIT_MS = 30_000;

/**
 * Returns the folder with the programs of PostgreSQL, or `undefined` if it is not installed.
 *
 * @throws Error if it is not installed although `BOTWERK_REQUIRE_POSTGRES` is set.
 */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : [];
  const given = process.env["BOTWERK_POSTGRES_BIN"];
  const folders = given ? [given] : versions.map((version) => join(DEBIAN_FOLDER, version, "bin"));
  const found = folders.find((folder) => existsSync(join(folder, "initdb")));
  if (found === undefined && process.env["BOTWERK_REQUIRE_POSTGRES"]) {
    throw new Error("PostgreSQL is not installed; install the package postgresql");
  }
  return found;
}

/** A server. */
export class Postgres {
  readonly #folder = mkdtempSync(join(tmpdir(), "botwerk-postgres-"));
  readonly #account = unprivilegedAccount();
  #databases = 0;
  #server!: ChildProcess;

  private constructor(private readonly programs: string) {}

  /** Starts a server. */
  static async start(programs: string): Promise<Postgres> {
    const postgres = new Postgres(programs);
    await postgres.#start();
    return postgres;
  }

  /** Creates an empty database and returns its URL. */
  async createDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `test${this.#databases}`;
    const code = await this.#run("createdb", "--host", this.#folder, "--username", "botwerk", name);
    if (code !== 0) throw new Error(`createdb: code ${code}`);
    return `postgres:///${name}?user=botwerk&host=${this.#folder}`;
  }

  /** Kills the server and deletes its folder. */
  async stop(): Promise<void> {
    const end = once(this.#server, "exit");
    this.#server.kill("SIGQUIT");
    await end;
    rmSync(this.#folder, { recursive: true });
  }

  async #start(): Promise<void> {
    if (this.#account !== undefined) chownSync(this.#folder, this.#account.uid, this.#account.gid);
    const data = join(this.#folder, "data");
    const options = ["--username", "botwerk", "--auth", "trust", "--encoding", "UTF8", "--locale", "C.UTF-8"];
    const code = await this.#run("initdb", "--pgdata", data, "--no-sync", ...options);
    if (code !== 0) throw new Error(`initdb: code ${code}`);
    const settings = ["-c", "listen_addresses=", "-c", "fsync=off"];
    this.#server = this.#spawn("postgres", "-D", data, "-k", this.#folder, ...settings);
    const start = Date.now();
    while ((await this.#run("pg_isready", "--quiet", "--host", this.#folder)) !== 0) {
      if (Date.now() - start > START_LIMIT_MS) throw new Error("PostgreSQL did not start");
      await sleep(20);
    }
  }

  async #run(program: string, ...args: readonly string[]): Promise<number> {
    const [code] = (await once(this.#spawn(program, ...args), "exit")) as [number];
    return code;
  }

  #spawn(program: string, ...args: readonly string[]): ChildProcess {
    const options: SpawnOptions = { cwd: "/", stdio: "ignore", ...this.#account };
    return spawn(join(this.programs, program), args, options);
  }
}

/** Returns the account that runs PostgreSQL if this process is root, which PostgreSQL refuses to run as. */
function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.geteuid?.() !== 0) return undefined;
  const accounts = readFileSync("/etc/passwd", "utf8").split("\n").map((line) => line.split(":"));
  const account = ["postgres", "nobody"].flatMap((name) => accounts.filter((fields) => fields[0] === name))[0];
  return { uid: Number(account?.[2] ?? 65534), gid: Number(account?.[3] ?? 65534) };
}
