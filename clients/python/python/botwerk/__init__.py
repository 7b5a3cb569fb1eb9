"""Botwerk: bot matches in board games about robots.

``load_game`` and ``State`` play matches action by action in this process, ``VecEnv`` steps many of them
at once into numpy arrays. ``stats`` measures a game by many matches of agents.
``Bot`` and ``run`` play matches on a server, and ``serve`` runs one. The
messages of the gRPC contract are in ``botwerk.v1``.

>>> import botwerk
>>> game = botwerk.load_game("netzwerk")
>>> state = game.new_initial_state(seed=7)
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> sum(state.returns())
0.0
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._bot import Bot, Choice, Match, RejectedError, View
from ._botwerk import BotwerkError, IllegalActionError, State, VerifyError, __version__
from ._game import Game, ObservationField, OptionValue, game_names, load_game
from ._own_game import Over, program, register
from ._record import Record, Verified, dataset
from ._results import TournamentResults
from ._serve import Server, serve
from ._stats import Comparison, Stats, stats
from ._vec_env import VecEnv

if TYPE_CHECKING:
    from ._remote import RemoteVecEnv
    from ._run import connect, play, run
else:
    #: What needs gRPC, by its module. It is imported once it is used: gRPC takes time, and threads that a fork loses.
    _NEEDS_GRPC = {"RemoteVecEnv": "_remote", "connect": "_run", "play": "_run", "run": "_run"}

    def __getattr__(name: str) -> Any:
        if name not in _NEEDS_GRPC:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f".{_NEEDS_GRPC[name]}", __name__), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_NEEDS_GRPC})


__all__ = [
    "Bot",
    "BotwerkError",
    "Choice",
    "Comparison",
    "Game",
    "IllegalActionError",
    "Match",
    "ObservationField",
    "OptionValue",
    "Over",
    "Record",
    "RejectedError",
    "RemoteVecEnv",
    "Server",
    "State",
    "Stats",
    "TournamentResults",
    "VecEnv",
    "Verified",
    "VerifyError",
    "View",
    "__version__",
    "connect",
    "dataset",
    "game_names",
    "load_game",
    "play",
    "program",
    "register",
    "run",
    "serve",
    "stats",
]
