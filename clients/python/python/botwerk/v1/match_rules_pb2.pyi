from botwerk.v1 import droids_pb2 as _droids_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MatchRules(_message.Message):
    __slots__ = ("droids",)
    DROIDS_FIELD_NUMBER: _ClassVar[int]
    droids: _droids_pb2.DroidsRules
    def __init__(self, droids: _Optional[_Union[_droids_pb2.DroidsRules, _Mapping]] = ...) -> None: ...
