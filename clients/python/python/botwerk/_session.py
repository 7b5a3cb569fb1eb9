"""How a bot is connected and called: in threads, with its coroutines in one event loop."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
import random
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

import grpc

from ._bot import Bot, log
from ._channel import proxy_text
from ._errors import RejectedError

Result = TypeVar("Result")

#: Seconds before the first attempt to connect again. They double with every further one.
MIN_DELAY_SECONDS = 0.1
#: Maximum number of seconds before an attempt to connect.
MAX_DELAY_SECONDS = 2
#: Number of failures between two messages about the same outage.
FAILURES_PER_MESSAGE = 15


class Session:
    """A bot with its server, until it is stopped."""

    def __init__(self, bot: Bot, server: str, loop: asyncio.AbstractEventLoop) -> None:
        self.bot = bot
        #: The address, or several.
        self.server = server
        #: Where the coroutines of the bot run.
        self._loop = loop
        self._stopped = threading.Event()
        #: The streams and coroutines in progress.
        self._running: set[Any] = set()
        _log_to_standard_error()

    def stop(self) -> None:
        """Ends what is in progress: its thread then raises ``Stopped``."""
        self._stopped.set()
        for running in list(self._running):
            running.cancel()

    def check(self) -> None:
        """Raises ``Stopped`` if the session is stopped."""
        if self._stopped.is_set():
            raise Stopped

    @contextlib.contextmanager
    def cancelling(self, running: Any) -> Iterator[None]:
        """Lets ``stop`` cancel a stream or the future of a coroutine."""
        self._running.add(running)
        try:
            if self._stopped.is_set():
                running.cancel()
            yield
        finally:
            self._running.discard(running)

    def sleep(self, seconds: float) -> None:
        """Waits for a time."""
        self._stopped.wait(seconds)
        self.check()

    def call(self, method: Callable[[], Any]) -> Any:
        """Calls a method of the bot, and returns its result, or what its coroutine returns.

        Raises ``BotError`` if it raises.
        """
        try:
            result = method()
            if not inspect.isawaitable(result):
                return result
            future = asyncio.run_coroutine_threadsafe(_result(result), self._loop)
            with self.cancelling(future):
                return future.result()
        except BaseException as error:
            if isinstance(error, CancelledError):
                self.check()
            raise BotError(error) from error


async def _result(awaitable: Any) -> Any:
    return await awaitable


class Stopped(Exception):
    """The session is stopped."""


class BotError(Exception):
    """What a bot has raised, apart from the errors of connections."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(cause)
        self.cause = cause

    @property
    def traceback(self) -> str:
        """The exception with the lines of the bot that have raised it."""
        return "".join(traceback.format_exception(self.cause)).rstrip()


class Reconnects:
    """The attempts to connect to a server, or to several, which never end."""

    def __init__(self, session: Session, subject: str) -> None:
        self._session = session
        #: What connects, for messages.
        self._subject = subject
        self._failures = 0

    def succeed(self) -> None:
        """Records that the server has answered."""
        if self._failures > 0:
            log.info("%s: connected again", self._subject)
        self._failures = 0

    def next_server(self, error: grpc.RpcError | RejectedError | None) -> str:
        """Waits before the next attempt after an error, or after the end of a stream without one. Returns its address:
        that of the server which plays the match, or else that of the server.

        Raises ``RejectedError`` if another attempt would meet the same error.
        """
        self._session.check()
        address = None
        message = "the server ended the stream"
        if error is not None:
            is_message = isinstance(error, RejectedError)
            rejected = error if is_message else RejectedError.from_call(error)
            address = rejected.address
            if address is None and rejected.retry_delay is None:
                raise rejected from None
            proxy = "" if is_message else proxy_text(self._session.server)
            message = f"{rejected}{proxy}"
        if self._failures % FAILURES_PER_MESSAGE == 0:
            server = address or self._session.server
            log.warning("%s: connecting again to %s: %s", self._subject, server, message)
        delay = min(MIN_DELAY_SECONDS * 2 ** min(self._failures, 10), MAX_DELAY_SECONDS)
        self._failures += 1
        # With a random part, so that bots do not connect all at once.
        self._session.sleep(delay * random.uniform(0.75, 1.25))
        return address or self._session.server


@contextlib.contextmanager
def own_session(bot: Bot, server: str) -> Iterator[Session]:
    """Runs the coroutines of a bot in an event loop in a thread of its own."""
    started: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def run() -> None:
        ended = asyncio.Event()
        started.set_result((asyncio.get_running_loop(), ended))
        await ended.wait()

    threading.Thread(target=lambda: asyncio.run(run()), daemon=True).start()
    loop, ended = started.result()
    session = Session(bot, server, loop)
    try:
        yield session
    finally:
        # After Ctrl-C the bot must be gone, not crashed.
        session.stop()
        loop.call_soon_threadsafe(ended.set)


async def in_thread(session: Session, work: Callable[[], Result]) -> Result:
    """Returns the result of a function that plays in a thread of its own. Cancellation stops the session."""
    done: Future[Result] = Future()
    # It is cancelled through the session only.
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        return await asyncio.wrap_future(done)
    finally:
        session.stop()


def _log_to_standard_error() -> None:
    """Writes the log of bots to standard error, unless the program has set up its logs."""
    if not log.hasHandlers():
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("botwerk: %(message)s"))
        log.addHandler(handler)
        log.setLevel(logging.INFO)
