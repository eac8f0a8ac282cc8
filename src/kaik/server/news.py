"""News between processes at one PostgreSQL: which table has changed, and how long its log is.

The database itself sends a notice with every commit that touches a table, by triggers on everything that
belongs to one. So nothing is told that was not committed, and nothing that was is left untold, even if the
process that did it dies that moment. A notice is a table's id, a number, and who wrote; never what.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from kaik.server import layout
from kaik.server.talk import topic

log = logging.getLogger(__name__)

CHANNEL = "kaik"
TRIGGER = "kaik_news"
AGAIN = 1.0
"""Seconds to wait before connecting again when the database was lost."""

_FUNCTION = """CREATE OR REPLACE FUNCTION {trigger}_{kind}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
PERFORM pg_notify('{channel}', {table} || ' ' || {seq} || ' ' || current_setting('application_name')) {of};
RETURN NULL; END $$"""
_LENGTH = "(SELECT coalesce(max(seq) + 1, 0) FROM events WHERE table_id = NEW.id)"
_THEIRS = (
    "FROM seats JOIN tables ON tables.id = seats.table_id"
    " WHERE seats.person_id = NEW.id AND tables.status <> 'over'"
)
_KINDS = {
    "table": {"table": "NEW.id", "seq": _LENGTH, "of": ""},
    "part": {"table": "NEW.table_id", "seq": "0", "of": ""},
    "talk": {"table": f"NEW.table_id || '{topic('')}'", "seq": "NEW.id", "of": ""},
    "person": {"table": "seats.table_id", "seq": "0", "of": _THEIRS},
}
"""What is said when a table changes, something that belongs to one, what people say there, or somebody who
sits at some. Talk has a topic of its own: it changes nothing that is shown of the table."""
_INSTALLED = sa.text(
    "SELECT c.relname, p.proname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
    " JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE t.tgname = :name AND n.nspname = current_schema()"
)


async def install(connection: AsyncConnection) -> None:
    """Have PostgreSQL send notices. Other databases belong to one process, which needs none."""
    if connection.dialect.name != "postgresql":
        return
    there = {tuple(row) for row in (await connection.execute(_INSTALLED, {"name": TRIGGER})).all()}
    missing = [table for table, kind in _told_of().items() if (table, f"{TRIGGER}_{kind}") not in there]
    for statement in _statements(missing) if missing else ():
        await connection.execute(sa.text(statement))


def _told_of() -> dict[str, str]:
    """What is watched, and of which kind it is. Events are not: their table changes together with them."""
    parts = [table.name for table in layout.schema.sorted_tables if "table_id" in table.c]
    others = {layout.tables.name: "table", layout.chat.name: "talk", layout.people.name: "person"}
    return {name: "part" for name in parts if name != layout.events.name} | others


def _statements(missing: Sequence[str]) -> list[str]:
    functions = [
        _FUNCTION.format(trigger=TRIGGER, kind=kind, channel=CHANNEL, **words)
        for kind, words in _KINDS.items()
    ]
    return [*functions, *(_trigger(name, _told_of()[name]) for name in missing)]


def _trigger(name: str, kind: str) -> str:
    event = "UPDATE OF name" if kind == "person" else "INSERT OR UPDATE"
    return (
        f"CREATE OR REPLACE TRIGGER {TRIGGER} AFTER {event} ON {name}"
        f" FOR EACH ROW EXECUTE FUNCTION {TRIGGER}_{kind}()"
    )


class News:
    """Listens for as long as the server runs, on a connection of its own."""

    def __init__(
        self, engine: AsyncEngine, heard: Callable[[str, int], None], missed: Callable[[], None]
    ) -> None:
        self._engine = engine
        self._heard = heard
        self._missed = missed
        """Called when notices may have been lost."""

    async def listen(self) -> None:
        """Pass on what others write. A lost connection is made again."""
        while True:
            try:
                await self._listen()
            except (SQLAlchemyError, OSError):
                log.warning("the database was lost; trying again", exc_info=True)
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        async with self._engine.connect() as connection:
            me = await connection.scalar(sa.text("SELECT current_setting('application_name')"))
            driver: Any = (await connection.get_raw_connection()).driver_connection
            await connection.commit()
            lost = asyncio.Event()
            driver.add_termination_listener(lambda _: lost.set())
            await driver.add_listener(CHANNEL, lambda _c, _p, _n, told: self._pass_on(told, str(me)))
            self._missed()
            await lost.wait()
            await connection.invalidate()

    def _pass_on(self, told: str, me: str) -> None:
        table, seq, writer = told.split(" ", 2)
        if writer != me:
            self._heard(table, int(seq))
