"""The environments of PettingZoo in RLlib."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

import frameworks
import numpy as np
import pytest
from games import OPTIONS, SHAPES, middle, play_state, short_game
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

frameworks.require("ray.rllib")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv
    from ray.rllib.utils.pre_checks.env import check_multiagent_environments

import botwerk
from botwerk.pettingzoo import aec_env, parallel_env


def random_legal(mask: Any) -> int:
    return int(random.choice(np.flatnonzero(mask)))


def play(
    env: Any, seed: int, choose: Callable[[Any], int]
) -> tuple[list[tuple[int, int]], list[float]]:
    """Plays an episode and returns the actions of the agents that were to act, and what each has earned."""
    agents = sorted(env.possible_agents)
    observations, _ = env.reset(seed=seed)
    played, earned = [], [0.0, 0.0]
    while True:
        for agent, observation in observations.items():
            assert env.observation_space[agent].contains(observation)
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        actions = {agent: choose(mask) for agent, mask in masks.items() if mask.any()}
        assert all(env.action_space[agent].contains(actions[agent]) for agent in actions)
        played += [(agents.index(agent), action) for agent, action in actions.items()]
        observations, rewards, ended, _, _ = env.step(actions)
        for agent, reward in rewards.items():
            earned[agents.index(agent)] += reward
        if ended["__all__"]:
            return played, earned


@pytest.mark.parametrize("name", OPTIONS)
def test_rllib_plays_the_episode_of_the_seed(name: str) -> None:
    played, returns = play_state(short_game(name), 7)
    assert play(PettingZooEnv(aec_env(short_game(name))), 7, middle) == (played, returns)
    at_once = ParallelPettingZooEnv(parallel_env(short_game(name)))
    assert play(at_once, 7, middle)[1] == returns


@pytest.mark.parametrize("name", OPTIONS)
def test_rllib_plays_random_legal_actions(name: str) -> None:
    for env in [
        PettingZooEnv(aec_env(short_game(name))),
        ParallelPettingZooEnv(parallel_env(short_game(name))),
    ]:
        played, earned = play(env, 7, random_legal)
        assert len(played) > 4 and sum(earned) == 0


@pytest.mark.parametrize(("name", "options", "players"), SHAPES)
def test_rllib_accepts_the_environments(name: str, options: dict[str, Any], players: int) -> None:
    game = botwerk.load_game(name, options, players)
    check_multiagent_environments(ParallelPettingZooEnv(parallel_env(game)))
    # The check samples actions without masks.
    in_turn = TerminateIllegalWrapper(aec_env(game), illegal_reward=-1)
    check_multiagent_environments(PettingZooEnv(in_turn))
