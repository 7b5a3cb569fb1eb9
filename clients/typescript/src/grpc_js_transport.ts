/** A transport of Connect on grpc-js, which speaks gRPC with streams in both directions in Node.js. */

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import type {
  DescMessage,
  DescMethod,
  DescMethodStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { AnySchema } from "@bufbuild/protobuf/wkt";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { ConnectError } from "@connectrpc/connect";
import type { Code, StreamResponse, Transport, UnaryResponse } from "@connectrpc/connect";
import * as grpc from "@grpc/grpc-js";
import { isLoopback } from "./proxy.js";

/** Maximum size of a message, in bytes: the results of an environment's step are large. */
const MAX_MESSAGE_BYTES = 256 << 20;

/** The options of all connections: a dead one is noticed after 15 s, a new one is tried within 2 s. */
const CHANNEL_OPTIONS: grpc.ChannelOptions = {
  "grpc.keepalive_time_ms": 10_000,
  "grpc.keepalive_timeout_ms": 5_000,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.min_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 2_000,
  "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
};

/** Returns the options of a connection: no proxy is used for addresses of this machine. */
function channelOptions(address: string): grpc.ChannelOptions {
  return isLoopback(address) ? { ...CHANNEL_OPTIONS, "grpc.enable_http_proxy": 0 } : CHANNEL_OPTIONS;
}

/** A transport of Connect that keeps one connection of grpc-js. */
export class GrpcJsTransport implements Transport {
  readonly #client: grpc.Client;
  readonly #metadata: ReadonlyMap<string, string>;

  /**
   * @param address Host and port.
   * @param credentials Whether and how TLS is used.
   * @param metadata Headers that every call has.
   */
  constructor(address: string, credentials: grpc.ChannelCredentials, metadata: ReadonlyMap<string, string>) {
    this.#client = new grpc.Client(address, credentials, channelOptions(address));
    this.#metadata = metadata;
  }

  /** Closes the connection. Calls in progress fail. */
  close(): void {
    this.#client.close();
  }

  async unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeadersInit | undefined,
    input: MessageInitShape<I>,
  ): Promise<UnaryResponse<I, O>> {
    async function* single() {
      yield input;
    }
    const response = await this.#call(method, signal, timeoutMs, header, single());
    for await (const message of response.message) {
      return { ...response, stream: false, method, message };
    }
    throw new ConnectError("the server ended the call without a response");
  }

  async stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodStreaming<I, O>,
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeadersInit | undefined,
    input: AsyncIterable<MessageInitShape<I>>,
  ): Promise<StreamResponse<I, O>> {
    const response = await this.#call(method, signal, timeoutMs, header, input);
    return { ...response, stream: true, method };
  }

  /** Calls any method as a stream in both directions, which is the same on the wire. */
  async #call<I extends DescMessage, O extends DescMessage>(
    method: DescMethod & { input: I; output: O },
    signal: AbortSignal | undefined,
    timeoutMs: number | undefined,
    header: HeadersInit | undefined,
    input: AsyncIterable<MessageInitShape<I>>,
  ) {
    signal?.throwIfAborted();
    const call = this.#client.makeBidiStreamRequest(
      `/${method.parent.typeName}/${method.name}`,
      (message: MessageShape<I>) => Buffer.from(toBinary(method.input, message)),
      (bytes: Buffer) => fromBinary(method.output, bytes),
      this.#toMetadata(header),
      timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs },
    );
    const cancel = () => call.cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    const trailer = new Headers();
    call.on("status", (status) => copy(status.metadata, trailer));
    // The iteration below reports errors; this listener keeps those of an unread stream from ending the process.
    call.on("error", () => {});
    void send(call, method.input, input);
    async function* messages(): AsyncGenerator<MessageShape<O>> {
      try {
        for await (const message of call) yield message as MessageShape<O>;
      } catch (error) {
        throw signal?.aborted ? ConnectError.from(signal.reason) : toConnectError(error as grpc.ServiceError);
      } finally {
        signal?.removeEventListener("abort", cancel);
        call.cancel();
      }
    }
    return { service: method.parent, header: new Headers(), trailer, message: messages() };
  }

  #toMetadata(header: HeadersInit | undefined): grpc.Metadata {
    const metadata = new grpc.Metadata();
    for (const [name, value] of this.#metadata) metadata.set(name, value);
    new Headers(header).forEach((value, name) => metadata.set(name, value));
    return metadata;
  }
}

/** Sends the messages of a stream until it ends or the call has ended. */
async function send<I extends DescMessage, O>(
  call: grpc.ClientDuplexStream<MessageShape<I>, O>,
  schema: I,
  input: AsyncIterable<MessageInitShape<I>>,
): Promise<void> {
  try {
    for await (const message of input) {
      if (call.destroyed || call.writableEnded) return;
      call.write(create(schema, message));
    }
    call.end();
  } catch (error) {
    call.destroy(error as Error);
  }
}

/** Returns the error of Connect that has the code and the details of an error of grpc-js. */
function toConnectError(error: grpc.ServiceError): ConnectError {
  // The library appends a note even if it is empty.
  const message = (error.details ?? error.message).replace(/\. Resolution note: $/, "");
  const connectError = new ConnectError(message, error.code as number as Code, undefined, undefined, error);
  const [status] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (status instanceof Uint8Array) {
    const reader = new BinaryReader(status);
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      // google.rpc.Status has its details in field 3.
      if (field === 3) {
        const { typeUrl, value } = fromBinary(AnySchema, reader.bytes());
        connectError.details.push({ type: typeUrl.slice(typeUrl.lastIndexOf("/") + 1), value });
      } else {
        reader.skip(wireType);
      }
    }
  }
  return connectError;
}

/** Copies metadata as text. */
function copy(metadata: grpc.Metadata, headers: Headers): void {
  for (const [name, value] of Object.entries(metadata.getMap())) {
    headers.set(name, typeof value === "string" ? value : value.toString("base64"));
  }
}
