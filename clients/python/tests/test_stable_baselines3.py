"""The environments of Stable-Baselines3: by its own test, in training, and against those of Gymnasium."""

from __future__ import annotations

import copy
import doctest
import pickle
import re
import warnings
from pathlib import Path
from typing import Any

import frameworks
import numpy as np
import pytest
from games import OPTIONS, SHAPES, middle, short_game

frameworks.require("sb3_contrib")

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import A2C, PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import (
    DummyVecEnv,
    VecCheckNan,
    VecFrameStack,
    VecMonitor,
    VecNormalize,
)

import botwerk.stable_baselines3
from botwerk.gymnasium import Env
from botwerk.stable_baselines3 import VecEnv

# Small networks are quicker in one thread.
torch.set_num_threads(1)
SMALL = {"net_arch": [16]}


def episode(env: Env, seed: int | None) -> tuple[list[int], float]:
    """Plays an episode of the middle legal actions."""
    _, info = env.reset(seed=seed)
    actions = []
    while True:
        actions.append(middle(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(np.int64(actions[-1]))
        if terminated or truncated:
            return actions, reward


@pytest.mark.parametrize(("name", "options", "players"), SHAPES)
@pytest.mark.parametrize("observations", ["bytes", "float32"])
def test_stable_baselines3_accepts_the_environments_of_gymnasium(
    name: str, options: dict[str, Any], players: int, observations: Any
) -> None:
    env = Env(name, options=options, players=players, observations=observations)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


@pytest.mark.parametrize(("name", "options", "players"), SHAPES)
def test_lanes_play_the_episodes_of_gymnasium(
    name: str, options: dict[str, Any], players: int
) -> None:
    settings: dict[str, Any] = {"options": options, "players": players}
    expected = [episode(Env(name, **settings), 30 + lane) for lane in range(3)]
    env = VecEnv(name, 3, **settings)
    assert env.seed(30) == [30, 31, 32]
    env.reset()
    played: list[list[int]] = [[] for _ in range(3)]
    ended: dict[int, float] = {}
    while len(ended) < 3:
        actions = [middle(mask) for mask in get_action_masks(env)]
        for lane in set(range(3)) - set(ended):
            played[lane].append(actions[lane])
        observations, rewards, dones, infos = env.step(np.array(actions))
        assert observations.shape == (3, *env.observation_space.shape)
        for lane in map(int, np.flatnonzero(dones)):
            ended.setdefault(lane, float(rewards[lane]))
            final = infos[lane]["terminal_observation"]
            assert env.observation_space.contains(final)
            assert infos[lane]["TimeLimit.truncated"] is False
            assert env.lanes.episode(lane)[0] == str(30 + lane), "the next one follows"
    assert [(played[lane], ended[lane]) for lane in range(3)] == expected


@pytest.mark.parametrize("name", OPTIONS)
def test_maskable_ppo_takes_only_legal_actions(name: str) -> None:
    env = VecNormalize(VecMonitor(VecEnv(short_game(name), 4, max_steps=12)))
    assert is_masking_supported(env)

    def legal(locals_: dict[str, Any], _: dict[str, Any]) -> bool:
        assert not any("illegal_action" in info for info in locals_["infos"])
        return True

    model = MaskablePPO(
        "MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, seed=7, policy_kwargs=SMALL
    )
    model.learn(256, callback=legal)
    assert len(model.ep_info_buffer) > 0, "VecMonitor has seen episodes"
    action, _ = model.predict(env.reset(), action_masks=get_action_masks(env))
    assert get_action_masks(env)[np.arange(4), action].all()


@pytest.mark.parametrize("algorithm", [PPO, A2C])
def test_algorithms_without_masks_train(algorithm: Any) -> None:
    env = VecEnv("netzwerk", 4, opponents={1: "greedy"}, max_steps=10, observations="float32")
    before = {"n_epochs": 1, "batch_size": 64} if algorithm is PPO else {}
    model = algorithm("MlpPolicy", env, n_steps=32, seed=7, policy_kwargs=SMALL, **before)
    model.learn(256)
    assert model.num_timesteps == 256


def test_illegal_action_is_reported_and_changes_nothing() -> None:
    env = VecEnv("netzwerk", 3, threads=2)
    env.seed(7)
    before = env.reset()
    masks = env.action_masks()
    actions = np.array([middle(~masks[0]), middle(masks[1]), 10**6])
    after, rewards, dones, infos = env.step(actions)
    assert [info.get("illegal_action", False) for info in infos] == [True, False, True]
    assert (before == after).all(axis=1).tolist() == [True, False, True]
    assert not dones.any() and not rewards.any()


def test_episode_that_is_cut_off_is_truncated() -> None:
    env = VecEnv("netzwerk", 2, max_steps=3)
    env.reset()
    for step in range(1, 7):
        observations, _, dones, infos = env.step(np.array([middle(m) for m in env.action_masks()]))
        assert dones.tolist() == [step % 3 == 0] * 2
        assert infos[0].get("TimeLimit.truncated", False) == dones[0]
    final = infos[1]["terminal_observation"]
    assert (final != observations[1]).any(), "the next episode has started"


def test_environments_have_the_methods_that_wrappers_call() -> None:
    env = VecEnv("netzwerk", 3, render_mode="ansi")
    masks = env.action_masks()
    assert env.get_attr("render_mode") == ["ansi"] * 3 and env.metadata["render_modes"] == ["ansi"]
    assert env.has_attr("action_masks") and not env.has_attr("nonsense")
    [mask] = env.env_method("action_masks", indices=2)
    assert (mask == masks[2]).all() and (np.stack(env.env_method("action_masks")) == masks).all()
    assert env.env_method("render", indices=[1]) == [env.lanes.view(1)]
    assert env.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    env.set_attr("label", "trained")
    assert env.get_attr("label", [0, 2]) == ["trained"] * 2
    with pytest.raises(ValueError, match="share attributes"):
        env.set_attr("label", "other", [0])
    with pytest.raises(ValueError, match="expected a player below 2"):
        VecEnv("netzwerk", 1, player=2)
    env.close()


def test_documented_examples_run() -> None:
    results = doctest.testmod(botwerk.stable_baselines3)
    assert results.attempted >= 4 and results.failed == 0
    document = Path(__file__).parents[3] / "docs" / "python.md"
    examples = re.findall(r"```python\n(.*?)```", document.read_text(), re.DOTALL)
    [example] = [example for example in examples if "sb3_contrib" in example]
    shared: dict[str, Any] = {}
    exec(example, shared)
    assert shared["model"].num_timesteps >= 512


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("player", [0, 1])
def test_copies_continue_alike(name: str, player: int) -> None:
    env = VecEnv(name, 3, options=OPTIONS[name], players=2, player=player, max_steps=15)
    env.seed(7)
    env.reset()

    def step(other: VecEnv) -> Any:
        return other.step(np.array([middle(mask) for mask in other.action_masks()]))

    for _ in range(20):
        step(env)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(40):
        observations, rewards, ended, infos = step(env)
        for other in copies:
            found = step(other)
            assert (found[0] == observations).all() and (found[1] == rewards).all()
            assert (found[2] == ended).all()
            assert [set(info) for info in found[3]] == [set(info) for info in infos]
            assert (other.action_masks() == env.action_masks()).all()


def test_torch_uses_the_arrays_without_a_copy() -> None:
    env = botwerk.VecEnv("netzwerk", 8, seed=7)
    for name in ("observations", "masks", "rewards", "to_act"):
        array = getattr(env, name)
        tensor = torch.from_dlpack(array)
        assert tensor.data_ptr() == array.ctypes.data
    seen, before = torch.from_dlpack(env.observations), env.observations.copy()
    for _ in range(5):
        env.step_random()
    assert (seen.numpy() == env.observations).all() and (env.observations != before).any()


#: Wrappers that fit observations of one dimension.
WRAPPERS: dict[str, Any] = {
    "none": lambda env: env,
    "VecCheckNan": lambda env: VecCheckNan(env, raise_exception=True),
    "VecFrameStack": lambda env: VecFrameStack(env, 3),
    "VecMonitor": VecMonitor,
    "VecNormalize": VecNormalize,
}


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize(("name", "options", "players"), SHAPES)
def test_environments_are_those_that_stable_baselines3_steps_one_by_one(
    name: str, options: dict[str, Any], players: int, wrapper: str
) -> None:
    settings: dict[str, Any] = {"options": options, "players": players, "max_steps": 15}
    plain = VecEnv(name, 3, **settings)
    found = WRAPPERS[wrapper](VecEnv(name, 3, **settings))
    expected = WRAPPERS[wrapper](DummyVecEnv([lambda: Env(name, **settings)] * 3))
    assert found.observation_space == expected.observation_space
    assert found.action_space == expected.action_space
    for env in (plain, found, expected):
        env.seed(5)
    plain.reset()
    assert (found.reset() == expected.reset()).all()
    for _ in range(40):
        actions = np.array([middle(mask) for mask in plain.action_masks()])
        plain.step(actions)
        observations, rewards, dones, infos = found.step(actions)
        other_observations, other_rewards, other_dones, other_infos = expected.step(actions)
        # VecNormalize keeps the space of what it normalises.
        if wrapper != "VecNormalize":
            assert found.observation_space.contains(observations[0])
        assert np.allclose(observations, other_observations)
        assert np.allclose(rewards, other_rewards) and (dones == other_dones).all()
        for info, other in zip(infos, other_infos, strict=True):
            assert info.get("TimeLimit.truncated", False) == other.get("TimeLimit.truncated", False)
            assert ("terminal_observation" in info) == ("terminal_observation" in other)
            if "terminal_observation" in info:
                assert np.allclose(info["terminal_observation"], other["terminal_observation"])
            if wrapper == "VecMonitor" and "episode" in other:
                assert info["episode"]["r"] == other["episode"]["r"]
                assert info["episode"]["l"] == other["episode"]["l"]
