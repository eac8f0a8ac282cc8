"""The engine of the database, SQLite or PostgreSQL, and its migration at start-up."""

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
"""The schemes that an address may have, and the driver that each means."""
POOL_SIZE = 10
"""Connections to PostgreSQL that a process keeps; at peaks it opens as many again."""


def address(text: str) -> str:
    """The address of a database in full; `BadSettings` if it is none."""
    try:
        url = sa.make_url(text.strip())
    except ArgumentError:
        raise BadSettings("error.settings_db") from None
    if url.drivername not in DRIVERS or not url.database:
        raise BadSettings("error.settings_db")
    return url.set(drivername=DRIVERS[url.drivername]).render_as_string(hide_password=False)


def is_shared(url: str) -> bool:
    """Whether several processes can use this database at once."""
    return url.startswith("postgresql")


def engine(url: str) -> AsyncEngine:
    """The engine for an address. Nothing is connected yet."""
    try:
        return _postgresql(url) if is_shared(url) else _sqlite(url)
    except ModuleNotFoundError:
        raise BadSettings("error.database_driver") from None


@contextmanager
def exclusive(url: str) -> Iterator[None]:
    """Hold the lock file of a SQLite database, or `BadSettings` if another server does.

    The lock ends with the process in any case. A database that several processes can use needs none.
    """
    file = sa.make_url(url).database or ""
    if is_shared(url) or file == ":memory:":
        yield
        return
    with closing(_lock_file(file)):
        yield


def _lock_file(file: str) -> sqlite3.Connection:
    """A lock beside a database, held while the connection is open."""
    try:
        lock = sqlite3.connect(f"{file}.lock", timeout=0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as trouble:
        if getattr(trouble, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise BadSettings("error.database_taken", file=file) from None
        raise BadSettings("error.database", place=file, detail=_detail(trouble)) from trouble
    return lock


def upgrade(connection: sa.Connection) -> None:
    """Make the layout and what the rows state those of today, in the transaction at hand, or `TooNew`."""
    migrations.upgrade(connection)
    restate.restate(connection)


async def prepare(engine: AsyncEngine) -> None:
    """Run the missing migrations, on an empty database all of them; `BadSettings` if that is impossible."""
    try:
        if not is_shared(str(engine.url)):
            # Open the file once: aiosqlite's thread may fail to report that it could not.
            sqlite3.connect(engine.url.database or "").close()
        async with engine.begin() as connection:
            await connection.run_sync(upgrade)
            await triggers.install(connection)
    except migrations.TooNew:
        await engine.dispose()
        raise BadSettings("error.database_newer", place=_place(engine)) from None
    except (SQLAlchemyError, sqlite3.Error, OSError) as trouble:
        await engine.dispose()
        raise BadSettings("error.database", place=_place(engine), detail=_detail(trouble)) from trouble


def _place(engine: AsyncEngine) -> str:
    """The address, without its password."""
    return engine.url.render_as_string(hide_password=True)


def _detail(trouble: Exception) -> str:
    """What the database said, on one line."""
    said = trouble.orig if isinstance(trouble, DBAPIError) and trouble.orig is not None else trouble
    return " ".join(str(said).split()).rstrip(".") or type(said).__name__


def _postgresql(url: str) -> AsyncEngine:
    """Connections bear a name, by which a process tells its own notifications from others'."""
    name = {"application_name": f"kaik-{secrets.token_hex(4)}"}
    pool = {"pool_size": POOL_SIZE, "max_overflow": POOL_SIZE}
    engine = create_async_engine(url, **pool, connect_args={"server_settings": name}, hide_parameters=True)
    sa.event.listen(engine.sync_engine, "checkout", _check_open)
    return engine


def _check_open(connection: Any, _record: Any, _proxy: Any) -> None:
    """Have the pool replace a connection that the database has closed meanwhile."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _sqlite(url: str) -> AsyncEngine:
    """One connection, so that writers queue in order instead of polling the file's lock."""
    file = sa.make_url(url).database or ""

    async def connect() -> aiosqlite.Connection:
        return await sqlite.Connection(file)

    pool = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 60, "pool_reset_on_return": None}
    engine = create_async_engine(url, **pool, async_creator=connect, hide_parameters=True)
    sa.event.listen(engine.sync_engine, "connect", _set_pragmas)
    sa.event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _set_pragmas(connection: Any, _record: Any) -> None:
    """`synchronous=FULL`: commits reach the disk before they return."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction, except where nothing is written."""
    if not connection.get_execution_options().get(sqlite.READS):
        connection.connection.dbapi_connection.run_async(sqlite.Connection.begin)  # type: ignore[union-attr]
