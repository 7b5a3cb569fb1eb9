"""The statistics of a game, from many matches of built-in agents."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _botwerk
from ._game import Game, OptionValue, option_text, seed_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Comparison", "Stats", "stats"]

#: Figures of matches by name, each with one value a match.
Columns = dict[str, npt.NDArray[Any]]

#: Inches of a plot, and the largest number of bars of a histogram.
PLOT_SIZE = (7.0, 3.2)
MAX_BINS = 40


@dataclass(frozen=True)
class Comparison:
    """The same matches under other options, and the differences."""

    #: The options that are not left to their defaults.
    options: dict[str, str]
    #: The statistics, as those of ``Stats``.
    statistics: dict[str, Any]
    #: ``name``, ``kind``, ``first``, ``second`` and ``difference`` of each figure.
    figures: list[dict[str, Any]]
    #: The figures of each match.
    matches: Columns


@dataclass(frozen=True)
class Stats:
    """The statistics of a game: see ``stats``.

    ``pandas.DataFrame(stats.matches)`` is a table of all matches.
    """

    #: The game's name.
    game: str
    #: The options that are not left to their defaults.
    options: dict[str, str]
    #: Number of seats.
    seats: int
    #: The players, in the notation of agents.
    players: list[str]
    #: The seed of all randomness.
    seed: str
    #: The statistics by name, as in the JSON of ``botwerk game stats``.
    statistics: dict[str, Any]
    #: The figures of each match.
    matches: Columns
    #: The comparison with other options, or ``None``.
    comparison: Comparison | None
    #: The strength by budget, lowest first, or ``None``.
    ladder: list[dict[str, Any]] | None

    def plot(self) -> Figure:
        """Returns a figure of matplotlib: length, choices by turn, balance, and the ladder if there is one.

        Raises ``ImportError`` if matplotlib is not installed.
        """
        try:
            from matplotlib.figure import Figure
        except ImportError as error:
            advice = "pip install 'botwerk[data]'"
            raise ImportError(f"plot: matplotlib is not installed; {advice}") from error
        rows = 3 if self.ladder is None else 4
        figure = Figure(figsize=(PLOT_SIZE[0], rows * PLOT_SIZE[1]), layout="constrained")
        axes = figure.subplots(rows, 1)
        figure.suptitle(f"{self.game}: {len(self.matches['match'])} matches of {', '.join(self.players)}")
        turns = self.matches["turns"]
        values = int(turns.max() - turns.min()) + 1
        axes[0].hist(turns, bins=min(values, MAX_BINS))
        axes[0].set(xlabel="turns of a match", ylabel="matches")
        means = self.statistics["options_by_turn"]
        axes[1].plot(range(1, len(means) + 1), means)
        axes[1].set(xlabel="turn", ylabel="mean legal actions", ylim=(0, None))
        self._plot_balance(axes[2])
        if self.ladder is not None:
            self._plot_ladder(axes[3], self.ladder)
        return figure

    def _plot_balance(self, axes: Any) -> None:
        """Plots win shares, draws and endings with their intervals."""
        wins = self.statistics["wins_by_seat"]
        rows = [(f"won by seat {seat}", share) for seat, share in enumerate(wins)]
        if len(wins) > 1:
            rows.append(("drawn", self.statistics["draws"]))
        endings = self.statistics["endings"]
        rows += [(f"ended by {ending['rule']}", ending["share"]) for ending in endings]
        values = [share["value"] for _, share in rows]
        intervals = [share["interval"] for _, share in rows]
        axes.errorbar(values, range(len(rows)), xerr=_errors(values, intervals), fmt="o")
        axes.set_yticks(range(len(rows)), [label for label, _ in rows])
        axes.invert_yaxis()
        axes.set(xlabel="share of matches", xlim=(-0.02, 1.02))

    def _plot_ladder(self, axes: Any, ladder: list[dict[str, Any]]) -> None:
        """Plots the strength by budget: Elo above the lowest value, or the share won alone."""
        value, interval = ("score", "interval") if self.seats == 1 else ("total_elo", "total_interval")
        rungs = [rung for rung in ladder if rung[value] is not None]
        values = [rung[value] for rung in rungs]
        errors = _errors(values, [rung[interval] for rung in rungs])
        axes.errorbar([str(rung["value"]) for rung in rungs], values, yerr=errors, fmt="o-")
        label = "share won alone" if self.seats == 1 else "Elo above the lowest"
        axes.set(xlabel="budget", ylabel=label)


def _errors(values: list[float], intervals: list[dict[str, float] | None]) -> npt.NDArray[Any]:
    """Returns the distances of values from the ends of their intervals, 0 without an interval."""
    ends = [
        (value - interval["low"], interval["high"] - value) if interval else (0.0, 0.0)
        for value, interval in zip(values, intervals)
    ]
    errors: npt.NDArray[Any] = np.array(ends, dtype=float).reshape(-1, 2).T
    # Rounding can put a value just outside of its interval.
    clipped: npt.NDArray[Any] = np.maximum(errors, 0.0)
    return clipped


def _columns(text: str) -> Columns:
    """Returns the columns of a table in JSON."""
    return {name: np.array(values) for name, values in json.loads(text).items()}


def _ladder_text(ladder: str | Mapping[str, Sequence[int]]) -> str:
    """Returns a ladder in the notation of the command line."""
    if isinstance(ladder, str):
        return ladder
    if len(ladder) != 1:
        raise ValueError(f"ladder: expected one setting, found {len(ladder)}")
    [(setting, values)] = ladder.items()
    return f"{setting}={','.join(map(str, values))}"


def stats(
    game: Game | str,
    player: str | Sequence[str] | None = "random",
    matches: int | None = None,
    *,
    options: Mapping[str, OptionValue] | None = None,
    seats: int | None = None,
    seed: int | str | None = None,
    ladder: str | Mapping[str, Sequence[int]] | None = None,
    compare: Mapping[str, OptionValue] | None = None,
    threads: int | None = None,
) -> Stats:
    """Plays matches between built-in agents, in Rust and without the GIL, and returns their statistics.

    ``game`` is a name with ``options`` and ``seats``, or a ``Game``, which has both. ``player`` is an agent such as
    ``minimax:nodes=1000`` on all seats, several that take turns on them, or ``None`` for the agent that plays against
    people with 1000 nodes. Without ``matches`` there are 200, or the next multiple of the seats where each player has
    every seat. ``ladder`` measures the first player with different budgets, such as ``{"nodes": [100, 400]}``;
    ``compare`` plays the same matches with other options, which replace those of the game. In games with sampled
    openings, two turns are sampled unless ``opening_turns`` is given. The result depends on the seed and not on
    ``threads``, which are as many as the processor has cores unless given.

    >>> import botwerk
    >>> small = {"width": 3, "ranks": 4}
    >>> stats = botwerk.stats("netzwerk", "greedy", 20, options=small, seed=7, compare={"turn_cap": 6})
    >>> len(stats.matches["turns"]), stats.statistics["matches"]
    (20, 20)
    >>> round(sum(seat["value"] for seat in stats.statistics["wins_by_seat"]), 9)
    1.0
    >>> [figure["name"] for figure in stats.comparison.figures][:2]
    ['turns', 'decisions']

    Raises ``ValueError`` if an argument is invalid.
    """
    if isinstance(game, Game):
        if options is not None or seats is not None:
            raise ValueError("options and seats: a Game has both; pass a name, or omit them")
        given, seats, name = game.options, game.num_players(), game.name
    else:
        given = {key: option_text(value) for key, value in (options or {}).items()}
        name = game
    if matches is not None and matches < 0:
        raise ValueError(f"matches: expected at least 1, found {matches}")
    if threads is not None and threads < 1:
        raise ValueError(f"threads: expected at least 1, found {threads}")
    if seats is not None and seats < 1:
        raise ValueError(f"seats: expected at least 1, found {seats}")
    compared = None
    if compare is not None:
        changed = {key: option_text(value) for key, value in compare.items()}
        compared = list({**given, **changed}.items())
    players = [] if player is None else [player] if isinstance(player, str) else list(player)
    text, rows, compared_rows = _botwerk.measure_game(
        name,
        list(given.items()),
        compared,
        seats,
        players,
        matches,
        seed_text(seed),
        None if ladder is None else _ladder_text(ladder),
        threads or os.cpu_count() or 1,
    )
    report = json.loads(text)
    comparison = None
    if report["comparison"] is not None and compared_rows is not None:
        comparison = Comparison(**report["comparison"], matches=_columns(compared_rows))
    return Stats(
        game=report["game"],
        options=report["options"],
        seats=report["seats"],
        players=report["players"],
        seed=report["seed"],
        statistics=report["statistics"],
        matches=_columns(rows),
        comparison=comparison,
        ladder=report["ladder"] and report["ladder"]["rungs"],
    )
