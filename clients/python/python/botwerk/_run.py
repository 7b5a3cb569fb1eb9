"""Runs bots: invitations, matches, and what happens when a connection fails."""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Iterator
from typing import Any

import grpc

from ._bot import Bot, Choice, Match, View, log
from ._channel import ANSWER_SECONDS, bearer, connect
from ._errors import ErrorReason, RejectedError
from ._game import Game
from ._session import BotError, Reconnects, Session, Stopped, in_thread, own_session
from .v1 import bot_pb2, bot_pb2_grpc, match_pb2, match_pb2_grpc

#: Maximum number of rejected choices for one request. The server does not count a text that is no action.
MAX_REJECTIONS = 10
#: The reasons after which the request needs no other answer: it is closed, or sent again.
SETTLED_REASONS = frozenset(
    {
        ErrorReason.WRONG_TURN,
        ErrorReason.NOT_YOUR_TURN,
        ErrorReason.FLAGGED,
        ErrorReason.MATCH_OVER,
        ErrorReason.ALREADY_SUBMITTED,
        ErrorReason.SUSPENDED,
        ErrorReason.STORE_UNAVAILABLE,
        ErrorReason.DRAINING,
    }
)


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
    with own_session(bot, server or os.environ["BOTWERK_SERVER"]) as session:
        _attend(session, token)


async def run_async(bot: Bot, server: str | None = None, token: str | None = None) -> None:
    """Does the same as ``run``, with the coroutines of the bot in the event loop of the caller.

    Its other methods are called in the threads of its matches. Cancellation ends all connections of the bot.
    """
    loop = asyncio.get_running_loop()
    session = Session(bot, server or os.environ["BOTWERK_SERVER"], loop)
    await in_thread(session, lambda: _attend(session, token))


def play(bot: Bot, server: str, match: str, seat_token: str) -> match_pb2.MatchOver:
    """Plays one match to its end and returns how it ended. ``server`` may have several addresses: see ``run``.

    Raises ``RejectedError`` if the seat cannot be joined, and what the bot raises: its seat has then left the match as
    crashed.
    """
    with own_session(bot, server) as session:
        return _Player(session, connect(server), match, seat_token).play()


async def play_async(bot: Bot, server: str, match: str, seat_token: str) -> match_pb2.MatchOver:
    """Does the same as ``play``, as ``run_async`` does for ``run``."""
    session = Session(bot, server, asyncio.get_running_loop())
    return await in_thread(session, lambda: _Player(session, connect(server), match, seat_token).play())


def _attend(session: Session, token: str | None) -> None:
    """Accepts invitations until the tournament of the bot has ended, and waits for its matches."""
    metadata = bearer(token or os.environ["BOTWERK_BOT_TOKEN"])
    log.info("invitations: connecting to %s", session.server)
    players = _Players(session)
    try:
        for frame in _frames_of_invitations(session, metadata, players):
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


def _frames_of_invitations(
    session: Session, metadata: list[tuple[str, str]], players: _Players
) -> Iterator[Any]:
    """Yields the frames of all invitation streams, which are opened again after they fail, until a match has failed."""
    limit = session.bot.max_concurrent_matches
    request = bot_pb2.StreamInvitationsRequest(max_concurrent_matches=limit)
    reconnects = Reconnects(session, "invitations")
    while not players.has_failed:
        stub = bot_pb2_grpc.BotServiceStub(players.channel)  # type: ignore[no-untyped-call]
        failure = None
        try:
            stream = stub.StreamInvitations(request, metadata=metadata)
            players.stop_with(stream)
            with session.cancelling(stream):
                for frame in stream:
                    reconnects.succeed()
                    yield frame
        except grpc.RpcError as error:
            failure = error
        if not players.has_failed:
            players.channel = connect(reconnects.next_server(failure))


class _Players:
    """The matches of a bot, each in a thread of its own."""

    def __init__(self, session: Session) -> None:
        self._session = session
        #: The connection for invitations, over which matches are joined first.
        self.channel = connect(session.server)
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
        player = _Player(self._session, self.channel, invitation.match, invitation.seat_token)
        thread = threading.Thread(target=self._play, args=(player,), daemon=True)
        self._threads[key] = thread
        thread.start()

    def _play(self, player: _Player) -> None:
        try:
            player.play()
        except RejectedError as error:
            # The match has ended or was taken over in the meantime.
            log.warning("%s: %s", player.name, error)
        except Stopped:
            pass
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

    def __init__(self, session: Session, channel: grpc.Channel, match: str, seat_token: str) -> None:
        self._session = session
        self._bot = session.bot
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
        self._reconnects = Reconnects(session, match)

    def play(self) -> match_pb2.MatchOver:
        """Plays the match to its end, over as many connections as it takes."""
        while True:
            stub = match_pb2_grpc.MatchServiceStub(self._channel)  # type: ignore[no-untyped-call]
            failure: grpc.RpcError | RejectedError | None = None
            outbox: queue.Queue[match_pb2.PlayRequest | None] = queue.Queue()
            outbox.put(match_pb2.PlayRequest(join=self._join()))
            try:
                stream = stub.Play(iter(outbox.get, None))
                with self._session.cancelling(stream):
                    for frame in stream:
                        over = self._handle(frame, outbox)
                        if over is not None:
                            return over
            except BotError as error:
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
            log.warning("%s: the seat cannot leave: %s", self.name, RejectedError.from_call(error))

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
            self._session.call(lambda: self._bot.started(match))
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
                self._session.call(lambda: self._bot.ended(match, frame.match_over))
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
        chosen: str | Choice = self._session.call(lambda: self._bot.choose(view, view.legal))
        self._submitted = self._session.call(lambda: _submission(request, chosen))
        return self._submitted

    def _rejected(self, rejected: match_pb2.Rejected) -> match_pb2.Submission | None:
        """Returns another choice if the request is still open."""
        error = RejectedError.from_message(rejected.error)
        is_elsewhere = error.address is not None or error.reason is ErrorReason.REPLACED
        if self._match is None or not rejected.handle or is_elsewhere:
            raise error
        request = self._request
        if request is None or (rejected.turn, rejected.part) != (request.turn, request.part):
            return None
        if error.reason in SETTLED_REASONS:
            return None
        self._rejections += 1
        if self._rejections >= MAX_REJECTIONS:
            raise BotError(error)
        view = View(self._match, request)
        self._session.call(lambda: self._bot.rejected(view, error))
        return self._choose(request)


def _submission(request: match_pb2.ActionRequest, chosen: str | Choice) -> match_pb2.Submission:
    choice = chosen if isinstance(chosen, Choice) else Choice(chosen)
    return match_pb2.Submission(
        handle=request.handle,
        turn=request.turn,
        part=request.part,
        text=choice.text,
        effort=choice.effort,
        score=choice.score,
        comment=choice.comment,
    )
