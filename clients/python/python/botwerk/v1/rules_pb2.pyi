from botwerk.v1 import game_pb2 as _game_pb2
from botwerk.v1 import match_rules_pb2 as _match_rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class NewPositionRequest(_message.Message):
    __slots__ = ("setup", "seed")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    seed: str
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., seed: _Optional[str] = ...) -> None: ...

class NewPositionResponse(_message.Message):
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
    __slots__ = ("setup", "rules")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    rules: _match_rules_pb2.MatchRules
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., rules: _Optional[_Union[_match_rules_pb2.MatchRules, _Mapping]] = ...) -> None: ...

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

class LegalActionsRequest(_message.Message):
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

class LegalActionsResponse(_message.Message):
    __slots__ = ("actions", "actor")
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.ActionInfo]
    actor: _game_pb2.Actor
    def __init__(self, actions: _Optional[_Iterable[_Union[_game_pb2.ActionInfo, _Mapping]]] = ..., actor: _Optional[_Union[_game_pb2.Actor, _Mapping]] = ...) -> None: ...

class ApplyRequest(_message.Message):
    __slots__ = ("setup", "position", "actor", "actions", "text", "earlier_positions", "typed_position", "typed_earlier_positions")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    EARLIER_POSITIONS_FIELD_NUMBER: _ClassVar[int]
    TYPED_POSITION_FIELD_NUMBER: _ClassVar[int]
    TYPED_EARLIER_POSITIONS_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    position: str
    actor: _game_pb2.Actor
    actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.Action]
    text: str
    earlier_positions: _containers.RepeatedScalarFieldContainer[str]
    typed_position: _game_pb2.Position
    typed_earlier_positions: _containers.RepeatedCompositeFieldContainer[_game_pb2.Position]
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., position: _Optional[str] = ..., actor: _Optional[_Union[_game_pb2.Actor, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[_game_pb2.Action, _Mapping]]] = ..., text: _Optional[str] = ..., earlier_positions: _Optional[_Iterable[str]] = ..., typed_position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ..., typed_earlier_positions: _Optional[_Iterable[_Union[_game_pb2.Position, _Mapping]]] = ...) -> None: ...

class ApplyResponse(_message.Message):
    __slots__ = ("position",)
    POSITION_FIELD_NUMBER: _ClassVar[int]
    position: PositionInfo
    def __init__(self, position: _Optional[_Union[PositionInfo, _Mapping]] = ...) -> None: ...

class ViewRequest(_message.Message):
    __slots__ = ("setup", "position", "viewer", "typed_position")
    SETUP_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    TYPED_POSITION_FIELD_NUMBER: _ClassVar[int]
    setup: _game_pb2.GameSetup
    position: str
    viewer: _game_pb2.Viewer
    typed_position: _game_pb2.Position
    def __init__(self, setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., position: _Optional[str] = ..., viewer: _Optional[_Union[_game_pb2.Viewer, _Mapping]] = ..., typed_position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ...) -> None: ...

class ViewResponse(_message.Message):
    __slots__ = ("view", "text", "view_hash", "observation", "diagram")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    VIEW_HASH_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    DIAGRAM_FIELD_NUMBER: _ClassVar[int]
    view: _game_pb2.Position
    text: str
    view_hash: int
    observation: bytes
    diagram: str
    def __init__(self, view: _Optional[_Union[_game_pb2.Position, _Mapping]] = ..., text: _Optional[str] = ..., view_hash: _Optional[int] = ..., observation: _Optional[bytes] = ..., diagram: _Optional[str] = ...) -> None: ...

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

class VerifyRequest(_message.Message):
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: str
    def __init__(self, record: _Optional[str] = ...) -> None: ...

class VerifyResponse(_message.Message):
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
    def __init__(self, is_valid: _Optional[bool] = ..., mismatch: _Optional[str] = ..., events_replayed: _Optional[int] = ..., choices_checked: _Optional[int] = ..., is_complete: _Optional[bool] = ..., stopped_choices: _Optional[int] = ..., unchecked: _Optional[_Iterable[str]] = ..., head: _Optional[str] = ...) -> None: ...
