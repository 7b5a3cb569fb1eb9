"""Botwerk: bot matches in board games about robots.

``load_game`` and ``State`` play matches action by action in this process, ``VecEnv`` steps many of them
at once into numpy arrays. ``stats`` measures a game by many matches of agents.
``Bot`` and ``run``, or ``run_async``, play matches on a server, and ``serve`` runs one. The
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

from ._bot import Bot, Choice, Match, View
from ._botwerk import BotwerkError, IllegalActionError, State, VerifyError, __version__
from ._errors import ErrorReason, RejectedError
from ._game import Game, ObservationField, OptionValue, game_names, load_game
from ._own_game import Over, program, register
from ._record import Record, Verified, dataset
from ._results import TournamentResults
from ._serve import Server, serve
from ._stats import Comparison, Stats, stats
from ._vec_env import VecEnv

if TYPE_CHECKING:
    from ._channel import bearer, connect, connect_async
    from ._remote import RemoteVecEnv
    from ._run import play, play_async, run, run_async
else:
    #: What needs gRPC, by its module. It is imported once it is used: gRPC takes time, and threads that a fork loses.
    _NEEDS_GRPC = {
        "RemoteVecEnv": "_remote",
        **dict.fromkeys(["bearer", "connect", "connect_async"], "_channel"),
        **dict.fromkeys(["play", "play_async", "run", "run_async"], "_run"),
    }

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
    "ErrorReason",
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
    "bearer",
    "connect",
    "connect_async",
    "dataset",
    "game_names",
    "load_game",
    "play",
    "play_async",
    "program",
    "register",
    "run",
    "run_async",
    "serve",
    "stats",
]
