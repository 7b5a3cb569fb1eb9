"""Runs bots: invitations, matches, and what happens when a connection fails."""

from __future__ import annotations

import asyncio
import inspect
import os
import queue
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import grpc

from ._bot import Bot, Choice, Match, RejectedError, View, log
from ._channel import open_channel, proxy_text
from ._game import Game
from .v1 import (
    bot_pb2,
    bot_pb2_grpc,
    catalog_pb2,
    catalog_pb2_grpc,
    match_pb2,
    match_pb2_grpc,
)

#: Seconds between two attempts to connect.
RETRY_SECONDS = 0.2
#: Maximum number of seconds to wait for an answer of one of several servers.
ANSWER_SECONDS = 5
#: The reasons of rejected joins that another attempt need not meet again.
TRANSIENT_REASONS = frozenset({"DRAINING", "STORE_UNAVAILABLE", "LIMIT_EXCEEDED"})
#: The reasons after which the request needs no other answer: it is closed, or sent again.
SETTLED_REASONS = frozenset(
    {"WRONG_TURN", "FLAGGED", "MATCH_OVER", "ALREADY_SUBMITTED", "SUSPENDED", "STORE_UNAVAILABLE"}
)
#: The codes of errors that another attempt would meet again.
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


def reason_of(error: grpc.RpcError) -> RejectedError:
    """Returns the exception of an error of the server with its machine-readable reason."""
    from google.rpc import error_details_pb2
    from grpc_status import rpc_status

    status = rpc_status.from_call(error)
    info = error_details_pb2.ErrorInfo()
    message = error.details() or ""
    for detail in status.details if status is not None else []:
        if detail.Unpack(info):
            return RejectedError(info.reason, message, info.metadata.get("address"))
    return RejectedError(error.code().name, message)


def _next_server(server: str, error: grpc.RpcError | RejectedError, subject: str) -> str:
    """Returns the address for the next attempt after an error: that of the server which plays the match, or
    else ``server``. ``subject`` is what connects, for messages.

    Raises ``RejectedError`` if another attempt would meet the same error.
    """
    if isinstance(error, RejectedError):
        rejected, is_final = error, error.reason not in TRANSIENT_REASONS
    else:
        rejected, is_final = reason_of(error), error.code() in FINAL_CODES
    if rejected.address is None and is_final:
        raise rejected from None
    proxy = proxy_text(server) if isinstance(error, grpc.RpcError) else ""
    log.info("%s: connecting again: %s%s", subject, rejected, proxy)
    return rejected.address or server


def run(bot: Bot, server: str | None = None, token: str | None = None) -> None:
    """Plays all matches to which a bot is invited, until its tournament has ended.

    ``server`` and ``token`` are those of a registered bot; a launched bot has them in ``BOTWERK_SERVER`` and
    ``BOTWERK_BOT_TOKEN``. Several addresses, separated by commas, are those of servers that share a database:
    each match is played at the server that it is on. A connection that fails is opened again, to another of the
    servers if one does not answer, and matches continue where they were.

    Raises ``RejectedError`` if the server does not know the token, and what ``choose`` raises.
    """
    server = server or os.environ["BOTWERK_SERVER"]
    request = bot_pb2.StreamInvitationsRequest(
        bot_token=token or os.environ["BOTWERK_BOT_TOKEN"],
        max_concurrent_matches=bot.max_concurrent_matches,
    )
    players = _Players(bot, server)
    for frame in _frames_of_invitations(server, request, players):
        kind = frame.WhichOneof("kind")
        if kind in ("tournament_ended", "entrant_withdrawn"):
            break
        if kind == "invitation":
            players.invite(frame.invitation)
    players.join()


def play(bot: Bot, server: str, match: str, seat_token: str) -> match_pb2.MatchOver:
    """Plays one match to its end and returns how it ended. ``server`` may have several addresses: see ``run``.

    Raises ``RejectedError`` if the seat cannot be joined, and what ``choose`` raises.
    """
    return _Player(bot, server, connect(server), match, seat_token).play()


def _frames_of_invitations(
    server: str, request: bot_pb2.StreamInvitationsRequest, players: _Players
) -> Iterator[Any]:
    """Yields the frames of all invitation streams, which are opened again after they fail."""
    while True:
        stub = bot_pb2_grpc.BotServiceStub(players.channel)  # type: ignore[no-untyped-call]
        following = server
        try:
            stream = stub.StreamInvitations(request)
            players.stop_with(stream)
            yield from stream
        except grpc.RpcError as error:
            players.check()
            following = _next_server(server, error, "invitations")
        time.sleep(RETRY_SECONDS)
        players.channel = connect(following)


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
            self._failure = error
            if self._stream is not None:
                self._stream.cancel()

    def check(self) -> None:
        """Raises what a match has raised."""
        if self._failure is not None:
            raise self._failure

    def join(self) -> None:
        """Waits for all matches."""
        for thread in self._threads.values():
            thread.join()
        self.check()


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

    def play(self) -> match_pb2.MatchOver:
        """Plays the match to its end, over as many connections as it takes."""
        while True:
            stub = match_pb2_grpc.MatchServiceStub(self._channel)  # type: ignore[no-untyped-call]
            following = self._server
            outbox: queue.Queue[match_pb2.PlayRequest | None] = queue.Queue()
            outbox.put(match_pb2.PlayRequest(join=self._join()))
            try:
                for frame in stub.Play(iter(outbox.get, None)):
                    over = self._handle(frame, outbox)
                    if over is not None:
                        return over
            except (grpc.RpcError, RejectedError) as error:
                following = _next_server(self._server, error, self.name)
            finally:
                outbox.put(None)
            time.sleep(RETRY_SECONDS)
            self._channel = connect(following)

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
            self._match = self._joined(frame.joined)
            self._bot.started(self._match)
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
                self._bot.ended(self._match, frame.match_over)
            return frame.match_over
        return None

    def _joined(self, joined: match_pb2.Joined) -> Match:
        setup = joined.setup
        options = {option.name: option.value for option in setup.options}
        return Match(
            name=joined.match,
            game=Game(setup.game, options, setup.seats),
            player=joined.seat,
            virtual_time=joined.virtual_time,
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
        return self._choose(request)

    def _choose(self, request: match_pb2.ActionRequest) -> match_pb2.Submission:
        assert self._match is not None, "a request follows a join"
        view = View(self._match, request)
        chosen = self._bot.choose(view, view.legal)
        if inspect.isawaitable(chosen):
            chosen = asyncio.run(_result(chosen))
        choice = chosen if isinstance(chosen, Choice) else Choice(chosen)
        self._submitted = match_pb2.Submission(
            handle=request.handle,
            turn=request.turn,
            part=request.part,
            text=choice.text,
            effort=choice.effort,
            score=choice.score,
        )
        return self._submitted

    def _rejected(self, rejected: match_pb2.Rejected) -> match_pb2.Submission | None:
        """Returns another choice if the request is still open."""
        address = rejected.error.address or None
        error = RejectedError(rejected.error.reason, rejected.error.message, address)
        if self._match is None or not rejected.handle or address is not None:
            raise error
        request = self._request
        if request is None or (rejected.turn, rejected.part) != (request.turn, request.part):
            return None
        if error.reason in SETTLED_REASONS:
            return None
        if error.reason != "ILLEGAL_ACTION":
            log.warning("%s: %s", self.name, error)
        self._bot.rejected(View(self._match, request), error)
        return self._choose(request)


async def _result(chosen: Any) -> Any:
    return await chosen
