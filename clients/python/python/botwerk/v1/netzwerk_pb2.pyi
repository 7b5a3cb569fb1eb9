from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class NetzwerkSquare(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NETZWERK_SQUARE_UNSPECIFIED: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_B2: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_D2: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_F2: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_H2: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_J2: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_L2: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_B4: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_D4: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_F4: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_H4: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_J4: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_L4: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_B6: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_D6: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_F6: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_H6: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_J6: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_L6: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_B8: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_D8: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_F8: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_H8: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_J8: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_L8: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_B10: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_D10: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_F10: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_H10: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_J10: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_L10: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_B12: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_D12: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_F12: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_H12: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_J12: _ClassVar[NetzwerkSquare]
    NETZWERK_SQUARE_L12: _ClassVar[NetzwerkSquare]

class NetzwerkField(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NETZWERK_FIELD_UNSPECIFIED: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_A1: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_C1: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_E1: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_G1: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_I1: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_K1: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_M1: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_A3: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_C3: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_E3: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_G3: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_I3: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_K3: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_M3: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_A5: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_C5: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_E5: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_G5: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_I5: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_K5: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_M5: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_A7: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_C7: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_E7: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_G7: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_I7: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_K7: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_M7: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_A9: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_C9: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_E9: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_G9: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_I9: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_K9: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_M9: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_A11: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_C11: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_E11: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_G11: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_I11: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_K11: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_M11: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_A13: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_C13: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_E13: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_G13: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_I13: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_K13: _ClassVar[NetzwerkField]
    NETZWERK_FIELD_M13: _ClassVar[NetzwerkField]

class NetzwerkSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NETZWERK_SIDE_UNSPECIFIED: _ClassVar[NetzwerkSide]
    NETZWERK_SIDE_WHITE: _ClassVar[NetzwerkSide]
    NETZWERK_SIDE_BLACK: _ClassVar[NetzwerkSide]

class NetzwerkValue(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NETZWERK_VALUE_UNSPECIFIED: _ClassVar[NetzwerkValue]
    NETZWERK_VALUE_WIN: _ClassVar[NetzwerkValue]
    NETZWERK_VALUE_DRAW: _ClassVar[NetzwerkValue]
    NETZWERK_VALUE_LOSS: _ClassVar[NetzwerkValue]
NETZWERK_SQUARE_UNSPECIFIED: NetzwerkSquare
NETZWERK_SQUARE_B2: NetzwerkSquare
NETZWERK_SQUARE_D2: NetzwerkSquare
NETZWERK_SQUARE_F2: NetzwerkSquare
NETZWERK_SQUARE_H2: NetzwerkSquare
NETZWERK_SQUARE_J2: NetzwerkSquare
NETZWERK_SQUARE_L2: NetzwerkSquare
NETZWERK_SQUARE_B4: NetzwerkSquare
NETZWERK_SQUARE_D4: NetzwerkSquare
NETZWERK_SQUARE_F4: NetzwerkSquare
NETZWERK_SQUARE_H4: NetzwerkSquare
NETZWERK_SQUARE_J4: NetzwerkSquare
NETZWERK_SQUARE_L4: NetzwerkSquare
NETZWERK_SQUARE_B6: NetzwerkSquare
NETZWERK_SQUARE_D6: NetzwerkSquare
NETZWERK_SQUARE_F6: NetzwerkSquare
NETZWERK_SQUARE_H6: NetzwerkSquare
NETZWERK_SQUARE_J6: NetzwerkSquare
NETZWERK_SQUARE_L6: NetzwerkSquare
NETZWERK_SQUARE_B8: NetzwerkSquare
NETZWERK_SQUARE_D8: NetzwerkSquare
NETZWERK_SQUARE_F8: NetzwerkSquare
NETZWERK_SQUARE_H8: NetzwerkSquare
NETZWERK_SQUARE_J8: NetzwerkSquare
NETZWERK_SQUARE_L8: NetzwerkSquare
NETZWERK_SQUARE_B10: NetzwerkSquare
NETZWERK_SQUARE_D10: NetzwerkSquare
NETZWERK_SQUARE_F10: NetzwerkSquare
NETZWERK_SQUARE_H10: NetzwerkSquare
NETZWERK_SQUARE_J10: NetzwerkSquare
NETZWERK_SQUARE_L10: NetzwerkSquare
NETZWERK_SQUARE_B12: NetzwerkSquare
NETZWERK_SQUARE_D12: NetzwerkSquare
NETZWERK_SQUARE_F12: NetzwerkSquare
NETZWERK_SQUARE_H12: NetzwerkSquare
NETZWERK_SQUARE_J12: NetzwerkSquare
NETZWERK_SQUARE_L12: NetzwerkSquare
NETZWERK_FIELD_UNSPECIFIED: NetzwerkField
NETZWERK_FIELD_A1: NetzwerkField
NETZWERK_FIELD_C1: NetzwerkField
NETZWERK_FIELD_E1: NetzwerkField
NETZWERK_FIELD_G1: NetzwerkField
NETZWERK_FIELD_I1: NetzwerkField
NETZWERK_FIELD_K1: NetzwerkField
NETZWERK_FIELD_M1: NetzwerkField
NETZWERK_FIELD_A3: NetzwerkField
NETZWERK_FIELD_C3: NetzwerkField
NETZWERK_FIELD_E3: NetzwerkField
NETZWERK_FIELD_G3: NetzwerkField
NETZWERK_FIELD_I3: NetzwerkField
NETZWERK_FIELD_K3: NetzwerkField
NETZWERK_FIELD_M3: NetzwerkField
NETZWERK_FIELD_A5: NetzwerkField
NETZWERK_FIELD_C5: NetzwerkField
NETZWERK_FIELD_E5: NetzwerkField
NETZWERK_FIELD_G5: NetzwerkField
NETZWERK_FIELD_I5: NetzwerkField
NETZWERK_FIELD_K5: NetzwerkField
NETZWERK_FIELD_M5: NetzwerkField
NETZWERK_FIELD_A7: NetzwerkField
NETZWERK_FIELD_C7: NetzwerkField
NETZWERK_FIELD_E7: NetzwerkField
NETZWERK_FIELD_G7: NetzwerkField
NETZWERK_FIELD_I7: NetzwerkField
NETZWERK_FIELD_K7: NetzwerkField
NETZWERK_FIELD_M7: NetzwerkField
NETZWERK_FIELD_A9: NetzwerkField
NETZWERK_FIELD_C9: NetzwerkField
NETZWERK_FIELD_E9: NetzwerkField
NETZWERK_FIELD_G9: NetzwerkField
NETZWERK_FIELD_I9: NetzwerkField
NETZWERK_FIELD_K9: NetzwerkField
NETZWERK_FIELD_M9: NetzwerkField
NETZWERK_FIELD_A11: NetzwerkField
NETZWERK_FIELD_C11: NetzwerkField
NETZWERK_FIELD_E11: NetzwerkField
NETZWERK_FIELD_G11: NetzwerkField
NETZWERK_FIELD_I11: NetzwerkField
NETZWERK_FIELD_K11: NetzwerkField
NETZWERK_FIELD_M11: NetzwerkField
NETZWERK_FIELD_A13: NetzwerkField
NETZWERK_FIELD_C13: NetzwerkField
NETZWERK_FIELD_E13: NetzwerkField
NETZWERK_FIELD_G13: NetzwerkField
NETZWERK_FIELD_I13: NetzwerkField
NETZWERK_FIELD_K13: NetzwerkField
NETZWERK_FIELD_M13: NetzwerkField
NETZWERK_SIDE_UNSPECIFIED: NetzwerkSide
NETZWERK_SIDE_WHITE: NetzwerkSide
NETZWERK_SIDE_BLACK: NetzwerkSide
NETZWERK_VALUE_UNSPECIFIED: NetzwerkValue
NETZWERK_VALUE_WIN: NetzwerkValue
NETZWERK_VALUE_DRAW: NetzwerkValue
NETZWERK_VALUE_LOSS: NetzwerkValue

class NetzwerkAction(_message.Message):
    __slots__ = ("robot", "end_robots", "battery", "end_turn", "leave")
    ROBOT_FIELD_NUMBER: _ClassVar[int]
    END_ROBOTS_FIELD_NUMBER: _ClassVar[int]
    BATTERY_FIELD_NUMBER: _ClassVar[int]
    END_TURN_FIELD_NUMBER: _ClassVar[int]
    LEAVE_FIELD_NUMBER: _ClassVar[int]
    robot: NetzwerkRobotMove
    end_robots: bool
    battery: NetzwerkBatteryMove
    end_turn: bool
    leave: NetzwerkSide
    def __init__(self, robot: _Optional[_Union[NetzwerkRobotMove, _Mapping]] = ..., end_robots: bool = ..., battery: _Optional[_Union[NetzwerkBatteryMove, _Mapping]] = ..., end_turn: bool = ..., leave: _Optional[_Union[NetzwerkSide, str]] = ...) -> None: ...

class NetzwerkRobotMove(_message.Message):
    __slots__ = ("to", "captures")
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    CAPTURES_FIELD_NUMBER: _ClassVar[int]
    to: NetzwerkSquare
    captures: bool
    def __init__(self, to: _Optional[_Union[NetzwerkSquare, str]] = ..., captures: bool = ..., **kwargs) -> None: ...

class NetzwerkBatteryMove(_message.Message):
    __slots__ = ("to",)
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    to: NetzwerkField
    def __init__(self, to: _Optional[_Union[NetzwerkField, str]] = ..., **kwargs) -> None: ...

class NetzwerkPosition(_message.Message):
    __slots__ = ("side", "white", "black", "batteries", "quiet", "robot_phase", "battery_phase", "turns", "departed", "occurrences")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    WHITE_FIELD_NUMBER: _ClassVar[int]
    BLACK_FIELD_NUMBER: _ClassVar[int]
    BATTERIES_FIELD_NUMBER: _ClassVar[int]
    QUIET_FIELD_NUMBER: _ClassVar[int]
    ROBOT_PHASE_FIELD_NUMBER: _ClassVar[int]
    BATTERY_PHASE_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    DEPARTED_FIELD_NUMBER: _ClassVar[int]
    OCCURRENCES_FIELD_NUMBER: _ClassVar[int]
    side: NetzwerkSide
    white: _containers.RepeatedScalarFieldContainer[NetzwerkSquare]
    black: _containers.RepeatedScalarFieldContainer[NetzwerkSquare]
    batteries: _containers.RepeatedScalarFieldContainer[NetzwerkField]
    quiet: int
    robot_phase: NetzwerkRobotPhase
    battery_phase: NetzwerkBatteryPhase
    turns: int
    departed: NetzwerkSide
    occurrences: int
    def __init__(self, side: _Optional[_Union[NetzwerkSide, str]] = ..., white: _Optional[_Iterable[_Union[NetzwerkSquare, str]]] = ..., black: _Optional[_Iterable[_Union[NetzwerkSquare, str]]] = ..., batteries: _Optional[_Iterable[_Union[NetzwerkField, str]]] = ..., quiet: _Optional[int] = ..., robot_phase: _Optional[_Union[NetzwerkRobotPhase, _Mapping]] = ..., battery_phase: _Optional[_Union[NetzwerkBatteryPhase, _Mapping]] = ..., turns: _Optional[int] = ..., departed: _Optional[_Union[NetzwerkSide, str]] = ..., occurrences: _Optional[int] = ...) -> None: ...

class NetzwerkSolution(_message.Message):
    __slots__ = ("value", "turns", "principal_variation", "positions")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_VARIATION_FIELD_NUMBER: _ClassVar[int]
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    value: NetzwerkValue
    turns: int
    principal_variation: _containers.RepeatedCompositeFieldContainer[NetzwerkSolvedTurn]
    positions: int
    def __init__(self, value: _Optional[_Union[NetzwerkValue, str]] = ..., turns: _Optional[int] = ..., principal_variation: _Optional[_Iterable[_Union[NetzwerkSolvedTurn, _Mapping]]] = ..., positions: _Optional[int] = ...) -> None: ...

class NetzwerkSolvedTurn(_message.Message):
    __slots__ = ("side", "value", "turns", "actions", "text")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    side: NetzwerkSide
    value: NetzwerkValue
    turns: int
    actions: _containers.RepeatedCompositeFieldContainer[NetzwerkAction]
    text: str
    def __init__(self, side: _Optional[_Union[NetzwerkSide, str]] = ..., value: _Optional[_Union[NetzwerkValue, str]] = ..., turns: _Optional[int] = ..., actions: _Optional[_Iterable[_Union[NetzwerkAction, _Mapping]]] = ..., text: _Optional[str] = ...) -> None: ...

class NetzwerkRobotPhase(_message.Message):
    __slots__ = ("spenders",)
    SPENDERS_FIELD_NUMBER: _ClassVar[int]
    spenders: _containers.RepeatedCompositeFieldContainer[NetzwerkSpender]
    def __init__(self, spenders: _Optional[_Iterable[_Union[NetzwerkSpender, _Mapping]]] = ...) -> None: ...

class NetzwerkSpender(_message.Message):
    __slots__ = ("start", "now", "spent", "has_captured")
    START_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    SPENT_FIELD_NUMBER: _ClassVar[int]
    HAS_CAPTURED_FIELD_NUMBER: _ClassVar[int]
    start: NetzwerkSquare
    now: NetzwerkSquare
    spent: int
    has_captured: bool
    def __init__(self, start: _Optional[_Union[NetzwerkSquare, str]] = ..., now: _Optional[_Union[NetzwerkSquare, str]] = ..., spent: _Optional[int] = ..., has_captured: bool = ...) -> None: ...

class NetzwerkBatteryPhase(_message.Message):
    __slots__ = ("moved",)
    MOVED_FIELD_NUMBER: _ClassVar[int]
    moved: _containers.RepeatedScalarFieldContainer[NetzwerkField]
    def __init__(self, moved: _Optional[_Iterable[_Union[NetzwerkField, str]]] = ...) -> None: ...
