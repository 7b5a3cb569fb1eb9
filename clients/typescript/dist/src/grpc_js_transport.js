/** A transport of Connect on grpc-js, which speaks gRPC with streams in both directions in Node.js. */
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { AnySchema } from "@bufbuild/protobuf/wkt";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { ConnectError } from "@connectrpc/connect";
import * as grpc from "@grpc/grpc-js";
/** Maximum size of a message, in bytes: the results of an environment's step are large. */
const MAX_MESSAGE_BYTES = 256 << 20;
/** The options of all connections: a dead one is noticed after 15 s, a new one is tried within 2 s. */
const CHANNEL_OPTIONS = {
    "grpc.keepalive_time_ms": 10_000,
    "grpc.keepalive_timeout_ms": 5_000,
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.min_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 2_000,
    "grpc.max_receive_message_length": MAX_MESSAGE_BYTES,
};
/** A transport of Connect that keeps one connection of grpc-js. */
export class GrpcJsTransport {
    #client;
    #metadata;
    /**
     * @param address Host and port.
     * @param credentials Whether and how TLS is used.
     * @param metadata Headers that every call has.
     */
    constructor(address, credentials, metadata) {
        this.#client = new grpc.Client(address, credentials, CHANNEL_OPTIONS);
        this.#metadata = metadata;
    }
    /** Closes the connection. Calls in progress fail. */
    close() {
        this.#client.close();
    }
    async unary(method, signal, timeoutMs, header, input) {
        async function* single() {
            yield input;
        }
        const response = await this.#call(method, signal, timeoutMs, header, single());
        for await (const message of response.message) {
            return { ...response, stream: false, method, message };
        }
        throw new ConnectError("the server ended the call without a response");
    }
    async stream(method, signal, timeoutMs, header, input) {
        const response = await this.#call(method, signal, timeoutMs, header, input);
        return { ...response, stream: true, method };
    }
    /** Calls any method as a stream in both directions, which is the same on the wire. */
    async #call(method, signal, timeoutMs, header, input) {
        signal?.throwIfAborted();
        const call = this.#client.makeBidiStreamRequest(`/${method.parent.typeName}/${method.name}`, (message) => Buffer.from(toBinary(method.input, message)), (bytes) => fromBinary(method.output, bytes), this.#toMetadata(header), timeoutMs === undefined ? {} : { deadline: Date.now() + timeoutMs });
        const cancel = () => call.cancel();
        signal?.addEventListener("abort", cancel, { once: true });
        const trailer = new Headers();
        call.on("status", (status) => copy(status.metadata, trailer));
        // The iteration below reports errors; this listener keeps those of an unread stream from ending the process.
        call.on("error", () => { });
        void send(call, method.input, input);
        async function* messages() {
            try {
                for await (const message of call)
                    yield message;
            }
            catch (error) {
                throw signal?.aborted ? ConnectError.from(signal.reason) : toConnectError(error);
            }
            finally {
                signal?.removeEventListener("abort", cancel);
                call.cancel();
            }
        }
        return { service: method.parent, header: new Headers(), trailer, message: messages() };
    }
    #toMetadata(header) {
        const metadata = new grpc.Metadata();
        for (const [name, value] of this.#metadata)
            metadata.set(name, value);
        new Headers(header).forEach((value, name) => metadata.set(name, value));
        return metadata;
    }
}
/** Sends the messages of a stream until it ends or the call has ended. */
async function send(call, schema, input) {
    try {
        for await (const message of input) {
            if (call.destroyed || call.writableEnded)
                return;
            call.write(create(schema, message));
        }
        call.end();
    }
    catch (error) {
        call.destroy(error);
    }
}
/** Returns the error of Connect that has the code and the details of an error of grpc-js. */
function toConnectError(error) {
    // The library appends a note even if it is empty.
    const message = (error.details ?? error.message).replace(/\. Resolution note: $/, "");
    const connectError = new ConnectError(message, error.code, undefined, undefined, error);
    const [status] = error.metadata?.get("grpc-status-details-bin") ?? [];
    if (status instanceof Uint8Array) {
        const reader = new BinaryReader(status);
        while (reader.pos < reader.len) {
            const [field, wireType] = reader.tag();
            // google.rpc.Status has its details in field 3.
            if (field === 3) {
                const { typeUrl, value } = fromBinary(AnySchema, reader.bytes());
                connectError.details.push({ type: typeUrl.slice(typeUrl.lastIndexOf("/") + 1), value });
            }
            else {
                reader.skip(wireType);
            }
        }
    }
    return connectError;
}
/** Copies metadata as text. */
function copy(metadata, headers) {
    for (const [name, value] of Object.entries(metadata.getMap())) {
        headers.set(name, typeof value === "string" ? value : value.toString("base64"));
    }
}
//# sourceMappingURL=grpc_js_transport.js.map