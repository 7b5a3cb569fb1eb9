/** The calls of a client: they end with its signal, and fail with typed errors. */

import type { DescService } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import type { CallOptions, Client as ServiceClient, Transport } from "@connectrpc/connect";
import { RejectedError } from "./rejected_error.js";

type Unary = (input: unknown, options: CallOptions) => Promise<unknown>;
type Streaming = (input: unknown, options: CallOptions) => AsyncIterable<unknown>;

/**
 * Returns a client of one service. A call ends once its signal is aborted, and throws the reason of that signal; a call
 * that fails throws a `RejectedError`. A stream ends with the loop that reads it.
 *
 * @param calls The calls in progress, with which the client ends them.
 */
export function serviceClient<S extends DescService>(
  service: S,
  transport: Transport,
  calls: Set<AbortController>,
): ServiceClient<S> {
  const client = createClient(service, transport);
  const methods = client as Record<string, Unary | Streaming>;
  for (const { localName, methodKind } of service.methods) {
    const method = methods[localName]!;
    methods[localName] =
      methodKind === "unary"
        ? (input, options) => new Call(options, calls).receive(method as Unary, input)
        : (input, options) => new Call(options, calls).stream(method as Streaming, input);
  }
  return client;
}

/** A call in progress. */
class Call {
  readonly #controller = new AbortController();
  readonly #abort = () => this.#controller.abort(this.options?.signal?.reason);

  constructor(
    private readonly options: CallOptions | undefined,
    private readonly calls: Set<AbortController>,
  ) {
    calls.add(this.#controller);
    // Not AbortSignal.any: its signals stay in memory as long as the given one.
    options?.signal?.addEventListener("abort", this.#abort, { once: true });
    if (options?.signal?.aborted) this.#abort();
  }

  async receive(method: Unary, input: unknown): Promise<unknown> {
    try {
      this.#controller.signal.throwIfAborted();
      return await method(input, this.#callOptions);
    } catch (error) {
      throw this.#failure(error);
    } finally {
      this.#end();
    }
  }

  /** Opens a stream at once, before the first message is read. */
  stream(method: Streaming, input: unknown): AsyncIterable<unknown> {
    return this.#messages(method(input, this.#callOptions));
  }

  async *#messages(messages: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    try {
      yield* messages;
    } catch (error) {
      throw this.#failure(error);
    } finally {
      this.#end();
      this.#controller.abort();
    }
  }

  get #callOptions(): CallOptions {
    return { ...this.options, signal: this.#controller.signal };
  }

  #failure(error: unknown): unknown {
    const { signal } = this.#controller;
    return signal.aborted ? signal.reason : RejectedError.fromCall(error);
  }

  #end(): void {
    this.calls.delete(this.#controller);
    this.options?.signal?.removeEventListener("abort", this.#abort);
  }
}
