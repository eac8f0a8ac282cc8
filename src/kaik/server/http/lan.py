"""The server's address in the local network, also as a QR code."""

from __future__ import annotations

import io
import ipaddress
import socket

import segno
from litestar import Response

from kaik.server.http.hosts import host_name, is_address
from kaik.server.http.requests import HttpRequest
from kaik.server.settings import Settings

TEST_NET = ("192.0.2.1", 9)
"""TEST-NET address: connecting a UDP socket only selects the outgoing interface."""


def lan_address() -> str | None:
    """This machine's address in its network, if it has one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(TEST_NET)
            found = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if ipaddress.ip_address(found).is_loopback else found


def address_for_others(settings: Settings, port: int) -> str | None:
    """Where others find the server: nowhere, if it listens only to this machine."""
    if settings.public_url:
        return settings.public_url
    host = lan_address() if settings.wide else settings.host
    if host is None or host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback):
        return None
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def qr_for_terminal(url: str) -> str:
    """An address as a QR code of block characters."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out, compact=True, border=2)
    return out.getvalue()


def qr_response(url: str) -> Response[bytes]:
    """An address as a QR code (SVG)."""
    picture = io.BytesIO()
    segno.make(url, error="m").save(
        picture, kind="svg", scale=4, border=2, xmldecl=False, light="#ffffff", omitsize=True
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


def address_to_share(request: HttpRequest) -> str:
    """Where the server is found from other devices, as far as is known; otherwise as it was asked for."""
    settings: Settings = request.app.state.settings
    port = request.url.port or {"https": 443}.get(request.url.scheme, 80)
    asked = f"{request.url.scheme}://{request.headers.get('host', '')}"
    others = address_for_others(settings, port) if settings.public_url or _is_loopback(request) else None
    return others or asked


def _is_loopback(request: HttpRequest) -> bool:
    """Whether the page was opened under a name that leads other devices nowhere."""
    name = host_name(request.headers.get("host", ""))
    return name == "localhost" or (is_address(name) and ipaddress.ip_address(name).is_loopback)
