"""For those who look after a server: is it well, and what is it doing."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from typing import Any

import sqlalchemy as sa
from litestar import Response, get
from sqlalchemy.exc import SQLAlchemyError

from kaik.protocol.errors import Forbidden
from kaik.protocol.health import Health
from kaik.server import metrics
from kaik.server.db.store import Store
from kaik.server.http import limits
from kaik.server.http.requests import HttpRequest
from kaik.version import VERSION

log = logging.getLogger("kaik.access")

PATIENCE = 3.0
"""Seconds within which a healthy database answers."""
_BEGUN = "kaik_begun"


@get("/healthz")
async def show_health(request: HttpRequest) -> Response[Health]:
    """200 if the server and its database answer, otherwise 503."""
    well = await _database_answers(request.app.state.store)
    health = Health("ok" if well else "no database", VERSION)
    return Response(health, status_code=200 if well else 503, headers={"Cache-Control": "no-store"})


async def _database_answers(store: Store) -> bool:
    try:
        async with asyncio.timeout(PATIENCE), store.engine.connect() as connection:
            await connection.execute(sa.select(1))
    except (SQLAlchemyError, OSError, TimeoutError):
        return False
    return True


@get("/metrics", include_in_schema=False, sent_as_is=True)
async def show_metrics(request: HttpRequest) -> Response[bytes]:
    """The figures, for those who ask from this machine or a private network."""
    asker = limits.asker(request)
    if asker is not None and not ipaddress.ip_network(asker).is_private:
        raise Forbidden("error.metrics")
    return Response(await asyncio.to_thread(metrics.page), headers={"Content-Type": metrics.MEDIA_TYPE})


HANDLERS = [show_health, show_metrics]


async def note_begin(request: HttpRequest) -> None:
    """Remember when a request came."""
    request.scope["state"][_BEGUN] = time.perf_counter()


async def note_end(request: HttpRequest) -> None:
    """Count an answered request, and log it: its route, never its address."""
    state = request.scope["state"]
    seconds = time.perf_counter() - state.get(_BEGUN, time.perf_counter())
    route = str(request.scope.get("path_template", ""))
    status = state.get(STATUS, 0)
    metrics.requests.labels(request.method, route, status).inc()
    metrics.request_seconds.observe(seconds)
    facts = {"method": request.method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    log.info("%s %s %s", request.method, route, status, extra={"facts": facts})


STATUS = "kaik_status"


async def note_status(message: Any, scope: Any) -> None:
    """Remember the status that goes out."""
    if message["type"] == "http.response.start":
        scope["state"][STATUS] = message["status"]
