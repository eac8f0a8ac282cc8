"""How the database came to be as `layout` says: one file in `versions` for every change, run at the start.

A change of the layout is a new file there, whose `down_revision` is the last one's `revision`. Files that
have been released are never edited. A test holds `layout` against what the files make, on both databases.
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
"""What a database is that was made before changes were counted."""
_LOCK = 0x6B61696B
"""Any number: who holds it in PostgreSQL changes the layout, and others wait."""


class TooNew(Exception):
    """The database was made by a later version of the program."""


def scripts() -> ScriptDirectory:
    """The changes in their order."""
    return ScriptDirectory(FOLDER)


def version(connection: sa.Connection) -> str | None:
    """The last change that was made; nothing if the database is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: sa.Connection, to: str = "head") -> None:
    """Make all changes that are missing (up to one of them), in the transaction at hand."""
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
    """A database from before changes were counted is of the first version."""
    found = sa.inspect(connection)
    if found.has_table("tables") and not found.has_table("alembic_version"):
        MigrationContext.configure(connection).stamp(scripts(), FIRST)
