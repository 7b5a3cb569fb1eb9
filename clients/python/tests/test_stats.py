"""Statistics of games."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

import botwerk

BOARD: dict[str, botwerk._game.OptionValue] = {"width": 3, "ranks": 4}


@pytest.mark.parametrize("name", botwerk.game_names())
def test_every_game_has_statistics(name: str) -> None:
    stats = botwerk.stats(name, matches=6, seed=7)
    statistics = stats.statistics
    assert statistics["matches"] == 6 and len(stats.matches["match"]) == 6
    assert statistics["turns"]["mean"] == pytest.approx(stats.matches["turns"].mean())
    assert statistics["actions"]["max"] == stats.matches["actions"].max()
    shares = [seat["value"] for seat in statistics["wins_by_seat"]]
    for seat, share in enumerate(shares):
        assert share == pytest.approx(stats.matches[f"score_{seat}"].mean())
    assert sum(ending["matches"] for ending in statistics["endings"]) == 6
    assert stats.matches["turns"].dtype.kind == "i"


def test_result_depends_on_the_seed_and_not_on_threads() -> None:
    one = botwerk.stats("netzwerk", "random", 12, options=BOARD, seed=7, threads=1)
    two = botwerk.stats("netzwerk", "random", 12, options=BOARD, seed="7", threads=3)
    other = botwerk.stats("netzwerk", "random", 12, options=BOARD, seed=8)
    assert one.statistics == two.statistics
    assert np.array_equal(one.matches["turns"], two.matches["turns"])
    assert not np.array_equal(one.matches["turns"], other.matches["turns"])


def test_game_object_has_options_and_seats() -> None:
    game = botwerk.load_game("droids", {"round_cap": 2}, 3)
    stats = botwerk.stats(game, matches=4, seed=7)
    assert stats.seats == 3 and stats.options == {"round_cap": "2"}
    alone = botwerk.stats("droids", "greedy", 3, seats=1, seed=7)
    assert alone.statistics["lead"] is None and "lead_changes" not in alone.matches


def test_command_prints_the_same_statistics() -> None:
    options = [f"--option={name}={value}" for name, value in BOARD.items()]
    command = ["game", "stats", "--game", "netzwerk", *options, "--player", "greedy"]
    more = ["--matches", "10", "--seed", "7", "--json"]
    arguments = [sys.executable, "-m", "botwerk", *command, *more]
    printed = subprocess.run(arguments, capture_output=True, text=True, timeout=120)
    stats = botwerk.stats("netzwerk", "greedy", 10, options=BOARD, seed=7)
    assert json.loads(printed.stdout)["statistics"] == stats.statistics


def test_comparison_and_ladder() -> None:
    stats = botwerk.stats(
        "netzwerk",
        "minimax:table=1",
        8,
        options=BOARD,
        seed=7,
        compare={"turn_cap": 4},
        ladder={"nodes": [1, 50]},
    )
    assert stats.comparison is not None and stats.ladder is not None
    assert stats.comparison.matches["turns"].max() <= 4
    turns = stats.comparison.figures[0]
    difference = stats.comparison.matches["turns"] - stats.matches["turns"]
    assert turns["name"] == "turns"
    assert turns["difference"]["value"] == pytest.approx(difference.mean())
    assert [rung["value"] for rung in stats.ladder] == [1, 50]
    assert stats.ladder[1]["matches"] == 8


def test_plot_shows_every_part() -> None:
    pytest.importorskip("matplotlib")
    board = {**BOARD, "turn_cap": 10}
    agent = "minimax:table=1"
    stats = botwerk.stats("netzwerk", agent, 8, options=board, seed=7, ladder="nodes=1,50")
    labels = [axes.get_xlabel() for axes in stats.plot().axes]
    assert labels == ["turns of a match", "turn", "share of matches", "budget"]
    alone = botwerk.stats("droids", "greedy", 2, seats=1, seed=7, ladder="programs=1,5")
    assert len(alone.plot().axes) == 4


def test_plot_without_matplotlib_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stats = botwerk.stats("netzwerk", matches=2, options=BOARD, seed=7)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"pip install 'botwerk\[data\]'"):
        stats.plot()


def test_invalid_arguments_are_rejected() -> None:
    def error(**arguments: object) -> str:
        with pytest.raises(ValueError) as caught:
            botwerk.stats(**{"game": "netzwerk", "options": BOARD, **arguments})  # type: ignore[arg-type]
        return str(caught.value)

    assert "expected one of micro-robots" in error(game="chess", options=None)
    assert error(matches=0).startswith("matches: expected a multiple of 1")
    assert "found -1" in error(matches=-1)
    assert "threads" in error(threads=0)
    assert "seats: expected 2, found 5" in error(seats=5)
    assert "unknown agent" in error(player="nobody")
    assert "reproducible" in error(player="minimax:time=1s")
    assert "no such setting" in error(player="random", ladder="nodes=1,2")
    assert "expected one setting" in error(ladder={})
    assert "option width" in error(compare={"width": 99})
    assert "a Game has both" in error(game=botwerk.load_game("netzwerk"))
    assert "ruleset" in error(game="droids", options={"ruleset": "nothing"})
