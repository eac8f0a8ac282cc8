"""What a handler of the REST interface needs of the application: who asks, and where things are kept."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request

from kaik.server.house import House
from kaik.server.store import Store

Asking: TypeAlias = Request[Any, Any, Any]


def store_of(request: Asking) -> Store:
    """The database."""
    store: Store = request.app.state.store
    return store


def house_of(request: Asking) -> House:
    """The tables in play."""
    house: House = request.app.state.house
    return house
