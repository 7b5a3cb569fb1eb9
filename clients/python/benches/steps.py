"""Steps per second from Python: `python benches/steps.py`.

Prints one line for each figure. OpenSpiel and PettingZoo are measured in the same run if they are installed
(`pip install open_spiel pettingzoo[classic]`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
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


def show(name: str, value: float, unit: str, target: float | None = None) -> None:
    """Prints a figure."""
    wanted = "" if target is None else f"  (target {target:g})"
    print(f"{name:<44} {value:>10.3g} {unit}{wanted}", flush=True)


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
    show("256 lanes, actions sampled in Rust", rate(256, plain.step_random) / million, "M/s", 3)
    seen = env(observations="bytes")
    show("the same with observations", rate(256, seen.step_random) / million, "M/s", 1.5)
    masked = env(masks="bytes")
    show("the same with masks", rate(256, masked.step_random) / million, "M/s")
    numpy = rate(256, masked_random(env(masks="bytes"), rng)) / million
    show("masks, random policy in numpy", numpy, "M/s", 0.6)
    scores = rate(256, masked_scores(env(masks="bytes"), rng)) / million
    show("masks, best of 1,024 random scores in numpy", scores, "M/s")
    lists = rate(256, ragged_random(env(), rng)) / million
    show("ragged lists, random policy in numpy", lists, "M/s", 0.6)
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


def measure_state() -> None:
    """Measures `State` of Netzwerk."""
    game = botwerk.load_game("netzwerk")
    state = game.new_initial_state(seed=7)
    moves = [game.string_to_action(text) for text in ("b2-b4", "/", ".")]

    def play() -> None:
        copy = state.clone()
        for move in moves:
            copy.apply_action(move)

    clones = rate(1, state.clone)
    show("State.clone", 1e9 / clones, "ns")
    show("State.apply_action", (1e9 / rate(1, play) - 1e9 / clones) / len(moves), "ns")
    show("State.legal_actions", 1e9 / rate(1, state.legal_actions), "ns")


def measure_peers() -> None:
    """Measures the peers that are installed."""
    try:
        import pyspiel
    except ImportError:
        print("open_spiel: not installed")
    else:
        game = pyspiel.load_game("breakthrough")
        rng = np.random.default_rng(7)
        state = [game.new_initial_state()]

        def spiel() -> None:
            if state[0].is_terminal():
                state[0] = game.new_initial_state()
            legal = state[0].legal_actions()
            state[0].apply_action(legal[int(rng.random() * len(legal))])

        show("OpenSpiel breakthrough, State in Python", rate(1, spiel) / 1e6, "M/s")
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        print("pettingzoo[classic]: not installed")
    else:
        env = connect_four_v3.raw_env()
        env.reset(seed=7)
        rng = np.random.default_rng(7)

        def zoo() -> None:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                return
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))

        show("PettingZoo connect four, raw", rate(1, zoo) / 1e6, "M/s")


if __name__ == "__main__":
    measure_lanes()
    measure_remote()
    measure_state()
    measure_peers()
