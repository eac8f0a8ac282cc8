"""Banned people, polled from the database: `kaik admin` bans while the server runs."""

from __future__ import annotations

import asyncio
import logging

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from kaik.protocol.errors import Forbidden
from kaik.server.db.models import people

log = logging.getLogger(__name__)

POLL = 2.0
"""Seconds between two polls: a ban holds after that time at the latest."""


class Bans:
    """The banned people as of the last poll."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._ids: frozenset[str] = frozenset()

    async def watch(self) -> None:
        """Poll for ever."""
        while True:
            await asyncio.sleep(POLL)
            try:
                await self.load()
            except Exception:
                log.exception("the bans could not be read")

    async def load(self) -> None:
        """Read who is banned now."""
        query = sa.select(people.c.id).where(people.c.banned.is_not(None))
        async with self._engine.connect() as connection:
            self._ids = frozenset((await connection.scalars(query)).all())

    def check(self, person: str | None) -> None:
        """`Forbidden` for somebody who is banned."""
        if person in self._ids:
            raise Forbidden("error.banned")
