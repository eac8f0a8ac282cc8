"""Group commit for SQLite: all writes that wait share one visit to the driver's thread and one commit.

Each write has a savepoint of its own, so that it succeeds or fails by itself, and its caller is answered
after the commit. While one commit reaches the disk the next batch gathers: a crowd costs few commits, and a
single writer waits for nobody. (PostgreSQL has a group commit of its own.)
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncEngine

Work = Callable[[sqlite3.Connection], None]


class _Pending(NamedTuple):
    work: Work
    done: asyncio.Future[None]


class GroupCommit:
    """The queue of writes for the engine's only connection."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: list[_Pending] = []
        self._writer: asyncio.Task[None] | None = None

    async def write(self, work: Work) -> None:
        """Have this done and committed. What it raises is raised here, and nothing of it is written."""
        pending = _Pending(work, asyncio.get_running_loop().create_future())
        self._queue.append(pending)
        if self._writer is None:
            self._writer = asyncio.ensure_future(self._write_all())
        await pending.done

    async def close(self) -> None:
        """Wait until the queue is empty."""
        if self._writer is not None:
            await self._writer

    async def _write_all(self) -> None:
        """Write batches until none is left. The connection is returned to the pool between two of them."""
        while self._queue:
            batch: list[_Pending] = []
            try:
                async with self._engine.connect() as connection:
                    driver: Any = (await connection.get_raw_connection()).driver_connection
                    batch = self._take_batch()
                    works = [pending.work for pending in batch]
                    _resolve(batch, await driver.in_thread(partial(_commit_together, works)))
            except Exception as trouble:
                batch = batch or self._take_batch()
                _resolve(batch, [trouble] * len(batch))
        self._writer = None

    def _take_batch(self) -> list[_Pending]:
        batch, self._queue = self._queue, []
        return batch


def _resolve(batch: Sequence[_Pending], outcomes: Sequence[Exception | None]) -> None:
    for pending, trouble in zip(batch, outcomes, strict=True):
        if pending.done.done():  # the caller was cancelled
            continue
        if trouble is None:
            pending.done.set_result(None)
        else:
            pending.done.set_exception(trouble)


def _commit_together(works: Sequence[Work], connection: sqlite3.Connection) -> list[Exception | None]:
    """Do all in one transaction; what each has raised, if anything."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcomes = [_in_savepoint(connection, work) for work in works]
        connection.execute("COMMIT")
        return outcomes
    except BaseException:
        connection.rollback()
        raise


def _in_savepoint(connection: sqlite3.Connection, work: Work) -> Exception | None:
    connection.execute("SAVEPOINT work")
    try:
        work(connection)
    except Exception as trouble:
        connection.execute("ROLLBACK TO work")
        return trouble
    finally:
        connection.execute("RELEASE work")
    return None
