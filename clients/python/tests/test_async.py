"""Bots with coroutines against a real server."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence

import pytest
from test_bot import First, create_match, create_tournament

import botwerk
from botwerk.v1 import match_pb2, match_pb2_grpc


@pytest.fixture(scope="module")
def server() -> Iterator[botwerk.Server]:
    with botwerk.serve() as started:
        yield started


class Coroutines(botwerk.Bot):
    """Plays the first legal action once two matches are in progress, and records in which loops it is called."""

    def __init__(self) -> None:
        self.loops: set[int] = set()
        self.calls: list[str] = []
        self.playing: set[str] = set()
        self.both = asyncio.Event()

    async def started(self, match: botwerk.Match) -> None:
        self.record("started")
        self.playing.add(match.name)
        if len(self.playing) == 2:
            self.both.set()

    async def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
        self.record("choose")
        await asyncio.wait_for(self.both.wait(), 20)
        return "a1-a9" if "rejected" not in self.calls else legal[0]

    async def rejected(self, view: botwerk.View, error: botwerk.RejectedError) -> None:
        self.record("rejected")

    async def ended(self, match: botwerk.Match, over: match_pb2.MatchOver) -> None:
        self.record("ended")

    def record(self, call: str) -> None:
        self.loops.add(id(asyncio.get_running_loop()))
        self.calls.append(call)


def test_coroutines_of_all_matches_run_in_the_loop_of_the_caller(server: botwerk.Server) -> None:
    bot = Coroutines()
    token = create_tournament(server, "coroutines")

    async def main() -> int:
        ticks = asyncio.create_task(count())
        await botwerk.run_async(bot, server.address, token)
        ticks.cancel()
        assert bot.loops == {id(asyncio.get_running_loop())}
        return counted[0]

    counted = [0]

    async def count() -> None:
        while True:
            await asyncio.sleep(0.001)
            counted[0] += 1

    # The loop is free while matches are played.
    assert asyncio.run(main()) > 10
    assert bot.calls.count("ended") == 2 and "rejected" in bot.calls


def test_coroutines_of_a_bot_run_in_one_loop_without_one_of_the_caller(
    server: botwerk.Server,
) -> None:
    bot = Coroutines()
    botwerk.run(bot, server.address, create_tournament(server, "without a loop"))
    assert len(bot.loops) == 1 and bot.calls.count("ended") == 2


def test_other_methods_do_not_block_the_loop(server: botwerk.Server) -> None:
    threads: set[int] = set()

    class Slow(First):
        def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
            threads.add(threading.get_ident())
            return super().choose(view, legal)

    async def main() -> match_pb2.MatchOver:
        created = create_match(server, "netzwerk", {"turn_cap": "4"})
        token = created.seat_tokens[0].token
        return await botwerk.play_async(Slow(), server.address, created.match.name, token)

    assert len(asyncio.run(main()).outcome.places) == 2
    assert threads and threading.get_ident() not in threads


def test_exception_of_a_coroutine_reaches_its_author(server: botwerk.Server) -> None:
    class Broken(botwerk.Bot):
        async def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
            raise ZeroDivisionError

    created = create_match(server, "netzwerk", {})
    arguments = (server.address, created.match.name, created.seat_tokens[0].token)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(botwerk.play_async(Broken(), *arguments))
    with pytest.raises(botwerk.RejectedError) as wrong:
        asyncio.run(botwerk.run_async(Broken(), server.address, "0" * 32))
    assert wrong.value.reason is botwerk.ErrorReason.BAD_TOKEN


@pytest.mark.parametrize("is_online", [True, False])
def test_cancellation_ends_the_bot(server: botwerk.Server, is_online: bool) -> None:
    cancelled = threading.Event()
    asked = threading.Event()

    class Waiting(botwerk.Bot):
        async def choose(self, view: botwerk.View, legal: Sequence[str]) -> str:
            asked.set()
            try:
                await asyncio.sleep(60)
            finally:
                cancelled.set()
            return legal[0]

    async def main() -> None:
        # Without a server the bot waits to connect again.
        address = server.address if is_online else "127.0.0.1:1"
        token = create_tournament(server, f"cancelled {is_online}")
        running = asyncio.create_task(botwerk.run_async(Waiting(), address, token))
        await (asyncio.to_thread(asked.wait, 20) if is_online else asyncio.sleep(0.5))
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        if is_online:
            assert await asyncio.to_thread(cancelled.wait, 5)

    before = threading.active_count()
    asyncio.run(main())
    deadline = time.monotonic() + 10
    while threading.active_count() > before:
        assert time.monotonic() < deadline, threading.enumerate()
        time.sleep(0.02)


SCRIPT = """
import asyncio, sys, botwerk

class Waiting(botwerk.Bot):
    async def choose(self, view, legal):
        print(view.match.name, flush=True)
        await asyncio.sleep(60)
        return legal[0]

botwerk.run(Waiting(), *sys.argv[1:])
"""


def test_bot_that_is_interrupted_has_not_crashed(server: botwerk.Server) -> None:
    bot = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, server.address, create_tournament(server, "interrupted")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert bot.stdout is not None
    request = match_pb2.GetMatchRequest(name=bot.stdout.readline().strip())
    assert request.name, ("the bot was never asked", bot.communicate(timeout=120), bot.returncode)
    bot.send_signal(signal.SIGINT)
    _, printed = bot.communicate(timeout=120)
    assert "KeyboardInterrupt" in printed and "the bot failed" not in printed, (bot.returncode, printed)
    channel = botwerk.connect(server.address)
    stub = match_pb2_grpc.MatchServiceStub(channel)  # type: ignore[no-untyped-call]
    seats = stub.GetMatch(request).match.seats
    assert [seat.termination for seat in seats] == [match_pb2.TERMINATION_NONE] * 2
