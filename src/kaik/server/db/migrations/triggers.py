"""PostgreSQL triggers that send a notification with every commit that touches a table.

They stand on everything that belongs to a table. So nothing is announced that was not committed, and nothing
that was stays unannounced, even if the process that did it dies that moment. A notification is a table's
id, a number, and who wrote; never what was written.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from kaik.server.db import models
from kaik.server.notify.bus import chat_topic
from kaik.server.notify.postgres import CHANNEL

TRIGGER = "kaik_news"
"""Databases have triggers of this name: another name would leave those in place beside new ones."""
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
    "talk": {"table": f"NEW.table_id || '{chat_topic('')}'", "seq": "NEW.id", "of": ""},
    "person": {"table": "seats.table_id", "seq": "0", "of": _THEIRS},
}
"""The payloads: of a table, of a row that belongs to one, of a line of chat, and of a person, for every
table at which they sit. Chat has a topic of its own, since it changes nothing that is shown of the table."""
_INSTALLED = sa.text(
    "SELECT c.relname, p.proname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
    " JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE t.tgname = :name AND n.nspname = current_schema()"
)


async def install(connection: AsyncConnection) -> None:
    """Create the triggers that are missing. SQLite belongs to one process, which needs none."""
    if connection.dialect.name != "postgresql":
        return
    installed = {tuple(row) for row in (await connection.execute(_INSTALLED, {"name": TRIGGER})).all()}
    missing = [
        table
        for table, kind in _tables_with_triggers().items()
        if (table, f"{TRIGGER}_{kind}") not in installed
    ]
    for statement in _statements(missing) if missing else ():
        await connection.execute(sa.text(statement))


def _tables_with_triggers() -> dict[str, str]:
    """The tables with triggers, and the kind of each. `events` has none: its `tables` row changes as well."""
    parts = [table.name for table in models.schema.sorted_tables if "table_id" in table.c]
    others = {models.tables.name: "table", models.chat.name: "talk", models.people.name: "person"}
    return {name: "part" for name in parts if name != models.events.name} | others


def _statements(missing: Sequence[str]) -> list[str]:
    functions = [
        _FUNCTION.format(trigger=TRIGGER, kind=kind, channel=CHANNEL, **words)
        for kind, words in _KINDS.items()
    ]
    return [*functions, *(_trigger(name, _tables_with_triggers()[name]) for name in missing)]


def _trigger(name: str, kind: str) -> str:
    event = "UPDATE OF name" if kind == "person" else "INSERT OR UPDATE"
    return (
        f"CREATE OR REPLACE TRIGGER {TRIGGER} AFTER {event} ON {name}"
        f" FOR EACH ROW EXECUTE FUNCTION {TRIGGER}_{kind}()"
    )
