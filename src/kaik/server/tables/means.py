"""What all rooms of a process share: the database, the bus, time, chance, and work in the background."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from kaik.play.fairness import Chance, Sealed
from kaik.server.db.locks import DatabaseLock
from kaik.server.db.results import Results
from kaik.server.db.store import Store, TableRow
from kaik.server.notify.bus import Bus
from kaik.server.settings import CLAIM_WINDOW, GRACE
from kaik.server.workers.pool import WorkerPool

log = logging.getLogger(__name__)


def sealed(row: TableRow) -> Chance:
    """The chance of a match: its committed seed and everybody's nonces."""
    return Sealed(row.seed, row.nonces)


@dataclass(eq=False)
class Means:
    """Time and chance come from outside, so that a test can bring its own."""

    store: Store
    bus: Bus
    thinkers: WorkerPool
    nonce_wait: float
    claim_window: float = CLAIM_WINDOW
    grace: float = field(default=GRACE, kw_only=True)
    now: Callable[[], float] = field(default=time.time, kw_only=True)
    chance: Callable[[TableRow], Chance] = field(default=sealed, kw_only=True)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set, init=False)
    _closed: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.chronicle = Results(self.store.engine)
        self.meeting = DatabaseLock(self.store.engine, "quick match")
        """Who looks for an opponent passes here."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Work in the background; a failure is logged, and the sweeper tries again."""
        if self._closed:
            work.close()
            return
        task = asyncio.ensure_future(_guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # who is stopped before the start has not begun it

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
