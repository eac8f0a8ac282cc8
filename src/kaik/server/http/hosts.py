"""Host and Origin headers: under which names the server may be asked for, and whose pages may ask.

A page of another site can make a browser ask for this server under a name of its own (DNS rebinding). So
names must be known; bare addresses need not be, since rebinding works only with names.
"""

from __future__ import annotations

import functools
import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from kaik.protocol.errors import Forbidden
from kaik.server.http import READING
from kaik.server.settings import Settings


def check_host(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Guard: `Forbidden` for a request under a name that is not this server's (DNS rebinding)."""
    settings: Settings = connection.app.state.settings
    name = host_name(connection.headers.get("host", ""))
    if not is_own_name(name, settings):
        raise Forbidden("error.host", name=name[:60])


def check_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Guard: `Forbidden` for sockets and changes that another site's page asks for."""
    if connection.scope.get("method", "") in READING:
        return
    origin = connection.headers.get("origin")
    settings: Settings = connection.app.state.settings
    if origin is not None and not _is_own_origin(
        origin, connection.headers.get("host", ""), settings.public_url
    ):
        raise Forbidden("error.origin")


def _is_own_origin(origin: str, host: str, public_url: str) -> bool:
    """Whether the page came from here: programs that are no browsers send no origin and are not asked."""
    if public_url and origin.lower() == public_url:
        return True
    return urlsplit(origin).netloc.lower() == host.lower() != ""


def host_name(host: str) -> str:
    """The name in a Host header, without its port."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].removesuffix(".")


def is_own_name(name: str, settings: Settings) -> bool:
    """Whether the server answers to this name."""
    return (
        not name or is_address(name) or name.endswith(".localhost") or name in _names(settings) | _machine()
    )


def is_address(name: str) -> bool:
    """Whether this is an address and not a name."""
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def _names(settings: Settings) -> frozenset[str]:
    public = urlsplit(settings.public_url).hostname or ""
    return frozenset({"localhost", settings.host.lower(), public, *settings.hosts})


@functools.cache
def _machine() -> frozenset[str]:
    """What the machine calls itself, also as a local network does."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"})
