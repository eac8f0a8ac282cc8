"""A cache of replayed matches, for those who turn their pages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from kaik.server.lru import LruCache
from kaik.service.replays import LoadedReplay, load

SIZE = 24


class ReplayCache:
    """The matches that were looked at last."""

    def __init__(self, record: Callable[[str], Awaitable[bytes]]) -> None:
        """`record` finds the text of a record by its id, or refuses."""
        self._record = record
        self._loaded: LruCache[LoadedReplay] = LruCache(SIZE)

    async def load(self, id: str) -> LoadedReplay:
        """A finished match, every event checked. Refused like its record."""
        return self._loaded.get(id) or self._loaded.put(
            id, await asyncio.to_thread(load, await self._record(id))
        )
