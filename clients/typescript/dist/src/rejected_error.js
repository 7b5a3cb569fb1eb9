/** Errors with the machine-readable reasons of the server. */
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { Code, ConnectError } from "@connectrpc/connect";
import { Reason } from "./generated/reason.js";
/** The server rejected a call, a join or a choice. */
export class RejectedError extends Error {
    reason;
    detail;
    code;
    hasReason;
    name = "RejectedError";
    constructor(
    /** The machine-readable reason, such as `Reason.IllegalAction`, or the name of the code without one. */
    reason, 
    /** What was wrong, where, and how to fix it. */
    detail, 
    /** The status code of gRPC. */
    code, 
    /** Whether the server has given the reason, rather than a proxy or the connection. */
    hasReason, options) {
        super(`${detail} (${reason})`, options);
        this.reason = reason;
        this.detail = detail;
        this.code = code;
        this.hasReason = hasReason;
    }
    /** Returns the error of a rejected join or submission. */
    static fromMessage(error) {
        const { reason = Reason.Internal, message = "", code = Code.Unknown } = error ?? {};
        return new RejectedError(reason, message, code, true);
    }
    /** Returns the error of a call that has failed. */
    static fromCall(cause) {
        const error = ConnectError.from(cause);
        const reason = reasonOf(error);
        return new RejectedError(reason ?? codeName(error.code), error.rawMessage, error.code, reason !== undefined, { cause });
    }
}
/** The codes of errors that another attempt would meet again. */
const FINAL_CODES = new Set([
    Code.Unauthenticated,
    Code.PermissionDenied,
    Code.NotFound,
    Code.InvalidArgument,
    Code.FailedPrecondition,
    Code.Unimplemented,
]);
/** Returns whether another attempt would meet the same error. */
export function isFinal(error) {
    return FINAL_CODES.has(error.code) || error.reason === Reason.Replaced;
}
/** Returns the reason in the `google.rpc.ErrorInfo` of an error, if it has one. */
function reasonOf(error) {
    for (const detail of error.details) {
        if ("type" in detail && detail.type === "google.rpc.ErrorInfo") {
            const reader = new BinaryReader(detail.value);
            while (reader.pos < reader.len) {
                const [field, wireType] = reader.tag();
                if (field === 1)
                    return reader.string();
                reader.skip(wireType);
            }
        }
    }
    return undefined;
}
/** Returns the name of a code as gRPC writes it, such as `UNAVAILABLE`. */
function codeName(code) {
    return (Code[code] ?? "Unknown").replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}
//# sourceMappingURL=rejected_error.js.map