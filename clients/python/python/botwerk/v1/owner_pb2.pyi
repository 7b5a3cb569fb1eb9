from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Owner(_message.Message):
    __slots__ = ("name", "created_micros", "quotas", "use", "ban_reason", "token_expires_micros", "is_deleted")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CREATED_MICROS_FIELD_NUMBER: _ClassVar[int]
    QUOTAS_FIELD_NUMBER: _ClassVar[int]
    USE_FIELD_NUMBER: _ClassVar[int]
    BAN_REASON_FIELD_NUMBER: _ClassVar[int]
    TOKEN_EXPIRES_MICROS_FIELD_NUMBER: _ClassVar[int]
    IS_DELETED_FIELD_NUMBER: _ClassVar[int]
    name: str
    created_micros: int
    quotas: OwnerQuotas
    use: OwnerUse
    ban_reason: str
    token_expires_micros: int
    is_deleted: bool
    def __init__(self, name: _Optional[str] = ..., created_micros: _Optional[int] = ..., quotas: _Optional[_Union[OwnerQuotas, _Mapping]] = ..., use: _Optional[_Union[OwnerUse, _Mapping]] = ..., ban_reason: _Optional[str] = ..., token_expires_micros: _Optional[int] = ..., is_deleted: bool = ...) -> None: ...

class OwnerQuotas(_message.Message):
    __slots__ = ("bots", "concurrent_matches")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    CONCURRENT_MATCHES_FIELD_NUMBER: _ClassVar[int]
    bots: int
    concurrent_matches: int
    def __init__(self, bots: _Optional[int] = ..., concurrent_matches: _Optional[int] = ...) -> None: ...

class OwnerUse(_message.Message):
    __slots__ = ("bots", "concurrent_matches")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    CONCURRENT_MATCHES_FIELD_NUMBER: _ClassVar[int]
    bots: int
    concurrent_matches: int
    def __init__(self, bots: _Optional[int] = ..., concurrent_matches: _Optional[int] = ...) -> None: ...

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
