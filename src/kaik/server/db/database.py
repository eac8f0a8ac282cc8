"""The database itself: how it is reached, and how it is brought up to date. SQLite, or PostgreSQL."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import aiosqlite
import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from kaik.server.db import migrations, sqlite
from kaik.server.db.migrations import restate, triggers
from kaik.server.errors import BadSettings

DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
"""The beginnings that an address may have, and what each means."""
PLACES = 10
"""How many connections to PostgreSQL a process keeps; twice as many in a rush."""


def address(text: str) -> str:
    """The address of a database in full, or a refusal."""
    try:
        url = sa.make_url(text.strip())
    except ArgumentError:
        raise BadSettings("error.settings_db") from None
    if url.drivername not in DRIVERS or not url.database:
        raise BadSettings("error.settings_db")
    return url.set(drivername=DRIVERS[url.drivername]).render_as_string(hide_password=False)


def shared(url: str) -> bool:
    """Whether several processes can work at this database side by side."""
    return url.startswith("postgresql")


def engine(url: str) -> AsyncEngine:
    """What speaks to the database. Nothing is connected yet."""
    try:
        return _postgresql(url) if shared(url) else _sqlite(url)
    except ModuleNotFoundError:
        raise BadSettings("error.database_driver") from None


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Be the only server at a database with room for one, or refuse; ends with the process in any case."""
    file = sa.make_url(url).database or ""
    if shared(url) or file == ":memory:":
        yield
        return
    with closing(_marked(file)):
        yield


def _marked(file: str) -> sqlite3.Connection:
    """A lock beside a database, held while this is open."""
    try:
        mark = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None)
        mark.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as trouble:
        if getattr(trouble, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise BadSettings("error.database_taken", file=file) from None
        raise BadSettings("error.database", place=file, detail=_detail(trouble)) from trouble
    return mark


def upgrade(connection: sa.Connection) -> None:
    """Make the layout and what the rows state those of today, in the transaction at hand, or `TooNew`."""
    migrations.upgrade(connection)
    restate.restate(connection)


async def prepare(engine: AsyncEngine) -> None:
    """Bring the database up to date, whether it is empty, of an older version, or already as it should be."""
    try:
        _try_file(engine)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade)
            await triggers.install(connection)
    except migrations.TooNew:
        await engine.dispose()
        raise BadSettings("error.database_newer", place=_place(engine)) from None
    except (SQLAlchemyError, sqlite3.Error, OSError) as trouble:
        await engine.dispose()
        raise BadSettings("error.database", place=_place(engine), detail=_detail(trouble)) from trouble


def _try_file(engine: AsyncEngine) -> None:
    """Open the file of SQLite once, since the driver's thread may report in vain that it could not."""
    if not shared(str(engine.url)):
        sqlite3.connect(engine.url.database or "").close()


def _place(engine: AsyncEngine) -> str:
    """Which database, without its password."""
    return engine.url.render_as_string(hide_password=True)


def _detail(trouble: Exception) -> str:
    """What the database said, on one line."""
    said = trouble.orig if isinstance(trouble, DBAPIError) and trouble.orig is not None else trouble
    return " ".join(str(said).split()).rstrip(".") or type(said).__name__


def _postgresql(url: str) -> AsyncEngine:
    """Connections bear a name, so that a process can tell its own news from others'."""
    name = {"application_name": f"kaik-{secrets.token_hex(4)}"}
    places = {"pool_size": PLACES, "max_overflow": PLACES}
    engine = create_async_engine(url, **places, connect_args={"server_settings": name}, hide_parameters=True)
    sa.event.listen(engine.sync_engine, "checkout", _alive)
    return engine


def _alive(connection: Any, _record: Any, _proxy: Any) -> None:
    """A connection that the database has dropped meanwhile is replaced before anybody uses it."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _sqlite(url: str) -> AsyncEngine:
    """One connection, so that writers queue in order instead of polling the file's lock."""
    file = sa.make_url(url).database or ""

    async def connect() -> aiosqlite.Connection:
        return await sqlite.Connection(file)

    only = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 60, "pool_reset_on_return": None}
    engine = create_async_engine(url, **only, async_creator=connect, hide_parameters=True)
    sa.event.listen(engine.sync_engine, "connect", _prepare)
    sa.event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    """Commits reach the disk before they return."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    """Nothing begins where nothing is written."""
    if not connection.get_execution_options().get(sqlite.READS):
        connection.connection.dbapi_connection.run_async(sqlite.Connection.begin)  # type: ignore[union-attr]
