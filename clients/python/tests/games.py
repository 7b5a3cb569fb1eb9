"""Short matches of every game, for the tests."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import botwerk

OPTIONS: dict[str, dict[str, botwerk._game.OptionValue]] = {
    "micro-robots": {"round_cap": 3},
    "netzwerk": {"turn_cap": 20},
    "droids": {"round_cap": 3},
    "ricochet": {"round_cap": 2},
}

#: Options that change the shape of observations or the number of actions.
SHAPES: list[tuple[str, dict[str, Any], int]] = [
    *((name, options, 2) for name, options in OPTIONS.items()),
    ("micro-robots", {"round_cap": 2}, 4),
    ("netzwerk", {"width": 3, "ranks": 4, "turn_cap": 9}, 2),
    ("droids", {"scenario": 5}, 1),
    ("droids", {"round_cap": 2}, 4),
    ("ricochet", {"round_cap": 1, "silver": True, "transparent": True}, 3),
]


def short_game(name: str) -> botwerk.Game:
    """Returns a game with short matches of two players."""
    return botwerk.load_game(name, OPTIONS[name], 2)


def step(state: botwerk.State, rng: random.Random) -> None:
    """Applies a random action or outcome of chance."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(outcomes, weights)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def play_state(game: botwerk.Game, seed: int) -> tuple[list[tuple[int, int]], list[float]]:
    """Plays a match in which every player takes the middle one of the legal actions."""
    state = game.new_initial_state(seed)
    state.sample_chance()
    played = []
    while not state.is_terminal():
        legal = state.legal_actions()
        played.append((state.current_player(), legal[len(legal) // 2]))
        state.apply_action(played[-1][1])
        state.sample_chance()
    return played, state.returns()


def middle(mask: Any) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[len(legal) // 2])
