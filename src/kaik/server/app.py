"""The composition root: the parts of the application, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

from kaik.server.db.store import Store
from kaik.server.http import auth, errors, site
from kaik.server.http.bans import Bans
from kaik.server.http.handlers import (
    boards,
    games,
    lessons,
    operations,
    people,
    records,
    replays,
    tables,
    tournaments,
)
from kaik.server.http.hosts import check_host, check_origin
from kaik.server.http.limits import RateLimits, check_rate
from kaik.server.http.replay_cache import ReplayCache
from kaik.server.live import sockets
from kaik.server.live.presence import Presence
from kaik.server.notify.bus import LocalBus
from kaik.server.notify.postgres import PostgresListener
from kaik.server.settings import Settings
from kaik.server.tables.manager import TableManager
from kaik.server.workers.analysis import AnalysisWorker
from kaik.server.workers.pool import WorkerPool
from kaik.table.state import Timing
from kaik.version import VERSION

BODY_LIMIT = 64 * 1024

HANDLERS: list[ControllerRouterHandler] = [
    *games.HANDLERS,
    *tables.HANDLERS,
    *people.HANDLERS,
    *records.HANDLERS,
    *tournaments.HANDLERS,
    *replays.HANDLERS,
    *boards.HANDLERS,
    *lessons.HANDLERS,
    *operations.HANDLERS,
]


def create_app(settings: Settings, folder: Path = site.FOLDER) -> Litestar:
    """The server for these settings, with the client built into `folder`."""
    handlers: list[ControllerRouterHandler] = [*HANDLERS, sockets.live, site.show_site]
    return Litestar(
        route_handlers=handlers,
        state=State({"settings": settings, "site": site.Site(folder), "limits": RateLimits()}),
        lifespan=[_lifespan],
        logging_config=None,
        guards=[check_host, check_rate, check_origin, auth.own_page],
        before_request=operations.start_timer,
        before_send=[auth.send_cookie, operations.remember_status],
        after_response=operations.log_request,
        exception_handlers=errors.HANDLERS,
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
    workers = WorkerPool()
    timing = Timing(settings.nonce_wait, settings.claim_window, settings.grace)
    tables = TableManager(store, LocalBus(), workers, timing)
    replay_cache = ReplayCache(partial(records.find_record, tables))
    analysis, presence = AnalysisWorker(), Presence(tables)
    bans = Bans(store.engine)
    await bans.load()
    app.state.update({"store": store, "tables": tables, "replays": replay_cache, "analysis": analysis})
    app.state.update({"bans": bans, "presence": presence})
    await tables.open()
    tables.spawn(bans.watch())
    if store.shared:
        tables.spawn(PostgresListener(store.engine, tables.hear, tables.hear_anything).listen())
    tables.spawn(presence.keep())
    try:
        yield
    finally:
        await tables.close()
        analysis.close()
        workers.close()
        await store.close()
