"""Data migration of options: after an update, every row that keeps options states the new ones too.

The database bears the version (`kaik.core.options.VERSION`) up to which its rows state all options. When the
program has a later one, tables, tournaments and templates are written anew, with the values that the missing
options had before they existed: whatever was agreed on stays as it was, and only what is set up from now on
takes today's defaults. No game is named here, and a further option needs no further migration.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from kaik.core import registry
from kaik.core.errors import BadOptions
from kaik.core.options import FIRST, VERSION, full_values, plain
from kaik.server.db.migrations import TooNew
from kaik.server.db.models import tables, templates, tournaments, versions

log = logging.getLogger(__name__)

OPTIONS = "options"
BATCH = 500
"""So many rows are held in memory at once."""


def restate(connection: sa.Connection) -> None:
    """Bring all rows to today's version, in the transaction at hand. `TooNew` if they have a later one."""
    ours = versions.c.name == OPTIONS
    written = connection.scalar(sa.select(versions.c.number).where(ours)) or FIRST
    if written == VERSION:
        return
    if written > VERSION:
        raise TooNew
    for row in _rows(connection, tables):
        try:
            kind = registry.load(row.game).Options
        except BadOptions:  # a game that is not there now; its tables cannot be played
            continue
        options = full_values(kind, msgspec.json.decode(row.options), written)
        _write(connection, tables, row.id, options=_json(options))
    for kept in (tournaments, templates):
        for row in _rows(connection, kept):
            wish = msgspec.json.decode(row.wish)
            try:
                options = plain(_options_of(wish, written))
            except BadOptions as refusal:  # it could not be fulfilled before, and says so when it is tried
                log.warning("the wish of %s %s stays as it is: %s", kept.name, row.id, refusal)
                continue
            _write(connection, kept, row.id, wish=_json({**wish, "options": options}))
    connection.execute(versions.delete().where(ours))
    connection.execute(versions.insert().values(name=OPTIONS, number=VERSION))


def _options_of(wish: dict[str, Any], version: int) -> Any:
    return registry.load(wish["game"]).options_with(wish.get("preset"), wish.get("options", {}), version)


def _rows(connection: sa.Connection, table: sa.Table) -> Iterator[sa.Row[Any]]:
    """All rows in the order of their ids, a batch at a time: they are written to on the way."""
    last = ""
    while True:
        query = sa.select(table).where(table.c.id > last).order_by(table.c.id).limit(BATCH)
        found = connection.execute(query).all()
        yield from found
        if len(found) < BATCH:
            return
        last = found[-1].id


def _write(connection: sa.Connection, table: sa.Table, id: str, **values: str) -> None:
    connection.execute(table.update().where(table.c.id == id).values(values))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
