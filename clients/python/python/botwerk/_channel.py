"""Connections to servers: TLS, and proxies, which gRPC takes from the environment."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Sequence
from pathlib import Path

import grpc

#: How connections are opened: a new one is tried within two seconds. An attempt may take five, which gRPC calls its
#: minimum back-off.
OPTIONS = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 5000),
    ("grpc.max_reconnect_backoff_ms", 2000),
)

#: The variables that name a proxy, in the order in which gRPC looks at them.
PROXY_VARIABLES = ("grpc_proxy", "https_proxy", "http_proxy")


def open_channel(address: str, options: Sequence[tuple[str, int]]) -> grpc.Channel:
    """Returns a channel to one address.

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
        return grpc.secure_channel(target, grpc.ssl_channel_credentials(certificates), options)
    return grpc.insecure_channel(target, options)


def bearer(token: str | None) -> list[tuple[str, str]]:
    """Returns the metadata of a call that presents a token, or those of a call without one.

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
