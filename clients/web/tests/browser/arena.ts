/** A server on which owners sign up and hosts play what they upload. */

import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bearer } from "botwerk/web";
import { PROGRAM } from "./harness.js";
import type { Bench, TestServer } from "./harness.js";

const [ADMIN_TOKEN, WORKER_TOKEN] = ["an-admin-token-of-length", "a-worker-token-of-length"] as const;

/** Headers of the operator of an arena. */
export const OPERATOR = { headers: bearer(ADMIN_TOKEN) };

/** Starts a server with tokens of its operator and its hosts. */
export function startArena(bench: Bench, ...flags: readonly string[]): Promise<TestServer> {
  const file = (name: string, content: string) => {
    writeFileSync(join(bench.folder, name), content, { mode: 0o600 });
    return join(bench.folder, name);
  };
  return bench.startServer("--admin-token-file", file("admin", ADMIN_TOKEN), "--worker-token-file", file("worker", WORKER_TOKEN), ...flags);
}

/** Returns a code with which owners sign up. */
export async function invite(server: TestServer, uses = 1): Promise<string> {
  const { code } = await server.client.operator.createSignUpCode({ uses }, OPERATOR);
  return code;
}

/** Signs an owner up, and returns its token. */
export async function signUp(server: TestServer, name: string): Promise<string> {
  const { ownerToken } = await server.client.owners.signUp({ name, code: await invite(server) });
  return ownerToken;
}

/** Starts a host. It ends with the suite. */
export function startHost(bench: Bench, server: TestServer): void {
  const folder = join(bench.folder, "host");
  mkdirSync(folder);
  const args = ["host", "--server", server.address, "--token-file", join(bench.folder, "worker"), "--folder", folder, "--uncounted-memory"];
  bench.adopt(spawn(PROGRAM, args, { stdio: "ignore" }));
}
