"""Environments for PettingZoo: players in turn (AEC), or all at once (Parallel).

>>> from botwerk.pettingzoo import aec_env
>>> env = aec_env("netzwerk")
>>> env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.last()
>>> sorted(observation)
['action_mask', 'observation']

A seed starts the same match as ``Game.new_initial_state`` with that seed; later matches have the seed texts
``SEED/1``, ``SEED/2``, ... The player of a turn of several actions is selected again until the turn has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
import pettingzoo

from ._botwerk import IllegalActionError, State
from ._game import Game, OptionValue, load_game, seed_text

#: What an agent observes: ``observation`` and ``action_mask``.
Observation = dict[str, npt.NDArray[Any]]
#: The actions that the mask of an agent allows while it is not to act.
IdleMask = Literal["none", "all"]


class _Table:
    """The match of an environment, seen by agents."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.agents = [f"player_{player}" for player in range(game.num_players())]
        length, count = game.observation_tensor_shape()[0], game.num_distinct_actions()
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, (length,), np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self.action_space = gymnasium.spaces.Discrete(count)
        shape = (length * game.num_players(),)
        #: The space of what all players see.
        self.shared_space = gymnasium.spaces.Box(0, 255, shape, np.uint8)
        self.state: State | None = None
        self._seed = seed_text(None)
        self._episodes = 0

    def start(self, seed: int | str | None) -> None:
        """Starts a match: of the seed, or the next one after that of the latest seed."""
        if seed is not None:
            self._seed, self._episodes = seed_text(seed), 0
        text = f"{self._seed}/{self._episodes}" if self._episodes else self._seed
        self._episodes += 1
        self.state = self.game.new_initial_state(text)
        self.state.sample_chance()

    def match(self) -> State:
        if self.state is None:
            raise RuntimeError("expected reset() before the first step")
        return self.state

    def player(self, agent: str) -> int:
        return self.agents.index(agent)

    def observe(self, agent: str, may_act: bool, idle_mask: IdleMask = "none") -> Observation:
        state, player = self.match(), self.player(agent)
        if may_act:
            mask = state.legal_actions_mask(player)
        else:
            count = self.game.num_distinct_actions()
            mask = np.full(count, int(idle_mask == "all"), np.int8)
        return {"observation": state.observation_tensor(player), "action_mask": mask}

    def shared(self) -> npt.NDArray[np.uint8]:
        """Returns the observations of all players one after another."""
        players = range(self.game.num_players())
        return np.concatenate([self.match().observation_tensor(player) for player in players])

    def board(self) -> str:
        return self.match().board()


class AecEnv(pettingzoo.AECEnv[str, Observation, int]):
    """A match in which the agents act one after another. An illegal action raises ``IllegalActionError`` and
    changes nothing."""

    agents: list[str]
    infos: dict[str, dict[str, Any]]

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": "botwerk"}

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        self._table = _Table(game)
        self.metadata = {**self.metadata, "name": f"botwerk_{game.name}"}
        self.possible_agents = list(self._table.agents)
        self.agents = []
        self.render_mode = render_mode
        self.action_spaces = {agent: self._table.action_space for agent in self.possible_agents}
        self.observation_spaces = {
            agent: self._table.observation_space for agent in self.possible_agents
        }

    @property
    def state_of_match(self) -> State:
        """The match."""
        return self._table.match()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def state_space(self) -> gymnasium.spaces.Box:
        """The space of ``state()``."""
        return self._table.shared_space

    def state(self) -> npt.NDArray[np.uint8]:
        """Returns the observations of all agents one after another, for learners with a shared critic."""
        return self._table.shared()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._table.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        may_act = agent == self.agent_selection and not self._table.match().is_terminal()
        return self._table.observe(agent, may_act)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalActionError(f"{agent} is to act; expected an action, found None")
        state = self._table.match()
        state.apply_action(int(action))
        state.sample_chance()
        self._cumulative_rewards[agent] = 0.0
        returns = state.returns()
        self.rewards = {agent: returns[self._table.player(agent)] for agent in self.agents}
        if state.is_terminal():
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        player = self._table.match().current_player()
        self.agent_selection = self.possible_agents[max(player, 0)]

    def render(self) -> str | None:
        return self._table.board() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: an environment holds no resources."""


class ParallelEnv(pettingzoo.ParallelEnv[str, Observation, int]):
    """A match in which all agents act at once. The actions of those who are not to act are ignored; their
    masks allow none, or all. An illegal action is not applied and reported as
    ``infos[agent]["illegal_action"]``."""

    agents: list[str]

    metadata = {"render_modes": ["ansi"], "name": "botwerk"}

    def __init__(
        self, game: Game, render_mode: str | None = None, idle_mask: IdleMask = "none"
    ) -> None:
        if idle_mask not in ("none", "all"):
            raise ValueError(f"idle_mask {idle_mask!r}: expected none or all")
        self._table = _Table(game)
        self._idle_mask = idle_mask
        self.metadata = {**self.metadata, "name": f"botwerk_{game.name}"}
        self.possible_agents = list(self._table.agents)
        self.agents = []
        self.render_mode = render_mode

    @property
    def state_of_match(self) -> State:
        """The match."""
        return self._table.match()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._table.observation_space

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self._table.action_space

    @property
    def state_space(self) -> gymnasium.spaces.Box:
        """The space of ``state()``."""
        return self._table.shared_space

    def state(self) -> npt.NDArray[np.uint8]:
        """Returns the observations of all agents one after another, for learners with a shared critic."""
        return self._table.shared()

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._table.start(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        state = self._table.match()
        acting = {player: self.possible_agents[player] for player in state.awaited_players()}
        for agent in acting.values():
            if agent not in actions:
                raise IllegalActionError(f"{agent} is to act; expected an action of it")
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for player, agent in acting.items():
            action = int(actions[agent])
            is_legal = action in state.legal_actions(player)
            infos[agent]["illegal_action"] = not is_legal
            if is_legal:
                state.apply_action_of(player, action)
        state.sample_chance()
        observations = self._observations()
        returns = state.returns()
        rewards = {agent: returns[self._table.player(agent)] for agent in self.agents}
        terminations = dict.fromkeys(self.agents, state.is_terminal())
        truncations = dict.fromkeys(self.agents, False)
        if state.is_terminal():
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Observation]:
        awaited = self._table.match().awaited_players()
        return {
            agent: self._table.observe(
                agent, self._table.player(agent) in awaited, self._idle_mask
            )
            for agent in self.agents
        }

    def render(self) -> str | None:
        return self._table.board() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: an environment holds no resources."""


def _loaded(
    game: str | Game, options: Mapping[str, OptionValue] | None, players: int
) -> Game:
    return load_game(game, options, players) if isinstance(game, str) else game


def aec_env(
    game: str | Game,
    options: Mapping[str, OptionValue] | None = None,
    players: int = 0,
    render_mode: str | None = None,
) -> AecEnv:
    """Returns an environment in which the agents act one after another."""
    return AecEnv(_loaded(game, options, players), render_mode)


def parallel_env(
    game: str | Game,
    options: Mapping[str, OptionValue] | None = None,
    players: int = 0,
    render_mode: str | None = None,
    idle_mask: IdleMask = "none",
) -> ParallelEnv:
    """Returns an environment in which all agents act at once.

    With ``idle_mask="all"`` the masks of agents that are not to act allow all actions: policies that sample
    an action for every agent need one to choose from, and it is ignored.
    """
    return ParallelEnv(_loaded(game, options, players), render_mode, idle_mask)
