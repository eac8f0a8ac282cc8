"""Rate limits per client address (token buckets): far more than people need, far less than harms others.

Requests beyond the limit are refused with 429; sockets beyond theirs are closed; frames that come faster
than the limit are not refused but read later. Loopback addresses are not limited.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from msgspec import Struct

from kaik.protocol.errors import TooMany
from kaik.server.http import READING

REQUESTS = (2000.0, 100.0)
"""A whole club behind one address may open its pages at once: so many at a time, so many a second."""
CHANGES = (400.0, 10.0)
"""Requests that change something."""
FRAMES = (200.0, 40.0)
"""Frames on one socket."""
SOCKETS = 600
"""Open sockets from one address."""
REMEMBERED = 10_000
"""Clients whose buckets are remembered."""


class Bucket(Struct):
    """Tokens that are used up one by one and come back with time."""

    left: float
    at: float

    def take(self, size: float, rate: float, now: float) -> float:
        """Take a token; how many seconds it would be until there is one, if there is none."""
        self.left = min(size, self.left + (now - self.at) * rate)
        self.at = now
        if self.left < 1:
            return (1 - self.left) / rate
        self.left -= 1
        return 0.0


class RateLimits:
    """The buckets and open sockets of each client."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._buckets: OrderedDict[tuple[str, bool], Bucket] = OrderedDict()
        self._sockets: Counter[str] = Counter()

    def count_request(self, client: str, changing: bool) -> None:
        """One more request; `TooMany` if it is beyond the limit."""
        for kind in {False, changing}:
            if self._bucket(client, kind).take(*(CHANGES if kind else REQUESTS), self._now()):
                raise TooMany("error.too_many")

    def _bucket(self, client: str, changing: bool) -> Bucket:
        size = (CHANGES if changing else REQUESTS)[0]
        bucket = self._buckets.setdefault((client, changing), Bucket(size, self._now()))
        self._buckets.move_to_end((client, changing))
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket

    @contextmanager
    def socket(self, client: str | None) -> Iterator[None]:
        """One more socket for a while; `TooMany` if it is beyond the limit."""
        if client is None:
            yield
            return
        if self._sockets[client] >= SOCKETS:
            raise TooMany("error.too_many_sockets", most=SOCKETS)
        self._sockets[client] += 1
        try:
            yield
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]


class FramePacer:
    """Throttles the frames of one socket."""

    def __init__(self) -> None:
        self._bucket = Bucket(FRAMES[0], time.monotonic())

    async def wait(self) -> None:
        """Wait until the next frame may be read."""
        while wait := self._bucket.take(*FRAMES, time.monotonic()):
            await asyncio.sleep(wait)


def client_network(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The address that limits count by: for IPv6 its /64 network; `None` for this machine."""
    peer = connection.scope.get("client")
    try:
        address = ipaddress.ip_address(peer[0].partition("%")[0]) if peer else None
    except ValueError:
        return None
    if address is None or address.is_loopback:
        return None
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


def check_rate(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Guard: `TooMany` for clients that ask too much at once."""
    client = client_network(connection)
    if client is not None:
        limits: RateLimits = connection.app.state.limits
        limits.count_request(client, connection.scope.get("method", "GET") not in READING)
