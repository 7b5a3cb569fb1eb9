"""Bots: what an author writes, and what a bot is shown."""

from __future__ import annotations

import dataclasses
import functools
import logging
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING

from ._botwerk import State
from ._errors import RejectedError
from ._game import Game

if TYPE_CHECKING:
    from .v1 import game_pb2, match_pb2

#: The log of all bots.
log = logging.getLogger("botwerk")


@dataclasses.dataclass(frozen=True)
class Match:
    """A match that a bot plays."""

    #: The resource name, ``matches/{id}``.
    name: str
    #: The game with the options of the match.
    game: Game
    #: The player number of the bot.
    player: int
    #: Whether races are decided by effort instead of by the clock.
    virtual_time: bool
    #: What the server said when the bot joined.
    joined: match_pb2.Joined


@dataclasses.dataclass(frozen=True)
class View:
    """What a bot knows when it must act."""

    #: The match.
    match: Match
    #: What the server asked, with clocks.
    request: match_pb2.ActionRequest

    @property
    def game(self) -> Game:
        """The game with the options of the match."""
        return self.match.game

    @property
    def player(self) -> int:
        """The player number of the bot."""
        return self.match.player

    @property
    def stage(self) -> str:
        """The kind of decision, such as ``race`` or ``show``."""
        return self.request.stage

    @property
    def text(self) -> str:
        """The view in the notation of positions."""
        return self.request.view.text

    @property
    def position(self) -> game_pb2.Position:
        """The view as a message."""
        return self.request.view.position

    @property
    def remaining(self) -> float | None:
        """Seconds that were left when the server asked, or None without a limit."""
        clocks = self.request.clocks
        if not clocks.HasField("remaining_nanos"):
            return None
        return clocks.remaining_nanos / 1e9

    def state(self, seed: int | str = 0) -> State:
        """Returns a match that looks like this one, to search in it. What is hidden from the bot is sampled
        from the seed."""
        return self.game.state_from_view(self.text, self.player, seed)

    @functools.cached_property
    def legal(self) -> list[str]:
        """The legal actions in the notation of the game."""
        return [info.text for info in self.request.legal_actions]


@dataclasses.dataclass(frozen=True)
class Choice:
    """What a bot does: a turn in the notation of the game, and what its search declares."""

    #: One action, or several separated as the game writes turns.
    text: str
    #: Search nodes, from which the time of an announcement follows on virtual time.
    effort: int = 0
    #: The expected result for this player in the unit of the game, for adjudicated matches.
    score: int | None = None
    #: What the bot says about its choice to those who read the match later; cut after 2,000 bytes.
    comment: str = ""


class Bot:
    """A bot: implement ``choose`` and give it to ``botwerk.run``.

    >>> import botwerk
    >>> class First(botwerk.Bot):
    ...     def choose(self, view, legal):
    ...         return legal[0]

    Every method may be ``async def``: the coroutines of all matches run in one event loop, which is that of the
    caller for ``run_async``. Other methods are called in a thread of each match. What a bot keeps in attributes
    is shared by its matches, so use ``view.match.name`` as a key.
    """

    #: Maximum number of matches at the same time.
    max_concurrent_matches = 4

    def choose(
        self, view: View, legal: Sequence[str]
    ) -> str | Choice | Awaitable[str | Choice]:
        """Returns the next action, or a whole turn, in the notation of the game."""
        raise NotImplementedError

    def started(self, match: Match) -> Awaitable[None] | None:
        """Is called when the bot has joined a match, and again after it has rejoined."""
        return None

    def ended(self, match: Match, over: match_pb2.MatchOver) -> Awaitable[None] | None:
        """Is called when a match has ended."""
        return None

    def rejected(self, view: View, error: RejectedError) -> Awaitable[None] | None:
        """Is called when the server rejects a choice; ``choose`` is called again."""
        log.warning("%s: %s", view.match.name, error)
        return None
