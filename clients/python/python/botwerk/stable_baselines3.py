"""Environments for Stable-Baselines3: matches of one learner that are stepped together.

>>> from sb3_contrib import MaskablePPO
>>> from botwerk.stable_baselines3 import VecEnv
>>> env = VecEnv("netzwerk", 8, opponents={1: "greedy"}, max_steps=40)
>>> model = MaskablePPO("MlpPolicy", env, n_steps=16, seed=7).learn(128)

MaskablePPO finds the masks of legal actions by itself. An illegal action, which other algorithms may choose,
changes nothing and is reported as ``infos[lane]["illegal_action"]``. An environment that has ended starts its
next episode in the same step; ``infos[lane]`` then has ``terminal_observation`` and ``TimeLimit.truncated``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
import stable_baselines3.common.vec_env as sb3

from . import _vec_env
from ._game import Game, OptionValue
from ._learner import learner_lanes, learner_spaces
from ._vec_env import ObservationKind

#: What selects environments: all of them, one, or several.
Indices = int | Sequence[int] | None
#: Observations, rewards, whether episodes have ended, and infos.
Step = tuple[
    npt.NDArray[Any], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]
]


class _Environment:
    """One environment of many, as callbacks and wrappers address it."""

    def __init__(self, env: VecEnv, lane: int) -> None:
        self._env = env
        self._lane = lane

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns whether each action is legal."""
        masks: npt.NDArray[np.bool_] = self._env.lanes.masks[self._lane].astype(np.bool_)
        return masks

    def render(self) -> str | None:
        """Returns the match in the notation of positions, as spectators see it."""
        return self._env.lanes.view(self._lane) if self._env.render_mode == "ansi" else None

    def __getattr__(self, name: str) -> Any:
        # All other attributes are those of all environments.
        return getattr(self._env, name)


class VecEnv(sb3.VecEnv):
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
        observations: ObservationKind = "bytes",
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        """Creates the environments; ``random`` plays the seats that ``opponents`` does not name."""
        self.lanes = learner_lanes(
            game,
            num_envs,
            player,
            options=options,
            players=players,
            opponents=opponents,
            autoreset="SameStep",
            max_steps=max_steps,
            observations=observations,
            threads=threads,
        )
        self.player = player
        self.render_mode: str | None = render_mode
        super().__init__(num_envs, *learner_spaces(self.lanes))

    def reset(self) -> npt.NDArray[Any]:
        seeds = [seed for seed in self._seeds if seed is not None]
        self.lanes.reset(seeds=seeds or None)
        self._reset_seeds()
        self._reset_options()
        return self.lanes.observations.copy()

    def step_async(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        self.lanes.step(actions)

    def step_wait(self) -> Step:
        lanes = self.lanes
        ended = lanes.terminated | lanes.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for lane in np.flatnonzero(ended):
            infos[lane]["terminal_observation"] = lanes.final_observations[lane].copy()
            infos[lane]["TimeLimit.truncated"] = bool(lanes.truncated[lane])
        if lanes.faults.any():
            for lane in np.flatnonzero(lanes.faults == _vec_env.VecEnv.ILLEGAL_ACTION):
                infos[lane]["illegal_action"] = True
        return lanes.observations.copy(), lanes.rewards[:, self.player].copy(), ended, infos

    def close(self) -> None:
        """Does nothing: the environments hold no resources."""

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns whether each action of each environment is legal."""
        return self.lanes.masks.astype(np.bool_)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        return [getattr(environment, attr_name) for environment in self._environments(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Sets an attribute of all environments. Raises ``ValueError`` for some of them: they share it."""
        if indices is not None:
            raise ValueError("indices: expected None, since the environments share attributes")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        if method_name == "action_masks" and indices is None:
            return list(self.action_masks())
        methods = self.get_attr(method_name, indices)
        return [method(*method_args, **method_kwargs) for method in methods]

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Indices = None
    ) -> list[bool]:
        """Returns ``False`` for each environment: only all of them can be wrapped."""
        return [False for _ in self._environments(indices)]

    def get_images(self) -> Sequence[None]:
        """Returns no images: ``env_method("render")`` returns texts."""
        return [None] * self.num_envs

    def _environments(self, indices: Indices) -> list[_Environment]:
        return [_Environment(self, lane) for lane in self._get_indices(indices)]
