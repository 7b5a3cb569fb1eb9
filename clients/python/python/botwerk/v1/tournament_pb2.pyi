from botwerk.v1 import agent_pb2 as _agent_pb2
from botwerk.v1 import game_pb2 as _game_pb2
from botwerk.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TournamentState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOURNAMENT_STATE_UNSPECIFIED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_RUNNING: _ClassVar[TournamentState]
    TOURNAMENT_STATE_PAUSED: _ClassVar[TournamentState]
    TOURNAMENT_STATE_OVER: _ClassVar[TournamentState]
    TOURNAMENT_STATE_CANCELLED: _ClassVar[TournamentState]

class OpeningOrder(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPENING_ORDER_UNSPECIFIED: _ClassVar[OpeningOrder]
    OPENING_ORDER_SHUFFLED: _ClassVar[OpeningOrder]
    OPENING_ORDER_SEQUENTIAL: _ClassVar[OpeningOrder]

class Rotation(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROTATION_UNSPECIFIED: _ClassVar[Rotation]
    ROTATION_CYCLIC: _ClassVar[Rotation]
    ROTATION_ALL: _ClassVar[Rotation]

class ObstacleKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OBSTACLE_KIND_UNSPECIFIED: _ClassVar[ObstacleKind]
    OBSTACLE_KIND_BOT_OFFLINE: _ClassVar[ObstacleKind]
    OBSTACLE_KIND_BOT_BUSY: _ClassVar[ObstacleKind]
    OBSTACLE_KIND_MATCH_FAILED: _ClassVar[ObstacleKind]
    OBSTACLE_KIND_STORE_UNAVAILABLE: _ClassVar[ObstacleKind]
    OBSTACLE_KIND_GAME_NOT_PLAYED: _ClassVar[ObstacleKind]
    OBSTACLE_KIND_DAY_LIMIT: _ClassVar[ObstacleKind]
    OBSTACLE_KIND_TOO_FEW_ENTRANTS: _ClassVar[ObstacleKind]
    OBSTACLE_KIND_AGENT_VERSION: _ClassVar[ObstacleKind]

class SprtVerdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPRT_VERDICT_UNSPECIFIED: _ClassVar[SprtVerdict]
    SPRT_VERDICT_H0: _ClassVar[SprtVerdict]
    SPRT_VERDICT_H1: _ClassVar[SprtVerdict]
    SPRT_VERDICT_OPEN: _ClassVar[SprtVerdict]
TOURNAMENT_STATE_UNSPECIFIED: TournamentState
TOURNAMENT_STATE_RUNNING: TournamentState
TOURNAMENT_STATE_PAUSED: TournamentState
TOURNAMENT_STATE_OVER: TournamentState
TOURNAMENT_STATE_CANCELLED: TournamentState
OPENING_ORDER_UNSPECIFIED: OpeningOrder
OPENING_ORDER_SHUFFLED: OpeningOrder
OPENING_ORDER_SEQUENTIAL: OpeningOrder
ROTATION_UNSPECIFIED: Rotation
ROTATION_CYCLIC: Rotation
ROTATION_ALL: Rotation
OBSTACLE_KIND_UNSPECIFIED: ObstacleKind
OBSTACLE_KIND_BOT_OFFLINE: ObstacleKind
OBSTACLE_KIND_BOT_BUSY: ObstacleKind
OBSTACLE_KIND_MATCH_FAILED: ObstacleKind
OBSTACLE_KIND_STORE_UNAVAILABLE: ObstacleKind
OBSTACLE_KIND_GAME_NOT_PLAYED: ObstacleKind
OBSTACLE_KIND_DAY_LIMIT: ObstacleKind
OBSTACLE_KIND_TOO_FEW_ENTRANTS: ObstacleKind
OBSTACLE_KIND_AGENT_VERSION: ObstacleKind
SPRT_VERDICT_UNSPECIFIED: SprtVerdict
SPRT_VERDICT_H0: SprtVerdict
SPRT_VERDICT_H1: SprtVerdict
SPRT_VERDICT_OPEN: SprtVerdict

class TournamentSetup(_message.Message):
    __slots__ = ("name", "setup", "format", "rotation", "opening_turns", "entrants", "time_control", "uses_virtual_time", "openings", "opening_order", "openings_sha256", "adjudication", "sandbox", "record_days", "public_comments")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    OPENING_TURNS_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    USES_VIRTUAL_TIME_FIELD_NUMBER: _ClassVar[int]
    OPENINGS_FIELD_NUMBER: _ClassVar[int]
    OPENING_ORDER_FIELD_NUMBER: _ClassVar[int]
    OPENINGS_SHA256_FIELD_NUMBER: _ClassVar[int]
    ADJUDICATION_FIELD_NUMBER: _ClassVar[int]
    SANDBOX_FIELD_NUMBER: _ClassVar[int]
    RECORD_DAYS_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_COMMENTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    setup: _game_pb2.GameSetup
    format: TournamentFormat
    rotation: Rotation
    opening_turns: int
    entrants: _containers.RepeatedCompositeFieldContainer[Entrant]
    time_control: _match_pb2.TimeControl
    uses_virtual_time: bool
    openings: _containers.RepeatedScalarFieldContainer[str]
    opening_order: OpeningOrder
    openings_sha256: str
    adjudication: Adjudication
    sandbox: Sandbox
    record_days: int
    public_comments: bool
    def __init__(self, name: _Optional[str] = ..., setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., format: _Optional[_Union[TournamentFormat, _Mapping]] = ..., rotation: _Optional[_Union[Rotation, str]] = ..., opening_turns: _Optional[int] = ..., entrants: _Optional[_Iterable[_Union[Entrant, _Mapping]]] = ..., time_control: _Optional[_Union[_match_pb2.TimeControl, _Mapping]] = ..., uses_virtual_time: bool = ..., openings: _Optional[_Iterable[str]] = ..., opening_order: _Optional[_Union[OpeningOrder, str]] = ..., openings_sha256: _Optional[str] = ..., adjudication: _Optional[_Union[Adjudication, _Mapping]] = ..., sandbox: _Optional[_Union[Sandbox, _Mapping]] = ..., record_days: _Optional[int] = ..., public_comments: bool = ...) -> None: ...

class Sandbox(_message.Message):
    __slots__ = ("memory_mib", "processes", "disk_mib", "processor_nanos", "read_paths")
    MEMORY_MIB_FIELD_NUMBER: _ClassVar[int]
    PROCESSES_FIELD_NUMBER: _ClassVar[int]
    DISK_MIB_FIELD_NUMBER: _ClassVar[int]
    PROCESSOR_NANOS_FIELD_NUMBER: _ClassVar[int]
    READ_PATHS_FIELD_NUMBER: _ClassVar[int]
    memory_mib: int
    processes: int
    disk_mib: int
    processor_nanos: int
    read_paths: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, memory_mib: _Optional[int] = ..., processes: _Optional[int] = ..., disk_mib: _Optional[int] = ..., processor_nanos: _Optional[int] = ..., read_paths: _Optional[_Iterable[str]] = ...) -> None: ...

class Adjudication(_message.Message):
    __slots__ = ("resign", "draw")
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    resign: ResignRule
    draw: DrawRule
    def __init__(self, resign: _Optional[_Union[ResignRule, _Mapping]] = ..., draw: _Optional[_Union[DrawRule, _Mapping]] = ...) -> None: ...

class ResignRule(_message.Message):
    __slots__ = ("score", "turns")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    score: int
    turns: int
    def __init__(self, score: _Optional[int] = ..., turns: _Optional[int] = ...) -> None: ...

class DrawRule(_message.Message):
    __slots__ = ("score", "turns", "min_turn")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    MIN_TURN_FIELD_NUMBER: _ClassVar[int]
    score: int
    turns: int
    min_turn: int
    def __init__(self, score: _Optional[int] = ..., turns: _Optional[int] = ..., min_turn: _Optional[int] = ...) -> None: ...

class TournamentFormat(_message.Message):
    __slots__ = ("round_robin", "gauntlet", "swiss", "knockout", "sprt", "league")
    ROUND_ROBIN_FIELD_NUMBER: _ClassVar[int]
    GAUNTLET_FIELD_NUMBER: _ClassVar[int]
    SWISS_FIELD_NUMBER: _ClassVar[int]
    KNOCKOUT_FIELD_NUMBER: _ClassVar[int]
    SPRT_FIELD_NUMBER: _ClassVar[int]
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    round_robin: RoundRobin
    gauntlet: Gauntlet
    swiss: Swiss
    knockout: Knockout
    sprt: SprtFormat
    league: League
    def __init__(self, round_robin: _Optional[_Union[RoundRobin, _Mapping]] = ..., gauntlet: _Optional[_Union[Gauntlet, _Mapping]] = ..., swiss: _Optional[_Union[Swiss, _Mapping]] = ..., knockout: _Optional[_Union[Knockout, _Mapping]] = ..., sprt: _Optional[_Union[SprtFormat, _Mapping]] = ..., league: _Optional[_Union[League, _Mapping]] = ...) -> None: ...

class RoundRobin(_message.Message):
    __slots__ = ("cycles",)
    CYCLES_FIELD_NUMBER: _ClassVar[int]
    cycles: int
    def __init__(self, cycles: _Optional[int] = ...) -> None: ...

class Gauntlet(_message.Message):
    __slots__ = ("challengers", "cycles")
    CHALLENGERS_FIELD_NUMBER: _ClassVar[int]
    CYCLES_FIELD_NUMBER: _ClassVar[int]
    challengers: int
    cycles: int
    def __init__(self, challengers: _Optional[int] = ..., cycles: _Optional[int] = ...) -> None: ...

class Swiss(_message.Message):
    __slots__ = ("rounds", "pairs", "has_one_point_byes")
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    HAS_ONE_POINT_BYES_FIELD_NUMBER: _ClassVar[int]
    rounds: int
    pairs: int
    has_one_point_byes: bool
    def __init__(self, rounds: _Optional[int] = ..., pairs: _Optional[int] = ..., has_one_point_byes: bool = ...) -> None: ...

class Knockout(_message.Message):
    __slots__ = ("pairs", "tiebreak_pairs")
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    TIEBREAK_PAIRS_FIELD_NUMBER: _ClassVar[int]
    pairs: int
    tiebreak_pairs: int
    def __init__(self, pairs: _Optional[int] = ..., tiebreak_pairs: _Optional[int] = ...) -> None: ...

class SprtFormat(_message.Message):
    __slots__ = ("elo0", "elo1", "is_normalised", "alpha", "beta", "max_pairs")
    ELO0_FIELD_NUMBER: _ClassVar[int]
    ELO1_FIELD_NUMBER: _ClassVar[int]
    IS_NORMALISED_FIELD_NUMBER: _ClassVar[int]
    ALPHA_FIELD_NUMBER: _ClassVar[int]
    BETA_FIELD_NUMBER: _ClassVar[int]
    MAX_PAIRS_FIELD_NUMBER: _ClassVar[int]
    elo0: float
    elo1: float
    is_normalised: bool
    alpha: float
    beta: float
    max_pairs: int
    def __init__(self, elo0: _Optional[float] = ..., elo1: _Optional[float] = ..., is_normalised: bool = ..., alpha: _Optional[float] = ..., beta: _Optional[float] = ..., max_pairs: _Optional[int] = ...) -> None: ...

class League(_message.Message):
    __slots__ = ("seasons", "season_matches", "season_days", "matches_per_day", "is_open")
    SEASONS_FIELD_NUMBER: _ClassVar[int]
    SEASON_MATCHES_FIELD_NUMBER: _ClassVar[int]
    SEASON_DAYS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_PER_DAY_FIELD_NUMBER: _ClassVar[int]
    IS_OPEN_FIELD_NUMBER: _ClassVar[int]
    seasons: int
    season_matches: int
    season_days: int
    matches_per_day: int
    is_open: bool
    def __init__(self, seasons: _Optional[int] = ..., season_matches: _Optional[int] = ..., season_days: _Optional[int] = ..., matches_per_day: _Optional[int] = ..., is_open: bool = ...) -> None: ...

class Entrant(_message.Message):
    __slots__ = ("name", "agent", "bot", "launch_command", "stdio", "version", "anchor")
    NAME_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    LAUNCH_COMMAND_FIELD_NUMBER: _ClassVar[int]
    STDIO_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ANCHOR_FIELD_NUMBER: _ClassVar[int]
    name: str
    agent: _agent_pb2.AgentSpec
    bot: str
    launch_command: LaunchCommand
    stdio: LaunchCommand
    version: str
    anchor: int
    def __init__(self, name: _Optional[str] = ..., agent: _Optional[_Union[_agent_pb2.AgentSpec, _Mapping]] = ..., bot: _Optional[str] = ..., launch_command: _Optional[_Union[LaunchCommand, _Mapping]] = ..., stdio: _Optional[_Union[LaunchCommand, _Mapping]] = ..., version: _Optional[str] = ..., anchor: _Optional[int] = ...) -> None: ...

class LaunchCommand(_message.Message):
    __slots__ = ("argv", "read_paths")
    ARGV_FIELD_NUMBER: _ClassVar[int]
    READ_PATHS_FIELD_NUMBER: _ClassVar[int]
    argv: _containers.RepeatedScalarFieldContainer[str]
    read_paths: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, argv: _Optional[_Iterable[str]] = ..., read_paths: _Optional[_Iterable[str]] = ...) -> None: ...

class CreateTournamentRequest(_message.Message):
    __slots__ = ("request_id", "setup", "seed", "concurrency", "oversubscribe")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    CONCURRENCY_FIELD_NUMBER: _ClassVar[int]
    OVERSUBSCRIBE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    setup: TournamentSetup
    seed: str
    concurrency: int
    oversubscribe: bool
    def __init__(self, request_id: _Optional[str] = ..., setup: _Optional[_Union[TournamentSetup, _Mapping]] = ..., seed: _Optional[str] = ..., concurrency: _Optional[int] = ..., oversubscribe: bool = ...) -> None: ...

class CreateTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class Tournament(_message.Message):
    __slots__ = ("name", "setup", "state", "create_time_nanos", "seed_commitment", "seed", "match_count", "result_count", "running_matches", "obstacles", "withdrawals", "concurrency", "seed_salt", "failure", "expected_match_count", "remaining_nanos", "league", "request_id", "entrant_count")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    RESULT_COUNT_FIELD_NUMBER: _ClassVar[int]
    RUNNING_MATCHES_FIELD_NUMBER: _ClassVar[int]
    OBSTACLES_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWALS_FIELD_NUMBER: _ClassVar[int]
    CONCURRENCY_FIELD_NUMBER: _ClassVar[int]
    SEED_SALT_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    REMAINING_NANOS_FIELD_NUMBER: _ClassVar[int]
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_COUNT_FIELD_NUMBER: _ClassVar[int]
    name: str
    setup: TournamentSetup
    state: TournamentState
    create_time_nanos: int
    seed_commitment: str
    seed: str
    match_count: int
    result_count: int
    running_matches: int
    obstacles: _containers.RepeatedCompositeFieldContainer[TournamentObstacle]
    withdrawals: _containers.RepeatedCompositeFieldContainer[Withdrawal]
    concurrency: int
    seed_salt: str
    failure: _game_pb2.Error
    expected_match_count: int
    remaining_nanos: int
    league: LeagueState
    request_id: str
    entrant_count: int
    def __init__(self, name: _Optional[str] = ..., setup: _Optional[_Union[TournamentSetup, _Mapping]] = ..., state: _Optional[_Union[TournamentState, str]] = ..., create_time_nanos: _Optional[int] = ..., seed_commitment: _Optional[str] = ..., seed: _Optional[str] = ..., match_count: _Optional[int] = ..., result_count: _Optional[int] = ..., running_matches: _Optional[int] = ..., obstacles: _Optional[_Iterable[_Union[TournamentObstacle, _Mapping]]] = ..., withdrawals: _Optional[_Iterable[_Union[Withdrawal, _Mapping]]] = ..., concurrency: _Optional[int] = ..., seed_salt: _Optional[str] = ..., failure: _Optional[_Union[_game_pb2.Error, _Mapping]] = ..., expected_match_count: _Optional[int] = ..., remaining_nanos: _Optional[int] = ..., league: _Optional[_Union[LeagueState, _Mapping]] = ..., request_id: _Optional[str] = ..., entrant_count: _Optional[int] = ...) -> None: ...

class LeagueState(_message.Message):
    __slots__ = ("season", "season_match_count", "season_end_nanos", "day_start_nanos", "day_match_count")
    SEASON_FIELD_NUMBER: _ClassVar[int]
    SEASON_MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    SEASON_END_NANOS_FIELD_NUMBER: _ClassVar[int]
    DAY_START_NANOS_FIELD_NUMBER: _ClassVar[int]
    DAY_MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    season: int
    season_match_count: int
    season_end_nanos: int
    day_start_nanos: int
    day_match_count: int
    def __init__(self, season: _Optional[int] = ..., season_match_count: _Optional[int] = ..., season_end_nanos: _Optional[int] = ..., day_start_nanos: _Optional[int] = ..., day_match_count: _Optional[int] = ...) -> None: ...

class TournamentObstacle(_message.Message):
    __slots__ = ("kind", "entrant", "message")
    KIND_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    kind: ObstacleKind
    entrant: str
    message: str
    def __init__(self, kind: _Optional[_Union[ObstacleKind, str]] = ..., entrant: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class Withdrawal(_message.Message):
    __slots__ = ("entrant", "message", "is_annulled", "is_readmitted")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    IS_ANNULLED_FIELD_NUMBER: _ClassVar[int]
    IS_READMITTED_FIELD_NUMBER: _ClassVar[int]
    entrant: str
    message: str
    is_annulled: bool
    is_readmitted: bool
    def __init__(self, entrant: _Optional[str] = ..., message: _Optional[str] = ..., is_annulled: bool = ..., is_readmitted: bool = ...) -> None: ...

class GetTournamentRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class ListTournamentsRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "state")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    state: TournamentState
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., state: _Optional[_Union[TournamentState, str]] = ...) -> None: ...

class ListTournamentsResponse(_message.Message):
    __slots__ = ("tournaments", "next_page_token")
    TOURNAMENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournaments: _containers.RepeatedCompositeFieldContainer[Tournament]
    next_page_token: str
    def __init__(self, tournaments: _Optional[_Iterable[_Union[Tournament, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class PauseTournamentRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class PauseTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class ResumeTournamentRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class ResumeTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class CancelTournamentRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class CancelTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class WithdrawEntrantRequest(_message.Message):
    __slots__ = ("tournament", "entrant", "message")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    entrant: str
    message: str
    def __init__(self, tournament: _Optional[str] = ..., entrant: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class WithdrawEntrantResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class ReadmitEntrantRequest(_message.Message):
    __slots__ = ("tournament", "entrant")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    entrant: str
    def __init__(self, tournament: _Optional[str] = ..., entrant: _Optional[str] = ...) -> None: ...

class ReadmitEntrantResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class ExtendTournamentRequest(_message.Message):
    __slots__ = ("name", "extension", "request_id")
    NAME_FIELD_NUMBER: _ClassVar[int]
    EXTENSION_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    name: str
    extension: TournamentExtension
    request_id: str
    def __init__(self, name: _Optional[str] = ..., extension: _Optional[_Union[TournamentExtension, _Mapping]] = ..., request_id: _Optional[str] = ...) -> None: ...

class TournamentExtension(_message.Message):
    __slots__ = ("entrants", "cycles", "rounds", "max_pairs", "league")
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    CYCLES_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    MAX_PAIRS_FIELD_NUMBER: _ClassVar[int]
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    entrants: _containers.RepeatedCompositeFieldContainer[Entrant]
    cycles: int
    rounds: int
    max_pairs: int
    league: League
    def __init__(self, entrants: _Optional[_Iterable[_Union[Entrant, _Mapping]]] = ..., cycles: _Optional[int] = ..., rounds: _Optional[int] = ..., max_pairs: _Optional[int] = ..., league: _Optional[_Union[League, _Mapping]] = ...) -> None: ...

class ExtendTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class GetBotTokensRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class GetBotTokensResponse(_message.Message):
    __slots__ = ("bot_tokens",)
    BOT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    bot_tokens: _containers.RepeatedCompositeFieldContainer[BotToken]
    def __init__(self, bot_tokens: _Optional[_Iterable[_Union[BotToken, _Mapping]]] = ...) -> None: ...

class BotToken(_message.Message):
    __slots__ = ("entrant", "bot_token")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    BOT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entrant: str
    bot_token: str
    def __init__(self, entrant: _Optional[str] = ..., bot_token: _Optional[str] = ...) -> None: ...

class WatchTournamentRequest(_message.Message):
    __slots__ = ("name", "interval_nanos")
    NAME_FIELD_NUMBER: _ClassVar[int]
    INTERVAL_NANOS_FIELD_NUMBER: _ClassVar[int]
    name: str
    interval_nanos: int
    def __init__(self, name: _Optional[str] = ..., interval_nanos: _Optional[int] = ...) -> None: ...

class WatchTournamentResponse(_message.Message):
    __slots__ = ("tournament", "standings", "progress", "is_change")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    IS_CHANGE_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    standings: _containers.RepeatedCompositeFieldContainer[LiveStanding]
    progress: TournamentProgress
    is_change: bool
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ..., standings: _Optional[_Iterable[_Union[LiveStanding, _Mapping]]] = ..., progress: _Optional[_Union[TournamentProgress, _Mapping]] = ..., is_change: bool = ...) -> None: ...

class TournamentProgress(_message.Message):
    __slots__ = ("match_count", "result_count", "running_matches", "expected_match_count", "remaining_nanos", "league")
    MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    RESULT_COUNT_FIELD_NUMBER: _ClassVar[int]
    RUNNING_MATCHES_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_MATCH_COUNT_FIELD_NUMBER: _ClassVar[int]
    REMAINING_NANOS_FIELD_NUMBER: _ClassVar[int]
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    match_count: int
    result_count: int
    running_matches: int
    expected_match_count: int
    remaining_nanos: int
    league: LeagueState
    def __init__(self, match_count: _Optional[int] = ..., result_count: _Optional[int] = ..., running_matches: _Optional[int] = ..., expected_match_count: _Optional[int] = ..., remaining_nanos: _Optional[int] = ..., league: _Optional[_Union[LeagueState, _Mapping]] = ...) -> None: ...

class LiveStanding(_message.Message):
    __slots__ = ("entrant", "matches", "points", "wins", "draws", "losses", "live_rating", "live_uncertainty", "left_early")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    LIVE_RATING_FIELD_NUMBER: _ClassVar[int]
    LIVE_UNCERTAINTY_FIELD_NUMBER: _ClassVar[int]
    LEFT_EARLY_FIELD_NUMBER: _ClassVar[int]
    entrant: str
    matches: int
    points: float
    wins: int
    draws: int
    losses: int
    live_rating: float
    live_uncertainty: float
    left_early: int
    def __init__(self, entrant: _Optional[str] = ..., matches: _Optional[int] = ..., points: _Optional[float] = ..., wins: _Optional[int] = ..., draws: _Optional[int] = ..., losses: _Optional[int] = ..., live_rating: _Optional[float] = ..., live_uncertainty: _Optional[float] = ..., left_early: _Optional[int] = ...) -> None: ...

class GetStandingsRequest(_message.Message):
    __slots__ = ("name", "season", "head_to_head_token")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    HEAD_TO_HEAD_TOKEN_FIELD_NUMBER: _ClassVar[int]
    name: str
    season: int
    head_to_head_token: str
    def __init__(self, name: _Optional[str] = ..., season: _Optional[int] = ..., head_to_head_token: _Optional[str] = ...) -> None: ...

class GetStandingsResponse(_message.Message):
    __slots__ = ("tournament", "standings", "sprt", "head_to_head", "counted_blocks", "uncounted_matches", "result_counts", "bracket", "final_season", "next_head_to_head_token")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    SPRT_FIELD_NUMBER: _ClassVar[int]
    HEAD_TO_HEAD_FIELD_NUMBER: _ClassVar[int]
    COUNTED_BLOCKS_FIELD_NUMBER: _ClassVar[int]
    UNCOUNTED_MATCHES_FIELD_NUMBER: _ClassVar[int]
    RESULT_COUNTS_FIELD_NUMBER: _ClassVar[int]
    BRACKET_FIELD_NUMBER: _ClassVar[int]
    FINAL_SEASON_FIELD_NUMBER: _ClassVar[int]
    NEXT_HEAD_TO_HEAD_TOKEN_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    sprt: SprtState
    head_to_head: _containers.RepeatedCompositeFieldContainer[HeadToHead]
    counted_blocks: int
    uncounted_matches: int
    result_counts: ResultCounts
    bracket: _containers.RepeatedCompositeFieldContainer[BracketMatchup]
    final_season: int
    next_head_to_head_token: str
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ..., standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., sprt: _Optional[_Union[SprtState, _Mapping]] = ..., head_to_head: _Optional[_Iterable[_Union[HeadToHead, _Mapping]]] = ..., counted_blocks: _Optional[int] = ..., uncounted_matches: _Optional[int] = ..., result_counts: _Optional[_Union[ResultCounts, _Mapping]] = ..., bracket: _Optional[_Iterable[_Union[BracketMatchup, _Mapping]]] = ..., final_season: _Optional[int] = ..., next_head_to_head_token: _Optional[str] = ...) -> None: ...

class ResultCounts(_message.Message):
    __slots__ = ("rated", "repeated", "unrated", "open", "after_verdict", "annulled", "voided")
    RATED_FIELD_NUMBER: _ClassVar[int]
    REPEATED_FIELD_NUMBER: _ClassVar[int]
    UNRATED_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERDICT_FIELD_NUMBER: _ClassVar[int]
    ANNULLED_FIELD_NUMBER: _ClassVar[int]
    VOIDED_FIELD_NUMBER: _ClassVar[int]
    rated: int
    repeated: int
    unrated: int
    open: int
    after_verdict: int
    annulled: int
    voided: int
    def __init__(self, rated: _Optional[int] = ..., repeated: _Optional[int] = ..., unrated: _Optional[int] = ..., open: _Optional[int] = ..., after_verdict: _Optional[int] = ..., annulled: _Optional[int] = ..., voided: _Optional[int] = ...) -> None: ...

class BracketMatchup(_message.Message):
    __slots__ = ("round", "entrants", "points", "winner")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    round: int
    entrants: _containers.RepeatedScalarFieldContainer[str]
    points: _containers.RepeatedScalarFieldContainer[float]
    winner: str
    def __init__(self, round: _Optional[int] = ..., entrants: _Optional[_Iterable[str]] = ..., points: _Optional[_Iterable[float]] = ..., winner: _Optional[str] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("place", "entrant", "matches", "points", "score_rate", "byes", "wins", "draws", "losses", "pentanomial", "elo", "normalised_elo", "los", "seats", "terminations", "illegal_submissions", "turns", "think_nanos", "is_withdrawn", "turn_times", "tie_breaks", "adjudicated", "is_anchor", "is_former_version", "measured_elo", "regular_matches", "regular_score_rate")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    SCORE_RATE_FIELD_NUMBER: _ClassVar[int]
    BYES_FIELD_NUMBER: _ClassVar[int]
    WINS_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    LOSSES_FIELD_NUMBER: _ClassVar[int]
    PENTANOMIAL_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    NORMALISED_ELO_FIELD_NUMBER: _ClassVar[int]
    LOS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    TERMINATIONS_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    THINK_NANOS_FIELD_NUMBER: _ClassVar[int]
    IS_WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    TURN_TIMES_FIELD_NUMBER: _ClassVar[int]
    TIE_BREAKS_FIELD_NUMBER: _ClassVar[int]
    ADJUDICATED_FIELD_NUMBER: _ClassVar[int]
    IS_ANCHOR_FIELD_NUMBER: _ClassVar[int]
    IS_FORMER_VERSION_FIELD_NUMBER: _ClassVar[int]
    MEASURED_ELO_FIELD_NUMBER: _ClassVar[int]
    REGULAR_MATCHES_FIELD_NUMBER: _ClassVar[int]
    REGULAR_SCORE_RATE_FIELD_NUMBER: _ClassVar[int]
    place: int
    entrant: str
    matches: int
    points: float
    score_rate: float
    byes: int
    wins: int
    draws: int
    losses: int
    pentanomial: _containers.RepeatedScalarFieldContainer[int]
    elo: Estimate
    normalised_elo: Estimate
    los: float
    seats: _containers.RepeatedCompositeFieldContainer[SeatScore]
    terminations: _containers.RepeatedCompositeFieldContainer[TerminationCount]
    illegal_submissions: int
    turns: int
    think_nanos: int
    is_withdrawn: bool
    turn_times: TurnTimes
    tie_breaks: TieBreaks
    adjudicated: int
    is_anchor: bool
    is_former_version: bool
    measured_elo: Estimate
    regular_matches: int
    regular_score_rate: float
    def __init__(self, place: _Optional[int] = ..., entrant: _Optional[str] = ..., matches: _Optional[int] = ..., points: _Optional[float] = ..., score_rate: _Optional[float] = ..., byes: _Optional[int] = ..., wins: _Optional[int] = ..., draws: _Optional[int] = ..., losses: _Optional[int] = ..., pentanomial: _Optional[_Iterable[int]] = ..., elo: _Optional[_Union[Estimate, _Mapping]] = ..., normalised_elo: _Optional[_Union[Estimate, _Mapping]] = ..., los: _Optional[float] = ..., seats: _Optional[_Iterable[_Union[SeatScore, _Mapping]]] = ..., terminations: _Optional[_Iterable[_Union[TerminationCount, _Mapping]]] = ..., illegal_submissions: _Optional[int] = ..., turns: _Optional[int] = ..., think_nanos: _Optional[int] = ..., is_withdrawn: bool = ..., turn_times: _Optional[_Union[TurnTimes, _Mapping]] = ..., tie_breaks: _Optional[_Union[TieBreaks, _Mapping]] = ..., adjudicated: _Optional[int] = ..., is_anchor: bool = ..., is_former_version: bool = ..., measured_elo: _Optional[_Union[Estimate, _Mapping]] = ..., regular_matches: _Optional[int] = ..., regular_score_rate: _Optional[float] = ...) -> None: ...

class TurnTimes(_message.Message):
    __slots__ = ("median_nanos", "p90_nanos", "p99_nanos", "max_nanos")
    MEDIAN_NANOS_FIELD_NUMBER: _ClassVar[int]
    P90_NANOS_FIELD_NUMBER: _ClassVar[int]
    P99_NANOS_FIELD_NUMBER: _ClassVar[int]
    MAX_NANOS_FIELD_NUMBER: _ClassVar[int]
    median_nanos: int
    p90_nanos: int
    p99_nanos: int
    max_nanos: int
    def __init__(self, median_nanos: _Optional[int] = ..., p90_nanos: _Optional[int] = ..., p99_nanos: _Optional[int] = ..., max_nanos: _Optional[int] = ...) -> None: ...

class TieBreaks(_message.Message):
    __slots__ = ("buchholz", "sonneborn_berger", "direct_encounter")
    BUCHHOLZ_FIELD_NUMBER: _ClassVar[int]
    SONNEBORN_BERGER_FIELD_NUMBER: _ClassVar[int]
    DIRECT_ENCOUNTER_FIELD_NUMBER: _ClassVar[int]
    buchholz: float
    sonneborn_berger: float
    direct_encounter: float
    def __init__(self, buchholz: _Optional[float] = ..., sonneborn_berger: _Optional[float] = ..., direct_encounter: _Optional[float] = ...) -> None: ...

class Estimate(_message.Message):
    __slots__ = ("value", "low", "high")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    value: float
    low: float
    high: float
    def __init__(self, value: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...

class SeatScore(_message.Message):
    __slots__ = ("points", "opponents")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    points: float
    opponents: int
    def __init__(self, points: _Optional[float] = ..., opponents: _Optional[int] = ...) -> None: ...

class TerminationCount(_message.Message):
    __slots__ = ("termination", "count")
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    termination: _match_pb2.Termination
    count: int
    def __init__(self, termination: _Optional[_Union[_match_pb2.Termination, str]] = ..., count: _Optional[int] = ...) -> None: ...

class SprtState(_message.Message):
    __slots__ = ("llr", "lower", "upper", "verdict", "pairs")
    LLR_FIELD_NUMBER: _ClassVar[int]
    LOWER_FIELD_NUMBER: _ClassVar[int]
    UPPER_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    llr: float
    lower: float
    upper: float
    verdict: SprtVerdict
    pairs: int
    def __init__(self, llr: _Optional[float] = ..., lower: _Optional[float] = ..., upper: _Optional[float] = ..., verdict: _Optional[_Union[SprtVerdict, str]] = ..., pairs: _Optional[int] = ...) -> None: ...

class HeadToHead(_message.Message):
    __slots__ = ("entrant", "opponent", "pentanomial")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_FIELD_NUMBER: _ClassVar[int]
    PENTANOMIAL_FIELD_NUMBER: _ClassVar[int]
    entrant: str
    opponent: str
    pentanomial: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, entrant: _Optional[str] = ..., opponent: _Optional[str] = ..., pentanomial: _Optional[_Iterable[int]] = ...) -> None: ...

class ListPairingsRequest(_message.Message):
    __slots__ = ("tournament", "page_size", "page_token", "first_index", "entrant", "opponent", "result", "min_create_time_nanos", "max_create_time_nanos", "min_end_time_nanos", "max_end_time_nanos")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    FIRST_INDEX_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    MIN_CREATE_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    MAX_CREATE_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    MIN_END_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    MAX_END_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    page_size: int
    page_token: str
    first_index: int
    entrant: str
    opponent: str
    result: _match_pb2.SeatResult
    min_create_time_nanos: int
    max_create_time_nanos: int
    min_end_time_nanos: int
    max_end_time_nanos: int
    def __init__(self, tournament: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., first_index: _Optional[int] = ..., entrant: _Optional[str] = ..., opponent: _Optional[str] = ..., result: _Optional[_Union[_match_pb2.SeatResult, str]] = ..., min_create_time_nanos: _Optional[int] = ..., max_create_time_nanos: _Optional[int] = ..., min_end_time_nanos: _Optional[int] = ..., max_end_time_nanos: _Optional[int] = ...) -> None: ...

class ListPairingsResponse(_message.Message):
    __slots__ = ("pairings", "next_page_token")
    PAIRINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    pairings: _containers.RepeatedCompositeFieldContainer[Pairing]
    next_page_token: str
    def __init__(self, pairings: _Optional[_Iterable[_Union[Pairing, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Pairing(_message.Message):
    __slots__ = ("index", "round", "block", "entrants", "attempts", "result")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    index: int
    round: int
    block: int
    entrants: _containers.RepeatedScalarFieldContainer[str]
    attempts: _containers.RepeatedCompositeFieldContainer[Attempt]
    result: PairingResult
    def __init__(self, index: _Optional[int] = ..., round: _Optional[int] = ..., block: _Optional[int] = ..., entrants: _Optional[_Iterable[str]] = ..., attempts: _Optional[_Iterable[_Union[Attempt, _Mapping]]] = ..., result: _Optional[_Union[PairingResult, _Mapping]] = ...) -> None: ...

class Attempt(_message.Message):
    __slots__ = ("match", "state", "is_scored", "record_sha256")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    IS_SCORED_FIELD_NUMBER: _ClassVar[int]
    RECORD_SHA256_FIELD_NUMBER: _ClassVar[int]
    match: str
    state: _match_pb2.MatchState
    is_scored: bool
    record_sha256: str
    def __init__(self, match: _Optional[str] = ..., state: _Optional[_Union[_match_pb2.MatchState, str]] = ..., is_scored: bool = ..., record_sha256: _Optional[str] = ...) -> None: ...

class PairingResult(_message.Message):
    __slots__ = ("places", "is_rated", "is_voided", "seat_stats", "is_adjudicated", "fingerprint")
    PLACES_FIELD_NUMBER: _ClassVar[int]
    IS_RATED_FIELD_NUMBER: _ClassVar[int]
    IS_VOIDED_FIELD_NUMBER: _ClassVar[int]
    SEAT_STATS_FIELD_NUMBER: _ClassVar[int]
    IS_ADJUDICATED_FIELD_NUMBER: _ClassVar[int]
    FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    is_rated: bool
    is_voided: bool
    seat_stats: _containers.RepeatedCompositeFieldContainer[SeatStats]
    is_adjudicated: bool
    fingerprint: str
    def __init__(self, places: _Optional[_Iterable[int]] = ..., is_rated: bool = ..., is_voided: bool = ..., seat_stats: _Optional[_Iterable[_Union[SeatStats, _Mapping]]] = ..., is_adjudicated: bool = ..., fingerprint: _Optional[str] = ...) -> None: ...

class SeatStats(_message.Message):
    __slots__ = ("termination", "illegal_submissions", "turns", "think_nanos", "max_think_nanos", "unparsable_submissions")
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    ILLEGAL_SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    THINK_NANOS_FIELD_NUMBER: _ClassVar[int]
    MAX_THINK_NANOS_FIELD_NUMBER: _ClassVar[int]
    UNPARSABLE_SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    termination: _match_pb2.Termination
    illegal_submissions: int
    turns: int
    think_nanos: int
    max_think_nanos: int
    unparsable_submissions: int
    def __init__(self, termination: _Optional[_Union[_match_pb2.Termination, str]] = ..., illegal_submissions: _Optional[int] = ..., turns: _Optional[int] = ..., think_nanos: _Optional[int] = ..., max_think_nanos: _Optional[int] = ..., unparsable_submissions: _Optional[int] = ...) -> None: ...
