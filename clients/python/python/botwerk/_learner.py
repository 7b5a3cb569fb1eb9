"""Lanes of one learner, with agents on the other seats."""

from __future__ import annotations

from collections.abc import Mapping

import gymnasium
import numpy as np

from ._game import Game, OptionValue, load_game
from ._vec_env import ObservationKind, VecEnv


def _opponents(game: Game, player: int, given: Mapping[int, str] | None) -> dict[int, str]:
    """Returns the agents of all other seats; `random` plays those that are not given."""
    if not 0 <= player < game.num_players():
        count = game.num_players()
        raise ValueError(f"player {player}: expected a player below {count}")
    if given and player in given:
        raise ValueError(f"opponents: expected none for player {player}, the learner")
    others = {seat: "random" for seat in range(game.num_players()) if seat != player}
    return {**others, **(given or {})}


def learner_lanes(
    game: str | Game,
    lanes: int,
    player: int,
    *,
    options: Mapping[str, OptionValue] | None,
    players: int,
    opponents: Mapping[int, str] | None,
    autoreset: str,
    max_steps: int | None,
    observations: ObservationKind,
    seed: int | str | None = None,
    threads: int = 1,
) -> VecEnv:
    """Returns lanes in which only the player is to act."""
    loaded = load_game(game, options, players) if isinstance(game, str) else game
    return VecEnv(
        loaded,
        lanes,
        seed=seed,
        autoreset=autoreset,
        max_steps=max_steps,
        opponents=_opponents(loaded, player, opponents),
        threads=threads,
        observations=observations,
    )


def learner_spaces(lanes: VecEnv) -> tuple[gymnasium.spaces.Box, gymnasium.spaces.Discrete]:
    """Returns the spaces of the observations and actions of one lane."""
    dtype = lanes.observations.dtype.type
    assert dtype is np.uint8 or dtype is np.float32
    box = gymnasium.spaces.Box(0, 255, (lanes.observation_len,), dtype)
    return box, gymnasium.spaces.Discrete(lanes.num_actions)
