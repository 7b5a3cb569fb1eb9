from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WorkerInfo(_message.Message):
    __slots__ = ("id", "host", "slots", "cores", "version", "load_percent", "secret")
    ID_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    CORES_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LOAD_PERCENT_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    id: str
    host: str
    slots: int
    cores: int
    version: str
    load_percent: int
    secret: str
    def __init__(self, id: _Optional[str] = ..., host: _Optional[str] = ..., slots: _Optional[int] = ..., cores: _Optional[int] = ..., version: _Optional[str] = ..., load_percent: _Optional[int] = ..., secret: _Optional[str] = ...) -> None: ...

class ChunkLease(_message.Message):
    __slots__ = ("tournament", "first_pairing", "epoch")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    FIRST_PAIRING_FIELD_NUMBER: _ClassVar[int]
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    first_pairing: int
    epoch: int
    def __init__(self, tournament: _Optional[str] = ..., first_pairing: _Optional[int] = ..., epoch: _Optional[int] = ...) -> None: ...

class ChunkMatch(_message.Message):
    __slots__ = ("pairing", "block", "entrants")
    PAIRING_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    pairing: int
    block: int
    entrants: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, pairing: _Optional[int] = ..., block: _Optional[int] = ..., entrants: _Optional[_Iterable[int]] = ...) -> None: ...

class LeaseChunkRequest(_message.Message):
    __slots__ = ("worker", "wait_millis")
    WORKER_FIELD_NUMBER: _ClassVar[int]
    WAIT_MILLIS_FIELD_NUMBER: _ClassVar[int]
    worker: WorkerInfo
    wait_millis: int
    def __init__(self, worker: _Optional[_Union[WorkerInfo, _Mapping]] = ..., wait_millis: _Optional[int] = ...) -> None: ...

class LeaseChunkResponse(_message.Message):
    __slots__ = ("lease", "matches", "configuration_sha256", "lease_millis")
    LEASE_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    CONFIGURATION_SHA256_FIELD_NUMBER: _ClassVar[int]
    LEASE_MILLIS_FIELD_NUMBER: _ClassVar[int]
    lease: ChunkLease
    matches: _containers.RepeatedCompositeFieldContainer[ChunkMatch]
    configuration_sha256: str
    lease_millis: int
    def __init__(self, lease: _Optional[_Union[ChunkLease, _Mapping]] = ..., matches: _Optional[_Iterable[_Union[ChunkMatch, _Mapping]]] = ..., configuration_sha256: _Optional[str] = ..., lease_millis: _Optional[int] = ...) -> None: ...

class GetWorkRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class GetWorkResponse(_message.Message):
    __slots__ = ("configuration", "seed", "configuration_sha256")
    CONFIGURATION_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    CONFIGURATION_SHA256_FIELD_NUMBER: _ClassVar[int]
    configuration: str
    seed: str
    configuration_sha256: str
    def __init__(self, configuration: _Optional[str] = ..., seed: _Optional[str] = ..., configuration_sha256: _Optional[str] = ...) -> None: ...

class RenewLeasesRequest(_message.Message):
    __slots__ = ("worker", "leases")
    WORKER_FIELD_NUMBER: _ClassVar[int]
    LEASES_FIELD_NUMBER: _ClassVar[int]
    worker: WorkerInfo
    leases: _containers.RepeatedCompositeFieldContainer[ChunkLease]
    def __init__(self, worker: _Optional[_Union[WorkerInfo, _Mapping]] = ..., leases: _Optional[_Iterable[_Union[ChunkLease, _Mapping]]] = ...) -> None: ...

class RenewLeasesResponse(_message.Message):
    __slots__ = ("ended",)
    ENDED_FIELD_NUMBER: _ClassVar[int]
    ended: _containers.RepeatedCompositeFieldContainer[ChunkLease]
    def __init__(self, ended: _Optional[_Iterable[_Union[ChunkLease, _Mapping]]] = ...) -> None: ...

class WorkerResult(_message.Message):
    __slots__ = ("pairing", "start", "is_start_derived", "events", "outcome", "seat_stats", "nanos")
    PAIRING_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    IS_START_DERIVED_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SEAT_STATS_FIELD_NUMBER: _ClassVar[int]
    NANOS_FIELD_NUMBER: _ClassVar[int]
    pairing: int
    start: str
    is_start_derived: bool
    events: _containers.RepeatedScalarFieldContainer[str]
    outcome: str
    seat_stats: str
    nanos: int
    def __init__(self, pairing: _Optional[int] = ..., start: _Optional[str] = ..., is_start_derived: bool = ..., events: _Optional[_Iterable[str]] = ..., outcome: _Optional[str] = ..., seat_stats: _Optional[str] = ..., nanos: _Optional[int] = ...) -> None: ...

class WorkerFailure(_message.Message):
    __slots__ = ("pairing", "message")
    PAIRING_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    pairing: int
    message: str
    def __init__(self, pairing: _Optional[int] = ..., message: _Optional[str] = ...) -> None: ...

class ReportResultsRequest(_message.Message):
    __slots__ = ("worker", "lease", "sequence", "results", "failures")
    WORKER_FIELD_NUMBER: _ClassVar[int]
    LEASE_FIELD_NUMBER: _ClassVar[int]
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    worker: WorkerInfo
    lease: ChunkLease
    sequence: int
    results: _containers.RepeatedCompositeFieldContainer[WorkerResult]
    failures: _containers.RepeatedCompositeFieldContainer[WorkerFailure]
    def __init__(self, worker: _Optional[_Union[WorkerInfo, _Mapping]] = ..., lease: _Optional[_Union[ChunkLease, _Mapping]] = ..., sequence: _Optional[int] = ..., results: _Optional[_Iterable[_Union[WorkerResult, _Mapping]]] = ..., failures: _Optional[_Iterable[_Union[WorkerFailure, _Mapping]]] = ...) -> None: ...

class ReportResultsResponse(_message.Message):
    __slots__ = ("sequence", "is_superseded", "is_complete")
    SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    IS_SUPERSEDED_FIELD_NUMBER: _ClassVar[int]
    IS_COMPLETE_FIELD_NUMBER: _ClassVar[int]
    sequence: int
    is_superseded: bool
    is_complete: bool
    def __init__(self, sequence: _Optional[int] = ..., is_superseded: bool = ..., is_complete: bool = ...) -> None: ...

class ReleaseLeaseRequest(_message.Message):
    __slots__ = ("worker", "lease")
    WORKER_FIELD_NUMBER: _ClassVar[int]
    LEASE_FIELD_NUMBER: _ClassVar[int]
    worker: WorkerInfo
    lease: ChunkLease
    def __init__(self, worker: _Optional[_Union[WorkerInfo, _Mapping]] = ..., lease: _Optional[_Union[ChunkLease, _Mapping]] = ...) -> None: ...

class ReleaseLeaseResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListWorkersRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListWorkersResponse(_message.Message):
    __slots__ = ("workers",)
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    workers: _containers.RepeatedCompositeFieldContainer[WorkerStatus]
    def __init__(self, workers: _Optional[_Iterable[_Union[WorkerStatus, _Mapping]]] = ...) -> None: ...

class WorkerStatus(_message.Message):
    __slots__ = ("worker", "idle_millis", "leases", "matches", "late_reports", "failures", "checked_matches", "differing_matches", "relative_time_percent", "warnings", "exclusion", "excluded_micros", "stalled_leases", "waiting_checks")
    WORKER_FIELD_NUMBER: _ClassVar[int]
    IDLE_MILLIS_FIELD_NUMBER: _ClassVar[int]
    LEASES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    LATE_REPORTS_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    CHECKED_MATCHES_FIELD_NUMBER: _ClassVar[int]
    DIFFERING_MATCHES_FIELD_NUMBER: _ClassVar[int]
    RELATIVE_TIME_PERCENT_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    EXCLUSION_FIELD_NUMBER: _ClassVar[int]
    EXCLUDED_MICROS_FIELD_NUMBER: _ClassVar[int]
    STALLED_LEASES_FIELD_NUMBER: _ClassVar[int]
    WAITING_CHECKS_FIELD_NUMBER: _ClassVar[int]
    worker: WorkerInfo
    idle_millis: int
    leases: int
    matches: int
    late_reports: int
    failures: int
    checked_matches: int
    differing_matches: int
    relative_time_percent: int
    warnings: _containers.RepeatedScalarFieldContainer[str]
    exclusion: str
    excluded_micros: int
    stalled_leases: int
    waiting_checks: int
    def __init__(self, worker: _Optional[_Union[WorkerInfo, _Mapping]] = ..., idle_millis: _Optional[int] = ..., leases: _Optional[int] = ..., matches: _Optional[int] = ..., late_reports: _Optional[int] = ..., failures: _Optional[int] = ..., checked_matches: _Optional[int] = ..., differing_matches: _Optional[int] = ..., relative_time_percent: _Optional[int] = ..., warnings: _Optional[_Iterable[str]] = ..., exclusion: _Optional[str] = ..., excluded_micros: _Optional[int] = ..., stalled_leases: _Optional[int] = ..., waiting_checks: _Optional[int] = ...) -> None: ...

class ListDifferingMatchesRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class ListDifferingMatchesResponse(_message.Message):
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[DifferingMatch]
    def __init__(self, matches: _Optional[_Iterable[_Union[DifferingMatch, _Mapping]]] = ...) -> None: ...

class DifferingMatch(_message.Message):
    __slots__ = ("pairing", "worker", "found_micros", "match", "other_play")
    PAIRING_FIELD_NUMBER: _ClassVar[int]
    WORKER_FIELD_NUMBER: _ClassVar[int]
    FOUND_MICROS_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    OTHER_PLAY_FIELD_NUMBER: _ClassVar[int]
    pairing: int
    worker: str
    found_micros: int
    match: str
    other_play: str
    def __init__(self, pairing: _Optional[int] = ..., worker: _Optional[str] = ..., found_micros: _Optional[int] = ..., match: _Optional[str] = ..., other_play: _Optional[str] = ...) -> None: ...

class ReadmitWorkerRequest(_message.Message):
    __slots__ = ("worker",)
    WORKER_FIELD_NUMBER: _ClassVar[int]
    worker: str
    def __init__(self, worker: _Optional[str] = ...) -> None: ...

class ReadmitWorkerResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
