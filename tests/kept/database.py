"""The first edition's database, in SQLite or PostgreSQL as it was then."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa

from kaik.server.db import migrations
from tests.kept import FIRST

_KEPT: dict[str, Any] = msgspec.json.decode((FIRST / "database.json").read_bytes())
ABOUT: dict[str, Any] = _KEPT["about"]
"""The ids of what is in it, and the cookies of its people."""
MEANT: dict[str, list[dict[str, Any]]] = _KEPT["meant"]
"""What its matches meant then."""
LAYOUT: str = _KEPT["rows"].pop("alembic_version")[0]["version_num"]


def fill(connection: sa.Connection) -> None:
    """Make an empty database what the first edition left behind."""
    migrations.upgrade(connection, LAYOUT)
    then = sa.MetaData()
    then.reflect(connection)
    for table in then.sorted_tables:
        rows = [_row(table, row) for row in _KEPT["rows"].get(table.name, ())]
        if rows:
            connection.execute(table.insert(), rows)


def _row(table: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(table.c[name].type, value) for name, value in row.items()}


def _value(kind: Any, value: Any) -> Any:
    if isinstance(kind, sa.LargeBinary) and value is not None:
        return bytes.fromhex(value)
    return bool(value) if isinstance(kind, sa.Boolean) else value
