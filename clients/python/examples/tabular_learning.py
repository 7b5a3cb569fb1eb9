"""A tabular learner that reaches the exact value of every position of a small Netzwerk board.

    python tabular_learning.py --batteries 3 --seed 7

It plays against itself from exploring starts and keeps a value for each position at the start of a turn. After
a match the value of every position that it visited becomes that of its best turn: the negative value of the
position that the turn leads to (Sutton and Barto, Reinforcement Learning, sections 1.5 and 5.3). It stops when a
round of starts has changed nothing. Only then are the values of the program's solver read, and compared.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from small_board import Board, Placement

import botwerk

#: What a win is worth one turn earlier: the learner prefers short wins and long losses.
DISCOUNT = 0.9


class Turns(NamedTuple):
    """What the turns from a position lead to."""

    #: The best result of a turn that ends the match, for the side to move, if there is one.
    ended: float | None
    #: The positions that other turns lead to, with the other side to move.
    positions: tuple[Placement, ...]


class Learner:
    """Values of positions, learned by self-play."""

    def __init__(self, board: Board, seed: int) -> None:
        self.board = board
        self.game = board.game()
        self.rng = random.Random(seed)
        #: Every position starts as a draw: what is not known to be won or lost.
        self.values: dict[Placement, float] = {}
        #: The turns of each position that was visited, since these never change.
        self.turns: dict[Placement, Turns] = {}
        #: The number of matches and backups so far.
        self.matches = 0
        self.backups = 0

    def learn(self, explore: float, max_turns: int) -> list[int]:
        """Plays rounds of matches until one changes no value. Returns the number of changes of each."""
        starts = sorted({self.board.placement(self.board.text(it)) for it in self.board.placements()})
        changes: list[int] = []
        while not changes or changes[-1] > 0:
            self.rng.shuffle(starts)
            changes.append(sum(self.play(start, explore, max_turns) for start in starts))
        return changes

    def play(self, start: Placement, explore: float, max_turns: int) -> int:
        """Plays a match against itself and learns from its end to its start. Returns the number of changes."""
        visited = [start]
        while len(visited) < max_turns:
            turns = self.turns_of(visited[-1])
            if not turns.positions or (turns.ended or 0) > 0:
                break
            if self.rng.random() < explore:
                visited.append(self.rng.choice(turns.positions))
            else:
                visited.append(min(turns.positions, key=self.value))
        self.matches += 1
        return sum(self.back_up(position) for position in reversed(visited))

    def value(self, position: Placement) -> float:
        """Returns the learned value for the side to move."""
        return self.values.get(position, 0.0)

    def back_up(self, position: Placement) -> bool:
        """Sets the value of a position to that of its best turn and returns whether it has changed."""
        turns = self.turns_of(position)
        results = [] if turns.ended is None else [turns.ended]
        if turns.positions:
            results.append(-min(map(self.value, turns.positions)))
        # Without a turn the side to move has lost (NW-21).
        value = DISCOUNT * max(results) if results else -1.0
        has_changed = value != self.value(position)
        self.values[position] = value
        self.backups += 1
        return has_changed

    def turns_of(self, position: Placement) -> Turns:
        """Returns what the turns from a position lead to, as the rules of the engine tell."""
        if position not in self.turns:
            state = self.game.parse_state(self.board.text(position))
            self.turns[position] = explore_turns(self.board, state)
        return self.turns[position]


def explore_turns(board: Board, start: botwerk.State) -> Turns:
    """Tries all sequences of actions until the other side is to move."""
    mover = start.current_player()
    ended: float | None = None
    positions: set[Placement] = set()
    texts: set[str] = set()
    within = [] if start.is_terminal() else [start]
    # Different sequences of actions lead to the same position within the turn.
    seen: set[int] = set()
    while within:
        before = within.pop()
        for action in before.legal_actions():
            after = before.clone()
            after.apply_action(action)
            if after.is_terminal():
                result = after.returns()[mover]
                ended = result if ended is None else max(ended, result)
            elif after.current_player() == mover:
                reached = after.information_state_hash()
                if reached not in seen:
                    seen.add(reached)
                    within.append(after)
            else:
                texts.add(after.position())
    positions = {board.placement(text) for text in texts}
    return Turns(ended, tuple(sorted(positions)))


def turns_to_end(value: float) -> int:
    """Returns a learned value as the solver writes it: see ``Board.exact_values``."""
    if value == 0:
        return 0
    turns = round(math.log(abs(value)) / math.log(DISCOUNT))
    return turns if value > 0 else -turns - 1


class Comparison(NamedTuple):
    """The learned values next to the exact ones."""

    positions: int
    equal: int
    won: int
    lost: int
    drawn: int
    rounds: list[int]
    #: How many positions have each value: see ``Board.exact_values``.
    values: Counter[int]


def compare(learner: Learner, rounds: list[int]) -> Comparison:
    """Compares all positions with the values of the program's solver."""
    exact = learner.board.exact_values()
    learned = {position: turns_to_end(learner.value(position)) for position in exact}
    values = list(learned.values())
    return Comparison(
        positions=len(exact),
        equal=sum(learned[position] == value for position, value in exact.items()),
        won=sum(value > 0 for value in values),
        lost=sum(value < 0 for value in values),
        drawn=values.count(0),
        rounds=rounds,
        values=Counter(values),
    )


def main(arguments: Sequence[str] | None = None) -> Comparison:
    """Learns, and prints and returns the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7, help="seed of starts and exploration")
    parser.add_argument("--width", type=int, default=2, help="files of the board")
    parser.add_argument("--ranks", type=int, default=3, help="ranks of the board")
    parser.add_argument("--robots", type=int, default=2, help="robots of each side")
    parser.add_argument("--batteries", type=int, default=3, help="batteries on the board")
    parser.add_argument("--battery-control", default="majority", help="the option battery_control")
    parser.add_argument("--explore", type=float, default=0.2, help="share of random turns")
    parser.add_argument("--max-turns", type=int, default=20, help="turns after which a match stops")
    args = parser.parse_args(arguments)
    board = Board(args.width, args.ranks, args.robots, args.batteries, args.battery_control)
    started = time.perf_counter()
    learner = Learner(board, args.seed)
    rounds = learner.learn(args.explore, args.max_turns)
    seconds = time.perf_counter() - started
    result = compare(learner, rounds)
    print(f"{args.width} x {args.ranks}, at most {args.robots} robots a side, {args.batteries} batteries")
    print(f"learned in {learner.matches:,} matches, {learner.backups:,} backups, {seconds:.1f} s")
    print("changed values by round:", ", ".join(map(str, rounds)))
    print(f"won {result.won:,}, lost {result.lost:,}, drawn {result.drawn:,} for the side to move")
    print(f"equal to the exact value, in turns: {result.equal:,} of {result.positions:,} positions")
    return result


if __name__ == "__main__":
    compared = main()
    sys.exit(compared.equal != compared.positions)
