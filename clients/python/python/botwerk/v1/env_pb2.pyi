from botwerk.v1 import agent_pb2 as _agent_pb2
from botwerk.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Autoreset(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AUTORESET_UNSPECIFIED: _ClassVar[Autoreset]
    AUTORESET_NEXT_STEP: _ClassVar[Autoreset]
    AUTORESET_SAME_STEP: _ClassVar[Autoreset]
    AUTORESET_DISABLED: _ClassVar[Autoreset]

class MaskFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MASK_FORMAT_UNSPECIFIED: _ClassVar[MaskFormat]
    MASK_FORMAT_BYTES: _ClassVar[MaskFormat]
    MASK_FORMAT_BITS: _ClassVar[MaskFormat]
    MASK_FORMAT_NONE: _ClassVar[MaskFormat]
AUTORESET_UNSPECIFIED: Autoreset
AUTORESET_NEXT_STEP: Autoreset
AUTORESET_SAME_STEP: Autoreset
AUTORESET_DISABLED: Autoreset
MASK_FORMAT_UNSPECIFIED: MaskFormat
MASK_FORMAT_BYTES: MaskFormat
MASK_FORMAT_BITS: MaskFormat
MASK_FORMAT_NONE: MaskFormat

class Opponent(_message.Message):
    __slots__ = ("seat", "agent")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    agent: _agent_pb2.AgentSpec
    def __init__(self, seat: _Optional[int] = ..., agent: _Optional[_Union[_agent_pb2.AgentSpec, _Mapping]] = ...) -> None: ...

class CreateEnvRequest(_message.Message):
    __slots__ = ("setup", "lanes", "seed", "autoreset", "max_steps", "opponents", "observes_all", "include_observations", "mask_format", "include_legal_actions", "request_id")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    LANES_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    AUTORESET_FIELD_NUMBER: _ClassVar[int]
    MAX_STEPS_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    OBSERVES_ALL_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_OBSERVATIONS_FIELD_NUMBER: _ClassVar[int]
    MASK_FORMAT_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    lanes: int
    seed: str
    autoreset: Autoreset
    max_steps: int
    opponents: _containers.RepeatedCompositeFieldContainer[Opponent]
    observes_all: bool
    include_observations: bool
    mask_format: MaskFormat
    include_legal_actions: bool
    request_id: str
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., lanes: _Optional[int] = ..., seed: _Optional[str] = ..., autoreset: _Optional[_Union[Autoreset, str]] = ..., max_steps: _Optional[int] = ..., opponents: _Optional[_Iterable[_Union[Opponent, _Mapping]]] = ..., observes_all: bool = ..., include_observations: bool = ..., mask_format: _Optional[_Union[MaskFormat, str]] = ..., include_legal_actions: bool = ..., request_id: _Optional[str] = ...) -> None: ...

class CreateEnvResponse(_message.Message):
    __slots__ = ("env", "env_token", "results")
    ENV_FIELD_NUMBER: _ClassVar[int]
    ENV_TOKEN_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    env: Env
    env_token: str
    results: LaneResults
    def __init__(self, env: _Optional[_Union[Env, _Mapping]] = ..., env_token: _Optional[str] = ..., results: _Optional[_Union[LaneResults, _Mapping]] = ...) -> None: ...

class Env(_message.Message):
    __slots__ = ("name", "setup", "lanes", "action_count", "observation_len", "seed")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    LANES_FIELD_NUMBER: _ClassVar[int]
    ACTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_LEN_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    name: str
    setup: _game_pb2.GameSetup
    lanes: int
    action_count: int
    observation_len: int
    seed: str
    def __init__(self, name: _Optional[str] = ..., setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., lanes: _Optional[int] = ..., action_count: _Optional[int] = ..., observation_len: _Optional[int] = ..., seed: _Optional[str] = ...) -> None: ...

class LaneBatch(_message.Message):
    __slots__ = ("step", "actions", "random_actions", "reset")
    STEP_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    RANDOM_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    RESET_FIELD_NUMBER: _ClassVar[int]
    step: int
    actions: LaneActions
    random_actions: RandomActions
    reset: LaneReset
    def __init__(self, step: _Optional[int] = ..., actions: _Optional[_Union[LaneActions, _Mapping]] = ..., random_actions: _Optional[_Union[RandomActions, _Mapping]] = ..., reset: _Optional[_Union[LaneReset, _Mapping]] = ...) -> None: ...

class LaneActions(_message.Message):
    __slots__ = ("actions", "efforts")
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    EFFORTS_FIELD_NUMBER: _ClassVar[int]
    actions: bytes
    efforts: bytes
    def __init__(self, actions: _Optional[bytes] = ..., efforts: _Optional[bytes] = ...) -> None: ...

class RandomActions(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LaneReset(_message.Message):
    __slots__ = ("lanes", "seeds")
    LANES_FIELD_NUMBER: _ClassVar[int]
    SEEDS_FIELD_NUMBER: _ClassVar[int]
    lanes: _containers.RepeatedScalarFieldContainer[int]
    seeds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, lanes: _Optional[_Iterable[int]] = ..., seeds: _Optional[_Iterable[str]] = ...) -> None: ...

class LaneResults(_message.Message):
    __slots__ = ("step", "rewards", "terminated", "truncated", "to_act", "faults", "actions", "observations", "final_observations", "masks", "legal_starts", "legal_actions")
    STEP_FIELD_NUMBER: _ClassVar[int]
    REWARDS_FIELD_NUMBER: _ClassVar[int]
    TERMINATED_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    OBSERVATIONS_FIELD_NUMBER: _ClassVar[int]
    FINAL_OBSERVATIONS_FIELD_NUMBER: _ClassVar[int]
    MASKS_FIELD_NUMBER: _ClassVar[int]
    LEGAL_STARTS_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    step: int
    rewards: bytes
    terminated: bytes
    truncated: bytes
    to_act: bytes
    faults: bytes
    actions: bytes
    observations: bytes
    final_observations: bytes
    masks: bytes
    legal_starts: bytes
    legal_actions: bytes
    def __init__(self, step: _Optional[int] = ..., rewards: _Optional[bytes] = ..., terminated: _Optional[bytes] = ..., truncated: _Optional[bytes] = ..., to_act: _Optional[bytes] = ..., faults: _Optional[bytes] = ..., actions: _Optional[bytes] = ..., observations: _Optional[bytes] = ..., final_observations: _Optional[bytes] = ..., masks: _Optional[bytes] = ..., legal_starts: _Optional[bytes] = ..., legal_actions: _Optional[bytes] = ...) -> None: ...

class StepEnvRequest(_message.Message):
    __slots__ = ("env", "batch")
    ENV_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    env: str
    batch: LaneBatch
    def __init__(self, env: _Optional[str] = ..., batch: _Optional[_Union[LaneBatch, _Mapping]] = ...) -> None: ...

class StepEnvResponse(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: LaneResults
    def __init__(self, results: _Optional[_Union[LaneResults, _Mapping]] = ...) -> None: ...

class StreamStepsRequest(_message.Message):
    __slots__ = ("env", "env_token", "batch")
    ENV_FIELD_NUMBER: _ClassVar[int]
    ENV_TOKEN_FIELD_NUMBER: _ClassVar[int]
    BATCH_FIELD_NUMBER: _ClassVar[int]
    env: str
    env_token: str
    batch: LaneBatch
    def __init__(self, env: _Optional[str] = ..., env_token: _Optional[str] = ..., batch: _Optional[_Union[LaneBatch, _Mapping]] = ...) -> None: ...

class StreamStepsResponse(_message.Message):
    __slots__ = ("results", "error")
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    results: LaneResults
    error: _game_pb2.Error
    def __init__(self, results: _Optional[_Union[LaneResults, _Mapping]] = ..., error: _Optional[_Union[_game_pb2.Error, _Mapping]] = ...) -> None: ...

class SaveLanesRequest(_message.Message):
    __slots__ = ("env", "lanes")
    ENV_FIELD_NUMBER: _ClassVar[int]
    LANES_FIELD_NUMBER: _ClassVar[int]
    env: str
    lanes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, env: _Optional[str] = ..., lanes: _Optional[_Iterable[int]] = ...) -> None: ...

class SaveLanesResponse(_message.Message):
    __slots__ = ("saved",)
    SAVED_FIELD_NUMBER: _ClassVar[int]
    saved: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, saved: _Optional[_Iterable[str]] = ...) -> None: ...

class LoadLanesRequest(_message.Message):
    __slots__ = ("env", "lanes", "saved")
    ENV_FIELD_NUMBER: _ClassVar[int]
    LANES_FIELD_NUMBER: _ClassVar[int]
    SAVED_FIELD_NUMBER: _ClassVar[int]
    env: str
    lanes: _containers.RepeatedScalarFieldContainer[int]
    saved: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, env: _Optional[str] = ..., lanes: _Optional[_Iterable[int]] = ..., saved: _Optional[_Iterable[str]] = ...) -> None: ...

class LoadLanesResponse(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: LaneResults
    def __init__(self, results: _Optional[_Union[LaneResults, _Mapping]] = ...) -> None: ...

class CloseEnvRequest(_message.Message):
    __slots__ = ("env",)
    ENV_FIELD_NUMBER: _ClassVar[int]
    env: str
    def __init__(self, env: _Optional[str] = ...) -> None: ...

class CloseEnvResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
