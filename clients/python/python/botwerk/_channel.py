"""Connections to servers: TLS, several addresses, and proxies, which gRPC takes from the environment."""

from __future__ import annotations

import asyncio
import ipaddress
import os
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import grpc
import grpc.aio

from .v1 import catalog_pb2, catalog_pb2_grpc

#: How connections are opened: a new one is tried within two seconds. An attempt may take five, which gRPC calls its
#: minimum back-off.
OPTIONS = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 5000),
    ("grpc.max_reconnect_backoff_ms", 2000),
)

#: The variables that name a proxy, in the order in which gRPC looks at them.
PROXY_VARIABLES = ("grpc_proxy", "https_proxy", "http_proxy")


#: Maximum number of seconds to wait for an answer of one of several servers.
ANSWER_SECONDS = 5

#: The codes of calls that no server has answered.
UNREACHABLE_CODES = frozenset(
    {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}
)


def connect(server: str, options: Sequence[tuple[str, int]] = ()) -> grpc.Channel:
    """Returns a channel to an address such as ``127.0.0.1:4270`` or ``https://play.example``.

    The addresses of servers that share a database can be given together, separated by commas: the channel is
    to the first server that answers. ``options`` are those of gRPC. No proxy is used for addresses of this machine.
    ``BOTWERK_CA`` names a file with the certificates of the trusted authorities.

    The channel closes at the end of a ``with`` statement. Its calls raise ``grpc.RpcError``, from which
    ``RejectedError.from_call`` makes an error with a reason.
    """
    return _open_channel(_first_address(server, options), options, grpc)


async def connect_async(
    server: str, options: Sequence[tuple[str, int]] = ()
) -> grpc.aio.Channel:
    """Returns what ``connect`` returns as a channel for coroutines, which closes at the end of an ``async with``
    statement."""
    address = await asyncio.to_thread(_first_address, server, options)
    return _open_channel(address, options, grpc.aio)


def _first_address(server: str, options: Sequence[tuple[str, int]]) -> str:
    """Returns the address of the first server that answers, or the last address."""
    *addresses, last = (address.strip() for address in server.split(","))
    for address in addresses:
        with _open_channel(address, options, grpc) as channel:
            if _answers(channel):
                return address
    return last


def _answers(channel: grpc.Channel) -> bool:
    """Returns whether the server of a channel answers a call."""
    stub = catalog_pb2_grpc.CatalogServiceStub(channel)  # type: ignore[no-untyped-call]
    try:
        stub.ListGames(catalog_pb2.ListGamesRequest(), timeout=ANSWER_SECONDS)
    except grpc.RpcError as error:
        return error.code() not in UNREACHABLE_CODES
    return True


def _open_channel(
    address: str, options: Sequence[tuple[str, int]], library: ModuleType
) -> grpc.Channel:
    """Returns a channel of ``grpc`` or ``grpc.aio`` to one address.

    ``BOTWERK_CA`` names a file with the certificates of the trusted authorities, in PEM format. An address without a
    scheme is one with TLS if it is set. No proxy is used for addresses of this machine.
    """
    scheme, _, target = address.rpartition("://")
    authorities = os.environ.get("BOTWERK_CA", "")
    options = [*OPTIONS, *options]
    if is_loopback(target):
        options = [*options, ("grpc.enable_http_proxy", 0)]
    if scheme == "https" or (scheme == "" and authorities != ""):
        certificates = Path(authorities).read_bytes() if authorities else None
        return library.secure_channel(target, grpc.ssl_channel_credentials(certificates), options)
    return library.insecure_channel(target, options)


def bearer(token: str | None) -> list[tuple[str, str]]:
    """Returns the metadata of a call that presents the token of a seat, a bot, an environment or the owner of a match, or
    the admin token. Without a token it is empty.

    Raises ``ValueError`` if the token has characters that no token has.
    """
    if not token:
        return []
    # Not quoted: it is a secret.
    if not token.isascii() or not token.isprintable():
        raise ValueError("token: contains characters that are not allowed in a header; use visible ASCII")
    return [("authorization", f"Bearer {token}")]


def is_loopback(target: str) -> bool:
    """Returns whether an address such as ``127.0.0.1:4270`` is one of this machine."""
    host = target.rpartition(":")[0].strip("[]") or target
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def proxy_text(address: str) -> str:
    """Returns what to append to the message of a failed connection: the proxy that was used, if there is one."""
    target = address.rpartition("://")[2]
    host = target.rpartition(":")[0].strip("[]")
    exceptions = os.environ.get("no_grpc_proxy") or os.environ.get("no_proxy") or ""
    if is_loopback(target) or any(
        end.strip() and host.endswith(end.strip()) for end in exceptions.split(",")
    ):
        return ""
    for variable in PROXY_VARIABLES:
        if proxy := os.environ.get(variable):
            return f" (through the proxy {proxy} of {variable}; no_proxy excepts addresses)"
    return ""
