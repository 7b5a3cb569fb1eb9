"""The environments of PettingZoo and Gymnasium in TorchRL."""

from __future__ import annotations

import warnings
from typing import Any

import frameworks
import pytest
from games import OPTIONS, SHAPES, middle, play_state, short_game

frameworks.require("torchrl")

# TorchRL names the only version of PettingZoo with which it is tested.
pytestmark = pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import torch
    from torchrl.envs.libs.gym import GymWrapper
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs, step_mdp

from gymnasium.vector import AutoresetMode

import botwerk
from botwerk.gymnasium import Env, VectorEnv
from botwerk.pettingzoo import aec_env, parallel_env


def in_turn(name: str) -> Any:
    return PettingZooWrapper(aec_env(short_game(name)), use_mask=True, seed=1)


def at_once(name: str) -> Any:
    env = parallel_env(short_game(name), idle_mask="all")
    groups = {agent: [agent] for agent in env.possible_agents}
    return PettingZooWrapper(env, group_map=groups, seed=1)


def play_middle(env: Any, seed: int) -> tuple[list[tuple[int, int]], list[float]]:
    """Plays an episode of the middle legal actions: the actions of the agents that were to act, and what each
    has earned."""
    frame = env.reset(seed=seed)
    played, earned = [], [0.0, 0.0]
    while True:
        for player, agent in enumerate(env.group_map):
            action = middle(frame[agent, "action_mask"][0])
            frame[agent, "action"] = torch.tensor([action])
            if frame[agent].get("mask", torch.tensor(True)).all():
                played.append((player, action))
        frame = env.step(frame)
        for player, agent in enumerate(env.group_map):
            earned[player] += frame["next", agent, "reward"].item()
        if frame["next", "done"].all():
            return played, earned
        frame = step_mdp(frame)


@pytest.mark.parametrize("name", OPTIONS)
def test_torchrl_plays_the_episode_of_the_seed(name: str) -> None:
    played, returns = play_state(short_game(name), 7)
    assert play_middle(in_turn(name), 7) == (played, returns)
    assert play_middle(at_once(name), 7)[1] == returns


@pytest.mark.parametrize("name", OPTIONS)
def test_torchrl_plays_random_legal_actions(name: str) -> None:
    for env in [in_turn(name), at_once(name)]:
        episode = env.rollout(1000)
        assert bool(episode["next", "done"][-1])
        for group in env.group_map:
            masks, actions = episode[group, "action_mask"], episode[group, "action"]
            chosen = masks.gather(-1, actions.unsqueeze(-1)).squeeze(-1)
            acts = episode[group].get("mask", chosen.new_ones(chosen.shape))
            assert bool(chosen[acts].all())


@pytest.mark.parametrize(("name", "options", "players"), SHAPES)
def test_torchrl_accepts_the_environments(
    name: str, options: dict[str, Any], players: int
) -> None:
    game = botwerk.load_game(name, options, players)
    check_env_specs(PettingZooWrapper(aec_env(game), use_mask=True, seed=1))
    parallel = parallel_env(game, idle_mask="all")
    groups = {agent: [agent] for agent in parallel.possible_agents}
    check_env_specs(PettingZooWrapper(parallel, group_map=groups, seed=1))
    check_env_specs(GymWrapper(Env(game)))
    for mode in (AutoresetMode.DISABLED, AutoresetMode.SAME_STEP):
        check_env_specs(GymWrapper(VectorEnv(game, 3, autoreset_mode=mode)))
