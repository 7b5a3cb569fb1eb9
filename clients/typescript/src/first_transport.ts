/** A transport of Connect to one of several servers. */

import { createClient } from "@connectrpc/connect";
import type { Transport } from "@connectrpc/connect";
import { RejectedError } from "./rejected_error.js";
import { CatalogService } from "./v1.js";

/** Maximum time to wait for the answer of a server, in milliseconds. */
const ANSWER_TIMEOUT_MS = 5_000;

/** Returns a transport to the first of several servers that answers. After a failure it looks for the first again. */
export function firstOf(transports: readonly Transport[]): Transport {
  if (transports.length === 1) return transports[0]!;
  let first: Promise<Transport> | undefined;
  const use = async <T>(signal: AbortSignal | undefined, call: (transport: Transport) => Promise<T>): Promise<T> => {
    const found = (first ??= findFirst(transports));
    try {
      return await call(signal === undefined ? await found : await untilAborted(found, signal));
    } catch (error) {
      // An aborted call says nothing about the server.
      if (signal?.aborted !== true) first = undefined;
      throw error;
    }
  };
  async function* watch<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* messages;
    } catch (error) {
      first = undefined;
      throw error;
    }
  }
  return {
    unary: (method, signal, timeoutMs, header, input, contextValues) =>
      use(signal, (transport) => transport.unary(method, signal, timeoutMs, header, input, contextValues)),
    stream: async (method, signal, timeoutMs, header, input, contextValues) => {
      const response = await use(signal, (transport) =>
        transport.stream(method, signal, timeoutMs, header, input, contextValues),
      );
      return { ...response, message: watch(response.message) };
    },
  };
}

/** Waits for a promise that other calls wait for as well. Throws the reason of the signal once that is aborted. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

async function findFirst(transports: readonly Transport[]): Promise<Transport> {
  for (const transport of transports) {
    try {
      await createClient(CatalogService, transport).listGames({}, { timeoutMs: ANSWER_TIMEOUT_MS });
      return transport;
    } catch (error) {
      if (RejectedError.fromCall(error).hasReason) return transport;
    }
  }
  // Its calls report why it does not answer.
  return transports[0]!;
}
