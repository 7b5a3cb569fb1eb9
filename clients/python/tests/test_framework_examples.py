"""The examples with PyTorch in small form: each must show what it states, not only run to its end."""

from __future__ import annotations

import os

import frameworks
import notebooks

frameworks.require("torch")


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


def test_notebook_runs() -> None:
    frameworks.require("sb3_contrib")
    notebooks.run("maskable_ppo", "STEPS, MATCHES = 12_288, 50")
