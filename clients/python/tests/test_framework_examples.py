"""The examples with PyTorch in small form: each must show what it states, not only run to its end."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import frameworks
import notebooks
import numpy as np

LAB = Path(__file__).parents[3] / "target/debug/botwerk-lab"

frameworks.require("torch")

import torch


def test_maskable_ppo_beats_random() -> None:
    frameworks.require("sb3_contrib")
    import maskable_ppo

    result = maskable_ppo.main(["--steps", "28672", "--minutes", "3", "--matches", "200"])
    for learned, random in zip(result.learned, result.random):
        assert learned.low > max(0.5, random.high), result


def test_ray_training_learns_in_processes_of_its_own() -> None:
    frameworks.require("ray")
    import ray_training

    result = ray_training.main(["--workers", "2", "--steps", "24576", "--minutes", "3"])
    assert len(result.processes) == 2 and os.getpid() not in result.processes
    assert result.after.low > max(0.5, result.before.high), result


def test_ray_workers_play_a_tournament_and_tasks_an_experiment() -> None:
    frameworks.require("ray")
    import ray_workers
    import servers

    with servers.serve() as server:
        small = ["--workers", "2", "--cycles", "20", "--seeds", "40"]
        result = ray_workers.main([*small, "--server", server])
    assert result.matches == 40
    assert result.tournament.low > 0.5, result
    assert result.experiment.low > 0.5, result


def test_net_of_netzwerk_is_trained_resumed_and_read(tmp_path: Path) -> None:
    import netzwerk_net

    work = tmp_path / "net"
    small = f"--lab {LAB} --work {work} --generations 2 --matches 8 --parts 2 --nodes 300 --epochs 2 --openings 1".split()
    last = netzwerk_net.main(small)
    written = {file.name: file.read_bytes() for file in work.iterdir()}
    assert sorted(written) == sorted(
        ["generation-0.net"]
        + [f"generation-{generation}{kind}" for generation in (1, 2) for kind in (".net", "-0.samples", "-1.samples")]
    )
    last.unlink()
    (work / "generation-2-1.samples").unlink()
    netzwerk_net.main(small)
    assert {file.name: file.read_bytes() for file in work.iterdir()} == written

    # The agent says of positions what was trained, but for rounded weights.
    torch.manual_seed(7)
    net, samples = netzwerk_net.Net(), work / "generation-2-0.samples"
    file = tmp_path / "random.net"
    file.write_bytes(net.to_bytes())
    expected = netzwerk_net.Positions(netzwerk_net.read([samples])).values(net)
    command = [str(LAB), "net", "values", "--net", str(file), "--samples", str(samples)]
    values = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert np.ptp(expected) > 100
    assert np.corrcoef(np.array(values, int), expected)[0, 1] > 0.99


def test_notebook_runs() -> None:
    frameworks.require("sb3_contrib")
    notebooks.run("maskable_ppo", "STEPS, MATCHES = 12_288, 50")
