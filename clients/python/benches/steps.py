"""Steps per second from Python: `python benches/steps.py`.

Prints one line for each figure, with its ratio to each peer. OpenSpiel, PettingZoo and EnvPool are measured
in the same run, before, if they are installed (`pip install open_spiel 'pettingzoo[classic]' envpool`). The
figures of `State` show those of the same calls in Rust, if cargo is installed and this is a checkout.
"""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import botwerk

#: Seconds that each measurement takes at least.
SECONDS = 1.0
#: Number of measurements, of which the best counts: other programs only make them slower.
REPEATS = 3


def rate(steps: int, step: Callable[[], object]) -> float:
    """Returns how many of the `steps` of each call of `step` are made in a second."""
    best = 0.0
    for _ in range(REPEATS):
        calls, start = 0, time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            for _ in range(20):
                step()
            calls += 20
        best = max(best, calls * steps / (time.perf_counter() - start))
    return best


#: Number of calls that are timed together, so few that other programs seldom interrupt them.
CALLS = 200
#: Number of such measurements, of which the quickest counts.
MEASUREMENTS = 4000


def nanoseconds(call: Callable[[], object]) -> float:
    """Returns the time of a short call in nanoseconds."""
    return min(timeit.repeat(call, number=CALLS, repeat=MEASUREMENTS)) / CALLS * 1e9


#: Steps a second of each peer that is installed, in millions.
peers: dict[str, float] = {}


def show(
    name: str, value: float, unit: str, target: float | None = None, compared: Sequence[str] = ()
) -> None:
    """Prints a figure, and how many times that of each compared peer it is."""
    wanted = "" if target is None else f"  (target {target:g})"
    times = [f"{value / peers[peer]:.1f} x {peer} {peers[peer]:.3g}" for peer in compared if peer in peers]
    ratios = f"  [{', '.join(times)}]" if times else ""
    print(f"{name:<44} {value:>10.3g} {unit}{wanted}{ratios}", flush=True)


def show_peer(name: str, value: float) -> None:
    """Prints the steps a second of a peer, and keeps them for comparison."""
    peers[name] = value / 1e6
    show(name, peers[name], "M/s")


def is_installed(module: str, package: str) -> bool:
    """Returns whether a peer can be imported; prints why not, and the command that installs it."""
    try:
        importlib.import_module(module)
    except (ImportError, OSError) as error:
        print(f"{module}: {error}; pip install {package}")
        return False
    return True


def masked_random(env: botwerk.VecEnv, rng: np.random.Generator) -> Callable[[], None]:
    """Returns a step in which numpy chooses a random action of every lane from the masks."""
    masks = env.masks.reshape(-1).view(np.bool_)
    rows = np.arange(0, masks.size + 1, env.num_actions)

    def step() -> None:
        legal = np.flatnonzero(masks)
        starts = np.searchsorted(legal, rows)
        chosen = starts[:-1] + (rng.random(env.num_lanes) * np.diff(starts)).astype(np.int64)
        env.step(legal[np.minimum(chosen, len(legal) - 1)] % env.num_actions)

    return step


def masked_scores(env: botwerk.VecEnv, rng: np.random.Generator) -> Callable[[], None]:
    """Returns a step that takes the legal action with the best of random scores, as a network would."""
    scores = np.empty(env.masks.shape, np.float32)

    def step() -> None:
        rng.random(out=scores, dtype=np.float32)
        np.multiply(scores, env.masks, out=scores)
        env.step(scores.argmax(axis=1))

    return step


def ragged_random(
    env: botwerk.VecEnv | botwerk.RemoteVecEnv, rng: np.random.Generator
) -> Callable[[], None]:
    """Returns a step in which numpy chooses from the ragged lists of legal actions."""

    def step() -> None:
        starts, actions = env.legal_actions()
        counts = np.diff(starts)
        chosen = starts[:-1] + (rng.random(env.num_lanes) * counts).astype(np.int64)
        env.step(actions[np.minimum(chosen, len(actions) - 1)].astype(np.int64))

    return step


def measure_lanes() -> None:
    """Measures lanes of Netzwerk."""
    rng = np.random.default_rng(7)

    def env(lanes: int = 256, **settings: Any) -> botwerk.VecEnv:
        settings = {"observations": None, "masks": None, **settings}
        return botwerk.VecEnv("netzwerk", lanes, seed=7, **settings)

    million = 1e6
    plain = env()
    show("256 lanes, actions sampled in Rust", rate(256, plain.step_random) / million, "M/s", 3, ALL)
    seen = env(observations="bytes")
    show("the same with observations", rate(256, seen.step_random) / million, "M/s", 1.5, ALL)
    masked = env(masks="bytes")
    show("the same with masks", rate(256, masked.step_random) / million, "M/s")
    numpy = rate(256, masked_random(env(masks="bytes"), rng)) / million
    show("masks, random policy in numpy", numpy, "M/s", 0.6, ALL)
    scores = rate(256, masked_scores(env(masks="bytes"), rng)) / million
    show("masks, best of 1,024 random scores in numpy", scores, "M/s")
    lists = rate(256, ragged_random(env(), rng)) / million
    show("ragged lists, random policy in numpy", lists, "M/s", 0.6, ALL)
    one = rate(1024, env(1024, observations="bytes").step_random)
    two = rate(1024, env(1024, observations="bytes", threads=2).step_random)
    show("1,024 lanes, two threads against one", two / one, "times", 1.7)


def measure_remote() -> None:
    """Measures lanes of Netzwerk on a server of this machine."""
    rng = np.random.default_rng(7)
    with botwerk.serve() as server:
        settings: dict[str, Any] = {"seed": 7, "observations": False, "masks": None}
        with botwerk.RemoteVecEnv(server.address, "netzwerk", 256, **settings) as env:
            show("256 lanes of a server", rate(256, env.step_random) / 1e6, "M/s", 0.6)
        settings["legal_actions"] = True
        with botwerk.RemoteVecEnv(server.address, "netzwerk", 256, **settings) as env:
            lists = rate(256, ragged_random(env, rng)) / 1e6
            show("256 lanes of a server, random policy in numpy", lists, "M/s", 0.6)


def rust_figures() -> dict[str, float]:
    """Returns the time of the calls of `State` in Rust, in nanoseconds; none without cargo or outside a checkout."""
    repository = Path(__file__).parents[3]
    if shutil.which("cargo") is None or not (repository / "agents/lanes").exists():
        print("calls of State in Rust: install cargo, and run this in a checkout")
        return {}
    example = ["--package", "botwerk-lanes", "--example", "measure_states"]
    command = ["cargo", "run", "--release", "--quiet", *example]
    measured = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=True)
    lines = (line.split() for line in measured.stdout.splitlines())
    return {name: float(value) for name, value in lines}


def random_match(game: botwerk.Game) -> botwerk.State:
    """Returns a match of random actions one action before its end."""
    rng = np.random.default_rng(7)
    state = game.new_initial_state(seed=7)
    while True:
        before = state.clone()
        state.apply_action(int(rng.choice(state.legal_actions())))
        if state.is_terminal():
            return before


def measure_state() -> None:
    """Measures `State` of Netzwerk."""
    game = botwerk.load_game("netzwerk")
    state = game.new_initial_state(seed=7)
    first, second, third = (game.string_to_action(text) for text in ("b2-b4", "/", "."))

    def copy() -> None:
        copied = state.clone()  # noqa: F841

    def play() -> None:
        copied = state.clone()
        copied.apply_action(first)
        copied.apply_action(second)
        copied.apply_action(third)

    step = random_step(lambda: game.new_initial_state(seed=7), np.random.default_rng(7))
    show("State, random legal actions in Python", rate(1, step) / 1e6, "M/s", None, [SPIEL, ZOO])
    rust = rust_figures()
    late = random_match(game)
    figures = {
        "clone": nanoseconds(state.clone),
        "apply_action": (nanoseconds(play) - nanoseconds(copy)) / 3,
        "legal_actions": nanoseconds(state.legal_actions),
        f"clone after {len(late.history())} actions": nanoseconds(late.clone),
    }
    for name, value in figures.items():
        difference = f"  [{value - rust[name]:.0f} more than in Rust, {rust[name]:.0f}; target 100]" if name in rust else ""
        print(f"{'State.' + name:<44} {value:>10.3g} ns{difference}", flush=True)


def random_step(start: Callable[[], Any], rng: np.random.Generator) -> Callable[[], None]:
    """Returns a step that applies a random legal action, to the first state again after the end."""
    state = [start()]

    def step() -> None:
        if state[0].is_terminal():
            state[0] = start()
        legal = state[0].legal_actions()
        state[0].apply_action(legal[int(rng.random() * len(legal))])

    return step


def random_length(state: Any, rng: np.random.Generator) -> int:
    """Returns the number of actions of a random match from a state."""
    plies = 0
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
        plies += 1
    return plies


def measure_own_game() -> None:
    """Measures a game in Python."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    from high_card import HighCard

    botwerk.register(HighCard)
    game = botwerk.load_game("high-card", players=2)
    rng = np.random.default_rng(7)
    step = random_step(lambda: game.new_initial_state(seed=7), rng)
    show("a game in Python, State", rate(1, step) / 1e6, "M/s", None, [SPIEL_PYTHON])


def measure_peers() -> None:
    """Measures the peers that are installed."""
    rng = np.random.default_rng(7)
    if is_installed("pyspiel", "open_spiel"):
        import pyspiel

        game = pyspiel.load_game("breakthrough")
        show_peer(SPIEL, rate(1, random_step(game.new_initial_state, rng)))
        game = pyspiel.load_game("connect_four")
        # Python cannot call the rollouts. A search of two nodes makes them from the start and from its first child.
        rollouts = pyspiel.RandomRolloutEvaluator(1000, 7)
        search = pyspiel.MCTSBot(game, rollouts, 2.0, 2, 10, False, 7, False)
        first = game.new_initial_state()
        plies = np.mean([random_length(first.clone(), rng) for _ in range(1000)])
        show_peer(ROLLOUTS, rate(int(1000 * (2 * plies - 1)), lambda: search.step(first)))
        # A game that OpenSpiel has in Python.
        try:
            import open_spiel.python.games  # noqa: F401

            written = pyspiel.load_game("python_tic_tac_toe")
        except pyspiel.SpielError as error:
            print(f"games of OpenSpiel in Python: {error}")
        else:
            show_peer(SPIEL_PYTHON, rate(1, random_step(written.new_initial_state, rng)))
    if is_installed("pettingzoo.classic.connect_four_v3", "'pettingzoo[classic]'"):
        from pettingzoo.classic import connect_four_v3

        env = connect_four_v3.raw_env()
        env.reset(seed=7)

        def zoo() -> None:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                return
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))

        show_peer(ZOO, rate(1, zoo))
    if is_installed("envpool", "envpool"):
        import envpool

        # The game without physics and pictures: the pool itself is what is compared.
        pool = envpool.make_gymnasium("Catch-v0", num_envs=256, num_threads=1)
        pool.reset()

        def envs() -> None:
            pool.step(rng.integers(0, pool.action_space.n, 256))

        show_peer(POOL, rate(256, envs))


#: The names of peers.
SPIEL = "OpenSpiel breakthrough, State in Python"
ZOO = "PettingZoo connect four, raw"
ROLLOUTS = "OpenSpiel connect four, rollouts in C++"
SPIEL_PYTHON = "OpenSpiel tic-tac-toe in Python, State"
POOL = "EnvPool catch, 256 environments"
ALL = [SPIEL, ZOO, POOL]


if __name__ == "__main__":
    measure_peers()
    measure_own_game()
    measure_lanes()
    measure_remote()
    measure_state()
