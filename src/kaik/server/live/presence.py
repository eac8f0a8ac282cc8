"""Who is at which table: people with at least one open socket there.

It is written down when somebody comes or goes, so that every process knows. Who was there when a process died
is marked as gone when the next one starts, and who is there after all is marked again in a moment.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kaik.server.tables.house import House
from kaik.server.tables.rooms import Room

REPEAT = 10.0


class Presence:
    """The people at the tables whose sockets end in this process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._sockets: Counter[tuple[str, str]] = Counter()

    @asynccontextmanager
    async def at(self, room: Room, person: str | None) -> AsyncIterator[None]:
        """Somebody looks at a table for a while."""
        if person is None:
            yield
            return
        key = (room.id, person)
        self._sockets[key] += 1
        try:
            await room.mark(person, None)
            yield
        finally:
            self._sockets[key] -= 1
            if self._sockets[key] == 0:
                del self._sockets[key]
                self._house.spawn(self._gone(room, person, self._house.now()))

    async def _gone(self, room: Room, person: str, since: float) -> None:
        """The last socket is closed, unless another has been opened meanwhile."""
        if (room.id, person) not in self._sockets:
            await room.mark(person, since)

    async def keep(self) -> None:
        """Whoever was here when a process died is gone; who is here after all is marked again, for ever."""
        await self._house.store.all_away(self._house.now())
        while True:
            await asyncio.sleep(REPEAT)
            here = list(self._sockets)
            for table, person in await self._house.store.thought_away({person for _, person in here}):
                if (table, person) in self._sockets:
                    await self._house.room(table).mark(person, None)
