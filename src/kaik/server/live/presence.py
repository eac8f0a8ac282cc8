"""Who is at which table: people with at least one open socket there.

It is written down when somebody comes or goes, so that every process knows. Who was there when a process died
is marked as gone when the next one starts, and who is there after all is marked again in a moment.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from kaik.protocol.errors import NotFound
from kaik.server.tables.hosted import HostedTable
from kaik.server.tables.manager import TableManager
from kaik.table.commands import Arrive, Depart

REPEAT = 10.0


class Presence:
    """The people at the tables whose sockets end in this process."""

    def __init__(self, tables: TableManager) -> None:
        self._tables = tables
        self._sockets: Counter[tuple[str, str]] = Counter()

    @asynccontextmanager
    async def at(self, table: HostedTable, person: str | None) -> AsyncIterator[None]:
        """Somebody looks at a table for a while."""
        if person is None:
            yield
            return
        key = (table.id, person)
        self._sockets[key] += 1
        try:
            await table.submit(Arrive(person))
            yield
        finally:
            self._sockets[key] -= 1
            if self._sockets[key] == 0:
                del self._sockets[key]
                self._tables.spawn(self._depart(table, person, self._tables.now()))

    async def _depart(self, table: HostedTable, person: str, since: float) -> None:
        """The last socket is closed, unless another has been opened meanwhile."""
        if (table.id, person) not in self._sockets:
            with suppress(NotFound):  # the last to leave has taken the table along
                await table.submit(Depart(person, since))

    async def keep(self) -> None:
        """Mark everyone away at start-up, then re-mark connected people every 10 s."""
        store = self._tables.store
        await store.mark_everyone_away(self._tables.now())
        while True:
            await asyncio.sleep(REPEAT)
            here = list(self._sockets)
            for table, person in await store.marked_away({person for _, person in here}):
                if (table, person) in self._sockets:
                    await self._tables.table(table).submit(Arrive(person))
