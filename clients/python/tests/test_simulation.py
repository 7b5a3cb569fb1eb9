"""The random simulation test of OpenSpiel, for every game and set of options.

Episodes are played with random actions. At each step the state is cloned and serialized, its history is applied again,
and what each player knows is compared with states that are sampled from it. ``BOTWERK_SIMULATIONS`` is the number of
episodes for each set of options; ``cargo xtask nightly`` plays 200.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from games import SHAPES

import botwerk

#: Number of episodes for each set of options.
SIMULATIONS = int(os.environ.get("BOTWERK_SIMULATIONS", "2"))

#: Options that change how a match proceeds, together with those that change its shape.
VARIANTS: list[tuple[str, dict[str, Any], int]] = [
    *SHAPES,
    ("micro-robots", {"round_cap": 3}, 3),
    ("micro-robots", {"round_cap": 2, "expert": True, "chip_on_target": False}, 3),
    ("netzwerk", {"turn_cap": 12, "battery_control": "at_least", "forced_capture": True}, 2),
    ("netzwerk", {"turn_cap": 12, "opening_turns": 2, "repetition": 2}, 2),
    ("droids", {"round_cap": 2, "scenario": 2}, 2),
    ("droids", {"round_cap": 2, "scenario": 3, "sides": "neighbours"}, 2),
    ("ricochet", {"round_cap": 1, "race": "first"}, 3),
    ("ricochet", {"round_cap": 1, "crossing_cost": "surcharge", "ricochet_rule": False}, 3),
    ("droids", {"round_cap": 2, "scenario": 4, "garden": "prepared"}, 2),
    ("droids", {"round_cap": 2, "scenario": 6}, 3),
    ("droids", {"round_cap": 2, "teams": True}, 4),
    ("droids", {"level": 8}, 1),
]

#: Short matches for each game, of which one option after another gets each of its other values.
SHORT: dict[str, tuple[dict[str, Any], int]] = {
    "micro-robots": ({"round_cap": 2}, 2),
    "netzwerk": ({"width": 3, "ranks": 4, "turn_cap": 8}, 2),
    "droids": ({"round_cap": 1, "scenario": 3}, 2),
    "ricochet": ({"round_cap": 1, "transparent": True}, 2),
}

#: Values that only some scenarios, seats or other options allow: they are among the variants.
RESTRICTED = {"scenario", "teams", "garden", "level"}


def one_option_after_another() -> list[tuple[str, dict[str, Any], int]]:
    """Returns every value of every option that lists its values."""
    variants = []
    for name, (options, players) in SHORT.items():
        command = [sys.executable, "-m", "botwerk", "game", "show", name, "--json"]
        answer = subprocess.run(command, capture_output=True, text=True, check=True)
        for option in json.loads(answer.stdout)["options"]:
            listed = re.fullmatch(r"(one of )?(?P<values>.+)", option["accepted_values"])
            assert listed is not None
            is_flag = option["accepted_values"] == "true or false"
            if option["name"] in RESTRICTED or not (is_flag or listed[1]):
                continue
            values = re.split(r", | or ", listed["values"])
            given = options.get(option["name"], option["default"])
            variants += [
                (name, {**options, option["name"]: value}, players)
                for value in values
                if value not in (str(given).lower(), option["default"])
            ]
    return variants


def check_legal_actions(state: botwerk.State) -> None:
    """Legal actions are sorted, distinct and in the mask, and only players who are awaited have some."""
    awaited = state.awaited_players()
    for player in range(state.num_players()):
        legal = state.legal_actions(player)
        assert legal == sorted(set(legal))
        assert bool(legal) == (player in awaited)
        assert list(np.flatnonzero(state.legal_actions_mask(player))) == legal
    kinds = [state.is_terminal(), state.is_chance_node(), state.current_player() >= 0]
    assert sum(kinds) == 1, "a state is of one kind"
    assert not (state.is_simultaneous_node() and state.is_chance_node())


def check_chance(state: botwerk.State) -> None:
    """The probabilities of chance are positive and add up to 1."""
    outcomes = state.chance_outcomes()
    assert bool(outcomes) == state.is_chance_node()
    if outcomes:
        assert [outcome for outcome, _ in outcomes] == state.legal_actions()
        assert all(probability > 0 for _, probability in outcomes)
        assert sum(probability for _, probability in outcomes) == pytest.approx(1.0)


def check_copies(game: botwerk.Game, state: botwerk.State) -> None:
    """Clones and serialized states are equal, with the same history."""
    for copied in (state.clone(), game.deserialize_state(state.serialize())):
        assert copied == state and copied.full_history() == state.full_history()
        assert copied.serialize() == state.serialize()


def check_history(game: botwerk.Game, state: botwerk.State, seed: int) -> None:
    """The history leads from the start to the state."""
    replayed = game.new_initial_state(seed)
    for player, action in state.full_history():
        if player >= 0:
            assert player in replayed.awaited_players()
            replayed.apply_action_of(player, action)
        else:
            replayed.apply_action(action)
    assert replayed == state


def check_information(state: botwerk.State, seed: str) -> None:
    """What a player knows is the same in states that are sampled from it."""
    is_chance = state.is_chance_node()
    for player in range(state.num_players()):
        sampled = state.resample(player, seed)
        assert sampled.information_state_string(player) == state.information_state_string(player)
        assert sampled.information_state_hash(player) == state.information_state_hash(player)
        known = state.information_state_tensor(player)
        assert (sampled.information_state_tensor(player) == known).all()
        assert sampled.legal_actions(player) == state.legal_actions(player)
        is_own = state.current_player() == player
        assert (sampled.current_player() == player) == is_own
        assert sampled.is_chance_node() == is_chance
        assert sampled.is_terminal() == state.is_terminal()
        if is_own:
            assert sampled.is_simultaneous_node() == state.is_simultaneous_node()


def check_end(game: botwerk.Game, state: botwerk.State) -> None:
    """Returns are in the range of the game, and the match is not longer than it says."""
    returns = state.returns()
    assert returns == [state.player_return(player) for player in range(state.num_players())]
    assert all(game.min_utility() <= value <= game.max_utility() for value in returns)
    assert game.utility_sum() in (None, pytest.approx(sum(returns), abs=1e-6))
    longest = game.max_game_length()
    assert longest is not None
    assert sum(player >= 0 for player, _ in state.full_history()) <= longest


def take_step(state: botwerk.State, rng: random.Random) -> None:
    """Applies a random action, a joint one in some simultaneous decisions, or an outcome of chance."""
    if state.is_chance_node():
        if rng.random() < 0.5:
            state.sample_chance()
        else:
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, weights)[0])
    elif state.is_simultaneous_node() and rng.random() < 0.3:
        legal = [state.legal_actions(player) for player in range(state.num_players())]
        state.apply_actions([rng.choice(actions) if actions else 0 for actions in legal])
    elif state.is_simultaneous_node() and rng.random() < 0.3:
        player = rng.choice(state.awaited_players())
        state.apply_action_of(player, rng.choice(state.legal_actions(player)))
    else:
        action = rng.choice(state.legal_actions())
        child = state.child(action)
        state.apply_action(action)
        assert child == state


@pytest.mark.parametrize(("name", "options", "players"), [*VARIANTS, *one_option_after_another()])
def test_random_simulation(name: str, options: dict[str, Any], players: int) -> None:
    game = botwerk.load_game(name, options, players)
    rng = random.Random(f"{name} {options}")
    for seed in range(SIMULATIONS):
        state = game.new_initial_state(seed)
        steps = 0
        while True:
            check_legal_actions(state)
            check_chance(state)
            if steps % 5 == 0 or state.is_simultaneous_node() or state.is_chance_node():
                check_copies(game, state)
                check_information(state, f"{seed}/{steps}")
            if steps % 25 == 0 or state.is_terminal():
                check_history(game, state, seed)
            if state.is_terminal():
                break
            assert state.returns() == state.rewards() == [0.0] * state.num_players()
            assert state.is_player_node() == (state.current_player() >= 0)
            assert state.is_initial_state() == (steps == 0) == (state.move_number() == 0)
            take_step(state, rng)
            steps += 1
        check_end(game, state)
        assert state.legal_actions() == [] and state.awaited_players() == []
