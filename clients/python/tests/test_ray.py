"""Workers and experiments on a Ray cluster, of which a node is killed."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import frameworks
import pytest
from games import OPTIONS
from servers import PROGRAM, serve

frameworks.require("ray")

import ray
from ray.cluster_utils import Cluster

import botwerk
import botwerk.ray
from botwerk.ray import MatchResult, Workers, WorkerStatus, play_matches

TOKEN = "worker-token-of-the-tests"
SHOW = ["tournament", "show", "--view"]
STATUS = [*SHOW, "status", "--json"]
SMALL: dict[str, botwerk._game.OptionValue] = {"width": 3, "ranks": 4, "turn_cap": 20}
TOURNAMENT = """
name = "ray"
game = "netzwerk"
options = { width = "3", ranks = "4" }
opening_turns = 2
seed = "7"
[format]
kind = "round-robin"
cycles = 30
[[entrant]]
player = "minimax:nodes=2000"
[[entrant]]
player = "greedy"
"""
MATCHES = 60


def attempt(start: Callable[[], Any]) -> Any:
    """Starts a node of Ray. On a busy machine its agents can exceed the 15 seconds that Ray allows: tries again."""
    for _ in range(3):
        try:
            return start()
        except Exception as error:
            failure = error
    raise failure


class RayCluster:
    """A cluster of a head node, on which the driver is, and another one."""

    def __init__(self) -> None:
        self._settings = {"num_cpus": 2, "object_store_memory": 100 << 20}
        # A lost node is noticed after 5 instead of 15 seconds.
        config = {"health_check_period_ms": 1000}
        head = {**self._settings, "include_dashboard": False, "_system_config": config}
        self.cluster = attempt(lambda: Cluster(initialize_head=True, head_node_args=head))

    def start(self) -> None:
        """Starts the other node and connects the driver."""
        self.node = self.add_node()
        ray.init(address=self.cluster.address, log_to_driver=False)
        self.head = ray.get_runtime_context().get_node_id()

    def add_node(self) -> Any:
        node = attempt(lambda: self.cluster.add_node(**self._settings))
        self.cluster.wait_for_nodes()
        return node

    def kill_node(self) -> None:
        """Kills the processes of the other node."""
        self.cluster.remove_node(self.node, allow_graceful=False)


@pytest.fixture(scope="module")
def shared_cluster() -> Iterator[RayCluster]:
    with pytest.MonkeyPatch.context() as patch:
        # Tasks import the functions of this module.
        paths = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        cluster = RayCluster()
        try:
            cluster.start()
            yield cluster
        finally:
            ray.shutdown()
            cluster.cluster.shutdown()


@pytest.fixture
def cluster(shared_cluster: RayCluster) -> RayCluster:
    """A cluster of two nodes: one that a test has killed is replaced."""
    if shared_cluster.node not in shared_cluster.cluster.worker_nodes:
        shared_cluster.node = shared_cluster.add_node()
    return shared_cluster


def program(*arguments: str) -> list[dict[str, Any]]:
    """Runs a command and returns the lines that it prints as JSON."""
    done = subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def wait_until(condition: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "timeout"
        time.sleep(0.05)


def wait_for_workers(
    workers: Workers, condition: Callable[[list[WorkerStatus]], bool], seconds: float = 120
) -> list[WorkerStatus]:
    """Waits until the status of the workers is as expected, and returns it."""
    deadline = time.monotonic() + seconds
    while not condition(found := workers.status()):
        assert time.monotonic() < deadline, found
        time.sleep(0.1)
    return found


def are_running(found: list[WorkerStatus]) -> bool:
    return all(status.state == "running" for status in found)


def is_alive(process: int | None) -> bool:
    """Returns whether a process runs; one that has ended may wait for its parent."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def choose(state: botwerk.State, seat: int, rng: random.Random) -> int:
    return rng.choice(state.legal_actions(seat))


class Counter:
    """Chooses by the number of its choices in the match so far."""

    def __init__(self) -> None:
        self.choices = 0

    def __call__(self, state: botwerk.State, seat: int, rng: random.Random) -> tuple[int, int]:
        self.choices += 1
        legal = state.legal_actions(seat)
        return legal[self.choices % len(legal)], self.choices


def test_tournament_has_every_result_once_although_a_node_is_killed(
    cluster: RayCluster, tmp_path: Path
) -> None:
    file = tmp_path / "tournament.toml"
    file.write_text(TOURNAMENT)
    with serve(token=TOKEN) as server, Workers(server, 2, token=TOKEN) as workers:
        workers.wait_until_running()
        found = workers.status()
        assert {status.node for status in found} == {cluster.head, cluster.node.node_id}
        for status in found:
            command = Path(f"/proc/{status.process}/cmdline").read_text()
            environment = Path(f"/proc/{status.process}/environ").read_text()
            assert TOKEN not in command and f"BOTWERK_WORKER_TOKEN={TOKEN}" in environment
        run = ["tournament", "run", "--json", "--server", server, str(file)]
        tournament = subprocess.Popen([*PROGRAM, *run], stdout=subprocess.DEVNULL)

        def results() -> int:
            # There is no tournament at first.
            command = [*PROGRAM, *STATUS, "--server", server]
            text = subprocess.run(command, check=False, capture_output=True, text=True).stdout
            return int(json.loads(text)["results"]) if text else 0

        wait_until(lambda: tournament.poll() is not None or results() >= 5)
        assert tournament.poll() is None, "the node is killed in the middle"
        cluster.kill_node()
        assert tournament.wait(120) == 0
        [status_line] = program(*STATUS, "--server", server)
        assert (status_line["state"], status_line["results"]) == ("over", MATCHES)
        out = tmp_path / "results"
        subprocess.run(
            [*PROGRAM, "tournament", "export", "--server", server, "--out", str(out)],
            check=True,
            capture_output=True,
        )
        matches = botwerk.TournamentResults(out)
        rows = (matches.directory / "matches.csv").read_text().splitlines()
        assert len(rows) == 1 + MATCHES
        indexes = [row.partition(",")[0] for row in rows[1:]]
        assert sorted(indexes, key=int) == [str(index) for index in range(MATCHES)]
        by_workers = program(*SHOW, "workers", "--json", "--server", server)
        # The server plays as well, on a busy machine most matches.
        assert sum(worker["matches"] for worker in by_workers) > 0
        assert all(worker["differing_matches"] == 0 for worker in by_workers)

        def are_on_head(found: list[WorkerStatus]) -> bool:
            return are_running(found) and all(status.node == cluster.head for status in found)

        # The worker of the lost node runs on the other one.
        again = wait_for_workers(workers, are_on_head)
        lost = next(status for status in found if status.node != cluster.head)
        wait_until(lambda: not is_alive(lost.process))
    wait_until(lambda: not any(is_alive(status.process) for status in again))


def test_worker_starts_its_program_again(cluster: RayCluster) -> None:
    with serve() as server, Workers([server, "http://127.0.0.1:1"], 1) as workers:
        [first] = wait_for_workers(workers, are_running)
        assert first.process is not None and first.starts == 1
        os.kill(first.process, signal.SIGKILL)
        [second] = wait_for_workers(workers, lambda it: are_running(it) and it[0].starts > 1)
        assert second.process != first.process


def test_program_ends_with_its_actor(cluster: RayCluster) -> None:
    with serve() as server, Workers(server, 1) as workers:
        [status] = wait_for_workers(workers, are_running)
        stat = Path(f"/proc/{status.process}/stat").read_text()
        actor = int(stat.rpartition(")")[2].split()[1])
        os.kill(actor, signal.SIGKILL)
        wait_until(lambda: not is_alive(status.process))
        # Ray starts the actor again.
        wait_for_workers(workers, lambda it: are_running(it) and it[0].process != status.process)


def test_status_shows_why_a_worker_does_not_run(cluster: RayCluster) -> None:
    with serve(token=TOKEN) as server:
        with Workers(server, 1, token="wrong") as workers:
            [status] = wait_for_workers(workers, lambda it: "token" in it[0].message)
            assert TOKEN not in status.message
        with Workers(server, 1, program="/nowhere/botwerk") as workers:
            [status] = wait_for_workers(workers, lambda it: "/nowhere" in it[0].message)
            assert status.state == "restarting"
        with Workers(server, 1, slots=64) as workers:
            assert workers.status(timeout=0.2) == workers.status(timeout=0.2)
            [status] = workers.status(timeout=0.2)
            assert status == WorkerStatus(0, "pending", None, None, 0, "")
            with pytest.raises(TimeoutError, match="1 workers do not run: .*pending"):
                workers.wait_until_running(0.1)


def test_invalid_workers_are_rejected() -> None:
    for count, slots, name in [(0, 1, "count"), (1, 0, "slots")]:
        with pytest.raises(ValueError, match=f"{name}: expected at least 1, found 0"):
            Workers("127.0.0.1:4270", count, slots)
    with pytest.raises(ValueError, match="server: expected one address"):
        Workers([], 1)


def test_experiment_has_every_result_once_although_a_node_is_killed(
    cluster: RayCluster, tmp_path: Path
) -> None:
    started = tmp_path / "started"
    started.mkdir()

    def slow(state: botwerk.State, seat: int, rng: random.Random) -> int:
        node = ray.get_runtime_context().get_node_id()
        (started / f"{node}-{os.getpid()}-{time.monotonic_ns()}").touch()
        time.sleep(0.002)
        return choose(state, seat, rng)

    def on_killed_node() -> int:
        return sum(cluster.node.node_id in path.name for path in started.iterdir())

    is_killed = threading.Event()

    def kill() -> None:
        wait_until(lambda: on_killed_node() > 20)
        is_killed.set()
        cluster.kill_node()

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    results = play_matches("netzwerk", [slow, "greedy"], range(60), options=SMALL)
    assert is_killed.is_set(), "the node is killed in the middle"
    killer.join()
    assert [result.match for result in results] == list(range(120))
    assert [result.seed for result in results] == [
        str(seed) for seed in range(60) for _ in range(2)
    ]
    assert [result.players for result in results] == [(0, 1), (1, 0)] * 60
    game = botwerk.load_game("netzwerk", SMALL)
    alone = [botwerk.ray._play_block(game, [choose, "greedy"], str(seed)) for seed in range(60)]
    assert [result._replace(match=0) for result in results] == sum(alone, [])


def test_seed_gives_the_same_results_however_the_blocks_are_distributed(
    cluster: RayCluster,
) -> None:
    cases: list[tuple[str, Any]] = [
        ("netzwerk", ["greedy", "random"]),
        ("netzwerk", [choose, "greedy"]),
        ("netzwerk", Counter()),
        ("droids", ["greedy", Counter()]),
        ("micro-robots", ["human", choose]),
        ("ricochet", [choose, Counter()]),
    ]
    for name, player in cases:
        game = botwerk.load_game(name, OPTIONS[name], 2)
        one = play_matches(game, player, ["a", "b", "c", "d", "e"])
        two = play_matches(game, player, ["a", "b", "c", "d", "e"], blocks_per_task=3, num_cpus=0.5)
        assert one == two, name
        size = len(player) if isinstance(player, list) else 1
        assert [result.match for result in one] == list(range(5 * size))
        [*alone] = play_matches(game, player, ["d"])
        offset = 3 * size
        assert [it._replace(match=it.match + offset) for it in alone] == one[offset : offset + size]


@pytest.mark.parametrize(("name", "seats"), [("netzwerk", 2), ("droids", 3), ("ricochet", 3)])
def test_matches_of_agents_are_those_of_the_program(name: str, seats: int) -> None:
    game = botwerk.load_game(name, OPTIONS[name], seats)
    agents = ["human" if name == "ricochet" else "greedy", *["random"] * (seats - 1)]
    settings = dict(game.options)
    settings.pop("opening_seed", None)
    opening = settings.pop("opening_turns", None)
    options = [f"--option={key}={value}" for key, value in settings.items()]
    options += [] if opening is None else [f"--opening-turns={opening}"]
    for result in botwerk.ray._play_block(game, list(agents), "7/0"):
        on_seats = [agents[index] for index in result.players]
        single = ["--matches", "1", "--seed", "7/0", "--json", "--game", name]
        [report] = program("match", *on_seats, *single, *options)
        [match] = report["matches"]
        assert (result.places, result.ending_rule) == (tuple(match["places"]), match["rule"])


def test_matches_of_functions_are_those_of_states() -> None:
    for name, options in OPTIONS.items():
        game = botwerk.load_game(name, options, 2)

        def first(state: botwerk.State, seat: int, rng: random.Random) -> int:
            legal = state.legal_actions(seat)
            return legal[len(legal) // 2]

        state = game.new_initial_state("7")
        state.sample_chance()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[len(legal) // 2])
            state.sample_chance()
        [result] = botwerk.ray._play_block(game, [first], "7")
        places = tuple(state.places() or ())
        expected = (0, "7", (0, 0), tuple(state.returns()), places, state.ending_rule())
        assert result == MatchResult(*expected), name  # type: ignore[arg-type]


def test_invalid_experiments_are_rejected(cluster: RayCluster) -> None:
    def illegal(state: botwerk.State, seat: int, rng: random.Random) -> int:
        return 1 << 20

    def failing(state: botwerk.State, seat: int, rng: random.Random) -> int:
        raise KeyError("a bug")

    with pytest.raises(ValueError, match="action 1048576 is illegal"):
        play_matches("netzwerk", [illegal, "greedy"], range(3))
    with pytest.raises(KeyError, match="a bug"):
        play_matches("netzwerk", failing, range(3))
    with pytest.raises(ValueError, match="unknown agent"):
        play_matches("netzwerk", "nobody", range(3))
    with pytest.raises(ValueError, match="expected one, or one for each of 2 seats, found 3"):
        play_matches("netzwerk", ["greedy"] * 3, range(3))
    with pytest.raises(ValueError, match="blocks_per_task"):
        play_matches("netzwerk", "greedy", range(3), blocks_per_task=0)
    with pytest.raises(ValueError, match="a Game has both"):
        play_matches(botwerk.load_game("netzwerk"), "greedy", range(3), seats=2)
    assert play_matches("netzwerk", "greedy", []) == []
    with pytest.raises(RuntimeError, match="expected botwerk 0.0.0, found"):
        setup: Any = ("netzwerk", {}, 2, ["greedy"])
        ray.get(ray.remote(botwerk.ray._play_blocks).remote(setup, 0, ["7"], "0.0.0"))


def test_documented_experiment_runs(cluster: RayCluster) -> None:
    text = (Path(__file__).parents[3] / "docs" / "python.md").read_text()
    examples = [
        example
        for example in re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        if "botwerk.ray" in example
    ]
    assert len(examples) == 2
    for example in examples:
        code = compile(example, "docs/python.md", "exec")
        if "play_matches" in example:
            exec(code, {"__name__": "example"})
