"""The examples in small form: each must show what it states, not only run to its end."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import intervals
import luck_adjusted
import mcts
import notebooks
import numpy as np
import numpy.typing as npt
import pytest
import random_baseline
import tabular_learning
from small_board import Board

import botwerk

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_intervals_hold_the_true_mean_as_often_as_they_say() -> None:
    rng = np.random.default_rng(7)
    means = [intervals.mean_interval(rng.exponential(1.0, 200)) for _ in range(1000)]
    assert 0.92 < np.mean([mean.low < 1.0 < mean.high for mean in means]) < 0.97
    for chances in [(0.9, 0.0, 0.1), (0.3, 0.6, 0.1), (0.02, 0.95, 0.03)]:
        true = chances[0] + chances[1] / 2
        scores = [intervals.score_interval(*rng.multinomial(100, chances)) for _ in range(1000)]
        assert 0.92 < np.mean([score.low < true < score.high for score in scores]) < 0.999
    assert intervals.score_of_returns([1, 0, -1, 1]).estimate == 0.625
    lost = intervals.mean_return([-1] * 100)
    assert lost.low == -1 < lost.high < -0.9, "never beyond what a return can be"
    with pytest.raises(ValueError, match="expected at least two"):
        intervals.mean_interval([1.0])
    with pytest.raises(ValueError, match="expected at least one"):
        intervals.score_interval(0, 0, 0)


def test_random_baseline_is_even_against_itself_and_loses_to_agents() -> None:
    lines = random_baseline.main(["--matches", "40", "--seed", "7"])
    assert sorted({line.game for line in lines}) == sorted(botwerk.game_names())
    assert [line.seat for line in lines] == [0, 1, 0, 1] * 4
    for line in lines:
        assert line.steps_per_second > 0 and line.steps_per_match > 1
        if line.opponent == "random":
            assert line.mean.low < 0 < line.mean.high, line
        else:
            assert line.mean.high < 0, line


def test_baseline_counts_one_match_of_each_lane() -> None:
    game = botwerk.load_game("netzwerk", {"width": 2, "ranks": 3})
    env = botwerk.VecEnv(game, 20, seed=7, autoreset="Disabled")
    actions: list[list[int]] = [[] for _ in range(20)]
    step_random = env.step_random

    def step() -> npt.NDArray[np.int64]:
        chosen = step_random()
        for lane, action in enumerate(chosen.tolist()):
            actions[lane] += [action] if action >= 0 else []
        return chosen

    env.step_random = step  # type: ignore[method-assign]
    returns, lengths = random_baseline.play_episodes(env)
    for lane, played in enumerate(actions):
        state = game.new_initial_state(f"7/{lane}")
        for action in played:
            state.apply_action(action)
        assert state.is_terminal() and state.returns() == returns[lane].tolist()
        assert len(played) == lengths[lane]


@pytest.mark.parametrize("control", ["majority", "at_least"])
def test_tabular_learner_reaches_the_exact_value_of_every_position(control: str) -> None:
    result = tabular_learning.main(["--batteries", "2", "--battery-control", control])
    assert result.equal == result.positions > 2000
    assert min(result.won, result.lost) > 0 and max(result.values) > 5, "no value is trivial"
    assert (result.drawn > 0) == (control == "majority")
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


@pytest.mark.parametrize(("game", "matches"), [("netzwerk", 12), ("droids", 12), ("ricochet", 40)])
def test_mcts_beats_random(game: str, matches: int) -> None:
    [score] = mcts.main(["--game", game, "--matches", str(matches), "--simulations", "40"])
    assert score.score.low > 0.5, score


def test_every_game_of_the_search_is_tested() -> None:
    assert list(mcts.GAMES) == ["netzwerk", "droids", "ricochet"]


def test_mcts_is_a_bot() -> None:
    command = [sys.executable, str(EXAMPLES / "mcts.py"), "--bot", "--simulations", "5"]
    check = ["bot", "check", "--game", "netzwerk"]
    checked = subprocess.run(
        [sys.executable, "-m", "botwerk", *check, "grpc:" + shlex.join(command)],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.fixture(scope="module")
def droids_matches() -> luck_adjusted.PlayedMatches:
    return luck_adjusted.play_matches(luck_adjusted.load(), 1200, seed=7)


def test_luck_adjusted_mean_is_unbiased_and_its_interval_shorter(
    droids_matches: luck_adjusted.PlayedMatches, tmp_path: Path
) -> None:
    result = luck_adjusted.adjust(droids_matches, seed=7)
    assert result.luck_mean.low < 0 < result.luck_mean.high
    assert result.adjusted_mean.half_width < 0.9 * result.plain_mean.half_width
    # Many more matches, with other seeds.
    true = luck_adjusted.run_matches(luck_adjusted.load(), 4_000, 8, tmp_path / "records")
    assert true.half_width < 0.7 * result.adjusted_mean.half_width
    difference = abs(true.estimate - result.adjusted_mean.estimate)
    assert difference < true.half_width + result.adjusted_mean.half_width


def test_any_value_function_is_unbiased(droids_matches: luck_adjusted.PlayedMatches) -> None:
    rng = np.random.default_rng(7)
    weights = rng.normal(size=(200, droids_matches.differences.shape[1]))
    means = [intervals.mean_interval(droids_matches.differences @ row) for row in weights]
    assert np.mean([mean.low < 0 < mean.high for mean in means]) > 0.85
    assert min(mean.half_width for mean in means) > 0.01, "each finds luck in the matches"


def test_luck_of_a_match_is_the_mean_minus_what_came() -> None:
    game = luck_adjusted.load()
    hands = luck_adjusted.Hands(game)
    state = game.new_initial_state(7)
    expected = np.zeros_like(hands.features(state))
    while not state.is_terminal():
        if not state.is_chance_node():
            state.apply_action(state.legal_actions()[-1])
            continue
        probabilities = []
        for outcome, probability in state.chance_outcomes():
            after = state.clone()
            after.apply_action(outcome)
            expected += probability * hands.features(after)
            probabilities.append(probability)
        assert sum(probabilities) == pytest.approx(1)
        state.sample_chance()
        expected -= hands.features(state)
    record = botwerk.Record.from_state(state)
    assert expected.any()
    assert luck_adjusted.differences(record, hands) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "small"),
    [
        ("random_baseline", "MATCHES = 20"),
        ("tabular_learning", "BATTERIES = 2"),
        ("mcts", "SIMULATIONS, MATCHES = 30, 10"),
        ("luck_adjusted", "MATCHES = 200"),
    ],
)
def test_notebook_runs(name: str, small: str) -> None:
    notebooks.run(name, small)


def test_every_example_is_run() -> None:
    folder = Path(__file__).parent
    files = ("test_examples", "test_framework_examples", "own_game_checks")
    texts = [(folder / f"{name}.py").read_text() for name in files]
    scripts = {path.stem for path in EXAMPLES.glob("*.py")}
    imported = {name for text in texts for name in re.findall(r"(?:import|from) (\w+)", text)}
    not_run = scripts - imported
    assert not_run <= {"small_board", "masked_policy"}, "used by others"
    names = {path.stem for path in (EXAMPLES / "notebooks").glob("*.ipynb")}
    assert all(any(f'"{name}"' in text for text in texts) for name in names)
