"""`VecEnv` of every game."""

from __future__ import annotations

import copy
import os
import pickle
import re
import threading
from typing import Any

import numpy as np
import numpy.typing
import pytest
from games import OPTIONS, short_game

import botwerk


@pytest.mark.parametrize("name", OPTIONS)
def test_lane_plays_the_same_episode_as_a_state(name: str) -> None:
    game = short_game(name)
    env = botwerk.VecEnv(game, 3, seed=7)
    states = [game.new_initial_state(f"7/{lane}") for lane in range(3)]
    for state in states:
        state.sample_chance()
    ended = 0
    for _ in range(400):
        players = env.to_act.copy()
        actions = env.step_random()
        assert not env.faults.any()
        for lane, state in enumerate(states):
            if players[lane] < 0:
                assert actions[lane] == -1
                seed, number = env.episode(lane)
                states[lane] = state = game.new_initial_state(f"{seed}/{number}")
            else:
                assert players[lane] == state.current_player()
                state.apply_action(int(actions[lane]))
            state.sample_chance()
            assert env.terminated[lane] == state.is_terminal()
            assert env.rewards[lane].tolist() == state.returns()
            if state.is_terminal():
                ended += 1
                continue
            player = state.current_player()
            assert env.to_act[lane] == player
            assert (env.observations[lane] == state.observation_tensor(player)).all()
            assert (env.masks[lane] == state.legal_actions_mask()).all()
            assert env.view(lane, player) == state.information_state_string(player)
    assert ended > 0


@pytest.mark.parametrize("name", OPTIONS)
def test_masks_lists_and_formats_agree(name: str) -> None:
    env = botwerk.VecEnv(short_game(name), 4, seed=1)
    other = botwerk.VecEnv(
        short_game(name), 4, seed=1, threads=2, observations="float32", masks="bits"
    )
    for _ in range(60):
        assert (env.step_random() == other.step_random()).all()
        assert other.observations.dtype == np.float32
        assert (env.observations == other.observations).all()
        unpacked = np.unpackbits(other.masks, axis=1, count=env.num_actions, bitorder="little")
        assert (unpacked == env.masks).all()
        starts, actions = env.legal_actions()
        for lane in range(4):
            listed = actions[starts[lane] : starts[lane + 1]]
            assert (listed == np.flatnonzero(env.masks[lane])).all()


def test_arrays_may_belong_to_the_caller() -> None:
    rewards, to_act = np.ones((2, 2), np.float32), np.ones(2, np.int8)
    own: dict[str, np.typing.NDArray[Any]] = {"rewards": rewards, "to_act": to_act}
    env = botwerk.VecEnv("netzwerk", 2, seed=7, observations=None, masks=None, out=own)
    assert env.rewards is rewards and not rewards.any()
    assert to_act.tolist() == [0, 0]
    assert not hasattr(env, "observations") and not hasattr(env, "masks")


def test_autoreset_modes() -> None:
    next_step = botwerk.VecEnv("netzwerk", 1, seed=7, max_steps=3)
    assert next_step.metadata == {"autoreset_mode": "NextStep"}
    for _ in range(3):
        next_step.step_random()
    assert next_step.truncated[0] and next_step.to_act[0] == -1
    next_step.step([-1])
    assert not next_step.faults[0] and next_step.episode(0) == ("7/0", 1)

    same_step = botwerk.VecEnv("netzwerk", 1, seed=7, max_steps=3, autoreset="SameStep")
    for _ in range(3):
        assert not same_step.final_observations.any()
        same_step.step_random()
    assert same_step.truncated[0] and same_step.to_act[0] == 0
    assert same_step.final_observations.any() and same_step.episode(0) == ("7/0", 1)

    disabled = botwerk.VecEnv("netzwerk", 2, seed=7, max_steps=3, autoreset="Disabled")
    for _ in range(4):
        disabled.step_random()
    assert disabled.faults.tolist() == [botwerk.VecEnv.EPISODE_OVER] * 2
    disabled.reset([1], seeds=["x"])
    assert disabled.to_act.tolist() == [-1, 0] and disabled.episode(1) == ("x", 0)


def test_opponents_play_their_seats() -> None:
    env = botwerk.VecEnv("netzwerk", 8, seed=7, opponents={1: "greedy"}, autoreset="SameStep")
    results = []
    for _ in range(400):
        env.step_random()
        assert (env.to_act == 0).all()
        results += env.rewards[env.terminated, 0].tolist()
    assert len(results) >= 20 and sum(results) < -0.8 * len(results)


def test_illegal_action_is_a_fault_of_its_lane() -> None:
    env = botwerk.VecEnv("netzwerk", 3, seed=7)
    starts, legal = env.legal_actions()
    before = env.save([1, 2])
    env.step([int(legal[0]), 1024, -9])
    assert env.faults.tolist() == [0, env.ILLEGAL_ACTION, env.ILLEGAL_ACTION]
    assert env.save([1, 2]) == before


@pytest.mark.parametrize("name", OPTIONS)
def test_saved_lanes_continue(name: str) -> None:
    env = botwerk.VecEnv(short_game(name), 3, seed=7)
    for _ in range(20):
        env.step_random()
    other = botwerk.VecEnv(short_game(name), 3, seed="other")
    other.load(env.save())
    assert (other.masks == env.masks).all()
    for _ in range(20):
        assert (other.step_random() == env.step_random()).all()


def test_efforts_decide_a_race() -> None:
    env = botwerk.VecEnv("micro-robots", 2, seed=7, players=2)
    say = env.game.string_to_action("say 9")
    env.step([say, say], efforts=[500, 100])
    assert env.to_act.tolist() == [1, 1]
    env.step([say, say], efforts=[300, 300])
    assert env.to_act.tolist() == [1, 0], "the player with less effort shows"


def test_other_threads_of_python_run_during_a_step() -> None:
    env = botwerk.VecEnv("netzwerk", 4, seed=7, opponents={1: "minimax:nodes=20000"})
    counted = 0
    done = threading.Event()

    def step() -> None:
        for _ in range(40):
            env.step_random()
        done.set()

    threading.Thread(target=step).start()
    while not done.is_set():
        counted += 1
    assert counted > 100


def test_bad_input_is_said_and_changes_nothing() -> None:
    env = botwerk.VecEnv("netzwerk", 3, seed=7)
    before = env.save()
    with pytest.raises(ValueError, match=r"actions: expected shape \(3,\), found \(2,\)"):
        env.step([1, 2])
    with pytest.raises(TypeError, match="actions: expected integers, found dtype float64"):
        env.step([1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="efforts: expected numbers from 0"):
        env.step([1, 2, 3], efforts=[0, 0, -1])
    with pytest.raises(ValueError, match="lane 1 is given twice"):
        env.reset([1, 1])
    with pytest.raises(ValueError, match="lane 3: expected a lane below 3"):
        env.reset([3])
    with pytest.raises(ValueError, match="lane -1"):
        env.reset([-1])
    with pytest.raises(ValueError, match="seeds: expected 1 entries, found 2"):
        env.reset([0], seeds=[1, 2])
    with pytest.raises(ValueError, match="saved lane"):
        env.load(["{}"], [0])
    with pytest.raises(IndexError, match="lane 3"):
        env.observation(3, 0)
    assert env.save() == before
    with pytest.raises(ValueError, match="lanes: expected 1 to"):
        botwerk.VecEnv("netzwerk", 0)
    with pytest.raises(ValueError, match="autoreset"):
        botwerk.VecEnv("netzwerk", 1, autoreset="later")
    with pytest.raises(ValueError, match="opponents"):
        botwerk.VecEnv("netzwerk", 1, opponents={2: "greedy"})
    with pytest.raises(ValueError, match="strong"):
        botwerk.VecEnv("netzwerk", 1, opponents={1: "strong"})
    with pytest.raises(TypeError, match="expected dtype float32, found float64"):
        botwerk.VecEnv("netzwerk", 1, out={"rewards": np.zeros((1, 2))})
    with pytest.raises(ValueError, match=r"expected shape \(1, 2\)"):
        botwerk.VecEnv("netzwerk", 1, out={"rewards": np.zeros((2, 1), np.float32)})
    with pytest.raises(ValueError, match="C order"):
        transposed = np.zeros((2, 2), np.float32, order="F")
        botwerk.VecEnv("netzwerk", 2, out={"rewards": transposed})
    with pytest.raises(ValueError, match="no array 'reward'"):
        botwerk.VecEnv("netzwerk", 1, out={"reward": np.zeros(1)})


def step_legally(env: botwerk.VecEnv) -> None:
    """Takes the first legal action of each lane."""
    starts, actions = env.legal_actions()
    ends = starts[1:]
    env.step([int(actions[a]) if b > a else -1 for a, b in zip(starts[:-1], ends, strict=True)])


@pytest.mark.parametrize("name", OPTIONS)
def test_copies_continue_with_the_same_matches(name: str) -> None:
    env = botwerk.VecEnv(short_game(name), 3, seed=7, max_steps=60, opponents={1: "random"})
    for _ in range(5):
        env.step_random()
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(80):
        for other in copies:
            for array in ("rewards", "terminated", "truncated", "to_act", "faults", "masks"):
                assert (getattr(other, array) == getattr(env, array)).all(), array
            assert (other.observations == env.observations).all()
            assert not np.shares_memory(other.observations, env.observations)
            step_legally(other)
        step_legally(env)


def test_lanes_can_be_chosen_by_booleans() -> None:
    env = botwerk.VecEnv("netzwerk", 3, seed=7)
    env.reset(np.array([False, False, False]))
    assert [env.episode(lane)[1] for lane in range(3)] == [0, 0, 0]
    env.reset(np.array([False, True, True]))
    assert [env.episode(lane)[1] for lane in range(3)] == [0, 1, 1]
    with pytest.raises(ValueError, match="expected 3 booleans"):
        env.reset(np.array([True]))
    with pytest.raises(TypeError, match="found dtype float64"):
        env.reset(np.array([0.0]))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_threads_are_missed_at_once_after_a_fork() -> None:
    env = botwerk.VecEnv("netzwerk", 8, seed=7, threads=2)
    alone = botwerk.VecEnv("netzwerk", 8, seed=7)
    env.step_random()
    child = os.fork()
    if child == 0:
        try:
            alone.step_random()
            env.step_random()
        except RuntimeError as error:
            os._exit(0 if "a fork does not copy" in str(error) else 1)
        os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    env.step_random()


@pytest.mark.parametrize("opponents", [None, {1: "greedy"}, {1: "minimax:nodes=30"}])
def test_lanes_of_other_opponents_are_not_loaded(opponents: dict[int, str] | None) -> None:
    env = botwerk.VecEnv("netzwerk", 2, seed=7, opponents={1: "random"})
    other = botwerk.VecEnv("netzwerk", 2, seed=7, opponents=opponents)
    before = other.save()
    with pytest.raises(ValueError, match="expected opponents .*, found 1: random"):
        other.load(env.save())
    assert other.save() == before
    other.load(before)
    former = [re.sub(r'"opponents":\{[^}]*\},', "", text) for text in env.save()]
    assert former != env.save()
    env.load(former)
    assert env.save() != former, "texts of versions without opponents are loaded"


@pytest.mark.parametrize("name", OPTIONS)
def test_first_legal_actions_can_be_taken_when_lanes_have_ended(name: str) -> None:
    env = botwerk.VecEnv(name, 3, options=OPTIONS[name], players=2, seed=7, max_steps=9, autoreset="Disabled")
    for _ in range(12):
        starts, legal = env.legal_actions()
        assert len(legal) == starts[-1] + 1
        env.step(legal[starts[:-1]])
    assert (env.to_act == -1).all() and (env.faults == env.EPISODE_OVER).all()


def test_second_thread_is_told_that_another_one_uses_the_environment() -> None:
    env = botwerk.VecEnv("netzwerk", 4096, seed=7)

    def play() -> None:
        for _ in range(200):
            try:
                env.step_random()
            except RuntimeError as error:
                messages.append(str(error))

    messages: list[str] = []
    threads = [threading.Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert messages and all("another thread uses this environment" in text for text in messages)
    env.step_random()
