"""Games that are written in Python."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from . import _botwerk
from ._command import program

__all__ = ["Over", "program", "register"]


class Over(NamedTuple):
    """The end of a match."""

    #: A number for each seat: the greatest wins, and equal numbers share a place.
    ranks: Sequence[int]
    #: Why the match ended, such as ``four in a line``.
    rule: str
    #: The points of each seat, if the game counts any.
    points: Sequence[int] = ()


def register(game: type[Any]) -> None:
    """Registers a game, so that this process can play it as any other.

    A game is a class with the attributes ``name`` and ``seats`` (the minimum and the maximum), and, if it wants,
    ``title``, ``rules``, ``summary`` (a list of lines), ``version``, ``observation_len`` and ``options``: the default, the
    minimum and the maximum of each number, or the choices of each word, the first of which is the default. States are plain
    data, as in JSON. Actions are texts. The functions are

    - ``__init__(seats, options)``,
    - ``start(rng)``: returns the first state,
    - ``actions()``: returns all actions that can ever be legal, in the order of their numbers,
    - ``next(state)``: returns the seat to act, a list of seats that choose at the same time, ``None`` for chance, or
      ``Over``,
    - ``legal_actions(state, actor)``: returns the legal actions of a seat, or the outcomes if ``actor`` is ``None``,
    - ``apply(state, actor, action)``: returns the next state, which may be the given one, changed,
    - ``draw(state)``: returns rows of short texts, which are the cells of a grid, and then lines below it.

    It may also have ``hide(state, viewer)``, ``seen(state, viewer, actor, action)``, ``sample_hidden(state, viewer, rng)``,
    ``weight(state, outcome)``, ``explain(state, actor, action)``, ``check(state)`` (returns what is wrong, or ``None``) and
    ``observe(state)`` (returns numbers from 0 to 255). A viewer is a seat, or ``None`` for spectators.

    :raises ValueError: if another game has its name, or the class lacks something.
    """
    name = getattr(game, "name", game.__name__)
    needed = ("seats", "start", "actions", "next", "legal_actions", "apply", "draw")
    missing = [part for part in needed if not hasattr(game, part)]
    if missing:
        raise ValueError(f"game {name}: lacks {', '.join(missing)}")
    least, most = game.seats
    described = {
        "name": name,
        "title": getattr(game, "title", name.replace("-", " ").capitalize()),
        "min_seats": least,
        "max_seats": most,
        "rules": getattr(game, "rules", ""),
        "summary": list(getattr(game, "summary", ())),
        "version": str(getattr(game, "version", "1")),
        "observation_len": getattr(game, "observation_len", 256),
        "options": [_option(*option) for option in getattr(game, "options", {}).items()],
    }

    def create(seats: int, options: Mapping[str, str]) -> _Rules:
        typed = {key: int(value) if value.isdigit() else value for key, value in options.items()}
        return _Rules(game(seats, typed))

    _botwerk.register_game(json.dumps(described), create)


def _option(name: str, value: Sequence[Any]) -> dict[str, Any]:
    if all(isinstance(part, str) for part in value):
        return {"name": name, "default": value[0], "choices": list(value)}
    default, least, most = value
    return {"name": name, "default": str(default), "min": least, "max": most}


class _Rules:
    """The functions of a game with states as JSON and actions as numbers."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.texts = list(game.actions())
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        if len(self.numbers) != len(self.texts):
            raise ValueError("actions: an action is listed twice")
        for part in ("hide", "seen", "sample_hidden", "weight", "explain", "check"):
            setattr(self, f"has_{part}", hasattr(game, part))

    def actions(self) -> list[str]:
        return self.texts

    def start(self, seed: int) -> str:
        return _dump(self.game.start(random.Random(seed)))

    def next(self, state: str) -> tuple[str, list[int], list[int], str]:
        waits = self.game.next(json.loads(state))
        if waits is None:
            return ("chance", [], [], "")
        if isinstance(waits, Over):
            return ("over", list(waits.ranks), list(waits.points), waits.rule)
        return ("seats", [waits] if isinstance(waits, int) else list(waits), [], "")

    def legal_actions(self, state: str, actor: int | None) -> list[int]:
        return [self._number(text) for text in self.game.legal_actions(json.loads(state), actor)]

    def apply(self, state: str, actor: int | None, action: int) -> str:
        return _dump(self.game.apply(json.loads(state), actor, self.texts[action]))

    def draw(self, state: str) -> tuple[list[list[str]], list[str]]:
        rows = self.game.draw(json.loads(state))
        cells = [[str(cell) for cell in row] for row in rows if not isinstance(row, str)]
        return cells, [row for row in rows if isinstance(row, str)]

    def hide(self, state: str, viewer: int | None) -> str:
        return _dump(self.game.hide(json.loads(state), viewer))

    def seen(self, state: str, viewer: int | None, actor: int | None, action: int) -> int | None:
        seen = self.game.seen(json.loads(state), viewer, actor, self.texts[action])
        return None if seen is None else self._number(seen)

    def sample_hidden(self, state: str, viewer: int | None, seed: int) -> str:
        return _dump(self.game.sample_hidden(json.loads(state), viewer, random.Random(seed)))

    def weight(self, state: str, outcome: int) -> int:
        return int(self.game.weight(json.loads(state), self.texts[outcome]))

    def explain(self, state: str, actor: int | None, action: int) -> str:
        return str(self.game.explain(json.loads(state), actor, self.texts[action]))

    def check(self, state: str) -> str | None:
        try:
            wrong: str | None = self.game.check(json.loads(state))
            return wrong
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            # The position was typed in.
            return f"a position of this game ({type(error).__name__}: {error})"

    def observe(self, state: str) -> bytes:
        data = json.loads(state)
        return bytes(self.game.observe(data) if hasattr(self.game, "observe") else _numbers(data))

    def _number(self, text: str) -> int:
        number = self.numbers.get(text)
        if number is None:
            raise ValueError(f"`{text}` is not an action that `actions()` lists")
        return number


def _dump(state: Any) -> str:
    return json.dumps(state, separators=(",", ":"), ensure_ascii=False)


def _numbers(data: Any) -> Iterable[int]:
    """Returns the numbers of plain data in order, each as a byte."""
    if isinstance(data, Mapping):
        data = list(data.values())
    if isinstance(data, str):
        yield from data.encode()
    elif isinstance(data, Sequence):
        for part in data:
            yield from _numbers(part)
    else:
        yield min(max(int(data or 0), 0), 255)
