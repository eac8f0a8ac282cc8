"""A SQLite connection for an event loop: only what may block runs in the driver's thread.

A statement on a cached file takes less time than the way to another thread and back, so statements run in
place. What waits for the disk or for another process's lock, the beginning and the end of a transaction that
writes, runs in the thread. This departs from aiosqlite's own use, where every call goes to the thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

import aiosqlite

T = TypeVar("T")
READS = "kaik_reads"
"""The execution option of connections on which nothing is written."""
CHUNK = 64
"""How many rows an iteration fetches at a time."""


class Connection(aiosqlite.Connection):
    """One connection, used by one task at a time. Nothing is connected until it is awaited."""

    def __init__(self, file: str) -> None:
        super().__init__(lambda: sqlite3.connect(file, check_same_thread=False), CHUNK)
        self._thread.daemon = True  # stopping the server does not wait for it

    async def in_thread(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Have this done in the driver's thread."""
        done: T = await super()._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return done

    async def begin(self) -> None:
        """Take the write lock at once: a reader could not upgrade to it later."""
        await self.in_thread(lambda connection: connection.execute("BEGIN IMMEDIATE"))

    async def commit(self) -> None:
        """Commit, which waits for the disk."""
        if self.in_transaction:
            await self.in_thread(lambda connection: connection.commit())

    async def _execute(self, fn: Callable[..., T], *words: Any, **named: Any) -> T:
        """Everything else runs in place."""
        return fn(*words, **named)
