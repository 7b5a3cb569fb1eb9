"""Environments of a server, compared with those in this process."""

from __future__ import annotations

import copy
import os
import pickle
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from games import OPTIONS

import botwerk
from botwerk import RejectedError, RemoteVecEnv, VecEnv


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with botwerk.serve("--max-env-lanes", "64") as started:
        yield started.address


ARRAYS = ["rewards", "terminated", "truncated", "to_act", "faults", "observations", "masks"]


@pytest.mark.parametrize("name", OPTIONS)
def test_remote_lanes_are_those_in_process(server: str, name: str) -> None:
    local = VecEnv(
        name, 5, options=OPTIONS[name], players=2, seed=7, autoreset="SameStep", opponents={1: "random"}
    )
    with RemoteVecEnv(
        server,
        name,
        5,
        options=OPTIONS[name],
        players=2,
        seed=7,
        autoreset="SameStep",
        opponents={1: "random"},
        legal_actions=True,
    ) as remote:
        assert (remote.num_players, remote.num_actions) == (local.num_players, local.num_actions)
        assert remote.observation_len == local.observation_len
        for _ in range(60):
            starts, legal = remote.legal_actions()
            local_starts, local_legal = local.legal_actions()
            assert (starts == local_starts).all() and (legal == local_legal).all()
            chosen = legal[starts[:-1]].astype(np.int64)
            local.step(chosen)
            remote.step(chosen)
            for array in ARRAYS:
                assert (getattr(remote, array) == getattr(local, array)).all(), array
            ended = local.terminated | local.truncated
            assert (remote.final_observations[ended] == local.final_observations[ended]).all()
        assert (remote.step_random() == local.step_random()).all()


@pytest.mark.parametrize("name", OPTIONS)
def test_copies_of_remote_lanes_continue_alike(server: str, name: str) -> None:
    with RemoteVecEnv(
        server, name, 3, options=OPTIONS[name], players=2, seed=7, opponents={1: "random"}, legal_actions=True
    ) as remote:
        for _ in range(20):
            remote.step_random()
        for copied in (copy.deepcopy(remote), pickle.loads(pickle.dumps(remote))):
            original = pickle.loads(pickle.dumps(remote))
            with copied, original:
                for _ in range(40):
                    for array in ARRAYS:
                        assert (getattr(copied, array) == getattr(original, array)).all(), array
                    starts, legal = original.legal_actions()
                    assert (copied.legal_actions()[1] == legal).all()
                    chosen = legal[starts[:-1]].astype(np.int64)
                    original.step(chosen)
                    copied.step(chosen)


def test_remote_lanes_are_reset_saved_and_loaded(server: str) -> None:
    with RemoteVecEnv(server, "droids", 3, players=2, seed=7, masks="bits") as remote:
        first = remote.observations
        for _ in range(5):
            remote.step_random()
        saved, latest = remote.save(), remote.observations
        remote.reset([0, 2], seeds=["7/0", "7/2"])
        assert (remote.observations[[0, 2]] == first[[0, 2]]).all()
        assert (remote.observations[1] == latest[1]).all()
        remote.load(saved)
        assert (remote.observations == latest).all()
        assert remote.masks.shape == (3, (remote.num_actions + 7) // 8)


def test_bad_input_is_rejected_with_a_reason(server: str) -> None:
    with pytest.raises(RejectedError, match="chess") as unknown:
        RemoteVecEnv(server, "chess", 2)
    assert unknown.value.reason == "UNKNOWN_GAME"
    with pytest.raises(RejectedError, match="max_env_lanes") as many:
        RemoteVecEnv(server, "netzwerk", 65)
    assert many.value.reason == "TOO_LARGE"
    with pytest.raises(ValueError, match="NextStep, SameStep, Disabled"):
        RemoteVecEnv(server, "netzwerk", 2, autoreset="never")
    with RemoteVecEnv(server, "netzwerk", 2, seed=7) as remote:
        with pytest.raises(TypeError, match="integers"):
            remote.step([0.5, 1.0])
        with pytest.raises(ValueError, match=re.escape("shape (2,), found (1,)")):
            remote.step([1])
        with pytest.raises(ValueError, match="legal_actions=True"):
            remote.legal_actions()
        with pytest.raises(RejectedError, match="below 2"):
            remote.reset([2])
        remote.step([-1, 2**40])
        assert (remote.faults == VecEnv.ILLEGAL_ACTION).all()


def test_token_of_an_environment_replaces_the_admin_token(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("7" * 32)
    with botwerk.serve("--admin-token-file", str(file)) as started:
        with pytest.raises(RejectedError) as unknown:
            RemoteVecEnv(started.address, "netzwerk", 2)
        assert unknown.value.reason == "BAD_TOKEN"
        with RemoteVecEnv(started.address, "netzwerk", 2, admin_token="7" * 32) as remote:
            remote.step_random()
            remote.load(remote.save())


def test_lost_answer_does_not_step_twice(server: str) -> None:
    local = VecEnv("netzwerk", 2, seed=7)
    with RemoteVecEnv(server, "netzwerk", 2, seed=7) as remote:
        local.step_random()
        remote.step_random()
        # As if the answer of the latest step had been lost.
        remote._step -= 1
        remote.step_random()
        assert (remote.observations == local.observations).all()


def test_server_ends_with_the_process_that_started_it() -> None:
    started = "server = botwerk.serve(); print(server.address, flush=True)"
    script = f"import botwerk, time; {started}; time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
        assert answer.status == 200
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=10)
        except (urllib.error.URLError, ConnectionError):
            return
        time.sleep(0.1)
    pytest.fail("the server is still there")


def test_fields_of_observations_have_their_shapes_and_ranges() -> None:
    for name, options in OPTIONS.items():
        game = botwerk.load_game(name, options, players=2)
        env = VecEnv(game, 8, seed=3)
        for _ in range(50):
            env.step_random()
        parts = game.split_observation(env.observations)
        assert list(parts) == [field.name for field in game.observation_fields]
        size = 0
        for field in game.observation_fields:
            part = parts[field.name]
            assert part.shape == (8, *field.shape)
            assert field.start == size
            size += part[0].nbytes
            valid = (part >= field.low) & (part <= field.high)
            if field.absent is not None:
                valid |= part == field.absent
            assert valid.all(), field
        assert size == env.observation_len
        with pytest.raises(ValueError, match="last dimension"):
            game.split_observation(env.observations[:, 1:])
        with pytest.raises(TypeError, match="uint8"):
            game.split_observation(env.observations.astype(np.float32))
