from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ListGamesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[GameSummary]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[GameSummary, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GameSummary(_message.Message):
    __slots__ = ("name", "title", "min_seats", "max_seats")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    MIN_SEATS_FIELD_NUMBER: _ClassVar[int]
    MAX_SEATS_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    min_seats: int
    max_seats: int
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., min_seats: _Optional[int] = ..., max_seats: _Optional[int] = ...) -> None: ...

class GetGameRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class GetGameResponse(_message.Message):
    __slots__ = ("summary", "options", "rules", "ruleset", "ruleset_sha256", "notation", "action_count", "observation_len", "observation_layout", "score_unit", "observation_fields", "observation_version", "hash_version")
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    RULESET_FIELD_NUMBER: _ClassVar[int]
    RULESET_SHA256_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    ACTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_LEN_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_LAYOUT_FIELD_NUMBER: _ClassVar[int]
    SCORE_UNIT_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELDS_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_VERSION_FIELD_NUMBER: _ClassVar[int]
    HASH_VERSION_FIELD_NUMBER: _ClassVar[int]
    summary: GameSummary
    options: _containers.RepeatedCompositeFieldContainer[OptionSpec]
    rules: str
    ruleset: str
    ruleset_sha256: str
    notation: _containers.RepeatedScalarFieldContainer[str]
    action_count: int
    observation_len: int
    observation_layout: str
    score_unit: str
    observation_fields: _containers.RepeatedCompositeFieldContainer[ObservationField]
    observation_version: int
    hash_version: int
    def __init__(self, summary: _Optional[_Union[GameSummary, _Mapping]] = ..., options: _Optional[_Iterable[_Union[OptionSpec, _Mapping]]] = ..., rules: _Optional[str] = ..., ruleset: _Optional[str] = ..., ruleset_sha256: _Optional[str] = ..., notation: _Optional[_Iterable[str]] = ..., action_count: _Optional[int] = ..., observation_len: _Optional[int] = ..., observation_layout: _Optional[str] = ..., score_unit: _Optional[str] = ..., observation_fields: _Optional[_Iterable[_Union[ObservationField, _Mapping]]] = ..., observation_version: _Optional[int] = ..., hash_version: _Optional[int] = ...) -> None: ...

class ObservationField(_message.Message):
    __slots__ = ("name", "shape", "number_type", "min", "max", "absent", "content")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_TYPE_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    ABSENT_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    name: str
    shape: _containers.RepeatedScalarFieldContainer[int]
    number_type: str
    min: int
    max: int
    absent: int
    content: str
    def __init__(self, name: _Optional[str] = ..., shape: _Optional[_Iterable[int]] = ..., number_type: _Optional[str] = ..., min: _Optional[int] = ..., max: _Optional[int] = ..., absent: _Optional[int] = ..., content: _Optional[str] = ...) -> None: ...

class OptionSpec(_message.Message):
    __slots__ = ("name", "rule", "accepted_values", "default_value", "help")
    NAME_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_VALUES_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    HELP_FIELD_NUMBER: _ClassVar[int]
    name: str
    rule: str
    accepted_values: str
    default_value: str
    help: str
    def __init__(self, name: _Optional[str] = ..., rule: _Optional[str] = ..., accepted_values: _Optional[str] = ..., default_value: _Optional[str] = ..., help: _Optional[str] = ...) -> None: ...

class ListAgentsRequest(_message.Message):
    __slots__ = ("game", "page_size", "page_token")
    GAME_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    game: str
    page_size: int
    page_token: str
    def __init__(self, game: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListAgentsResponse(_message.Message):
    __slots__ = ("agents", "next_page_token")
    AGENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    agents: _containers.RepeatedCompositeFieldContainer[AgentSummary]
    next_page_token: str
    def __init__(self, agents: _Optional[_Iterable[_Union[AgentSummary, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class AgentSummary(_message.Message):
    __slots__ = ("game", "name", "description", "settings", "is_reproducible", "version")
    GAME_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    IS_REPRODUCIBLE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    game: str
    name: str
    description: str
    settings: _containers.RepeatedCompositeFieldContainer[OptionSpec]
    is_reproducible: bool
    version: int
    def __init__(self, game: _Optional[str] = ..., name: _Optional[str] = ..., description: _Optional[str] = ..., settings: _Optional[_Iterable[_Union[OptionSpec, _Mapping]]] = ..., is_reproducible: bool = ..., version: _Optional[int] = ...) -> None: ...
