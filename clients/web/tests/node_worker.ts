/** Runs the worker of a page in a thread of Node.js, whose functions have other names. */

import { parentPort } from "node:worker_threads";

const scope = {
  onmessage: undefined as ((event: { data: unknown }) => void) | undefined,
  postMessage: (message: unknown) => parentPort!.postMessage(message),
};
Object.assign(globalThis, { self: scope });
await import("../src/engine/worker.js");
parentPort!.on("message", (data: unknown) => scope.onmessage?.({ data }));
