"""Writing to SQLite together: each piece of work stands or falls by itself, and a crowd costs few commits."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from kaik.server.db import database
from kaik.server.db.group_commit import GroupCommit
from tests.server.driver import bounded


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[GroupCommit, list[str]]]:
    """A journal at a database with one table of unique numbers, and the statements that it runs."""
    engine = database.engine(f"sqlite+aiosqlite:///{folder / 'x.sqlite3'}")
    said: list[str] = []
    async with engine.begin() as connection:
        await connection.execute(sa.text("CREATE TABLE numbers (n INTEGER PRIMARY KEY)"))
        await connection.execute(sa.text("INSERT INTO numbers VALUES (1)"))
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.set_trace_callback(said.append)
    journal = GroupCommit(engine)
    yield journal, said
    await journal.close()
    await engine.dispose()


def insert(connection: sqlite3.Connection, *numbers: int) -> None:
    connection.executemany("INSERT INTO numbers VALUES (?)", [(n,) for n in numbers])


def kept(folder: Path) -> list[int]:
    """What anybody else finds in the file."""
    with sqlite3.connect(folder / "x.sqlite3") as connection:
        return [n for (n,) in connection.execute("SELECT n FROM numbers ORDER BY n")]


def test_what_fails_fails_alone_and_whole(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (journal, _):
            works = [
                journal.write(lambda connection, given=given: insert(connection, *given))  # type: ignore[misc]
                for given in ((2, 3), (4, 1), (5,))
            ]
            first, second, third = await asyncio.gather(*works, return_exceptions=True)
            assert (first, third) == (None, None)
            assert isinstance(second, sqlite3.IntegrityError)
            assert kept(tmp_path) == [1, 2, 3, 5]

    bounded(scenario())


def test_a_crowd_shares_its_commits_and_each_is_answered_after_its_own(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (journal, said):

            async def write(n: int) -> bool:
                await journal.write(lambda connection: insert(connection, n))
                return n in kept(tmp_path)

            assert all(await asyncio.gather(*(write(n) for n in range(2, 102))))
            assert 1 <= said.count("COMMIT") <= 10

    bounded(scenario())


def test_when_the_commit_fails_nobody_is_told_it_was_written(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (journal, _):

            def spoil(connection: sqlite3.Connection) -> None:
                insert(connection, 8)
                connection.execute("ROLLBACK")

            works = (
                journal.write(lambda connection: insert(connection, 7)),
                journal.write(spoil),
            )
            outcomes = await asyncio.gather(*works, return_exceptions=True)
            assert all(isinstance(outcome, sqlite3.OperationalError) for outcome in outcomes)
            await journal.write(lambda connection: insert(connection, 9))
            assert kept(tmp_path) == [1, 9]

    bounded(scenario())


def test_one_who_no_longer_waits_disturbs_nobody(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (journal, _):
            gone = asyncio.ensure_future(journal.write(lambda connection: insert(connection, 2)))
            stays = asyncio.ensure_future(journal.write(lambda connection: insert(connection, 3)))
            await asyncio.sleep(0)
            gone.cancel()
            await stays
            with pytest.raises(asyncio.CancelledError):
                await gone
            assert kept(tmp_path) == [1, 2, 3]

    bounded(scenario())
