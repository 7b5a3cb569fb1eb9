from botwerk.v1 import agent_pb2 as _agent_pb2
from botwerk.v1 import game_pb2 as _game_pb2
from botwerk.v1 import match_rules_pb2 as _match_rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MatchState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_STATE_UNSPECIFIED: _ClassVar[MatchState]
    MATCH_STATE_WAITING: _ClassVar[MatchState]
    MATCH_STATE_RUNNING: _ClassVar[MatchState]
    MATCH_STATE_SUSPENDED: _ClassVar[MatchState]
    MATCH_STATE_OVER: _ClassVar[MatchState]
    MATCH_STATE_ABORTED: _ClassVar[MatchState]

class SeatResult(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEAT_RESULT_UNSPECIFIED: _ClassVar[SeatResult]
    SEAT_RESULT_WON: _ClassVar[SeatResult]
    SEAT_RESULT_LOST: _ClassVar[SeatResult]
    SEAT_RESULT_DRAWN: _ClassVar[SeatResult]

class Termination(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERMINATION_UNSPECIFIED: _ClassVar[Termination]
    TERMINATION_RESIGNED: _ClassVar[Termination]
    TERMINATION_FLAGGED: _ClassVar[Termination]
    TERMINATION_ILLEGAL: _ClassVar[Termination]
    TERMINATION_DISCONNECTED: _ClassVar[Termination]
    TERMINATION_NO_SHOW: _ClassVar[Termination]
    TERMINATION_CRASHED: _ClassVar[Termination]
    TERMINATION_INFRA: _ClassVar[Termination]
    TERMINATION_NONE: _ClassVar[Termination]
MATCH_STATE_UNSPECIFIED: MatchState
MATCH_STATE_WAITING: MatchState
MATCH_STATE_RUNNING: MatchState
MATCH_STATE_SUSPENDED: MatchState
MATCH_STATE_OVER: MatchState
MATCH_STATE_ABORTED: MatchState
SEAT_RESULT_UNSPECIFIED: SeatResult
SEAT_RESULT_WON: SeatResult
SEAT_RESULT_LOST: SeatResult
SEAT_RESULT_DRAWN: SeatResult
TERMINATION_UNSPECIFIED: Termination
TERMINATION_RESIGNED: Termination
TERMINATION_FLAGGED: Termination
TERMINATION_ILLEGAL: Termination
TERMINATION_DISCONNECTED: Termination
TERMINATION_NO_SHOW: Termination
TERMINATION_CRASHED: Termination
TERMINATION_INFRA: Termination
TERMINATION_NONE: Termination

class TimeControl(_message.Message):
    __slots__ = ("turn_nanos", "round_nanos", "bank", "budget_nodes", "lag_cap_nanos")
    TURN_NANOS_FIELD_NUMBER: _ClassVar[int]
    ROUND_NANOS_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    BUDGET_NODES_FIELD_NUMBER: _ClassVar[int]
    LAG_CAP_NANOS_FIELD_NUMBER: _ClassVar[int]
    turn_nanos: int
    round_nanos: int
    bank: Bank
    budget_nodes: int
    lag_cap_nanos: int
    def __init__(self, turn_nanos: _Optional[int] = ..., round_nanos: _Optional[int] = ..., bank: _Optional[_Union[Bank, _Mapping]] = ..., budget_nodes: _Optional[int] = ..., lag_cap_nanos: _Optional[int] = ...) -> None: ...

class Bank(_message.Message):
    __slots__ = ("base_nanos", "increment_nanos")
    BASE_NANOS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_NANOS_FIELD_NUMBER: _ClassVar[int]
    base_nanos: int
    increment_nanos: int
    def __init__(self, base_nanos: _Optional[int] = ..., increment_nanos: _Optional[int] = ...) -> None: ...

class SeatSetup(_message.Message):
    __slots__ = ("name", "agent")
    NAME_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    name: str
    agent: _agent_pb2.AgentSpec
    def __init__(self, name: _Optional[str] = ..., agent: _Optional[_Union[_agent_pb2.AgentSpec, _Mapping]] = ...) -> None: ...

class CreateMatchRequest(_message.Message):
    __slots__ = ("request_id", "setup", "seats", "seed", "time_control", "uses_virtual_time", "allows_hints", "public_comments")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    USES_VIRTUAL_TIME_FIELD_NUMBER: _ClassVar[int]
    ALLOWS_HINTS_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_COMMENTS_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    setup: _game_pb2.GameSetup
    seats: _containers.RepeatedCompositeFieldContainer[SeatSetup]
    seed: str
    time_control: TimeControl
    uses_virtual_time: bool
    allows_hints: bool
    public_comments: bool
    def __init__(self, request_id: _Optional[str] = ..., setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatSetup, _Mapping]]] = ..., seed: _Optional[str] = ..., time_control: _Optional[_Union[TimeControl, _Mapping]] = ..., uses_virtual_time: bool = ..., allows_hints: bool = ..., public_comments: bool = ...) -> None: ...

class CreateMatchResponse(_message.Message):
    __slots__ = ("match", "seat_tokens", "owner_token")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    OWNER_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match: Match
    seat_tokens: _containers.RepeatedCompositeFieldContainer[SeatToken]
    owner_token: str
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ..., seat_tokens: _Optional[_Iterable[_Union[SeatToken, _Mapping]]] = ..., owner_token: _Optional[str] = ...) -> None: ...

class SeatToken(_message.Message):
    __slots__ = ("seat", "token")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: str
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[str] = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("name", "setup", "state", "seats", "time_control", "uses_virtual_time", "event_count", "seed_commitment", "create_time_nanos", "outcome", "allows_hints", "tournament", "record_head", "end_time_nanos", "public_comments")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    USES_VIRTUAL_TIME_FIELD_NUMBER: _ClassVar[int]
    EVENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    ALLOWS_HINTS_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    RECORD_HEAD_FIELD_NUMBER: _ClassVar[int]
    END_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    PUBLIC_COMMENTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    setup: _game_pb2.GameSetup
    state: MatchState
    seats: _containers.RepeatedCompositeFieldContainer[MatchSeat]
    time_control: TimeControl
    uses_virtual_time: bool
    event_count: int
    seed_commitment: str
    create_time_nanos: int
    outcome: _game_pb2.Outcome
    allows_hints: bool
    tournament: str
    record_head: SignedHead
    end_time_nanos: int
    public_comments: bool
    def __init__(self, name: _Optional[str] = ..., setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., state: _Optional[_Union[MatchState, str]] = ..., seats: _Optional[_Iterable[_Union[MatchSeat, _Mapping]]] = ..., time_control: _Optional[_Union[TimeControl, _Mapping]] = ..., uses_virtual_time: bool = ..., event_count: _Optional[int] = ..., seed_commitment: _Optional[str] = ..., create_time_nanos: _Optional[int] = ..., outcome: _Optional[_Union[_game_pb2.Outcome, _Mapping]] = ..., allows_hints: bool = ..., tournament: _Optional[str] = ..., record_head: _Optional[_Union[SignedHead, _Mapping]] = ..., end_time_nanos: _Optional[int] = ..., public_comments: bool = ...) -> None: ...

class SignedHead(_message.Message):
    __slots__ = ("sha256", "signature", "key")
    SHA256_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    sha256: str
    signature: str
    key: str
    def __init__(self, sha256: _Optional[str] = ..., signature: _Optional[str] = ..., key: _Optional[str] = ...) -> None: ...

class MatchSeat(_message.Message):
    __slots__ = ("name", "agent", "is_connected", "termination")
    NAME_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    IS_CONNECTED_FIELD_NUMBER: _ClassVar[int]
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    name: str
    agent: _agent_pb2.AgentSpec
    is_connected: bool
    termination: Termination
    def __init__(self, name: _Optional[str] = ..., agent: _Optional[_Union[_agent_pb2.AgentSpec, _Mapping]] = ..., is_connected: bool = ..., termination: _Optional[_Union[Termination, str]] = ...) -> None: ...

class GetMatchRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: Match
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "state", "min_create_time_nanos", "max_create_time_nanos", "player", "opponent", "result", "min_end_time_nanos", "max_end_time_nanos")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    MIN_CREATE_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    MAX_CREATE_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    MIN_END_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    MAX_END_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    state: MatchState
    min_create_time_nanos: int
    max_create_time_nanos: int
    player: str
    opponent: str
    result: SeatResult
    min_end_time_nanos: int
    max_end_time_nanos: int
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., state: _Optional[_Union[MatchState, str]] = ..., min_create_time_nanos: _Optional[int] = ..., max_create_time_nanos: _Optional[int] = ..., player: _Optional[str] = ..., opponent: _Optional[str] = ..., result: _Optional[_Union[SeatResult, str]] = ..., min_end_time_nanos: _Optional[int] = ..., max_end_time_nanos: _Optional[int] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class PlayRequest(_message.Message):
    __slots__ = ("join", "submission")
    JOIN_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    join: Join
    submission: Submission
    def __init__(self, join: _Optional[_Union[Join, _Mapping]] = ..., submission: _Optional[_Union[Submission, _Mapping]] = ...) -> None: ...

class Join(_message.Message):
    __slots__ = ("match", "seat_token", "resume_after_seq", "view_options", "ruleset_sha256", "join_id")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    RESUME_AFTER_SEQ_FIELD_NUMBER: _ClassVar[int]
    VIEW_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    RULESET_SHA256_FIELD_NUMBER: _ClassVar[int]
    JOIN_ID_FIELD_NUMBER: _ClassVar[int]
    match: str
    seat_token: str
    resume_after_seq: int
    view_options: ViewOptions
    ruleset_sha256: str
    join_id: int
    def __init__(self, match: _Optional[str] = ..., seat_token: _Optional[str] = ..., resume_after_seq: _Optional[int] = ..., view_options: _Optional[_Union[ViewOptions, _Mapping]] = ..., ruleset_sha256: _Optional[str] = ..., join_id: _Optional[int] = ...) -> None: ...

class ViewOptions(_message.Message):
    __slots__ = ("include_legal_actions", "include_text", "include_observation", "include_update_views")
    INCLUDE_LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_TEXT_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_UPDATE_VIEWS_FIELD_NUMBER: _ClassVar[int]
    include_legal_actions: bool
    include_text: bool
    include_observation: bool
    include_update_views: bool
    def __init__(self, include_legal_actions: bool = ..., include_text: bool = ..., include_observation: bool = ..., include_update_views: bool = ...) -> None: ...

class Submission(_message.Message):
    __slots__ = ("handle", "turn", "part", "actions", "effort", "text", "score", "require_canonical_text", "comment")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    EFFORT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    REQUIRE_CANONICAL_TEXT_FIELD_NUMBER: _ClassVar[int]
    COMMENT_FIELD_NUMBER: _ClassVar[int]
    handle: int
    turn: int
    part: int
    actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.Action]
    effort: int
    text: str
    score: int
    require_canonical_text: bool
    comment: str
    def __init__(self, handle: _Optional[int] = ..., turn: _Optional[int] = ..., part: _Optional[int] = ..., actions: _Optional[_Iterable[_Union[_game_pb2.Action, _Mapping]]] = ..., effort: _Optional[int] = ..., text: _Optional[str] = ..., score: _Optional[int] = ..., require_canonical_text: bool = ..., comment: _Optional[str] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("joined", "action_request", "accepted", "rejected", "update", "match_over", "match_state_changed")
    JOINED_FIELD_NUMBER: _ClassVar[int]
    ACTION_REQUEST_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    REJECTED_FIELD_NUMBER: _ClassVar[int]
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    MATCH_OVER_FIELD_NUMBER: _ClassVar[int]
    MATCH_STATE_CHANGED_FIELD_NUMBER: _ClassVar[int]
    joined: Joined
    action_request: ActionRequest
    accepted: Accepted
    rejected: Rejected
    update: Update
    match_over: MatchOver
    match_state_changed: MatchStateChanged
    def __init__(self, joined: _Optional[_Union[Joined, _Mapping]] = ..., action_request: _Optional[_Union[ActionRequest, _Mapping]] = ..., accepted: _Optional[_Union[Accepted, _Mapping]] = ..., rejected: _Optional[_Union[Rejected, _Mapping]] = ..., update: _Optional[_Union[Update, _Mapping]] = ..., match_over: _Optional[_Union[MatchOver, _Mapping]] = ..., match_state_changed: _Optional[_Union[MatchStateChanged, _Mapping]] = ...) -> None: ...

class Joined(_message.Message):
    __slots__ = ("handle", "seq", "match", "seat", "setup", "ruleset_sha256", "time_control", "uses_virtual_time", "view", "state", "allows_hints", "rules", "join_id")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    RULESET_SHA256_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    USES_VIRTUAL_TIME_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    ALLOWS_HINTS_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    JOIN_ID_FIELD_NUMBER: _ClassVar[int]
    handle: int
    seq: int
    match: str
    seat: int
    setup: _game_pb2.GameSetup
    ruleset_sha256: str
    time_control: TimeControl
    uses_virtual_time: bool
    view: View
    state: MatchState
    allows_hints: bool
    rules: _match_rules_pb2.MatchRules
    join_id: int
    def __init__(self, handle: _Optional[int] = ..., seq: _Optional[int] = ..., match: _Optional[str] = ..., seat: _Optional[int] = ..., setup: _Optional[_Union[_game_pb2.GameSetup, _Mapping]] = ..., ruleset_sha256: _Optional[str] = ..., time_control: _Optional[_Union[TimeControl, _Mapping]] = ..., uses_virtual_time: bool = ..., view: _Optional[_Union[View, _Mapping]] = ..., state: _Optional[_Union[MatchState, str]] = ..., allows_hints: bool = ..., rules: _Optional[_Union[_match_rules_pb2.MatchRules, _Mapping]] = ..., join_id: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("position", "text", "view_hash", "observation")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    VIEW_HASH_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    position: _game_pb2.Position
    text: str
    view_hash: int
    observation: bytes
    def __init__(self, position: _Optional[_Union[_game_pb2.Position, _Mapping]] = ..., text: _Optional[str] = ..., view_hash: _Optional[int] = ..., observation: _Optional[bytes] = ...) -> None: ...

class ActionRequest(_message.Message):
    __slots__ = ("handle", "seq", "turn", "stage", "part", "view", "legal_actions", "clocks")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    handle: int
    seq: int
    turn: int
    stage: str
    part: int
    view: View
    legal_actions: _containers.RepeatedCompositeFieldContainer[_game_pb2.ActionInfo]
    clocks: Clocks
    def __init__(self, handle: _Optional[int] = ..., seq: _Optional[int] = ..., turn: _Optional[int] = ..., stage: _Optional[str] = ..., part: _Optional[int] = ..., view: _Optional[_Union[View, _Mapping]] = ..., legal_actions: _Optional[_Iterable[_Union[_game_pb2.ActionInfo, _Mapping]]] = ..., clocks: _Optional[_Union[Clocks, _Mapping]] = ...) -> None: ...

class Clocks(_message.Message):
    __slots__ = ("remaining_nanos", "bank_nanos", "is_paused")
    REMAINING_NANOS_FIELD_NUMBER: _ClassVar[int]
    BANK_NANOS_FIELD_NUMBER: _ClassVar[int]
    IS_PAUSED_FIELD_NUMBER: _ClassVar[int]
    remaining_nanos: int
    bank_nanos: _containers.RepeatedScalarFieldContainer[int]
    is_paused: bool
    def __init__(self, remaining_nanos: _Optional[int] = ..., bank_nanos: _Optional[_Iterable[int]] = ..., is_paused: bool = ...) -> None: ...

class MatchStateChanged(_message.Message):
    __slots__ = ("handle", "state", "message", "clocks")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    handle: int
    state: MatchState
    message: str
    clocks: Clocks
    def __init__(self, handle: _Optional[int] = ..., state: _Optional[_Union[MatchState, str]] = ..., message: _Optional[str] = ..., clocks: _Optional[_Union[Clocks, _Mapping]] = ...) -> None: ...

class Accepted(_message.Message):
    __slots__ = ("handle", "seq", "turn", "part", "elapsed_nanos", "charged_nanos", "view_hash")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    ELAPSED_NANOS_FIELD_NUMBER: _ClassVar[int]
    CHARGED_NANOS_FIELD_NUMBER: _ClassVar[int]
    VIEW_HASH_FIELD_NUMBER: _ClassVar[int]
    handle: int
    seq: int
    turn: int
    part: int
    elapsed_nanos: int
    charged_nanos: int
    view_hash: int
    def __init__(self, handle: _Optional[int] = ..., seq: _Optional[int] = ..., turn: _Optional[int] = ..., part: _Optional[int] = ..., elapsed_nanos: _Optional[int] = ..., charged_nanos: _Optional[int] = ..., view_hash: _Optional[int] = ...) -> None: ...

class Rejected(_message.Message):
    __slots__ = ("handle", "turn", "part", "error", "join_id")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    JOIN_ID_FIELD_NUMBER: _ClassVar[int]
    handle: int
    turn: int
    part: int
    error: _game_pb2.Error
    join_id: int
    def __init__(self, handle: _Optional[int] = ..., turn: _Optional[int] = ..., part: _Optional[int] = ..., error: _Optional[_Union[_game_pb2.Error, _Mapping]] = ..., join_id: _Optional[int] = ...) -> None: ...

class Update(_message.Message):
    __slots__ = ("handle", "seq", "events", "clocks", "view_hash", "race", "view")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    VIEW_HASH_FIELD_NUMBER: _ClassVar[int]
    RACE_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    handle: int
    seq: int
    events: _containers.RepeatedCompositeFieldContainer[VisibleEvent]
    clocks: Clocks
    view_hash: int
    race: RaceResult
    view: View
    def __init__(self, handle: _Optional[int] = ..., seq: _Optional[int] = ..., events: _Optional[_Iterable[_Union[VisibleEvent, _Mapping]]] = ..., clocks: _Optional[_Union[Clocks, _Mapping]] = ..., view_hash: _Optional[int] = ..., race: _Optional[_Union[RaceResult, _Mapping]] = ..., view: _Optional[_Union[View, _Mapping]] = ...) -> None: ...

class RaceResult(_message.Message):
    __slots__ = ("winner", "announcements")
    WINNER_FIELD_NUMBER: _ClassVar[int]
    ANNOUNCEMENTS_FIELD_NUMBER: _ClassVar[int]
    winner: int
    announcements: _containers.RepeatedCompositeFieldContainer[Announcement]
    def __init__(self, winner: _Optional[int] = ..., announcements: _Optional[_Iterable[_Union[Announcement, _Mapping]]] = ...) -> None: ...

class Announcement(_message.Message):
    __slots__ = ("seat", "action", "text", "elapsed_nanos", "effort")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    ELAPSED_NANOS_FIELD_NUMBER: _ClassVar[int]
    EFFORT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action: _game_pb2.Action
    text: str
    elapsed_nanos: int
    effort: int
    def __init__(self, seat: _Optional[int] = ..., action: _Optional[_Union[_game_pb2.Action, _Mapping]] = ..., text: _Optional[str] = ..., elapsed_nanos: _Optional[int] = ..., effort: _Optional[int] = ...) -> None: ...

class VisibleEvent(_message.Message):
    __slots__ = ("actor", "action", "text")
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    actor: _game_pb2.Actor
    action: _game_pb2.Action
    text: str
    def __init__(self, actor: _Optional[_Union[_game_pb2.Actor, _Mapping]] = ..., action: _Optional[_Union[_game_pb2.Action, _Mapping]] = ..., text: _Optional[str] = ...) -> None: ...

class MatchOver(_message.Message):
    __slots__ = ("handle", "seq", "outcome", "state", "terminations", "record", "view_hash", "record_head")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    TERMINATIONS_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    VIEW_HASH_FIELD_NUMBER: _ClassVar[int]
    RECORD_HEAD_FIELD_NUMBER: _ClassVar[int]
    handle: int
    seq: int
    outcome: _game_pb2.Outcome
    state: MatchState
    terminations: _containers.RepeatedScalarFieldContainer[Termination]
    record: str
    view_hash: int
    record_head: SignedHead
    def __init__(self, handle: _Optional[int] = ..., seq: _Optional[int] = ..., outcome: _Optional[_Union[_game_pb2.Outcome, _Mapping]] = ..., state: _Optional[_Union[MatchState, str]] = ..., terminations: _Optional[_Iterable[_Union[Termination, str]]] = ..., record: _Optional[str] = ..., view_hash: _Optional[int] = ..., record_head: _Optional[_Union[SignedHead, _Mapping]] = ...) -> None: ...

class WatchMatchRequest(_message.Message):
    __slots__ = ("matches", "view_options", "as_seat")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    VIEW_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    AS_SEAT_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[WatchTarget]
    view_options: ViewOptions
    as_seat: bool
    def __init__(self, matches: _Optional[_Iterable[_Union[WatchTarget, _Mapping]]] = ..., view_options: _Optional[_Union[ViewOptions, _Mapping]] = ..., as_seat: bool = ...) -> None: ...

class WatchTarget(_message.Message):
    __slots__ = ("match", "resume_after_seq")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    RESUME_AFTER_SEQ_FIELD_NUMBER: _ClassVar[int]
    match: str
    resume_after_seq: int
    def __init__(self, match: _Optional[str] = ..., resume_after_seq: _Optional[int] = ...) -> None: ...

class WatchMatchResponse(_message.Message):
    __slots__ = ("joined", "action_request", "update", "match_over", "match_state_changed")
    JOINED_FIELD_NUMBER: _ClassVar[int]
    ACTION_REQUEST_FIELD_NUMBER: _ClassVar[int]
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    MATCH_OVER_FIELD_NUMBER: _ClassVar[int]
    MATCH_STATE_CHANGED_FIELD_NUMBER: _ClassVar[int]
    joined: Joined
    action_request: ActionRequest
    update: Update
    match_over: MatchOver
    match_state_changed: MatchStateChanged
    def __init__(self, joined: _Optional[_Union[Joined, _Mapping]] = ..., action_request: _Optional[_Union[ActionRequest, _Mapping]] = ..., update: _Optional[_Union[Update, _Mapping]] = ..., match_over: _Optional[_Union[MatchOver, _Mapping]] = ..., match_state_changed: _Optional[_Union[MatchStateChanged, _Mapping]] = ...) -> None: ...

class SubmitActionsRequest(_message.Message):
    __slots__ = ("match", "submission")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    match: str
    submission: Submission
    def __init__(self, match: _Optional[str] = ..., submission: _Optional[_Union[Submission, _Mapping]] = ...) -> None: ...

class SubmitActionsResponse(_message.Message):
    __slots__ = ("accepted",)
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    accepted: Accepted
    def __init__(self, accepted: _Optional[_Union[Accepted, _Mapping]] = ...) -> None: ...

class ResignSeatRequest(_message.Message):
    __slots__ = ("match", "has_crashed")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    HAS_CRASHED_FIELD_NUMBER: _ClassVar[int]
    match: str
    has_crashed: bool
    def __init__(self, match: _Optional[str] = ..., has_crashed: bool = ...) -> None: ...

class ResignSeatResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AbortMatchRequest(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: str
    def __init__(self, match: _Optional[str] = ...) -> None: ...

class AbortMatchResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetRecordRequest(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: str
    def __init__(self, match: _Optional[str] = ...) -> None: ...

class GetRecordResponse(_message.Message):
    __slots__ = ("lines",)
    LINES_FIELD_NUMBER: _ClassVar[int]
    lines: str
    def __init__(self, lines: _Optional[str] = ...) -> None: ...

class GetCommentsRequest(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: str
    def __init__(self, match: _Optional[str] = ...) -> None: ...

class GetCommentsResponse(_message.Message):
    __slots__ = ("comments",)
    COMMENTS_FIELD_NUMBER: _ClassVar[int]
    comments: _containers.RepeatedCompositeFieldContainer[Comment]
    def __init__(self, comments: _Optional[_Iterable[_Union[Comment, _Mapping]]] = ...) -> None: ...

class Comment(_message.Message):
    __slots__ = ("seat", "turn", "part", "text")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PART_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    turn: int
    part: int
    text: str
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ..., part: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...
