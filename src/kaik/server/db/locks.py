"""One at a time: what must be looked up and then written without anybody in between.

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
    """Lets one through at a time, in this process and in all that share a PostgreSQL."""

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        self._engine = engine
        self._key = crc32(name.encode())
        self._here = asyncio.Lock()

    @asynccontextmanager
    async def passed(self) -> AsyncIterator[None]:
        """Wait for one's turn."""
        async with self._here:
            if self._engine.dialect.name != "postgresql":
                yield
                return
            async with self._engine.begin() as connection:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(self._key)))
                yield
