"""What random play is worth in each game: the least that anything learned must beat.

    python random_baseline.py --matches 1000 --seed 7

Random plays against random, and each seat once against a built-in agent of the game, on lanes of ``VecEnv``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from intervals import Interval, mean_interval

import botwerk

#: The number of players of each game and the built-in agents that random meets.
GAMES: dict[str, tuple[int, list[str]]] = {
    "micro-robots": (2, ["human"]),
    "netzwerk": (2, ["greedy"]),
    "droids": (2, ["greedy"]),
    "ricochet": (2, ["human"]),
}


class Baseline(NamedTuple):
    """Matches of random against one opponent."""

    game: str
    #: The agent on each seat.
    agents: tuple[str, ...]
    #: The mean return of each seat.
    returns: list[Interval]
    #: The mean number of steps of a match that ``VecEnv`` took.
    steps_per_match: float
    #: Steps of all lanes together in a second.
    steps_per_second: float


def first_episodes(env: botwerk.VecEnv) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Plays the first episode of every lane at random and returns its returns and its length.

    Later episodes of a lane do not count: lanes with short matches have more of them, and short matches
    may have other returns than long ones.
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


def measure(
    game: str,
    matches: int,
    seed: int,
    opponents: Mapping[int, str] | None = None,
    options: Mapping[str, botwerk._game.OptionValue] | None = None,
) -> Baseline:
    """Plays matches in which random has all seats except for those of the opponents."""
    players, _ = GAMES[game]
    env = botwerk.VecEnv(
        game,
        matches,
        options=options,
        players=players,
        seed=seed,
        opponents=opponents,
        autoreset="SameStep",
        observations=None,
        masks=None,
    )
    started = time.perf_counter()
    returns, lengths = first_episodes(env)
    seconds = time.perf_counter() - started
    others = opponents or {}
    return Baseline(
        game,
        tuple(others.get(seat, "random") for seat in range(players)),
        [mean_interval(returns[:, seat]) for seat in range(players)],
        float(lengths.mean()),
        # Lanes whose first episode has ended play on until the longest one has.
        matches * int(lengths.max()) / seconds,
    )


def baselines(games: Sequence[str], matches: int, seed: int) -> list[Baseline]:
    """Measures random against random, and on each seat against the built-in agents."""
    measured = []
    for game in games:
        players, agents = GAMES[game]
        measured.append(measure(game, matches, seed))
        for agent in agents:
            for seat in range(players):
                others = {other: agent for other in range(players) if other != seat}
                measured.append(measure(game, matches, seed, others))
    return measured


def main(arguments: Sequence[str] | None = None) -> list[Baseline]:
    """Prints and returns the baselines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7, help="seed of all matches")
    parser.add_argument("--matches", type=int, default=1000, help="matches of each line")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game")
    args = parser.parse_args(arguments)
    print(f"{args.matches} matches each, mean return (1 win, -1 loss) with its 95 % interval")
    measured = []
    for game in args.game or list(GAMES):
        for line in baselines([game], args.matches, args.seed):
            measured.append(line)
            seats = "   ".join(
                f"{agent} {value}" for agent, value in zip(line.agents, line.returns)
            )
            speed = f"{line.steps_per_match:.0f} steps a match, {line.steps_per_second:,.0f} a second"
            print(f"{game:<13} {seats}   {speed}", flush=True)
    return measured


if __name__ == "__main__":
    main()
