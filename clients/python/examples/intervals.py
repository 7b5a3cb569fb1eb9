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


def score_interval(points: float, matches: int) -> Interval:
    """Returns the share of points in matches with Wilson's score interval; a draw is half a point.

    It is valid also for scores near 0 and 1, where an interval from the standard deviation is too narrow.
    Raises ``ValueError`` without a match.
    """
    if matches < 1:
        raise ValueError(f"matches: expected at least one, found {matches}")
    share, squared = points / matches, Z * Z
    middle = share + squared / (2 * matches)
    half = Z * math.sqrt(share * (1 - share) / matches + squared / (4 * matches * matches))
    scale = 1 + squared / matches
    return Interval(share, (middle - half) / scale, (middle + half) / scale)


def score_of_returns(returns: npt.ArrayLike) -> Interval:
    """Returns the score of returns from -1 to 1: 1 is a point, 0 half a point, -1 none."""
    array = np.asarray(returns, np.float64)
    return score_interval(float(((array + 1) / 2).sum()), array.size)
