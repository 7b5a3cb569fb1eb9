"""Environments for Gymnasium: one player, with agents on the other seats.

>>> import gymnasium, botwerk.gymnasium
>>> env = gymnasium.make("botwerk/netzwerk-v0", opponents={1: "greedy"})
>>> observation, info = env.reset(seed=7)
>>> int(info["action_mask"].sum()) > 0
True

The mask of legal actions is in ``info["action_mask"]`` and, as booleans, in ``action_masks()``, where
MaskablePPO looks for it. An illegal action changes nothing and is reported as ``info["illegal_action"]``.
A seed starts the same match as ``Game.new_initial_state`` with that seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils.seeding import np_random
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

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        super().reset(seed=seed)
        # Later episodes follow from the latest seed, as Gymnasium wants it.
        text = str(seed) if seed is not None else f"{self.np_random.integers(2**63)}"
        self.lane.reset([0], seeds=[text])
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
        #: Where the seeds of later episodes come from, as in environments of their own.
        self._seeds: list[np.random.Generator] = []
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
        chosen = list(lanes)
        if options and "reset_mask" in options:
            chosen = [int(lane) for lane in np.flatnonzero(options["reset_mask"])]
        seeds = [self._seed(lane, None if given is None else given[lane]) for lane in chosen]
        self.lanes.reset(chosen, seeds=seeds)
        return self.lanes.observations.copy(), self._infos()

    def _seed(self, lane: int, given: int | None) -> int:
        """Returns the seed of the next episode of an environment: later ones follow from the latest given one."""
        if not self._seeds:
            fresh = self.np_random.integers(2**63, size=self.num_envs)
            self._seeds = [np_random(int(seed))[0] for seed in fresh]
        if given is not None:
            self._seeds[lane] = np_random(int(given))[0]
            return int(given)
        return int(self._seeds[lane].integers(2**63))

    def step(
        self, actions: Observations
    ) -> tuple[Observations, Observations, Observations, Observations, dict[str, Any]]:
        self.lanes.step(actions)
        lanes, infos = self.lanes, self._infos()
        infos["illegal_action"] = lanes.faults == VecEnv.ILLEGAL_ACTION
        ended = lanes.terminated | lanes.truncated
        if self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP and ended.any():
            final = np.full(self.num_envs, None, dtype=object)
            for lane in np.flatnonzero(ended):
                final[lane] = lanes.final_observations[lane].copy()
            infos["final_obs"] = final
            infos["_final_obs"] = ended.copy()
            infos["final_info"] = {
                "action_mask": np.zeros_like(infos["action_mask"]),
                "_action_mask": ended.copy(),
                "illegal_action": infos["illegal_action"].copy(),
                "_illegal_action": ended.copy(),
            }
            infos["_final_info"] = ended.copy()
        return (
            lanes.observations.copy(),
            lanes.rewards[:, self.player].astype(np.float64),
            lanes.terminated.copy(),
            lanes.truncated.copy(),
            infos,
        )

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
