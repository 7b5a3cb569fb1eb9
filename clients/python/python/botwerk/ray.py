"""Matches on a Ray cluster: workers for the tournaments of a server, and experiments.

``Workers`` keeps workers running on the nodes of a cluster. ``play_matches`` plays matches of agents and of
functions in Python as Ray tasks. Both survive the loss of nodes other than the head node. Every node needs the same
version of this package.

>>> import botwerk.ray
>>> with botwerk.ray.Workers("https://play.example:4270", 8, slots=4):    # doctest: +SKIP
...     input("press Enter to stop")
>>> results = botwerk.ray.play_matches("netzwerk", ["greedy", "random"], range(100))    # doctest: +SKIP
>>> [result.returns for result in results[:2]]                                          # doctest: +SKIP
[(1.0, -1.0), (-1.0, 1.0)]
"""

from __future__ import annotations

import collections
import copy
import json
import os
import random
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np
import ray

from ._botwerk import State, __version__
from ._game import Game, OptionValue, load_game
from ._stats import stats
from ._vec_env import VecEnv

__all__ = ["MatchResult", "Player", "WorkerStatus", "Workers", "play_matches"]

#: Seconds until a program that has ended is started again: after the first end, and at most. They double with every
#: end, unless the program ran for the maximum.
RESTART_SECONDS, MAX_RESTART_SECONDS = 0.5, 30.0
#: Seconds for a program to return its matches to the server after SIGTERM.
STOP_SECONDS = 15.0
#: Tasks that wait in Ray, for each core of the cluster.
TASKS_PER_CORE = 4

#: Starts a program that ends with the thread that started it, also if that is killed. Linux only: PR_SET_PDEATHSIG.
LAUNCHER = """
import ctypes, os, signal, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, int(signal.SIGTERM), 0, 0, 0)
    if os.getppid() != int(sys.argv[1]):
        sys.exit("the actor has ended")
try:
    os.execvp(sys.argv[2], sys.argv[2:])
except OSError as error:
    sys.exit(f"{sys.argv[2]}: {error}")
"""


class WorkerStatus(NamedTuple):
    """The state of a worker."""

    #: The index of the worker, from 0.
    worker: int
    #: ``running``, ``restarting`` after its program has ended, or ``pending`` while its actor waits for a node.
    state: str
    #: The id of the Ray node, or ``None`` while the worker is pending.
    node: str | None
    #: The process id of the program, or ``None`` unless it is running.
    process: int | None
    #: How often the program was started since the actor was placed on its node.
    starts: int
    #: The latest line that the program has logged, or an empty text.
    message: str


class _WorkerActor:
    """Runs ``botwerk worker`` as a child process, and starts it again when it ends."""

    def __init__(
        self, arguments: Sequence[str], token: str | None, program: Sequence[str] | None
    ) -> None:
        self._command = [*(program or _program()), "worker", *arguments]
        self._environment = dict(os.environ)
        if token is not None:
            self._environment["BOTWERK_WORKER_TOKEN"] = token
        self._lock = threading.Lock()
        self._is_stopping = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._starts = 0
        self._message = ""
        # The program gets SIGTERM when the thread that has started it ends.
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def status(self) -> tuple[str, str | None, int | None, int, str]:
        """Returns the fields of the worker's status after its index."""
        node = ray.get_runtime_context().get_node_id()
        process = self._process
        if process is None or process.poll() is not None:
            return "restarting", node, None, self._starts, self._message
        return "running", node, process.pid, self._starts, self._message

    def stop(self) -> None:
        """Stops the program, which returns its matches to the server."""
        self._is_stopping.set()
        with self._lock:
            if self._process is not None:
                self._process.terminate()
        self._thread.join(STOP_SECONDS)
        if self._thread.is_alive() and self._process is not None:
            self._process.kill()

    def _run(self) -> None:
        """Starts the program again and again until the worker stops."""
        delay = RESTART_SECONDS
        while True:
            started = time.monotonic()
            try:
                process = self._start()
            except OSError as error:
                self._message = str(error)
            else:
                if process is None:
                    return
                self._read_log(process)
                code = process.wait()
                self._message = self._message or f"the program ended with code {code}"
            if time.monotonic() - started >= MAX_RESTART_SECONDS:
                delay = RESTART_SECONDS
            if self._is_stopping.wait(delay):
                return
            delay = min(2 * delay, MAX_RESTART_SECONDS)

    def _start(self) -> subprocess.Popen[str] | None:
        """Starts the program. Returns ``None`` if the worker is stopping."""
        launcher = [sys.executable, "-I", "-S", "-c", LAUNCHER, str(os.getpid())]
        with self._lock:
            if self._is_stopping.is_set():
                return None
            self._process = subprocess.Popen(
                [*launcher, *self._command],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
            )
            self._starts += 1
            return self._process

    def _read_log(self, process: subprocess.Popen[str]) -> None:
        """Writes what the program logs to the log of the actor, until the program ends."""
        assert process.stderr is not None
        with process.stderr:
            for line in process.stderr:
                self._message = line.strip() or self._message
                print(line, end="", file=sys.stderr, flush=True)


def _program() -> list[str]:
    """Returns the command of the program on this node: that of the variable ``BOTWERK``, or of this package."""
    named = os.environ.get("BOTWERK")
    return [named] if named else [sys.executable, "-m", "botwerk"]


class Workers:
    """Workers that play matches of tournaments for a server, each in a Ray actor of its own.

    A worker is the program ``botwerk worker``. It is started again when it ends, and on another node when its node is
    lost. The server counts each match exactly once: what a lost worker was playing is played by another one. The
    workers end with this object and with the driver.
    """

    def __init__(
        self,
        server: str | Sequence[str],
        count: int,
        slots: int = 1,
        token: str | None = None,
        *,
        ca: str | os.PathLike[str] | None = None,
        program: str | Sequence[str] | None = None,
        log_level: str = "warn",
    ) -> None:
        """Starts workers, each as soon as a node has as many free cores as it has slots.

        ``server`` is an address that all nodes can reach, or those of several servers that share a database. A worker
        plays ``slots`` matches at the same time. ``token`` is the worker token of the server; without one, that of
        the variable ``BOTWERK_WORKER_TOKEN`` of each node counts. ``ca`` is a file of each node with the authorities
        that may sign the server's certificate. ``program`` is the command that starts the program on each node;
        without one, the variable ``BOTWERK`` of the node names it, or it is that of the installed package.

        Raises ``ValueError`` if a number is invalid or there is no server.
        """
        addresses = [server] if isinstance(server, str) else list(server)
        if not addresses or not all(addresses):
            raise ValueError(f"server: expected one address or several, found {server!r}")
        for name, number in [("count", count), ("slots", slots)]:
            if number < 1:
                raise ValueError(f"{name}: expected at least 1, found {number}")
        arguments = ["--server", ",".join(addresses), "--slots", str(slots)]
        arguments += ["--log-level", log_level]
        if ca is not None:
            arguments += ["--ca", os.fspath(ca)]
        command = shlex.split(program) if isinstance(program, str) else program
        actor = ray.remote(_WorkerActor).options(
            num_cpus=slots, max_restarts=-1, scheduling_strategy="SPREAD"
        )
        self._actors = [actor.remote(arguments, token, command) for _ in range(count)]
        #: The calls of ``status`` that are not answered yet, by worker.
        self._calls: dict[int, Any] = {}

    def status(self, timeout: float = 2.0) -> list[WorkerStatus]:
        """Returns the status of each worker; those that do not answer within ``timeout`` seconds are pending."""
        if self._calls:
            # What was answered since the previous status is outdated.
            outdated, _ = ray.wait(
                list(self._calls.values()), num_returns=len(self._calls), timeout=0
            )
            self._calls = {index: ref for index, ref in self._calls.items() if ref not in outdated}
        for index, actor in enumerate(self._actors):
            if index not in self._calls:
                self._calls[index] = actor.status.remote()
        answered: list[Any] = []
        if self._calls:
            refs = list(self._calls.values())
            answered, _ = ray.wait(refs, num_returns=len(refs), timeout=timeout)
        statuses = []
        for index in range(len(self._actors)):
            status = WorkerStatus(index, "pending", None, None, 0, "")
            if self._calls[index] in answered:
                try:
                    status = WorkerStatus(index, *ray.get(self._calls.pop(index)))
                except ray.exceptions.RayActorError:
                    pass
            statuses.append(status)
        return statuses

    def wait_until_running(self, timeout: float = 120.0) -> None:
        """Waits until the programs of all workers run.

        Raises ``TimeoutError`` with the status of a worker that does not run after ``timeout`` seconds.
        """
        deadline = time.monotonic() + timeout
        while True:
            waiting = [status for status in self.status() if status.state != "running"]
            if not waiting:
                return
            if time.monotonic() >= deadline:
                raise TimeoutError(f"{len(waiting)} workers do not run: {waiting[0]}")
            time.sleep(0.1)

    def stop(self) -> None:
        """Stops all workers. They return the matches that they have not finished to the server."""
        if self._actors and ray.is_initialized():
            found = zip(self._actors, self.status())
            stopped = [actor.stop.remote() for actor, it in found if it.state != "pending"]
            if stopped:
                ray.wait(stopped, num_returns=len(stopped), timeout=STOP_SECONDS + 5)
            for actor in self._actors:
                ray.kill(actor)
        self._actors = []
        self._calls = {}

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


#: What plays a seat: a built-in agent such as ``minimax:nodes=2000``, or a function
#: ``choose(state, seat, rng)`` that returns an action, or an action and its effort in search nodes.
Player = str | Callable[[State, int, random.Random], int | tuple[int, int]]


class MatchResult(NamedTuple):
    """The result of a match: see ``play_matches``."""

    #: The index of the match, from 0.
    match: int
    #: The seed of its block.
    seed: str
    #: The index of the player on each seat.
    players: tuple[int, ...]
    #: What the match was worth to each seat, from -1 to 1.
    returns: tuple[float, ...]
    #: The place of each seat, 1 for the best.
    places: tuple[int, ...]
    #: The id of the rule that ended the match.
    ending_rule: str


def play_matches(
    game: Game | str,
    player: Player | Sequence[Player],
    seeds: Iterable[int | str],
    *,
    options: Mapping[str, OptionValue] | None = None,
    seats: int | None = None,
    blocks_per_task: int = 1,
    num_cpus: float = 1,
    max_retries: int = 10,
) -> list[MatchResult]:
    """Plays a block of matches from each seed as Ray tasks, and returns each result exactly once, in order.

    ``game`` is a name with ``options`` and ``seats``, or a ``Game``, which has both. ``player`` is one on all seats,
    and a block one match, or a list with a player for each seat; then each player has every seat in a block of as many
    matches, all from the same start and with the same chance outcomes. Match ``i`` is of block ``i // len(players)``.

    A player is a built-in agent, or a function ``choose(state, seat, rng)``. ``state`` is a match that looks to the
    seat like the one that is played; what is hidden from the seat is sampled. ``seat`` is to act. The function returns
    one of ``state.legal_actions(seat)``, or a tuple with the effort of a race in search nodes. Its randomness must come
    from ``rng``. Each match has a copy of its own of the function, so that one with attributes can remember them
    during the match.

    A seed gives the same results on every cluster, however many nodes it has or loses, unless an agent depends on
    time. A task that is lost with its process or node is played again, at most ``max_retries`` times; -1 sets no
    limit. ``blocks_per_task`` is the number of blocks of a task: increase it if they take less than a second.

    Raises ``ValueError`` if an argument is invalid or a function returns an illegal action, and what a function
    raises. An exception of Ray means that a task was lost too often.
    """
    if isinstance(game, Game):
        if options is not None or seats is not None:
            raise ValueError("options and seats: a Game has both; pass a name, or omit them")
    else:
        game = load_game(game, options, seats or 0)
    players = [player] if isinstance(player, str) or callable(player) else list(player)
    if len(players) not in {1, game.num_players()}:
        expected = f"expected one, or one for each of {game.num_players()} seats"
        raise ValueError(f"player: {expected}, found {len(players)}")
    if blocks_per_task < 1:
        raise ValueError(f"blocks_per_task: expected at least 1, found {blocks_per_task}")
    texts = [str(seed) for seed in seeds]
    tasks = collections.deque(range(0, len(texts), blocks_per_task))
    remote = ray.remote(_play_blocks).options(
        num_cpus=num_cpus, max_retries=max_retries, scheduling_strategy="SPREAD"
    )
    # Stored once, however many tasks read it.
    setup = ray.put((game.name, game.options, game.num_players(), players))
    results: dict[int, MatchResult] = {}
    pending: list[Any] = []
    try:
        while tasks or pending:
            limit = TASKS_PER_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while tasks and len(pending) < limit:
                first = tasks.popleft()
                chunk = texts[first : first + blocks_per_task]
                pending.append(remote.remote(setup, first, chunk, __version__))
            done, pending = ray.wait(pending, num_returns=1)
            for result in ray.get(done[0]):
                if result.match in results:
                    raise RuntimeError(f"match {result.match}: has two results")
                results[result.match] = result
    finally:
        for ref in pending:
            ray.cancel(ref)
    return [results[index] for index in range(len(texts) * len(players))]


def _play_blocks(
    setup: tuple[str, dict[str, str], int, list[Player]],
    first: int,
    seeds: Sequence[str],
    version: str,
) -> list[MatchResult]:
    """Plays the blocks of one task, from that with the index ``first``."""
    if version != __version__:
        node = ray.get_runtime_context().get_node_id()
        raise RuntimeError(f"node {node}: expected botwerk {version}, found {__version__}")
    name, options, seats, players = setup
    game = load_game(name, options, seats)
    results = []
    for block, seed in enumerate(seeds, first):
        for position, played in enumerate(_play_block(game, players, seed)):
            results.append(played._replace(match=block * len(players) + position))
    return results


def _play_block(game: Game, players: list[Player], seed: str) -> list[MatchResult]:
    """Plays a block of matches, whose indexes are all 0."""
    agents = [player for player in players if isinstance(player, str)]
    if len(agents) == len(players):
        return _play_agents(game, agents, seed)
    seats = range(game.num_players())
    results = []
    for rotation in range(len(players)):
        on_seats = tuple((seat + rotation) % len(players) for seat in seats)
        results.append(_play_functions(game, players, on_seats, seed))
    return results


def _play_agents(game: Game, agents: list[str], seed: str) -> list[MatchResult]:
    """Plays a block of matches between built-in agents."""
    matches = stats(_with_given_opening(game), agents, len(agents), seed=seed, threads=1).matches
    seats = range(game.num_players())
    results = []
    for row, rule in enumerate(matches["rule"].tolist()):
        on_seats, places, scores = (
            tuple(matches[f"{name}_{seat}"][row].item() for seat in seats)
            for name in ("player", "place", "score")
        )
        returns = _returns_of(places) if len(places) > 1 else (2.0 * scores[0] - 1.0,)
        results.append(MatchResult(0, seed, on_seats, returns, places, rule))
    return results


def _returns_of(places: tuple[int, ...]) -> tuple[float, ...]:
    """Returns for each seat the share of the others with a worse place minus the share of those with a better one."""
    others = len(places) - 1
    beaten = (sum((other > place) - (other < place) for other in places) for place in places)
    return tuple(count / others for count in beaten)


def _with_given_opening(game: Game) -> Game:
    """Returns the game with openings as long as its options say: statistics have others by default."""
    try:
        return load_game(game.name, {"opening_turns": 0, **game.options}, game.num_players())
    except ValueError:
        # The game has no openings.
        return game


def _play_functions(
    game: Game, players: list[Player], on_seats: tuple[int, ...], seed: str
) -> MatchResult:
    """Plays a match in which functions play one seat or more."""
    agents: dict[int, str] = {}
    functions: dict[int, tuple[Any, random.Random]] = {}
    for seat, index in enumerate(on_seats):
        player = players[index]
        if isinstance(player, str):
            agents[seat] = player
        else:
            functions[seat] = copy.deepcopy(player), random.Random(f"{seed}/{seat}")
    env = VecEnv(game, 1, autoreset="Disabled", opponents=agents, observations=None, masks=None)
    env.reset([0], [seed])
    while (seat := int(env.to_act[0])) >= 0:
        choose, rng = functions[seat]
        state = game.state_from_view(env.view(0, seat), seat, str(rng.getrandbits(64)))
        chosen = choose(state, seat, rng)
        action, effort = chosen if isinstance(chosen, tuple) else (chosen, 0)
        env.step(np.array([action]), np.array([effort]))
        if env.faults[0] == VecEnv.ILLEGAL_ACTION:
            raise ValueError(f"player {on_seats[seat]}: action {action} is illegal")
    if env.faults[0] == VecEnv.OPPONENT_FAILED:
        raise RuntimeError(f"seed {seed}: a built-in agent failed")
    episode = json.loads(env.save()[0])["episode"]
    state = game.deserialize_state(json.dumps(episode))
    places, rule = state.places(), state.ending_rule()
    assert places is not None and rule is not None, "the match is over"
    return MatchResult(0, seed, on_seats, tuple(state.returns()), tuple(places), rule)
