"""Games with their options, and their states."""

from __future__ import annotations

import copyreg
import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _botwerk
from ._botwerk import State, game_names

__all__ = ["Game", "ObservationField", "OptionValue", "game_names", "load_game", "seed_text"]

#: The value of an option; ``True`` is written ``true``.
OptionValue = str | int | float | bool


def option_text(value: OptionValue) -> str:
    """Returns the value of an option in the notation of options."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def seed_text(seed: int | str | None) -> str:
    """Returns the text of a seed; without one it is random."""
    if seed is None:
        return secrets.token_hex(32)
    return str(seed)


class ObservationField(NamedTuple):
    """A field of observations: consecutive bytes with one or more numbers."""

    #: The name.
    name: str
    #: The index of the first byte.
    start: int
    #: The length of each dimension, rows before columns; empty for a single number.
    shape: tuple[int, ...]
    #: The type of the numbers for numpy, such as ``uint8``.
    dtype: str
    #: The minimum of the numbers.
    low: int
    #: The maximum of the numbers.
    high: int
    #: A number beyond the maximum that stands for nothing, or ``None``.
    absent: int | None
    #: What the numbers are.
    content: str

    @property
    def end(self) -> int:
        """The index after the last byte."""
        return self.start + int(np.prod(self.shape, dtype=int)) * np.dtype(self.dtype).itemsize


class Game:
    """A game with its options and number of players.

    The names are those of OpenSpiel. Action numbers run from 0 to ``num_distinct_actions() - 1``; chance
    outcomes are actions as well.
    """

    def __init__(
        self,
        name: str,
        options: Mapping[str, OptionValue] | None = None,
        players: int = 0,
    ) -> None:
        texts = [(key, option_text(value)) for key, value in (options or {}).items()]
        #: The game of the extension module.
        self.inner = _botwerk.Game(name, texts, players)

    @property
    def name(self) -> str:
        """The name, such as ``netzwerk``."""
        return self.inner.name

    @property
    def title(self) -> str:
        """The title as printed on the box."""
        return self.inner.title

    @property
    def options(self) -> dict[str, str]:
        """The options that were given."""
        return dict(self.inner.given_options)

    @property
    def rules(self) -> str:
        """The rules document, in Markdown."""
        return self.inner.rules

    @property
    def observation_layout(self) -> str:
        """The meaning of every byte of an observation, in Markdown."""
        return self.inner.observation_layout

    @property
    def observation_version(self) -> int:
        """The version of that layout: a model is for one version."""
        return self.inner.observation_version

    @property
    def hash_version(self) -> int:
        """The version of the hashes of positions and views."""
        return self.inner.hash_version

    @property
    def observation_fields(self) -> list[ObservationField]:
        """The fields of an observation, in order."""
        return [ObservationField(*field) for field in self.inner.observation_fields]

    def split_observation(self, observation: npt.NDArray[np.uint8]) -> dict[str, npt.NDArray[Any]]:
        """Returns the fields of an observation, or of rows of observations, by name.

        >>> import botwerk
        >>> env = botwerk.VecEnv("netzwerk", 4, seed=7)
        >>> env.game.split_observation(env.observations)["robots"].shape
        (4, 6, 6)

        Raises ``ValueError`` if the last dimension is not that of observations, and ``TypeError`` if the numbers
        are not bytes.
        """
        if observation.dtype != np.uint8:
            raise TypeError(f"observation: expected dtype uint8, found {observation.dtype}")
        length = self.inner.observation_len()
        if observation.shape[-1:] != (length,):
            expected = f"expected a last dimension of {length}"
            raise ValueError(f"observation: {expected}, found shape {observation.shape}")
        rows = observation.shape[:-1]
        fields = {}
        for field in self.observation_fields:
            dtype = np.dtype(field.dtype).newbyteorder("<")
            part = np.ascontiguousarray(observation[..., field.start : field.end])
            fields[field.name] = part.view(dtype).reshape(*rows, *field.shape)
        return fields

    def num_players(self) -> int:
        """Returns the number of seats."""
        return self.inner.num_players()

    def num_distinct_actions(self) -> int:
        """Returns the number of action numbers."""
        return self.inner.num_distinct_actions()

    def max_chance_outcomes(self) -> int:
        """Returns a number above all chance outcomes; those of a tie follow the action numbers."""
        return self.inner.max_chance_outcomes()

    def max_game_length(self) -> int | None:
        """Returns a number of actions of all players that no match exceeds, without chance.

        ``None`` if no option ends matches, or only ``repetition``: ``quiet_turns`` and ``turn_cap`` are 0 in Netzwerk.
        """
        return self.inner.max_game_length()

    def min_utility(self) -> float:
        """Returns the minimum of what a match is worth to a player: see ``State.returns``."""
        return -1.0

    def max_utility(self) -> float:
        """Returns the maximum of what a match is worth to a player."""
        return 1.0

    def utility_sum(self) -> float | None:
        """Returns what a match is worth to all players together, or ``None`` for a player alone."""
        return 0.0 if self.num_players() > 1 else None

    def observation_tensor_shape(self) -> tuple[int]:
        """Returns the shape of an observation, in bytes."""
        return (self.inner.observation_len(),)

    def information_state_tensor_shape(self) -> tuple[int]:
        """Returns the shape of an information state, in bytes: see ``State.information_state_tensor``."""
        return (self.inner.information_state_len(),)

    def new_initial_state(self, seed: int | str | None = None) -> State:
        """Returns a match at its start.

        The seed decides what the rules leave to chance before the first action, such as the board, and
        what ``State.sample_chance`` samples. Without one it is random.
        """
        return self.inner.new_initial_state(seed_text(seed))

    def parse_state(self, position: str, seed: int | str | None = None) -> State:
        """Returns a match that starts with a position in the notation of the game: see ``State.position``.

        Raises ``ValueError`` if the text is not a position.
        """
        return self.inner.parse_state(position, seed_text(seed))

    def state_from_view(
        self, view: str, player: int, seed: int | str | None = None
    ) -> State:
        """Returns a match that a player sees as this view: see ``State.information_state_string``.

        In a race the player is to act unless it has passed or announced. What is hidden from the player is sampled from the seed. Raises ``ValueError`` if the text is not a
        view of the player.
        """
        return self.inner.state_from_view(view, player, seed_text(seed))

    def deserialize_state(self, saved: str) -> State:
        """Returns the match that ``State.serialize`` returned as text, with its history.

        Texts of versions that did not write the history have an empty one. Raises ``ValueError`` if the text is of another game or other options.
        """
        return self.inner.deserialize_state(saved)

    def action_to_string(self, action: int) -> str:
        """Returns an action in the notation of the game."""
        return self.inner.action_to_string(action)

    def string_to_action(self, text: str) -> int:
        """Returns the number of an action. Raises ``ValueError`` if the text is not an action."""
        return self.inner.string_to_action(text)

    def __repr__(self) -> str:
        return f"botwerk.load_game({self.name!r}, {self.options!r}, {self.num_players()})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Game, (self.name, self.options, self.num_players()))


def load_game(
    name: str,
    options: Mapping[str, OptionValue] | None = None,
    players: int = 0,
) -> Game:
    """Returns a game.

    ``options`` are those of the rules, such as ``{"turn_cap": 100}``; ``players`` is the number of seats,
    0 for the minimum. Raises ``ValueError`` if one of them is invalid.
    """
    return Game(name, options, players)


def _restore_state(
    name: str,
    options: list[tuple[str, str]],
    players: int,
    saved: str,
) -> State:
    return _botwerk.Game(name, options, players).deserialize_state(saved)


def _reduce_state(state: State) -> tuple[object, ...]:
    game = state.game()
    parts = (
        game.name,
        game.given_options,
        game.num_players(),
        state.serialize(),
    )
    return (_restore_state, parts)


copyreg.pickle(State, _reduce_state)  # type: ignore[arg-type]
