/** Errors with the machine-readable reasons of the server. */

import { BinaryReader } from "@bufbuild/protobuf/wire";
import { Code, ConnectError } from "@connectrpc/connect";
import { Reason } from "./generated/reason.js";
import type { Error as ErrorMessage } from "./v1.js";

/** The server rejected a call, a join or a choice. */
export class RejectedError extends Error {
  override readonly name = "RejectedError";

  constructor(
    /** The machine-readable reason, such as `Reason.IllegalAction`, or the name of the code without one. */
    readonly reason: Reason,
    /** What was wrong, where, and how to fix it. */
    readonly detail: string,
    /** The status code of gRPC. */
    readonly code: Code,
    /** Whether the server has given the reason, rather than a proxy or the connection. */
    readonly hasReason: boolean,
    /** The server to connect to instead, if the reason is `Reason.WrongServer`. */
    readonly address?: string,
    options?: ErrorOptions,
  ) {
    super(`${detail} (${reason})`, options);
  }

  /** Returns the error of a rejected join or submission. */
  static fromMessage(error: ErrorMessage | undefined): RejectedError {
    const { reason = Reason.Internal, message = "", code = Code.Unknown, address } = error ?? {};
    return new RejectedError(reason, message, code, true, address);
  }

  /** Returns the error of a call that has failed. */
  static fromCall(cause: unknown): RejectedError {
    const error = ConnectError.from(cause);
    const { reason, address } = errorInfoOf(error);
    return new RejectedError(
      reason ?? codeName(error.code),
      error.rawMessage,
      error.code,
      reason !== undefined,
      address,
      { cause },
    );
  }
}

/** The codes of errors that another attempt would meet again. */
const FINAL_CODES: ReadonlySet<Code> = new Set([
  Code.Unauthenticated,
  Code.PermissionDenied,
  Code.NotFound,
  Code.InvalidArgument,
  Code.FailedPrecondition,
  Code.Unimplemented,
]);

/** Returns whether another attempt would meet the same error. */
export function isFinal(error: RejectedError): boolean {
  // Another server may accept the same request.
  if (error.address !== undefined) return false;
  return FINAL_CODES.has(error.code) || error.reason === Reason.Replaced;
}

/** Returns the reason in the `google.rpc.ErrorInfo` of an error, and the address in its metadata, if it has them. */
function errorInfoOf(error: ConnectError): { reason?: Reason; address?: string } {
  const info: { reason?: Reason; address?: string } = {};
  for (const detail of error.details) {
    if (!("type" in detail) || detail.type !== "google.rpc.ErrorInfo") continue;
    const reader = new BinaryReader(detail.value);
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      if (field === 1) {
        info.reason = reader.string();
      } else if (field === 3) {
        // An entry of a map has its key in field 1 and its value in field 2.
        const entry = new BinaryReader(reader.bytes());
        const strings = new Map<number, string>();
        while (entry.pos < entry.len) strings.set(entry.tag()[0], entry.string());
        if (strings.get(1) === "address") info.address = strings.get(2) ?? "";
      } else {
        reader.skip(wireType);
      }
    }
  }
  return info;
}

/** Returns the name of a code as gRPC writes it, such as `UNAVAILABLE`. */
function codeName(code: Code): string {
  return (Code[code] ?? "Unknown").replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}
