"""Positions of small Netzwerk boards as sets of points, and the exact values that the program computes."""

from __future__ import annotations

import itertools
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import botwerk

#: Files and ranks in the notation: robots are on even points, batteries on odd ones (NW-2).
FILES = "abcdefghijklm"


class Placement(NamedTuple):
    """A position at the start of White's turn: sets of points, with the bit ``8 * rank + file`` for each."""

    white: int
    black: int
    batteries: int


class Board(NamedTuple):
    """A small board (NW-31) with the largest numbers of robots of a side and the number of batteries."""

    width: int
    ranks: int
    robots: int
    batteries: int
    battery_control: str = "majority"

    def game(self) -> botwerk.Game:
        """Returns the game in which a position is all that counts: repetition and quiet turns never draw."""
        options: dict[str, botwerk.OptionValue] = {
            "width": self.width,
            "ranks": self.ranks,
            "battery_control": self.battery_control,
            "repetition": 0,
            "quiet_turns": 0,
        }
        return botwerk.load_game("netzwerk", options)

    def start_text(self) -> str:
        """Returns the start position with the first of the robots and batteries of either side."""
        files, last = range(self.width), self.ranks - 1
        white = sum(1 << file for file in itertools.islice(files, self.robots))
        black = sum(1 << (8 * last + file) for file in itertools.islice(files, self.robots))
        rows = [[8 * rank + file for file in range(self.width + 1)] for rank in (1, last)]
        fields = [*rows[0], *rows[1]] if rows[0] != rows[1] else rows[0]
        batteries = sum(1 << field for field in fields[: self.batteries])
        return self.text(Placement(white, black, batteries))

    def text(self, placement: Placement) -> str:
        """Returns a position in the notation of the game."""
        white, black = (points(squares, 2) for squares in placement[:2])
        return f"w {white} {black} {points(placement.batteries, 1)}"

    def placement(self, text: str) -> Placement:
        """Returns the position at the start of a turn, seen by the side to move as if it were White.

        Left and right do not matter: of a position and its mirror image the lower one is returned. The count of
        quiet turns does not matter either, since it never ends a match here.
        """
        side, white, black, batteries = text.split()[:4]
        own, other, fields = (bits(part) for part in (white, black, batteries))
        if side == "b":
            own, other = (rotated(part, self.width, self.ranks) for part in (other, own))
            fields = rotated(fields, self.width + 1, self.ranks + 1)
        given = Placement(own, other, fields)
        image = Placement(
            mirrored(own, self.width), mirrored(other, self.width), mirrored(fields, self.width + 1)
        )
        return min(given, image)

    def placements(self) -> Iterator[Placement]:
        """Yields all positions in which neither side has won by its robots (NW-19), in order."""
        squares = [8 * rank + file for rank in range(self.ranks) for file in range(self.width)]
        fields = [8 * rank + file for rank in range(self.ranks + 1) for file in range(self.width + 1)]
        robots = sorted(set(chosen(squares, self.robots)))
        batteries = sorted(one_size(fields, self.batteries))
        home = sum(1 << file for file in range(self.width))
        goal = home << 8 * (self.ranks - 1)
        for white in robots:
            for black in robots:
                image = (mirrored(white, self.width), mirrored(black, self.width))
                if white & black or (white, black) > image:
                    continue
                if has_arrived(white, goal) or has_arrived(black, home):
                    continue
                for placed in batteries:
                    yield Placement(white, black, placed)

    def exact_values(self) -> dict[Placement, int]:
        """Returns the value of every position from the program's solver: see ``solve``.

        ``n`` is a win in ``n`` turns of both sides, ``-n - 1`` a loss in ``n``, 0 a draw. The file that it reads
        is a certificate, which ``botwerk solve --check`` verifies: docs/netzwerk-small-boards.md.
        """
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "certificate"
            command = [sys.executable, "-m", "botwerk", "solve", "--game", "netzwerk", "--json"]
            command += ["--width", str(self.width), "--ranks", str(self.ranks)]
            command += ["--option", f"battery_control={self.battery_control}"]
            command += ["--position", self.start_text(), "--certificate", str(path)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            head, _, scores = path.read_bytes().partition(b"\n\n")
        placements = list(self.placements())
        if len(placements) != len(scores):
            raise ValueError(f"certificate: expected {len(placements)} positions, found {len(scores)}")
        values: dict[Placement, int] = {}
        for placement, score in zip(placements, scores):
            value = 0 if score == 127 else 255 - score if score > 127 else -score - 1
            # A symmetric placement of robots is in the certificate with both images of its batteries.
            values[self.placement(self.text(placement))] = value
        return values


def chosen(of: list[int], most: int) -> Iterator[int]:
    """Yields all sets of one to ``most`` points."""
    for size in range(1, most + 1):
        yield from one_size(of, size)


def one_size(of: list[int], size: int) -> Iterator[int]:
    """Yields all sets of ``size`` points."""
    for combination in itertools.combinations(of, size):
        yield sum(1 << point for point in combination)


def has_arrived(robots: int, goal: int) -> bool:
    """Returns whether half of the robots are on the goal."""
    return 2 * (robots & goal).bit_count() >= robots.bit_count()


def members(points: int) -> Iterator[tuple[int, int]]:
    """Yields file and rank of each point of a set, by rank, then file."""
    while points:
        lowest = points & -points
        rank, file = divmod(lowest.bit_length() - 1, 8)
        yield file, rank
        points ^= lowest


def points(members_of: int, first: int) -> str:
    """Returns a set in the notation: ``first`` is 2 for robots, 1 for batteries."""
    names = [f"{FILES[2 * x + first - 1]}{2 * y + first}" for x, y in members(members_of)]
    return ",".join(names) or "-"


def bits(text: str) -> int:
    """Returns a set from the notation."""
    if text == "-":
        return 0
    names = text.split(",")
    return sum(1 << (8 * ((int(name[1:]) - 1) // 2) + FILES.index(name[0]) // 2) for name in names)


def rotated(points: int, width: int, ranks: int) -> int:
    """Returns a set turned by half a turn."""
    return sum(1 << (8 * (ranks - 1 - y) + width - 1 - x) for x, y in members(points))


def mirrored(points: int, width: int) -> int:
    """Returns a set with left and right exchanged."""
    return sum(1 << (8 * y + width - 1 - x) for x, y in members(points))
