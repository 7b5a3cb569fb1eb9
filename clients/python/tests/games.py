"""Short matches of every game, for the tests."""

from __future__ import annotations

import random

import botwerk

OPTIONS: dict[str, dict[str, botwerk._game.OptionValue]] = {
    "micro-robots": {"round_cap": 3},
    "netzwerk": {"turn_cap": 20},
    "droids": {"round_cap": 3},
    "ricochet": {"round_cap": 2},
}


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
