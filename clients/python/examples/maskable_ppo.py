"""MaskablePPO of sb3-contrib learns a small Netzwerk board and beats random.

    python maskable_ppo.py --minutes 3 --seed 7 --save model.zip

It plays both seats, half of the environments each. Afterwards the model is saved, loaded again, and plays its
most probable actions in matches with seeds of their own, next to a random player in the same matches.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import stable_baselines3.common.vec_env as sb3
import torch
from intervals import Interval, score_of_returns
from masked_policy import OneHotLayer
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import botwerk
from botwerk.stable_baselines3 import VecEnv

#: A board on which a match takes about ten turns a side.
OPTIONS: dict[str, botwerk.OptionValue] = {"width": 3, "ranks": 4, "turn_cap": 60}


class BothSeats(sb3.VecEnv):
    """Environments of a learner on either seat: the first half plays seat 0, the second half seat 1."""

    def __init__(self, game: botwerk.Game, num_envs: int, opponent: str) -> None:
        half = num_envs // 2
        self.halves = [
            VecEnv(game, half, player=seat, opponents={1 - seat: opponent}) for seat in range(2)
        ]
        spaces = self.halves[0]
        super().__init__(2 * half, spaces.observation_space, spaces.action_space)

    def seed(self, seed: int | None = None) -> list[int | None]:
        # The matches of one half are not those of the other.
        first = self.halves[0].seed(seed)
        return [*first, *self.halves[1].seed(None if seed is None else seed + len(first))]

    def reset(self) -> npt.NDArray[Any]:
        return np.concatenate([half.reset() for half in self.halves])

    def step_async(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        for half, chosen in zip(self.halves, np.split(actions, 2)):
            half.step_async(chosen)

    def step_wait(self) -> tuple[Any, ...]:
        observations, rewards, ended, infos = zip(*(half.step_wait() for half in self.halves))
        return (*map(np.concatenate, (observations, rewards, ended)), [*infos[0], *infos[1]])

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns whether each action of each environment is legal."""
        return np.concatenate([half.action_masks() for half in self.halves])

    def close(self) -> None:
        """Does nothing: the environments hold no resources."""

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **named: Any) -> Any:
        halves = [half.env_method(method_name, *args, **named) for half in self.halves]
        return [*halves[0], *halves[1]]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [value for half in self.halves for value in half.get_attr(attr_name)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        for half in self.halves:
            half.set_attr(attr_name, value)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs


class BoardFeatures(BaseFeaturesExtractor):
    """The first layer of the networks: see ``OneHotLayer``."""

    def __init__(self, observation_space: Any, game: botwerk.Game, width: int = 128) -> None:
        super().__init__(observation_space, width)
        self.layer = OneHotLayer(game, width)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Returns the activations for a batch of observations."""
        return self.layer(observations)


class CurvePoint(NamedTuple):
    """The matches that ended in a part of the training."""

    steps: int
    seconds: float
    matches: int
    score: Interval


class TrainingCurve(BaseCallback):
    """Prints the score of the matches in training, and stops when the time is over."""

    def __init__(self, seconds: float, every: int) -> None:
        """``every`` is the minimum number of steps between two points."""
        super().__init__()
        self.limit = seconds
        self.every = every
        self.started = time.monotonic()
        self.points: list[CurvePoint] = []
        self.returns: list[float] = []

    def _on_step(self) -> bool:
        ended = self.locals["dones"]
        self.returns += self.locals["rewards"][ended].tolist()
        return time.monotonic() - self.started < self.limit

    def _on_rollout_end(self) -> None:
        previous = self.points[-1].steps if self.points else 0
        if self.num_timesteps - previous < self.every or not self.returns:
            return
        passed = time.monotonic() - self.started
        score = score_of_returns(self.returns)
        point = CurvePoint(self.num_timesteps, passed, len(self.returns), score)
        self.points.append(point)
        self.returns = []
        print(
            f"{point.steps:>9,} steps {point.seconds:>5.0f} s   {point.matches:>5} matches   "
            f"score {point.score.percent()}",
            flush=True,
        )


def train(game: botwerk.Game, steps: int, seconds: float, seed: int) -> tuple[Any, TrainingCurve]:
    """Trains against random and returns the model and its curve."""
    # A small network is quicker in one thread than shared by several.
    torch.set_num_threads(1)
    env = BothSeats(game, 64, "random")
    env.seed(seed)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=0.995,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
        policy_kwargs={
            "features_extractor_class": BoardFeatures,
            "features_extractor_kwargs": {"game": game},
            "net_arch": [128],
        },
    )
    curve = TrainingCurve(seconds, every=min(32_768, steps // 4))
    model.learn(steps, callback=curve)
    return model, curve


#: Chooses actions for observations and masks of several lanes.
Policy = Callable[[npt.NDArray[Any], npt.NDArray[Any]], npt.NDArray[np.int64]]


def evaluate(game: botwerk.Game, policy: Policy, matches: int, seed: int) -> list[Interval]:
    """Returns the score of a policy against random on each seat, in the first matches of as many lanes."""
    scores = []
    for seat in range(2):
        env = VecEnv(game, matches // 2, player=seat)
        env.seed(seed)
        observations = env.reset()
        returns = np.full(env.num_envs, np.nan)
        while np.isnan(returns).any():
            observations, rewards, ended, _ = env.step(policy(observations, env.action_masks()))
            first = ended & np.isnan(returns)
            returns[first] = rewards[first]
        scores.append(score_of_returns(returns))
    return scores


def greedy_policy(model: Any) -> Policy:
    """Returns the policy that takes the most probable action."""

    def choose(observations: Any, masks: Any) -> npt.NDArray[np.int64]:
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        return np.asarray(actions, np.int64)

    return choose


def random_policy(seed: int) -> Policy:
    """Returns the policy that takes a random legal action."""
    rng = np.random.default_rng(seed)

    def choose(_: Any, masks: Any) -> npt.NDArray[np.int64]:
        return np.asarray((rng.random(masks.shape) * masks).argmax(axis=1), np.int64)

    return choose


class Result(NamedTuple):
    """A training and the scores of the greedy policy and of random against random, by seat."""

    curve: list[CurvePoint]
    seconds: float
    learned: list[Interval]
    random: list[Interval]


def main(arguments: Sequence[str] | None = None) -> Result:
    """Trains, saves, loads, and prints and returns the scores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7, help="seed of training and matches")
    parser.add_argument("--steps", type=int, default=10**9, help="maximum number of steps")
    parser.add_argument("--minutes", type=float, default=3, help="maximum time of training")
    parser.add_argument("--matches", type=int, default=1000, help="matches of the evaluation")
    parser.add_argument("--save", type=Path, help="file for the model [default: none]")
    args = parser.parse_args(arguments)
    game = botwerk.load_game("netzwerk", OPTIONS)
    started = time.monotonic()
    model, curve = train(game, args.steps, 60 * args.minutes, args.seed)
    seconds = time.monotonic() - started
    with tempfile.TemporaryDirectory() as folder:
        path = args.save or Path(folder) / "model.zip"
        model.save(path)
        loaded = MaskablePPO.load(path, device="cpu")
    # Seeds of matches that were not played in training.
    seed = args.seed + 1_000_000
    learned = evaluate(game, greedy_policy(loaded), args.matches, seed)
    random = evaluate(game, random_policy(seed), args.matches, seed)
    per_second = model.num_timesteps / seconds
    print(f"trained {model.num_timesteps:,} samples in {seconds:.0f} s, {per_second:,.0f} a second, learning included")
    print(f"{args.matches} matches each:")
    for name, scores in (("MaskablePPO", learned), ("random", random)):
        seats = "   ".join(f"seat {seat} {score.percent()}" for seat, score in enumerate(scores))
        print(f"{name:<12} against random   {seats}")
    return Result(curve.points, seconds, learned, random)


if __name__ == "__main__":
    main()
