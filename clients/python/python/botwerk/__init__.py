"""Botwerk: bot matches in board games about robots.

``load_game`` and ``State`` play matches action by action in this process, ``VecEnv`` steps many of them
at once into numpy arrays, and ``serve`` runs the server.

>>> import botwerk
>>> game = botwerk.load_game("netzwerk")
>>> state = game.new_initial_state(seed=7)
>>> while not state.is_terminal():
...     state.apply_action(state.legal_actions()[0])
>>> sum(state.returns())
0.0
"""

from ._botwerk import BotwerkError, IllegalActionError, State, __version__
from ._game import Game, game_names, load_game
from ._serve import Server, serve
from ._vec_env import VecEnv

__all__ = [
    "BotwerkError",
    "Game",
    "IllegalActionError",
    "Server",
    "State",
    "VecEnv",
    "__version__",
    "game_names",
    "load_game",
    "serve",
]
