"""SQLite's connection for a server that must not wait: only what may take long goes to the driver's thread.

A statement on a file that is at hand takes less time than the way to another thread and back. So statements
run where they are asked for. What waits for the disk or for another process, the beginning and the end of a
transaction that writes, is done aside.
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
    """One connection, used by one at a time. Nothing is connected until it is awaited."""

    def __init__(self, file: str) -> None:
        super().__init__(lambda: sqlite3.connect(file, check_same_thread=False), CHUNK)
        self._thread.daemon = True  # whoever stops the server does not wait for it

    async def aside(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Have this done in the driver's thread."""
        done: T = await super()._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return done

    async def begin(self) -> None:
        """Take the write lock, which another process may hold: a reader could not upgrade to it later."""
        await self.aside(lambda connection: connection.execute("BEGIN IMMEDIATE"))

    async def commit(self) -> None:
        """Bring a transaction to the disk."""
        if self.in_transaction:
            await self.aside(lambda connection: connection.commit())

    async def _execute(self, fn: Callable[..., T], *words: Any, **named: Any) -> T:
        """All else, at once."""
        return fn(*words, **named)
