from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RicochetRobot(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RICOCHET_ROBOT_UNSPECIFIED: _ClassVar[RicochetRobot]
    RICOCHET_ROBOT_RED: _ClassVar[RicochetRobot]
    RICOCHET_ROBOT_GREEN: _ClassVar[RicochetRobot]
    RICOCHET_ROBOT_BLUE: _ClassVar[RicochetRobot]
    RICOCHET_ROBOT_YELLOW: _ClassVar[RicochetRobot]
    RICOCHET_ROBOT_SILVER: _ClassVar[RicochetRobot]
    RICOCHET_ROBOT_TRANSPARENT: _ClassVar[RicochetRobot]

class RicochetDirection(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RICOCHET_DIRECTION_UNSPECIFIED: _ClassVar[RicochetDirection]
    RICOCHET_DIRECTION_NORTH: _ClassVar[RicochetDirection]
    RICOCHET_DIRECTION_EAST: _ClassVar[RicochetDirection]
    RICOCHET_DIRECTION_SOUTH: _ClassVar[RicochetDirection]
    RICOCHET_DIRECTION_WEST: _ClassVar[RicochetDirection]
RICOCHET_ROBOT_UNSPECIFIED: RicochetRobot
RICOCHET_ROBOT_RED: RicochetRobot
RICOCHET_ROBOT_GREEN: RicochetRobot
RICOCHET_ROBOT_BLUE: RicochetRobot
RICOCHET_ROBOT_YELLOW: RicochetRobot
RICOCHET_ROBOT_SILVER: RicochetRobot
RICOCHET_ROBOT_TRANSPARENT: RicochetRobot
RICOCHET_DIRECTION_UNSPECIFIED: RicochetDirection
RICOCHET_DIRECTION_NORTH: RicochetDirection
RICOCHET_DIRECTION_EAST: RicochetDirection
RICOCHET_DIRECTION_SOUTH: RicochetDirection
RICOCHET_DIRECTION_WEST: RicochetDirection

class RicochetPlacedRobot(_message.Message):
    __slots__ = ("robot", "cell")
    ROBOT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    robot: RicochetRobot
    cell: int
    def __init__(self, robot: _Optional[_Union[RicochetRobot, str]] = ..., cell: _Optional[int] = ...) -> None: ...

class RicochetTarget(_message.Message):
    __slots__ = ("cell", "robot")
    CELL_FIELD_NUMBER: _ClassVar[int]
    ROBOT_FIELD_NUMBER: _ClassVar[int]
    cell: int
    robot: RicochetRobot
    def __init__(self, cell: _Optional[int] = ..., robot: _Optional[_Union[RicochetRobot, str]] = ...) -> None: ...

class RicochetDiagonal(_message.Message):
    __slots__ = ("cell", "is_rising", "robot")
    CELL_FIELD_NUMBER: _ClassVar[int]
    IS_RISING_FIELD_NUMBER: _ClassVar[int]
    ROBOT_FIELD_NUMBER: _ClassVar[int]
    cell: int
    is_rising: bool
    robot: RicochetRobot
    def __init__(self, cell: _Optional[int] = ..., is_rising: bool = ..., robot: _Optional[_Union[RicochetRobot, str]] = ...) -> None: ...

class RicochetMove(_message.Message):
    __slots__ = ("robot", "direction", "choices")
    ROBOT_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    robot: RicochetRobot
    direction: RicochetDirection
    choices: int
    def __init__(self, robot: _Optional[_Union[RicochetRobot, str]] = ..., direction: _Optional[_Union[RicochetDirection, str]] = ..., choices: _Optional[int] = ...) -> None: ...

class RicochetAction(_message.Message):
    __slots__ = ("say", "move", "end", "start", "draw", "close", "late", "leave")
    SAY_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    BREAK_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    LATE_FIELD_NUMBER: _ClassVar[int]
    LEAVE_FIELD_NUMBER: _ClassVar[int]
    say: int
    move: RicochetMove
    end: bool
    start: RicochetPlacedRobot
    draw: RicochetTarget
    close: bool
    late: int
    leave: int
    def __init__(self, say: _Optional[int] = ..., move: _Optional[_Union[RicochetMove, _Mapping]] = ..., end: bool = ..., start: _Optional[_Union[RicochetPlacedRobot, _Mapping]] = ..., draw: _Optional[_Union[RicochetTarget, _Mapping]] = ..., close: bool = ..., late: _Optional[int] = ..., leave: _Optional[int] = ..., **kwargs) -> None: ...

class RicochetBoard(_message.Message):
    __slots__ = ("sections", "walls", "diagonals", "targets", "size")
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    WALLS_FIELD_NUMBER: _ClassVar[int]
    DIAGONALS_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    sections: str
    walls: bytes
    diagonals: _containers.RepeatedCompositeFieldContainer[RicochetDiagonal]
    targets: _containers.RepeatedCompositeFieldContainer[RicochetTarget]
    size: str
    def __init__(self, sections: _Optional[str] = ..., walls: _Optional[bytes] = ..., diagonals: _Optional[_Iterable[_Union[RicochetDiagonal, _Mapping]]] = ..., targets: _Optional[_Iterable[_Union[RicochetTarget, _Mapping]]] = ..., size: _Optional[str] = ...) -> None: ...

class RicochetAnnouncement(_message.Message):
    __slots__ = ("seat", "number")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    number: int
    def __init__(self, seat: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class RicochetPosition(_message.Message):
    __slots__ = ("board", "robots", "target", "undrawn", "under", "won", "departed", "round", "start_phase", "draw_phase", "race_phase", "show_phase")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    ROBOTS_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    UNDRAWN_FIELD_NUMBER: _ClassVar[int]
    UNDER_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    DEPARTED_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    START_PHASE_FIELD_NUMBER: _ClassVar[int]
    DRAW_PHASE_FIELD_NUMBER: _ClassVar[int]
    RACE_PHASE_FIELD_NUMBER: _ClassVar[int]
    SHOW_PHASE_FIELD_NUMBER: _ClassVar[int]
    board: RicochetBoard
    robots: _containers.RepeatedCompositeFieldContainer[RicochetPlacedRobot]
    target: RicochetTarget
    undrawn: _containers.RepeatedCompositeFieldContainer[RicochetTarget]
    under: _containers.RepeatedCompositeFieldContainer[RicochetTarget]
    won: _containers.RepeatedScalarFieldContainer[int]
    departed: _containers.RepeatedScalarFieldContainer[int]
    round: int
    start_phase: bool
    draw_phase: bool
    race_phase: RicochetRace
    show_phase: RicochetShow
    def __init__(self, board: _Optional[_Union[RicochetBoard, _Mapping]] = ..., robots: _Optional[_Iterable[_Union[RicochetPlacedRobot, _Mapping]]] = ..., target: _Optional[_Union[RicochetTarget, _Mapping]] = ..., undrawn: _Optional[_Iterable[_Union[RicochetTarget, _Mapping]]] = ..., under: _Optional[_Iterable[_Union[RicochetTarget, _Mapping]]] = ..., won: _Optional[_Iterable[int]] = ..., departed: _Optional[_Iterable[int]] = ..., round: _Optional[int] = ..., start_phase: bool = ..., draw_phase: bool = ..., race_phase: _Optional[_Union[RicochetRace, _Mapping]] = ..., show_phase: _Optional[_Union[RicochetShow, _Mapping]] = ...) -> None: ...

class RicochetRace(_message.Message):
    __slots__ = ("announced", "passed")
    ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    announced: _containers.RepeatedCompositeFieldContainer[RicochetAnnouncement]
    passed: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, announced: _Optional[_Iterable[_Union[RicochetAnnouncement, _Mapping]]] = ..., passed: _Optional[_Iterable[int]] = ...) -> None: ...

class RicochetShow(_message.Message):
    __slots__ = ("seat", "number", "moves", "remaining")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    REMAINING_FIELD_NUMBER: _ClassVar[int]
    seat: int
    number: int
    moves: _containers.RepeatedCompositeFieldContainer[RicochetMove]
    remaining: _containers.RepeatedCompositeFieldContainer[RicochetAnnouncement]
    def __init__(self, seat: _Optional[int] = ..., number: _Optional[int] = ..., moves: _Optional[_Iterable[_Union[RicochetMove, _Mapping]]] = ..., remaining: _Optional[_Iterable[_Union[RicochetAnnouncement, _Mapping]]] = ...) -> None: ...

class RicochetInstance(_message.Message):
    __slots__ = ("board", "robots", "target", "ricochet_rule", "stop_on_diagonal", "crossing_cost", "max_nodes")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    ROBOTS_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    RICOCHET_RULE_FIELD_NUMBER: _ClassVar[int]
    STOP_ON_DIAGONAL_FIELD_NUMBER: _ClassVar[int]
    CROSSING_COST_FIELD_NUMBER: _ClassVar[int]
    MAX_NODES_FIELD_NUMBER: _ClassVar[int]
    board: RicochetBoard
    robots: _containers.RepeatedCompositeFieldContainer[RicochetPlacedRobot]
    target: RicochetTarget
    ricochet_rule: bool
    stop_on_diagonal: bool
    crossing_cost: str
    max_nodes: int
    def __init__(self, board: _Optional[_Union[RicochetBoard, _Mapping]] = ..., robots: _Optional[_Iterable[_Union[RicochetPlacedRobot, _Mapping]]] = ..., target: _Optional[_Union[RicochetTarget, _Mapping]] = ..., ricochet_rule: bool = ..., stop_on_diagonal: bool = ..., crossing_cost: _Optional[str] = ..., max_nodes: _Optional[int] = ...) -> None: ...

class RicochetSolution(_message.Message):
    __slots__ = ("is_solved", "cost", "moves", "text", "is_exhausted", "at_least", "nodes", "proof")
    IS_SOLVED_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    IS_EXHAUSTED_FIELD_NUMBER: _ClassVar[int]
    AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    PROOF_FIELD_NUMBER: _ClassVar[int]
    is_solved: bool
    cost: int
    moves: _containers.RepeatedCompositeFieldContainer[RicochetMove]
    text: str
    is_exhausted: bool
    at_least: int
    nodes: int
    proof: RicochetProof
    def __init__(self, is_solved: bool = ..., cost: _Optional[int] = ..., moves: _Optional[_Iterable[_Union[RicochetMove, _Mapping]]] = ..., text: _Optional[str] = ..., is_exhausted: bool = ..., at_least: _Optional[int] = ..., nodes: _Optional[int] = ..., proof: _Optional[_Union[RicochetProof, _Mapping]] = ...) -> None: ...

class RicochetProof(_message.Message):
    __slots__ = ("at_least", "weak_limit", "visited", "layers")
    AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    WEAK_LIMIT_FIELD_NUMBER: _ClassVar[int]
    VISITED_FIELD_NUMBER: _ClassVar[int]
    LAYERS_FIELD_NUMBER: _ClassVar[int]
    at_least: int
    weak_limit: int
    visited: int
    layers: _containers.RepeatedCompositeFieldContainer[RicochetLayer]
    def __init__(self, at_least: _Optional[int] = ..., weak_limit: _Optional[int] = ..., visited: _Optional[int] = ..., layers: _Optional[_Iterable[_Union[RicochetLayer, _Mapping]]] = ...) -> None: ...

class RicochetLayer(_message.Message):
    __slots__ = ("count", "digest")
    COUNT_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    count: int
    digest: int
    def __init__(self, count: _Optional[int] = ..., digest: _Optional[int] = ...) -> None: ...
