/** A transport of Connect on grpc-js, which speaks gRPC with streams in both directions in Node.js. */
import type { DescMessage, DescMethodStreaming, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import type { StreamResponse, Transport, UnaryResponse } from "@connectrpc/connect";
import * as grpc from "@grpc/grpc-js";
/** A transport of Connect that keeps one connection of grpc-js. */
export declare class GrpcJsTransport implements Transport {
    #private;
    /**
     * @param address Host and port.
     * @param credentials Whether and how TLS is used.
     * @param metadata Headers that every call has.
     */
    constructor(address: string, credentials: grpc.ChannelCredentials, metadata: ReadonlyMap<string, string>);
    /** Closes the connection. Calls in progress fail. */
    close(): void;
    unary<I extends DescMessage, O extends DescMessage>(method: DescMethodUnary<I, O>, signal: AbortSignal | undefined, timeoutMs: number | undefined, header: HeadersInit | undefined, input: MessageInitShape<I>): Promise<UnaryResponse<I, O>>;
    stream<I extends DescMessage, O extends DescMessage>(method: DescMethodStreaming<I, O>, signal: AbortSignal | undefined, timeoutMs: number | undefined, header: HeadersInit | undefined, input: AsyncIterable<MessageInitShape<I>>): Promise<StreamResponse<I, O>>;
}
