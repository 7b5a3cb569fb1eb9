"""What random play is worth in each game: the least that anything learned must beat.

    python random_baseline.py --matches 1000 --seed 7

Random plays against random, and each seat once against a built-in agent of the game, on lanes of ``VecEnv``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from intervals import Interval, mean_return

import botwerk

#: The number of players of all matches.
PLAYERS = 2
#: The built-in agent of each game that random meets.
OPPONENTS = {
    "micro-robots": "human",
    "netzwerk": "greedy",
    "droids": "greedy",
    "ricochet": "human",
}


class Baseline(NamedTuple):
    """Matches of random on one seat against an opponent."""

    game: str
    seat: int
    opponent: str
    #: The mean return of random.
    mean: Interval
    #: The mean number of steps of a match; those of agents inside of the lanes do not count.
    steps_per_match: float
    #: Steps of all lanes together in a second, in one thread.
    steps_per_second: float


def play_episodes(env: botwerk.VecEnv) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Plays one episode in every lane at random and returns its returns and its length.

    Lanes that start new episodes by themselves would have more short matches than long ones when the counting
    stops, and short matches may have other returns.
    """
    returns = np.zeros((env.num_lanes, env.num_players))
    lengths = np.zeros(env.num_lanes, np.int64)
    is_open = np.ones(env.num_lanes, np.bool_)
    while is_open.any():
        env.step_random()
        lengths += is_open
        ended = is_open & env.terminated
        returns[ended] = env.rewards[ended]
        is_open &= ~ended
    return returns, lengths


def measure(game: str, opponent: str, seats: Sequence[int], matches: int, seed: int) -> list[Baseline]:
    """Plays matches in which random has the given seats, and returns a line for each of them."""
    env = botwerk.VecEnv(
        game,
        matches,
        players=PLAYERS,
        seed=seed,
        opponents={seat: opponent for seat in range(PLAYERS) if seat not in seats},
        autoreset="Disabled",
        observations=None,
        masks=None,
    )
    started = time.perf_counter()
    returns, lengths = play_episodes(env)
    rate = int(lengths.sum()) / (time.perf_counter() - started)
    return [
        Baseline(game, seat, opponent, mean_return(returns[:, seat]), float(lengths.mean()), rate)
        for seat in seats
    ]


def baselines(game: str, matches: int, seed: int) -> Iterator[Baseline]:
    """Measures random against random, and on each seat against a built-in agent."""
    yield from measure(game, "random", range(PLAYERS), matches, seed)
    for seat in range(PLAYERS):
        yield from measure(game, OPPONENTS[game], [seat], matches, seed)


def main(arguments: Sequence[str] | None = None) -> list[Baseline]:
    """Prints and returns the baselines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7, help="seed of all matches")
    parser.add_argument("--matches", type=int, default=1000, help="matches of each line")
    parser.add_argument("--game", action="append", choices=OPPONENTS, help="only this game")
    args = parser.parse_args(arguments)
    print(f"{args.matches} matches each: mean return of random (1 win, -1 loss), 95 % interval")
    print(f"{'game':<13}{'seat':<6}{'opponent':<10}{'mean return':<28}steps a match   steps a second")
    measured = []
    for game in args.game or list(OPPONENTS):
        for line in baselines(game, args.matches, args.seed):
            measured.append(line)
            print(
                f"{game:<13}{line.seat:<6}{line.opponent:<10}{line.mean!s:<28}"
                f"{line.steps_per_match:>13.0f}   {line.steps_per_second:>14,.0f}",
                flush=True,
            )
    return measured


if __name__ == "__main__":
    main()
