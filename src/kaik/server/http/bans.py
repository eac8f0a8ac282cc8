"""People who may no longer play here. Whoever looks after the server adds to them while it runs."""

from __future__ import annotations

import asyncio
import logging

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from kaik.protocol.errors import Forbidden
from kaik.server.db.models import people

log = logging.getLogger(__name__)

LOOK_AGAIN = 2.0
"""Seconds until a ban holds at the latest."""


class Bans:
    """Who is banned, as of a moment ago."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._ids: frozenset[str] = frozenset()

    async def watch(self) -> None:
        """Keep up to date."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            try:
                await self.look()
            except Exception:
                log.exception("the bans could not be read")

    async def look(self) -> None:
        """Read who is banned now."""
        query = sa.select(people.c.id).where(people.c.banned.is_not(None))
        async with self._engine.connect() as connection:
            self._ids = frozenset((await connection.scalars(query)).all())

    def check(self, person: str | None) -> None:
        """Refuse somebody who is banned."""
        if person in self._ids:
            raise Forbidden("error.banned")
