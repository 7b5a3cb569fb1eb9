"""Records of matches, and what can be learned from them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _botwerk
from ._botwerk import State


class Verified(NamedTuple):
    """What the verification of a record has checked."""

    #: The number of events.
    events: int
    #: The number of choices of built-in agents that were computed again.
    choices: int


class DecisionsShape(NamedTuple):
    """What the decisions of several matches must have in common."""

    game: str
    players: int
    actions: int
    observation_length: int

    def __str__(self) -> str:
        sizes = f"{self.actions} actions and observations of {self.observation_length} bytes"
        return f"{self.game} with {self.players} players, {sizes}"


class Record:
    """The record of a match: all events, from which anyone can replay and verify it.

    >>> import botwerk
    >>> state = botwerk.load_game("netzwerk", {"width": 2, "ranks": 3}).new_initial_state(seed=7)
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[0])
    >>> record = botwerk.Record.from_state(state, ["first", "second"])
    >>> record.verify().events == len(record.events)
    True
    >>> record.state(1).history() == state.history()[:1]
    True
    >>> botwerk.Record.parse(record.text()).outcome["places"]
    [1, 2]
    """

    def __init__(self, inner: _botwerk.Record) -> None:
        #: The record of the extension module.
        self.inner = inner

    @staticmethod
    def parse(text: str) -> Record:
        """Returns the record of a text.

        Raises ``ValueError`` if it is no record, or a line was changed.
        """
        return Record(_botwerk.Record.parse(text))

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Record:
        """Returns the record of a file: see ``parse``."""
        try:
            return Record.parse(Path(path).read_text())
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    @staticmethod
    def from_state(state: State, names: Sequence[str] | None = None) -> Record:
        """Returns the record of the match so far, with a name for each player.

        Raises ``ValueError`` if the match did not start from a seed, or chance outcomes were chosen instead of
        sampled: a record has those that follow from the seed.
        """
        count = state.game().num_players()
        given = [f"player {index}" for index in range(count)] if names is None else list(names)
        return Record(state.record(given))

    @property
    def header(self) -> dict[str, Any]:
        """The game, options, players and seed."""
        header: dict[str, Any] = json.loads(self.inner.header())
        return header

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events in order."""
        events: list[dict[str, Any]] = json.loads(self.inner.events())
        return events

    @property
    def outcome(self) -> dict[str, Any] | None:
        """The outcome, or ``None`` if the match has not ended."""
        text = self.inner.outcome()
        return None if text is None else json.loads(text)

    def text(self) -> str:
        """Returns the text of the record, as in a file."""
        return self.inner.text()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record to a file."""
        Path(path).write_text(self.text())

    def verify(self) -> Verified:
        """Verifies rules, chance outcomes, races, the outcome and the choices of built-in agents.

        Raises ``VerifyError`` for the first event that contradicts them.
        """
        return Verified(*self.inner.verify())

    def state(self, events: int) -> State:
        """Returns the match after its first ``events`` events.

        Raises ``VerifyError`` if there are fewer, or the record contradicts the rules before.
        """
        return self.inner.state(events)

    def states(self) -> Iterator[State]:
        """Yields the match at its start and after each event."""
        for events in range(len(self.events) + 1):
            yield self.state(events)

    def svg(self, frame_millis: int = 1000) -> str:
        """Returns the turns of the match one after another, as spectators see them: an animated SVG document.

        Raises ``VerifyError`` if the record contradicts the rules.
        """
        return self.inner.svg(frame_millis)

    def _repr_svg_(self) -> str:
        return self.svg()

    def decisions(self) -> dict[str, npt.NDArray[Any]]:
        """Returns what the players saw and did: see ``dataset``."""
        return self.inner.decisions()


def dataset(
    records: Iterable[Record | str | os.PathLike[str]],
) -> dict[str, npt.NDArray[Any]]:
    """Returns the decisions of finished matches of one game, which are verified, as arrays.

    ============ =============== ======= ===========================================================
    array        shape           dtype   content
    ============ =============== ======= ===========================================================
    matches      rows            int64   the index of the record
    seqs         rows            uint64  the number of the event, from 1
    players      rows            uint8   the player who acted
    turns        rows            uint32  the number of the player's turn, from 1
    actions      rows            uint32  the number of the action
    efforts      rows            uint64  declared search nodes
    returns      rows            float32 what the match was worth to the player, from -1 to 1
    observations rows, length    uint8   what the player saw before
    masks        rows, actions   uint8   1 for each action that was legal
    ============ =============== ======= ===========================================================

    All announcements and passes of a race are rows. A player who had done neither when a race was resolved has none: a
    record cannot tell whether it chose to wait or was still searching.

    All are held in memory; ``botwerk.parquet.write_decisions`` writes as many as a disk can hold.

    ``records`` are records or the paths of their files. Raises ``ValueError`` if they are not of the same game
    with the same numbers of players, actions and bytes of an observation, and ``VerifyError`` if one contradicts the rules or has not ended.
    """
    parts: list[dict[str, npt.NDArray[Any]]] = []
    first: DecisionsShape | None = None
    for index, given in enumerate(records):
        record = given if isinstance(given, Record) else Record.load(given)
        header, part = record.header, record.decisions()
        sizes = part["masks"].shape[1], part["observations"].shape[1]
        shape = DecisionsShape(header["game"], len(header["seats"]), *sizes)
        first = first or shape
        if shape != first:
            raise ValueError(f"record {index}: expected {first}, found {shape}")
        parts.append({"matches": np.full(len(part["actions"]), index, np.int64), **part})
    if not parts:
        raise ValueError("records: expected at least one")
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
