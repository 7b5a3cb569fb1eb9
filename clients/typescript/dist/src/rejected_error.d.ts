/** Errors with the machine-readable reasons of the server. */
import { Code } from "@connectrpc/connect";
import { Reason } from "./generated/reason.js";
import type { Error as ErrorMessage } from "./v1.js";
/** The server rejected a call, a join or a choice. */
export declare class RejectedError extends Error {
    /** The machine-readable reason, such as `Reason.IllegalAction`, or the name of the code without one. */
    readonly reason: Reason;
    /** What was wrong, where, and how to fix it. */
    readonly detail: string;
    /** The status code of gRPC. */
    readonly code: Code;
    /** Whether the server has given the reason, rather than a proxy or the connection. */
    readonly hasReason: boolean;
    readonly name = "RejectedError";
    constructor(
    /** The machine-readable reason, such as `Reason.IllegalAction`, or the name of the code without one. */
    reason: Reason, 
    /** What was wrong, where, and how to fix it. */
    detail: string, 
    /** The status code of gRPC. */
    code: Code, 
    /** Whether the server has given the reason, rather than a proxy or the connection. */
    hasReason: boolean, options?: ErrorOptions);
    /** Returns the error of a rejected join or submission. */
    static fromMessage(error: ErrorMessage | undefined): RejectedError;
    /** Returns the error of a call that has failed. */
    static fromCall(cause: unknown): RejectedError;
}
/** Returns whether another attempt would meet the same error. */
export declare function isFinal(error: RejectedError): boolean;
