from botwerk.v1 import owner_pb2 as _owner_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TokenScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOKEN_SCOPE_UNSPECIFIED: _ClassVar[TokenScope]
    TOKEN_SCOPE_OPERATOR: _ClassVar[TokenScope]
    TOKEN_SCOPE_WORKER: _ClassVar[TokenScope]
    TOKEN_SCOPE_ORGANIZER: _ClassVar[TokenScope]
TOKEN_SCOPE_UNSPECIFIED: TokenScope
TOKEN_SCOPE_OPERATOR: TokenScope
TOKEN_SCOPE_WORKER: TokenScope
TOKEN_SCOPE_ORGANIZER: TokenScope

class ListOwnersRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListOwnersResponse(_message.Message):
    __slots__ = ("owners", "next_page_token")
    OWNERS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    owners: _containers.RepeatedCompositeFieldContainer[_owner_pb2.Owner]
    next_page_token: str
    def __init__(self, owners: _Optional[_Iterable[_Union[_owner_pb2.Owner, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class UpdateOwnerRequest(_message.Message):
    __slots__ = ("name", "bots", "concurrent_matches", "processor_secs_per_day", "searches_per_day")
    NAME_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    CONCURRENT_MATCHES_FIELD_NUMBER: _ClassVar[int]
    PROCESSOR_SECS_PER_DAY_FIELD_NUMBER: _ClassVar[int]
    SEARCHES_PER_DAY_FIELD_NUMBER: _ClassVar[int]
    name: str
    bots: int
    concurrent_matches: int
    processor_secs_per_day: int
    searches_per_day: int
    def __init__(self, name: _Optional[str] = ..., bots: _Optional[int] = ..., concurrent_matches: _Optional[int] = ..., processor_secs_per_day: _Optional[int] = ..., searches_per_day: _Optional[int] = ...) -> None: ...

class UpdateOwnerResponse(_message.Message):
    __slots__ = ("owner",)
    OWNER_FIELD_NUMBER: _ClassVar[int]
    owner: _owner_pb2.Owner
    def __init__(self, owner: _Optional[_Union[_owner_pb2.Owner, _Mapping]] = ...) -> None: ...

class BanOwnerRequest(_message.Message):
    __slots__ = ("name", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    reason: str
    def __init__(self, name: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class BanOwnerResponse(_message.Message):
    __slots__ = ("owner",)
    OWNER_FIELD_NUMBER: _ClassVar[int]
    owner: _owner_pb2.Owner
    def __init__(self, owner: _Optional[_Union[_owner_pb2.Owner, _Mapping]] = ...) -> None: ...

class UnbanOwnerRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class UnbanOwnerResponse(_message.Message):
    __slots__ = ("owner",)
    OWNER_FIELD_NUMBER: _ClassVar[int]
    owner: _owner_pb2.Owner
    def __init__(self, owner: _Optional[_Union[_owner_pb2.Owner, _Mapping]] = ...) -> None: ...

class SignUpCode(_message.Message):
    __slots__ = ("name", "description", "remaining_uses", "created_micros", "expires_micros")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    REMAINING_USES_FIELD_NUMBER: _ClassVar[int]
    CREATED_MICROS_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_MICROS_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    remaining_uses: int
    created_micros: int
    expires_micros: int
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ..., remaining_uses: _Optional[int] = ..., created_micros: _Optional[int] = ..., expires_micros: _Optional[int] = ...) -> None: ...

class CreateSignUpCodeRequest(_message.Message):
    __slots__ = ("description", "uses", "lifetime_secs")
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    USES_FIELD_NUMBER: _ClassVar[int]
    LIFETIME_SECS_FIELD_NUMBER: _ClassVar[int]
    description: str
    uses: int
    lifetime_secs: int
    def __init__(self, description: _Optional[str] = ..., uses: _Optional[int] = ..., lifetime_secs: _Optional[int] = ...) -> None: ...

class CreateSignUpCodeResponse(_message.Message):
    __slots__ = ("sign_up_code", "code")
    SIGN_UP_CODE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    sign_up_code: SignUpCode
    code: str
    def __init__(self, sign_up_code: _Optional[_Union[SignUpCode, _Mapping]] = ..., code: _Optional[str] = ...) -> None: ...

class ListSignUpCodesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListSignUpCodesResponse(_message.Message):
    __slots__ = ("sign_up_codes",)
    SIGN_UP_CODES_FIELD_NUMBER: _ClassVar[int]
    sign_up_codes: _containers.RepeatedCompositeFieldContainer[SignUpCode]
    def __init__(self, sign_up_codes: _Optional[_Iterable[_Union[SignUpCode, _Mapping]]] = ...) -> None: ...

class DeleteSignUpCodeRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class DeleteSignUpCodeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Token(_message.Message):
    __slots__ = ("name", "scope", "tournaments", "created_micros", "expires_micros")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENTS_FIELD_NUMBER: _ClassVar[int]
    CREATED_MICROS_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_MICROS_FIELD_NUMBER: _ClassVar[int]
    name: str
    scope: TokenScope
    tournaments: _containers.RepeatedScalarFieldContainer[str]
    created_micros: int
    expires_micros: int
    def __init__(self, name: _Optional[str] = ..., scope: _Optional[_Union[TokenScope, str]] = ..., tournaments: _Optional[_Iterable[str]] = ..., created_micros: _Optional[int] = ..., expires_micros: _Optional[int] = ...) -> None: ...

class CreateTokenRequest(_message.Message):
    __slots__ = ("token_id", "scope", "tournaments", "lifetime_secs")
    TOKEN_ID_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENTS_FIELD_NUMBER: _ClassVar[int]
    LIFETIME_SECS_FIELD_NUMBER: _ClassVar[int]
    token_id: str
    scope: TokenScope
    tournaments: _containers.RepeatedScalarFieldContainer[str]
    lifetime_secs: int
    def __init__(self, token_id: _Optional[str] = ..., scope: _Optional[_Union[TokenScope, str]] = ..., tournaments: _Optional[_Iterable[str]] = ..., lifetime_secs: _Optional[int] = ...) -> None: ...

class CreateTokenResponse(_message.Message):
    __slots__ = ("token", "secret")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    token: Token
    secret: str
    def __init__(self, token: _Optional[_Union[Token, _Mapping]] = ..., secret: _Optional[str] = ...) -> None: ...

class ListTokensRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListTokensResponse(_message.Message):
    __slots__ = ("tokens",)
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    tokens: _containers.RepeatedCompositeFieldContainer[Token]
    def __init__(self, tokens: _Optional[_Iterable[_Union[Token, _Mapping]]] = ...) -> None: ...

class DeleteTokenRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class DeleteTokenResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AuditEntry(_message.Message):
    __slots__ = ("number", "at_micros", "actor", "act", "subject", "detail")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    AT_MICROS_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    ACT_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    number: int
    at_micros: int
    actor: str
    act: str
    subject: str
    detail: str
    def __init__(self, number: _Optional[int] = ..., at_micros: _Optional[int] = ..., actor: _Optional[str] = ..., act: _Optional[str] = ..., subject: _Optional[str] = ..., detail: _Optional[str] = ...) -> None: ...

class ListAuditEntriesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "actor", "subject")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    actor: str
    subject: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., actor: _Optional[str] = ..., subject: _Optional[str] = ...) -> None: ...

class ListAuditEntriesResponse(_message.Message):
    __slots__ = ("entries", "next_page_token")
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[AuditEntry]
    next_page_token: str
    def __init__(self, entries: _Optional[_Iterable[_Union[AuditEntry, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...
