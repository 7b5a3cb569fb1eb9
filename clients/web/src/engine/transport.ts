/** Clients of the stateless services, whose calls the engine in this page answers instead of a server. */

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type { DescMessage, DescMethodStreaming, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { StreamResponse, Transport, UnaryResponse } from "@connectrpc/connect";
import { ErrorSchema } from "botwerk/v1";
import { RejectedError } from "botwerk/web";
import type { EngineAnswer, EngineCall } from "./module.js";

/** Something that answers calls: a module, or a worker with one. */
export interface Engine {
  /**
   * Answers a call. `report` receives the messages of a stream before the last one.
   *
   * @throws the reason of the signal, if it is aborted.
   */
  answer(call: EngineCall, report: (message: Uint8Array) => void, signal?: AbortSignal): Promise<EngineAnswer>;
}

/** A transport, with which `createClient` makes clients of an engine. */
export class EngineTransport implements Transport {
  constructor(private readonly engine: Engine) {}

  async unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    signal: AbortSignal | undefined,
    _timeoutMs: number | undefined,
    _header: HeadersInit | undefined,
    input: MessageInitShape<I>,
  ): Promise<UnaryResponse<I, O>> {
    const answer = await this.engine.answer(encodeCall(method, input), () => {}, signal);
    return {
      stream: false,
      service: method.parent,
      method,
      header: new Headers(),
      trailer: new Headers(),
      message: fromBinary(method.output, read(answer)),
    };
  }

  async stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodStreaming<I, O>,
    signal: AbortSignal | undefined,
    _timeoutMs: number | undefined,
    _header: HeadersInit | undefined,
    input: AsyncIterable<MessageInitShape<I>>,
  ): Promise<StreamResponse<I, O>> {
    let call: EngineCall | undefined;
    for await (const message of input) call ??= encodeCall(method, message);
    if (call === undefined) throw new ConnectError("a call needs a request", Code.InvalidArgument);
    return {
      stream: true,
      service: method.parent,
      method,
      header: new Headers(),
      trailer: new Headers(),
      message: this.#messages(method.output, call, signal),
    };
  }

  async *#messages<O extends DescMessage>(
    output: O,
    call: EngineCall,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<MessageShape<O>> {
    const messages: Uint8Array[] = [];
    let wake = () => {};
    let last: EngineAnswer | undefined;
    const report = (message: Uint8Array) => {
      messages.push(message);
      wake();
    };
    const answered = this.engine.answer(call, report, signal).then((answer) => {
      last = answer;
      wake();
    });
    const failed = new Promise<never>((_, reject) => answered.catch(reject));
    // The loop reports a failure, unless its reader has stopped before.
    failed.catch(() => {});
    for (;;) {
      const more = new Promise<void>((resolve) => (wake = resolve));
      while (messages.length > 0) yield fromBinary(output, messages.shift()!);
      if (last !== undefined) break;
      await Promise.race([more, failed]);
    }
    yield fromBinary(output, read(last));
  }
}

function encodeCall<I extends DescMessage>(
  method: DescMethodUnary<I, DescMessage> | DescMethodStreaming<I, DescMessage>,
  input: MessageInitShape<I>,
): EngineCall {
  const path = `/${method.parent.typeName}/${method.name}`;
  return { path, request: toBinary(method.input, create(method.input, input)) };
}

/** Returns the message of an answer. */
function read({ isError, message }: EngineAnswer): Uint8Array {
  if (isError) throw RejectedError.fromMessage(fromBinary(ErrorSchema, message));
  return message;
}
