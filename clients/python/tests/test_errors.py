"""Errors with the reasons of servers."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Iterator

import grpc
import pytest

import botwerk
from botwerk import ErrorReason, RejectedError
from botwerk.v1 import game_pb2, match_pb2, match_pb2_grpc

UNKNOWN = match_pb2.GetMatchRequest(name="matches/1")


@pytest.fixture(scope="module")
def server() -> Iterator[botwerk.Server]:
    with botwerk.serve() as started:
        yield started


def test_reasons_are_those_of_the_api() -> None:
    names = [name.removeprefix("ERROR_REASON_") for name in game_pb2.ErrorReason.keys()]
    assert [reason.value for reason in ErrorReason] == names == list(ErrorReason.__members__)
    assert ErrorReason.BAD_TOKEN == "BAD_TOKEN" == str(ErrorReason.BAD_TOKEN)


def test_failed_call_has_the_reason_of_the_server(server: botwerk.Server) -> None:
    with botwerk.connect(server.address) as channel:
        stub = match_pb2_grpc.MatchServiceStub(channel)  # type: ignore[no-untyped-call]
        with pytest.raises(grpc.RpcError) as failed:
            stub.GetMatch(UNKNOWN)
    check_not_found(RejectedError.from_call(failed.value))


def test_failed_call_of_a_coroutine_has_the_reason_of_the_server(server: botwerk.Server) -> None:
    async def call() -> None:
        # No server listens at the first address.
        async with await botwerk.connect_async(f"127.0.0.1:1, {server.address}") as channel:
            stub = match_pb2_grpc.MatchServiceStub(channel)  # type: ignore[no-untyped-call]
            await stub.GetMatch(UNKNOWN)

    with pytest.raises(grpc.RpcError) as failed:
        asyncio.run(call())
    check_not_found(RejectedError.from_call(failed.value))


def check_not_found(error: RejectedError) -> None:
    assert isinstance(error, botwerk.BotwerkError)
    assert (error.reason, error.code) == (ErrorReason.NOT_FOUND, grpc.StatusCode.NOT_FOUND)
    assert error.has_reason and error.retry_delay is None and error.address is None
    # Ray and multiprocessing send errors to other processes.
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and vars(again) == vars(error)
    assert str(error).endswith("(NOT_FOUND)")


def test_call_without_an_answer_has_no_reason() -> None:
    with botwerk.connect("127.0.0.1:1") as channel:
        stub = match_pb2_grpc.MatchServiceStub(channel)  # type: ignore[no-untyped-call]
        with pytest.raises(grpc.RpcError) as failed:
            stub.GetMatch(UNKNOWN)
    error = RejectedError.from_call(failed.value)
    assert not error.has_reason and error.reason is ErrorReason.UNSPECIFIED
    assert error.code is grpc.StatusCode.UNAVAILABLE and error.retry_delay == 0
    assert str(error).endswith("(UNAVAILABLE)")


def test_reason_of_a_newer_server_is_unspecified() -> None:
    # Field 2, the number 9999.
    later = game_pb2.Error.FromString(b"\x10\x8f\x4e")
    later.code = 9
    error = RejectedError.from_message(later)
    assert error.reason is ErrorReason.UNSPECIFIED and error.has_reason
    assert error.code is grpc.StatusCode.FAILED_PRECONDITION
