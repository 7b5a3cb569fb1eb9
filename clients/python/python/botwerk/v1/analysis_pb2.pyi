from botwerk.v1 import agent_pb2 as _agent_pb2
from botwerk.v1 import game_pb2 as _game_pb2
from botwerk.v1 import micro_robots_pb2 as _micro_robots_pb2
from botwerk.v1 import netzwerk_pb2 as _netzwerk_pb2
from botwerk.v1 import ricochet_pb2 as _ricochet_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class AnalyzePositionRequest(_message.Message):
    __slots__ = ("setup", "position", "earlier_positions", "seat", "agent", "limits", "seed", "typed_position", "typed_earlier_positions")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    EARLIER_POSITIONS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    TYPED_POSITION_FIELD_NUMBER: _ClassVar[int]
    TYPED_EARLIER_POSITIONS_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    position: str
    earlier_positions: _containers.RepeatedScalarFieldContainer[str]
    seat: int
    agent: _agent_pb2.AgentSpec
    limits: SearchLimits
    seed: str
    typed_position: _game_pb2.Position
    typed_earlier_positions: _containers.RepeatedCompositeFieldContainer[_game_pb2.Position]
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., position: _Optional[str] = ..., earlier_positions: _Optional[_Iterable[str]] = ..., seat: _Optional[int] = ..., agent: _Optional[_Union[_agent_pb2.AgentSpec, _Mapping]] = ..., limits: _Optional[_Union[SearchLimits, _Mapping]] = ..., seed: _Optional[str] = ..., typed_position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ..., typed_earlier_positions: _Optional[_Iterable[_Union[_game_pb2.Position, _Mapping]]] = ...) -> None: ...

class SearchLimits(_message.Message):
    __slots__ = ("nodes", "depth", "time_nanos")
    NODES_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    nodes: int
    depth: int
    time_nanos: int
    def __init__(self, nodes: _Optional[int] = ..., depth: _Optional[int] = ..., time_nanos: _Optional[int] = ...) -> None: ...

class AnalyzePositionResponse(_message.Message):
    __slots__ = ("analysis", "is_final")
    ANALYSIS_FIELD_NUMBER: _ClassVar[int]
    IS_FINAL_FIELD_NUMBER: _ClassVar[int]
    analysis: Analysis
    is_final: bool
    def __init__(self, analysis: _Optional[_Union[Analysis, _Mapping]] = ..., is_final: bool = ...) -> None: ...

class Analysis(_message.Message):
    __slots__ = ("depth", "value", "nodes", "time_nanos", "principal_variation", "hints")
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_VARIATION_FIELD_NUMBER: _ClassVar[int]
    HINTS_FIELD_NUMBER: _ClassVar[int]
    depth: int
    value: int
    nodes: int
    time_nanos: int
    principal_variation: _containers.RepeatedCompositeFieldContainer[PvTurn]
    hints: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, depth: _Optional[int] = ..., value: _Optional[int] = ..., nodes: _Optional[int] = ..., time_nanos: _Optional[int] = ..., principal_variation: _Optional[_Iterable[_Union[PvTurn, _Mapping]]] = ..., hints: _Optional[_Iterable[str]] = ...) -> None: ...

class PvTurn(_message.Message):
    __slots__ = ("seat", "text", "actions")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    text: str
    actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.Action]
    def __init__(self, seat: _Optional[int] = ..., text: _Optional[str] = ..., actions: _Optional[_Iterable[_Union[_game_pb2.Action, _Mapping]]] = ...) -> None: ...

class AnalyzeRecordRequest(_message.Message):
    __slots__ = ("record", "agent", "limits")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    record: str
    agent: _agent_pb2.AgentSpec
    limits: SearchLimits
    def __init__(self, record: _Optional[str] = ..., agent: _Optional[_Union[_agent_pb2.AgentSpec, _Mapping]] = ..., limits: _Optional[_Union[SearchLimits, _Mapping]] = ...) -> None: ...

class AnalyzeRecordResponse(_message.Message):
    __slots__ = ("turns", "is_final")
    TURNS_FIELD_NUMBER: _ClassVar[int]
    IS_FINAL_FIELD_NUMBER: _ClassVar[int]
    turns: _containers.RepeatedCompositeFieldContainer[TurnAnalysis]
    is_final: bool
    def __init__(self, turns: _Optional[_Iterable[_Union[TurnAnalysis, _Mapping]]] = ..., is_final: bool = ...) -> None: ...

class TurnAnalysis(_message.Message):
    __slots__ = ("seq", "seat", "turn", "text", "best", "value_before", "value_after", "loss", "is_blunder")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    BEST_FIELD_NUMBER: _ClassVar[int]
    VALUE_BEFORE_FIELD_NUMBER: _ClassVar[int]
    VALUE_AFTER_FIELD_NUMBER: _ClassVar[int]
    LOSS_FIELD_NUMBER: _ClassVar[int]
    IS_BLUNDER_FIELD_NUMBER: _ClassVar[int]
    seq: int
    seat: int
    turn: int
    text: str
    best: str
    value_before: int
    value_after: int
    loss: int
    is_blunder: bool
    def __init__(self, seq: _Optional[int] = ..., seat: _Optional[int] = ..., turn: _Optional[int] = ..., text: _Optional[str] = ..., best: _Optional[str] = ..., value_before: _Optional[int] = ..., value_after: _Optional[int] = ..., loss: _Optional[int] = ..., is_blunder: bool = ...) -> None: ...

class GetHintRequest(_message.Message):
    __slots__ = ("match", "agent", "limits")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    match: str
    agent: _agent_pb2.AgentSpec
    limits: SearchLimits
    def __init__(self, match: _Optional[str] = ..., agent: _Optional[_Union[_agent_pb2.AgentSpec, _Mapping]] = ..., limits: _Optional[_Union[SearchLimits, _Mapping]] = ...) -> None: ...

class GetHintResponse(_message.Message):
    __slots__ = ("analysis", "is_final")
    ANALYSIS_FIELD_NUMBER: _ClassVar[int]
    IS_FINAL_FIELD_NUMBER: _ClassVar[int]
    analysis: Analysis
    is_final: bool
    def __init__(self, analysis: _Optional[_Union[Analysis, _Mapping]] = ..., is_final: bool = ...) -> None: ...

class SolveInstanceRequest(_message.Message):
    __slots__ = ("micro_robots", "position", "ricochet")
    MICRO_ROBOTS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    RICOCHET_FIELD_NUMBER: _ClassVar[int]
    micro_robots: _micro_robots_pb2.MicroRobotsInstance
    position: SolvePosition
    ricochet: _ricochet_pb2.RicochetInstance
    def __init__(self, micro_robots: _Optional[_Union[_micro_robots_pb2.MicroRobotsInstance, _Mapping]] = ..., position: _Optional[_Union[SolvePosition, _Mapping]] = ..., ricochet: _Optional[_Union[_ricochet_pb2.RicochetInstance, _Mapping]] = ...) -> None: ...

class SolvePosition(_message.Message):
    __slots__ = ("setup", "text", "typed_position")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TYPED_POSITION_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    text: str
    typed_position: _game_pb2.Position
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., text: _Optional[str] = ..., typed_position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ...) -> None: ...

class SolveInstanceResponse(_message.Message):
    __slots__ = ("lower_bound", "micro_robots", "netzwerk", "ricochet")
    LOWER_BOUND_FIELD_NUMBER: _ClassVar[int]
    MICRO_ROBOTS_FIELD_NUMBER: _ClassVar[int]
    NETZWERK_FIELD_NUMBER: _ClassVar[int]
    RICOCHET_FIELD_NUMBER: _ClassVar[int]
    lower_bound: int
    micro_robots: _micro_robots_pb2.MicroRobotsSolution
    netzwerk: _netzwerk_pb2.NetzwerkSolution
    ricochet: _ricochet_pb2.RicochetSolution
    def __init__(self, lower_bound: _Optional[int] = ..., micro_robots: _Optional[_Union[_micro_robots_pb2.MicroRobotsSolution, _Mapping]] = ..., netzwerk: _Optional[_Union[_netzwerk_pb2.NetzwerkSolution, _Mapping]] = ..., ricochet: _Optional[_Union[_ricochet_pb2.RicochetSolution, _Mapping]] = ...) -> None: ...
