from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DroidsSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_SIDE_UNSPECIFIED: _ClassVar[DroidsSide]
    DROIDS_SIDE_SOUTH: _ClassVar[DroidsSide]
    DROIDS_SIDE_WEST: _ClassVar[DroidsSide]
    DROIDS_SIDE_NORTH: _ClassVar[DroidsSide]
    DROIDS_SIDE_EAST: _ClassVar[DroidsSide]

class DroidsColour(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_COLOUR_UNSPECIFIED: _ClassVar[DroidsColour]
    DROIDS_COLOUR_VIOLET: _ClassVar[DroidsColour]
    DROIDS_COLOUR_BLUE: _ClassVar[DroidsColour]
    DROIDS_COLOUR_RED: _ClassVar[DroidsColour]
    DROIDS_COLOUR_GREY: _ClassVar[DroidsColour]

class DroidsKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_KIND_UNSPECIFIED: _ClassVar[DroidsKind]
    DROIDS_KIND_V1: _ClassVar[DroidsKind]
    DROIDS_KIND_V2: _ClassVar[DroidsKind]
    DROIDS_KIND_VM: _ClassVar[DroidsKind]
    DROIDS_KIND_VD: _ClassVar[DroidsKind]
    DROIDS_KIND_B1: _ClassVar[DroidsKind]
    DROIDS_KIND_BD: _ClassVar[DroidsKind]
    DROIDS_KIND_FIRE: _ClassVar[DroidsKind]
    DROIDS_KIND_TAKE: _ClassVar[DroidsKind]
    DROIDS_KIND_R1: _ClassVar[DroidsKind]
    DROIDS_KIND_RD: _ClassVar[DroidsKind]
    DROIDS_KIND_R2: _ClassVar[DroidsKind]
    DROIDS_KIND_RM: _ClassVar[DroidsKind]
    DROIDS_KIND_G1: _ClassVar[DroidsKind]
    DROIDS_KIND_G2: _ClassVar[DroidsKind]
    DROIDS_KIND_GM: _ClassVar[DroidsKind]
    DROIDS_KIND_GREP: _ClassVar[DroidsKind]
    DROIDS_KIND_F4: _ClassVar[DroidsKind]

class DroidsArrow(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_ARROW_UNSPECIFIED: _ClassVar[DroidsArrow]
    DROIDS_ARROW_N: _ClassVar[DroidsArrow]
    DROIDS_ARROW_E: _ClassVar[DroidsArrow]
    DROIDS_ARROW_S: _ClassVar[DroidsArrow]
    DROIDS_ARROW_W: _ClassVar[DroidsArrow]
    DROIDS_ARROW_NE: _ClassVar[DroidsArrow]
    DROIDS_ARROW_SE: _ClassVar[DroidsArrow]
    DROIDS_ARROW_SW: _ClassVar[DroidsArrow]
    DROIDS_ARROW_NW: _ClassVar[DroidsArrow]

class DroidsPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_PHASE_UNSPECIFIED: _ClassVar[DroidsPhase]
    DROIDS_PHASE_DRAW: _ClassVar[DroidsPhase]
    DROIDS_PHASE_SET: _ClassVar[DroidsPhase]
    DROIDS_PHASE_SEND: _ClassVar[DroidsPhase]
    DROIDS_PHASE_OVER: _ClassVar[DroidsPhase]

class DroidsGoal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_GOAL_UNSPECIFIED: _ClassVar[DroidsGoal]
    DROIDS_GOAL_LAST_ACTIVE: _ClassVar[DroidsGoal]
    DROIDS_GOAL_NO_MINES_LEFT: _ClassVar[DroidsGoal]
    DROIDS_GOAL_OWN_GARDEN_CLOSED: _ClassVar[DroidsGoal]
    DROIDS_GOAL_MAD_ROBOT_ENCLOSED: _ClassVar[DroidsGoal]
    DROIDS_GOAL_OWN_CONTAINER_ON_OWN_PAD: _ClassVar[DroidsGoal]

class DroidsTieBreak(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_TIE_BREAK_UNSPECIFIED: _ClassVar[DroidsTieBreak]
    DROIDS_TIE_BREAK_SCORE: _ClassVar[DroidsTieBreak]
    DROIDS_TIE_BREAK_FEWEST_STRIPS: _ClassVar[DroidsTieBreak]
    DROIDS_TIE_BREAK_CLOSED_SIDES: _ClassVar[DroidsTieBreak]
    DROIDS_TIE_BREAK_CONTAINER_DISTANCE: _ClassVar[DroidsTieBreak]

class DroidsGarden(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_GARDEN_UNSPECIFIED: _ClassVar[DroidsGarden]
    DROIDS_GARDEN_PRINTED: _ClassVar[DroidsGarden]
    DROIDS_GARDEN_PREPARED: _ClassVar[DroidsGarden]

class DroidsDrawMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_DRAW_MODE_UNSPECIFIED: _ClassVar[DroidsDrawMode]
    DROIDS_DRAW_MODE_SEQUENTIAL: _ClassVar[DroidsDrawMode]
    DROIDS_DRAW_MODE_COMMIT: _ClassVar[DroidsDrawMode]

class DroidsRelayTarget(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_RELAY_TARGET_UNSPECIFIED: _ClassVar[DroidsRelayTarget]
    DROIDS_RELAY_TARGET_ANY_OTHER_DROID: _ClassVar[DroidsRelayTarget]
    DROIDS_RELAY_TARGET_LINE_OF_SIGHT: _ClassVar[DroidsRelayTarget]

class DroidsRepeatHit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DROIDS_REPEAT_HIT_UNSPECIFIED: _ClassVar[DroidsRepeatHit]
    DROIDS_REPEAT_HIT_NO_EFFECT: _ClassVar[DroidsRepeatHit]
    DROIDS_REPEAT_HIT_REROLL: _ClassVar[DroidsRepeatHit]
DROIDS_SIDE_UNSPECIFIED: DroidsSide
DROIDS_SIDE_SOUTH: DroidsSide
DROIDS_SIDE_WEST: DroidsSide
DROIDS_SIDE_NORTH: DroidsSide
DROIDS_SIDE_EAST: DroidsSide
DROIDS_COLOUR_UNSPECIFIED: DroidsColour
DROIDS_COLOUR_VIOLET: DroidsColour
DROIDS_COLOUR_BLUE: DroidsColour
DROIDS_COLOUR_RED: DroidsColour
DROIDS_COLOUR_GREY: DroidsColour
DROIDS_KIND_UNSPECIFIED: DroidsKind
DROIDS_KIND_V1: DroidsKind
DROIDS_KIND_V2: DroidsKind
DROIDS_KIND_VM: DroidsKind
DROIDS_KIND_VD: DroidsKind
DROIDS_KIND_B1: DroidsKind
DROIDS_KIND_BD: DroidsKind
DROIDS_KIND_FIRE: DroidsKind
DROIDS_KIND_TAKE: DroidsKind
DROIDS_KIND_R1: DroidsKind
DROIDS_KIND_RD: DroidsKind
DROIDS_KIND_R2: DroidsKind
DROIDS_KIND_RM: DroidsKind
DROIDS_KIND_G1: DroidsKind
DROIDS_KIND_G2: DroidsKind
DROIDS_KIND_GM: DroidsKind
DROIDS_KIND_GREP: DroidsKind
DROIDS_KIND_F4: DroidsKind
DROIDS_ARROW_UNSPECIFIED: DroidsArrow
DROIDS_ARROW_N: DroidsArrow
DROIDS_ARROW_E: DroidsArrow
DROIDS_ARROW_S: DroidsArrow
DROIDS_ARROW_W: DroidsArrow
DROIDS_ARROW_NE: DroidsArrow
DROIDS_ARROW_SE: DroidsArrow
DROIDS_ARROW_SW: DroidsArrow
DROIDS_ARROW_NW: DroidsArrow
DROIDS_PHASE_UNSPECIFIED: DroidsPhase
DROIDS_PHASE_DRAW: DroidsPhase
DROIDS_PHASE_SET: DroidsPhase
DROIDS_PHASE_SEND: DroidsPhase
DROIDS_PHASE_OVER: DroidsPhase
DROIDS_GOAL_UNSPECIFIED: DroidsGoal
DROIDS_GOAL_LAST_ACTIVE: DroidsGoal
DROIDS_GOAL_NO_MINES_LEFT: DroidsGoal
DROIDS_GOAL_OWN_GARDEN_CLOSED: DroidsGoal
DROIDS_GOAL_MAD_ROBOT_ENCLOSED: DroidsGoal
DROIDS_GOAL_OWN_CONTAINER_ON_OWN_PAD: DroidsGoal
DROIDS_TIE_BREAK_UNSPECIFIED: DroidsTieBreak
DROIDS_TIE_BREAK_SCORE: DroidsTieBreak
DROIDS_TIE_BREAK_FEWEST_STRIPS: DroidsTieBreak
DROIDS_TIE_BREAK_CLOSED_SIDES: DroidsTieBreak
DROIDS_TIE_BREAK_CONTAINER_DISTANCE: DroidsTieBreak
DROIDS_GARDEN_UNSPECIFIED: DroidsGarden
DROIDS_GARDEN_PRINTED: DroidsGarden
DROIDS_GARDEN_PREPARED: DroidsGarden
DROIDS_DRAW_MODE_UNSPECIFIED: DroidsDrawMode
DROIDS_DRAW_MODE_SEQUENTIAL: DroidsDrawMode
DROIDS_DRAW_MODE_COMMIT: DroidsDrawMode
DROIDS_RELAY_TARGET_UNSPECIFIED: DroidsRelayTarget
DROIDS_RELAY_TARGET_ANY_OTHER_DROID: DroidsRelayTarget
DROIDS_RELAY_TARGET_LINE_OF_SIGHT: DroidsRelayTarget
DROIDS_REPEAT_HIT_UNSPECIFIED: DroidsRepeatHit
DROIDS_REPEAT_HIT_NO_EFFECT: DroidsRepeatHit
DROIDS_REPEAT_HIT_REROLL: DroidsRepeatHit

class DroidsAction(_message.Message):
    __slots__ = ("draw", "draw_all", "set", "stop", "send", "lift", "leave", "stone", "die", "start")
    DRAW_FIELD_NUMBER: _ClassVar[int]
    DRAW_ALL_FIELD_NUMBER: _ClassVar[int]
    SET_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    SEND_FIELD_NUMBER: _ClassVar[int]
    LIFT_FIELD_NUMBER: _ClassVar[int]
    LEAVE_FIELD_NUMBER: _ClassVar[int]
    STONE_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    draw: DroidsColour
    draw_all: DroidsColourCounts
    set: DroidsSet
    stop: bool
    send: DroidsSend
    lift: int
    leave: DroidsSide
    stone: DroidsKind
    die: int
    start: DroidsRoll
    def __init__(self, draw: _Optional[_Union[DroidsColour, str]] = ..., draw_all: _Optional[_Union[DroidsColourCounts, _Mapping]] = ..., set: _Optional[_Union[DroidsSet, _Mapping]] = ..., stop: bool = ..., send: _Optional[_Union[DroidsSend, _Mapping]] = ..., lift: _Optional[int] = ..., leave: _Optional[_Union[DroidsSide, str]] = ..., stone: _Optional[_Union[DroidsKind, str]] = ..., die: _Optional[int] = ..., start: _Optional[_Union[DroidsRoll, _Mapping]] = ...) -> None: ...

class DroidsColourCounts(_message.Message):
    __slots__ = ("violet", "blue", "red", "grey")
    VIOLET_FIELD_NUMBER: _ClassVar[int]
    BLUE_FIELD_NUMBER: _ClassVar[int]
    RED_FIELD_NUMBER: _ClassVar[int]
    GREY_FIELD_NUMBER: _ClassVar[int]
    violet: int
    blue: int
    red: int
    grey: int
    def __init__(self, violet: _Optional[int] = ..., blue: _Optional[int] = ..., red: _Optional[int] = ..., grey: _Optional[int] = ...) -> None: ...

class DroidsSlot(_message.Message):
    __slots__ = ("transmitter", "slot")
    TRANSMITTER_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    transmitter: int
    slot: int
    def __init__(self, transmitter: _Optional[int] = ..., slot: _Optional[int] = ...) -> None: ...

class DroidsStone(_message.Message):
    __slots__ = ("kind", "arrow")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ARROW_FIELD_NUMBER: _ClassVar[int]
    kind: DroidsKind
    arrow: DroidsArrow
    def __init__(self, kind: _Optional[_Union[DroidsKind, str]] = ..., arrow: _Optional[_Union[DroidsArrow, str]] = ...) -> None: ...

class DroidsSet(_message.Message):
    __slots__ = ("stone", "slot")
    STONE_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    stone: DroidsStone
    slot: DroidsSlot
    def __init__(self, stone: _Optional[_Union[DroidsStone, _Mapping]] = ..., slot: _Optional[_Union[DroidsSlot, _Mapping]] = ...) -> None: ...

class DroidsSend(_message.Message):
    __slots__ = ("transmitter", "target")
    TRANSMITTER_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    transmitter: int
    target: DroidsSide
    def __init__(self, transmitter: _Optional[int] = ..., target: _Optional[_Union[DroidsSide, str]] = ...) -> None: ...

class DroidsRoll(_message.Message):
    __slots__ = ("south", "west", "north", "east")
    SOUTH_FIELD_NUMBER: _ClassVar[int]
    WEST_FIELD_NUMBER: _ClassVar[int]
    NORTH_FIELD_NUMBER: _ClassVar[int]
    EAST_FIELD_NUMBER: _ClassVar[int]
    south: int
    west: int
    north: int
    east: int
    def __init__(self, south: _Optional[int] = ..., west: _Optional[int] = ..., north: _Optional[int] = ..., east: _Optional[int] = ...) -> None: ...

class DroidsNumber(_message.Message):
    __slots__ = ("side", "number")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    side: DroidsSide
    number: int
    def __init__(self, side: _Optional[_Union[DroidsSide, str]] = ..., number: _Optional[int] = ...) -> None: ...

class DroidsSquare(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: int
    y: int
    def __init__(self, x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class DroidsObject(_message.Message):
    __slots__ = ("obstacle", "mine", "container")
    OBSTACLE_FIELD_NUMBER: _ClassVar[int]
    MINE_FIELD_NUMBER: _ClassVar[int]
    CONTAINER_FIELD_NUMBER: _ClassVar[int]
    obstacle: bool
    mine: bool
    container: DroidsSide
    def __init__(self, obstacle: bool = ..., mine: bool = ..., container: _Optional[_Union[DroidsSide, str]] = ...) -> None: ...

class DroidsPlacedObject(_message.Message):
    __slots__ = ("object", "square")
    OBJECT_FIELD_NUMBER: _ClassVar[int]
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    object: DroidsObject
    square: DroidsSquare
    def __init__(self, object: _Optional[_Union[DroidsObject, _Mapping]] = ..., square: _Optional[_Union[DroidsSquare, _Mapping]] = ...) -> None: ...

class DroidsDroid(_message.Message):
    __slots__ = ("side", "square", "cargo")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    CARGO_FIELD_NUMBER: _ClassVar[int]
    side: DroidsSide
    square: DroidsSquare
    cargo: _containers.RepeatedCompositeFieldContainer[DroidsObject]
    def __init__(self, side: _Optional[_Union[DroidsSide, str]] = ..., square: _Optional[_Union[DroidsSquare, _Mapping]] = ..., cargo: _Optional[_Iterable[_Union[DroidsObject, _Mapping]]] = ...) -> None: ...

class DroidsStrip(_message.Message):
    __slots__ = ("side", "transmitter")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    TRANSMITTER_FIELD_NUMBER: _ClassVar[int]
    side: DroidsSide
    transmitter: int
    def __init__(self, side: _Optional[_Union[DroidsSide, str]] = ..., transmitter: _Optional[int] = ...) -> None: ...

class DroidsPlacedStone(_message.Message):
    __slots__ = ("side", "slot", "stone")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    STONE_FIELD_NUMBER: _ClassVar[int]
    side: DroidsSide
    slot: DroidsSlot
    stone: DroidsStone
    def __init__(self, side: _Optional[_Union[DroidsSide, str]] = ..., slot: _Optional[_Union[DroidsSlot, _Mapping]] = ..., stone: _Optional[_Union[DroidsStone, _Mapping]] = ...) -> None: ...

class DroidsHand(_message.Message):
    __slots__ = ("side", "kinds", "colours")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    COLOURS_FIELD_NUMBER: _ClassVar[int]
    side: DroidsSide
    kinds: _containers.RepeatedScalarFieldContainer[DroidsKind]
    colours: DroidsColourCounts
    def __init__(self, side: _Optional[_Union[DroidsSide, str]] = ..., kinds: _Optional[_Iterable[_Union[DroidsKind, str]]] = ..., colours: _Optional[_Union[DroidsColourCounts, _Mapping]] = ...) -> None: ...

class DroidsPending(_message.Message):
    __slots__ = ("start", "solo_die", "stone", "die", "lift", "mad_robot")
    START_FIELD_NUMBER: _ClassVar[int]
    SOLO_DIE_FIELD_NUMBER: _ClassVar[int]
    STONE_FIELD_NUMBER: _ClassVar[int]
    DIE_FIELD_NUMBER: _ClassVar[int]
    LIFT_FIELD_NUMBER: _ClassVar[int]
    MAD_ROBOT_FIELD_NUMBER: _ClassVar[int]
    start: DroidsStartRoll
    solo_die: bool
    stone: DroidsDrawnStone
    die: DroidsSide
    lift: DroidsSide
    mad_robot: bool
    def __init__(self, start: _Optional[_Union[DroidsStartRoll, _Mapping]] = ..., solo_die: bool = ..., stone: _Optional[_Union[DroidsDrawnStone, _Mapping]] = ..., die: _Optional[_Union[DroidsSide, str]] = ..., lift: _Optional[_Union[DroidsSide, str]] = ..., mad_robot: bool = ...) -> None: ...

class DroidsStartRoll(_message.Message):
    __slots__ = ("seats", "number")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[DroidsSide]
    number: int
    def __init__(self, seats: _Optional[_Iterable[_Union[DroidsSide, str]]] = ..., number: _Optional[int] = ...) -> None: ...

class DroidsDrawnStone(_message.Message):
    __slots__ = ("side", "colour")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    side: DroidsSide
    colour: DroidsColour
    def __init__(self, side: _Optional[_Union[DroidsSide, str]] = ..., colour: _Optional[_Union[DroidsColour, str]] = ...) -> None: ...

class DroidsRules(_message.Message):
    __slots__ = ("scenario", "sides", "map", "kinds", "hand_size", "goal", "round_cap", "tie_breaks", "teams", "level", "banks_mines", "has_containers", "garden", "values", "lift_limit_nanos", "sheets")
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    SIDES_FIELD_NUMBER: _ClassVar[int]
    MAP_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZE_FIELD_NUMBER: _ClassVar[int]
    GOAL_FIELD_NUMBER: _ClassVar[int]
    ROUND_CAP_FIELD_NUMBER: _ClassVar[int]
    TIE_BREAKS_FIELD_NUMBER: _ClassVar[int]
    TEAMS_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    BANKS_MINES_FIELD_NUMBER: _ClassVar[int]
    HAS_CONTAINERS_FIELD_NUMBER: _ClassVar[int]
    GARDEN_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    LIFT_LIMIT_NANOS_FIELD_NUMBER: _ClassVar[int]
    SHEETS_FIELD_NUMBER: _ClassVar[int]
    scenario: int
    sides: _containers.RepeatedScalarFieldContainer[DroidsSide]
    map: DroidsMap
    kinds: _containers.RepeatedCompositeFieldContainer[DroidsKindInfo]
    hand_size: int
    goal: DroidsGoal
    round_cap: int
    tie_breaks: _containers.RepeatedScalarFieldContainer[DroidsTieBreak]
    teams: _containers.RepeatedCompositeFieldContainer[DroidsTeam]
    level: int
    banks_mines: bool
    has_containers: bool
    garden: DroidsGarden
    values: DroidsValues
    lift_limit_nanos: int
    sheets: _containers.RepeatedCompositeFieldContainer[DroidsSheet]
    def __init__(self, scenario: _Optional[int] = ..., sides: _Optional[_Iterable[_Union[DroidsSide, str]]] = ..., map: _Optional[_Union[DroidsMap, _Mapping]] = ..., kinds: _Optional[_Iterable[_Union[DroidsKindInfo, _Mapping]]] = ..., hand_size: _Optional[int] = ..., goal: _Optional[_Union[DroidsGoal, str]] = ..., round_cap: _Optional[int] = ..., tie_breaks: _Optional[_Iterable[_Union[DroidsTieBreak, str]]] = ..., teams: _Optional[_Iterable[_Union[DroidsTeam, _Mapping]]] = ..., level: _Optional[int] = ..., banks_mines: bool = ..., has_containers: bool = ..., garden: _Optional[_Union[DroidsGarden, str]] = ..., values: _Optional[_Union[DroidsValues, _Mapping]] = ..., lift_limit_nanos: _Optional[int] = ..., sheets: _Optional[_Iterable[_Union[DroidsSheet, _Mapping]]] = ...) -> None: ...

class DroidsMap(_message.Message):
    __slots__ = ("name", "river", "walls", "places", "repairers")
    NAME_FIELD_NUMBER: _ClassVar[int]
    RIVER_FIELD_NUMBER: _ClassVar[int]
    WALLS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    REPAIRERS_FIELD_NUMBER: _ClassVar[int]
    name: str
    river: _containers.RepeatedCompositeFieldContainer[DroidsSquare]
    walls: _containers.RepeatedCompositeFieldContainer[DroidsSquare]
    places: _containers.RepeatedCompositeFieldContainer[DroidsPlaces]
    repairers: _containers.RepeatedCompositeFieldContainer[DroidsSquare]
    def __init__(self, name: _Optional[str] = ..., river: _Optional[_Iterable[_Union[DroidsSquare, _Mapping]]] = ..., walls: _Optional[_Iterable[_Union[DroidsSquare, _Mapping]]] = ..., places: _Optional[_Iterable[_Union[DroidsPlaces, _Mapping]]] = ..., repairers: _Optional[_Iterable[_Union[DroidsSquare, _Mapping]]] = ...) -> None: ...

class DroidsPlaces(_message.Message):
    __slots__ = ("side", "start", "pad", "garden", "container_spot")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    PAD_FIELD_NUMBER: _ClassVar[int]
    GARDEN_FIELD_NUMBER: _ClassVar[int]
    CONTAINER_SPOT_FIELD_NUMBER: _ClassVar[int]
    side: DroidsSide
    start: DroidsSquare
    pad: DroidsSquare
    garden: DroidsSquare
    container_spot: DroidsSquare
    def __init__(self, side: _Optional[_Union[DroidsSide, str]] = ..., start: _Optional[_Union[DroidsSquare, _Mapping]] = ..., pad: _Optional[_Union[DroidsSquare, _Mapping]] = ..., garden: _Optional[_Union[DroidsSquare, _Mapping]] = ..., container_spot: _Optional[_Union[DroidsSquare, _Mapping]] = ...) -> None: ...

class DroidsKindInfo(_message.Message):
    __slots__ = ("kind", "colour", "count", "steps", "arrows")
    KIND_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    ARROWS_FIELD_NUMBER: _ClassVar[int]
    kind: DroidsKind
    colour: DroidsColour
    count: int
    steps: int
    arrows: _containers.RepeatedScalarFieldContainer[DroidsArrow]
    def __init__(self, kind: _Optional[_Union[DroidsKind, str]] = ..., colour: _Optional[_Union[DroidsColour, str]] = ..., count: _Optional[int] = ..., steps: _Optional[int] = ..., arrows: _Optional[_Iterable[_Union[DroidsArrow, str]]] = ...) -> None: ...

class DroidsTeam(_message.Message):
    __slots__ = ("sides",)
    SIDES_FIELD_NUMBER: _ClassVar[int]
    sides: _containers.RepeatedScalarFieldContainer[DroidsSide]
    def __init__(self, sides: _Optional[_Iterable[_Union[DroidsSide, str]]] = ...) -> None: ...

class DroidsValues(_message.Message):
    __slots__ = ("draw_mode", "relay_target", "repair_lifts_all", "repeat_hit", "mine_stops_move", "chain_push", "diag_corner_cutting", "put_on_water", "cargo_capacity")
    DRAW_MODE_FIELD_NUMBER: _ClassVar[int]
    RELAY_TARGET_FIELD_NUMBER: _ClassVar[int]
    REPAIR_LIFTS_ALL_FIELD_NUMBER: _ClassVar[int]
    REPEAT_HIT_FIELD_NUMBER: _ClassVar[int]
    MINE_STOPS_MOVE_FIELD_NUMBER: _ClassVar[int]
    CHAIN_PUSH_FIELD_NUMBER: _ClassVar[int]
    DIAG_CORNER_CUTTING_FIELD_NUMBER: _ClassVar[int]
    PUT_ON_WATER_FIELD_NUMBER: _ClassVar[int]
    CARGO_CAPACITY_FIELD_NUMBER: _ClassVar[int]
    draw_mode: DroidsDrawMode
    relay_target: DroidsRelayTarget
    repair_lifts_all: bool
    repeat_hit: DroidsRepeatHit
    mine_stops_move: bool
    chain_push: bool
    diag_corner_cutting: bool
    put_on_water: bool
    cargo_capacity: int
    def __init__(self, draw_mode: _Optional[_Union[DroidsDrawMode, str]] = ..., relay_target: _Optional[_Union[DroidsRelayTarget, str]] = ..., repair_lifts_all: bool = ..., repeat_hit: _Optional[_Union[DroidsRepeatHit, str]] = ..., mine_stops_move: bool = ..., chain_push: bool = ..., diag_corner_cutting: bool = ..., put_on_water: bool = ..., cargo_capacity: _Optional[int] = ...) -> None: ...

class DroidsSheet(_message.Message):
    __slots__ = ("programmes",)
    PROGRAMMES_FIELD_NUMBER: _ClassVar[int]
    programmes: _containers.RepeatedCompositeFieldContainer[DroidsProgramme]
    def __init__(self, programmes: _Optional[_Iterable[_Union[DroidsProgramme, _Mapping]]] = ...) -> None: ...

class DroidsProgramme(_message.Message):
    __slots__ = ("orders",)
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    orders: _containers.RepeatedCompositeFieldContainer[DroidsStone]
    def __init__(self, orders: _Optional[_Iterable[_Union[DroidsStone, _Mapping]]] = ...) -> None: ...

class DroidsPosition(_message.Message):
    __slots__ = ("scenario", "seats", "round", "starter", "phase", "acting", "droids", "repairers", "mad_robot", "objects", "strips", "scores", "out", "done", "sent", "hands", "stones", "pending", "solo_die", "won")
    SCENARIO_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    STARTER_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ACTING_FIELD_NUMBER: _ClassVar[int]
    DROIDS_FIELD_NUMBER: _ClassVar[int]
    REPAIRERS_FIELD_NUMBER: _ClassVar[int]
    MAD_ROBOT_FIELD_NUMBER: _ClassVar[int]
    OBJECTS_FIELD_NUMBER: _ClassVar[int]
    STRIPS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    SENT_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    STONES_FIELD_NUMBER: _ClassVar[int]
    PENDING_FIELD_NUMBER: _ClassVar[int]
    SOLO_DIE_FIELD_NUMBER: _ClassVar[int]
    WON_FIELD_NUMBER: _ClassVar[int]
    scenario: int
    seats: _containers.RepeatedScalarFieldContainer[DroidsSide]
    round: int
    starter: DroidsSide
    phase: DroidsPhase
    acting: DroidsSide
    droids: _containers.RepeatedCompositeFieldContainer[DroidsDroid]
    repairers: _containers.RepeatedCompositeFieldContainer[DroidsSquare]
    mad_robot: DroidsSquare
    objects: _containers.RepeatedCompositeFieldContainer[DroidsPlacedObject]
    strips: _containers.RepeatedCompositeFieldContainer[DroidsStrip]
    scores: _containers.RepeatedCompositeFieldContainer[DroidsNumber]
    out: _containers.RepeatedScalarFieldContainer[DroidsSide]
    done: _containers.RepeatedScalarFieldContainer[DroidsSide]
    sent: _containers.RepeatedCompositeFieldContainer[DroidsNumber]
    hands: _containers.RepeatedCompositeFieldContainer[DroidsHand]
    stones: _containers.RepeatedCompositeFieldContainer[DroidsPlacedStone]
    pending: _containers.RepeatedCompositeFieldContainer[DroidsPending]
    solo_die: int
    won: _containers.RepeatedScalarFieldContainer[DroidsSide]
    def __init__(self, scenario: _Optional[int] = ..., seats: _Optional[_Iterable[_Union[DroidsSide, str]]] = ..., round: _Optional[int] = ..., starter: _Optional[_Union[DroidsSide, str]] = ..., phase: _Optional[_Union[DroidsPhase, str]] = ..., acting: _Optional[_Union[DroidsSide, str]] = ..., droids: _Optional[_Iterable[_Union[DroidsDroid, _Mapping]]] = ..., repairers: _Optional[_Iterable[_Union[DroidsSquare, _Mapping]]] = ..., mad_robot: _Optional[_Union[DroidsSquare, _Mapping]] = ..., objects: _Optional[_Iterable[_Union[DroidsPlacedObject, _Mapping]]] = ..., strips: _Optional[_Iterable[_Union[DroidsStrip, _Mapping]]] = ..., scores: _Optional[_Iterable[_Union[DroidsNumber, _Mapping]]] = ..., out: _Optional[_Iterable[_Union[DroidsSide, str]]] = ..., done: _Optional[_Iterable[_Union[DroidsSide, str]]] = ..., sent: _Optional[_Iterable[_Union[DroidsNumber, _Mapping]]] = ..., hands: _Optional[_Iterable[_Union[DroidsHand, _Mapping]]] = ..., stones: _Optional[_Iterable[_Union[DroidsPlacedStone, _Mapping]]] = ..., pending: _Optional[_Iterable[_Union[DroidsPending, _Mapping]]] = ..., solo_die: _Optional[int] = ..., won: _Optional[_Iterable[_Union[DroidsSide, str]]] = ...) -> None: ...
