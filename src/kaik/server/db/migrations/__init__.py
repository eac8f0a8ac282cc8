"""Migrations (Alembic): one file in `versions` for every change of the schema, run at start-up.

A change of `models` is a new file there, whose `down_revision` is the last one's `revision`. Files that have
been released are never edited. A test compares `models` with what the files make, on both databases.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

FOLDER = Path(__file__).resolve().parent
FIRST = "0001"
"""The revision of a database that was made before there were migrations."""
_LOCK = 0x6B61696B
"""The key of the advisory lock under which PostgreSQL is migrated by one process while others wait."""


class TooNew(Exception):
    """The database was made by a later version of the program."""


def scripts() -> ScriptDirectory:
    """The migrations in their order."""
    return ScriptDirectory(FOLDER)


def version(connection: sa.Connection) -> str | None:
    """The current revision; `None` if the database is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: sa.Connection, to: str = "head") -> None:
    """Run the missing migrations (up to one of them) in the current transaction, or raise `TooNew`."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    _adopt(connection)
    folder = scripts()
    try:
        with EnvironmentContext(Config(), folder, fn=lambda at, _: folder._upgrade_revs(to, at)) as run:
            run.configure(connection=connection)
            run.run_migrations()
    except CommandError as unknown:
        raise TooNew from unknown


def _adopt(connection: sa.Connection) -> None:
    """Stamp a database from before there were migrations with the first revision."""
    found = sa.inspect(connection)
    if found.has_table("tables") and not found.has_table("alembic_version"):
        MigrationContext.configure(connection).stamp(scripts(), FIRST)
