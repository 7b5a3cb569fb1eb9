"""Random calls with random arguments: exceptions are allowed, panics are not."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from games import OPTIONS, short_game

import botwerk

#: Number of calls for each game.
CALLS = int(os.environ.get("BOTWERK_FUZZ_CALLS", "20000"))

#: What a wrong argument may raise.
ALLOWED = (
    AttributeError,
    IndexError,
    OverflowError,
    TypeError,
    ValueError,
    botwerk.BotwerkError,
)

NUMBERS = [-(2**70), -(2**31), -2, -1, 0, 1, 2, 3, 63, 64, 255, 1024, 2**31, 2**32, 2**64, 2**70]
TEXTS = ["", "pass", "say 5", "{}", "7", "\x00", "é", "a" * 300, "race:", "b2-b4 / ."]


class Fuzz:
    """Random arguments and the objects to call."""

    def __init__(self, name: str) -> None:
        self.rng = random.Random(name)
        self.game = short_game(name)
        self.state = self.game.new_initial_state(seed=7)
        self.saved = self.state.serialize()

    def number(self) -> int:
        if self.rng.random() < 0.5:
            return self.rng.choice(NUMBERS)
        return self.rng.randrange(self.game.num_distinct_actions())

    def argument(self) -> Any:
        """Returns any value."""
        makers: list[Callable[[], Any]] = [
            self.number,
            self.number,
            lambda: self.rng.choice(TEXTS),
            lambda: None,
            lambda: 1.5,
            lambda: [],
            lambda: self.mutated(self.saved),
            lambda: self.mutated(self.state.position()),
            lambda: np.zeros(self.rng.choice([0, 1, 167]), np.uint8),
        ]
        return self.rng.choice(makers)()

    def mutated(self, text: str) -> str:
        """Returns a text with a character replaced, or a part of it."""
        at = self.rng.randrange(len(text))
        if self.rng.random() < 0.3:
            return text[:at]
        return text[:at] + self.rng.choice("0aZ;,:{}\"é") + text[at + 1 :]

    def call(self) -> None:
        """Calls a method of a state or its game, mostly with one argument."""
        target = self.rng.choice([self.state, self.state, self.game])
        names = [name for name in dir(target) if not name.startswith("_")]
        method = getattr(target, self.rng.choice(names))
        if not callable(method):
            return
        count = self.rng.choice([0, 1, 1, 1, 2, 3])
        found = method(*(self.argument() for _ in range(count)))
        if isinstance(found, botwerk.State):
            self.state = found

    def advance(self) -> None:
        """Takes a legal step, or starts again."""
        if self.state.is_terminal():
            self.state = self.game.new_initial_state(self.rng.randrange(100))
        legal = self.state.legal_actions()
        if legal:
            self.state.apply_action(self.rng.choice(legal))
        self.saved = self.state.serialize()


@pytest.mark.parametrize("name", OPTIONS)
def test_random_calls_of_states_never_panic(name: str) -> None:
    fuzz = Fuzz(name)
    raised = 0
    for number in range(CALLS):
        try:
            fuzz.call()
        except ALLOWED:
            raised += 1
        if number % 10 == 0:
            fuzz.advance()
    assert 0 < raised < CALLS


@pytest.mark.parametrize("name", OPTIONS)
def test_random_calls_of_lanes_never_panic(name: str) -> None:
    fuzz = Fuzz(name)
    env = botwerk.VecEnv(fuzz.game, 3, seed=7, max_steps=20)
    dtypes: list[type[np.generic]] = [np.int64, np.int32, np.uint8, np.float32, np.bool_]

    def array() -> Any:
        shape = fuzz.rng.choice([(3,), (3,), (3,), (2,), (3, 1), (0,)])
        values = np.array(fuzz.rng.choices(range(-3, 2000), k=int(np.prod(shape))))
        return values.reshape(shape).astype(fuzz.rng.choice(dtypes))

    calls: list[Callable[[], Any]] = [
        env.step_random,
        lambda: env.step(array()),
        lambda: env.step(array(), array()),
        lambda: env.step([fuzz.argument() for _ in range(3)]),
        lambda: env.reset([fuzz.argument()]),
        lambda: env.reset([fuzz.rng.randrange(4)], [fuzz.argument()]),
        lambda: env.observation(fuzz.argument(), fuzz.argument()),
        lambda: env.view(fuzz.rng.randrange(4), fuzz.argument()),
        lambda: env.episode(fuzz.argument()),
        lambda: env.load([fuzz.mutated(env.save([0])[0])], [0]),
        lambda: env.load(env.save([fuzz.rng.randrange(4)]), [fuzz.rng.randrange(4)]),
        lambda: env.legal_actions(),
    ]
    raised = 0
    for _ in range(CALLS // 4):
        try:
            fuzz.rng.choice(calls)()
        except ALLOWED:
            raised += 1
    assert 0 < raised < CALLS
    env.reset()
    assert (env.to_act >= 0).all()
