"""SQLite's quick way to write: whatever waits is done in one visit to the driver's thread, with one commit.

Each piece of work stands or falls by itself, and whoever asked for it is answered after the commit. While one
commit reaches the disk the next batch gathers, so that a crowd costs few commits and somebody alone no delay.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncEngine

Work = Callable[[sqlite3.Connection], None]


class _Wanted(NamedTuple):
    work: Work
    done: asyncio.Future[None]


class GroupCommit:
    """The writing that waits for the engine's only connection."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[_Wanted] = []
        self._writer: asyncio.Task[None] | None = None

    async def write(self, work: Work) -> None:
        """Have this done and committed. What it raises is raised here, and nothing of it is written."""
        wanted = _Wanted(work, asyncio.get_running_loop().create_future())
        self._waiting.append(wanted)
        if self._writer is None:
            self._writer = asyncio.ensure_future(self._write_all())
        await wanted.done

    async def close(self) -> None:
        """Wait until all is written."""
        if self._writer is not None:
            await self._writer

    async def _write_all(self) -> None:
        """Between two batches the connection is anybody's who has waited for it."""
        while self._waiting:
            batch: list[_Wanted] = []
            try:
                async with self._engine.connect() as connection:
                    driver: Any = (await connection.get_raw_connection()).driver_connection
                    batch = self._taken()
                    works = [wanted.work for wanted in batch]
                    _answer(batch, await driver.aside(partial(_together, works)))
            except Exception as trouble:
                batch = batch or self._taken()
                _answer(batch, [trouble] * len(batch))
        self._writer = None

    def _taken(self) -> list[_Wanted]:
        taken, self._waiting = self._waiting, []
        return taken


def _answer(batch: Sequence[_Wanted], outcomes: Sequence[Exception | None]) -> None:
    for wanted, trouble in zip(batch, outcomes, strict=True):
        if wanted.done.done():  # nobody waits for it any more
            continue
        if trouble is None:
            wanted.done.set_result(None)
        else:
            wanted.done.set_exception(trouble)


def _together(works: Sequence[Work], connection: sqlite3.Connection) -> list[Exception | None]:
    """Do all in one transaction; what each has raised, if anything."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcomes = [_by_itself(connection, work) for work in works]
        connection.execute("COMMIT")
        return outcomes
    except BaseException:
        connection.rollback()
        raise


def _by_itself(connection: sqlite3.Connection, work: Work) -> Exception | None:
    connection.execute("SAVEPOINT work")
    try:
        work(connection)
    except Exception as trouble:
        connection.execute("ROLLBACK TO work")
        return trouble
    finally:
        connection.execute("RELEASE work")
    return None
