"""The conformance vectors of `tests/vectors`, answered by `State`."""

from __future__ import annotations

import functools
import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import botwerk

FOLDER = Path(__file__).parents[3] / "tests" / "vectors"

Vector = dict[str, Any]


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def lines_digest(items: list[Any]) -> str:
    return digest("\n".join(str(item) for item in items).encode())


def read_vectors(name: str) -> list[Vector]:
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    header, *vectors = map(json.loads, lines)
    assert header["format"] == 1 and header["game"] == name and header["vectors"] == len(vectors)
    return vectors


@functools.cache
def load_game(name: str, options: tuple[tuple[str, str], ...], seats: int) -> botwerk.Game:
    return botwerk.load_game(name, dict(options), seats)


def game_of(vector: Vector) -> botwerk.Game:
    return load_game(vector["game"], tuple(vector.get("options", {}).items()), vector["seats"])


def state_of(vector: Vector) -> botwerk.State:
    return game_of(vector).parse_state(vector["position"], seed=vector.get("seed", "0"))


def position_fields(state: botwerk.State) -> Vector:
    """Returns the fields of a position. What it waits for is that of a match, in which seats act in order."""
    return {"position": state.position(), "hash": f"{state.position_hash():016x}"}


def over(state: botwerk.State) -> Vector | None:
    if not state.is_terminal():
        return None
    return {"places": state.places(), "points": state.points(), "rule": state.ending_rule()}


def answer_start(vector: Vector) -> Vector:
    return position_fields(game_of(vector).new_initial_state(vector["seed"]))


def answer_position(vector: Vector) -> Vector:
    fields = position_fields(state_of(vector))
    if fields["position"] == vector["position"]:
        del fields["position"]
    return fields


def answer_legal(vector: Vector) -> Vector:
    state = state_of(vector)
    if vector.get("actor") == "chance":
        actions = [outcome for outcome, _ in state.chance_outcomes()]
    elif "actor" in vector:
        actions = state.legal_actions(int(vector["actor"]))
    else:
        actions = state.legal_actions()
    texts = [state.action_to_string(action) for action in actions]
    return {"count": len(texts), "digest": lines_digest(texts), "numbers": lines_digest(actions)}


def answer_apply(vector: Vector) -> Vector:
    state = state_of(vector)
    action = state.string_to_action(vector["text"])
    if vector["actor"] == "chance":
        state.apply_action(action)
    else:
        state.apply_action_of(int(vector["actor"]), action)
    return position_fields(state)


def answer_chance(vector: Vector) -> Vector:
    state = state_of(vector)
    outcome = state.string_to_action(vector["outcome"])
    weight, total = vector["weight"]
    assert dict(state.chance_outcomes())[outcome] == pytest.approx(weight / total)
    sampled = state.clone()
    sampled.sample_chance()
    state.apply_action(outcome)
    fields = position_fields(state)
    # Further outcomes of chance may follow at once.
    state.sample_chance()
    assert sampled.position() == state.position(), "the outcome follows from the seed"
    return fields


def answer_view(vector: Vector) -> Vector:
    state = state_of(vector)
    if vector["viewer"] == "spectator":
        fields: Vector = {"text": state.public_string()}
    else:
        player = int(vector["viewer"])
        observation = state.observation_tensor(player).tobytes()
        fields = {
            "text": state.information_state_string(player),
            "hash": f"{state.information_state_hash(player):016x}",
            "observation_len": len(observation),
            "observation": digest(observation),
        }
    if fields["text"] == vector["position"]:
        del fields["text"]
    return fields


def answer_action(vector: Vector) -> Vector:
    return {"number": game_of(vector).string_to_action(vector["text"])}


ANSWERS = {
    "start": answer_start,
    "position": answer_position,
    "legal": answer_legal,
    "apply": answer_apply,
    "chance": answer_chance,
    "view": answer_view,
    "action": answer_action,
}


#: The exceptions in which the reasons of the API become visible in Python.
EXCEPTIONS: dict[str, tuple[type[Exception], ...]] = {
    "ILLEGAL_ACTION": (botwerk.IllegalActionError, ValueError),
    "BAD_REQUEST": (IndexError, ValueError),
    "BAD_POSITION": (ValueError,),
    "BAD_OPTIONS": (ValueError,),
    "UNKNOWN_GAME": (ValueError,),
}


def is_played(vector: Vector) -> bool:
    """Returns whether `State` has the same request: it has no referee, no turns of several actions, no earlier
    positions, and in a race it applies what wins."""
    if vector["kind"] == "legal" and vector.get("actor") not in (None, "chance"):
        return int(vector["actor"]) < vector["seats"] and state_of(vector).current_player() >= 0
    if vector["kind"] != "apply":
        return True
    if "actor" not in vector or vector["actor"] == "referee" or "earlier" in vector:
        return False
    state = state_of(vector)
    if vector["actor"] == "chance" and not state.is_chance_node():
        return False
    if "error" in vector["expect"]:
        return True
    try:
        state.string_to_action(vector["text"])
    except ValueError:
        return False
    return not state.is_simultaneous_node()


@pytest.mark.parametrize("name", botwerk.game_names())
def test_state_answers_as_the_vectors_say(name: str) -> None:
    played: Counter[str] = Counter()
    for line, vector in enumerate(read_vectors(name), start=2):
        if not is_played(vector):
            continue
        kind, expect = vector["kind"], vector["expect"]
        played[kind] += 1
        place = f"{name}.jsonl:{line}"
        if "error" in expect:
            with pytest.raises(EXCEPTIONS[expect["error"]]):
                ANSWERS[kind](vector)
                pytest.fail(f"{place}: expected {expect['error']}, found an answer")
            continue
        for field, found in ANSWERS[kind](vector).items():
            assert found == expect.get(field), f"{place}: {field}"
        if kind in ("start", "position"):
            state = state_of({**expect, **vector})
            assert over(state) == expect["turn"].get("over"), place
    assert sum(played.values()) > 1700, played
    assert all(played[kind] for kind in ANSWERS if kind != "chance"), played


def test_changed_vector_is_found() -> None:
    vector = next(v for v in read_vectors("netzwerk") if v["kind"] == "position" and "hash" in v["expect"])
    assert answer_position(vector)["hash"] == vector["expect"]["hash"]
    other = next(
        v
        for v in read_vectors("netzwerk")
        if v["kind"] == "position" and v["expect"].get("hash", vector["expect"]["hash"]) != vector["expect"]["hash"]
    )
    assert answer_position({**vector, "position": other["position"]})["hash"] != vector["expect"]["hash"]
