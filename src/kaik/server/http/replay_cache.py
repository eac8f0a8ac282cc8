"""An LRU cache of replayed matches, for those who turn their pages."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from kaik.service.replays import LoadedReplay, load

SIZE = 24


class ReplayCache:
    """The matches that were looked at last."""

    def __init__(self, record: Callable[[str], Awaitable[bytes]]) -> None:
        """`record` finds the text of a record by its id, or refuses."""
        self._record = record
        self._loaded: OrderedDict[str, LoadedReplay] = OrderedDict()

    async def load(self, id: str) -> LoadedReplay:
        """A finished match, every event checked. Refused like its record."""
        if id not in self._loaded:
            text = await self._record(id)
            self._loaded[id] = await asyncio.to_thread(load, text)
        self._loaded.move_to_end(id)
        found = self._loaded[id]
        if len(self._loaded) > SIZE:
            self._loaded.popitem(last=False)
        return found
