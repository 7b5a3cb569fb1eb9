"""Monte Carlo tree search over ``State``, for every game: chance, hidden information and races.

    python mcts.py --matches 40 --simulations 200 --seed 7

It plays matches against random on both seats and prints its score with a 95 % interval. ``Mcts`` is a bot as
well: ``python mcts.py --bot`` attends the tournaments of the server that the environment names.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from intervals import Interval, score_of_returns

import botwerk

#: The games of the measurement with their options. In Micro Robots a route is random spaces to a random player,
#: and nearly always wrong, so that a search without knowledge of the game learns nothing from its simulations.
GAMES: dict[str, dict[str, botwerk.OptionValue]] = {
    "netzwerk": {"width": 3, "ranks": 4, "turn_cap": 60},
    "droids": {"scenario": 1, "round_cap": 6},
    # Short solutions are found by chance.
    "ricochet": {"round_cap": 6, "max_announce": 2, "ricochet_rule": False},
}


class Node:
    """What the search knows of an information set: all positions that look the same to its player."""

    __slots__ = ("actions", "total", "visits")

    def __init__(self) -> None:
        #: The number of simulations through this node.
        self.visits = 0
        #: The sum of their returns for the player to act.
        self.total = 0.0
        #: For each action that was tried: its number of simulations and the sum of their returns.
        self.actions: dict[int, list[float]] = {}


class Mcts(botwerk.Bot):
    """UCT on information sets.

    Each simulation starts from a position that its player cannot distinguish from the real one
    (``State.resample``), descends by the upper confidence bound of the player to act, adds one node and plays
    on at random. Nodes are found by ``information_state_hash``, so that a player's choice can depend only on
    what it sees: that is also why races, whose players act without seeing each other, need nothing else.
    Chance outcomes are sampled on the way down.

    Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search (2012).
    """

    def __init__(
        self,
        simulations: int = 200,
        *,
        exploration: float = 0.7,
        max_steps: int = 200,
        seed: int = 7,
    ) -> None:
        """``max_steps`` limits the random play of a simulation, which then counts as a draw."""
        self.simulations = simulations
        self.exploration = exploration
        self.max_steps = max_steps
        self.rng = random.Random(seed)
        #: Actions that were applied in simulations so far: the effort of the search.
        self.steps = 0

    def choose(self, view: botwerk.View, legal: Sequence[str]) -> botwerk.Choice:
        """Returns the action for a view of a match on a server."""
        before = self.steps
        state = view.state(self.rng.getrandbits(32))
        action = self.best_action(state, view.player)
        text = state.action_to_string(action, view.player)
        return botwerk.Choice(text, effort=self.steps - before)

    def best_action(self, state: botwerk.State, player: int) -> int:
        """Returns the action with the most simulations."""
        legal = state.legal_actions(player)
        if len(legal) == 1:
            return legal[0]
        root = self.search(state, player)
        return max(root.actions, key=lambda action: root.actions[action][0])

    def search(self, state: botwerk.State, player: int) -> Node:
        """Returns the node of the player to act after all simulations."""
        tree: dict[int, Node] = {}
        root = tree[state.information_state_hash(player)] = Node()
        for _ in range(self.simulations):
            sampled = state.resample(player, str(self.rng.getrandbits(64)))
            # Other players may act before this one in a simultaneous decision; here it is first.
            path = self.descend(tree, root, sampled, player)
            returns = self.play_out(sampled)
            for node, actor, action in path:
                node.visits += 1
                node.total += returns[actor]
                visits_and_total = node.actions[action]
                visits_and_total[0] += 1
                visits_and_total[1] += returns[actor]
        return root

    def descend(
        self, tree: dict[int, Node], root: Node, state: botwerk.State, player: int
    ) -> list[tuple[Node, int, int]]:
        """Applies actions until one leaves the tree. Returns the nodes with their players and actions."""
        path: list[tuple[Node, int, int]] = []
        node, actor = root, player
        while True:
            action, is_new = self.select(node, state.legal_actions(actor))
            path.append((node, actor, action))
            state.apply_action_of(actor, action)
            self.steps += 1
            self.sample_chance(state)
            if is_new or state.is_terminal():
                return path
            actor = state.current_player()
            node = tree.setdefault(state.information_state_hash(actor), Node())

    def select(self, node: Node, legal: list[int]) -> tuple[int, bool]:
        """Returns the action of the highest upper confidence bound, and whether it was not tried before.

        Where there are many actions, the number of those that are tried grows with the root of the visits.
        """
        tried = [action for action in legal if action in node.actions]
        if len(tried) < len(legal) and len(tried) <= 2 * math.sqrt(node.visits):
            action = self.rng.choice([action for action in legal if action not in node.actions])
            node.actions[action] = [0, 0.0]
            return action, True
        log = math.log(node.visits + 1)

        def bound(action: int) -> float:
            visits, total = node.actions[action]
            return total / visits + self.exploration * math.sqrt(log / visits)

        return max(tried, key=bound), False

    def play_out(self, state: botwerk.State) -> list[float]:
        """Plays random actions to the end of the match and returns its returns; 0 if that takes too long."""
        choice = self.rng.choice
        for _ in range(self.max_steps):
            if state.is_terminal():
                break
            state.apply_action(choice(state.legal_actions()))
            self.steps += 1
            self.sample_chance(state)
        return state.returns()

    def sample_chance(self, state: botwerk.State) -> None:
        """Samples chance outcomes until a player is to act or the match is over."""
        while state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes())
            state.apply_action(self.rng.choices(outcomes, probabilities)[0])


class MatchScore(NamedTuple):
    """The matches of a search against random in one game."""

    game: str
    returns: list[float]
    score: Interval
    seconds_per_match: float


def play_match(game: botwerk.Game, search: Mcts, seat: int, seed: int) -> float:
    """Plays a match of the search on one seat against random on all others and returns its return.

    Neither player declares an effort, so chance decides which of two announcements in a race is first.
    """
    rng = random.Random(seed)
    state = game.new_initial_state(seed)
    state.sample_chance()
    while not state.is_terminal():
        player = state.current_player()
        if player == seat:
            state.apply_action(search.best_action(state, player))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        state.sample_chance()
    return state.returns()[seat]


def measure(
    name: str,
    options: Mapping[str, botwerk.OptionValue],
    simulations: int,
    matches: int,
    seed: int,
) -> MatchScore:
    """Plays matches on both seats, two from each seed."""
    game = botwerk.load_game(name, options, players=2)
    search = Mcts(simulations, seed=seed)
    started = time.perf_counter()
    returns = [
        play_match(game, search, match % 2, 1000 * seed + match // 2) for match in range(matches)
    ]
    seconds = (time.perf_counter() - started) / matches
    return MatchScore(name, returns, score_of_returns(returns), seconds)


def main(arguments: Sequence[str] | None = None) -> list[MatchScore]:
    """Prints and returns the scores against random."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7, help="seed of matches and search")
    parser.add_argument("--matches", type=int, default=40, help="matches in each game")
    parser.add_argument("--simulations", type=int, default=200, help="simulations of each choice")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game")
    parser.add_argument("--bot", action="store_true", help="attend tournaments of a server instead")
    args = parser.parse_args(arguments)
    if args.bot:
        botwerk.run(Mcts(args.simulations, seed=args.seed))
        return []
    print(f"Mcts of {args.simulations} simulations against random, {args.matches} matches each")
    scores = []
    for name in args.game or list(GAMES):
        measured = measure(name, GAMES[name], args.simulations, args.matches, args.seed)
        scores.append(measured)
        speed = f"{measured.seconds_per_match:.2f} s a match"
        print(f"{name:<10} score {measured.score.percent()}   {speed}   {GAMES[name]}", flush=True)
    return scores


if __name__ == "__main__":
    main()
