"""Gymnasium's `SyncVectorEnv`, wrappers and spaces with the environments of every game.

Gymnasium's own tests of vector environments compare these with environments that are stepped one by one. So do these:
whatever `SyncVectorEnv` returns for environments of one match each, `VectorEnv` returns as well, with and without
wrappers.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from games import OPTIONS, SHAPES, middle
from gymnasium import wrappers
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.vector import VectorEnv as AnyVectorEnv
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate
from gymnasium.wrappers import vector

from botwerk.gymnasium import Env, VectorEnv

#: Number of environments.
COUNT = 3


def settings_of(options: dict[str, Any], players: int) -> dict[str, Any]:
    return {"options": options, "players": players, "max_steps": 20}


def one_by_one(name: str, settings: dict[str, Any], mode: AutoresetMode) -> AnyVectorEnv[Any, Any, Any]:
    """Returns environments of one match each, stepped one after another."""
    return SyncVectorEnv([lambda: Env(name, **settings)] * COUNT, autoreset_mode=mode)


def assert_same_infos(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Infos are equal where the expected ones are present."""
    for key, values in expected.items():
        if key.startswith("_"):
            assert (found[key] == values).all(), key
            continue
        present = expected[f"_{key}"]
        if isinstance(values, dict):
            assert_same_infos(found[key], values)
        else:
            assert found[key].dtype == values.dtype, key
            assert data_equivalence(found[key][present], values[present], exact=True), key
    for key in set(found) - set(expected):
        assert key.startswith("_") or not found[f"_{key}"].any(), key


def assert_same(found: tuple[Any, ...], expected: tuple[Any, ...]) -> None:
    """Observations, rewards, ends and infos are equal."""
    for mine, others in zip(found[:-1], expected[:-1], strict=True):
        assert data_equivalence(mine, others, exact=True)
    assert_same_infos(found[-1], expected[-1])


def actions_of(infos: dict[str, Any]) -> Any:
    """Returns a legal action of each environment."""
    return np.array([middle(mask) if mask.any() else 0 for mask in infos["action_mask"]])


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(("name", "options", "players"), SHAPES)
def test_vector_environment_is_that_of_gymnasium(
    name: str, options: dict[str, Any], players: int, mode: AutoresetMode
) -> None:
    settings = settings_of(options, players)
    expected = one_by_one(name, settings, mode)
    found = VectorEnv(name, COUNT, autoreset_mode=mode, **settings)
    assert found.observation_space == expected.observation_space
    assert found.action_space == expected.action_space
    assert found.single_observation_space == expected.single_observation_space
    assert found.metadata["autoreset_mode"] is expected.metadata["autoreset_mode"]
    seeds: Any = [5, 6, 7]
    first = found.reset(seed=seeds)
    infos = first[1]
    assert_same(first, expected.reset(seed=seeds))
    ends = 0
    for step in range(50):
        actions = actions_of(infos)
        if step % 7 == 3:
            actions[1] = 0
        stepped = found.step(actions)
        assert_same(stepped, expected.step(actions))
        infos = stepped[-1]
        ended = stepped[2] | stepped[3]
        ends += int(ended.sum())
        if mode is AutoresetMode.DISABLED and ended.any():
            reset = found.reset(options={"reset_mask": ended})
            other = expected.reset(options={"reset_mask": ended})
            assert data_equivalence(reset[0], other[0], exact=True)
            assert (reset[1]["action_mask"][ended] == other[1]["action_mask"][ended]).all()
            infos = reset[1]
    assert ends >= COUNT, "episodes have ended and started again"
    assert_same(found.reset(), expected.reset())
    seeds = [None, 8, None]
    assert_same(found.reset(seed=seeds), expected.reset(seed=seeds))
    expected.close()


def test_vector_environment_is_that_of_processes() -> None:
    settings = settings_of({"turn_cap": 20}, 2)
    found = VectorEnv("netzwerk", COUNT, **settings)
    expected = AsyncVectorEnv([lambda: Env("netzwerk", **settings)] * COUNT, context="spawn")
    try:
        _, infos = found.reset(seed=5)
        assert_same((infos,), (expected.reset(seed=5)[1],))
        for _ in range(30):
            stepped = found.step(actions_of(infos))
            assert_same(stepped, expected.step(actions_of(infos)))
            infos = stepped[-1]
    finally:
        expected.close()


#: Wrappers of vector environments that fit observations of one dimension and numbered actions.
VECTOR_WRAPPERS: dict[str, Callable[[Any], Any]] = {
    "ClipReward": lambda env: vector.ClipReward(env, -0.5, 0.5),
    "DictInfoToList": vector.DictInfoToList,
    "DtypeObservation": lambda env: vector.DtypeObservation(env, np.float32),
    "FlattenObservation": vector.FlattenObservation,
    "NormalizeObservation": vector.NormalizeObservation,
    "NormalizeReward": vector.NormalizeReward,
    "RecordEpisodeStatistics": vector.RecordEpisodeStatistics,
    "RescaleObservation": lambda env: vector.RescaleObservation(
        vector.DtypeObservation(env, np.float32), np.float32(0), np.float32(1)
    ),
    "ReshapeObservation": lambda env: vector.ReshapeObservation(
        env, (1, *env.single_observation_space.shape)
    ),
    "TransformAction": lambda env: vector.TransformAction(env, lambda actions: actions),
    "TransformObservation": lambda env: vector.TransformObservation(env, lambda seen: seen),
    "TransformReward": lambda env: vector.TransformReward(env, lambda rewards: 2 * rewards),
    "VectorizeTransformObservation": lambda env: vector.VectorizeTransformObservation(
        env, wrappers.FlattenObservation
    ),
    "VectorizeTransformReward": lambda env: vector.VectorizeTransformReward(
        env, wrappers.TransformReward, func=lambda reward: 2 * reward
    ),
}


@pytest.mark.parametrize("wrapper", VECTOR_WRAPPERS)
@pytest.mark.parametrize("name", OPTIONS)
def test_wrappers_of_vector_environments(name: str, wrapper: str) -> None:
    wrap, settings = VECTOR_WRAPPERS[wrapper], settings_of(OPTIONS[name], 2)
    plain = VectorEnv(name, COUNT, **settings)
    found = wrap(VectorEnv(name, COUNT, **settings))
    expected = wrap(one_by_one(name, settings, AutoresetMode.NEXT_STEP))
    masks = plain.reset(seed=5)[1]
    assert data_equivalence(found.reset(seed=5)[0], expected.reset(seed=5)[0])
    for _ in range(30):
        actions = actions_of(masks)
        masks = plain.step(actions)[-1]
        mine, others = found.step(actions), expected.step(actions)
        assert data_equivalence(mine[:4], others[:4]), "all but infos"
        assert found.observation_space.contains(mine[0])
        if wrapper == "RecordEpisodeStatistics":
            assert ("episode" in mine[4]) == ("episode" in others[4])
            for key in ("r", "l"):
                played, other = (infos.get("episode", {}).get(key) for infos in (mine[4], others[4]))
                assert data_equivalence(played, other)
        elif wrapper == "DictInfoToList":
            listed, other = ([info["action_mask"] for info in infos] for infos in (mine[4], others[4]))
            assert data_equivalence(listed, other)


#: Wrappers of single environments that fit observations of one dimension and numbered actions.
WRAPPERS: dict[str, Callable[[Any], Any]] = {
    "Autoreset": wrappers.Autoreset,
    "ClipReward": lambda env: wrappers.ClipReward(env, -1, 1),
    "DelayObservation": lambda env: wrappers.DelayObservation(env, delay=2),
    "DtypeObservation": lambda env: wrappers.DtypeObservation(env, np.float32),
    "FlattenObservation": wrappers.FlattenObservation,
    "FrameStackObservation": lambda env: wrappers.FrameStackObservation(env, 3),
    "MaxAndSkipObservation": wrappers.MaxAndSkipObservation,
    "NormalizeObservation": wrappers.NormalizeObservation,
    "NormalizeReward": wrappers.NormalizeReward,
    "OrderEnforcing": wrappers.OrderEnforcing,
    "PassiveEnvChecker": wrappers.PassiveEnvChecker,
    "RecordEpisodeStatistics": wrappers.RecordEpisodeStatistics,
    "ReshapeObservation": lambda env: wrappers.ReshapeObservation(
        env, (1, *env.observation_space.shape)
    ),
    "TimeAwareObservation": lambda env: wrappers.TimeAwareObservation(wrappers.TimeLimit(env, 30)),
    "TimeLimit": lambda env: wrappers.TimeLimit(env, 7),
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("name", OPTIONS)
def test_wrappers_of_single_environments(name: str, wrapper: str) -> None:
    env = WRAPPERS[wrapper](Env(name, **settings_of(OPTIONS[name], 2)))
    observation, info = env.reset(seed=5)
    ends = 0
    for _ in range(60):
        assert env.observation_space.contains(observation)
        mask = info["action_mask"]
        action = env.action_space.sample(mask) if mask.any() else np.int64(0)
        assert mask.any() == (mask[action] == 1)
        observation, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            ends += 1
            if wrapper != "Autoreset":
                observation, info = env.reset()
    assert ends >= 2


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", OPTIONS)
def test_gymnasium_accepts_environments_that_are_made_and_copied(name: str) -> None:
    env = gymnasium.make(f"botwerk/{name}-v0", options=OPTIONS[name], players=2, render_mode="ansi")
    check_env(env.unwrapped)
    env.reset(seed=3)
    for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        check_environments_match(env, copied, num_steps=50, seed=5)
        check_env(copied.unwrapped)


@pytest.mark.parametrize("name", OPTIONS)
def test_spaces_have_what_vector_environments_return(name: str) -> None:
    env = VectorEnv(name, COUNT, **settings_of(OPTIONS[name], 2))
    observations, infos = env.reset(seed=5)
    assert env.observation_space == batch_space(env.single_observation_space, COUNT)
    rows = list(iterate(env.observation_space, observations))
    assert all(env.single_observation_space.contains(row) for row in rows)
    empty: Any = create_empty_array(env.single_observation_space, COUNT)
    joined = concatenate(env.single_observation_space, rows, empty)
    assert data_equivalence(joined, observations, exact=True)
    env.action_space.seed(7)
    for _ in range(30):
        assert env.observation_space.contains(observations)
        masks = infos["action_mask"]
        actions = env.action_space.sample(mask=tuple(masks))
        assert env.action_space.contains(actions)
        is_open = masks.any(axis=1)
        assert masks[np.arange(COUNT), actions][is_open].all(), "sampled by the masks"
        observations, _, _, _, infos = env.step(actions)
        assert not infos["illegal_action"].any()


def test_masks_of_resets_are_booleans() -> None:
    env = VectorEnv("netzwerk", COUNT, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=5)
    with pytest.raises(TypeError, match="expected booleans, found dtype float64"):
        env.reset(options={"reset_mask": np.array([0.0, 1.0, 0.0])})
    with pytest.raises(ValueError, match=r"expected 3 booleans, found shape \(2,\)"):
        env.reset(options={"reset_mask": np.array([True, False])})
