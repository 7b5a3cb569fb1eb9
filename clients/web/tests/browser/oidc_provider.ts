/** An OpenID provider, and a server on which owners sign in with it. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startArena } from "./arena.js";
import { eventually } from "./harness.js";
import type { Bench, TestServer } from "./harness.js";

const PROGRAM = process.env["BOTWERK_OIDC_PROVIDER"];

/** Why the tests with a provider are skipped, or `false` if they are not. */
export const SKIPPED = PROGRAM === undefined && process.env["BOTWERK_REQUIRE_LANGUAGES"] === undefined && "BOTWERK_OIDC_PROVIDER is not set";

/** The people whom the provider knows, with their password. */
export const [PERSON, OTHER_PERSON, PASSWORD] = ["test-user@localhost", "test-user2", "verysecure"] as const;

/** The display name of the provider. */
export const PROVIDER_NAME = "Example";

/** Time for the provider to start, in milliseconds. */
const START_LIMIT = 30_000;

/** Starts a provider with an arena that has it. The flags are those of the arena. */
export async function startArenaWithProvider(bench: Bench, ...flags: readonly string[]): Promise<TestServer> {
  assert.ok(PROGRAM !== undefined, "BOTWERK_OIDC_PROVIDER is not set");
  // Each has to know the address of the other one before it starts.
  const listen = process.env["BOTWERK_TEST_LISTEN"] ?? `127.0.0.1:${await freePort()}`;
  const publicUrl = process.env["BOTWERK_PAGES_URL"] ?? `http://${listen}`;
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), REDIRECT_URI: `${publicUrl}/sign-in/callback` };
  bench.adopt(spawn(PROGRAM, [], { env, stdio: "ignore" }));
  await eventually(() => answers(port), START_LIMIT);
  const secret = join(bench.folder, "client-secret");
  writeFileSync(secret, "secret\n", { mode: 0o600 });
  return startArena(bench, "--listen", listen, "--public-url", publicUrl, "--oidc-issuer", `http://localhost:${port}/`,
    "--oidc-name", PROVIDER_NAME, "--oidc-client-id", "web", "--oidc-client-secret-file", secret, ...flags);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Fails unless a program accepts connections at a port of this machine. */
function answers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "localhost", port }, () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", reject);
  });
}
