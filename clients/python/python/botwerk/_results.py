"""Results of tournaments as data frames and plots."""

from __future__ import annotations

import csv
import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._record import Record

#: The library of a data frame.
FrameLibrary = Literal["pandas", "polars"]


class TournamentResults:
    """The matches, standings and records of a tournament.

    >>> import botwerk
    >>> results = botwerk.TournamentResults.load(db="duel.db")    # doctest: +SKIP
    >>> results.matches()[["entrant_0", "place_0"]]               # doctest: +SKIP
    >>> results.standings("polars").select("entrant", "elo")      # doctest: +SKIP
    >>> results.plot().savefig("duel.png")                        # doctest: +SKIP
    >>> data = botwerk.dataset(results.records())                 # doctest: +SKIP
    """

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        """Reads the directory that ``botwerk tournament export`` has written.

        Raises ``ValueError`` if it is not one.
        """
        #: The directory.
        self.directory = Path(directory)
        if not (self.directory / "standings.json").exists():
            expected = "expected the directory of `botwerk tournament export --out`"
            raise ValueError(f"{directory}: no standings.json; {expected}")
        #: Tournament, format, state and standings, with the keys of standings.json.
        self.summary: dict[str, Any] = json.loads((self.directory / "standings.json").read_text())
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    @classmethod
    def load(
        cls,
        db: str | os.PathLike[str] | None = None,
        server: str | None = None,
        tournament: str | None = None,
    ) -> TournamentResults:
        """Returns the results so far of a tournament, the newest if none is named.

        They come from the database file ``db``, even while a server uses it, or from the server at an address
        such as ``127.0.0.1:4270``. Raises ``RuntimeError`` with what the program printed if it cannot read them.
        """
        if (db is None) == (server is None):
            raise ValueError("expected either db or server")
        source = ["--db", os.fspath(db)] if db is not None else ["--server", str(server)]
        named = [] if tournament is None else [tournament]
        temporary = tempfile.TemporaryDirectory(prefix="botwerk-results-")
        export = ["tournament", "export", *source, "--out", temporary.name, *named]
        done = subprocess.run(
            [sys.executable, "-m", "botwerk", *export], capture_output=True, text=True
        )
        if done.returncode != 0:
            temporary.cleanup()
            raise RuntimeError(done.stderr.strip() or done.stdout.strip())
        results = cls(temporary.name)
        # The records are read later: the directory ends with this object.
        results._temporary = temporary
        return results

    def matches(self, library: FrameLibrary = "pandas") -> Any:
        """Returns a data frame with a row for each match, with the columns of ``matches.csv``.

        Raises ``ImportError`` if the library is not installed.
        """
        return read_frame(self.directory / "matches.csv", library)

    def standings(self, library: FrameLibrary = "pandas") -> Any:
        """Returns a data frame with a row for each entrant, with the columns of ``standings.csv``.

        Raises ``ImportError`` if the library is not installed.
        """
        return read_frame(self.directory / "standings.csv", library)

    def records(self) -> Iterator[Record]:
        """Yields the records of the matches in order. Those whose seed other matches still use are missing."""
        for path in sorted((self.directory / "records").glob("*.bwr")):
            yield Record.load(path)

    def entrants(self) -> list[str]:
        """Returns the entrants, the best first."""
        return [standing["entrant"] for standing in self.summary["standings"]]

    def score_rates(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """Returns the score rate of each entrant against each other one, and the number of their meetings.

        Both have a row for each entrant in the order of ``entrants()`` and a column for each opponent; the rate is
        NaN where two have not met. A win counts 1 and a draw 0.5; matches of more than two seats count once for
        each pair of seats.
        """
        index = {entrant: row for row, entrant in enumerate(self.entrants())}
        points = np.zeros((len(index), len(index)))
        meetings = np.zeros((len(index), len(index)), np.int64)
        for places in self._rated_places():
            for entrant, place in places:
                for opponent, other in places:
                    if entrant != opponent:
                        cell = index[entrant], index[opponent]
                        points[cell] += 0.5 * (1 + (place < other) - (place > other))
                        meetings[cell] += 1
        rates = np.full(points.shape, np.nan)
        np.divide(points, meetings, out=rates, where=meetings > 0)
        return rates, meetings

    def history(self) -> dict[str, npt.NDArray[np.float64]]:
        """Returns the score rate of each entrant after each of its rated matches, in the order of their indexes.

        As the number of its matches so far, not the time: matches that are played at the same time end in any
        order.
        """
        scores: dict[str, list[float]] = {entrant: [] for entrant in self.entrants()}
        for places in self._rated_places():
            for seat, (entrant, place) in enumerate(places):
                others = [other for at, (_, other) in enumerate(places) if at != seat]
                beaten = [0.5 * (1 + (place < other) - (place > other)) for other in others]
                scores[entrant].append(float(np.mean(beaten)) if beaten else float(place == 1))
        return {
            entrant: np.cumsum(list_) / np.arange(1, len(list_) + 1)
            for entrant, list_ in scores.items()
        }

    def plot(self) -> Any:
        """Returns a matplotlib figure with ratings, score rates, their history and the times of turns.

        Raises ``ImportError`` if matplotlib is not installed.
        """
        figure = pyplot().figure(figsize=(12, 8), layout="constrained")
        axes = figure.subplots(2, 2)
        self.plot_ratings(axes[0][0])
        self.plot_score_rates(axes[0][1])
        self.plot_history(axes[1][0])
        self.plot_times(axes[1][1])
        figure.suptitle(f"{self.summary['name']}: {self.summary['game']}")
        return figure

    def plot_ratings(self, axes: Any = None) -> Any:
        """Draws the Elo of each entrant with its 95 % interval, or its score rate if there is none."""
        axes = pyplot().gca() if axes is None else axes
        standings = self.summary["standings"][::-1]
        rows = np.arange(len(standings))
        axes.set_yticks(rows, [standing["entrant"] for standing in standings])
        if any(standing["elo"] for standing in standings):
            for row, standing in zip(rows, standings, strict=True):
                elo = standing["elo"]
                if elo is None:
                    continue
                bounds = [elo["low"], elo["high"]]
                known = [elo["value"] if bound is None else bound for bound in bounds]
                axes.plot(known, [row, row], color="C0")
                # An open end stands for an unbounded interval.
                for bound, marker in zip(bounds, ["<", ">"], strict=True):
                    if bound is None:
                        axes.plot(elo["value"], row, marker, color="C0", markersize=9)
                axes.plot(elo["value"], row, "o", color="C0")
            axes.axvline(0, color="grey", linewidth=0.8)
            axes.set_xlabel("Elo against the average of the others, 95 % interval")
        else:
            rates = [standing["score_rate"] or 0 for standing in standings]
            axes.barh(rows, rates, color="C0")
            axes.set_xlabel("score rate")
        axes.set_title("Ratings")
        return axes

    def plot_score_rates(self, axes: Any = None) -> Any:
        """Draws the score rate of each entrant against each other one."""
        axes = pyplot().gca() if axes is None else axes
        entrants = self.entrants()
        rates, meetings = self.score_rates()
        image = axes.imshow(rates, vmin=0, vmax=1, cmap="RdYlGn")
        axes.figure.colorbar(image, ax=axes)
        axes.set_xticks(range(len(entrants)), entrants, rotation=30, ha="right")
        axes.set_yticks(range(len(entrants)), entrants)
        for row, column in np.argwhere(meetings > 0):
            text = f"{rates[row, column]:.2f}\n({meetings[row, column]})"
            axes.text(column, row, text, ha="center", va="center", fontsize=8)
        axes.set_title("Score rate against (meetings)")
        return axes

    def plot_history(self, axes: Any = None) -> Any:
        """Draws the score rate of each entrant after each of its matches."""
        axes = pyplot().gca() if axes is None else axes
        for entrant, rates in self.history().items():
            axes.plot(np.arange(1, len(rates) + 1), rates, label=entrant)
        axes.set_xlabel("rated matches")
        axes.set_ylim(0, 1)
        axes.legend(fontsize=8)
        axes.set_title("Score rate so far")
        return axes

    def plot_times(self, axes: Any = None) -> Any:
        """Draws the median, 90th and 99th percentile and the maximum of the time of each entrant's turns."""
        axes = pyplot().gca() if axes is None else axes
        standings = self.summary["standings"][::-1]
        rows = np.arange(len(standings))
        for key, marker in [("median", "o"), ("p90", "|"), ("p99", "|"), ("max", "x")]:
            times = [standing["turn_times"] for standing in standings]
            # A logarithmic axis has no zero: nothing takes less than a nanosecond.
            seconds = [max(found[key], 1) / 1e9 if found else np.nan for found in times]
            axes.plot(seconds, rows, marker, label=key)
        axes.set_xscale("log")
        axes.set_yticks(rows, [standing["entrant"] for standing in standings])
        axes.set_xlabel("seconds a turn")
        axes.legend(fontsize=8)
        axes.set_title("Times of turns")
        return axes

    def _rated_places(self) -> Iterator[list[tuple[str, int]]]:
        """Yields the entrant and place of each seat, for each rated match."""
        seats = range(self.summary["seats"])
        with (self.directory / "matches.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                if row["rated"] == "true" and row["voided"] == "false":
                    yield [(row[f"entrant_{seat}"], int(row[f"place_{seat}"])) for seat in seats]


def read_frame(path: Path, library: FrameLibrary) -> Any:
    """Returns a data frame of a CSV file; empty cells are missing values."""
    if library == "pandas":
        return data_module("pandas").read_csv(path, dtype_backend="numpy_nullable")
    if library == "polars":
        return data_module("polars").read_csv(path, infer_schema_length=None)
    raise ValueError(f"library: expected `pandas` or `polars`, found {library!r}")


def pyplot() -> Any:
    """Returns matplotlib's pyplot."""
    return data_module("matplotlib.pyplot")


def data_module(name: str) -> Any:
    """Returns a module that the package needs for data frames and plots only."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        advice = "pip install 'botwerk[data]'"
        raise ImportError(f"{name.partition('.')[0]}: not installed; {advice}") from error
