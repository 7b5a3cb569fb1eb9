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

from ._bot import Bot, Choice, Match, RejectedError, View
from ._botwerk import BotwerkError, IllegalActionError, State, VerifyError, __version__
from ._game import Game, ObservationField, OptionValue, game_names, load_game
from ._record import Record, Verified, dataset
from ._remote import RemoteVecEnv
from ._results import TournamentResults
from ._run import connect, play, run
from ._serve import Server, serve
from ._stats import Comparison, Stats, stats
from ._vec_env import VecEnv

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
    "run",
    "serve",
    "stats",
]
