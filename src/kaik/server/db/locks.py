"""A lock that serialises read-then-write across processes.

Two people who ask for a quick match at the same moment would otherwise each open a table and wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from zlib import crc32

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine


class DatabaseLock:
    """A named lock: an `asyncio.Lock` within a process, an advisory lock between those at one PostgreSQL."""

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        self._engine = engine
        self._key = crc32(name.encode())
        self._local = asyncio.Lock()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Wait for the lock, and hold it for a while."""
        async with self._local:
            if self._engine.dialect.name != "postgresql":
                yield
                return
            async with self._engine.begin() as connection:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(self._key)))
                yield
