"""The layout of the database: its tables as they are now. How they came to be so is in `migrations`."""

from __future__ import annotations

import sqlalchemy as sa

schema = sa.MetaData()

people = sa.Table(
    "people",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("token", sa.String(64), nullable=False, unique=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("banned", sa.Float),
)

tables = sa.Table(
    "tables",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(60), nullable=False),
    sa.Column("preset", sa.String(60)),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("nonces", sa.Text),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("due", sa.Float, index=True),
)

seats = sa.Table(
    "seats",
    schema,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("person_id", sa.ForeignKey("people.id"), index=True),
    sa.Column("player", sa.String(100)),
    sa.Column("nonce", sa.String(64)),
    sa.Column("name", sa.String(80)),
)
_own_seat = seats.c.kind == "person"
sa.Index(
    "one_seat_each",
    seats.c.table_id,
    seats.c.person_id,
    unique=True,
    sqlite_where=_own_seat,
    postgresql_where=_own_seat,
)
"""A person sits on one seat of a table, and may have others play at the same device (`here`)."""

events = sa.Table(
    "events",
    schema,
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "seq"),
    sqlite_with_rowid=False,
)

answers = sa.Table(
    "answers",
    schema,
    sa.Column("table_id", sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("decision", sa.String(60), nullable=False),
    sa.Column("choice", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "decision"),
    sqlite_with_rowid=False,
)
"""Answers given in a window that is still open; they become events together when it closes."""
