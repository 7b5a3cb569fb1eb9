"""The examples in small form: each must show what it states, not only run to its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import intervals
import luck_adjusted
import mcts
import numpy as np
import pytest
import notebooks
import random_baseline
import tabular_learning
from small_board import Board

import botwerk

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_intervals_hold_the_true_mean_as_often_as_they_say() -> None:
    rng = np.random.default_rng(7)
    means = [intervals.mean_interval(rng.exponential(1.0, 200)) for _ in range(1000)]
    assert 0.92 < np.mean([mean.low < 1.0 < mean.high for mean in means]) < 0.97
    scores = [intervals.score_interval(rng.binomial(40, 0.9), 40) for _ in range(1000)]
    assert 0.92 < np.mean([score.low < 0.9 < score.high for score in scores]) < 0.98
    assert intervals.score_of_returns([1, 0, -1, 1]).estimate == 0.625
    with pytest.raises(ValueError, match="expected at least two"):
        intervals.mean_interval([1.0])
    with pytest.raises(ValueError, match="expected at least one"):
        intervals.score_interval(0, 0)


def test_random_baseline_is_even_and_loses_to_agents() -> None:
    lines = random_baseline.main(["--matches", "300", "--seed", "7"])
    assert {line.game for line in lines} == set(botwerk.game_names())
    for line in lines:
        assert abs(sum(value.estimate for value in line.returns)) < 1e-6, "one player's gain"
        assert line.steps_per_second > 0 and line.steps_per_match > 1
        if "greedy" in line.agents or "human" in line.agents:
            seat = line.agents.index("random")
            assert line.returns[seat].high < 0, line


def test_only_first_episodes_of_lanes_count() -> None:
    options = {"width": 2, "ranks": 3}
    env = botwerk.VecEnv("netzwerk", 20, options=options, seed=7, autoreset="SameStep")
    returns, lengths = random_baseline.first_episodes(env)
    for lane in range(20):
        single = botwerk.VecEnv("netzwerk", 20, options=options, seed=7, autoreset="Disabled")
        steps = 0
        while not single.terminated[lane]:
            single.step_random()
            steps += 1
        assert steps == lengths[lane] and (single.rewards[lane] == returns[lane]).all()


@pytest.mark.parametrize("control", ["majority", "at_least"])
def test_tabular_learner_reaches_the_exact_value_of_every_position(control: str) -> None:
    result = tabular_learning.main(["--batteries", "2", "--battery-control", control])
    assert result.equal == result.positions > 2000
    assert min(result.won, result.lost, result.drawn) > 0, "no value is trivial"
    assert result.rounds[0] > result.rounds[-1] == 0


def test_unfinished_learner_is_found_out() -> None:
    learner = tabular_learning.Learner(Board(2, 3, robots=2, batteries=2), seed=7)
    learner.play(next(learner.board.placements()), explore=0.2, max_turns=20)
    result = tabular_learning.compare(learner, [])
    assert 0 < result.equal < result.positions


def test_exact_values_are_those_of_single_positions() -> None:
    board = Board(2, 3, robots=2, batteries=3)
    exact = board.exact_values()
    for placement in list(exact)[::997]:
        text = board.text(placement)
        assert board.placement(text) == placement
        command = ["solve", "--game", "netzwerk", "--width", "2", "--ranks", "3", "--position", text]
        command += ["--option", "battery_control=majority"]
        solved = subprocess.run(
            [sys.executable, "-m", "botwerk", *command], capture_output=True, text=True, check=True
        )
        value = exact[placement]
        winner, turns = ("White", value) if value > 0 else ("Black", -value - 1)
        first = f"{winner} wins in {turns} turn" if value else "draw"
        assert solved.stdout.startswith(first), (text, value, solved.stdout)


@pytest.mark.parametrize("game", mcts.GAMES)
def test_mcts_beats_random(game: str) -> None:
    [score] = mcts.main(["--game", game, "--matches", "20", "--simulations", "60"])
    assert score.score.low > 0.5, score


def test_mcts_is_a_bot() -> None:
    command = [sys.executable, str(EXAMPLES / "mcts.py"), "--bot", "--simulations", "5"]
    check = ["check-bot", "--game", "netzwerk", "--option", "width=2", "--option", "ranks=3"]
    checked = subprocess.run(
        [sys.executable, "-m", "botwerk", *check, "--", *command],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(
    ("name", "small"),
    [
        ("random_baseline", "MATCHES = 100"),
        ("tabular_learning", "BATTERIES = 2"),
        ("mcts", "SIMULATIONS, MATCHES = 30, 10"),
        ("luck_adjusted", "MATCHES = 200"),
    ],
)
def test_notebook_runs(name: str, small: str) -> None:
    notebooks.run(name, small)


def test_every_example_is_run() -> None:
    folder = Path(__file__).parent
    texts = [(folder / f"test_{name}.py").read_text() for name in ("examples", "framework_examples")]
    scripts = {path.stem for path in EXAMPLES.glob("*.py")}
    not_run = {name for name in scripts if not any(f"import {name}" in text for text in texts)}
    assert not_run <= {"small_board", "masked_policy"}, "used by others"
    names = {path.stem for path in (EXAMPLES / "notebooks").glob("*.ipynb")}
    assert all(any(f'"{name}"' in text for text in texts) for name in names)
