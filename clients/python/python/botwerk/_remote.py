"""Many matches that are stepped together on a server, into numpy arrays."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal

import grpc
import numpy as np
import numpy.typing as npt

from ._channel import bearer, connect
from ._errors import ErrorReason, RejectedError
from ._game import OptionValue, option_text
from ._vec_env import ARRAYS, VecEnv, _integers
from .v1 import agent_pb2, env_pb2, env_pb2_grpc, game_pb2

#: Number of attempts to send a request whose answer is lost.
ATTEMPTS = 10
#: Minimum number of seconds between two attempts of a call.
RETRY_SECONDS = 0.2
#: Maximum size of an answer in bytes.
MAX_ANSWER = 256 << 20

#: How lanes are reset.
AUTORESETS = {
    "NextStep": env_pb2.AUTORESET_NEXT_STEP,
    "SameStep": env_pb2.AUTORESET_SAME_STEP,
    "Disabled": env_pb2.AUTORESET_DISABLED,
}
#: The form of masks.
MASKS = {
    None: env_pb2.MASK_FORMAT_NONE,
    "bytes": env_pb2.MASK_FORMAT_BYTES,
    "bits": env_pb2.MASK_FORMAT_BITS,
}


class RemoteVecEnv:
    """An environment of a server, with the arrays and functions of ``VecEnv``.

    Each step replaces the arrays by new ones, which cannot be written to. A request whose answer is lost is
    sent again; no batch is taken twice. The server closes an environment that is not used for some time.

    Copies by ``copy.deepcopy`` and ``pickle`` are further environments of the server that continue with the same matches.
    A pickle contains ``admin_token``.

    >>> import botwerk
    >>> with botwerk.serve() as server:
    ...     with botwerk.RemoteVecEnv(server.address, "netzwerk", 4, seed=7) as env:
    ...         actions = env.step_random()
    >>> env.to_act.shape, env.masks.shape[1] == env.num_actions
    ((4,), True)
    """

    ILLEGAL_ACTION = VecEnv.ILLEGAL_ACTION
    EPISODE_OVER = VecEnv.EPISODE_OVER
    OPPONENT_FAILED = VecEnv.OPPONENT_FAILED

    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    to_act: npt.NDArray[np.int8]
    faults: npt.NDArray[np.uint8]
    observations: npt.NDArray[np.uint8]
    final_observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.uint8]

    def __init__(
        self,
        server: str,
        game: str,
        lanes: int,
        *,
        options: Mapping[str, OptionValue] | None = None,
        players: int = 0,
        seed: int | str | None = None,
        autoreset: str = "NextStep",
        max_steps: int | None = None,
        opponents: Mapping[int, str] | None = None,
        observations: bool = True,
        masks: Literal["bytes", "bits"] | None = "bytes",
        legal_actions: bool = False,
        perfect_information: bool = False,
        admin_token: str | None = None,
    ) -> None:
        """Creates an environment on a server: see ``VecEnv`` for the settings.

        ``admin_token`` is that of the server, if it has one. ``legal_actions`` sends the ragged lists with
        every step.

        Raises ``RejectedError`` if the server rejects a setting or has no environments, and ``ValueError``
        for an unknown value of ``autoreset`` or ``masks``.
        """
        autoreset = getattr(autoreset, "value", autoreset)
        if autoreset not in AUTORESETS:
            expected = ", ".join(AUTORESETS)
            raise ValueError(f"autoreset {autoreset!r}: expected one of {expected}")
        if masks not in MASKS:
            raise ValueError(f"masks {masks!r}: expected bytes, bits or None")
        #: What creates the environment again, except for the seed.
        self._settings: dict[str, Any] = {
            "server": server,
            "game": game,
            "lanes": lanes,
            "options": dict(options or {}),
            "players": players,
            "autoreset": autoreset,
            "max_steps": max_steps,
            "opponents": dict(opponents or {}),
            "observations": observations,
            "masks": masks,
            "legal_actions": legal_actions,
            "perfect_information": perfect_information,
            "admin_token": admin_token,
        }
        given = [(name, option_text(value)) for name, value in (options or {}).items()]
        request = env_pb2.CreateEnvRequest(
            setup=game_pb2.GameSetup(
                game=game,
                options=[game_pb2.GameOption(name=name, value=value) for name, value in given],
                seats=players,
            ),
            lanes=lanes,
            seed="" if seed is None else str(seed),
            autoreset=AUTORESETS[autoreset],
            max_steps=max_steps or 0,
            opponents=[
                env_pb2.Opponent(seat=seat, agent=_agent(text))
                for seat, text in (opponents or {}).items()
            ],
            observes_all=perfect_information,
            include_observations=observations,
            mask_format=MASKS[masks],
            include_legal_actions=legal_actions,
            # Found again if the answer is lost.
            request_id=secrets.token_hex(16),
        )
        limit = [("grpc.max_receive_message_length", MAX_ANSWER)]
        self._channel = connect(server, limit)
        self._stub = env_pb2_grpc.EnvServiceStub(self._channel)  # type: ignore[no-untyped-call]
        self._metadata = bearer(admin_token)
        created = self._call(self._stub.CreateEnv, request)
        self._env: env_pb2.Env = created.env
        # The admin token is not needed any more.
        self._metadata = bearer(created.env_token)
        self._step = 0
        #: The number of lanes.
        self.num_lanes: int = created.env.lanes
        #: The number of players.
        self.num_players: int = created.env.setup.seats
        #: The number of action numbers.
        self.num_actions: int = created.env.action_count
        #: The number of bytes of an observation.
        self.observation_len: int = created.env.observation_len
        #: The seed: lane ``i`` starts with the seed text ``SEED/i``.
        self.seed: str = created.env.seed
        #: How the lanes are reset, where Gymnasium looks for it.
        self.metadata = {"autoreset_mode": autoreset}
        self._legal: tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]] | None = None
        self._read(created.results)

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = {name: getattr(self, name) for name in ARRAYS if hasattr(self, name)}
        return _restored, ({**self._settings, "seed": self.seed}, self.save(), arrays)

    def step(self, actions: npt.ArrayLike, efforts: npt.ArrayLike | None = None) -> None:
        """Takes one action in every lane: see ``VecEnv.step``.

        Raises ``TypeError`` or ``ValueError`` if an array has another kind or length than expected, and
        ``RejectedError`` if the server rejects the batch; nothing is changed.
        """
        numbers = _integers("actions", actions, np.int64, self.num_lanes)
        # What is beyond 32 bits is no action either.
        given = env_pb2.LaneActions(actions=np.clip(numbers, -1, 2**31 - 1).astype("<i4").tobytes())
        if efforts is not None:
            nodes = _integers("efforts", efforts, np.uint64, self.num_lanes)
            given.efforts = nodes.astype("<u8").tobytes()
        self._send(env_pb2.LaneBatch(actions=given))

    def step_random(self) -> npt.NDArray[np.int32]:
        """Takes a random legal action in every lane and returns the actions, -1 where none was taken."""
        results = self._send(env_pb2.LaneBatch(random_actions=env_pb2.RandomActions()))
        return np.frombuffer(results.actions, "<i4")

    def reset(
        self, lanes: Sequence[int] | None = None, seeds: Sequence[int | str] | None = None
    ) -> None:
        """Starts an episode in the given lanes, or in all of them: see ``VecEnv.reset``.

        Raises ``RejectedError`` if a lane does not exist or is given twice.
        """
        if lanes is not None and not len(lanes):
            return
        texts = [str(seed) for seed in seeds or []]
        reset = env_pb2.LaneReset(lanes=[int(lane) for lane in lanes or []], seeds=texts)
        self._send(env_pb2.LaneBatch(reset=reset))

    def legal_actions(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        """Returns the legal actions of all lanes as ragged lists: see ``VecEnv.legal_actions``.

        Raises ``ValueError`` unless the environment was created with ``legal_actions``.
        """
        if self._legal is None:
            raise ValueError("legal_actions: create the environment with legal_actions=True")
        starts, legal = self._legal
        # An entry for lanes without actions, so that every start is an index.
        return starts, np.append(legal, np.uint32(0))

    def save(self, lanes: Sequence[int] | None = None) -> list[str]:
        """Returns the given lanes, or all of them, as texts."""
        request = env_pb2.SaveLanesRequest(env=self._env.name, lanes=list(lanes or []))
        return list(self._call(self._stub.SaveLanes, request).saved)

    def load(self, saved: Sequence[str], lanes: Sequence[int] | None = None) -> None:
        """Continues the given lanes, or all of them, as saved ones of the same game, options and opponents.

        Raises ``RejectedError`` if a text is anything else; nothing is changed.
        """
        request = env_pb2.LoadLanesRequest(
            env=self._env.name, lanes=list(lanes or []), saved=list(saved)
        )
        self._read(self._call(self._stub.LoadLanes, request).results)

    def close(self) -> None:
        """Closes the environment on the server, and the connection."""
        request = env_pb2.CloseEnvRequest(env=self._env.name)
        try:
            self._stub.CloseEnv(request, metadata=self._metadata)
        except grpc.RpcError:
            pass  # The server has closed it, or does so in a while.
        self._channel.close()

    def __enter__(self) -> RemoteVecEnv:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _send(self, batch: env_pb2.LaneBatch) -> env_pb2.LaneResults:
        batch.step = self._step + 1
        request = env_pb2.StepEnvRequest(env=self._env.name, batch=batch)
        results: env_pb2.LaneResults = self._call(self._stub.StepEnv, request).results
        self._step = results.step
        self._read(results)
        return results

    def _read(self, results: env_pb2.LaneResults) -> None:
        """Sets the arrays."""
        lanes = self.num_lanes
        self.rewards = np.frombuffer(results.rewards, "<f4").reshape(lanes, self.num_players)
        self.terminated = np.frombuffer(results.terminated, np.bool_)
        self.truncated = np.frombuffer(results.truncated, np.bool_)
        self.to_act = np.frombuffer(results.to_act, np.int8)
        self.faults = np.frombuffer(results.faults, np.uint8)
        for name in ("observations", "final_observations", "masks"):
            rows = getattr(results, name)
            if rows:
                setattr(self, name, np.frombuffer(rows, np.uint8).reshape(lanes, -1))
        if results.legal_starts:
            starts = np.frombuffer(results.legal_starts, "<u4")
            self._legal = (starts, np.frombuffer(results.legal_actions, "<u4"))

    def _call(self, call: Callable[..., Any], request: Any) -> Any:
        """Returns the answer to a request, which is sent again while that may help."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return call(request, metadata=self._metadata)
            except grpc.RpcError as error:
                if error.code() is grpc.StatusCode.UNIMPLEMENTED:
                    message = "the server has no environments; update it to the version of this package"
                    code = error.code()
                    raise RejectedError(ErrorReason.UNSPECIFIED, message, code, False) from None
                rejected = RejectedError.from_call(error)
                if rejected.retry_delay is None or attempt == ATTEMPTS:
                    raise rejected from None
                time.sleep(max(RETRY_SECONDS, rejected.retry_delay))


def _restored(
    settings: dict[str, Any], saved: list[str], arrays: Mapping[str, npt.NDArray[Any]]
) -> RemoteVecEnv:
    """Returns a copy of an environment."""
    copied = RemoteVecEnv(**settings)
    copied.load(saved)
    for name, array in arrays.items():
        setattr(copied, name, array)
    return copied


def _agent(text: str) -> agent_pb2.AgentSpec:
    """Returns the agent of a text such as ``minimax:nodes=2000,depth=3``."""
    name, _, settings = text.partition(":")
    pairs = [setting.partition("=") for setting in settings.split(",") if setting]
    return agent_pb2.AgentSpec(
        name=name,
        settings=[agent_pb2.AgentSetting(name=key, value=value) for key, _, value in pairs],
    )
