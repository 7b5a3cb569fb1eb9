"""Environments for Gymnasium: one player, with agents on the other seats.

>>> import gymnasium, botwerk.gymnasium
>>> env = gymnasium.make("botwerk/netzwerk-v0", opponents={1: "greedy"})
>>> observation, info = env.reset(seed=7)
>>> int(info["action_mask"].sum()) > 0
True

The mask of legal actions is in ``info["action_mask"]`` and, as booleans, in ``action_masks()``, where
MaskablePPO looks for it. An illegal action changes nothing and is reported as ``info["illegal_action"]``.
A seed starts the same match as ``Game.new_initial_state`` with that seed; later matches without a seed have the seed
texts ``SEED/1``, ``SEED/2``, ...
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from ._botwerk import game_names
from ._game import Game, OptionValue
from ._learner import learner_lanes, learner_spaces
from ._vec_env import ObservationKind, VecEnv

#: The observation of one environment or of many.
Observations = npt.NDArray[Any]


class Env(gymnasium.Env[Observations, np.int64]):
    """A match of one player."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | Game,
        *,
        options: Mapping[str, OptionValue] | None = None,
        players: int = 0,
        player: int = 0,
        opponents: Mapping[int, str] | None = None,
        max_steps: int | None = None,
        observations: ObservationKind = "bytes",
        render_mode: str | None = None,
    ) -> None:
        """Creates the environment; ``random`` plays the seats that ``opponents`` does not name."""
        self.lane = learner_lanes(
            game,
            1,
            player,
            options=options,
            players=players,
            opponents=opponents,
            autoreset="Disabled",
            max_steps=max_steps,
            observations=observations,
        )
        self.player = player
        self.render_mode = render_mode
        self.observation_space, self.action_space = learner_spaces(self.lane)
        #: Whether a seed was given or taken from the random numbers of Gymnasium.
        self._is_seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = int(self.np_random.integers(2**63))
        self._is_seeded = True
        self.lane.reset([0], seeds=None if seed is None else [seed])
        return self.lane.observations[0].copy(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        self.lane.step([int(action)])
        if self.lane.faults[0] == VecEnv.EPISODE_OVER:
            raise RuntimeError("expected reset() after the end of an episode")
        info = self._info()
        info["illegal_action"] = bool(self.lane.faults[0] == VecEnv.ILLEGAL_ACTION)
        return (
            self.lane.observations[0].copy(),
            float(self.lane.rewards[0, self.player]),
            bool(self.lane.terminated[0]),
            bool(self.lane.truncated[0]),
            info,
        )

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.lane.masks[0].astype(np.int8)}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns whether each action is legal."""
        masks: npt.NDArray[np.bool_] = self.lane.masks[0].astype(np.bool_)
        return masks

    def render(self) -> str | None:
        return self.lane.view(0) if self.render_mode == "ansi" else None


class VectorEnv(gymnasium.vector.VectorEnv[Observations, Observations, Observations]):
    """Matches of one player each. Environment ``i`` has the seed of the first one plus ``i``."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        options: Mapping[str, OptionValue] | None = None,
        players: int = 0,
        player: int = 0,
        opponents: Mapping[int, str] | None = None,
        max_steps: int | None = None,
        threads: int = 1,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        observations: ObservationKind = "bytes",
    ) -> None:
        """Creates the environments; ``random`` plays the seats that ``opponents`` does not name."""
        self.lanes = learner_lanes(
            game,
            num_envs,
            player,
            options=options,
            players=players,
            opponents=opponents,
            autoreset=autoreset_mode.value,
            max_steps=max_steps,
            observations=observations,
            threads=threads,
        )
        self.player = player
        self.num_envs = num_envs
        #: Of each environment, whether a seed was given or taken from the random numbers of Gymnasium.
        self._is_seeded = np.zeros(num_envs, np.bool_)
        #: Of each environment, whether its episode has ended.
        self._has_ended = np.zeros(num_envs, np.bool_)
        #: How environments are reset, as in `SyncVectorEnv`.
        self.autoreset_mode = autoreset_mode
        self.metadata = {"autoreset_mode": autoreset_mode}
        self.single_observation_space, self.single_action_space = learner_spaces(self.lanes)
        batch = gymnasium.vector.utils.batch_space
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        super().reset(seed=None if isinstance(seed, Sequence) else seed)
        lanes = range(self.num_envs)
        given = [seed + lane for lane in lanes] if isinstance(seed, int) else seed
        if given is not None and len(given) != self.num_envs:
            raise ValueError(f"seed: expected {self.num_envs} seeds, found {len(given)}")
        chosen = self._reset_mask(options or {})
        self._reset_lanes(np.flatnonzero(chosen), given or [None] * self.num_envs)
        self._has_ended &= ~chosen
        return self.lanes.observations.copy(), self._infos()

    def _reset_mask(self, options: dict[str, Any]) -> npt.NDArray[np.bool_]:
        """Returns whether each environment is reset."""
        mask = np.asarray(options.get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if mask.dtype != np.bool_:
            raise TypeError(f"reset_mask: expected booleans, found dtype {mask.dtype}")
        if mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask: expected {self.num_envs} booleans, found shape {mask.shape}")
        return mask

    def _reset_lanes(self, chosen: npt.NDArray[Any], given: Sequence[int | None]) -> None:
        """Starts the next episodes of environments without a seed, and the first ones of the others."""
        seeds = dict(zip(chosen.tolist(), (given[lane] for lane in chosen), strict=True))
        for lane in chosen[~self._is_seeded[chosen]].tolist():
            if seeds[lane] is None:
                seeds[lane] = int(self.np_random.integers(2**63))
        self._is_seeded[chosen] = True
        first = {lane: int(seed) for lane, seed in seeds.items() if seed is not None}
        self.lanes.reset(list(first), seeds=list(first.values()))
        self.lanes.reset([lane for lane in seeds if lane not in first])

    def step(
        self, actions: Observations
    ) -> tuple[Observations, Observations, Observations, Observations, dict[str, Any]]:
        self.lanes.step(actions)
        lanes, infos = self.lanes, self._infos()
        ended = lanes.terminated | lanes.truncated
        mode = self.autoreset_mode
        was_reset = ended if mode is AutoresetMode.SAME_STEP else self._has_ended
        infos["illegal_action"] = lanes.faults == VecEnv.ILLEGAL_ACTION
        infos["_illegal_action"] = ~was_reset
        if mode is AutoresetMode.SAME_STEP and ended.any():
            infos |= self._final_infos(ended)
        self._has_ended = ended & (mode is AutoresetMode.NEXT_STEP)
        return (
            lanes.observations.copy(),
            lanes.rewards[:, self.player].astype(np.float64),
            lanes.terminated.copy(),
            lanes.truncated.copy(),
            infos,
        )

    def _final_infos(self, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """Returns the last observations and infos of episodes that have ended, as ``SyncVectorEnv`` does."""
        observations = np.full(self.num_envs, None, dtype=object)
        for lane in np.flatnonzero(ended):
            observations[lane] = self.lanes.final_observations[lane].copy()
        info = {
            "action_mask": np.zeros((self.num_envs, self.lanes.num_actions), np.int8),
            "_action_mask": ended.copy(),
            "illegal_action": np.zeros(self.num_envs, np.bool_),
            "_illegal_action": ended.copy(),
        }
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": info,
            "_final_info": ended.copy(),
        }

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self.lanes.masks.astype(np.int8),
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns whether each action of each environment is legal."""
        return self.lanes.masks.astype(np.bool_)


def _make(**settings: Any) -> Env:
    return Env(**settings)


def _make_vector(max_episode_steps: int | None = None, **settings: Any) -> VectorEnv:
    if max_episode_steps is not None:
        settings.setdefault("max_steps", max_episode_steps)
    return VectorEnv(**settings)


for _name in game_names():
    gymnasium.register(
        f"botwerk/{_name}-v0",
        entry_point=_make,
        vector_entry_point=_make_vector,
        kwargs={"game": _name},
        disable_env_checker=True,
    )
