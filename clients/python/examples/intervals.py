"""Means and scores with 95 % intervals, as the examples print them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

#: The quantile of the normal distribution for intervals of 95 %.
Z = 1.96


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    estimate: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        return f"{self.estimate:+.3f} ({self.low:+.3f} to {self.high:+.3f})"

    def percent(self) -> str:
        """Returns a share as text, in percent."""
        low, high = 100 * self.low, 100 * self.high
        return f"{100 * self.estimate:5.1f} % ({low:.1f} to {high:.1f} %)"


def mean_interval(values: npt.ArrayLike) -> Interval:
    """Returns the mean of independent values, whose interval follows from their standard deviation.

    Raises ``ValueError`` for fewer than two values.
    """
    array = np.asarray(values, np.float64)
    if array.size < 2:
        raise ValueError(f"values: expected at least two, found {array.size}")
    mean = float(array.mean())
    half = Z * float(array.std(ddof=1)) / math.sqrt(array.size)
    return Interval(mean, mean - half, mean + half)


def score_interval(wins: int, draws: int, losses: int) -> Interval:
    """Returns the share of points with its 95 % interval; a draw is half a point.

    Without draws this is Wilson's score interval, which is valid also near 0 and 1, where one from the standard
    deviation is too narrow. Draws vary less than wins and losses: the variance of a match with score ``p`` and a
    share ``d`` of draws is ``p * (1 - p) - d / 4``. Matches that were all drawn could still have been others, so
    the share is that of ``Z**2`` more matches without a draw. Raises ``ValueError`` without a match.
    """
    matches = wins + draws + losses
    if matches < 1:
        raise ValueError(f"matches: expected at least one, found {matches}")
    share, drawn, scale = (wins + draws / 2) / matches, draws / (matches + Z * Z), Z * Z / matches
    # The scores p for which (share - p)^2 is at most Z^2 times the variance of the mean.
    middle = (share + scale / 2) / (1 + scale)
    square = middle**2 - (share**2 + scale * drawn / 4) / (1 + scale)
    half = math.sqrt(max(square, 0.0))
    return Interval(share, middle - half, middle + half)


def score_of_returns(returns: npt.ArrayLike) -> Interval:
    """Returns the score of matches whose returns are 1 for a win, 0 for a draw and -1 for a loss."""
    array = np.asarray(returns)
    return score_interval(*(int((array == value).sum()) for value in (1, 0, -1)))


def mean_return(returns: npt.ArrayLike) -> Interval:
    """Returns the mean of returns that are 1, 0 or -1, whose interval is within these: see ``score_interval``."""
    score = score_of_returns(returns)
    return Interval(*(2 * share - 1 for share in score))
