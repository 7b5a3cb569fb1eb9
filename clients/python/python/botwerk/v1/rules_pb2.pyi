from botwerk.v1 import game_pb2 as _game_pb2
from botwerk.v1 import match_pb2 as _match_pb2
from botwerk.v1 import match_rules_pb2 as _match_rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CreatePositionRequest(_message.Message):
    __slots__ = ("setup", "seed")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    seed: str
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., seed: _Optional[str] = ...) -> None: ...

class CreatePositionResponse(_message.Message):
    __slots__ = ("position", "seed")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    position: PositionInfo
    seed: str
    def __init__(self, position: _Optional[_Union[PositionInfo, _Mapping]] = ..., seed: _Optional[str] = ...) -> None: ...

class DescribeMatchRequest(_message.Message):
    __slots__ = ("setup",)
    SETUP_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ...) -> None: ...

class DescribeMatchResponse(_message.Message):
    __slots__ = ("setup", "rules", "seat_names")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    SEAT_NAMES_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    rules: _match_rules_pb2.MatchRules
    seat_names: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., rules: _Optional[_Union[_match_rules_pb2.MatchRules, _Mapping]] = ..., seat_names: _Optional[_Iterable[str]] = ...) -> None: ...

class PositionInfo(_message.Message):
    __slots__ = ("text", "position", "hash", "turn")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    text: str
    position: _game_pb2.Position
    hash: int
    turn: _game_pb2.Turn
    def __init__(self, text: _Optional[str] = ..., position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ..., hash: _Optional[int] = ..., turn: _Optional[_Union[_game_pb2.Turn, _Mapping]] = ...) -> None: ...

class ListLegalActionsRequest(_message.Message):
    __slots__ = ("setup", "position", "actor", "typed_position")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    TYPED_POSITION_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    position: str
    actor: _game_pb2.Actor
    typed_position: _game_pb2.Position
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., position: _Optional[str] = ..., actor: _Optional[_Union[_game_pb2.Actor, _Mapping]] = ..., typed_position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ...) -> None: ...

class ListLegalActionsResponse(_message.Message):
    __slots__ = ("actions", "actor")
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.ActionInfo]
    actor: _game_pb2.Actor
    def __init__(self, actions: _Optional[_Iterable[_Union[_game_pb2.ActionInfo, _Mapping]]] = ..., actor: _Optional[_Union[_game_pb2.Actor, _Mapping]] = ...) -> None: ...

class ApplyActionsRequest(_message.Message):
    __slots__ = ("setup", "position", "actor", "actions", "text", "earlier_positions", "typed_position", "typed_earlier_positions", "spelled_text")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    EARLIER_POSITIONS_FIELD_NUMBER: _ClassVar[int]
    TYPED_POSITION_FIELD_NUMBER: _ClassVar[int]
    TYPED_EARLIER_POSITIONS_FIELD_NUMBER: _ClassVar[int]
    SPELLED_TEXT_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    position: str
    actor: _game_pb2.Actor
    actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.Action]
    text: str
    earlier_positions: _containers.RepeatedScalarFieldContainer[str]
    typed_position: _game_pb2.Position
    typed_earlier_positions: _containers.RepeatedCompositeFieldContainer[_game_pb2.Position]
    spelled_text: str
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., position: _Optional[str] = ..., actor: _Optional[_Union[_game_pb2.Actor, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[_game_pb2.Action, _Mapping]]] = ..., text: _Optional[str] = ..., earlier_positions: _Optional[_Iterable[str]] = ..., typed_position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ..., typed_earlier_positions: _Optional[_Iterable[_Union[_game_pb2.Position, _Mapping]]] = ..., spelled_text: _Optional[str] = ...) -> None: ...

class ApplyActionsResponse(_message.Message):
    __slots__ = ("position", "text")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    position: PositionInfo
    text: str
    def __init__(self, position: _Optional[_Union[PositionInfo, _Mapping]] = ..., text: _Optional[str] = ...) -> None: ...

class GetViewRequest(_message.Message):
    __slots__ = ("setup", "position", "viewer", "typed_position", "include_picture")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    TYPED_POSITION_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_PICTURE_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    position: str
    viewer: _game_pb2.Viewer
    typed_position: _game_pb2.Position
    include_picture: bool
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., position: _Optional[str] = ..., viewer: _Optional[_Union[_game_pb2.Viewer, _Mapping]] = ..., typed_position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ..., include_picture: bool = ...) -> None: ...

class GetViewResponse(_message.Message):
    __slots__ = ("view", "text", "view_hash", "observation", "diagram", "picture", "places")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    VIEW_HASH_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    DIAGRAM_FIELD_NUMBER: _ClassVar[int]
    PICTURE_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    view: _game_pb2.Position
    text: str
    view_hash: int
    observation: bytes
    diagram: str
    picture: str
    places: _containers.RepeatedCompositeFieldContainer[PicturePlace]
    def __init__(self, view: _Optional[_Union[_game_pb2.Position, _Mapping]] = ..., text: _Optional[str] = ..., view_hash: _Optional[int] = ..., observation: _Optional[bytes] = ..., diagram: _Optional[str] = ..., picture: _Optional[str] = ..., places: _Optional[_Iterable[_Union[PicturePlace, _Mapping]]] = ...) -> None: ...

class PicturePlace(_message.Message):
    __slots__ = ("name", "left", "top", "width", "height")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    name: str
    left: int
    top: int
    width: int
    height: int
    def __init__(self, name: _Optional[str] = ..., left: _Optional[int] = ..., top: _Optional[int] = ..., width: _Optional[int] = ..., height: _Optional[int] = ...) -> None: ...

class ParsePositionRequest(_message.Message):
    __slots__ = ("setup", "text")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    text: str
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., text: _Optional[str] = ...) -> None: ...

class ParsePositionResponse(_message.Message):
    __slots__ = ("position",)
    POSITION_FIELD_NUMBER: _ClassVar[int]
    position: PositionInfo
    def __init__(self, position: _Optional[_Union[PositionInfo, _Mapping]] = ...) -> None: ...

class FormatPositionRequest(_message.Message):
    __slots__ = ("setup", "position")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    position: _game_pb2.Position
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ...) -> None: ...

class FormatPositionResponse(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class ParseActionRequest(_message.Message):
    __slots__ = ("setup", "text")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    text: str
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., text: _Optional[str] = ...) -> None: ...

class ParseActionResponse(_message.Message):
    __slots__ = ("action",)
    ACTION_FIELD_NUMBER: _ClassVar[int]
    action: _game_pb2.ActionInfo
    def __init__(self, action: _Optional[_Union[_game_pb2.ActionInfo, _Mapping]] = ...) -> None: ...

class FormatActionRequest(_message.Message):
    __slots__ = ("setup", "action")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    action: _game_pb2.Action
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., action: _Optional[_Union[_game_pb2.Action, _Mapping]] = ...) -> None: ...

class FormatActionResponse(_message.Message):
    __slots__ = ("action",)
    ACTION_FIELD_NUMBER: _ClassVar[int]
    action: _game_pb2.ActionInfo
    def __init__(self, action: _Optional[_Union[_game_pb2.ActionInfo, _Mapping]] = ...) -> None: ...

class VerifyRecordRequest(_message.Message):
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: str
    def __init__(self, record: _Optional[str] = ...) -> None: ...

class VerifyRecordResponse(_message.Message):
    __slots__ = ("is_valid", "mismatch", "events_replayed", "choices_checked", "is_complete", "stopped_choices", "unchecked", "head")
    IS_VALID_FIELD_NUMBER: _ClassVar[int]
    MISMATCH_FIELD_NUMBER: _ClassVar[int]
    EVENTS_REPLAYED_FIELD_NUMBER: _ClassVar[int]
    CHOICES_CHECKED_FIELD_NUMBER: _ClassVar[int]
    IS_COMPLETE_FIELD_NUMBER: _ClassVar[int]
    STOPPED_CHOICES_FIELD_NUMBER: _ClassVar[int]
    UNCHECKED_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    is_valid: bool
    mismatch: str
    events_replayed: int
    choices_checked: int
    is_complete: bool
    stopped_choices: int
    unchecked: _containers.RepeatedScalarFieldContainer[str]
    head: str
    def __init__(self, is_valid: bool = ..., mismatch: _Optional[str] = ..., events_replayed: _Optional[int] = ..., choices_checked: _Optional[int] = ..., is_complete: bool = ..., stopped_choices: _Optional[int] = ..., unchecked: _Optional[_Iterable[str]] = ..., head: _Optional[str] = ...) -> None: ...

class ReplayRecordRequest(_message.Message):
    __slots__ = ("record", "viewer")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    record: str
    viewer: _game_pb2.Viewer
    def __init__(self, record: _Optional[str] = ..., viewer: _Optional[_Union[_game_pb2.Viewer, _Mapping]] = ...) -> None: ...

class ReplayRecordResponse(_message.Message):
    __slots__ = ("match", "steps", "mismatch", "events_replayed", "outcome", "terminations", "ending", "head")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    MISMATCH_FIELD_NUMBER: _ClassVar[int]
    EVENTS_REPLAYED_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    TERMINATIONS_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    match: RecordedMatch
    steps: _containers.RepeatedCompositeFieldContainer[ReplayStep]
    mismatch: str
    events_replayed: int
    outcome: _game_pb2.Outcome
    terminations: _containers.RepeatedScalarFieldContainer[_match_pb2.Termination]
    ending: str
    head: str
    def __init__(self, match: _Optional[_Union[RecordedMatch, _Mapping]] = ..., steps: _Optional[_Iterable[_Union[ReplayStep, _Mapping]]] = ..., mismatch: _Optional[str] = ..., events_replayed: _Optional[int] = ..., outcome: _Optional[_Union[_game_pb2.Outcome, _Mapping]] = ..., terminations: _Optional[_Iterable[_Union[_match_pb2.Termination, str]]] = ..., ending: _Optional[str] = ..., head: _Optional[str] = ...) -> None: ...

class RecordedMatch(_message.Message):
    __slots__ = ("setup", "seats", "seat_names", "seed", "seed_commitment", "time_control", "uses_virtual_time", "rules")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEAT_NAMES_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    USES_VIRTUAL_TIME_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    seats: _containers.RepeatedCompositeFieldContainer[_match_pb2.MatchSeat]
    seat_names: _containers.RepeatedScalarFieldContainer[str]
    seed: str
    seed_commitment: str
    time_control: str
    uses_virtual_time: bool
    rules: _match_rules_pb2.MatchRules
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[_match_pb2.MatchSeat, _Mapping]]] = ..., seat_names: _Optional[_Iterable[str]] = ..., seed: _Optional[str] = ..., seed_commitment: _Optional[str] = ..., time_control: _Optional[str] = ..., uses_virtual_time: bool = ..., rules: _Optional[_Union[_match_rules_pb2.MatchRules, _Mapping]] = ...) -> None: ...

class ReplayStep(_message.Message):
    __slots__ = ("event_count", "actor", "turn", "text", "position", "next", "elapsed_nanos", "effort", "score", "bank_nanos", "announcements", "comments")
    EVENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    ELAPSED_NANOS_FIELD_NUMBER: _ClassVar[int]
    EFFORT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    BANK_NANOS_FIELD_NUMBER: _ClassVar[int]
    ANNOUNCEMENTS_FIELD_NUMBER: _ClassVar[int]
    COMMENTS_FIELD_NUMBER: _ClassVar[int]
    event_count: int
    actor: _game_pb2.Actor
    turn: int
    text: str
    position: str
    next: _game_pb2.Turn
    elapsed_nanos: int
    effort: int
    score: int
    bank_nanos: _containers.RepeatedScalarFieldContainer[int]
    announcements: _containers.RepeatedCompositeFieldContainer[_match_pb2.Announcement]
    comments: _containers.RepeatedCompositeFieldContainer[_match_pb2.Comment]
    def __init__(self, event_count: _Optional[int] = ..., actor: _Optional[_Union[_game_pb2.Actor, _Mapping]] = ..., turn: _Optional[int] = ..., text: _Optional[str] = ..., position: _Optional[str] = ..., next: _Optional[_Union[_game_pb2.Turn, _Mapping]] = ..., elapsed_nanos: _Optional[int] = ..., effort: _Optional[int] = ..., score: _Optional[int] = ..., bank_nanos: _Optional[_Iterable[int]] = ..., announcements: _Optional[_Iterable[_Union[_match_pb2.Announcement, _Mapping]]] = ..., comments: _Optional[_Iterable[_Union[_match_pb2.Comment, _Mapping]]] = ...) -> None: ...
