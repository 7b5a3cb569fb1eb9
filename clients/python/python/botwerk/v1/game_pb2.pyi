from botwerk.v1 import droids_pb2 as _droids_pb2
from botwerk.v1 import micro_robots_pb2 as _micro_robots_pb2
from botwerk.v1 import netzwerk_pb2 as _netzwerk_pb2
from botwerk.v1 import ricochet_pb2 as _ricochet_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_ILLEGAL_ACTION: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_YOUR_TURN: _ClassVar[ErrorReason]
    ERROR_REASON_WRONG_TURN: _ClassVar[ErrorReason]
    ERROR_REASON_ALREADY_SUBMITTED: _ClassVar[ErrorReason]
    ERROR_REASON_WRONG_STEP: _ClassVar[ErrorReason]
    ERROR_REASON_FLAGGED: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_NOT_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_BLOCK_NOT_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_REQUEST_ID_REUSED: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_TOKEN: _ClassVar[ErrorReason]
    ERROR_REASON_NAME_TAKEN: _ClassVar[ErrorReason]
    ERROR_REASON_WORKER_EXCLUDED: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_POSITION: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_OPTIONS: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_REQUEST: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_GAME: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_AGENT: _ClassVar[ErrorReason]
    ERROR_REASON_LIMIT_EXCEEDED: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_FOUND: _ClassVar[ErrorReason]
    ERROR_REASON_REPLACED: _ClassVar[ErrorReason]
    ERROR_REASON_RULESET_MISMATCH: _ClassVar[ErrorReason]
    ERROR_REASON_NO_SHOW: _ClassVar[ErrorReason]
    ERROR_REASON_SUSPENDED: _ClassVar[ErrorReason]
    ERROR_REASON_FAILED_REPEATEDLY: _ClassVar[ErrorReason]
    ERROR_REASON_WRONG_SERVER: _ClassVar[ErrorReason]
    ERROR_REASON_HINTS_DISABLED: _ClassVar[ErrorReason]
    ERROR_REASON_TOURNAMENT_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_TOURNAMENT_STALLED: _ClassVar[ErrorReason]
    ERROR_REASON_HOST_NOT_ALLOWED: _ClassVar[ErrorReason]
    ERROR_REASON_ORIGIN_NOT_ALLOWED: _ClassVar[ErrorReason]
    ERROR_REASON_DRAINING: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_UNAVAILABLE: _ClassVar[ErrorReason]
    ERROR_REASON_INTERNAL: _ClassVar[ErrorReason]
    ERROR_REASON_WORKER_VERSION: _ClassVar[ErrorReason]
    ERROR_REASON_TOO_LARGE: _ClassVar[ErrorReason]
    ERROR_REASON_BANNED: _ClassVar[ErrorReason]
    ERROR_REASON_QUOTA_EXCEEDED: _ClassVar[ErrorReason]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_ILLEGAL_ACTION: ErrorReason
ERROR_REASON_NOT_YOUR_TURN: ErrorReason
ERROR_REASON_WRONG_TURN: ErrorReason
ERROR_REASON_ALREADY_SUBMITTED: ErrorReason
ERROR_REASON_WRONG_STEP: ErrorReason
ERROR_REASON_FLAGGED: ErrorReason
ERROR_REASON_MATCH_OVER: ErrorReason
ERROR_REASON_MATCH_NOT_OVER: ErrorReason
ERROR_REASON_BLOCK_NOT_OVER: ErrorReason
ERROR_REASON_REQUEST_ID_REUSED: ErrorReason
ERROR_REASON_BAD_TOKEN: ErrorReason
ERROR_REASON_NAME_TAKEN: ErrorReason
ERROR_REASON_WORKER_EXCLUDED: ErrorReason
ERROR_REASON_BAD_POSITION: ErrorReason
ERROR_REASON_BAD_OPTIONS: ErrorReason
ERROR_REASON_BAD_REQUEST: ErrorReason
ERROR_REASON_UNKNOWN_GAME: ErrorReason
ERROR_REASON_UNKNOWN_AGENT: ErrorReason
ERROR_REASON_LIMIT_EXCEEDED: ErrorReason
ERROR_REASON_NOT_FOUND: ErrorReason
ERROR_REASON_REPLACED: ErrorReason
ERROR_REASON_RULESET_MISMATCH: ErrorReason
ERROR_REASON_NO_SHOW: ErrorReason
ERROR_REASON_SUSPENDED: ErrorReason
ERROR_REASON_FAILED_REPEATEDLY: ErrorReason
ERROR_REASON_WRONG_SERVER: ErrorReason
ERROR_REASON_HINTS_DISABLED: ErrorReason
ERROR_REASON_TOURNAMENT_OVER: ErrorReason
ERROR_REASON_TOURNAMENT_STALLED: ErrorReason
ERROR_REASON_HOST_NOT_ALLOWED: ErrorReason
ERROR_REASON_ORIGIN_NOT_ALLOWED: ErrorReason
ERROR_REASON_DRAINING: ErrorReason
ERROR_REASON_STORE_UNAVAILABLE: ErrorReason
ERROR_REASON_INTERNAL: ErrorReason
ERROR_REASON_WORKER_VERSION: ErrorReason
ERROR_REASON_TOO_LARGE: ErrorReason
ERROR_REASON_BANNED: ErrorReason
ERROR_REASON_QUOTA_EXCEEDED: ErrorReason

class GameOption(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class GameSetup(_message.Message):
    __slots__ = ("game", "options", "seats")
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    game: str
    options: _containers.RepeatedCompositeFieldContainer[GameOption]
    seats: int
    def __init__(self, game: _Optional[str] = ..., options: _Optional[_Iterable[_Union[GameOption, _Mapping]]] = ..., seats: _Optional[int] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("micro_robots", "netzwerk", "droids", "ricochet", "plain")
    MICRO_ROBOTS_FIELD_NUMBER: _ClassVar[int]
    NETZWERK_FIELD_NUMBER: _ClassVar[int]
    DROIDS_FIELD_NUMBER: _ClassVar[int]
    RICOCHET_FIELD_NUMBER: _ClassVar[int]
    PLAIN_FIELD_NUMBER: _ClassVar[int]
    micro_robots: _micro_robots_pb2.MicroRobotsAction
    netzwerk: _netzwerk_pb2.NetzwerkAction
    droids: _droids_pb2.DroidsAction
    ricochet: _ricochet_pb2.RicochetAction
    plain: PlainAction
    def __init__(self, micro_robots: _Optional[_Union[_micro_robots_pb2.MicroRobotsAction, _Mapping]] = ..., netzwerk: _Optional[_Union[_netzwerk_pb2.NetzwerkAction, _Mapping]] = ..., droids: _Optional[_Union[_droids_pb2.DroidsAction, _Mapping]] = ..., ricochet: _Optional[_Union[_ricochet_pb2.RicochetAction, _Mapping]] = ..., plain: _Optional[_Union[PlainAction, _Mapping]] = ...) -> None: ...

class PlainAction(_message.Message):
    __slots__ = ("number", "text")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    number: int
    text: str
    def __init__(self, number: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class Position(_message.Message):
    __slots__ = ("micro_robots", "netzwerk", "droids", "ricochet", "plain")
    MICRO_ROBOTS_FIELD_NUMBER: _ClassVar[int]
    NETZWERK_FIELD_NUMBER: _ClassVar[int]
    DROIDS_FIELD_NUMBER: _ClassVar[int]
    RICOCHET_FIELD_NUMBER: _ClassVar[int]
    PLAIN_FIELD_NUMBER: _ClassVar[int]
    micro_robots: _micro_robots_pb2.MicroRobotsPosition
    netzwerk: _netzwerk_pb2.NetzwerkPosition
    droids: _droids_pb2.DroidsPosition
    ricochet: _ricochet_pb2.RicochetPosition
    plain: PlainPosition
    def __init__(self, micro_robots: _Optional[_Union[_micro_robots_pb2.MicroRobotsPosition, _Mapping]] = ..., netzwerk: _Optional[_Union[_netzwerk_pb2.NetzwerkPosition, _Mapping]] = ..., droids: _Optional[_Union[_droids_pb2.DroidsPosition, _Mapping]] = ..., ricochet: _Optional[_Union[_ricochet_pb2.RicochetPosition, _Mapping]] = ..., plain: _Optional[_Union[PlainPosition, _Mapping]] = ...) -> None: ...

class PlainPosition(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class Actor(_message.Message):
    __slots__ = ("seat", "chance", "referee")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    REFEREE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    chance: bool
    referee: bool
    def __init__(self, seat: _Optional[int] = ..., chance: bool = ..., referee: bool = ...) -> None: ...

class Viewer(_message.Message):
    __slots__ = ("seat", "spectator")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spectator: bool
    def __init__(self, seat: _Optional[int] = ..., spectator: bool = ...) -> None: ...

class ActionInfo(_message.Message):
    __slots__ = ("action", "text", "number")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    action: Action
    text: str
    number: int
    def __init__(self, action: _Optional[_Union[Action, _Mapping]] = ..., text: _Optional[str] = ..., number: _Optional[int] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("places", "points", "rule", "is_adjudicated")
    PLACES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    IS_ADJUDICATED_FIELD_NUMBER: _ClassVar[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    rule: str
    is_adjudicated: bool
    def __init__(self, places: _Optional[_Iterable[int]] = ..., points: _Optional[_Iterable[int]] = ..., rule: _Optional[str] = ..., is_adjudicated: bool = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("decision", "chance", "over")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CHANCE_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    decision: Decision
    chance: str
    over: Outcome
    def __init__(self, decision: _Optional[_Union[Decision, _Mapping]] = ..., chance: _Optional[str] = ..., over: _Optional[_Union[Outcome, _Mapping]] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("seats", "stage", "is_simultaneous")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    IS_SIMULTANEOUS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    stage: str
    is_simultaneous: bool
    def __init__(self, seats: _Optional[_Iterable[int]] = ..., stage: _Optional[str] = ..., is_simultaneous: bool = ...) -> None: ...

class Error(_message.Message):
    __slots__ = ("code", "reason", "message", "index", "address", "retry_delay_nanos")
    CODE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    RETRY_DELAY_NANOS_FIELD_NUMBER: _ClassVar[int]
    code: int
    reason: ErrorReason
    message: str
    index: int
    address: str
    retry_delay_nanos: int
    def __init__(self, code: _Optional[int] = ..., reason: _Optional[_Union[ErrorReason, str]] = ..., message: _Optional[str] = ..., index: _Optional[int] = ..., address: _Optional[str] = ..., retry_delay_nanos: _Optional[int] = ...) -> None: ...
