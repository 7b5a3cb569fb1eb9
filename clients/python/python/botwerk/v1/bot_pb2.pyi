from botwerk.v1 import game_pb2 as _game_pb2
from botwerk.v1 import match_pb2 as _match_pb2
from botwerk.v1 import tournament_pb2 as _tournament_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BotFaultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOT_FAULT_KIND_UNSPECIFIED: _ClassVar[BotFaultKind]
    BOT_FAULT_KIND_UNPARSABLE: _ClassVar[BotFaultKind]
    BOT_FAULT_KIND_ILLEGAL: _ClassVar[BotFaultKind]
    BOT_FAULT_KIND_FLAGGED: _ClassVar[BotFaultKind]
    BOT_FAULT_KIND_CRASHED: _ClassVar[BotFaultKind]
    BOT_FAULT_KIND_OFFLINE: _ClassVar[BotFaultKind]
BOT_FAULT_KIND_UNSPECIFIED: BotFaultKind
BOT_FAULT_KIND_UNPARSABLE: BotFaultKind
BOT_FAULT_KIND_ILLEGAL: BotFaultKind
BOT_FAULT_KIND_FLAGGED: BotFaultKind
BOT_FAULT_KIND_CRASHED: BotFaultKind
BOT_FAULT_KIND_OFFLINE: BotFaultKind

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

class GetBotReportRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class GetBotReportResponse(_message.Message):
    __slots__ = ("report",)
    REPORT_FIELD_NUMBER: _ClassVar[int]
    report: BotReport
    def __init__(self, report: _Optional[_Union[BotReport, _Mapping]] = ...) -> None: ...

class BotReport(_message.Message):
    __slots__ = ("bot", "ratings", "matches", "opponents", "result_count", "faults", "turns", "mean_think_nanos", "max_think_nanos")
    BOT_FIELD_NUMBER: _ClassVar[int]
    RATINGS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    RESULT_COUNT_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    MEAN_THINK_NANOS_FIELD_NUMBER: _ClassVar[int]
    MAX_THINK_NANOS_FIELD_NUMBER: _ClassVar[int]
    bot: str
    ratings: _containers.RepeatedCompositeFieldContainer[BotRating]
    matches: _containers.RepeatedCompositeFieldContainer[BotMatch]
    opponents: _containers.RepeatedCompositeFieldContainer[BotOpponent]
    result_count: int
    faults: _containers.RepeatedCompositeFieldContainer[BotFault]
    turns: int
    mean_think_nanos: int
    max_think_nanos: int
    def __init__(self, bot: _Optional[str] = ..., ratings: _Optional[_Iterable[_Union[BotRating, _Mapping]]] = ..., matches: _Optional[_Iterable[_Union[BotMatch, _Mapping]]] = ..., opponents: _Optional[_Iterable[_Union[BotOpponent, _Mapping]]] = ..., result_count: _Optional[int] = ..., faults: _Optional[_Iterable[_Union[BotFault, _Mapping]]] = ..., turns: _Optional[int] = ..., mean_think_nanos: _Optional[int] = ..., max_think_nanos: _Optional[int] = ...) -> None: ...

class BotRating(_message.Message):
    __slots__ = ("tournament", "display_name", "entrant", "place", "matches", "elo", "history")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    display_name: str
    entrant: str
    place: int
    matches: int
    elo: _tournament_pb2.Estimate
    history: _containers.RepeatedCompositeFieldContainer[RatingPoint]
    def __init__(self, tournament: _Optional[str] = ..., display_name: _Optional[str] = ..., entrant: _Optional[str] = ..., place: _Optional[int] = ..., matches: _Optional[int] = ..., elo: _Optional[_Union[_tournament_pb2.Estimate, _Mapping]] = ..., history: _Optional[_Iterable[_Union[RatingPoint, _Mapping]]] = ...) -> None: ...

class RatingPoint(_message.Message):
    __slots__ = ("time_nanos", "elo")
    TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    time_nanos: int
    elo: _tournament_pb2.Estimate
    def __init__(self, time_nanos: _Optional[int] = ..., elo: _Optional[_Union[_tournament_pb2.Estimate, _Mapping]] = ...) -> None: ...

class BotMatch(_message.Message):
    __slots__ = ("match", "tournament", "seat", "opponents", "result", "termination", "create_time_nanos", "end_time_nanos")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    END_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    match: str
    tournament: str
    seat: int
    opponents: _containers.RepeatedScalarFieldContainer[str]
    result: _match_pb2.SeatResult
    termination: _match_pb2.Termination
    create_time_nanos: int
    end_time_nanos: int
    def __init__(self, match: _Optional[str] = ..., tournament: _Optional[str] = ..., seat: _Optional[int] = ..., opponents: _Optional[_Iterable[str]] = ..., result: _Optional[_Union[_match_pb2.SeatResult, str]] = ..., termination: _Optional[_Union[_match_pb2.Termination, str]] = ..., create_time_nanos: _Optional[int] = ..., end_time_nanos: _Optional[int] = ...) -> None: ...

class BotOpponent(_message.Message):
    __slots__ = ("name", "wins", "draws", "losses")
    NAME_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    name: str
    wins: int
    draws: int
    losses: int
    def __init__(self, name: _Optional[str] = ..., wins: _Optional[int] = ..., draws: _Optional[int] = ..., losses: _Optional[int] = ...) -> None: ...

class BotFault(_message.Message):
    __slots__ = ("kind", "matches", "newest_match", "log_line")
    KIND_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEWEST_MATCH_FIELD_NUMBER: _ClassVar[int]
    LOG_LINE_FIELD_NUMBER: _ClassVar[int]
    kind: BotFaultKind
    matches: int
    newest_match: str
    log_line: str
    def __init__(self, kind: _Optional[_Union[BotFaultKind, str]] = ..., matches: _Optional[int] = ..., newest_match: _Optional[str] = ..., log_line: _Optional[str] = ...) -> None: ...

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
