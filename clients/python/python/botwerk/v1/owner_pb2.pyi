from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Owner(_message.Message):
    __slots__ = ("name", "created_micros", "quotas", "use", "ban_reason", "token_expires_micros", "is_deleted", "identities")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CREATED_MICROS_FIELD_NUMBER: _ClassVar[int]
    QUOTAS_FIELD_NUMBER: _ClassVar[int]
    USE_FIELD_NUMBER: _ClassVar[int]
    BAN_REASON_FIELD_NUMBER: _ClassVar[int]
    TOKEN_EXPIRES_MICROS_FIELD_NUMBER: _ClassVar[int]
    IS_DELETED_FIELD_NUMBER: _ClassVar[int]
    IDENTITIES_FIELD_NUMBER: _ClassVar[int]
    name: str
    created_micros: int
    quotas: OwnerQuotas
    use: OwnerUse
    ban_reason: str
    token_expires_micros: int
    is_deleted: bool
    identities: int
    def __init__(self, name: _Optional[str] = ..., created_micros: _Optional[int] = ..., quotas: _Optional[_Union[OwnerQuotas, _Mapping]] = ..., use: _Optional[_Union[OwnerUse, _Mapping]] = ..., ban_reason: _Optional[str] = ..., token_expires_micros: _Optional[int] = ..., is_deleted: bool = ..., identities: _Optional[int] = ...) -> None: ...

class OwnerQuotas(_message.Message):
    __slots__ = ("bots", "concurrent_matches", "processor_secs_per_day", "searches_per_day")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    CONCURRENT_MATCHES_FIELD_NUMBER: _ClassVar[int]
    PROCESSOR_SECS_PER_DAY_FIELD_NUMBER: _ClassVar[int]
    SEARCHES_PER_DAY_FIELD_NUMBER: _ClassVar[int]
    bots: int
    concurrent_matches: int
    processor_secs_per_day: int
    searches_per_day: int
    def __init__(self, bots: _Optional[int] = ..., concurrent_matches: _Optional[int] = ..., processor_secs_per_day: _Optional[int] = ..., searches_per_day: _Optional[int] = ...) -> None: ...

class OwnerUse(_message.Message):
    __slots__ = ("bots", "concurrent_matches", "processor_secs", "searches", "reset_time_nanos")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    CONCURRENT_MATCHES_FIELD_NUMBER: _ClassVar[int]
    PROCESSOR_SECS_FIELD_NUMBER: _ClassVar[int]
    SEARCHES_FIELD_NUMBER: _ClassVar[int]
    RESET_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    bots: int
    concurrent_matches: int
    processor_secs: float
    searches: int
    reset_time_nanos: int
    def __init__(self, bots: _Optional[int] = ..., concurrent_matches: _Optional[int] = ..., processor_secs: _Optional[float] = ..., searches: _Optional[int] = ..., reset_time_nanos: _Optional[int] = ...) -> None: ...

class SignUpRequest(_message.Message):
    __slots__ = ("name", "code")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    name: str
    code: str
    def __init__(self, name: _Optional[str] = ..., code: _Optional[str] = ...) -> None: ...

class SignUpResponse(_message.Message):
    __slots__ = ("owner", "owner_token")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    OWNER_TOKEN_FIELD_NUMBER: _ClassVar[int]
    owner: Owner
    owner_token: str
    def __init__(self, owner: _Optional[_Union[Owner, _Mapping]] = ..., owner_token: _Optional[str] = ...) -> None: ...

class GetSignInOptionsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetSignInOptionsResponse(_message.Message):
    __slots__ = ("accepts_sign_up", "needs_code", "provider", "provider_replaces_code")
    ACCEPTS_SIGN_UP_FIELD_NUMBER: _ClassVar[int]
    NEEDS_CODE_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_FIELD_NUMBER: _ClassVar[int]
    PROVIDER_REPLACES_CODE_FIELD_NUMBER: _ClassVar[int]
    accepts_sign_up: bool
    needs_code: bool
    provider: str
    provider_replaces_code: bool
    def __init__(self, accepts_sign_up: bool = ..., needs_code: bool = ..., provider: _Optional[str] = ..., provider_replaces_code: bool = ...) -> None: ...

class SignInRequest(_message.Message):
    __slots__ = ("ticket", "binding", "name", "code")
    TICKET_FIELD_NUMBER: _ClassVar[int]
    BINDING_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    ticket: str
    binding: str
    name: str
    code: str
    def __init__(self, ticket: _Optional[str] = ..., binding: _Optional[str] = ..., name: _Optional[str] = ..., code: _Optional[str] = ...) -> None: ...

class SignInResponse(_message.Message):
    __slots__ = ("owner", "session_token", "expire_time_nanos", "suggested_name")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    SESSION_TOKEN_FIELD_NUMBER: _ClassVar[int]
    EXPIRE_TIME_NANOS_FIELD_NUMBER: _ClassVar[int]
    SUGGESTED_NAME_FIELD_NUMBER: _ClassVar[int]
    owner: Owner
    session_token: str
    expire_time_nanos: int
    suggested_name: str
    def __init__(self, owner: _Optional[_Union[Owner, _Mapping]] = ..., session_token: _Optional[str] = ..., expire_time_nanos: _Optional[int] = ..., suggested_name: _Optional[str] = ...) -> None: ...

class SignOutRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SignOutResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetOwnerRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetOwnerResponse(_message.Message):
    __slots__ = ("owner",)
    OWNER_FIELD_NUMBER: _ClassVar[int]
    owner: Owner
    def __init__(self, owner: _Optional[_Union[Owner, _Mapping]] = ...) -> None: ...

class RotateOwnerTokenRequest(_message.Message):
    __slots__ = ("name", "lifetime_secs")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LIFETIME_SECS_FIELD_NUMBER: _ClassVar[int]
    name: str
    lifetime_secs: int
    def __init__(self, name: _Optional[str] = ..., lifetime_secs: _Optional[int] = ...) -> None: ...

class RotateOwnerTokenResponse(_message.Message):
    __slots__ = ("owner_token",)
    OWNER_TOKEN_FIELD_NUMBER: _ClassVar[int]
    owner_token: str
    def __init__(self, owner_token: _Optional[str] = ...) -> None: ...

class DeleteOwnerRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class DeleteOwnerResponse(_message.Message):
    __slots__ = ("deleted_bots",)
    DELETED_BOTS_FIELD_NUMBER: _ClassVar[int]
    deleted_bots: int
    def __init__(self, deleted_bots: _Optional[int] = ...) -> None: ...
