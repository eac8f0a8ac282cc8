"""Listens to PostgreSQL's notifications (`LISTEN`): which tables other processes have changed.

The triggers that send them are in `db/migrations/triggers.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

log = logging.getLogger(__name__)

CHANNEL = "kaik"
"""The name that notifications are sent and listened to under."""
AGAIN = 1.0
"""Seconds to wait before connecting again when the database was lost."""


class PostgresListener:
    """Listens for as long as the server runs, on a connection of its own."""

    def __init__(
        self, engine: AsyncEngine, heard: Callable[[str, int], None], missed: Callable[[], None]
    ) -> None:
        self._engine = engine
        self._heard = heard
        self._missed = missed
        """Called when notices may have been lost."""

    async def listen(self) -> None:
        """Pass on what others write. A lost connection is made again."""
        while True:
            try:
                await self._listen()
            except (SQLAlchemyError, OSError):
                log.warning("the database was lost; trying again", exc_info=True)
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        async with self._engine.connect() as connection:
            me = await connection.scalar(sa.text("SELECT current_setting('application_name')"))
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await connection.commit()
            lost = asyncio.Event()
            driver.add_termination_listener(lambda _: lost.set())
            await driver.add_listener(CHANNEL, lambda _c, _p, _n, told: self._pass_on(told, str(me)))
            self._missed()
            await lost.wait()
            await connection.invalidate()

    def _pass_on(self, told: str, me: str) -> None:
        table, seq, writer = told.split(" ", 2)
        if writer != me:
            self._heard(table, int(seq))
