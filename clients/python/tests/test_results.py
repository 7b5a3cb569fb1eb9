"""Results of tournaments as data frames and plots."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import matplotlib
import numpy as np
import pandas
import polars
import pytest

import botwerk

matplotlib.use("agg")

TOURNAMENT = """
name = "cup"
game = "netzwerk"
[options]
width = 3
ranks = 4
[format]
kind = "round-robin"
cycles = 3
[[entrant]]
player = "greedy"
[[entrant]]
player = "random"
[[entrant]]
name = "second"
player = "random"
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the database of a finished tournament."""
    file = tmp_path_factory.mktemp("cup") / "cup.toml"
    file.write_text(TOURNAMENT)
    run("tournament", "run", str(file))
    return file.with_suffix(".db")


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "botwerk", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_frames_of_both_libraries_agree(database: Path) -> None:
    results = botwerk.TournamentResults.load(db=database)
    assert results.summary["state"] == "over"
    assert sorted(results.entrants()) == ["greedy", "random", "second"]
    matches = results.matches()
    assert isinstance(matches, pandas.DataFrame) and len(matches) == 18
    assert str(matches["place_0"].dtype) == "Int64" and str(matches["rated"].dtype) == "boolean"
    assert str(matches["think_seconds_0"].dtype) == "Float64"
    other = results.matches("polars")
    assert isinstance(other, polars.DataFrame)
    assert other["place_0"].to_list() == matches["place_0"].tolist()
    assert other["rated"].dtype == polars.Boolean and other["turns_1"].dtype == polars.Int64
    standings = results.standings()
    assert standings["entrant"].tolist() == results.entrants()
    # The points of the standings follow from the matches.
    for row in standings.itertuples():
        points = 0.0
        for seat in (0, 1):
            own = matches[matches[f"entrant_{seat}"] == row.entrant]
            ahead = own[f"place_{seat}"] - own[f"place_{1 - seat}"]
            points += float((ahead < 0).sum() + 0.5 * (ahead == 0).sum())
        assert points == row.points
    columns = list(results.standings("polars").columns)
    assert columns == list(standings.columns)
    with pytest.raises(ValueError, match="expected `pandas` or `polars`, found 'arrow'"):
        results.matches("arrow")  # type: ignore[arg-type]


def test_score_rates_and_history_agree_with_the_standings(database: Path) -> None:
    results = botwerk.TournamentResults.load(db=database)
    rates, meetings = results.score_rates()
    assert np.isnan(np.diag(rates)).all() and (np.diag(meetings) == 0).all()
    others = ~np.eye(3, dtype=bool)
    np.testing.assert_allclose((rates + rates.T)[others], 1)
    assert (meetings[others] == 6).all()
    history = results.history()
    for standing, row in zip(results.summary["standings"], rates, strict=True):
        assert np.nanmean(row) == pytest.approx(standing["score_rate"])
        series = history[standing["entrant"]]
        assert len(series) == 12 and series[-1] == pytest.approx(standing["score_rate"])


def test_plots_show_every_entrant(database: Path) -> None:
    results = botwerk.TournamentResults.load(db=database)
    figure = results.plot()
    axes = figure.get_axes()
    assert [axis.get_title() for axis in axes[:4]] == [
        "Ratings",
        "Score rate against (meetings)",
        "Score rate so far",
        "Times of turns",
    ]
    for axis in (axes[0], axes[3]):
        labels = [label.get_text() for label in axis.get_yticklabels()]
        assert labels == results.entrants()[::-1]
    # An interval and an estimate of each entrant, and the line of the average.
    assert len(axes[0].lines) >= 7
    assert len(axes[2].lines) == 3
    figure.canvas.draw()


def test_documented_example_runs(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = Path(__file__).parents[3] / "docs" / "python.md"
    examples = re.findall(r"```python\n(.*?)```", document.read_text(), re.DOTALL)
    [example] = [it for it in examples if "duel.db" in it]
    shutil.copy(database, tmp_path / "duel.db")
    monkeypatch.chdir(tmp_path)
    exec(example, {"botwerk": botwerk})
    assert (tmp_path / "duel.png").stat().st_size > 10_000


def test_missing_libraries_are_named_with_the_remedy(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = botwerk.TournamentResults.load(db=database)
    for name in ("pandas", "matplotlib.pyplot", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"pandas: not installed; pip install 'botwerk\[data\]'"):
        results.matches()
    with pytest.raises(ImportError, match="polars: not installed"):
        results.standings("polars")
    with pytest.raises(ImportError, match="matplotlib: not installed"):
        results.plot()


def test_results_of_a_server_and_unusable_sources(database: Path, tmp_path: Path) -> None:
    with botwerk.serve("--db", str(database)) as server:
        address = server.address.removeprefix("http://")
        results = botwerk.TournamentResults.load(server=address)
        assert len(results.matches()) == 18
        with pytest.raises(RuntimeError, match="there is no nothing"):
            botwerk.TournamentResults.load(server=address, tournament="tournaments/nothing")
    with pytest.raises(ValueError, match="either db or server"):
        botwerk.TournamentResults.load()
    with pytest.raises(ValueError, match="either db or server"):
        botwerk.TournamentResults.load(db=database, server="127.0.0.1:1")
    with pytest.raises(RuntimeError, match="nothing.db"):
        botwerk.TournamentResults.load(db=tmp_path / "nothing.db")
    with pytest.raises(ValueError, match="no standings.json"):
        botwerk.TournamentResults(tmp_path)
