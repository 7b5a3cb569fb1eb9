"""Matches on a Ray cluster: workers play a tournament of a server, and tasks play an experiment.

    python ray_workers.py --workers 2 --cycles 100 --seeds 200 --seed 7

The tournament is between two built-in agents, the experiment between a function in Python and random.
``--address`` joins a cluster of several machines, on which the package must be installed: ``ray start --head``, and
``ray start --address`` on the others. These need ``--server`` with the address of a server that all of them reach, and
its worker token in ``BOTWERK_WORKER_TOKEN``.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import logging
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import ray
from intervals import Interval, score_of_returns

import botwerk
import botwerk.ray

#: A small board, on which matches take milliseconds.
OPTIONS: dict[str, botwerk.OptionValue] = {"width": 3, "ranks": 4, "turn_cap": 60}
#: The agents of the tournament.
STRONG, WEAK = "minimax:nodes=300", "greedy"


def wins_or_random(state: botwerk.State, seat: int, rng: random.Random) -> int:
    """Returns an action that wins at once if there is one, else a random one."""
    legal = state.legal_actions(seat)
    for action in legal:
        after = state.clone()
        after.apply_action_of(seat, action)
        if after.is_terminal() and after.returns()[seat] > 0:
            return action
    return rng.choice(legal)


def tournament_file(cycles: int, seed: int) -> str:
    """Returns the file of a round robin in which each cycle is a pair of matches."""
    options = ", ".join(f'{name} = "{value}"' for name, value in OPTIONS.items())
    entrants = "".join(f'[[entrant]]\nplayer = "{agent}"\n' for agent in (STRONG, WEAK))
    return (
        f'name = "Ray workers"\ngame = "netzwerk"\noptions = {{ {options} }}\nopening_turns = 2\n'
        f'seed = "{seed}"\n[format]\nkind = "round-robin"\ncycles = {cycles}\n{entrants}'
    )


def play_tournament(server: str, workers: int, cycles: int, seed: int) -> tuple[int, Interval]:
    """Plays a tournament with workers. Returns the number of its matches and the score of the stronger agent."""
    with tempfile.TemporaryDirectory() as folder, botwerk.ray.Workers(server, workers) as running:
        # The server plays as well: without workers, all matches.
        running.wait_until_running()
        file = Path(folder, "tournament.toml")
        file.write_text(tournament_file(cycles, seed))
        run = ["tournament", "run", "--new", "--server", server, str(file)]
        subprocess.run(
            [sys.executable, "-m", "botwerk", *run], check=True, stdout=subprocess.DEVNULL
        )
        for worker in running.status():
            print(f"worker {worker.worker}: {worker.state}, {worker.starts} starts")
        results = botwerk.TournamentResults.load(server=server)
    returns = []
    with (results.directory / "matches.csv").open(newline="") as matches:
        for row in csv.DictReader(matches):
            place = {row[f"entrant_{seat}"]: int(row[f"place_{seat}"]) for seat in range(2)}
            returns.append(float((place[STRONG] < place[WEAK]) - (place[STRONG] > place[WEAK])))
    return len(returns), score_of_returns(returns)


def play_experiment(seeds: int, seed: int) -> Interval:
    """Returns the score of the function against random, on both seats from each seed."""
    results = botwerk.ray.play_matches(
        "netzwerk",
        [wins_or_random, "random"],
        [f"{seed}/{index}" for index in range(seeds)],
        options=OPTIONS,
        blocks_per_task=10,
    )
    return score_of_returns([result.returns[result.players.index(0)] for result in results])


class Result(NamedTuple):
    """A tournament and an experiment."""

    matches: int
    #: The score of the stronger agent.
    tournament: Interval
    #: The score of the function against random.
    experiment: Interval


def main(arguments: Sequence[str] | None = None) -> Result:
    """Plays both, and prints and returns the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7, help="seed of all matches")
    parser.add_argument("--workers", type=int, default=2, help="number of workers")
    parser.add_argument(
        "--cycles", type=int, default=100, help="pairs of matches of the tournament"
    )
    parser.add_argument("--seeds", type=int, default=200, help="seeds of the experiment")
    parser.add_argument("--address", help="a Ray cluster to join [default: this machine]")
    parser.add_argument("--server", help="a server that all nodes reach [default: one in memory]")
    args = parser.parse_args(arguments)
    # Tasks import the modules next to this script.
    paths = [str(Path(__file__).resolve().parent), os.environ.get("PYTHONPATH", "")]
    ray.init(
        address=args.address,
        num_cpus=None if args.address else args.workers,
        include_dashboard=None if args.address else False,
        logging_level=logging.ERROR,
        runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(filter(None, paths))}},
    )
    try:
        with contextlib.ExitStack() as stack:
            server = args.server or stack.enter_context(botwerk.serve()).address
            matches, tournament = play_tournament(server, args.workers, args.cycles, args.seed)
        experiment = play_experiment(args.seeds, args.seed)
    finally:
        ray.shutdown()
    print(f"{matches} matches of the tournament: score of {STRONG} {tournament.percent()}")
    print(
        f"{2 * args.seeds} matches of the experiment: score of the function {experiment.percent()}"
    )
    return Result(matches, tournament, experiment)


if __name__ == "__main__":
    main()
