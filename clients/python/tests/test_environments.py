"""The environments of PettingZoo and Gymnasium, by their own tests and against each other."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from games import OPTIONS, SHAPES, middle, play_state, short_game
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test
from pettingzoo.test import seed_test, state_test
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

import botwerk
from botwerk.gymnasium import Env, VectorEnv
from botwerk.pettingzoo import aec_env, parallel_env


@pytest.mark.parametrize(("name", "options", "players"), SHAPES)
def test_pettingzoo_accepts_the_environments(
    name: str, options: dict[str, Any], players: int
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(aec_env(name, options, players), num_cycles=200)
        parallel_api_test(parallel_env(name, options, players), num_cycles=200)
        seed_test(lambda: aec_env(name, options, players), num_cycles=60)
        parallel_seed_test(lambda: parallel_env(name, options, players), num_cycles=60)


@pytest.mark.parametrize(("name", "options", "players"), SHAPES)
def test_pettingzoo_accepts_states_and_pictures(
    name: str, options: dict[str, Any], players: int
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # The test samples actions without masks.
        env = wrappers.TerminateIllegalWrapper(aec_env(name, options, players), illegal_reward=-1)
        state_test(env, parallel_env(name, options, players), num_cycles=20)
        render_test(lambda render_mode: aec_env(name, options, players, render_mode))


#: Wrappers that fit numbered actions.
WRAPPERS: dict[str, Any] = {
    "AssertOutOfBoundsWrapper": wrappers.AssertOutOfBoundsWrapper,
    "BaseWrapper": wrappers.BaseWrapper,
    "CaptureStdoutWrapper": wrappers.CaptureStdoutWrapper,
    "OrderEnforcingWrapper": wrappers.OrderEnforcingWrapper,
    "TerminateIllegalWrapper": lambda env: wrappers.TerminateIllegalWrapper(env, illegal_reward=-1),
}


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("name", OPTIONS)
def test_pettingzoo_accepts_wrapped_environments(name: str, wrapper: str) -> None:
    render_mode = "human" if wrapper == "CaptureStdoutWrapper" else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(WRAPPERS[wrapper](aec_env(name, OPTIONS[name], 2, render_mode)), num_cycles=100)
        seed_test(lambda: WRAPPERS[wrapper](aec_env(name, OPTIONS[name], 2, render_mode)), 60)


@pytest.mark.parametrize("name", OPTIONS)
def test_pettingzoo_accepts_conversions_and_several_episodes(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(parallel_to_aec(parallel_env(name, OPTIONS[name], 2, idle_mask="all")), num_cycles=100)
        # For `api_test` no agent may return in a second episode.
        seed_test(lambda: wrappers.MultiEpisodeEnv(aec_env(name, OPTIONS[name], 2), 2), 60)
        several = wrappers.MultiEpisodeParallelEnv(parallel_env(name, OPTIONS[name], 2), 2)
        parallel_api_test(several, num_cycles=100)


def test_states_of_pettingzoo_have_the_observations_of_all_agents() -> None:
    env = aec_env("droids", OPTIONS["droids"], 3)
    env.reset(seed=7)
    seen = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert (env.state() == np.concatenate(seen)).all() and env.state_space.contains(env.state())


@pytest.mark.parametrize(("name", "options", "players"), SHAPES)
def test_gymnasium_accepts_the_environments(
    name: str, options: dict[str, Any], players: int
) -> None:
    env = gymnasium.make(f"botwerk/{name}-v0", options=options, players=players)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", OPTIONS)
def test_seed_gives_the_same_episode_everywhere(name: str) -> None:
    game = short_game(name)
    played, returns = play_state(game, 7)

    aec = aec_env(game)
    aec.reset(seed=7)
    found, total = [], [0.0, 0.0]
    for agent in aec.agent_iter():
        observation, reward, terminated, truncated, _ = aec.last()
        assert observation is not None
        player = aec.possible_agents.index(agent)
        total[player] += reward
        if terminated or truncated:
            aec.step(None)
            continue
        found.append((player, middle(observation["action_mask"])))
        aec.step(found[-1][1])
    assert (found, total) == (played, returns)

    parallel = parallel_env(game)
    observations, _ = parallel.reset(seed=7)
    rewards: dict[str, float] = {}
    while parallel.agents:
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        actions = {agent: middle(mask) for agent, mask in masks.items() if mask.any()}
        observations, rewards, _, _, _ = parallel.step(actions)
    assert list(rewards.values()) == returns

    lanes = botwerk.VecEnv(game, 1, autoreset="Disabled")
    lanes.reset([0], seeds=[7])
    steps: list[tuple[int, int]] = []
    while not lanes.terminated[0]:
        steps.append((int(lanes.to_act[0]), middle(lanes.masks[0])))
        lanes.step([steps[-1][1]])
    assert steps == played and lanes.rewards[0].tolist() == returns


def test_episodes_without_a_seed_follow_from_the_latest_one() -> None:
    game = short_game("micro-robots")
    lanes = botwerk.VecEnv(game, 1, autoreset="Disabled")
    lanes.reset([0], seeds=[7])
    aec, parallel = aec_env(game), parallel_env(game)
    starts = []
    for seed in (7, None, None, 7):
        aec.reset(seed)
        parallel.reset(seed)
        starts.append(aec.state_of_match.position())
        assert parallel.state_of_match.position() == starts[-1]
        if len(starts) <= 3:
            assert lanes.view(0, 0) == aec.state_of_match.information_state_string(0)
            lanes.reset([0])
    assert len(set(starts)) == 3 and starts[0] == starts[3]
    unseeded = [aec_env(game) for _ in range(2)]
    for env in unseeded:
        env.reset()
    assert len({env.state_of_match.position() for env in unseeded}) == 2


def episode(env: Env, seed: int) -> tuple[list[int], float]:
    """Plays an episode of the middle legal actions."""
    _, info = env.reset(seed=seed)
    actions = []
    while True:
        actions.append(middle(info["action_mask"]))
        _, reward, terminated, truncated, info = env.step(np.int64(actions[-1]))
        if terminated or truncated:
            return actions, reward


@pytest.mark.parametrize("mode", AutoresetMode)
def test_vector_environment_plays_the_episodes_of_single_ones(mode: AutoresetMode) -> None:
    game = short_game("netzwerk")
    expected = [episode(Env(game, opponents={1: "greedy"}), 30 + index) for index in range(4)]
    env = VectorEnv(game, 4, opponents={1: "greedy"}, autoreset_mode=mode)
    _, infos = env.reset(seed=30)
    played: list[list[int]] = [[] for _ in range(4)]
    ended: dict[int, float] = {}
    while len(ended) < 4:
        masks = infos["action_mask"]
        actions = np.array([middle(mask) if mask.any() else 0 for mask in masks])
        for lane in set(range(4)) - set(ended):
            played[lane].append(int(actions[lane]))
        _, rewards, terminated, _, infos = env.step(actions)
        for index in np.flatnonzero(terminated):
            ended.setdefault(int(index), float(rewards[index]))
            if mode is AutoresetMode.SAME_STEP:
                assert infos["_final_obs"][index] and infos["final_obs"][index].any()
                assert infos["_final_info"][index]
                assert not infos["final_info"]["action_mask"][index].any()
    assert [(played[lane], ended[lane]) for lane in range(4)] == expected


def test_illegal_action_of_the_learner_is_reported() -> None:
    env = Env("netzwerk")
    before, info = env.reset(seed=7)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, truncated, info = env.step(np.int64(illegal))
    assert info["illegal_action"] and (before == after).all()
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert (env.action_masks() == info["action_mask"]).all()
    with pytest.raises(ValueError, match="expected a player below 2"):
        Env("netzwerk", player=2)
    with pytest.raises(ValueError, match="the learner"):
        Env("netzwerk", opponents={0: "greedy"})


def test_illegal_action_in_pettingzoo_is_an_exception() -> None:
    aec = aec_env("netzwerk")
    aec.reset(seed=7)
    position = aec.state_of_match.position()
    for wrong in (None, 0, 5000):
        with pytest.raises(botwerk.IllegalActionError):
            aec.step(wrong)
    parallel = parallel_env("micro-robots", players=2)
    parallel.reset(seed=7)
    say = parallel.state_of_match.string_to_action("say 5")
    show = parallel.state_of_match.string_to_action("end")
    with pytest.raises(botwerk.IllegalActionError, match="player_1"):
        parallel.step({"player_0": say})
    assert parallel.state_of_match.awaited_players() == [0, 1], "nothing was applied"
    *_, infos = parallel.step({"player_0": say, "player_1": show})
    assert infos["player_1"]["illegal_action"] and not infos["player_0"]["illegal_action"]
    assert parallel.state_of_match.awaited_players() == [1], "the legal one was applied"
    assert aec.state_of_match.position() == position


def test_vector_environment_continues_as_single_ones_after_seeds() -> None:
    single = [Env(short_game("droids")) for _ in range(2)]
    vectors = [VectorEnv(short_game("droids"), 2) for _ in range(2)]
    seeds = [5, 6]
    for vector in vectors:
        vector.reset(seed=seeds)
    for env, seed in zip(single, seeds, strict=True):
        env.reset(seed=seed)
    for _ in range(3):
        expected = np.stack([env.reset()[0] for env in single])
        for vector in vectors:
            assert (vector.reset()[0] == expected).all()
    with pytest.raises(ValueError, match="expected 2 seeds, found 3"):
        vectors[0].reset(seed=[1, 2, 3])


def test_environments_can_be_copied_in_the_middle_of_an_episode() -> None:
    env = gymnasium.make("botwerk/netzwerk-v0", opponents={1: "greedy"})
    env.reset(seed=7)
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(5):
        action = np.int64(middle(env.get_wrapper_attr("action_masks")()))
        observation = env.step(action)[0]
        for other in copies:
            assert (other.step(action)[0] == observation).all()


def test_vector_environments_are_made_with_a_limit_of_steps() -> None:
    env = gymnasium.make_vec("botwerk/netzwerk-v0", num_envs=2, max_episode_steps=3)
    _, infos = env.reset(seed=7)
    for step in range(3):
        actions = np.array([middle(mask) for mask in infos["action_mask"]])
        _, _, _, truncated, infos = env.step(actions)
        assert truncated.all() == (step == 2)
