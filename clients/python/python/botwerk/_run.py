"""Runs bots: invitations, matches, and what happens when a connection fails."""

from __future__ import annotations

import asyncio
import inspect
import logging
import os
import queue
import random
import sys
import threading
import traceback
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import grpc

from ._bot import Bot, Choice, Match, RejectedError, View, log
from ._channel import bearer, open_channel, proxy_text
from ._game import Game
from .v1 import (
    bot_pb2,
    bot_pb2_grpc,
    catalog_pb2,
    catalog_pb2_grpc,
    game_pb2,
    match_pb2,
    match_pb2_grpc,
)

Result = TypeVar("Result")

#: Seconds before the first attempt to connect again. They double with every further one.
MIN_DELAY_SECONDS = 0.1
#: Maximum number of seconds before an attempt to connect.
MAX_DELAY_SECONDS = 2
#: Number of failures between two messages about the same outage.
FAILURES_PER_MESSAGE = 15
#: Maximum number of rejected choices for one request. The server does not count a text that is no action.
MAX_REJECTIONS = 10
#: Maximum number of seconds to wait for an answer of one of several servers.
ANSWER_SECONDS = 5
#: The reasons after which the request needs no other answer: it is closed, or sent again.
SETTLED_REASONS = frozenset(
    {
        game_pb2.ERROR_REASON_WRONG_TURN,
        game_pb2.ERROR_REASON_NOT_YOUR_TURN,
        game_pb2.ERROR_REASON_FLAGGED,
        game_pb2.ERROR_REASON_MATCH_OVER,
        game_pb2.ERROR_REASON_ALREADY_SUBMITTED,
        game_pb2.ERROR_REASON_SUSPENDED,
        game_pb2.ERROR_REASON_STORE_UNAVAILABLE,
        game_pb2.ERROR_REASON_DRAINING,
    }
)
#: The codes of errors without a reason that another attempt would meet again.
FINAL_CODES = frozenset(
    {
        grpc.StatusCode.UNAUTHENTICATED,
        grpc.StatusCode.PERMISSION_DENIED,
        grpc.StatusCode.NOT_FOUND,
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.FAILED_PRECONDITION,
        grpc.StatusCode.UNIMPLEMENTED,
    }
)
#: The codes of calls that no server has answered.
UNREACHABLE_CODES = frozenset(
    {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}
)


def connect(server: str, options: Sequence[tuple[str, int]] = ()) -> grpc.Channel:
    """Returns a channel to an address such as ``127.0.0.1:4270`` or ``https://play.example``.

    The addresses of servers that share a database can be given together, separated by commas: the channel is
    to the first server that answers. ``options`` are those of gRPC. No proxy is used for addresses of this machine.
    ``BOTWERK_CA`` names a file with the certificates of the trusted authorities.
    """
    *addresses, last = server.split(",")
    for address in addresses:
        channel = open_channel(address.strip(), options)
        if _answers(channel):
            return channel
        channel.close()
    return open_channel(last.strip(), options)


def _answers(channel: grpc.Channel) -> bool:
    """Returns whether the server of a channel answers a call."""
    stub = catalog_pb2_grpc.CatalogServiceStub(channel)  # type: ignore[no-untyped-call]
    try:
        stub.ListGames(catalog_pb2.ListGamesRequest(), timeout=ANSWER_SECONDS)
    except grpc.RpcError as error:
        return error.code() not in UNREACHABLE_CODES
    return True


def rejection_of_call(error: grpc.RpcError) -> RejectedError:
    """Returns the exception of a failed call. Its reason is that of the server, or the name of the code without one."""
    from google.rpc import error_details_pb2
    from grpc_status import rpc_status

    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    status = rpc_status.from_call(error)
    for detail in status.details if status is not None else []:
        if not detail.Unpack(info):
            detail.Unpack(retry)
    message = error.details() or ""
    if not info.reason:
        delay = None if error.code() in FINAL_CODES else 0.0
        return RejectedError(error.code().name, message, retry_delay=delay)
    delay = retry.retry_delay.ToNanoseconds() / 1e9 if retry.HasField("retry_delay") else None
    return RejectedError(info.reason, message, info.metadata.get("address"), delay)


def rejection_of_message(error: game_pb2.Error) -> RejectedError:
    """Returns the exception of a message of a stream. The number of an unknown reason is its text."""
    known = game_pb2.ErrorReason.DESCRIPTOR.values_by_number.get(error.reason)
    reason = known.name.removeprefix("ERROR_REASON_") if known else str(error.reason)
    delay = error.retry_delay_nanos / 1e9 if error.HasField("retry_delay_nanos") else None
    return RejectedError(reason, error.message, error.address or None, delay)


class _Reconnects:
    """The attempts to connect to a server, or to several, which never end."""

    def __init__(self, server: str, subject: str) -> None:
        self._server = server
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
        address = None
        message = "the server ended the stream"
        if error is not None:
            rejected = error if isinstance(error, RejectedError) else rejection_of_call(error)
            address = rejected.address
            if address is None and rejected.retry_delay is None:
                raise rejected from None
            proxy = proxy_text(self._server) if isinstance(error, grpc.RpcError) else ""
            message = f"{rejected}{proxy}"
        if self._failures % FAILURES_PER_MESSAGE == 0:
            server = address or self._server
            log.warning("%s: connecting again to %s: %s", self._subject, server, message)
        delay = min(MIN_DELAY_SECONDS * 2 ** min(self._failures, 10), MAX_DELAY_SECONDS)
        self._failures += 1
        # With a random part, so that bots do not connect all at once.
        time.sleep(delay * random.uniform(0.75, 1.25))
        return address or self._server


def _log_to_standard_error() -> None:
    """Writes the log of bots to standard error, unless the program has set up its logs."""
    if not log.hasHandlers():
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("botwerk: %(message)s"))
        log.addHandler(handler)
        log.setLevel(logging.INFO)


def run(bot: Bot, server: str | None = None, token: str | None = None) -> None:
    """Plays all matches to which a bot is invited, until its tournament has ended.

    ``server`` and ``token`` are those of a registered bot; a launched bot has them in ``BOTWERK_SERVER`` and
    ``BOTWERK_BOT_TOKEN``. Several addresses, separated by commas, are those of servers that share a database:
    each match is played at the server that it is on. A connection that fails is opened again, to another of the
    servers if one does not answer, and matches continue where they were.

    An exception of the bot ends its match as crashed. ``run`` raises it after the other matches have ended.

    The log ``botwerk`` has a line for every fault. It goes to standard error, unless the program has set up its logs.

    Raises ``RejectedError`` if the server does not know the token, and what the bot raises.
    """
    _log_to_standard_error()
    server = server or os.environ["BOTWERK_SERVER"]
    metadata = bearer(token or os.environ["BOTWERK_BOT_TOKEN"])
    log.info("invitations: connecting to %s", server)
    players = _Players(bot, server)
    try:
        for frame in _frames_of_invitations(bot, server, metadata, players):
            kind = frame.WhichOneof("kind")
            if kind in ("tournament_ended", "entrant_withdrawn"):
                break
            if kind == "invitation":
                players.invite(frame.invitation)
    except RejectedError:
        # An error of this stream does not end the matches.
        players.join()
        raise
    players.join()


def play(bot: Bot, server: str, match: str, seat_token: str) -> match_pb2.MatchOver:
    """Plays one match to its end and returns how it ended. ``server`` may have several addresses: see ``run``.

    Raises ``RejectedError`` if the seat cannot be joined, and what the bot raises: its seat has then left the match as
    crashed.
    """
    _log_to_standard_error()
    return _Player(bot, server, connect(server), match, seat_token).play()


def _frames_of_invitations(
    bot: Bot, server: str, metadata: list[tuple[str, str]], players: _Players
) -> Iterator[Any]:
    """Yields the frames of all invitation streams, which are opened again after they fail, until a match has failed."""
    request = bot_pb2.StreamInvitationsRequest(max_concurrent_matches=bot.max_concurrent_matches)
    reconnects = _Reconnects(server, "invitations")
    while not players.has_failed:
        stub = bot_pb2_grpc.BotServiceStub(players.channel)  # type: ignore[no-untyped-call]
        failure = None
        try:
            stream = stub.StreamInvitations(request, metadata=metadata)
            players.stop_with(stream)
            for frame in stream:
                reconnects.succeed()
                yield frame
        except grpc.RpcError as error:
            failure = error
        if not players.has_failed:
            players.channel = connect(reconnects.next_server(failure))


class _Players:
    """The matches of a bot, each in a thread of its own."""

    def __init__(self, bot: Bot, server: str) -> None:
        self._bot = bot
        self._server = server
        #: The connection for invitations, over which matches are joined first.
        self.channel = connect(server)
        #: By match and seat: a bot can be invited to several seats of a match.
        self._threads: dict[tuple[str, int], threading.Thread] = {}
        self._failure: BaseException | None = None
        self._stream: Any = None

    @property
    def has_failed(self) -> bool:
        """Whether a match has raised."""
        return self._failure is not None

    def stop_with(self, stream: Any) -> None:
        """Cancels the stream once a match fails."""
        self._stream = stream
        if self._failure is not None:
            stream.cancel()

    def invite(self, invitation: bot_pb2.Invitation) -> None:
        """Starts to play a match, unless it is played already."""
        key = (invitation.match, invitation.seat)
        if key in self._threads:
            return
        player = _Player(
            self._bot, self._server, self.channel, invitation.match, invitation.seat_token
        )
        thread = threading.Thread(target=self._play, args=(player,), daemon=True)
        self._threads[key] = thread
        thread.start()

    def _play(self, player: _Player) -> None:
        try:
            player.play()
        except RejectedError as error:
            # The match has ended or was taken over in the meantime.
            log.warning("%s: %s", player.name, error)
        except BaseException as error:
            self._failure = self._failure or error
            if self._stream is not None:
                self._stream.cancel()

    def join(self) -> None:
        """Waits for all matches, and raises what one of them has raised."""
        for thread in self._threads.values():
            thread.join()
        if self._failure is not None:
            raise self._failure


class _Player:
    """A bot in one match."""

    def __init__(
        self, bot: Bot, server: str, channel: grpc.Channel, match: str, seat_token: str
    ) -> None:
        self._bot = bot
        self._server = server
        #: The connection to the server that is expected to play the match.
        self._channel = channel
        self.name = match
        self._token = seat_token
        self._match: Match | None = None
        #: The seq of the latest frame.
        self._seq = 0
        #: The open request, and what was submitted for it.
        self._request: match_pb2.ActionRequest | None = None
        self._submitted: match_pb2.Submission | None = None
        #: Number of choices for the open request that were rejected.
        self._rejections = 0
        self._reconnects = _Reconnects(server, match)

    def play(self) -> match_pb2.MatchOver:
        """Plays the match to its end, over as many connections as it takes."""
        while True:
            stub = match_pb2_grpc.MatchServiceStub(self._channel)  # type: ignore[no-untyped-call]
            failure: grpc.RpcError | RejectedError | None = None
            outbox: queue.Queue[match_pb2.PlayRequest | None] = queue.Queue()
            outbox.put(match_pb2.PlayRequest(join=self._join()))
            try:
                for frame in stub.Play(iter(outbox.get, None)):
                    over = self._handle(frame, outbox)
                    if over is not None:
                        return over
            except _BotError as error:
                log.error("%s: the bot failed: %s", self.name, error.traceback)
                self._leave(stub)
                raise error.cause from None
            except (grpc.RpcError, RejectedError) as error:
                failure = error
            finally:
                outbox.put(None)
            self._channel = connect(self._reconnects.next_server(failure))

    def _leave(self, stub: match_pb2_grpc.MatchServiceStub) -> None:
        """Leaves the match because the bot has failed, so that its opponents need not wait."""
        request = match_pb2.ResignSeatRequest(match=self.name, has_crashed=True)
        try:
            stub.ResignSeat(request, timeout=ANSWER_SECONDS, metadata=bearer(self._token))
        except grpc.RpcError as error:
            log.warning("%s: the seat cannot leave: %s", self.name, rejection_of_call(error))

    def _join(self) -> match_pb2.Join:
        return match_pb2.Join(
            match=self.name,
            seat_token=self._token,
            resume_after_seq=self._seq,
            view_options=match_pb2.ViewOptions(include_legal_actions=True, include_text=True),
        )

    def _handle(
        self,
        frame: match_pb2.PlayResponse,
        outbox: queue.Queue[match_pb2.PlayRequest | None],
    ) -> match_pb2.MatchOver | None:
        """Handles a frame, and returns the end of the match if it is that."""
        kind = frame.WhichOneof("kind")
        if kind == "joined":
            self._reconnects.succeed()
            # A server without full durability loses its latest frames in a power failure, and uses their numbers again.
            self._seq = min(self._seq, frame.joined.seq)
            match = self._match = self._joined(frame.joined)
            _guard(lambda: self._bot.started(match))
        elif kind == "action_request":
            self._seq = max(self._seq, frame.action_request.seq)
            outbox.put(match_pb2.PlayRequest(submission=self._answer(frame.action_request)))
        elif kind == "update":
            self._seq = max(self._seq, frame.update.seq)
        elif kind == "rejected":
            submission = self._rejected(frame.rejected)
            if submission is not None:
                outbox.put(match_pb2.PlayRequest(submission=submission))
        elif kind == "match_over":
            if self._match is not None:
                match = self._match
                _guard(lambda: self._bot.ended(match, frame.match_over))
            return frame.match_over
        return None

    def _joined(self, joined: match_pb2.Joined) -> Match:
        setup = joined.setup
        options = {option.name: option.value for option in setup.options}
        return Match(
            name=joined.match,
            game=Game(setup.game, options, setup.seats),
            player=joined.seat,
            virtual_time=joined.uses_virtual_time,
            joined=joined,
        )

    def _answer(self, request: match_pb2.ActionRequest) -> match_pb2.Submission:
        """Returns the submission for a request: the same as before if it is sent again."""
        before, submitted = self._request, self._submitted
        self._request = request
        if (
            before is not None
            and submitted is not None
            and (before.turn, before.part) == (request.turn, request.part)
            and before.view.view_hash == request.view.view_hash
        ):
            submitted.handle = request.handle
            return submitted
        self._rejections = 0
        return self._choose(request)

    def _choose(self, request: match_pb2.ActionRequest) -> match_pb2.Submission:
        assert self._match is not None, "a request follows a join"
        view = View(self._match, request)

        def choose() -> match_pb2.Submission:
            chosen = self._bot.choose(view, view.legal)
            if inspect.isawaitable(chosen):
                chosen = asyncio.run(_result(chosen))
            choice = chosen if isinstance(chosen, Choice) else Choice(chosen)
            return match_pb2.Submission(
                handle=request.handle,
                turn=request.turn,
                part=request.part,
                text=choice.text,
                effort=choice.effort,
                score=choice.score,
            )

        self._submitted = _guard(choose)
        return self._submitted

    def _rejected(self, rejected: match_pb2.Rejected) -> match_pb2.Submission | None:
        """Returns another choice if the request is still open."""
        error = rejection_of_message(rejected.error)
        is_elsewhere = error.address is not None or error.reason == "REPLACED"
        if self._match is None or not rejected.handle or is_elsewhere:
            raise error
        request = self._request
        if request is None or (rejected.turn, rejected.part) != (request.turn, request.part):
            return None
        if rejected.error.reason in SETTLED_REASONS:
            return None
        self._rejections += 1
        if self._rejections >= MAX_REJECTIONS:
            raise _BotError(error)
        view = View(self._match, request)
        _guard(lambda: self._bot.rejected(view, error))
        return self._choose(request)


class _BotError(Exception):
    """What a bot has raised, apart from the errors of connections."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__(cause)
        self.cause = cause

    @property
    def traceback(self) -> str:
        """The exception with the lines of the bot that have raised it."""
        return "".join(traceback.format_exception(self.cause)).rstrip()


def _guard(call: Callable[[], Result]) -> Result:
    """Calls a method of the bot and returns its result. Raises ``_BotError`` if it raises."""
    try:
        return call()
    except BaseException as error:
        raise _BotError(error) from error


async def _result(chosen: Any) -> Any:
    return await chosen
