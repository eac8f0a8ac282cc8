"""What handlers need of the application that a request came to."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request

from kaik.server.db.store import Store
from kaik.server.http.replay_cache import ReplayCache
from kaik.server.tables.manager import TableManager
from kaik.server.workers.analysis import AnalysisWorker

HttpRequest: TypeAlias = Request[Any, Any, Any]


def store_of(request: HttpRequest) -> Store:
    """The database."""
    store: Store = request.app.state.store
    return store


def tables_of(request: HttpRequest) -> TableManager:
    """The tables in play."""
    manager: TableManager = request.app.state.tables
    return manager


def replays_of(request: HttpRequest) -> ReplayCache:
    """The finished matches that were looked at last."""
    replays: ReplayCache = request.app.state.replays
    return replays


def analysis_of(request: HttpRequest) -> AnalysisWorker:
    """The process that analyses positions."""
    analysis: AnalysisWorker = request.app.state.analysis
    return analysis
