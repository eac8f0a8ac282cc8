"""Health and metrics, and the access log."""

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

HEALTH_TIMEOUT = 3.0
"""Seconds within which a healthy database answers."""
_STARTED, _STATUS = "kaik_started", "kaik_status"


@get("/healthz")
async def show_health(request: HttpRequest) -> Response[Health]:
    """200 if the server and its database answer, otherwise 503."""
    healthy = await _database_answers(request.app.state.store)
    health = Health("ok" if healthy else "no database", VERSION)
    return Response(health, status_code=200 if healthy else 503, headers={"Cache-Control": "no-store"})


async def _database_answers(store: Store) -> bool:
    try:
        async with asyncio.timeout(HEALTH_TIMEOUT), store.engine.connect() as connection:
            await connection.execute(sa.select(1))
    except (SQLAlchemyError, OSError, TimeoutError):
        return False
    return True


@get("/metrics", include_in_schema=False, sent_as_is=True)
async def show_metrics(request: HttpRequest) -> Response[bytes]:
    """The figures, for those who ask from this machine or a private network."""
    client = limits.client_network(request)
    if client is not None and not ipaddress.ip_network(client).is_private:
        raise Forbidden("error.metrics")
    return Response(await asyncio.to_thread(metrics.page), headers={"Content-Type": metrics.MEDIA_TYPE})


HANDLERS = [show_health, show_metrics]


async def start_timer(request: HttpRequest) -> None:
    """Before a request: remember when it came."""
    request.scope["state"][_STARTED] = time.perf_counter()


async def log_request(request: HttpRequest) -> None:
    """After a response: count and log the request, by its route, never by its address."""
    state = request.scope["state"]
    seconds = time.perf_counter() - state.get(_STARTED, time.perf_counter())
    route = str(request.scope.get("path_template", ""))
    status = state.get(_STATUS, 0)
    metrics.requests.labels(request.method, route, status).inc()
    metrics.request_seconds.observe(seconds)
    facts = {"method": request.method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    log.info("%s %s %s", request.method, route, status, extra={"facts": facts})


async def remember_status(message: Any, scope: Any) -> None:
    """Before a response is sent: remember its status."""
    if message["type"] == "http.response.start":
        scope["state"][_STATUS] = message["status"]
