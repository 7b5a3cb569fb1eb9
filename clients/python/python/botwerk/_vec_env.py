"""Many matches that are stepped together, into numpy arrays."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _botwerk
from ._game import Game, OptionValue, load_game, seed_text

#: The arrays of a ``VecEnv`` by name.
Arrays = dict[str, npt.NDArray[Any]]
#: The kinds of numbers in observations.
ObservationKind = Literal["bytes", "float32"]


#: The number of forks that have led to this process.
_forks = 0


def _count_fork() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_count_fork)


class _OneThread:
    """Lets one thread at a time use an environment, and refuses others.

    The arrays of a step are borrowed before its lanes are, so the lanes cannot name the reason.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(
                "another thread uses this environment; create one for each thread, or let one call at a time in"
            )

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class VecEnv:
    """Many matches of one game, each in a *lane*, that are stepped together in Rust.

    Every step takes one action in every lane and overwrites the arrays below, which have a row for each
    lane. They belong to the caller: give your own as ``out``, or use those that are made.

    ============== ================= ======= ==================================================
    array          shape             dtype   content
    ============== ================= ======= ==================================================
    rewards        lanes, players    float32 what the step was worth, -1 to 1 at the end, else 0
    terminated     lanes             bool    whether the match has ended with the step
    truncated      lanes             bool    whether the episode was cut off with the step
    to_act         lanes             int8    the player to act, -1 after the end
    faults         lanes             uint8   0, or why the action was not applied
    observations   lanes, length     uint8   what the player to act sees (or float32)
    masks          lanes, actions    uint8   1 for each legal action (or packed into bits)
    final_observations               as observations; the last one of an episode that was reset at once
    ============== ================= ======= ==================================================

    Lane ``i`` starts with the seed text ``SEED/i`` and continues with ``SEED/i/1``, ``SEED/i/2``, ...;
    ``Game.new_initial_state`` and ``botwerk match --seed`` with that text have the same chance outcomes.

    Copies by ``copy.deepcopy`` and ``pickle`` have arrays of their own and continue with the same matches. Threads are not
    copied by a fork: an environment with several of them must be created in the process that uses it. A call while another
    thread uses the environment raises ``RuntimeError``.

    >>> import botwerk
    >>> env = botwerk.VecEnv("netzwerk", 4, seed=7)
    >>> actions = env.step_random()
    >>> env.to_act.shape, env.masks.shape[1] == env.num_actions
    ((4,), True)
    """

    #: The fault of an action that is illegal or does not exist; its lane is unchanged.
    ILLEGAL_ACTION = _botwerk.Lanes.ILLEGAL_ACTION
    #: The fault of an action for a lane whose episode has ended and must be reset.
    EPISODE_OVER = _botwerk.Lanes.EPISODE_OVER
    #: The fault of a lane in which an agent chose an illegal action; the episode is truncated.
    OPPONENT_FAILED = _botwerk.Lanes.OPPONENT_FAILED

    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    to_act: npt.NDArray[np.int8]
    faults: npt.NDArray[np.uint8]
    observations: npt.NDArray[Any]
    final_observations: npt.NDArray[Any]
    masks: npt.NDArray[np.uint8]

    def __init__(
        self,
        game: str | Game,
        lanes: int,
        *,
        options: Mapping[str, OptionValue] | None = None,
        players: int = 0,
        seed: int | str | None = None,
        autoreset: str = "NextStep",
        max_steps: int | None = None,
        opponents: Mapping[int, str] | None = None,
        threads: int = 1,
        observations: ObservationKind | None = "bytes",
        masks: Literal["bytes", "bits"] | None = "bytes",
        perfect_information: bool = False,
        out: Mapping[str, npt.NDArray[Any]] | None = None,
    ) -> None:
        """Creates lanes at the start of their first episodes.

        ``autoreset`` is ``NextStep``, ``SameStep`` or ``Disabled``, as in Gymnasium. ``max_steps`` truncates
        longer episodes. ``opponents`` names the agents that play seats inside of the lanes, such as
        ``{1: "minimax:nodes=2000"}``. With ``perfect_information`` an observation has those of all players
        one after another. Without ``observations`` or ``masks`` these are not written, which saves time.

        Raises ``ValueError`` if a setting or an array of ``out`` is invalid.
        """
        if isinstance(game, str):
            game = load_game(game, options, players)
        elif options or players:
            raise ValueError("options, players: expected none with a game that is loaded")
        #: The game.
        self.game = game
        #: The number of lanes.
        self.num_lanes = lanes
        autoreset = getattr(autoreset, "value", autoreset)
        #: What creates the environment again.
        self._settings: dict[str, Any] = {
            "lanes": lanes,
            "seed": seed_text(seed),
            "autoreset": autoreset,
            "max_steps": max_steps,
            "opponents": dict(opponents or {}),
            "threads": threads,
            "observations": observations,
            "masks": masks,
            "perfect_information": perfect_information,
        }
        #: The forks before its threads were started; ``None`` without threads.
        self._forks = _forks if threads > 1 else None
        self._one_thread = _OneThread()
        self._lanes = _botwerk.Lanes(
            game.inner,
            lanes,
            self._settings["seed"],
            autoreset,
            max_steps,
            list((opponents or {}).items()),
            threads,
            perfect_information,
        )
        #: The number of players.
        self.num_players = self._lanes.num_players()
        #: The number of action numbers.
        self.num_actions = self._lanes.num_actions()
        #: The number of entries of an observation.
        self.observation_len = self._lanes.observation_len()
        #: How the lanes are reset, where Gymnasium looks for it.
        self.metadata = {"autoreset_mode": autoreset}
        self._packs_masks = masks == "bits"
        given = dict(out or {})
        for name, (shape, dtype) in self._layout(observations, masks, autoreset).items():
            array = given.pop(name, None)
            if array is None:
                array = np.zeros(shape, dtype)
            _check_array(name, array, shape, dtype)
            setattr(self, name, array)
        if given:
            raise ValueError(f"out: no array {next(iter(given))!r} in this environment")
        self._arrays = (
            self.rewards,
            self.terminated,
            self.truncated,
            self.to_act,
            self.faults,
            getattr(self, "observations", None),
            getattr(self, "final_observations", None),
            getattr(self, "masks", None),
            self._packs_masks,
        )
        self._actions = np.zeros(lanes, np.int64)
        self.reset([])

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = {name: getattr(self, name) for name in ARRAYS if hasattr(self, name)}
        return _restored, (self.game, self._settings, self.save(), arrays)

    def _check_process(self) -> None:
        """Raises ``RuntimeError`` in a process that has no threads of this environment."""
        if self._forks is not None and self._forks != _forks:
            raise RuntimeError(
                "this environment has threads, which a fork does not copy: create it in the process that uses it, start "
                "processes with the method 'spawn', or use threads=1"
            )

    def _layout(
        self, observations: str | None, masks: str | None, autoreset: str
    ) -> dict[str, tuple[tuple[int, ...], type[np.generic]]]:
        lanes = self.num_lanes
        layout: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
            "rewards": ((lanes, self.num_players), np.float32),
            "terminated": ((lanes,), np.bool_),
            "truncated": ((lanes,), np.bool_),
            "to_act": ((lanes,), np.int8),
            "faults": ((lanes,), np.uint8),
        }
        if observations is not None:
            kinds: dict[str, type[np.generic]] = {"bytes": np.uint8, "float32": np.float32}
            if observations not in kinds:
                raise ValueError(f"observations {observations!r}: expected bytes, float32 or None")
            shape = (lanes, self.observation_len)
            layout["observations"] = (shape, kinds[observations])
            if autoreset == "SameStep":
                layout["final_observations"] = (shape, kinds[observations])
        if masks is not None:
            lengths = {"bytes": self.num_actions, "bits": (self.num_actions + 7) // 8}
            if masks not in lengths:
                raise ValueError(f"masks {masks!r}: expected bytes, bits or None")
            layout["masks"] = ((lanes, lengths[masks]), np.uint8)
        return layout

    def step(
        self,
        actions: npt.ArrayLike,
        efforts: npt.ArrayLike | None = None,
    ) -> None:
        """Takes one action in every lane and overwrites the arrays.

        ``efforts`` are the search nodes that each action took, from which the time of an announcement in a
        race follows. An illegal action is reported in ``faults`` of its lane, which is unchanged.

        Raises ``TypeError`` or ``ValueError`` if an array has another kind or length than expected; nothing
        is changed.
        """
        self._check_process()
        numbers = _integers("actions", actions, np.int64, self.num_lanes)
        nodes = None if efforts is None else _integers("efforts", efforts, np.uint64, self.num_lanes)
        with self._one_thread:
            self._lanes.step(numbers, nodes, self._arrays)

    def step_random(self) -> npt.NDArray[np.int64]:
        """Takes a random legal action in every lane and overwrites the arrays.

        Returns the actions, -1 for a lane that started an episode instead. The next call overwrites them.
        """
        self._check_process()
        with self._one_thread:
            self._lanes.step_random(self._actions, self._arrays)
        return self._actions

    def reset(
        self,
        lanes: Sequence[int] | npt.NDArray[Any] | None = None,
        seeds: Sequence[int | str] | None = None,
    ) -> None:
        """Starts an episode in the given lanes, or in all of them, and overwrites the arrays.

        ``lanes`` are numbers of lanes, or a boolean for each lane.

        With ``seeds`` each of these lanes starts its first episode with that seed; without, its next one.

        Raises ``ValueError`` if a lane does not exist or is given twice, and ``TypeError`` for other numbers than
        integers.
        """
        self._check_process()
        texts = None if seeds is None else [str(seed) for seed in seeds]
        chosen = None if lanes is None else _lane_numbers(lanes, self.num_lanes)
        with self._one_thread:
            self._lanes.reset(chosen, texts, self._arrays)

    def legal_actions(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32]]:
        """Returns the legal actions of all lanes as ragged lists.

        Those of lane ``i`` are ``actions[starts[i]:starts[i + 1]]`` of the returned ``(starts, actions)``, none after
        the end of its episode. One more entry follows the last list, so that ``actions[starts[:-1]]`` has a number for
        each lane, which is ignored where the episode has ended.
        """
        self._check_process()
        return self._lanes.legal_actions()

    def observation(self, lane: int, player: int) -> npt.NDArray[np.uint8]:
        """Returns what a player sees in a lane."""
        return self._lanes.observation(lane, player)

    def view(self, lane: int, player: int | None = None) -> str:
        """Returns what a player or a spectator sees in a lane, in the notation of positions."""
        return self._lanes.view(lane, player)

    def episode(self, lane: int) -> tuple[str, int]:
        """Returns the seed text of the first episode of a lane and the number of episodes since."""
        return self._lanes.episode(lane)

    def save(self, lanes: Sequence[int] | None = None) -> list[str]:
        """Returns the given lanes, or all of them, as texts."""
        self._check_process()
        return self._lanes.save(list(range(self.num_lanes) if lanes is None else lanes))

    def load(self, saved: Sequence[str], lanes: Sequence[int] | None = None) -> None:
        """Continues the given lanes, or all of them, as saved ones of the same game, options and opponents.

        Raises ``ValueError`` if a text is anything else or was played with other opponents; nothing is changed.
        """
        self._check_process()
        chosen = list(range(self.num_lanes) if lanes is None else lanes)
        self._lanes.load(chosen, list(saved))
        self.reset([])


#: The names of all arrays.
ARRAYS = (
    "rewards",
    "terminated",
    "truncated",
    "to_act",
    "faults",
    "observations",
    "final_observations",
    "masks",
)


def _restored(
    game: Game, settings: dict[str, Any], saved: list[str], arrays: Mapping[str, npt.NDArray[Any]]
) -> VecEnv:
    """Returns a copy of an environment."""
    copied = VecEnv(game, **settings)
    copied.load(saved)
    for name, array in arrays.items():
        getattr(copied, name)[:] = array
    return copied


def _lane_numbers(lanes: Sequence[int] | npt.NDArray[Any], count: int) -> list[int]:
    """Returns the numbers of lanes, which can be given as a boolean for each lane."""
    array = np.asarray(lanes)
    if array.dtype == np.bool_:
        if array.shape != (count,):
            raise ValueError(f"lanes: expected {count} booleans, found shape {array.shape}")
        return np.flatnonzero(array).tolist()
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"lanes: expected integers or booleans, found dtype {array.dtype}")
    for lane in array:
        if lane < 0:
            raise ValueError(f"lane {lane}: expected a lane from 0")
    return [int(lane) for lane in array]


def _integers(
    name: str, values: npt.ArrayLike, dtype: type[np.generic], length: int
) -> npt.NDArray[Any]:
    """Returns values as a contiguous array of integers."""
    array = np.asarray(values)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, found dtype {array.dtype}")
    if array.shape != (length,):
        raise ValueError(f"{name}: expected shape {(length,)}, found {array.shape}")
    if dtype is np.uint64 and array.dtype.kind == "i" and (array < 0).any():
        raise ValueError(f"{name}: expected numbers from 0, found {array.min()}")
    return np.ascontiguousarray(array, dtype)


def _check_array(
    name: str, array: npt.NDArray[Any], shape: tuple[int, ...], dtype: type[np.generic]
) -> None:
    """Raises an exception unless Rust can write to the array."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"out[{name!r}]: expected a numpy array, found {type(array).__name__}")
    if array.dtype != dtype:
        raise TypeError(f"out[{name!r}]: expected dtype {np.dtype(dtype)}, found {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"out[{name!r}]: expected shape {shape}, found {array.shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"out[{name!r}]: expected a writable array in C order")
