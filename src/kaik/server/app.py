"""The application: its parts, put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from kaik.core.errors import Refusal
from kaik.core.messages import Message, msg
from kaik.server import (
    accounts,
    api,
    board_api,
    lan,
    learning,
    live,
    operations,
    people_api,
    records_api,
    replay_api,
    site,
    tables_api,
    tournaments_api,
)
from kaik.server.analysts import Analysts
from kaik.server.bans import Bans
from kaik.server.bus import LocalBus
from kaik.server.hosts import own_host
from kaik.server.house import House
from kaik.server.library import Library
from kaik.server.limits import Limits, within_limits
from kaik.server.news import News
from kaik.server.presence import Presence
from kaik.server.problems import Forbidden
from kaik.server.replays import Shelf
from kaik.server.settings import Settings
from kaik.server.store import Store
from kaik.server.thinkers import Thinkers
from kaik.server.wire import Trouble, trouble
from kaik.version import VERSION

log = logging.getLogger(__name__)

BODY_LIMIT = 64 * 1024

Asking = Request[Any, Any, Any]

HANDLERS: list[ControllerRouterHandler] = [
    *api.HANDLERS,
    *tables_api.HANDLERS,
    *people_api.HANDLERS,
    *records_api.HANDLERS,
    *tournaments_api.HANDLERS,
    *replay_api.HANDLERS,
    *board_api.HANDLERS,
    *learning.HANDLERS,
    *operations.HANDLERS,
    *lan.HANDLERS,
]


def create_app(settings: Settings, folder: Path = site.FOLDER) -> Litestar:
    """The server for these settings, with the client built into `folder`."""
    handlers: list[ControllerRouterHandler] = [*HANDLERS, live.live, site.show_site]
    return Litestar(
        route_handlers=handlers,
        state=State({"settings": settings, "site": site.Site(folder), "limits": Limits()}),
        lifespan=[_lifespan],
        logging_config=None,
        guards=[own_host, within_limits, own_origin, accounts.own_page],
        before_request=operations.note_begin,
        before_send=[accounts.send_cookie, operations.note_status],
        after_response=operations.note_end,
        exception_handlers={
            Refusal: _refused,
            HTTPException: _http_error,
            RecursionError: _no_json,
            UnicodeDecodeError: _no_json,
            Exception: _internal,
        },
        compression_config=CompressionConfig(
            backend="brotli", brotli_gzip_fallback=True, brotli_quality=4, exclude_opt_key="sent_as_is"
        ),
        request_max_body_size=BODY_LIMIT,
        openapi_config=OpenAPIConfig(
            title="kaik",
            version=VERSION,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        ),
    )


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    store = await Store.open(settings.database)
    thinkers = Thinkers()
    house = House(
        store, LocalBus(), thinkers, settings.nonce_wait, settings.claim_window, grace=settings.grace
    )
    shelf = Shelf(Library(house).find)
    analysts, presence = Analysts(), Presence(house)
    bans = Bans(store.engine)
    await bans.look()
    app.state.update({"store": store, "house": house, "shelf": shelf, "analysts": analysts})
    app.state.update({"bans": bans, "presence": presence})
    await house.open()
    house.spawn(bans.watch())
    if store.shared:
        house.spawn(News(store.engine, house.hear, house.hear_anything).listen())
    house.spawn(presence.keep())
    try:
        yield
    finally:
        await house.close()
        analysts.close()
        thinkers.close()
        await store.close()


# -- whose page is asking --------------------------------------------------------------------------


def own_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse what another site's page sends: sockets, and requests that change something."""
    if connection.scope.get("method", "") in accounts.READING:
        return
    origin = connection.headers.get("origin")
    settings: Settings = connection.app.state.settings
    if origin is not None and not _is_own(origin, connection.headers.get("host", ""), settings.public_url):
        raise Forbidden("error.origin")


def _is_own(origin: str, host: str, public_url: str) -> bool:
    """Whether the page came from here: programs that are no browsers send no origin and are not asked."""
    if public_url and origin.lower() == public_url:
        return True
    return urlsplit(origin).netloc.lower() == host.lower() != ""


# -- refusals --------------------------------------------------------------------------------------


def _refused(_: Asking, refusal: Refusal) -> Response[Trouble]:
    return _answer(refusal.message, api.status_of(refusal))


def _http_error(_: Asking, error: HTTPException) -> Response[Trouble]:
    if isinstance(error, ValidationException):
        return _answer(msg("error.request", detail=_detail(error)), error.status_code)
    keys = {404: "error.not_found", 405: "error.method", 413: "error.body_size"}
    key = keys.get(error.status_code, "error.request" if error.status_code < 500 else "error.internal")
    return _answer(msg(key, detail=str(error.detail)), error.status_code)


def _detail(error: ValidationException) -> str:
    """What is wrong with the request, in the words of the validator."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        return "; ".join(f"{item.get('key', '')}: {item.get('message', '')}".strip(": ") for item in extra)
    return str(error.detail)


def _no_json(_: Asking, __: Exception) -> Response[Trouble]:
    return _answer(msg("error.request", detail="JSON"), 400)


def _internal(request: Asking, error: Exception) -> Response[Trouble]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _answer(msg("error.internal"), 500)


def _answer(message: Message, status: int) -> Response[Trouble]:
    return Response(trouble(message), status_code=status, media_type="application/json")
