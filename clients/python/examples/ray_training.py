"""The same training with Ray: workers in processes of their own play, one learner improves the policy.

    python ray_training.py --workers 2 --minutes 3 --seed 7

Every worker has lanes of its own on both seats, plays with the weights that it is sent and returns what it saw
and did. The learner takes steps of PPO on the matches of all workers. ``--address`` joins a cluster of several
machines, on which the package must be installed: ``ray start --head``, and ``ray start --address`` on the others.
"""

from __future__ import annotations

import argparse
import logging
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import ray
import torch
from intervals import Interval, score_of_returns
from masked_policy import MaskedPolicy

import botwerk

#: The same board as in maskable_ppo.py.
OPTIONS: dict[str, botwerk.OptionValue] = {"width": 3, "ranks": 4, "turn_cap": 60}
#: Discount of later rewards, and of later estimates of advantages.
GAMMA, LAMBDA = 0.995, 0.95
#: Limit of the change of a probability in one update, and the weights of the losses of value and entropy.
CLIP, VALUE_WEIGHT, ENTROPY_WEIGHT = 0.2, 0.5, 0.01


class Rollout(NamedTuple):
    """What a worker saw and did."""

    #: Observations, masks, actions, their log probabilities, advantages, and what the values should have been:
    #: arrays with one row for each step of each lane.
    rows: list[npt.NDArray[Any]]
    #: The returns of the matches that have ended.
    returns: list[float]
    #: The process that played.
    process: int


def lanes_of(game: botwerk.Game, lanes: int, seat: int, seed: str) -> botwerk.VecEnv:
    """Returns lanes in which the learner has a seat and random the other one."""
    return botwerk.VecEnv(
        game, lanes, seed=seed, autoreset="SameStep", opponents={1 - seat: "random"}
    )


class Worker:
    """Plays in lanes of its own, half of them on each seat."""

    def __init__(self, index: int, lanes: int, seed: int) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(1000 * seed + index)
        game = botwerk.load_game("netzwerk", OPTIONS)
        self.policy = MaskedPolicy(game)
        self.seats = [lanes_of(game, lanes // 2, seat, f"{seed}/{index}/{seat}") for seat in range(2)]

    def collect(self, weights: dict[str, torch.Tensor], steps: int) -> Rollout:
        """Takes steps with these weights in all lanes."""
        self.policy.load_state_dict(weights)
        with torch.no_grad():
            halves = [self.collect_seat(seat, env, steps) for seat, env in enumerate(self.seats)]
        rows = [np.concatenate(parts) for parts in zip(*(half.rows for half in halves))]
        return Rollout(rows, halves[0].returns + halves[1].returns, os.getpid())

    def collect_seat(self, seat: int, env: botwerk.VecEnv, steps: int) -> Rollout:
        """Takes steps in the lanes of one seat."""
        shape = (steps, env.num_lanes)
        observations = np.empty((*shape, env.observation_len), np.uint8)
        masks = np.empty((*shape, env.num_actions), np.uint8)
        actions = np.empty(shape, np.int64)
        log_probabilities, rewards = np.empty(shape, np.float32), np.empty(shape, np.float32)
        values, ended = np.empty((steps + 1, env.num_lanes), np.float32), np.empty(shape, np.bool_)
        returns: list[float] = []
        for step in range(steps):
            observations[step], masks[step] = env.observations, env.masks
            chances, value = self.policy(
                torch.from_numpy(env.observations), torch.from_numpy(env.masks)
            )
            chosen = chances.sample()
            actions[step], values[step] = chosen.numpy(), value.numpy()
            log_probabilities[step] = chances.log_prob(chosen).numpy()
            env.step(actions[step])
            rewards[step], ended[step] = env.rewards[:, seat], env.terminated
            returns += env.rewards[env.terminated, seat].tolist()
        _, value = self.policy(torch.from_numpy(env.observations), torch.from_numpy(env.masks))
        values[steps] = value.numpy()
        advantages = estimated_advantages(rewards, values, ended)
        targets = advantages + values[:-1]
        arrays: list[npt.NDArray[Any]] = [observations, masks, actions, log_probabilities]
        arrays += [advantages, targets]
        rows = [array.reshape(-1, *array.shape[2:]) for array in arrays]
        return Rollout(rows, returns, os.getpid())


def estimated_advantages(
    rewards: npt.NDArray[np.float32], values: npt.NDArray[np.float32], ended: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float32]:
    """Returns by how much each action was better than expected (generalized advantage estimation)."""
    advantages = np.zeros_like(rewards)
    following = np.zeros(rewards.shape[1], np.float32)
    for step in reversed(range(len(rewards))):
        goes_on = ~ended[step]
        surprise = rewards[step] + GAMMA * values[step + 1] * goes_on - values[step]
        following = surprise + GAMMA * LAMBDA * goes_on * following
        advantages[step] = following
    return advantages


class Learner:
    """The policy and its optimizer."""

    def __init__(self, seed: int) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.policy = MaskedPolicy(botwerk.load_game("netzwerk", OPTIONS))
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=1e-3)

    def update(self, rollouts: Sequence[Rollout], epochs: int = 4, batch: int = 1024) -> None:
        """Takes steps of PPO on the matches of all workers."""
        parts = zip(*(rollout.rows for rollout in rollouts))
        rows = [torch.from_numpy(np.concatenate(part)) for part in parts]
        for _ in range(epochs):
            for indices in torch.randperm(len(rows[0])).split(batch):
                loss = self.loss(*(part[indices] for part in rows))
                self.optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
                self.optimizer.step()

    def loss(
        self,
        observations: torch.Tensor,
        masks: torch.Tensor,
        actions: torch.Tensor,
        log_probabilities: torch.Tensor,
        advantages: torch.Tensor,
        targets: torch.Tensor,
    ) -> torch.Tensor:
        """Returns the loss of PPO for some rows."""
        chances, values = self.policy(observations, masks)
        ratio = torch.exp(chances.log_prob(actions) - log_probabilities)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        gain = torch.minimum(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages)
        value_loss = (values - targets).pow(2).mean()
        entropy = chances.entropy().mean()
        return VALUE_WEIGHT * value_loss - gain.mean() - ENTROPY_WEIGHT * entropy


def evaluate(policy: MaskedPolicy, matches: int, seed: str) -> Interval:
    """Returns the score of the most probable actions against random, half of the matches on each seat."""
    game = botwerk.load_game("netzwerk", OPTIONS)
    finished: list[float] = []
    for seat in range(2):
        env = lanes_of(game, matches // 2, seat, f"{seed}/{seat}")
        returns = np.full(env.num_lanes, np.nan)
        while np.isnan(returns).any():
            with torch.no_grad():
                chances, _ = policy(torch.from_numpy(env.observations), torch.from_numpy(env.masks))
            env.step(chances.probs.argmax(dim=1).numpy())
            first = env.terminated & np.isnan(returns)
            returns[first] = env.rewards[first, seat]
        finished += returns.tolist()
    return score_of_returns(finished)


class Result(NamedTuple):
    """A training with workers."""

    #: The score against random before and after the training.
    before: Interval
    after: Interval
    steps: int
    seconds: float
    #: The processes in which the workers played; the learner is in another one.
    processes: set[int]


def train(workers: Sequence[Any], learner: Learner, steps: int, seconds: float) -> Result:
    """Trains until the number of steps or the time is reached."""
    before = evaluate(learner.policy, 400, "before")
    started = shown = time.monotonic()
    processes: set[int] = set()
    taken = 0
    returns: list[float] = []
    while taken < steps and time.monotonic() - started < seconds:
        # The weights are stored once, however many workers read them.
        weights = ray.put(learner.policy.state_dict())
        rollouts: list[Rollout] = ray.get([it.collect.remote(weights, 64) for it in workers])
        learner.update(rollouts)
        taken += sum(len(rollout.rows[0]) for rollout in rollouts)
        processes |= {rollout.process for rollout in rollouts}
        returns += [value for rollout in rollouts for value in rollout.returns]
        if time.monotonic() - shown > min(15, seconds / 6) and returns:
            shown = time.monotonic()
            score = score_of_returns(returns)
            line = f"{taken:>9,} steps {shown - started:>5.0f} s   {len(returns):>5} matches"
            print(f"{line}   score {score.percent()}", flush=True)
            returns = []
    trained = time.monotonic() - started
    return Result(before, evaluate(learner.policy, 1000, "after"), taken, trained, processes)


def main(arguments: Sequence[str] | None = None) -> Result:
    """Trains, and prints and returns the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7, help="seed of training and matches")
    parser.add_argument("--workers", type=int, default=2, help="number of worker processes")
    parser.add_argument("--lanes", type=int, default=64, help="lanes of each worker")
    parser.add_argument("--steps", type=int, default=10**9, help="maximum number of steps")
    parser.add_argument("--minutes", type=float, default=3, help="maximum time of training")
    parser.add_argument("--address", help="a Ray cluster to join [default: this machine]")
    args = parser.parse_args(arguments)
    # Workers import the modules next to this script.
    paths = [str(Path(__file__).resolve().parent), os.environ.get("PYTHONPATH", "")]
    ray.init(
        address=args.address,
        num_cpus=None if args.address else args.workers,
        include_dashboard=False,
        logging_level=logging.ERROR,
        runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(filter(None, paths))}},
    )
    try:
        remote = ray.remote(Worker)
        workers = [remote.remote(index, args.lanes, args.seed) for index in range(args.workers)]
        learner = Learner(args.seed)
        result = train(workers, learner, args.steps, 60 * args.minutes)
    finally:
        ray.shutdown()
    rate = result.steps / result.seconds
    print(
        f"{len(result.processes)} worker processes took {result.steps:,} steps in "
        f"{result.seconds:.0f} s, {rate:,.0f} a second"
    )
    print(f"score against random before: {result.before.percent()}")
    print(f"score against random after:  {result.after.percent()}")
    return result


if __name__ == "__main__":
    main()
