"""SQLite in a server: who only reads never waits, and who waits for another process holds up nobody."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from kaik.server.db.repository import Conflict
from kaik.server.db.store import Store
from kaik.table.commands import Change
from kaik.table.state import Person, TableState
from tests.server.driver import bounded

ANN, BOB = Person("a", "Ann"), Person("b", "Bob")
NAME = "x.sqlite3"


@asynccontextmanager
async def store_in(folder: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite+aiosqlite:///{folder / NAME}")
    yield store
    await store.close()


def other_process(folder: Path) -> sqlite3.Connection:
    """Somebody else who has begun to write."""
    other = sqlite3.connect(folder / NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_a_reader_does_not_wait_for_a_writer_in_another_process(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with store_in(tmp_path) as store:
            await store.add_person(ANN, "token", 1.0)
            other = other_process(tmp_path)
            other.execute("DELETE FROM keys")
            assert await asyncio.wait_for(store.person("token"), 5) == ANN
            other.execute("COMMIT")
            assert await store.person("token") is None
            other.close()

    bounded(scenario())


def test_a_writer_that_waits_leaves_everybody_else_to_their_work(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with store_in(tmp_path) as store:
            other = other_process(tmp_path)
            writing = asyncio.ensure_future(store.add_person(ANN, "token", 1.0))
            for _ in range(20):
                await asyncio.sleep(0.01)
            assert not writing.done()
            other.execute("COMMIT")
            await asyncio.wait_for(writing, 20)
            assert await store.person("token") == ANN
            other.close()

    bounded(scenario())


def test_what_is_refused_leaves_nothing_behind(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with store_in(tmp_path) as store:
            await store.add_person(ANN, "token", 1.0)
            state = TableState("no such table", "g", None, {}, "waiting", b"", 1.0, ())
            with pytest.raises(Conflict):
                await store.write(Change(state, replace(state, version=1), 0))
            await store.add_person(BOB, "another", 2.0)
            reader = sqlite3.connect(tmp_path / NAME)
            assert reader.execute("SELECT name FROM people ORDER BY id").fetchall() == [("Ann",), ("Bob",)]
            reader.close()

    bounded(scenario())
