"""Luck-adjusted evaluation of Droids matches: the chance nodes of AIVAT.

    python luck_adjusted.py --matches 4000 --seed 7

Two built-in agents play a short scenario, and their records are replayed. At each chance node a value function
says what every outcome would have been worth; the mean over all outcomes minus the value of the outcome that
came is a correction. It is zero on average whatever the value function is, as long as the match itself has not
chosen it. The return plus all corrections of a match therefore has the same mean as the return, and varies less
the better the value function is.

Burch, Schmid, Moravcik, Morrill and Bowling, AIVAT: A New Variance Reduction Technique for Agent Evaluation in
Imperfect Information Games (AAAI 2018). Its other half corrects for the agents' own random choices in the same
way, which needs the probabilities of their actions.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from intervals import Interval, mean_interval

import botwerk

#: Freight in a single round: whose container is nearer to its pad wins, and seven stones each decide.
OPTIONS: dict[str, botwerk.OptionValue] = {"scenario": 6, "round_cap": 1}
PLAYER, OPPONENT = "greedy", "greedy:programs=30"
#: Parts of the matches: the values for each are fitted on all others.
FOLDS = 10
#: Strength of the ridge penalty on the weights, as a number of matches without luck.
RIDGE = 50.0


class PlayedMatches(NamedTuple):
    """Matches of the player on seat 0."""

    #: What each match was worth to the player.
    returns: npt.NDArray[np.float64]
    #: For each match and feature: its mean over the outcomes minus what came, summed over all chance nodes.
    differences: npt.NDArray[np.float64]


class Adjusted(NamedTuple):
    """Matches before and after the adjustment."""

    returns: npt.NDArray[np.float64]
    #: By how much the chance outcomes of each match were better than their mean, as the values say.
    luck: npt.NDArray[np.float64]

    @property
    def adjusted(self) -> npt.NDArray[np.float64]:
        """The returns without luck."""
        return self.returns - self.luck

    @property
    def plain_mean(self) -> Interval:
        """The mean return."""
        return mean_interval(self.returns)

    @property
    def adjusted_mean(self) -> Interval:
        """The mean of the adjusted returns."""
        return mean_interval(self.adjusted)

    @property
    def luck_mean(self) -> Interval:
        """The mean luck: its interval should contain 0."""
        return mean_interval(self.luck)

    @property
    def saved(self) -> float:
        """The share of matches that the adjustment saves for an interval of the same width."""
        return 1 - float(self.adjusted.var() / self.returns.var())


def load() -> botwerk.Game:
    """Returns the game of the matches."""
    return botwerk.load_game("droids", OPTIONS, players=2)


class Hands:
    """What the value function sees: the stones in the hands of both players.

    The value of a position is a weighted sum of these features. So the corrections of a match are the same
    weights times the differences of the features, which have to be computed only once.
    """

    def __init__(self, game: botwerk.Game) -> None:
        [field] = [it for it in game.observation_fields if it.name == "own_hand"]
        self.start, self.end = field.start, field.start + field.shape[0]
        self.views = np.zeros((2, game.observation_tensor_shape()[0]), np.uint8)

    def features(self, state: botwerk.State) -> npt.NDArray[np.float64]:
        """Returns the player's stones of each kind minus the opponent's, and whether there is one at all."""
        for player in range(2):
            state.write_observation(player, self.views[player])
        stones = self.views[:, self.start : self.end].astype(np.float64)
        has_one = np.minimum(stones, 1)
        return np.concatenate([stones[0] - stones[1], has_one[0] - has_one[1]])


def differences(record: botwerk.Record, hands: Hands) -> npt.NDArray[np.float64]:
    """Replays a match and returns, summed over its chance nodes, mean features minus those that came."""
    state = record.state(0)
    total = np.zeros_like(hands.features(state))
    for event in record.events:
        action = state.string_to_action(event["action"])
        if state.is_chance_node():
            for outcome, probability in state.chance_outcomes():
                after = state.clone()
                after.apply_action(outcome)
                weight = probability - (outcome == action)
                total += weight * hands.features(after)
        state.apply_action(action)
    return total


def run_matches(game: botwerk.Game, matches: int, seed: int, records: Path) -> Interval:
    """Plays matches of the two agents and returns the mean return of the player on seat 0."""
    command = [sys.executable, "-m", "botwerk", "match", PLAYER, OPPONENT, "--game", game.name, "--json"]
    for name, value in game.options.items():
        command += ["--option", f"{name}={value}"]
    command += ["--seed", str(seed)]
    # Each seed is played twice, with exchanged seats. Two such matches are not independent: those with the
    # player on seat 0 count.
    command += ["--matches", str(2 * matches), "--records", str(records)]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    seat = json.loads(printed)["players"][0]["by_seat"][0]
    counts = [seat["wins"], seat["draws"], seat["losses"]]
    return mean_interval(np.repeat([1.0, 0.0, -1.0], counts))


def play_matches(game: botwerk.Game, matches: int, seed: int) -> PlayedMatches:
    """Plays matches of the two agents and replays their records."""
    hands = Hands(game)
    returns, rows = [], []
    with tempfile.TemporaryDirectory() as folder:
        run_matches(game, matches, seed, Path(folder, "records"))
        for path in sorted(Path(folder, "records").glob("*.bwr")):
            record = botwerk.Record.load(path)
            # A record names an agent with its version, before the settings.
            settings = record.header["seats"][0]["agent"].partition(":")[2]
            if settings != PLAYER.partition(":")[2]:
                continue
            assert record.outcome is not None, "whole matches are recorded"
            first, second = record.outcome["places"]
            returns.append(float(np.sign(second - first)))
            rows.append(differences(record, hands))
    return PlayedMatches(np.array(returns), np.array(rows))


def adjust(played: PlayedMatches, seed: int) -> Adjusted:
    """Computes the luck of each match with weights that were fitted on others.

    The weights are those of a regression of the returns on the differences, so that they explain as much of
    the returns as they can. Fitted on the match itself they would not be independent of its chance outcomes,
    and the corrections would not be zero on average.
    """
    count = len(played.returns)
    part = np.random.default_rng(seed).permutation(count) % FOLDS
    luck = np.zeros(count)
    for fold in range(FOLDS):
        rows = played.differences[part != fold]
        returns = played.returns[part != fold]
        ridge = RIDGE * np.eye(rows.shape[1])
        weights = np.linalg.solve(rows.T @ rows + ridge, -rows.T @ (returns - returns.mean()))
        luck[part == fold] = -played.differences[part == fold] @ weights
    return Adjusted(played.returns, luck)


def show(result: Adjusted) -> None:
    """Prints the means with and without luck."""
    plain, adjusted = result.plain_mean, result.adjusted_mean
    print(f"{PLAYER} against {OPPONENT}, {len(result.returns)} matches, mean return with 95 % interval")
    print(f"plain     {plain}   half-width {plain.half_width:.4f}")
    print(f"adjusted  {adjusted}   half-width {adjusted.half_width:.4f}")
    print(f"luck      {result.luck_mean}   (unbiased: 0 on average)")
    print(
        f"interval {adjusted.half_width / plain.half_width:.3f} times as wide: "
        f"saves {100 * result.saved:.0f} % of the matches"
    )


def main(arguments: Sequence[str] | None = None) -> tuple[Adjusted, Interval | None]:
    """Plays and prints. Returns the matches, and the plain mean of many more of them if they were played."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7, help="seed of all matches")
    parser.add_argument("--matches", type=int, default=4000, help="matches to adjust")
    parser.add_argument(
        "--check", type=int, default=0, help="matches for the plain mean to compare with [default: none]"
    )
    args = parser.parse_args(arguments)
    started = time.perf_counter()
    game = load()
    result = adjust(play_matches(game, args.matches, args.seed), args.seed)
    show(result)
    print(f"{time.perf_counter() - started:.1f} s")
    if not args.check:
        return result, None
    with tempfile.TemporaryDirectory() as folder:
        more = run_matches(game, args.check, args.seed + 1, Path(folder, "records"))
    print(f"plain mean of {args.check} other matches {more}")
    return result, more


if __name__ == "__main__":
    main()
