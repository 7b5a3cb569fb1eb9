from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BotVersionState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOT_VERSION_STATE_UNSPECIFIED: _ClassVar[BotVersionState]
    BOT_VERSION_STATE_UPLOADED: _ClassVar[BotVersionState]
    BOT_VERSION_STATE_BUILDING: _ClassVar[BotVersionState]
    BOT_VERSION_STATE_CHECKED: _ClassVar[BotVersionState]
    BOT_VERSION_STATE_PLAYING: _ClassVar[BotVersionState]
    BOT_VERSION_STATE_REJECTED: _ClassVar[BotVersionState]
    BOT_VERSION_STATE_REPLACED: _ClassVar[BotVersionState]
BOT_VERSION_STATE_UNSPECIFIED: BotVersionState
BOT_VERSION_STATE_UPLOADED: BotVersionState
BOT_VERSION_STATE_BUILDING: BotVersionState
BOT_VERSION_STATE_CHECKED: BotVersionState
BOT_VERSION_STATE_PLAYING: BotVersionState
BOT_VERSION_STATE_REJECTED: BotVersionState
BOT_VERSION_STATE_REPLACED: BotVersionState

class BotVersion(_message.Message):
    __slots__ = ("bot", "number", "state", "reason", "created_micros", "content_sha256", "bytes")
    BOT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CREATED_MICROS_FIELD_NUMBER: _ClassVar[int]
    CONTENT_SHA256_FIELD_NUMBER: _ClassVar[int]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    bot: str
    number: int
    state: BotVersionState
    reason: str
    created_micros: int
    content_sha256: str
    bytes: int
    def __init__(self, bot: _Optional[str] = ..., number: _Optional[int] = ..., state: _Optional[_Union[BotVersionState, str]] = ..., reason: _Optional[str] = ..., created_micros: _Optional[int] = ..., content_sha256: _Optional[str] = ..., bytes: _Optional[int] = ...) -> None: ...

class CreateUploadRequest(_message.Message):
    __slots__ = ("bot", "content_sha256", "bytes")
    BOT_FIELD_NUMBER: _ClassVar[int]
    CONTENT_SHA256_FIELD_NUMBER: _ClassVar[int]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    bot: str
    content_sha256: str
    bytes: int
    def __init__(self, bot: _Optional[str] = ..., content_sha256: _Optional[str] = ..., bytes: _Optional[int] = ...) -> None: ...

class CreateUploadResponse(_message.Message):
    __slots__ = ("upload",)
    UPLOAD_FIELD_NUMBER: _ClassVar[int]
    upload: str
    def __init__(self, upload: _Optional[str] = ...) -> None: ...

class AppendUploadRequest(_message.Message):
    __slots__ = ("upload", "offset", "content")
    UPLOAD_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    upload: str
    offset: int
    content: bytes
    def __init__(self, upload: _Optional[str] = ..., offset: _Optional[int] = ..., content: _Optional[bytes] = ...) -> None: ...

class AppendUploadResponse(_message.Message):
    __slots__ = ("received",)
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    received: int
    def __init__(self, received: _Optional[int] = ...) -> None: ...

class FinishUploadRequest(_message.Message):
    __slots__ = ("upload",)
    UPLOAD_FIELD_NUMBER: _ClassVar[int]
    upload: str
    def __init__(self, upload: _Optional[str] = ...) -> None: ...

class FinishUploadResponse(_message.Message):
    __slots__ = ("version",)
    VERSION_FIELD_NUMBER: _ClassVar[int]
    version: BotVersion
    def __init__(self, version: _Optional[_Union[BotVersion, _Mapping]] = ...) -> None: ...

class ListBotVersionsRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class ListBotVersionsResponse(_message.Message):
    __slots__ = ("versions",)
    VERSIONS_FIELD_NUMBER: _ClassVar[int]
    versions: _containers.RepeatedCompositeFieldContainer[BotVersion]
    def __init__(self, versions: _Optional[_Iterable[_Union[BotVersion, _Mapping]]] = ...) -> None: ...

class GetBotVersionRequest(_message.Message):
    __slots__ = ("bot", "number")
    BOT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    bot: str
    number: int
    def __init__(self, bot: _Optional[str] = ..., number: _Optional[int] = ...) -> None: ...

class GetBotVersionResponse(_message.Message):
    __slots__ = ("version", "log")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LOG_FIELD_NUMBER: _ClassVar[int]
    version: BotVersion
    log: str
    def __init__(self, version: _Optional[_Union[BotVersion, _Mapping]] = ..., log: _Optional[str] = ...) -> None: ...
