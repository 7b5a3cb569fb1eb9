from botwerk.v1 import game_pb2 as _game_pb2
from botwerk.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RegisterBotRequest(_message.Message):
    __slots__ = ("name", "games", "max_concurrent_matches")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MAX_CONCURRENT_MATCHES_FIELD_NUMBER: _ClassVar[int]
    name: str
    games: _containers.RepeatedScalarFieldContainer[str]
    max_concurrent_matches: int
    def __init__(self, name: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., max_concurrent_matches: _Optional[int] = ...) -> None: ...

class RegisterBotResponse(_message.Message):
    __slots__ = ("bot", "bot_token")
    BOT_FIELD_NUMBER: _ClassVar[int]
    BOT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    bot_token: str
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ..., bot_token: _Optional[str] = ...) -> None: ...

class Bot(_message.Message):
    __slots__ = ("name", "games", "max_concurrent_matches", "is_online", "active_matches", "owner")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MAX_CONCURRENT_MATCHES_FIELD_NUMBER: _ClassVar[int]
    IS_ONLINE_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_MATCHES_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    name: str
    games: _containers.RepeatedScalarFieldContainer[str]
    max_concurrent_matches: int
    is_online: bool
    active_matches: int
    owner: str
    def __init__(self, name: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., max_concurrent_matches: _Optional[int] = ..., is_online: bool = ..., active_matches: _Optional[int] = ..., owner: _Optional[str] = ...) -> None: ...

class GetBotRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class GetBotResponse(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ...) -> None: ...

class UpdateBotRequest(_message.Message):
    __slots__ = ("bot", "games", "max_concurrent_matches")
    BOT_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MAX_CONCURRENT_MATCHES_FIELD_NUMBER: _ClassVar[int]
    bot: str
    games: _containers.RepeatedScalarFieldContainer[str]
    max_concurrent_matches: int
    def __init__(self, bot: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., max_concurrent_matches: _Optional[int] = ...) -> None: ...

class UpdateBotResponse(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ...) -> None: ...

class DeleteBotRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class DeleteBotResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RotateBotTokenRequest(_message.Message):
    __slots__ = ("bot", "lifetime_secs")
    BOT_FIELD_NUMBER: _ClassVar[int]
    LIFETIME_SECS_FIELD_NUMBER: _ClassVar[int]
    bot: str
    lifetime_secs: int
    def __init__(self, bot: _Optional[str] = ..., lifetime_secs: _Optional[int] = ...) -> None: ...

class RotateBotTokenResponse(_message.Message):
    __slots__ = ("bot_token",)
    BOT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bot_token: str
    def __init__(self, bot_token: _Optional[str] = ...) -> None: ...

class StreamInvitationsRequest(_message.Message):
    __slots__ = ("max_concurrent_matches",)
    MAX_CONCURRENT_MATCHES_FIELD_NUMBER: _ClassVar[int]
    max_concurrent_matches: int
    def __init__(self, max_concurrent_matches: _Optional[int] = ...) -> None: ...

class StreamInvitationsResponse(_message.Message):
    __slots__ = ("online", "invitation", "entrant_withdrawn", "tournament_ended")
    ONLINE_FIELD_NUMBER: _ClassVar[int]
    INVITATION_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_ENDED_FIELD_NUMBER: _ClassVar[int]
    online: Online
    invitation: Invitation
    entrant_withdrawn: EntrantWithdrawn
    tournament_ended: TournamentEnded
    def __init__(self, online: _Optional[_Union[Online, _Mapping]] = ..., invitation: _Optional[_Union[Invitation, _Mapping]] = ..., entrant_withdrawn: _Optional[_Union[EntrantWithdrawn, _Mapping]] = ..., tournament_ended: _Optional[_Union[TournamentEnded, _Mapping]] = ...) -> None: ...

class Online(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: Bot
    def __init__(self, bot: _Optional[_Union[Bot, _Mapping]] = ...) -> None: ...

class Invitation(_message.Message):
    __slots__ = ("match", "seat", "seat_token", "setup", "time_control", "tournament")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat: int
    seat_token: str
    setup: _game_pb2.GameSetup
    time_control: _match_pb2.TimeControl
    tournament: str
    def __init__(self, match: _Optional[str] = ..., seat: _Optional[int] = ..., seat_token: _Optional[str] = ..., setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., time_control: _Optional[_Union[_match_pb2.TimeControl, _Mapping]] = ..., tournament: _Optional[str] = ...) -> None: ...

class EntrantWithdrawn(_message.Message):
    __slots__ = ("tournament", "message")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    message: str
    def __init__(self, tournament: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class TournamentEnded(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class ListBotsRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "owner")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    owner: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., owner: _Optional[str] = ...) -> None: ...

class ListBotsResponse(_message.Message):
    __slots__ = ("bots", "next_page_token")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bots: _containers.RepeatedCompositeFieldContainer[Bot]
    next_page_token: str
    def __init__(self, bots: _Optional[_Iterable[_Union[Bot, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class AppendSeatLogRequest(_message.Message):
    __slots__ = ("match", "text")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    match: str
    text: str
    def __init__(self, match: _Optional[str] = ..., text: _Optional[str] = ...) -> None: ...

class AppendSeatLogResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetSeatLogRequest(_message.Message):
    __slots__ = ("match", "seat")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat: int
    def __init__(self, match: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class GetSeatLogResponse(_message.Message):
    __slots__ = ("text", "omitted_bytes")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    OMITTED_BYTES_FIELD_NUMBER: _ClassVar[int]
    text: str
    omitted_bytes: int
    def __init__(self, text: _Optional[str] = ..., omitted_bytes: _Optional[int] = ...) -> None: ...
