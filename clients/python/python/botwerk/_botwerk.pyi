"""The compiled part of the package. Its parts are documented where the package offers them."""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

__version__: str

class BotwerkError(Exception):
    """The base class of all exceptions of this package."""

class IllegalActionError(BotwerkError):
    """The rules forbid an action, or another seat or chance is to act. Nothing was changed."""

class VerifyError(BotwerkError):
    """A record contradicts the rules, its seed or its agents.

    The arguments are the message and the number of the event: 0 for the header, one more than the last event for
    the outcome.
    """

def game_names() -> list[str]:
    """Returns the names of all games."""

def measure_game(
    game: str,
    options: list[tuple[str, str]],
    compared_options: list[tuple[str, str]] | None,
    seats: int | None,
    players: list[str],
    matches: int | None,
    seed: str,
    ladder: str | None,
    threads: int,
) -> tuple[str, str, str | None]:
    """Plays matches of a game and returns their statistics as JSON: see `botwerk.stats`.

    The texts are the report, the columns of its matches, and those of the compared ones.
    """

def register_game(description: str, create: Callable[[int, dict[str, str]], Any]) -> None:
    """Registers a game in Python: see `botwerk.register`. `description` is JSON."""

def run_program(command: list[str], arguments: list[str], read_paths: list[str]) -> int:
    """Runs the program `botwerk` with these arguments, its name first, and returns its exit code.

    `command` starts it again, up to the arguments.
    """

class Game:
    """A game with its options and number of seats: see `botwerk.Game`."""

    def __init__(self, name: str, options: list[tuple[str, str]], seats: int) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def given_options(self) -> list[tuple[str, str]]: ...
    @property
    def rules(self) -> str: ...
    @property
    def observation_layout(self) -> str: ...
    @property
    def observation_version(self) -> int: ...
    @property
    def hash_version(self) -> int: ...
    @property
    def observation_fields(
        self,
    ) -> list[tuple[str, int, tuple[int, ...], str, int, int, int | None, str]]: ...
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def max_chance_outcomes(self) -> int: ...
    def max_game_length(self) -> int | None: ...
    def observation_len(self) -> int: ...
    def action_to_string(self, action: int) -> str: ...
    def string_to_action(self, text: str) -> int: ...
    def new_initial_state(self, seed: str) -> State: ...
    def parse_state(self, position: str, seed: str) -> State: ...
    def state_from_view(self, view: str, player: int, seed: str) -> State: ...
    def information_state_len(self) -> int: ...
    def deserialize_state(self, saved: str) -> State: ...

class State:
    """A match in progress, with the names of OpenSpiel.

    The players of a simultaneous decision act one after another without seeing what the others do. Matches are equal
    if they have the same game, seed, position and announcements, whatever their history.
    """

    def __eq__(self, other: object) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

    def game(self) -> Game:
        """Returns the game."""

    def clone(self) -> State:
        """Returns an independent copy, to try actions and to undo them."""

    def current_player(self) -> int:
        """Returns the player to act, -1 for chance, -4 after the end."""

    def is_terminal(self) -> bool:
        """Returns whether the match is over."""

    def is_chance_node(self) -> bool:
        """Returns whether chance is to act."""

    def is_player_node(self) -> bool:
        """Returns whether a player is to act."""

    def is_initial_state(self) -> bool:
        """Returns whether no action was applied since the match was created."""

    def is_simultaneous_node(self) -> bool:
        """Returns whether a player must act while others act without seeing it; not at a tie, where chance acts."""

    def num_players(self) -> int:
        """Returns the number of seats."""

    def num_distinct_actions(self) -> int:
        """Returns the number of action numbers."""

    def awaited_players(self) -> list[int]:
        """Returns the players who must still act in the open decision."""

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Returns the legal actions of a player, or of the one to act, in order."""

    def legal_actions_mask(self, player: int | None = None) -> npt.NDArray[np.int8]:
        """Returns 1 for each legal action and 0 for all others."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the outcomes of chance with their probabilities; none unless chance is to act."""

    def apply_action(self, action: int, effort: int = 0) -> None:
        """Applies an action of the player to act, or an outcome of chance.

        In a race `effort` is the number of search nodes that an announcement took: the lowest is first.
        Raises `IllegalActionError` if the action is not legal; nothing is changed.
        """

    def apply_action_of(self, player: int, action: int, effort: int = 0) -> None:
        """Applies an action of any player who is awaited: see `apply_action`."""

    def apply_actions(self, actions: list[int], efforts: list[int] | None = None) -> None:
        """Applies an action of each player of a simultaneous decision; those of players who have acted are ignored.

        Raises `IllegalActionError` if one is not legal or the decision is not simultaneous; nothing is changed.
        """

    def child(self, action: int, effort: int = 0) -> State:
        """Returns a copy to which an action is applied: see `apply_action`."""

    def sample_chance(self) -> None:
        """Samples chance from the seed of the match until a player must act or the match is over."""

    def rewards(self) -> list[float]:
        """Returns what the latest action was worth to each player: the returns at the end, 0 before it."""

    def returns(self) -> list[float]:
        """Returns what the match is worth to each player, from -1 to 1; 0 before its end."""

    def player_reward(self, player: int) -> float:
        """Returns what the latest action was worth to a player: see `rewards`."""

    def player_return(self, player: int) -> float:
        """Returns what the match is worth to a player: see `returns`."""

    def places(self) -> list[int] | None:
        """Returns the place of each player, 1 for the best, or None before the end."""

    def points(self) -> list[int] | None:
        """Returns the points of each player, empty in a game without points, or None before the end."""

    def ending_rule(self) -> str | None:
        """Returns the id of the rule that ended the match, or None before the end."""

    def history(self) -> list[int]:
        """Returns all actions and outcomes of chance that were applied, in order.

        Applied again to a start with the same seed they lead to this state. The match of a record has the actions of
        its events; announcements that lost a race are none.
        """

    def history_str(self) -> str:
        """Returns the history as text, separated by commas."""

    def move_number(self) -> int:
        """Returns the number of actions and outcomes of chance in the history."""

    def full_history(self) -> list[tuple[int, int]]:
        """Returns the history with the player of each action, -1 for chance, -3 for the referee of a record."""

    def played_steps(self) -> list[tuple[int, int, int]]:
        """Returns the full history with the effort of each action."""

    def record(self, names: list[str]) -> Record:
        """Returns the record of the match so far, with a name for each player.

        Raises `ValueError` if the match did not start from a seed, or chance outcomes were chosen: a record has
        those that follow from the seed.
        """

    def action_to_string(self, action: int, player: int | None = None) -> str:
        """Returns an action in the notation of the game."""

    def string_to_action(self, text: str) -> int:
        """Returns the number of an action. Raises `ValueError` if the text is not an action."""

    def information_state_string(self, player: int | None = None) -> str:
        """Returns all that a player, or the one to act, knows, in the notation of positions.

        After an announcement of the player that is held, ` | held PLAYER NANOSECONDS NODES ACTION` follows its view.
        """

    def information_state_hash(self, player: int | None = None) -> int:
        """Returns a hash of all that a player, or the one to act, knows, the same in every version."""

    def information_state_tensor(self, player: int | None = None) -> npt.NDArray[np.uint8]:
        """Returns all that a player, or the one to act, knows as bytes.

        The observation is followed by the number of the announced action of the player plus 1 (4 bytes) and the time
        of its announcement in nanoseconds (8), little-endian, 0 if none is held.
        """

    def view_string(self, player: int | None = None) -> str:
        """Returns what a player or a spectator sees of the position, without announcements that are held."""

    def view_hash(self, player: int | None = None) -> int:
        """Returns a hash of what a player or a spectator sees of the position, the same in every version."""

    def public_string(self) -> str:
        """Returns what a spectator sees, in the notation of positions."""

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.uint8]:
        """Returns what a player, or the one to act, sees as bytes: see `Game.observation_layout`."""

    def write_observation(self, player: int, array: npt.NDArray[np.uint8]) -> None:
        """Writes what a player sees into an array. Raises `ValueError` if it has another length."""

    def resample(self, player: int, seed: str) -> State:
        """Returns a match that the player cannot distinguish from this one, sampled from the seed.

        A player knows its view, its own announcement and whether it is to act. In a race it knows of the others that
        not all have acted and, if it is to act, that those before it have announced or passed: what they did is
        sampled. At a tie it also knows who has announced, and when.
        """

    def position(self) -> str:
        """Returns the position in the notation of the game, with the announcements that are held in a race."""

    def position_hash(self) -> int:
        """Returns the hash of the position without announcements, the same in every version."""

    def board(self, player: int | None = None) -> str:
        """Returns a drawing of what a player or a spectator sees."""

    def svg(self, player: int | None = None) -> str:
        """Returns a picture of what a player or a spectator sees, as an SVG document."""

    def _repr_svg_(self) -> str: ...
    def serialize(self) -> str:
        """Returns the match as text: see `Game.deserialize_state`."""

class Record:
    """The record of a match: see `botwerk.Record`."""

    @staticmethod
    def parse(text: str) -> Record: ...
    def text(self) -> str: ...
    def header(self) -> str: ...
    def events(self) -> str: ...
    def outcome(self) -> str | None: ...
    def verify(self) -> tuple[int, int]: ...
    def state(self, events: int) -> State: ...
    def svg(self, frame_millis: int) -> str: ...
    def decisions(self) -> dict[str, npt.NDArray[Any]]: ...
    def ragged_decisions(self) -> tuple[dict[str, npt.NDArray[Any]], int]:
        """Returns the decisions with `legal_starts` and `legal_actions` in place of masks, and the number of actions."""

class Lanes:
    """Many matches that are stepped together: see `botwerk.VecEnv`."""

    ILLEGAL_ACTION: ClassVar[int]
    EPISODE_OVER: ClassVar[int]
    OPPONENT_FAILED: ClassVar[int]

    def __init__(
        self,
        game: Game,
        lanes: int,
        seed: str,
        autoreset: str,
        max_steps: int | None,
        opponents: list[tuple[int, str]],
        threads: int,
        observes_all: bool,
    ) -> None: ...
    def num_players(self) -> int: ...
    def observation_len(self) -> int: ...
    def num_actions(self) -> int: ...
    def step(
        self,
        actions: npt.NDArray[np.int64],
        efforts: npt.NDArray[np.uint64] | None,
        arrays: tuple[Any, ...],
    ) -> None: ...
    def step_random(self, actions: npt.NDArray[np.int64], arrays: tuple[Any, ...]) -> None: ...
    def reset(
        self, lanes: list[int] | None, seeds: list[str] | None, arrays: tuple[Any, ...]
    ) -> None: ...
    def legal_actions(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32]]: ...
    def observation(self, lane: int, player: int) -> npt.NDArray[np.uint8]: ...
    def episode(self, lane: int) -> tuple[str, int]: ...
    def view(self, lane: int, player: int | None = None) -> str: ...
    def save(self, lanes: list[int]) -> list[str]: ...
    def load(self, lanes: list[int], saved: list[str]) -> None: ...
