from botwerk.v1 import droids_pb2 as _droids_pb2
from botwerk.v1 import micro_robots_pb2 as _micro_robots_pb2
from botwerk.v1 import netzwerk_pb2 as _netzwerk_pb2
from botwerk.v1 import ricochet_pb2 as _ricochet_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

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
    __slots__ = ("places", "points", "rule", "adjudicated")
    PLACES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    ADJUDICATED_FIELD_NUMBER: _ClassVar[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    rule: str
    adjudicated: bool
    def __init__(self, places: _Optional[_Iterable[int]] = ..., points: _Optional[_Iterable[int]] = ..., rule: _Optional[str] = ..., adjudicated: bool = ...) -> None: ...

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
    __slots__ = ("seats", "stage", "simultaneous")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    SIMULTANEOUS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    stage: str
    simultaneous: bool
    def __init__(self, seats: _Optional[_Iterable[int]] = ..., stage: _Optional[str] = ..., simultaneous: bool = ...) -> None: ...

class Error(_message.Message):
    __slots__ = ("code", "reason", "message", "index", "address")
    CODE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    code: int
    reason: str
    message: str
    index: int
    address: str
    def __init__(self, code: _Optional[int] = ..., reason: _Optional[str] = ..., message: _Optional[str] = ..., index: _Optional[int] = ..., address: _Optional[str] = ...) -> None: ...
