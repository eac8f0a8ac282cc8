"""The database is made and brought up to date by itself, in SQLite and in a real PostgreSQL."""

from __future__ import annotations

import asyncio
import importlib.util
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from msgspec.structs import replace

from kaik.play.match import Offered
from kaik.server.db import database, migrations, models
from kaik.server.db.repository import Conflict
from kaik.server.db.store import Store
from kaik.server.errors import BadSettings
from kaik.server.settings import settings
from kaik.table.commands import Change
from kaik.table.state import Person, SeatState, TableState
from tests.server.driver import Server, bounded


def on(url: str, *works: Any) -> list[Any]:
    """What each work finds when it is done on a connection."""

    async def scenario() -> list[Any]:
        engine = database.engine(url)
        async with engine.begin() as connection:
            found = [await connection.run_sync(work) for work in works]
        await engine.dispose()
        return found

    return asyncio.run(scenario())


def differences(connection: sa.Connection) -> Any:
    return compare_metadata(MigrationContext.configure(connection), models.schema)


def version(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def test_the_changes_lead_to_the_layout(url: str) -> None:
    assert on(url, migrations.upgrade, differences, version)[1:] == [
        [],
        migrations.scripts().get_current_head(),
    ]


def test_changes_are_one_line_of_files() -> None:
    folder = migrations.scripts()
    assert len(folder.get_heads()) == 1
    numbers = [script.revision for script in folder.walk_revisions()][::-1]
    assert numbers == [f"{number:04}" for number in range(1, len(numbers) + 1)]


def test_a_database_from_before_changes_were_counted_is_taken_over(url: str) -> None:
    def old(connection: sa.Connection) -> None:
        """What the first version of the server made."""
        from alembic.operations import Operations

        file = migrations.FOLDER / "versions" / "v0001_first.py"
        spec = importlib.util.spec_from_file_location("first", file)
        assert spec is not None
        assert spec.loader is not None
        first = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(first)
        with Operations.context(MigrationContext.configure(connection)):
            first.upgrade()
        connection.execute(sa.text("INSERT INTO people VALUES ('p', 'Pai', 'hash', 1.0)"))

    found = on(url, old, migrations.upgrade, differences, version)
    assert found[2:] == [[], migrations.scripts().get_current_head()]

    async def scenario() -> None:
        store = await Store.open(url)
        assert await store.person("hash") == Person("p", "Pai")
        await store.close()

    bounded(scenario())


def test_several_processes_may_start_at_once(url: str) -> None:
    async def scenario() -> None:
        stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        for store in stores:
            await store.close()

    bounded(scenario())
    assert on(url, differences) == [[]]


def test_a_newer_database_is_left_alone(url: str) -> None:
    def newer(connection: sa.Connection) -> None:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))

    on(url, migrations.upgrade, newer)
    with pytest.raises(BadSettings, match="newer version") as refused:
        asyncio.run(database.prepare(database.engine(url)))
    assert refused.value.message.key == "error.database_newer"
    assert on(url, version) == ["9999"]


def test_events_are_numbered_once_whoever_writes_them(url: str) -> None:
    async def scenario() -> None:
        here, there = await Store.open(url), await Store.open(url)
        for name in "pq":
            await here.add_person(Person(name, name), name, 1.0)
        seats = (SeatState("open"), SeatState("open"))
        state = TableState("t", "g", None, {}, "waiting", b"seed", 1.0, seats)
        await here.add_table(state)
        begun = replace(state, status="playing", due=4.0, version=1)
        await here.write(Change(state, begun, 0, (Offered("draw", 0),), 2.0))
        assert await there.due() == ["t"]
        after = replace(begun, due=None, version=2)
        changes = [
            store.write(Change(begun, after, 1, (Offered("draw", n),), 3.0))
            for n, store in enumerate((here, there))
        ]
        done = await asyncio.gather(*changes, return_exceptions=True)
        assert sorted(map(type, done), key=str) == sorted([type(None), Conflict], key=str)
        assert len(await there.entries("t")) == 2
        for store in (here, there):
            await store.close()

    bounded(scenario())


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("postgres://me@host/games", "postgresql+asyncpg://me@host/games"),
        ("postgresql://me:secret@host:99/games", "postgresql+asyncpg://me:secret@host:99/games"),
        ("postgresql+asyncpg:///games?host=/run", "postgresql+asyncpg:///games?host=%2Frun"),
        ("sqlite:///kaik.db", "sqlite+aiosqlite:///kaik.db"),
    ],
)
def test_addresses_may_be_short(tmp_path: Path, given: str, meant: str) -> None:
    assert settings({"data": tmp_path, "db": given}).database == meant


@pytest.mark.parametrize(
    "given", ["games", "mysql://host/games", "postgresql://host", "postgresql+psycopg://h/g"]
)
def test_other_addresses_are_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(BadSettings) as refused:
        settings({"data": tmp_path, "db": given})
    assert refused.value.message.key == "error.settings_db"


def test_a_file_that_cannot_be_opened_starts_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aiosqlite.connect", lambda *_, **__: pytest.fail("its thread would outlive us"))
    with pytest.raises(BadSettings):
        asyncio.run(Store.open(database.address("sqlite:////dev/null/x")))


@pytest.mark.parametrize(
    "path", ["postgresql+asyncpg://me:topsecret@127.0.0.1:1/games", "sqlite:////dev/null/x"]
)
def test_what_cannot_be_reached_is_said_without_the_password(path: str) -> None:
    engine = database.engine(database.address(path))
    with pytest.raises(BadSettings) as refused:
        asyncio.run(database.prepare(engine))
    assert refused.value.message.key == "error.database"
    assert "topsecret" not in str(refused.value)


def test_a_file_that_is_no_database_is_said_in_one_sentence(own_server: Server) -> None:
    own_server.data.mkdir()
    (own_server.data / "kaik.sqlite3").write_bytes(b"no database" * 100)
    code, said = own_server.refused()
    assert code == 2
    assert len(said.splitlines()) == 1
    assert "kaik.sqlite3" in said


def test_a_file_has_room_for_one_server_and_is_free_when_that_was_killed(own_server: Server) -> None:
    own_server.start()
    second = Server(own_server.data)
    code, said = second.refused()
    assert code == 2
    assert len(said.splitlines()) == 1
    assert "Another server of kaik is at work with" in said
    own_server.kill()
    second.start()
    assert second.stop() == 0


def test_a_server_of_today_goes_on_with_what_it_finds(own_server: Server) -> None:
    own_server.start()
    assert own_server.stop() == 0
    with sqlite3.connect(own_server.data / "kaik.sqlite3") as file:
        assert file.execute("SELECT version_num FROM alembic_version").fetchall()
