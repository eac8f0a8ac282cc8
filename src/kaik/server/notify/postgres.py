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
RETRY = 1.0
"""Seconds to wait before reconnecting."""


class PostgresListener:
    """Listens for as long as the server runs, on a connection of its own."""

    def __init__(
        self, engine: AsyncEngine, on_notice: Callable[[str, int], None], on_gap: Callable[[], None]
    ) -> None:
        self._engine = engine
        self._on_notice = on_notice
        self._on_gap = on_gap
        """Called when notices may have been lost: at first, and after every reconnection."""

    async def listen(self) -> None:
        """Pass on what other processes write. Reconnects for ever."""
        while True:
            try:
                await self._listen()
            except (SQLAlchemyError, OSError):
                log.warning("the database was lost; trying again", exc_info=True)
            await asyncio.sleep(RETRY)

    async def _listen(self) -> None:
        async with self._engine.connect() as connection:
            me = await connection.scalar(sa.text("SELECT current_setting('application_name')"))
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await connection.commit()
            lost = asyncio.Event()
            driver.add_termination_listener(lambda _: lost.set())
            await driver.add_listener(CHANNEL, lambda _c, _p, _n, payload: self._dispatch(payload, str(me)))
            self._on_gap()
            await lost.wait()
            await connection.invalidate()

    def _dispatch(self, payload: str, me: str) -> None:
        table, seq, writer = payload.split(" ", 2)
        if writer != me:
            self._on_notice(table, int(seq))
