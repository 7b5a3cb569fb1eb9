/** Errors with the machine-readable reasons of the server. */

import { fromBinary } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { DurationSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError } from "@connectrpc/connect";
import { ErrorReason } from "./v1.js";
import type { Error as ErrorMessage } from "./v1.js";

/** The server rejected a call, a join or a choice. */
export class RejectedError extends Error {
  override readonly name = "RejectedError";

  constructor(
    /** The machine-readable reason, or `ErrorReason.UNSPECIFIED` without one that this version knows. */
    readonly reason: ErrorReason,
    /** What was wrong, where, and how to fix it. */
    readonly detail: string,
    /** The status code of gRPC. */
    readonly code: Code,
    /** Whether the server has given a reason, rather than a proxy or the connection. */
    readonly hasReason: boolean,
    /** The server to connect to instead, if the reason is `ErrorReason.WRONG_SERVER`. */
    readonly address?: string,
    /** Seconds after which the same request may succeed, or `undefined` if the server would reject it again. */
    readonly retryDelay?: number,
    options?: ErrorOptions,
  ) {
    super(`${detail} (${reason === ErrorReason.UNSPECIFIED ? codeName(code) : ErrorReason[reason]})`, options);
  }

  /** Returns the error of a rejected join or submission. */
  static fromMessage({ reason, message, code, address, retryDelayNanos }: ErrorMessage): RejectedError {
    const retryDelay = retryDelayNanos === undefined ? undefined : Number(retryDelayNanos) / 1e9;
    return new RejectedError(knownReason(ErrorReason[reason]), message, code, true, address, retryDelay);
  }

  /** Returns the error of a call that has failed. */
  static fromCall(cause: unknown): RejectedError {
    if (cause instanceof RejectedError) return cause;
    const error = ConnectError.from(cause);
    const { code, rawMessage } = error;
    const { reason, address, retryDelay } = detailsOf(error);
    const hasReason = reason !== undefined;
    return new RejectedError(knownReason(reason), rawMessage, code, hasReason, address, retryDelay, { cause });
  }
}

/** The codes of errors without a reason that another attempt would meet again. */
const FINAL_CODES: ReadonlySet<Code> = new Set([
  Code.Unauthenticated,
  Code.PermissionDenied,
  Code.NotFound,
  Code.InvalidArgument,
  Code.FailedPrecondition,
  Code.Unimplemented,
]);

/** Returns whether another attempt would meet the same error. */
export function isFinal({ address, retryDelay, hasReason, code }: RejectedError): boolean {
  // Another server may accept the same request, or this one later.
  if (address !== undefined || retryDelay !== undefined) return false;
  return hasReason || FINAL_CODES.has(code);
}

/** Returns the reason with a name. A newer server may have others than this version. */
function knownReason(name = ""): ErrorReason {
  return ErrorReason[name as keyof typeof ErrorReason] ?? ErrorReason.UNSPECIFIED;
}

/** What the details of an error have. */
interface Details {
  /** The name of the reason. */
  reason?: string;
  address?: string;
  /** In seconds. */
  retryDelay?: number;
}

/** Returns what the `google.rpc.ErrorInfo` and the `google.rpc.RetryInfo` of an error have. */
function detailsOf(error: ConnectError): Details {
  const found: Details = {};
  for (const detail of error.details) {
    if (!("type" in detail)) continue;
    const reader = new BinaryReader(detail.value);
    if (detail.type === "google.rpc.ErrorInfo") {
      readErrorInfo(reader, found);
    } else if (detail.type === "google.rpc.RetryInfo") {
      // Its only field is the delay.
      reader.tag();
      const { seconds, nanos } = fromBinary(DurationSchema, reader.bytes());
      found.retryDelay = Number(seconds) + nanos / 1e9;
    }
  }
  return found;
}

/** Reads the reason and, in the metadata, the address. */
function readErrorInfo(reader: BinaryReader, found: Details): void {
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1) {
      found.reason = reader.string();
    } else if (field === 3) {
      // An entry of a map has its key in field 1 and its value in field 2.
      const entry = new BinaryReader(reader.bytes());
      const strings = new Map<number, string>();
      while (entry.pos < entry.len) strings.set(entry.tag()[0], entry.string());
      if (strings.get(1) === "address") found.address = strings.get(2) ?? "";
    } else {
      reader.skip(wireType);
    }
  }
}

/** Returns the name of a code as gRPC writes it, such as `UNAVAILABLE`. */
function codeName(code: Code): string {
  return (Code[code] ?? "Unknown").replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}
