"""Games that are written in Python: run by test_own_game.py in a process of their own, since games stay registered."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any

import botwerk
import pytest

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))

from high_card import HighCard  # noqa: E402

botwerk.register(HighCard)


class Broken(HighCard):
    name = "broken-card"

    def apply(self, state: Any, actor: int | None, action: str) -> Any:
        raise RuntimeError("the cards are lost")


class Unlisted(HighCard):
    name = "unlisted-card"

    def legal_actions(self, state: Any, actor: int | None) -> list[str]:
        return ["play ace"]


def test_state_is_that_of_the_class() -> None:
    game = botwerk.load_game("high-card", players=2)
    state = game.new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == 0.0


def test_environment_steps_it() -> None:
    env = botwerk.VecEnv("high-card", lanes=4, players=2, seed=3)
    for _ in range(50):
        env.step_random()
    assert env.observations.shape == (4, 32)


def test_what_a_class_lacks_is_named() -> None:
    class Nothing:
        name = "nothing"

    with pytest.raises(ValueError, match="game nothing: lacks seats, start"):
        botwerk.register(Nothing)


def test_name_is_registered_once() -> None:
    class Netzwerk(HighCard):
        name = "netzwerk"

    with pytest.raises(ValueError, match="a game named `netzwerk` is registered already"):
        botwerk.register(Netzwerk)


def test_program_has_the_game(tmp_path: pathlib.Path) -> None:
    script = str(EXAMPLES / "high_card.py")

    def run(*arguments: str) -> str:
        ran = subprocess.run([sys.executable, script, *arguments], capture_output=True, text=True, cwd=tmp_path, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    assert run("game", "test", "high-card").endswith("high-card obeys all laws\n")
    played = run("--json", "match", "--game", "high-card", "greedy", "random", "--matches", "2", "--records", "records")
    assert json.loads(played.splitlines()[0])["matches"]
    run("record", "verify", "records/000000.bwr")


def test_fault_of_a_game_is_an_exception() -> None:
    botwerk.register(Broken)
    state = botwerk.load_game("broken-card", players=2).new_initial_state(seed=1)
    with pytest.raises(BaseException, match="the cards are lost"):
        state.apply_action(state.legal_actions()[0])
    botwerk.register(Unlisted)
    state = botwerk.load_game("unlisted-card", players=2).new_initial_state(seed=1)
    with pytest.raises(BaseException, match="`play ace` is not an action"):
        state.legal_actions()
