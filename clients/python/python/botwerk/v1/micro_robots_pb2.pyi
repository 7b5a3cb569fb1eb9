from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MicroRobotsSpace(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MICRO_ROBOTS_SPACE_UNSPECIFIED: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_1B: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_1Y: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_1G: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_1R: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_1P: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_1W: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_2B: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_2Y: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_2G: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_2R: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_2P: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_2W: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_3B: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_3Y: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_3G: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_3R: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_3P: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_3W: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_4B: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_4Y: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_4G: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_4R: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_4P: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_4W: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_5B: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_5Y: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_5G: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_5R: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_5P: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_5W: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_6B: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_6Y: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_6G: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_6R: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_6P: _ClassVar[MicroRobotsSpace]
    MICRO_ROBOTS_SPACE_6W: _ClassVar[MicroRobotsSpace]
MICRO_ROBOTS_SPACE_UNSPECIFIED: MicroRobotsSpace
MICRO_ROBOTS_SPACE_1B: MicroRobotsSpace
MICRO_ROBOTS_SPACE_1Y: MicroRobotsSpace
MICRO_ROBOTS_SPACE_1G: MicroRobotsSpace
MICRO_ROBOTS_SPACE_1R: MicroRobotsSpace
MICRO_ROBOTS_SPACE_1P: MicroRobotsSpace
MICRO_ROBOTS_SPACE_1W: MicroRobotsSpace
MICRO_ROBOTS_SPACE_2B: MicroRobotsSpace
MICRO_ROBOTS_SPACE_2Y: MicroRobotsSpace
MICRO_ROBOTS_SPACE_2G: MicroRobotsSpace
MICRO_ROBOTS_SPACE_2R: MicroRobotsSpace
MICRO_ROBOTS_SPACE_2P: MicroRobotsSpace
MICRO_ROBOTS_SPACE_2W: MicroRobotsSpace
MICRO_ROBOTS_SPACE_3B: MicroRobotsSpace
MICRO_ROBOTS_SPACE_3Y: MicroRobotsSpace
MICRO_ROBOTS_SPACE_3G: MicroRobotsSpace
MICRO_ROBOTS_SPACE_3R: MicroRobotsSpace
MICRO_ROBOTS_SPACE_3P: MicroRobotsSpace
MICRO_ROBOTS_SPACE_3W: MicroRobotsSpace
MICRO_ROBOTS_SPACE_4B: MicroRobotsSpace
MICRO_ROBOTS_SPACE_4Y: MicroRobotsSpace
MICRO_ROBOTS_SPACE_4G: MicroRobotsSpace
MICRO_ROBOTS_SPACE_4R: MicroRobotsSpace
MICRO_ROBOTS_SPACE_4P: MicroRobotsSpace
MICRO_ROBOTS_SPACE_4W: MicroRobotsSpace
MICRO_ROBOTS_SPACE_5B: MicroRobotsSpace
MICRO_ROBOTS_SPACE_5Y: MicroRobotsSpace
MICRO_ROBOTS_SPACE_5G: MicroRobotsSpace
MICRO_ROBOTS_SPACE_5R: MicroRobotsSpace
MICRO_ROBOTS_SPACE_5P: MicroRobotsSpace
MICRO_ROBOTS_SPACE_5W: MicroRobotsSpace
MICRO_ROBOTS_SPACE_6B: MicroRobotsSpace
MICRO_ROBOTS_SPACE_6Y: MicroRobotsSpace
MICRO_ROBOTS_SPACE_6G: MicroRobotsSpace
MICRO_ROBOTS_SPACE_6R: MicroRobotsSpace
MICRO_ROBOTS_SPACE_6P: MicroRobotsSpace
MICRO_ROBOTS_SPACE_6W: MicroRobotsSpace

class MicroRobotsRoll(_message.Message):
    __slots__ = ("target", "intermediate")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    INTERMEDIATE_FIELD_NUMBER: _ClassVar[int]
    target: MicroRobotsSpace
    intermediate: MicroRobotsSpace
    def __init__(self, target: _Optional[_Union[MicroRobotsSpace, str]] = ..., intermediate: _Optional[_Union[MicroRobotsSpace, str]] = ...) -> None: ...

class MicroRobotsAction(_message.Message):
    __slots__ = ("say", "to", "end", "start", "roll", "late", "leave")
    SAY_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    BREAK_FIELD_NUMBER: _ClassVar[int]
    LATE_FIELD_NUMBER: _ClassVar[int]
    LEAVE_FIELD_NUMBER: _ClassVar[int]
    say: int
    to: MicroRobotsSpace
    end: bool
    start: MicroRobotsSpace
    roll: MicroRobotsRoll
    late: int
    leave: int
    def __init__(self, say: _Optional[int] = ..., to: _Optional[_Union[MicroRobotsSpace, str]] = ..., end: bool = ..., start: _Optional[_Union[MicroRobotsSpace, str]] = ..., roll: _Optional[_Union[MicroRobotsRoll, _Mapping]] = ..., late: _Optional[int] = ..., leave: _Optional[int] = ..., **kwargs) -> None: ...

class MicroRobotsPosition(_message.Message):
    __slots__ = ("board", "start", "target", "intermediate", "chips", "departed", "roller", "round", "start_phase", "roll_phase", "race_phase", "show_phase")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    INTERMEDIATE_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    DEPARTED_FIELD_NUMBER: _ClassVar[int]
    ROLLER_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    START_PHASE_FIELD_NUMBER: _ClassVar[int]
    ROLL_PHASE_FIELD_NUMBER: _ClassVar[int]
    RACE_PHASE_FIELD_NUMBER: _ClassVar[int]
    SHOW_PHASE_FIELD_NUMBER: _ClassVar[int]
    board: _containers.RepeatedScalarFieldContainer[MicroRobotsSpace]
    start: MicroRobotsSpace
    target: MicroRobotsSpace
    intermediate: MicroRobotsSpace
    chips: _containers.RepeatedScalarFieldContainer[int]
    departed: _containers.RepeatedScalarFieldContainer[int]
    roller: int
    round: int
    start_phase: bool
    roll_phase: bool
    race_phase: MicroRobotsRace
    show_phase: MicroRobotsShow
    def __init__(self, board: _Optional[_Iterable[_Union[MicroRobotsSpace, str]]] = ..., start: _Optional[_Union[MicroRobotsSpace, str]] = ..., target: _Optional[_Union[MicroRobotsSpace, str]] = ..., intermediate: _Optional[_Union[MicroRobotsSpace, str]] = ..., chips: _Optional[_Iterable[int]] = ..., departed: _Optional[_Iterable[int]] = ..., roller: _Optional[int] = ..., round: _Optional[int] = ..., start_phase: bool = ..., roll_phase: bool = ..., race_phase: _Optional[_Union[MicroRobotsRace, _Mapping]] = ..., show_phase: _Optional[_Union[MicroRobotsShow, _Mapping]] = ...) -> None: ...

class MicroRobotsRace(_message.Message):
    __slots__ = ("passed",)
    PASSED_FIELD_NUMBER: _ClassVar[int]
    passed: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, passed: _Optional[_Iterable[int]] = ...) -> None: ...

class MicroRobotsShow(_message.Message):
    __slots__ = ("seat", "number", "route")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    number: int
    route: _containers.RepeatedScalarFieldContainer[MicroRobotsSpace]
    def __init__(self, seat: _Optional[int] = ..., number: _Optional[int] = ..., route: _Optional[_Iterable[_Union[MicroRobotsSpace, str]]] = ...) -> None: ...

class MicroRobotsInstance(_message.Message):
    __slots__ = ("board", "start", "target", "intermediate", "length")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    INTERMEDIATE_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    board: str
    start: str
    target: str
    intermediate: str
    length: int
    def __init__(self, board: _Optional[str] = ..., start: _Optional[str] = ..., target: _Optional[str] = ..., intermediate: _Optional[str] = ..., length: _Optional[int] = ...) -> None: ...

class MicroRobotsSolution(_message.Message):
    __slots__ = ("is_solved", "moves", "route", "spaces", "shortest_routes", "nodes", "certificate")
    IS_SOLVED_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    SHORTEST_ROUTES_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    CERTIFICATE_FIELD_NUMBER: _ClassVar[int]
    is_solved: bool
    moves: int
    route: str
    spaces: _containers.RepeatedScalarFieldContainer[MicroRobotsSpace]
    shortest_routes: int
    nodes: int
    certificate: _containers.RepeatedCompositeFieldContainer[MicroRobotsCertificateLeg]
    def __init__(self, is_solved: bool = ..., moves: _Optional[int] = ..., route: _Optional[str] = ..., spaces: _Optional[_Iterable[_Union[MicroRobotsSpace, str]]] = ..., shortest_routes: _Optional[int] = ..., nodes: _Optional[int] = ..., certificate: _Optional[_Iterable[_Union[MicroRobotsCertificateLeg, _Mapping]]] = ...) -> None: ...

class MicroRobotsCertificateLeg(_message.Message):
    __slots__ = ("route", "layers", "spaces")
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    LAYERS_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    route: str
    layers: _containers.RepeatedCompositeFieldContainer[MicroRobotsLayer]
    spaces: _containers.RepeatedScalarFieldContainer[MicroRobotsSpace]
    def __init__(self, route: _Optional[str] = ..., layers: _Optional[_Iterable[_Union[MicroRobotsLayer, _Mapping]]] = ..., spaces: _Optional[_Iterable[_Union[MicroRobotsSpace, str]]] = ...) -> None: ...

class MicroRobotsLayer(_message.Message):
    __slots__ = ("spaces",)
    SPACES_FIELD_NUMBER: _ClassVar[int]
    spaces: _containers.RepeatedScalarFieldContainer[MicroRobotsSpace]
    def __init__(self, spaces: _Optional[_Iterable[_Union[MicroRobotsSpace, str]]] = ...) -> None: ...
