"""Errors with the machine-readable reasons of servers."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from ._botwerk import BotwerkError

if TYPE_CHECKING:
    import grpc

    from .v1 import game_pb2


class ErrorReason(str, enum.Enum):
    """Why a server rejects a request: ``botwerk.v1.game_pb2.ErrorReason`` without its prefix.

    A member equals its name as text.
    """

    UNSPECIFIED = "UNSPECIFIED"
    ILLEGAL_ACTION = "ILLEGAL_ACTION"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_TURN = "WRONG_TURN"
    ALREADY_SUBMITTED = "ALREADY_SUBMITTED"
    WRONG_STEP = "WRONG_STEP"
    FLAGGED = "FLAGGED"
    MATCH_OVER = "MATCH_OVER"
    MATCH_NOT_OVER = "MATCH_NOT_OVER"
    BLOCK_NOT_OVER = "BLOCK_NOT_OVER"
    REQUEST_ID_REUSED = "REQUEST_ID_REUSED"
    BAD_TOKEN = "BAD_TOKEN"
    NAME_TAKEN = "NAME_TAKEN"
    WORKER_EXCLUDED = "WORKER_EXCLUDED"
    BAD_POSITION = "BAD_POSITION"
    BAD_OPTIONS = "BAD_OPTIONS"
    BAD_REQUEST = "BAD_REQUEST"
    UNKNOWN_GAME = "UNKNOWN_GAME"
    UNKNOWN_AGENT = "UNKNOWN_AGENT"
    LIMIT_EXCEEDED = "LIMIT_EXCEEDED"
    NOT_FOUND = "NOT_FOUND"
    REPLACED = "REPLACED"
    RULESET_MISMATCH = "RULESET_MISMATCH"
    NO_SHOW = "NO_SHOW"
    SUSPENDED = "SUSPENDED"
    FAILED_REPEATEDLY = "FAILED_REPEATEDLY"
    WRONG_SERVER = "WRONG_SERVER"
    HINTS_DISABLED = "HINTS_DISABLED"
    TOURNAMENT_OVER = "TOURNAMENT_OVER"
    TOURNAMENT_STALLED = "TOURNAMENT_STALLED"
    HOST_NOT_ALLOWED = "HOST_NOT_ALLOWED"
    ORIGIN_NOT_ALLOWED = "ORIGIN_NOT_ALLOWED"
    DRAINING = "DRAINING"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
    INTERNAL = "INTERNAL"
    WORKER_VERSION = "WORKER_VERSION"
    TOO_LARGE = "TOO_LARGE"
    BANNED = "BANNED"
    QUOTA_EXCEEDED = "QUOTA_EXCEEDED"

    def __str__(self) -> str:
        return self.value


class RejectedError(BotwerkError):
    """The server rejected a call, a join or a choice, or no server has answered a call."""

    def __init__(
        self,
        reason: ErrorReason,
        message: str,
        code: grpc.StatusCode,
        has_reason: bool = True,
        address: str | None = None,
        retry_delay: float | None = None,
    ) -> None:
        super().__init__(reason, message, code, has_reason, address, retry_delay)
        #: The machine-readable reason, or ``ErrorReason.UNSPECIFIED`` without one that this version knows.
        self.reason = reason
        #: What was wrong, and what to do.
        self.message = message
        #: The status code of gRPC.
        self.code = code
        #: Whether the server has given a reason, rather than a proxy or the connection.
        self.has_reason = has_reason
        #: The server to connect to instead, if the reason is ``ErrorReason.WRONG_SERVER``.
        self.address = address
        #: Seconds after which the same request may succeed, or None if it would be rejected again. 0 after a lost
        #: connection.
        self.retry_delay = retry_delay

    def __str__(self) -> str:
        is_known = self.reason is not ErrorReason.UNSPECIFIED
        return f"{self.message} ({self.reason if is_known else self.code.name})"

    @classmethod
    def from_call(cls, error: grpc.RpcError) -> RejectedError:
        """Returns the error of a call that has failed, also one of ``grpc.aio``."""
        import grpc
        from google.rpc import error_details_pb2
        from grpc_status import rpc_status

        info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
        status = rpc_status.from_call(error)
        for detail in status.details if status is not None else []:
            if not detail.Unpack(info):
                detail.Unpack(retry)
        code: grpc.StatusCode = error.code()
        if not info.reason:
            delay = None if code.name in FINAL_CODES else 0.0
            return cls(ErrorReason.UNSPECIFIED, error.details() or "", code, False, None, delay)
        delay = retry.retry_delay.ToNanoseconds() / 1e9 if retry.HasField("retry_delay") else None
        address = info.metadata.get("address")
        return cls(_known_reason(info.reason), error.details() or "", code, True, address, delay)

    @classmethod
    def from_message(cls, error: game_pb2.Error) -> RejectedError:
        """Returns the error of a rejected join or submission."""
        import grpc

        from .v1 import game_pb2

        known = game_pb2.ErrorReason.DESCRIPTOR.values_by_number.get(error.reason)
        reason = _known_reason(known.name.removeprefix("ERROR_REASON_") if known else "")
        codes = (code for code in grpc.StatusCode if code.value[0] == error.code)
        delay = error.retry_delay_nanos / 1e9 if error.HasField("retry_delay_nanos") else None
        code = next(codes, grpc.StatusCode.UNKNOWN)
        return cls(reason, error.message, code, True, error.address or None, delay)


#: The codes of errors without a reason that another attempt would meet again.
FINAL_CODES = frozenset(
    {
        "UNAUTHENTICATED",
        "PERMISSION_DENIED",
        "NOT_FOUND",
        "INVALID_ARGUMENT",
        "FAILED_PRECONDITION",
        "UNIMPLEMENTED",
    }
)


def _known_reason(name: str) -> ErrorReason:
    """Returns the reason with a name. A newer server may have others than this version."""
    return ErrorReason.__members__.get(name, ErrorReason.UNSPECIFIED)
