"""Looking after a server's database, also while the server runs: list, close, ban, back up, restore."""

from __future__ import annotations

import gzip
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from kaik.play.match import Ruled
from kaik.protocol.errors import Clash, NotFound
from kaik.server.db import database, migrations
from kaik.server.db.migrations import triggers
from kaik.server.db.models import events, meetings, people, schema, seats, tables
from kaik.server.errors import BadSettings

FORMAT = 1
"""The version of the form that backups have."""
_BATCH = 500


class ListedTable(Struct, frozen=True):
    """A table as it is listed."""

    id: str
    game: str
    status: str
    events: int
    created: float
    names: tuple[str, ...]


class Head(Struct, frozen=True):
    """The first line of a backup. `version` is the layout of the database it was made from."""

    kaik_backup: int
    version: str
    made: float


class Rows(Struct, frozen=True):
    """A further line: some rows of one table of the database."""

    table: str
    rows: list[dict[str, Any]]


def newest_tables(connection: sa.Connection, most: int) -> list[ListedTable]:
    """The newest tables."""
    query = sa.select(tables).order_by(tables.c.created.desc()).limit(most)
    return [_listed_table(connection, row) for row in connection.execute(query).all()]


def _listed_table(connection: sa.Connection, row: sa.Row[Any]) -> ListedTable:
    who = sa.select(sa.func.coalesce(people.c.name, seats.c.player, ""), seats.c.person_id)
    sitting = who.outerjoin_from(seats, people).where(seats.c.table_id == row.id).order_by(seats.c.seat)
    names = tuple(f"{name} ({id})" if id else name or "–" for name, id in connection.execute(sitting).all())
    return ListedTable(row.id, row.game, row.status, _length(connection, row.id), row.created, names)


def _length(connection: sa.Connection, table: str) -> int:
    last = connection.scalar(sa.select(sa.func.max(events.c.seq)).where(events.c.table_id == table))
    return 0 if last is None else int(last) + 1


def close(connection: sa.Connection, table: str) -> None:
    """End a match as a draw; a table at which none has begun is taken away."""
    status = connection.scalar(sa.select(tables.c.status).where(tables.c.id == table))
    if status is None:
        raise NotFound("error.table_unknown")
    if status == "over":
        raise Clash("error.over")
    (_end if status == "playing" else _remove)(connection, table)


def _end(connection: sa.Connection, table: str) -> None:
    """Due at once: a server that runs looks at the table again, and tells those who sit there."""
    now, ruling = time.time(), msgspec.json.encode(Ruled("closed")).decode()
    entry = {"table_id": table, "seq": _length(connection, table), "entry": ruling, "at": now}
    connection.execute(events.insert().values(entry))
    over = {"status": "over", "due": now, "version": tables.c.version + 1}
    connection.execute(tables.update().where(tables.c.id == table).values(over))


def _remove(connection: sa.Connection, table: str) -> None:
    """In a tournament, those who were to play there have drawn."""
    connection.execute(meetings.update().where(meetings.c.match == table).values(match=None))
    for part in reversed(schema.sorted_tables):
        if "table_id" in part.c:
            connection.execute(part.delete().where(part.c.table_id == table))
    connection.execute(tables.delete().where(tables.c.id == table))


def ban(connection: sa.Connection, person: str, banned: bool = True) -> None:
    """Keep somebody out from now on, or let them in again."""
    since = time.time() if banned else None
    done = connection.execute(people.update().where(people.c.id == person).values(banned=since))
    if done.rowcount != 1:
        raise NotFound("error.person_unknown", person=person[:60])


def backup(connection: sa.Connection, file: Path) -> int:
    """Write all that is kept to one file, which either kind of database can be restored from; its rows."""
    version = migrations.version(connection)
    if version is None:
        raise BadSettings("error.backup_empty")
    count = 0
    with _in_place_of(file) as raw, gzip.open(raw, "wb") as out:
        out.write(msgspec.json.encode(Head(FORMAT, version, time.time())) + b"\n")
        for table in schema.sorted_tables:
            for rows in _rows(connection, table):
                out.write(msgspec.json.encode(Rows(str(table.name), rows)) + b"\n")
                count += len(rows)
    return count


@contextmanager
def _in_place_of(file: Path) -> Iterator[IO[bytes]]:
    """A file that only its owner may read, and that takes the place of an older one when it is whole."""
    made, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    try:
        with open(made, "wb") as raw:
            yield raw
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise


def _rows(connection: sa.Connection, table: sa.Table) -> Iterator[list[dict[str, Any]]]:
    found = connection.execute(sa.select(table).order_by(*table.primary_key.columns))
    while part := found.fetchmany(_BATCH):
        yield [{str(name): value for name, value in row._mapping.items()} for row in part]


def restore(connection: sa.Connection, file: Path) -> int:
    """Fill an empty database from a backup, of this version of kaik or of an older one; its rows."""
    head, parts = _read(file)
    inspected = sa.inspect(connection)
    if inspected.has_table("people") and connection.scalar(sa.select(people.c.id).limit(1)) is not None:
        raise Clash("error.restore_full")
    _empty(connection)
    try:
        migrations.upgrade(connection, head.version)
    except migrations.TooNew:
        raise _newer(file) from None
    then = sa.MetaData()
    then.reflect(connection)
    try:
        count = sum(_insert_rows(connection, then.tables[part.table], part.rows) for part in parts)
    except (KeyError, IntegrityError, msgspec.DecodeError, EOFError, OSError):
        raise BadSettings("error.backup_damaged", file=str(file)) from None
    try:
        database.upgrade(connection)
    except migrations.TooNew:
        raise _newer(file) from None
    return count


def _newer(file: Path) -> BadSettings:
    return BadSettings("error.backup_newer", file=str(file))


def _empty(connection: sa.Connection) -> None:
    """Take away the tables of an empty database, which may be newer than the backup."""
    there = sa.MetaData()
    there.reflect(connection)
    there.drop_all(connection)


def _read(file: Path) -> tuple[Head, Iterator[Rows]]:
    """The head and the parts of a backup, or a refusal."""
    try:
        lines = gzip.open(file, "rb")  # noqa: SIM115  (read while the parts are)
        head = msgspec.json.decode(lines.readline(), type=Head)
    except FileNotFoundError:
        raise NotFound("error.backup_missing", file=str(file)) from None
    except (OSError, EOFError, msgspec.DecodeError):
        raise BadSettings("error.backup_damaged", file=str(file)) from None
    if head.kaik_backup != FORMAT:
        raise _newer(file)
    return head, (msgspec.json.decode(line, type=Rows) for line in lines)


def _insert_rows(connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> int:
    binary = [column.name for column in table.c if isinstance(column.type, sa.LargeBinary)]
    for row in rows:
        row.update({name: msgspec.convert(row[name], bytes) for name in binary if row[name] is not None})
    connection.execute(table.insert(), rows)
    _count_on(connection, table)
    return len(rows)


def _count_on(connection: sa.Connection, table: sa.Table) -> None:
    """Numbers that PostgreSQL gives out itself go on after the greatest that was restored."""
    number = table.autoincrement_column
    if connection.dialect.name == "postgresql" and number is not None:
        place = sa.func.pg_get_serial_sequence(table.name, number.name)
        if connection.scalar(sa.select(place)) is not None:
            greatest = sa.select(sa.func.max(number)).scalar_subquery()
            connection.execute(sa.select(sa.func.setval(place, greatest)))


async def on(url: str, work: Any, *words: Any, fresh: bool = False) -> Any:
    """Do one of these on the database, all of it or nothing. `fresh`: it need not be up to date before."""
    engine = database.engine(url)
    if not fresh:
        await database.prepare(engine)
    try:
        async with engine.begin() as connection:
            done = await connection.run_sync(work, *words)
            await triggers.install(connection)
        return done
    finally:
        await engine.dispose()
