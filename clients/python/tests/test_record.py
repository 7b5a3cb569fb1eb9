"""Records from and to Python, and the arrays of their decisions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from games import OPTIONS, short_game

import botwerk
from botwerk import Record, VerifyError


def played(name: str, seed: int) -> botwerk.State:
    """Returns a match in which every player takes the middle one of the legal actions."""
    state = short_game(name).new_initial_state(seed)
    state.sample_chance()
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2], effort=1000 * seed)
        state.sample_chance()
    return state


@pytest.mark.parametrize("name", OPTIONS)
def test_record_of_a_state_is_verified_by_the_program(name: str, tmp_path: Path) -> None:
    for seed in range(3):
        state = played(name, seed)
        record = Record.from_state(state, ["a", "b"])
        assert record.verify().events == len(record.events)
        assert record.outcome is not None
        assert record.outcome["places"] == state.places()
        assert [seat["name"] for seat in record.header["seats"]] == ["a", "b"]
        file = tmp_path / f"{name}-{seed}.bwr"
        record.save(file)
        command = [sys.executable, "-m", "botwerk", "record", "verify", str(file)]
        verified = subprocess.run(command, capture_output=True, text=True)
        assert verified.returncode == 0, verified.stderr
        assert Record.load(file).text() == record.text()
        states = list(record.states())
        assert states[-1].position() == state.position()
        assert states[-1].returns() == state.returns()


@pytest.mark.parametrize("name", OPTIONS)
def test_dataset_has_what_the_players_saw_and_did(name: str) -> None:
    records = [Record.from_state(played(name, seed)) for seed in range(4)]
    data = botwerk.dataset(records)
    rows = len(data["actions"])
    assert all(len(column) == rows for column in data.values())
    game = short_game(name)
    assert data["observations"].shape == (rows, *game.observation_tensor_shape())
    assert data["masks"].shape == (rows, game.num_distinct_actions())
    assert data["masks"][np.arange(rows), data["actions"]].all(), "actions were legal"
    for index in range(4):
        own = data["matches"] == index
        state = played(name, index)
        history = sorted((player, action) for player, action in state.full_history() if player >= 0)
        found = zip(data["players"][own], data["actions"][own], strict=True)
        assert sorted((int(player), int(action)) for player, action in found) == history
        assert (data["returns"][own] == np.array(state.returns())[data["players"][own]]).all()


def test_record_of_a_match_between_agents_is_read(tmp_path: Path) -> None:
    file = tmp_path / "records" / "000000.bwr"
    players = ["minimax:nodes=300", "greedy", "--matches", "1"]
    arguments = ["match", *players, "--game", "netzwerk", "--seed", "7", "--records", str(file.parent)]
    command = [sys.executable, "-m", "botwerk", *arguments]
    assert subprocess.run(command, capture_output=True).returncode == 0
    record = Record.load(file)
    assert record.verify().choices > 0
    assert len(botwerk.dataset([file])["actions"]) == len(record.events)
    text = record.text().replace(':nodes=300"', ':nodes=301"')
    with pytest.raises(ValueError, match="line 1"):
        Record.parse(text)


def test_what_is_no_record_of_a_finished_match_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "nothing.bwr"
    file.write_text("nothing")
    with pytest.raises(ValueError, match="nothing.bwr"):
        Record.load(file)
    game = botwerk.load_game("micro-robots")
    state = game.new_initial_state(seed=7)
    with pytest.raises(VerifyError, match="has not ended"):
        botwerk.dataset([Record.from_state(state)])
    with pytest.raises(VerifyError) as beyond:
        Record.from_state(state).state(1)
    assert beyond.value.args[1] == 1
    with pytest.raises(ValueError, match="names: expected 2"):
        Record.from_state(state, ["a"])
    sampled = state.clone()
    sampled.sample_chance()
    for outcome, _ in state.chance_outcomes():
        chosen = state.clone()
        chosen.apply_action(outcome)
        if chosen.position() != sampled.position():
            break
    with pytest.raises(ValueError, match="chance outcomes were chosen"):
        Record.from_state(chosen)
    with pytest.raises(ValueError, match="at least one"):
        botwerk.dataset([])
    records = [Record.from_state(played(name, 0)) for name in ("netzwerk", "droids")]
    with pytest.raises(ValueError, match="record 1: expected netzwerk with 2 players"):
        botwerk.dataset(records)
