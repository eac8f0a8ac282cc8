"""The tables in play on this server: one `HostedTable` each, and a sweeper for what is due at the others."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from random import uniform
from typing import Any
from weakref import WeakValueDictionary

from kaik.server.db.locks import DatabaseLock
from kaik.server.db.results import Results
from kaik.server.db.store import Store
from kaik.server.notify.bus import Bus, chat_topic
from kaik.server.tables.hosted import HostedTable
from kaik.server.workers.pool import WorkerPool
from kaik.table.machine import ChanceOf, TableMachine, sealed_chance
from kaik.table.state import USUAL_TIMING, TableState, Timing

log = logging.getLogger(__name__)

KEPT = 100
"""How many tables stay in memory when nobody looks."""
SWEEP = 2.0


class TableManager:
    """All tables, with what they share: the database, notices, computer players, time, chance, tasks."""

    def __init__(
        self,
        store: Store,
        notices: Bus,
        workers: WorkerPool,
        timing: Timing = USUAL_TIMING,
        *,
        now: Callable[[], float] = time.time,
        chance: ChanceOf = sealed_chance,
    ) -> None:
        self.store = store
        self.notices = notices
        self.workers = workers
        self.timing = timing
        self.now = now
        self.results = Results(store.engine)
        self.quick_match = DatabaseLock(store.engine, "quick match")
        """Serialises looking for an opponent across processes."""
        self._chance = chance
        self._tables: WeakValueDictionary[str, HostedTable] = WeakValueDictionary()
        self._recent: OrderedDict[str, HostedTable] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def table(self, id: str) -> HostedTable:
        """A table; there is only one object at a time, so that its lock means something.

        Who asks anew may know from another process more than has been heard here: it is read again.
        """
        table = self._tables.get(id)
        if table is None:
            table = self._tables[id] = HostedTable(id, self)
        elif self.store.shared:
            table.invalidate()
        self._recent[id] = table
        self._recent.move_to_end(id)
        if len(self._recent) > KEPT:
            self._recent.popitem(last=False)
        return table

    def build(self, state: TableState, entries: Sequence[Any], answers: Mapping[str, int]) -> TableMachine:
        """The machine of a table from what is kept."""
        return TableMachine(state, entries, answers, self.timing, self._chance)

    async def set_up(self, state: TableState) -> HostedTable:
        """A new table, begun if nobody need be waited for."""
        await self.store.add_table(state)
        table = self.table(state.id)
        await table.see_to()
        return table

    # -- other processes ---------------------------------------------------------------------------

    def hear(self, name: str, seq: int) -> None:
        """Another process has changed a table, or somebody there has said something at one."""
        table = self._tables.get(name)
        if table is not None:
            table.invalidate()
        self.notices.publish(name, seq)

    def hear_anything(self) -> None:
        """Notices may have been lost: any table may have changed, and anybody may have said something."""
        for id in list(self._tables):
            self.hear(id, 0)
            self.hear(chat_topic(id), 0)

    async def refresh(self, person: str) -> None:
        """A person's name has changed: tell those who look at a table of theirs."""
        for state in await self.store.tables_of(person, KEPT):
            self.hear(state.id, 0)

    # -- work in the background --------------------------------------------------------------------

    async def open(self) -> None:
        """Take up what was left undone, and look after it from now on.

        Alone at a database all of that is ours; otherwise only what nobody has seen to in time.
        """
        self._resume(await self.store.due(self.now() if self.store.shared else None))
        self.spawn(self._sweep())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP * uniform(0.5, 1.5))
            try:
                self._resume(await self.store.due(self.now()))
            except Exception:
                log.exception("the sweeper failed and goes on")

    def _resume(self, ids: Sequence[str]) -> None:
        for id in ids:
            table = self.table(id)
            table.invalidate()
            self.spawn(table.see_to())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run in the background; a failure is logged, and the sweeper tries again."""
        if self._closed:
            work.close()
            return
        task = asyncio.ensure_future(_guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # a task cancelled before it starts has not begun it

    async def close(self) -> None:
        """Stop all work in the background, and begin no more."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        log.exception("work in the background failed")
